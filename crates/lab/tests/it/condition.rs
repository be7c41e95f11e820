//! Conditions on nodes: what they find, and what is said where they are none.

use std::rc::Rc;
use tilescope_lab::condition::{self, Condition, Matches};
use tilescope_lab::trace_file::{Loaded, States, TraceFile, load};
use tilescope_lab::{
    Interrupt, Job, Settings, State, examples, explain, files, job, solve_recorded,
};
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_search::NodeOutcome;
use tilescope_trace::{NodeId, Status, Trace};

fn job(puzzle: &str, algorithm: &str) -> Job {
    let algorithm = job::algorithm(algorithm).unwrap();
    let mut settings = Settings::new(algorithm, DEFAULT_HEURISTIC);
    settings.limits.expanded = Some(3_000);
    Job {
        problem: files::from_text(puzzle).unwrap(),
        settings,
        search_unsolvable: false,
        record: u32::MAX,
    }
}

fn run(puzzle: &str, algorithm: &str) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.tilescope-trace");
    let job = job(puzzle, algorithm);
    let trace = Rc::new(TraceFile::create(&path, &job).unwrap());
    let report = solve_recorded(&job, &Interrupt::default(), Rc::<TraceFile>::clone(&trace));
    trace.finish(&report.unwrap()).unwrap();
    load(&path, u32::MAX, &Interrupt::default(), &mut |_| {}).unwrap()
}

fn find(run: &Loaded, condition: &str) -> Matches {
    let parsed = Condition::parse(condition, &run.job).unwrap();
    let mut last = 0.0;
    let mut progress = |done| {
        assert!(done <= 1.0);
        last = f64::max(last, done);
    };
    let interrupt = Interrupt::default();
    let problem = &run.job.problem;
    let found = condition::find(&parsed, problem, &run.trace, &interrupt, &mut progress);
    assert_eq!(last, 1.0);
    found.unwrap()
}

/// More nodes than one thread takes at once.
#[test]
fn a_large_record_is_searched_whole() {
    let mut job = job("8 6 7 / 2 5 4 / 3 _ 1", "breadth-first");
    job.settings.limits.expanded = Some(60_000);
    let (_, trace) = crate::breakpoint::whole(&job);
    assert!(trace.n_nodes() > 150_000);
    let mut states = States::new(&job.problem, &trace);
    let interrupt = Interrupt::default();
    let board = "board = \"8 6 * / * * 7 / * * _\"";
    for condition in [
        board.to_owned(),
        format!("{board} and depth > 9 and duplicate"),
    ] {
        let parsed = Condition::parse(&condition, &job).unwrap();
        let found = condition::find(&parsed, &job.problem, &trace, &interrupt, &mut |_| {});
        let found = found.unwrap();
        assert!(!found.is_empty(), "{condition}");
        let is_short = condition == board;
        for node in 0..trace.n_nodes() {
            let is_so = is_short
                || trace.depth(node) > 9
                    && trace.status(node, trace.n_expanded())
                        == Status::Discarded(NodeOutcome::Duplicate);
            // A state takes longer than the rest.
            let holds = is_so && {
                let state = states.state(node);
                let tiles = tiles(&state);
                [0, 1, 5, 8].map(|cell| tiles[cell]) == [8, 6, 7, 0]
            };
            assert_eq!(found.contains(node), holds, "{condition}, {node}");
        }
    }
}

#[test]
fn a_search_for_nodes_can_be_interrupted() {
    let run = run("2 8 3 / 1 6 4 / 7 _ 5", "a-star");
    let interrupt = Interrupt::default();
    interrupt.stop();
    for condition in ["h < 5", "board = \"1 * * / * * * / * * *\""] {
        let parsed = Condition::parse(condition, &run.job).unwrap();
        let problem = &run.job.problem;
        let found = condition::find(&parsed, problem, &run.trace, &interrupt, &mut |_| {});
        assert_eq!(found, None);
    }
}

/// A condition in Rust.
type Naive = fn(&Trace, &Job, NodeId, &State) -> bool;

fn f(trace: &Trace, job: &Job, node: NodeId) -> f64 {
    explain::f(job, trace.g(node), trace.h(node)).unwrap().get()
}

fn tiles(state: &State) -> &[u8] {
    match state {
        State::Board(board) => board.tiles(),
        State::City(_) => &[],
    }
}

const CASES: [(&str, Naive); 12] = [
    ("f = 18 and h < 5", |trace, job, node, _| {
        f(trace, job, node) == 18.0 && trace.h(node) < 5
    }),
    ("g > h or not depth >= 4", |trace, _, node, _| {
        trace.g(node) > trace.h(node) || trace.depth(node) < 4
    }),
    ("depth ≤ 6 and (h = 8 or h = 9)", |trace, _, node, _| {
        trace.depth(node) <= 6 && [8, 9].contains(&trace.h(node))
    }),
    ("step > 20 and step <= 300", |trace, _, node, _| {
        (21..=300).contains(&trace.generated_at(node))
    }),
    ("1_000 <= id", |_, _, node, _| node >= 1000),
    ("h != 7.5", |_, _, _, _| true),
    ("expanded and not solution", |trace, _, node, _| {
        trace.status(node, trace.n_expanded()) == Status::Expanded
            && !trace.solution().contains(&node)
    }),
    ("duplicate or cycle or cut", |trace, _, node, _| {
        matches!(trace.status(node, trace.n_expanded()), Status::Discarded(_))
    }),
    ("frontier", |trace, _, node, _| {
        trace.status(node, trace.n_expanded()) == Status::Frontier
    }),
    ("Reopened OR improved", |trace, _, node, _| {
        matches!(
            trace.outcome(node),
            NodeOutcome::Reopened | NodeOutcome::Improved
        )
    }),
    ("board = \"1 * * / * _ * / * * *\"", |_, _, _, state| {
        tiles(state)[0] == 1 && tiles(state)[4] == 0
    }),
    (
        "not board != \"* * * / * * * / * x 5\" and h > 3",
        |trace, _, node, state| tiles(state)[7] == 0 && tiles(state)[8] == 5 && trace.h(node) > 3,
    ),
];

#[test]
fn what_is_found_is_what_holds() {
    for algorithm in ["a-star", "ida-star", "nbs", "rbfs"] {
        let run = run("1 2 6 / 4 _ 8 / 7 5 3", algorithm);
        let (trace, job) = (&run.trace, &run.job);
        let mut states = States::new(&job.problem, trace);
        let states: Vec<State> = (0..trace.n_nodes())
            .map(|node| states.state(node))
            .collect();
        for (condition, naive) in CASES {
            let found = find(&run, condition);
            let expected: Vec<NodeId> = (0..trace.n_nodes())
                .filter(|&node| naive(trace, job, node, &states[node as usize]))
                .collect();
            assert!(found.iter().eq(expected.iter().copied()), "{condition}");
            assert_eq!(found.len() as usize, expected.len());
            for node in (0..trace.n_nodes() + 70).step_by(61) {
                let rank = expected.partition_point(|&it| it < node);
                assert_eq!(found.rank(node) as usize, rank);
                assert_eq!(found.first_from(node), expected.get(rank).copied());
                let before = rank.checked_sub(1).map(|i| expected[i]);
                assert_eq!(found.last_before(node), before);
                assert_eq!(found.contains(node), expected.get(rank) == Some(&node));
            }
        }
    }
}

#[test]
fn large_boards_and_cities_are_found_in_both_trees() {
    let large = "1 2 3 4 5 / 6 7 8 9 10 / 11 12 _ 14 15 / 16 17 13 18 20 / 21 22 23 19 24";
    let pattern = "board = \"* * * * * / * * * * * / * 12 * * * / * * _ * * / * * * * *\"";
    let is_pattern: fn(&State) -> bool = |state| tiles(state)[11] == 12 && tiles(state)[17] == 0;
    for algorithm in ["breadth-first", "bidirectional-breadth-first"] {
        let board = job(large, algorithm);
        let mut route = board.clone();
        route.problem = examples::by_file("romania").unwrap();
        let sibiu = route.problem.route().unwrap().map.city("Sibiu").unwrap();
        let is_sibiu = |state: &State| *state == State::City(sibiu);
        let cases = [
            (board, pattern, &is_pattern as &dyn Fn(&State) -> bool),
            (route, "city = \"Sibiu\"", &is_sibiu),
        ];
        for (job, condition, is_one) in cases {
            let (_, trace) = crate::breakpoint::whole(&job);
            let parsed = Condition::parse(condition, &job).unwrap();
            let interrupt = Interrupt::default();
            let found = condition::find(&parsed, &job.problem, &trace, &interrupt, &mut |_| {});
            let mut states = States::new(&job.problem, &trace);
            let expected = (0..trace.n_nodes()).filter(|&node| is_one(&states.state(node)));
            let expected: Vec<NodeId> = expected.collect();
            assert!(!expected.is_empty(), "{algorithm}: {condition}");
            assert!(
                found.unwrap().iter().eq(expected),
                "{algorithm}: {condition}"
            );
        }
    }
}

#[test]
fn a_city_is_found() {
    let mut job = job("1 2 3 / 4 5 6 / 7 _ 8", "a-star");
    job.problem = examples::by_file("romania").unwrap();
    assert!(Condition::parse("city = \"Sibiu\" and not cut", &job).is_ok());
    check(&job, "city = \"Sibu\"", 8, "there is no city “Sibu”");
    check(&job, "board = \"1 2\"", 9, "this search is on a road map");
}

fn check(job: &Job, condition: &str, column: usize, cause: &str) {
    let error = Condition::parse(condition, job).unwrap_err();
    assert_eq!(error.column, column, "{condition}: {error}");
    assert!(error.cause.contains(cause), "{condition}: {error}");
    assert!(
        error
            .to_string()
            .ends_with(&format!(", at column {column}"))
    );
    assert_eq!(error.to_string().lines().count(), 1);
}

/// A board, a pattern or a number says the same alone as where it is compared.
#[test]
fn what_stands_alone_is_a_board_or_the_number_of_a_node() {
    let job = job("1 2 3 / 4 5 6 / 7 _ 8", "a-star");
    let parse = |text: &str| Condition::parse(text, &job).unwrap();
    let board = parse("board = \"8 6 7 / 2 5 4 / 3 1 _\"");
    for same in [
        "8 6 7 / 2 5 4 / 3 1 _",
        "  8 6 7 2 5 4 3 1 0 ",
        "8,6,7,2,5,4,3,1,x",
        "(8 6 7/2 5 4/3 1 .)",
        "board = 8 6 7 / 2 5 4 / 3 1 _",
        "board = \"8 6 7 2 5 4 3 1 _\"",
    ] {
        assert_eq!(parse(same), board, "{same}");
    }
    let pattern = parse("board = \"1 * 3 / * * * / * ? _\"");
    assert_eq!(parse("1 * 3 / * * * / * * _"), pattern);
    assert_eq!(parse("1 * 3 * * * * * _"), pattern);
    assert_eq!(
        parse("8 6 7 / 2 5 4 / 3 1 _ and f < 30"),
        parse("board = \"8 6 7 / 2 5 4 / 3 1 _\" and f < 30")
    );
    assert_eq!(parse("1\u{2009}204"), parse("id = 1204"));
    assert_eq!(parse(" 27 "), parse("id = 27"));
    let mut of_map = job.clone();
    of_map.problem = examples::by_file("romania").unwrap();
    assert_eq!(
        Condition::parse("Rimnicu Vilcea", &of_map),
        Condition::parse("city = \"Rimnicu Vilcea\"", &of_map)
    );
}

#[test]
fn what_is_no_condition_is_told_where() {
    let run = job("1 2 3 / 4 5 6 / 7 _ 8", "a-star");
    for (condition, column, cause) in [
        ("", 1, "the end is not known here: there are f, g, h"),
        ("f = ", 5, "the end is not known here"),
        (
            "f 57",
            3,
            "write a comparison such as = or < before the number 57",
        ),
        ("f = 57 h < 5", 8, "write “and” or “or” before “h”"),
        ("f = 57 and", 11, "the end is not known here"),
        ("(f = 57", 8, "write “)” before the end"),
        ("f = 57)", 7, "write “and” or “or” before “)”"),
        ("size = 3", 1, "“size” is not known here"),
        ("f = 1.2345", 5, "at most 15 digits"),
        ("f = -3", 5, "negative"),
        ("f ! 3", 3, "write “!=”"),
        ("f = 3 & h = 2", 7, "“&” means nothing"),
        ("board = 3", 9, "write the board, such as"),
        ("board < \"1\"", 7, "write = or != after “board”"),
        ("board = \"1 2 3\"", 9, "3 rows of 3"),
        ("f = 3 and 1 2 3 / 4 5", 11, "3 rows of 3"),
        ("1 2 3 4 5 6 7 8 9", 1, "“9” is no tile"),
        ("board = 1 1 * / * * * / * * *", 9, "“1” is twice"),
        ("1 2 3 = f", 1, "3 rows of 3"),
        ("board = \"1 2 3 / 4 5 6 / 7 8", 9, "never closed"),
        ("board = \"1 2 3 / 4 5 6 / 7 8 9\"", 9, "“9” is no tile"),
        ("board = \"1 1 * / * * * / * * *\"", 9, "“1” is twice"),
        ("city = \"Arad\"", 8, "this search is on boards"),
    ] {
        check(&run, condition, column, cause);
    }
    let deep = "(".repeat(1_000) + "f = 1" + &")".repeat(1_000);
    check(&run, &deep, 66, "nested too deeply");
    let unordered = job("1 2 3 / 4 5 6 / 7 _ 8", "depth-first");
    check(&unordered, "h = 1 or f = 3", 10, "compares no costs");
}
