//! Drafts of experiments: what is written is an experiment, and nothing of a file is lost.

use crate::collections::conforms;
use crate::experiment::with;
use serde_json::{Value, json};
use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use tilescope_lab::experiment::{
    Cores, Draft, Event, Experiment, ExperimentError, RunRequest, Selection, Sweep, algorithm_text,
    instance_text, run,
};
use tilescope_lab::generate::{Context, Method, Request};
use tilescope_lab::{Interrupt, Settings, job};
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_puzzle::{Costs, Direction, GoalPreset, Puzzle, Size, TileCosts};
use tilescope_search::{GoalTest, Weight};

fn check(draft: &Draft) -> Result<Experiment, ExperimentError> {
    let mut context = Context {
        memory: 1 << 30,
        interrupt: &Interrupt::default(),
        on_progress: &mut |_| (),
    };
    draft.check(Some(Path::new("folder/weights.json")), &mut context)
}

#[test]
fn a_number_of_any_length_is_written_as_it_was_read() {
    let text = r#"{"format": "tilescope-experiment", "version": 1,
        "instances": [{"bundled": "korf-100", "puzzles": [16666666666666666666666666666]}],
        "algorithms": ["a-star"]}"#;
    let draft = Draft::from_text(text).unwrap();
    assert_eq!(Draft::from_text(&draft.to_text()).unwrap(), draft);
}

fn puzzle() -> Puzzle {
    let goal = GoalPreset::BlankLast.board(Size::EIGHT_PUZZLE);
    let mut start = goal.clone();
    start.slide(Direction::Up);
    let costs = Costs::default().with(Direction::Down, 3).unwrap();
    Puzzle {
        costs: costs.with_tiles(TileCosts::Number),
        ..Puzzle::new("One move", start, goal).unwrap()
    }
}

#[test]
fn what_is_put_together_is_an_experiment() {
    let mut draft = Draft::default();
    assert!(draft.is_empty());
    let error = check(&draft).unwrap_err().to_string();
    assert!(error.contains("has no runs"), "{error}");
    draft.add_puzzle(&puzzle());
    // A second puzzle of this name goes by its board.
    let mut other = puzzle();
    other.start.slide(Direction::Left);
    draft.add_puzzle(&other);
    draft.add_bundled("korf-12");
    let goal = GoalPreset::BlankFirst.board(Size::EIGHT_PUZZLE);
    let methods = [
        Method::Uniform,
        Method::Walk(30),
        Method::Distance(12),
        Method::Hardest,
        Method::Manhattan(8..=14),
    ];
    for (seed, method) in (5..).zip(methods) {
        draft.add_generated(&Request {
            goal: goal.clone(),
            method,
            count: 2,
            seed,
        });
    }
    let a_star = Settings::new(job::algorithm("a-star").unwrap(), DEFAULT_HEURISTIC);
    draft.add_algorithm(&a_star);
    let mut weighted = a_star.with_algorithm(job::algorithm("weighted-a-star").unwrap());
    weighted.options.weight = Weight::new(2.5).unwrap();
    weighted.order = "LRUD".parse().unwrap();
    draft.add_algorithm(&weighted);
    draft.heuristics = vec!["misplaced".into(), "manhattan + 1".into()];
    draft.limits.max_expanded = Some(50);
    draft.repetitions = 2;
    let experiment = check(&draft).unwrap();
    assert_eq!(experiment.name, "weights");
    assert_eq!(experiment.instances.len(), 3 + 5 * 2);
    assert_eq!(experiment.configurations.len(), 2 * 2);
    assert_eq!(experiment.runs.len(), 13 * 4 * 2);
    assert_eq!(experiment.instances[0].puzzle.costs, puzzle().costs);
    assert_eq!(experiment.instances[1].puzzle.start, other.start);
    let last = &experiment.configurations[3].settings;
    assert_eq!(last.options.weight, weighted.options.weight);
    assert_eq!(last.order, weighted.order);
    assert_eq!(last.limits.expanded, Some(50));
    let texts: Vec<String> = draft.instances.iter().map(instance_text).collect();
    assert_eq!(texts[0], "One move");
    assert_eq!(texts[5], "2 of 3×3, distance 12, seed 7");
    assert_eq!(texts[6], "2 of 3×3, hardest, seed 8");
    assert_eq!(algorithm_text(&draft.algorithms[0]), "A*");
    assert_eq!(
        algorithm_text(&draft.algorithms[1]),
        "Weighted A*, order LRUD, weight 2.5"
    );
}

#[test]
fn puzzles_of_a_collection_are_chosen_by_their_numbers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../saved_puzzles");
    let korf = root.join("collections/korf-100.json");
    let mut draft = Draft::default();
    draft.add_of_file(&korf, &[12, 79]);
    draft.add_of_bundled("korf-100", &[1, 2, 3]);
    draft.add_algorithm(&Settings::new(
        job::algorithm("ida-star").unwrap(),
        DEFAULT_HEURISTIC,
    ));
    let texts: Vec<String> = draft.instances.iter().map(instance_text).collect();
    assert_eq!(texts, ["korf-100.json, 12, 79", "korf-100, 1..3"]);
    let experiment = check(&draft).unwrap();
    let names = experiment.instances.iter().map(|it| &*it.puzzle.name);
    let names: Vec<&str> = names.collect();
    assert_eq!(names, ["012", "079", "001", "002", "003"]);
}

#[test]
fn a_file_that_is_saved_again_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../saved_puzzles");
    fs::copy(root.join("korf-12.json"), folder.path().join("korf.json")).unwrap();
    let value = with(json!({
        "name": "Weights", "notes": "What to look for.", "seed": 7,
        "instances": ["2 8 3 / 1 6 4 / 7 _ 5", {"file": "korf.json"}],
        "algorithms": ["a-star", {"algorithm": "weighted-a-star", "weight": [1, 1.5], "name": "W"}],
        "heuristics": ["manhattan"],
        "limits": {"max_expanded": 10, "max_time": 0.5},
        "repetitions": 3,
        "records": "elsewhere.jsonl",
    }));
    let path = folder.path().join("experiment.json");
    fs::write(&path, value.to_string()).unwrap();
    let draft = Draft::load(&path).unwrap();
    let records = draft.records.as_deref().map(Path::new);
    assert_eq!(records, Some(&*folder.path().join("elsewhere.jsonl")));
    draft.save(&path).unwrap();
    let saved: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(saved, value);
    let schema = include_str!("../../../../docs/experiment.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    conforms(&schema, &schema, &saved).unwrap();
    // Elsewhere the file keeps its place.
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = elsewhere.path().join("copy.json");
    draft.save(&copy).unwrap();
    let copied = check(&Draft::load(&copy).unwrap()).unwrap();
    assert_eq!(copied.fingerprint, check(&draft).unwrap().fingerprint);
}

#[test]
fn a_file_that_is_no_experiment_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.json");
    for (text, expected) in [
        ("{", "broken.json"),
        (
            r#"{"format": "tilescope-puzzle", "version": 1}"#,
            "this is not an experiment",
        ),
        (
            r#"{"format": "tilescope-experiment", "version": 3}"#,
            "up to version 2",
        ),
        (
            r#"{"format": "tilescope-experiment", "version": 1, "runs": 3}"#,
            "there is no field “runs”",
        ),
        (
            r#"{"format": "tilescope-experiment", "version": 1, "instances": 3}"#,
            "expected a sequence",
        ),
    ] {
        fs::write(&path, text).unwrap();
        let error = Draft::load(&path).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_paused_experiment_writes_nothing_until_it_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let mut draft = Draft::default();
    draft.add_puzzle(&puzzle());
    draft.algorithms = vec!["breadth-first".into(), "a-star".into()];
    let experiment = check(&draft).unwrap();
    let interrupt = Interrupt::default();
    interrupt.pause();
    let (sender, events) = mpsc::channel();
    let path = folder.path().join("records.jsonl");
    thread::scope(|scope| {
        let (experiment, interrupt, path) = (&experiment, &interrupt, &path);
        let worker = scope.spawn(move || {
            let request = RunRequest {
                experiment,
                selection: &Selection::All,
                records: path,
                jobs: NonZero::new(2).unwrap(),
                cores: Cores::Shared,
                accepts_changes: false,
                interrupt,
            };
            run(&request, &mut |event| {
                let name = match event {
                    Event::Found(_) => "found",
                    Event::Begun { .. } => "begun",
                    Event::Waiting => "waiting",
                    Event::Started(_) => "started",
                    Event::Written(_) => "written",
                };
                sender.send(name).unwrap();
            })
        });
        assert_eq!(events.recv(), Ok("begun"));
        assert!(events.recv_timeout(Duration::from_millis(120)).is_err());
        interrupt.resume();
        let finished = worker.join().unwrap().unwrap();
        assert_eq!((finished.n_written, finished.n_left), (2, 0));
    });
    let mut names: Vec<&str> = events.iter().collect();
    names.sort_unstable();
    assert_eq!(names, ["started", "started", "written", "written"]);
}

#[test]
fn a_sweep_takes_every_value_of_a_setting() {
    for algorithm in tilescope_lab::catalogue() {
        let settings = Settings::new(algorithm, DEFAULT_HEURISTIC);
        for sweep in Sweep::all(&settings) {
            let draft = Draft::sweep(&puzzle(), &settings, sweep);
            let experiment = check(&draft).unwrap_or_else(|error| panic!("{error}"));
            let n_values = sweep.values().len();
            assert_eq!(
                experiment.runs.len(),
                n_values,
                "{} {}",
                algorithm.key,
                sweep.name()
            );
        }
    }
    let settings = |key| Settings::new(job::algorithm(key).unwrap(), DEFAULT_HEURISTIC);
    let ida_star = settings("ida-star");
    let names: Vec<&str> = Sweep::all(&ida_star).iter().map(|it| it.name()).collect();
    assert!(names.contains(&"Move order"), "{names:?}");
    assert_eq!(Sweep::Order.values().len(), 24);
    let weights = Sweep::all(&settings("weighted-a-star"));
    let weights = weights.iter().find(|it| it.name() == "Weight w").unwrap();
    let expected: Vec<Value> = (2..=10).map(|half| json!(f64::from(half) / 2.0)).collect();
    assert_eq!(weights.values(), expected);
}

/// A draft names the goal test where its version means another one.
#[test]
fn a_draft_keeps_its_version_and_what_it_means() {
    let settings = |goal_test: GoalTest| {
        let algorithm = job::algorithm("breadth-first").unwrap();
        let mut settings = Settings::new(algorithm, DEFAULT_HEURISTIC);
        settings.options.goal_test = goal_test;
        settings
    };
    let first = json!({
        "format": "tilescope-experiment", "version": 1, "instances": [], "algorithms": [],
    });
    let first = Draft::from_text(&first.to_string()).unwrap();
    assert!(first.is_empty());
    let named = |goal_test: &str| json!({"algorithm": "breadth-first", "goal_test": goal_test});
    for (mut draft, version, late, early) in [
        (first, 1, json!("breadth-first"), named("early")),
        (Draft::default(), 2, named("late"), json!("breadth-first")),
    ] {
        draft.add_puzzle(&puzzle());
        draft.add_algorithm(&settings(GoalTest::Late));
        draft.add_algorithm(&settings(GoalTest::Early));
        assert_eq!(draft.algorithms, [late, early]);
        let draft = Draft::from_text(&draft.to_text()).unwrap();
        let written: Value = serde_json::from_str(&draft.to_text()).unwrap();
        assert_eq!(written["version"], version);
        let configurations = check(&draft).unwrap().configurations;
        let tests: Vec<_> = configurations
            .iter()
            .map(|it| it.settings.goal_test())
            .collect();
        assert_eq!(tests, [Some(GoalTest::Late), Some(GoalTest::Early)]);
    }
}
