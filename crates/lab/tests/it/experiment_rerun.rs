//! Reruns: the records say what to do, and what differs is told.

use crate::experiment_records::{counts, find, records};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use tilescope_lab::Interrupt;
use tilescope_lab::experiment::{
    Cores, ExperimentError, Record, Reran, RerunRequest, merge, rerun,
};

fn rerun_into(
    records: &Path,
    output: &Path,
    interrupt: &Interrupt,
) -> Result<Reran, ExperimentError> {
    let request = RerunRequest {
        records: &[records.to_owned()],
        output,
        jobs: NonZero::new(2).unwrap(),
        cores: Cores::Shared,
        interrupt,
    };
    rerun(&request, &mut |_, _| ())
}

#[test]
fn a_rerun_from_records_alone_gives_equal_counts() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new] = ["old.jsonl", "new.jsonl"].map(|name| folder.path().join(name));
    let lines =
        |records: &[Record]| -> String { records.iter().map(|it| it.to_line().unwrap()).collect() };
    // As another machine would have measured.
    let mut elsewhere = records().to_vec();
    for record in &mut elsewhere {
        let measured = record.measured.as_mut().unwrap();
        measured.machine.cpu = Some("An abacus".into());
    }
    std::fs::write(&old, lines(&elsewhere)).unwrap();
    let is_stopped = Interrupt::default();
    is_stopped.stop();
    let reran = rerun_into(&old, &new, &is_stopped).unwrap();
    assert_eq!((reran.n_done, reran.n_left), (0, records().len()));
    let reran = rerun_into(&old, &new, &Interrupt::default()).unwrap();
    assert_eq!((reran.n_done, reran.n_left), (records().len(), 0));
    assert_eq!(reran.conflicts, []);
    assert!(reran.time_ratio.is_some_and(|ratio| ratio > 0.0));
    let processor = reran
        .differences
        .iter()
        .find(|it| it.property == "processor");
    let processor = processor.expect("the processor differs");
    assert_eq!(
        (&*processor.old, processor.n_runs),
        ("An abacus", records().len())
    );
    let counts_of = |file: &PathBuf| counts(std::slice::from_ref(file));
    assert_eq!(counts_of(&old), counts_of(&new));
    // Nothing is left to do, and the result is the same.
    assert_eq!(
        rerun_into(&old, &new, &Interrupt::default()).unwrap(),
        reran
    );

    // A count that was wrong is told.
    elsewhere[0].expanded += 1;
    std::fs::write(&old, lines(&elsewhere)).unwrap();
    let reran = rerun_into(&old, &new, &Interrupt::default()).unwrap();
    assert_eq!(reran.conflicts.len(), 1);
    assert_eq!(reran.conflicts[0].fields[0].0, "expanded");
}

#[test]
fn records_that_cannot_be_repeated_are_refused_before_anything_starts() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new] = ["old.jsonl", "new.jsonl"].map(|name| folder.path().join(name));
    let refusal = |change: &dyn Fn(&mut Record)| {
        let mut record = records()[0].clone();
        change(&mut record);
        std::fs::write(&old, record.to_line().unwrap()).unwrap();
        let error = rerun_into(&old, &new, &Interrupt::default()).unwrap_err();
        assert!(!new.exists());
        error.to_string()
    };
    let is_edited = refusal(&|record| record.settings.max_expanded = Some(7));
    assert!(is_edited.contains("are not those of its id"), "{is_edited}");
    let algorithm = refusal(&|record| record.settings.algorithm = "a-moon".into());
    assert!(algorithm.contains("a-moon"), "{algorithm}");
    let goal = refusal(&|record| record.settings.goal = "1 2 / 3 _".into());
    assert!(goal.contains("different sizes"), "{goal}");
}

/// A record that does not name the goal test is that of a late one.
#[test]
fn a_record_without_a_goal_test_is_done_again_with_a_late_one() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new] = ["old.jsonl", "new.jsonl"].map(|name| folder.path().join(name));
    let mut record = find("easy", "breadth-first").clone();
    assert!(record.settings.options.remove("goal_test").is_some());
    std::fs::write(&old, record.to_line().unwrap()).unwrap();
    rerun_into(&old, &new, &Interrupt::default()).unwrap();
    let again = merge(&[new]).unwrap().records;
    assert_eq!(again[0].settings.options["goal_test"], "late");
    assert_eq!(again[0].expanded, record.expanded);
}
