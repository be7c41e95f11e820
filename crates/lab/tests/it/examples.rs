//! The problems that come with the program.

use tilescope_lab::examples;

#[test]
fn every_file_is_an_example_with_a_name_of_its_own() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../saved_puzzles");
    let files = std::fs::read_dir(folder).unwrap();
    let examples = examples::all();
    // The folder of collections is not a file.
    let files = files.filter(|entry| entry.as_ref().unwrap().path().is_file());
    assert_eq!(examples.len(), files.count());
    for (i, problem) in examples.iter().enumerate() {
        let name = problem.name();
        assert!(!name.is_empty());
        assert!(
            examples[..i].iter().all(|other| other.name() != name),
            "{name}"
        );
    }
}
