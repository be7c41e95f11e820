//! `tilescope generate`, and solving what it wrote.

use crate::support::{solve, text, tilescope};
use serde_json::Value;
use tilescope_lab::files::exchange::{self, Choices};

/// Generates; the lines of standard output.
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = tilescope(&[&["generate"], arguments].concat());
    assert_eq!(text(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn a_generated_distance_is_the_length_of_the_solution() {
    let boards = lines(&[
        "--size",
        "3x3",
        "--distance",
        "25",
        "--count",
        "3",
        "--seed",
        "5",
    ]);
    assert_eq!(boards.len(), 3);
    for board in &boards {
        let (status, report) = solve(&[board]);
        assert_eq!((status, &report["moves"]), (0, &Value::from(25)), "{board}");
    }
    // The same seed gives the same boards, and another one others.
    let again = |seed| lines(&["--distance", "25", "--count", "3", "--seed", seed]);
    assert_eq!(again("5"), boards);
    assert_ne!(again("6"), boards);
}

#[test]
fn every_method_has_its_flag() {
    assert_eq!(lines(&["--size", "2x3", "--hardest"]), ["4 5 _ / 1 2 3"]);
    assert_eq!(
        lines(&["--uniform", "--size", "4x4", "--count", "7"]).len(),
        7
    );
    assert_eq!(lines(&["--walk", "40", "--goal", "spiral"]).len(), 1);
    assert_eq!(lines(&["--manhattan", "5..9", "--count", "4"]).len(), 4);
    let goal = "3 1 2 / 4 5 _";
    assert_eq!(lines(&["--distance", "0", "--goal", goal]), [goal]);
}

#[test]
fn a_collection_is_written_and_its_puzzles_are_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("spiral.json");
    let file = file.to_str().unwrap();
    let flags = [
        "--distance",
        "12",
        "--goal",
        "spiral",
        "--count",
        "4",
        "-o",
        file,
    ];
    assert!(lines(&flags).is_empty());
    for (puzzle, choice) in [(format!("{file}#2"), None), (file.to_owned(), Some("2"))] {
        let choice = choice.map_or(vec![], |number| vec!["--puzzle", number]);
        let (status, report) = solve(&[&[&*puzzle], &choice[..]].concat());
        assert_eq!((status, &report["moves"]), (0, &Value::from(12)));
    }
    let refused = |arguments: &[&str], words: &str| {
        let output = tilescope(&[&["solve"], arguments].concat());
        let line = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(line.contains(words) && line.lines().count() == 1, "{line}");
    };
    refused(&[file], "this collection has 4 puzzles: choose one");
    refused(
        &[&format!("{file}#5")],
        "there is no puzzle 5: choose a number from 1 to 4",
    );
    refused(&[file, "--puzzle", "x"], "there is no puzzle x");
    refused(
        &["saved_puzzles/korf-12.json", "--puzzle", "1"],
        "this is a single one",
    );
    refused(&["1 2 / 3 _", "--puzzle", "1"], "but PUZZLE is a board");

    let (_, report) = solve(&[
        "saved_puzzles/collections/korf-100.json#12",
        "-a",
        "fastest-optimal",
    ]);
    assert_eq!(report["moves"], 45);
}

#[test]
fn json_is_the_collection() {
    let output = tilescope(&["generate", "--hardest", "--count", "5", "--json"]);
    let collection: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(collection["format"], "tilescope-collection");
    assert_eq!(collection["puzzles"].as_array().unwrap().len(), 2);
    assert_eq!(collection["puzzles"][0]["result"]["moves"], 31);
    // It is called after its place.
    assert_eq!(collection["puzzles"][0]["name"], "");
    let note = text(&output.stderr);
    assert!(
        note.contains("2 puzzles instead of 5: there are only 2"),
        "{note}"
    );
}

#[test]
fn what_cannot_be_generated_is_refused_in_a_line() {
    for (arguments, words) in [
        (&["--distance", "40"][..], "the farthest are 31 moves away"),
        (&[], "required"),
        (&["--uniform", "--hardest"], "cannot be used with"),
        (
            &["--manhattan", "9..5"],
            "the lower number of a range first",
        ),
        (
            &["--uniform", "--size", "4x4", "--goal", "1 2 / 3 _"],
            "both must be the same",
        ),
        (&["--uniform", "--count", "0"], "ask for 1 to 1000000"),
        (
            &["--hardest", "--size", "3x4", "--max-memory", "1MiB"],
            "more than the limit",
        ),
        (
            // Before it is noted that there are only two.
            &["--hardest", "--count", "9", "-o", "no/such/folder/x.json"],
            "there is no such folder",
        ),
    ] {
        let output = tilescope(&[&["generate"], arguments].concat());
        let line = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {line}");
        assert!(line.contains(words) && line.lines().count() == 1, "{line}");
    }
}

/// On 2×2 a walk leads round a circle: two boards can be reached. Looking for a third is given up
/// the sooner the longer a walk is.
#[test]
fn long_walks_are_not_repeated_for_ever() {
    let walks = ["--size", "2x2", "--walk", "100000", "--count", "1000"];
    let output = tilescope(&[&["generate"], &walks[..]].concat());
    let note = text(&output.stderr);
    assert!(note.contains("2 puzzles instead of 1000"), "{note}");
    assert_eq!(text(&output.stdout).lines().count(), 2);
}

#[test]
fn lengths_are_found_beside_the_puzzles() {
    let boards = ["--uniform", "--count", "5", "--solve", "--threads", "2"];
    for line in lines(&boards) {
        let (board, length) = line.split_once(" # ").expect("a length");
        let (status, report) = solve(&[board]);
        assert_eq!(status, 0);
        assert_eq!(report["moves"].to_string(), length);
    }
    let collection = lines(&[&boards[..], &["--json"]].concat()).join("\n");
    let collection: Value = serde_json::from_str(&collection).unwrap();
    for puzzle in collection["puzzles"].as_array().unwrap() {
        assert_eq!(puzzle["result"]["optimal"], true);
        assert_eq!(puzzle["result"]["by"], "Fastest optimal");
    }
}

#[test]
fn the_name_of_the_file_says_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let flags = ["generate", "--walk", "9", "--count", "3", "--seed", "5"];
    let generated = |name: &str, more: &[&str]| {
        let output = tilescope(&[&flags[..], &["-o", &path(name)], more].concat());
        (output.status.code(), text(&output.stderr).to_owned())
    };
    for (name, format) in [
        ("a.json", "tilescope"),
        ("a", "tilescope"),
        ("a.CSV", "csv"),
        ("a.txt", "slashes"),
        ("a.tile", "places"),
    ] {
        assert_eq!(generated(name, &[]).0, Some(0), "{name}");
        let written = std::fs::read_to_string(path(name)).unwrap();
        let read = exchange::from_text(&written, &Choices::default()).unwrap();
        assert_eq!(read.how.format.key, format, "{name}");
        assert_eq!(read.how.n_puzzles, 3, "{name}");
    }
    let (status, told) = generated("solved.txt", &["--solve"]);
    assert_eq!(status, Some(0), "{told}");
    assert!(told.contains("the format slashes leaves out") && told.contains("the lengths of 3"));
    for (name, more, words) in [
        (
            "a.png",
            &[][..],
            "does not tell the format: end it in one of .csv",
        ),
        (
            "b.txt",
            &["--goal", "1 2 3 / 4 _ 5 / 6 7 8"],
            "would be read with another goal",
        ),
    ] {
        let (status, told) = generated(name, more);
        assert_eq!(status, Some(2), "{name}");
        assert!(told.contains(words) && told.lines().count() == 1, "{told}");
        assert!(!std::path::Path::new(&path(name)).exists());
    }
}

#[test]
fn many_lengths_are_found_with_small_databases_unless_large_ones_are_there() {
    let flags = ["generate", "--uniform", "--size", "4x4", "--count", "20"];
    let output = tilescope(&[&flags[..], &["--solve", "--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let collection: Value = serde_json::from_str(text(&output.stdout)).unwrap();
    let puzzles = collection["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), 20);
    for puzzle in puzzles {
        let result = &puzzle["result"];
        assert_eq!(result["optimal"], true);
        assert!(result["by"].as_str().unwrap().contains("6-6-3"), "{result}");
    }
    let start = puzzles[0]["start"].as_str().unwrap();
    let (_, report) = solve(&[start, "-a", "fastest-optimal"]);
    assert_eq!(report["moves"], puzzles[0]["result"]["moves"]);
}
