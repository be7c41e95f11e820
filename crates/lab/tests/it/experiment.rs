//! Experiments: the grid and its ids, the schema, what is refused before anything starts.

use crate::collections::conforms;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tilescope_lab::Interrupt;
use tilescope_lab::experiment::{Experiment, ExperimentError, Selection};
use tilescope_lab::generate::Context;
use tilescope_search::GoalTest;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reads an experiment whose files are those of the repository.
pub fn load(value: &Value) -> Result<Experiment, ExperimentError> {
    let mut context = Context {
        memory: 1 << 30,
        interrupt: &Interrupt::default(),
        on_progress: &mut |_| (),
    };
    Experiment::from_json(&value.to_string(), &root(), &mut context)
}

/// An experiment with these fields beside the format.
pub fn with(fields: Value) -> Value {
    let mut value = json!({"format": "tilescope-experiment", "version": 1});
    for (key, field) in fields.as_object().unwrap() {
        value[key] = field.clone();
    }
    value
}

const EASY: &str = "1 2 3 / 4 5 6 / 7 _ 8";

fn names(experiment: &Experiment) -> [Vec<&str>; 2] {
    let instances = experiment.instances.iter().map(|it| it.name.as_str());
    let configurations = experiment.configurations.iter().map(|it| it.name.as_str());
    [instances.collect(), configurations.collect()]
}

#[test]
fn the_grid_is_the_product() {
    let experiment = load(&with(json!({
        "instances": [
            EASY,
            {"board": "8 6 7 / 2 5 4 / 3 _ 1", "name": "hard", "goal": "spiral", "costs": {"up": 2}},
            {"file": "saved_puzzles/collections/korf-100.json", "puzzles": "78..79"},
            {"bundled": "farthest-8-puzzles", "puzzles": [2]},
            {"bundled": "korf-12"},
            {"generate": {"distance": 5, "count": 2, "seed": 3}},
        ],
        "algorithms": [
            "breadth-first",
            "a-star",
            {"algorithm": "weighted-a-star", "weight": [1, 2.5], "heuristics": ["misplaced"]},
            {"algorithm": "ida-star", "name": "deep", "order": ["UDLR", "LRUD"]},
        ],
        "heuristics": ["manhattan", "max(manhattan, 2*misplaced)"],
        "repetitions": 2,
    })))
    .unwrap();
    let [instances, configurations] = names(&experiment);
    assert_eq!(
        instances,
        [
            EASY,
            "hard",
            "korf-100#78",
            "korf-100#79",
            "farthest-8-puzzles#2",
            "korf-12",
            "3×3 5 moves from the goal, seed 3#1",
            "3×3 5 moves from the goal, seed 3#2",
        ]
    );
    assert_eq!(
        configurations,
        [
            "breadth-first",
            "a-star manhattan",
            "a-star max(manhattan, 2*misplaced)",
            "weighted-a-star weight=1 misplaced",
            "weighted-a-star weight=2.5 misplaced",
            "deep order=UDLR manhattan",
            "deep order=UDLR max(manhattan, 2*misplaced)",
            "deep order=LRUD manhattan",
            "deep order=LRUD max(manhattan, 2*misplaced)",
        ]
    );
    let words = [0, 1, 2, 4, 5].map(|it| &*experiment.configurations[it].words);
    assert_eq!(
        words,
        [
            "Breadth-first search",
            "A* · Manhattan distance",
            "A* · max(Manhattan distance, 2 × Misplaced tiles)",
            "Weighted A* · weight 2.5 · Misplaced tiles",
            "deep order=UDLR · Manhattan distance",
        ]
    );
    assert_eq!(experiment.runs.len(), 8 * 9 * 2);
    let ids: HashSet<_> = experiment.runs.iter().map(|run| run.id).collect();
    assert_eq!(ids.len(), experiment.runs.len());
    // Each run is in one of seven shards, whatever it is.
    let shards = (1..=7).map(|number| {
        let shard = Selection::Shard(format!("{number}/7").parse().unwrap());
        experiment.select(&shard).unwrap()
    });
    let mut sharded: Vec<usize> = shards.flatten().map(|run| run.number).collect();
    sharded.sort_unstable();
    assert!(sharded.into_iter().eq(1..=experiment.runs.len()));
}

/// A change of an id would make the records of earlier versions useless.
#[test]
fn ids_depend_on_what_defines_a_run_alone() {
    let id = |fields: Value| {
        let experiment = load(&with(fields)).unwrap();
        experiment.runs[0].id.to_string()
    };
    let plain = json!({"instances": [EASY], "algorithms": ["a-star"]});
    let first = id(plain.clone());
    assert_eq!(first, "a3e2e33c8947e4b5");
    let same = json!({
        "name": "other", "seed": 9,
        "instances": [{"board": EASY, "name": "other", "goal": "blank-last"}],
        "algorithms": [{"algorithm": "a-star", "name": "other", "ties": "low-h"}],
        "heuristics": ["manhattan"],
    });
    assert_eq!(id(same), first);
    let change = |key: &str, value: Value| {
        let mut changed = plain.clone();
        changed[key] = value;
        changed
    };
    for changed in [
        change("instances", json!([{"board": EASY, "goal": "spiral"}])),
        change("instances", json!([{"board": EASY, "costs": {"left": 2}}])),
        change(
            "algorithms",
            json!([{"algorithm": "a-star", "ties": "fifo"}]),
        ),
        change(
            "algorithms",
            json!([{"algorithm": "a-star", "order": "DURL"}]),
        ),
        change("algorithms", json!(["greedy-best-first"])),
        change("heuristics", json!(["misplaced"])),
        change("limits", json!({"max_expanded": 10})),
        change("limits", json!({"max_time": 10})),
    ] {
        assert_ne!(id(changed.clone()), first, "{changed}");
    }
}

#[test]
fn repetitions_of_random_searches_have_other_seeds() {
    let experiment = load(&with(json!({
        "instances": [EASY],
        "algorithms": [{"algorithm": "simulated-annealing", "seed": 7}, "a-star"],
        "repetitions": 3,
    })))
    .unwrap();
    let seeds = experiment
        .runs
        .iter()
        .map(|run| experiment.job(run).settings.options.seed);
    assert_eq!(seeds.collect::<Vec<_>>(), [7, 8, 9, 1, 1, 1]);
}

#[test]
fn bad_experiments_are_refused_before_anything_starts() {
    let began = Instant::now();
    let a_star = json!(["a-star"]);
    let many: Vec<u32> = (1..=1000).collect();
    let distance = |count: u32| json!([{"generate": {"distance": 20, "count": count}}]);
    for (fields, words) in [
        (
            json!({"instances": distance(1_000_000), "algorithms": a_star, "repetitions": 1000}),
            "1\u{2009}000\u{2009}000 instances × 1 configuration × 1\u{2009}000 repetitions, more than",
        ),
        (
            json!({"instances": [EASY], "algorithms": [{"algorithm": "beam",
            "beam_width": many, "restarts": 1}]}),
            "no field “restarts”",
        ),
        (
            json!({"instances": [EASY], "algorithms": [{"algorithm": "random-restart-hill-climbing",
            "sideways": many, "restarts": many}]}),
            "more than 100000 configurations",
        ),
        (
            json!({"instances": [{"file": "nowhere.json"}], "algorithms": a_star}),
            "there is no such file",
        ),
        (
            json!({"instances": [{"bundled": "nowhere"}], "algorithms": a_star}),
            "no bundled puzzle or collection “nowhere”",
        ),
        (
            json!({"instances": [{"bundled": "romania"}], "algorithms": a_star}),
            "road map",
        ),
        (
            json!({"instances": [{"bundled": "korf-100", "puzzles": "99..101"}], "algorithms": a_star}),
            "not a range such as 1..100, in entry 1 of “instances”",
        ),
        (
            json!({"instances": [EASY, {"board": EASY, "name": "twin"}], "algorithms": a_star}),
            "two runs are the same",
        ),
        (
            json!({"instances": [EASY, EASY], "algorithms": a_star}),
            "two instances are named",
        ),
        (
            json!({"instances": [EASY], "algorithms": ["b-star"]}),
            "no algorithm “b-star”",
        ),
        (
            json!({"instances": [EASY], "algorithms": a_star, "heuristics": ["wishful"]}),
            "wishful",
        ),
        (
            json!({"instances": [EASY], "algorithms": a_star, "heuristics": ["pdb-5-5-5"]}),
            "for the configuration “a-star pdb-5-5-5” with the instance",
        ),
        (
            json!({"instances": [EASY], "algorithms": [{"algorithm": "a-star", "weight": 2}]}),
            "no field “weight”",
        ),
        (
            json!({"instances": [EASY], "algorithms": [{"algorithm": "weighted-a-star", "weight": -1}]}),
            "“weight” does not take -1, in entry 1 of “algorithms”",
        ),
        (
            json!({"instances": [EASY], "algorithms": [{"algorithm": "weighted-a-star", "weight": []}]}),
            "“weight” is an empty list",
        ),
        (
            json!({"instances": ["1 2 3 / 4 5"], "algorithms": a_star}),
            "entry 1 of “instances”",
        ),
        (
            json!({"instances": [7], "algorithms": a_star}),
            "7 is no instance",
        ),
        (
            json!({"instances": [{"generate": {"walk": 3, "hardest": true}}], "algorithms": a_star}),
            "give one of distance",
        ),
        (
            json!({"instances": distance(0), "algorithms": a_star}),
            "“count” is 0",
        ),
        (
            json!({"instances": [{"generate": {"distance": 99}}], "algorithms": a_star}),
            "no 3×3 board is 99 moves from this goal",
        ),
        (
            json!({"instances": [], "algorithms": a_star}),
            "has no runs",
        ),
        (
            json!({"instances": [EASY], "algorithms": a_star, "limits": {"max_time": 0}}),
            "“max_time” is 0, not a number of seconds above 0, in “limits”",
        ),
        (
            json!({"instances": [EASY], "algorithms": a_star, "rounds": 2}),
            "no field “rounds”",
        ),
        (
            json!({"instances": [EASY], "algorithms": a_star, "version": 3}),
            "update it",
        ),
        (
            json!({"instances": [EASY], "algorithms": a_star, "format": "x"}),
            "not an experiment",
        ),
    ] {
        let value = with(fields);
        let error = load(&value).expect_err(&value.to_string()).to_string();
        assert!(error.contains(words), "{error}\nlacks: {words}");
        assert!(!error.contains('\n'), "{error}");
    }
    assert!(began.elapsed().as_secs() < 5, "{:?}", began.elapsed());
}

/// The published schema accepts what is read, and refuses what breaks its form.
#[test]
fn the_schema_describes_the_format() {
    let schema = std::fs::read_to_string(root().join("docs/experiment.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    for (fields, is_valid) in [
        (
            json!({"instances": [EASY], "algorithms": ["a-star"], "seed": 3}),
            true,
        ),
        (
            json!({"instances": [{"bundled": "korf-100", "puzzles": [1, "2"]}],
                "algorithms": [{"algorithm": "beam", "beam_width": [5, 6], "order": "UDLR"}],
                "limits": {"max_time": 0.5, "max_expanded": 5}}),
            true,
        ),
        (
            json!({"instances": [{"generate": {"walk": 9, "size": "2x3"}, "name": "w"}],
                "algorithms": ["a-star"], "repetitions": 2}),
            true,
        ),
        (json!({"instances": [EASY]}), false),
        (json!({"instances": [], "algorithms": ["a-star"]}), false),
        (
            json!({"instances": [{"generate": {"walk": 0}}], "algorithms": ["a-star"]}),
            false,
        ),
        (
            json!({"instances": [{"board": EASY, "file": "x"}], "algorithms": ["a-star"]}),
            false,
        ),
        (
            json!({"instances": [EASY], "algorithms": [{"name": "x"}]}),
            false,
        ),
        (
            json!({"instances": [EASY], "algorithms": ["a-star"], "heuristics": "zero"}),
            false,
        ),
        (
            json!({"instances": [EASY], "algorithms": ["a-star"], "limits": {"max_time": 0}}),
            false,
        ),
        (
            json!({"instances": [EASY], "algorithms": ["a-star"], "repetitions": 0}),
            false,
        ),
    ] {
        let value = with(fields);
        let checked = conforms(&schema, &schema, &value);
        assert_eq!(checked.is_ok(), is_valid, "{value}: {checked:?}");
        let read = load(&value);
        assert_eq!(read.is_ok(), is_valid, "{value}: {read:?}");
    }
}

/// An experiment of version 1 means the late goal test where it names none, so its runs keep their
/// ids; in version 2 breadth-first search tests early.
#[test]
fn the_version_decides_on_a_goal_test_that_is_not_named() {
    let run = |version: u64, algorithm: Value| {
        let mut fields = with(json!({"instances": [EASY], "algorithms": [algorithm]}));
        fields["version"] = version.into();
        let experiment = load(&fields).unwrap();
        let settings = experiment.job(&experiment.runs[0]).settings;
        (settings.goal_test(), experiment.runs[0].id.to_string())
    };
    let named = |goal_test: &str| json!({"algorithm": "breadth-first", "goal_test": goal_test});
    let late = run(1, "breadth-first".into());
    assert_eq!(late, (Some(GoalTest::Late), "ed0f252399097aee".into()));
    assert_eq!(run(1, named("late")), late);
    assert_eq!(run(2, named("late")), late);
    let early = run(2, "breadth-first".into());
    assert_eq!(early.0, Some(GoalTest::Early));
    assert_ne!(early.1, late.1);
    assert_eq!(run(2, named("early")), early);
    assert_eq!(run(1, named("early")), early);
    // No other default has changed.
    for about in tilescope_lab::catalogue().filter(|about| about.key != "breadth-first") {
        assert_eq!(
            about.defaults(),
            about.defaults_of_first_version(),
            "{}",
            about.key
        );
    }
    assert_eq!(run(1, "a-star".into()), run(2, "a-star".into()));
}
