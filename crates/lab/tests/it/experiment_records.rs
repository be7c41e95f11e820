//! Records: what is written is right, survives kills, is written by one process, merges and reports.

use crate::experiment::{load, with};
use serde_json::{Value, json};
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tilescope_lab::Interrupt;
use tilescope_lab::experiment::report::Results;
use tilescope_lab::experiment::{
    Cores, Event, Experiment, ExperimentError, Finished, Merged, Outcome, Record, RecordFile,
    RunRequest, Selection, merge, run, scan,
};

fn experiment() -> &'static Experiment {
    static EXPERIMENT: OnceLock<Experiment> = OnceLock::new();
    EXPERIMENT.get_or_init(|| load(&fields()).unwrap())
}

/// Solved and stopped, informed and not, random and not, an engine, an unsolvable board.
fn fields() -> Value {
    with(json!({
        "name": "A & B_1",
        "instances": [
            {"generate": {"distance": 16, "count": 3}, "name": "medium"},
            {"board": "1 2 3 / 4 5 6 / 7 _ 8", "name": "easy"},
            {"board": "2 1 3 / 4 5 6 / 7 8 _", "name": "unsolvable"},
        ],
        "algorithms": [
            "a-star",
            {"algorithm": "a-star", "name": "Random", "ties": "random"},
            "breadth-first",
            "fastest-optimal",
        ],
        "heuristics": ["manhattan"],
        "limits": {"max_expanded": 400},
        "repetitions": 2,
    }))
}

fn run_with(
    experiment: &Experiment,
    selection: &Selection,
    records: &Path,
    jobs: usize,
) -> Result<Finished, ExperimentError> {
    let request = RunRequest {
        experiment,
        selection,
        records,
        jobs: NonZero::new(jobs).unwrap(),
        cores: Cores::Shared,
        accepts_changes: false,
        interrupt: &Interrupt::default(),
    };
    run(&request, &mut |_| ())
}

pub fn counts(files: &[PathBuf]) -> String {
    let mut merged = merge(files).unwrap();
    assert_eq!(merged.conflicts, []);
    merged.set_measurements_aside();
    merged.to_lines()
}

/// The records of one run of the experiment with two jobs.
pub fn records() -> &'static [Record] {
    static RECORDS: OnceLock<Vec<Record>> = OnceLock::new();
    RECORDS.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("all.jsonl");
        let finished = run_with(experiment(), &Selection::All, &file, 2).unwrap();
        let n_runs = experiment().runs.len();
        assert_eq!((finished.n_written, finished.n_left), (n_runs, 0));
        merge(&[file]).unwrap().records
    })
}

pub fn find(instance: &str, configuration: &str) -> &'static Record {
    let is_it = |it: &&Record| it.instance == instance && it.configuration == configuration;
    records().iter().find(is_it).unwrap()
}

#[test]
fn a_record_says_what_the_run_was_and_took() {
    let a_star = find("easy", "a-star manhattan");
    assert_eq!(a_star.outcome, Outcome::Solved);
    assert_eq!(
        (a_star.moves, a_star.cost, a_star.optimal),
        (Some(1), Some(1), Some(true))
    );
    assert_eq!(a_star.path.as_deref(), Some("R"));
    // The start and its three successors.
    assert_eq!((a_star.expanded, a_star.generated), (1, 4));
    assert_eq!(
        (a_star.initial_h, a_star.reopened, a_star.duplicates),
        (Some(1), Some(0), Some(0))
    );
    assert_eq!(a_star.settings.seed, None);
    let measured = a_star.measured.as_ref().unwrap();
    assert!(measured.seconds > 0.0 && measured.peak_bytes > 0 && measured.jobs == 2);

    let stopped = find("medium#1", "breadth-first");
    assert_eq!((stopped.outcome, stopped.expanded), (Outcome::Stopped, 400));
    assert_eq!(stopped.stopped_by.as_deref(), Some("expanded"));
    assert_eq!((stopped.initial_h, &stopped.path), (None, &None));
    // Each duplicate was generated, and so was each state on the frontier or expanded.
    let duplicates = stopped.duplicates.unwrap();
    assert!(
        duplicates > 0 && duplicates < stopped.generated,
        "{duplicates}"
    );
    assert_eq!(stopped.settings.max_expanded, Some(400));

    let random = find("medium#1", "Random manhattan");
    assert_eq!(random.settings.seed, Some(1));
    let engine = find("medium#1", "fastest-optimal");
    assert_eq!(
        (engine.moves, engine.reopened, engine.duplicates),
        (Some(16), None, None)
    );
    assert_eq!(
        find("unsolvable", "breadth-first").outcome,
        Outcome::Unsolvable
    );
}

/// Every node that breadth-first search generates is expanded, on the frontier, or a duplicate.
#[test]
fn counts_of_nodes_add_up() {
    let all = load(&with(json!({
        "instances": ["1 2 / _ 3"],
        "algorithms": [
            {"algorithm": "uniform-cost", "goal_test": "late"},
        ],
    })));
    let experiment = all.unwrap();
    let job = experiment.job(&experiment.runs[0]);
    let (report, tally) = tilescope_lab::solve_tallied(&job, &Interrupt::default()).unwrap();
    let counts = report.counts;
    let in_tree = counts.expanded + counts.frontier.unwrap();
    assert!(tally.duplicates > 0);
    assert!(
        counts.generated - tally.duplicates >= in_tree,
        "{counts:?} {tally:?}"
    );
    assert!(
        counts.generated - tally.duplicates <= in_tree + 1,
        "{counts:?} {tally:?}"
    );
}

#[test]
fn shards_make_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for number in 1..=16 {
        let shard = Selection::Shard(format!("{number}/16").parse().unwrap());
        let file = folder.path().join(format!("{number}.jsonl"));
        run_with(experiment(), &shard, &file, 1).unwrap();
        files.push(file);
    }
    let mut whole = Merged {
        records: records().to_vec(),
        ..Merged::default()
    };
    whole.set_measurements_aside();
    assert_eq!(counts(&files), whole.to_lines());
    // Records twice are records once.
    let twice = [files.clone(), files].concat();
    assert_eq!(merge(&twice).unwrap().n_equal, experiment().runs.len());
    assert_eq!(counts(&twice), whole.to_lines());
}

/// Whatever part of the file a killed process leaves, the next start goes on from its last record.
#[test]
fn the_next_start_goes_on_after_a_torn_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("records.jsonl");
    let lines: Vec<String> = records().iter().map(|it| it.to_line().unwrap()).collect();
    let n_runs = lines.len();
    let third = lines[2].len();
    for (n_bytes, n_kept) in [
        (0, 2),
        (1, 2),
        (9, 2),
        (third / 2, 2),
        (third - 2, 2),
        (third - 1, 3),
    ] {
        fs::write(&file, lines[..2].concat() + &lines[2][..n_bytes]).unwrap();
        let mut torn = None;
        let request = RunRequest {
            experiment: experiment(),
            selection: &Selection::All,
            records: &file,
            jobs: NonZero::new(2).unwrap(),
            cores: Cores::Shared,
            accepts_changes: false,
            interrupt: &Interrupt::default(),
        };
        let finished = run(&request, &mut |event| {
            if let Event::Begun { is_torn, .. } = event {
                torn = Some(is_torn);
            }
        });
        let finished = finished.unwrap();
        assert_eq!(finished.n_done, n_kept, "{n_bytes} bytes");
        assert_eq!(finished.n_written, n_runs - n_kept, "{n_bytes} bytes");
        assert_eq!(torn, Some(n_bytes > 0 && n_kept == 2), "{n_bytes} bytes");
        let scanned = scan(&file, &mut |_| ()).unwrap();
        assert_eq!((scanned.n_records, scanned.is_torn), (n_runs as u64, false));
    }
}

#[test]
fn records_of_something_else_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("records.jsonl");
    let lines: Vec<String> = records().iter().map(|it| it.to_line().unwrap()).collect();
    let refused = |experiment: &Experiment| {
        let before = fs::read(&file).unwrap();
        let error = run_with(experiment, &Selection::All, &file, 1)
            .unwrap_err()
            .to_string();
        assert_eq!(fs::read(&file).unwrap(), before);
        error
    };
    for (text, words) in [
        ("my notes", "in line 1 of"),
        ("{\"id\": 7}\n", "in line 1 of"),
        (&format!("{}half a line\n", lines[0]), "in line 2 of"),
    ] {
        fs::write(&file, text).unwrap();
        let error = refused(experiment());
        assert!(
            error.contains("this is no record") && error.contains(words),
            "{error}"
        );
    }
    // The experiment loses a run and gains another.
    fs::write(&file, lines[..3].concat()).unwrap();
    let mut changed = fields();
    changed["instances"][1]["goal"] = "spiral".into();
    let changed = load(&changed).unwrap();
    let error = refused(&changed);
    assert!(
        error.contains("has changed since 3 of these 3 records"),
        "{error}"
    );
    let request = RunRequest {
        experiment: &changed,
        selection: &Selection::All,
        records: &file,
        jobs: NonZero::<usize>::MIN,
        cores: Cores::Shared,
        accepts_changes: true,
        interrupt: &Interrupt::default(),
    };
    assert_eq!(run(&request, &mut |_| ()).unwrap().n_done, 3);
    // Another process writes.
    let (held, _) = RecordFile::open(&file, &mut |_| ()).unwrap();
    assert!(RecordFile::is_locked(&file));
    let error = refused(experiment());
    assert!(error.contains("another process is writing"), "{error}");
    drop(held);
    assert!(!RecordFile::is_locked(&file));
}

#[test]
fn an_interrupted_run_leaves_no_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("records.jsonl");
    let interrupt = Interrupt::default();
    let request = RunRequest {
        experiment: experiment(),
        selection: &Selection::All,
        records: &file,
        jobs: NonZero::new(2).unwrap(),
        cores: Cores::Shared,
        accepts_changes: false,
        interrupt: &interrupt,
    };
    let finished = run(&request, &mut |event| {
        if let Event::Written(_) = event {
            interrupt.stop();
        }
    });
    let finished = finished.unwrap();
    assert!(
        finished.n_written >= 1 && finished.n_left >= 1,
        "{finished:?}"
    );
    let scanned = scan(&file, &mut |_| ()).unwrap();
    assert_eq!(scanned.n_records, finished.n_written as u64);
}

#[test]
fn records_that_differ_are_shown_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = ["a.jsonl", "b.jsonl"].map(|name| folder.path().join(name));
    let original = find("medium#1", "a-star manhattan").clone();
    fs::write(&a, original.to_line().unwrap()).unwrap();
    let merged = |change: &dyn Fn(&mut Record)| {
        let mut other = original.clone();
        change(&mut other);
        fs::write(&b, other.to_line().unwrap()).unwrap();
        merge(&[a.clone(), b.clone()]).unwrap()
    };
    // Another machine and another name change nothing.
    let equal = merged(&|other| {
        other.instance = "another name".into();
        other.measured.as_mut().unwrap().seconds = 77.0;
    });
    assert_eq!((equal.conflicts.len(), equal.n_equal), (0, 1));
    assert_eq!(equal.records, std::slice::from_ref(&original));
    // Another count is refused.
    let differs = merged(&|other| other.expanded += 1);
    let [conflict] = &differs.conflicts[..] else {
        panic!("{differs:?}");
    };
    let values = [original.expanded, original.expanded + 1].map(|n| n.to_string());
    assert_eq!(conflict.fields, [("expanded".to_owned(), values)]);
    assert_eq!(conflict.files, [a.clone(), b.clone()]);
    // Where time stopped the run, its counts depend on the machine: the longer run stays.
    let stopped = |record: &mut Record, expanded| {
        record.outcome = Outcome::Stopped;
        record.stopped_by = Some("time".into());
        record.expanded = expanded;
    };
    let mut short = original.clone();
    stopped(&mut short, 5);
    fs::write(&a, short.to_line().unwrap()).unwrap();
    let longer = merged(&|other| stopped(other, 9));
    assert_eq!(longer.conflicts, []);
    assert_eq!(longer.records[0].expanded, 9);
}

#[test]
fn configurations_are_in_the_order_of_the_experiment_from_the_first_record_on() {
    let all = Results::new(records().to_vec());
    assert_eq!(all.configurations[0], "a-star manhattan");
    // Without the first runs, and in another order.
    let some = records().iter().skip(3).rev().cloned();
    let some = Results::new(some.collect());
    assert_eq!(some.configurations, all.configurations);
    assert_eq!(some.instances, all.instances);
}
