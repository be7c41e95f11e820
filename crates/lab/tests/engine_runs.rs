//! Engines under limits and orders, and what the one that chooses has chosen.

use std::num::NonZero;
use std::sync::mpsc::channel;
use std::time::Duration;
use tilescope_lab::cache::Cache;
use tilescope_lab::{
    self as lab, Job, Limits, Report, RunOutcome, RunState, Settings, StoppedBy, job, spawn,
};
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Costs, Direction, Puzzle};

/// Far too much for Manhattan distance in the time that a test has.
const VAST: &str = "14 15 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0";
/// Korf's first, for which A* takes hundreds of megabytes.
const KORF_1: &str = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3";
const KORF_12: &str = "14 1 9 6 / 4 8 12 5 / 7 2 3 0 / 10 11 13 15";
const BLANK_LAST: &str = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0";
const BLANK_FIRST: &str = "0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";

const NO_LIMITS: Limits = Limits {
    expanded: None,
    memory: None,
    time: None,
};

fn a_job(engine: &str, (start, goal): (&str, &str), limits: Limits) -> Job {
    Cache::disable();
    let board = |text| parse_board(text).unwrap();
    let puzzle = Puzzle::new("", board(start), board(goal)).unwrap();
    let about = job::algorithm(engine).unwrap();
    let mut settings = Settings::new(about, job::heuristic("manhattan").unwrap());
    settings.options.threads = NonZero::new(2);
    settings.limits = limits;
    Job {
        problem: puzzle.into(),
        settings,
        search_unsolvable: false,
        record: u32::MAX,
    }
}

fn solved(report: &Report) -> (usize, u32) {
    match &report.outcome {
        RunOutcome::Solved { moves, cost, .. } => (moves.len(), *cost),
        other => panic!("{other:?}"),
    }
}

#[test]
fn compact_a_star_is_known_by_its_counts() {
    let check = |puzzle, expected: (usize, u64, u64)| {
        let report = lab::solve(&a_job("compact-a-star", puzzle, NO_LIMITS)).unwrap();
        let counts = report.counts;
        let found = (solved(&report).0, counts.expanded, counts.generated);
        assert_eq!(found, expected);
    };
    check((KORF_12, BLANK_FIRST), (45, 35_580, 71_687));
    check(
        ("7 6 2 / 5 3 1 / 0 4 8", "0 1 2 / 3 4 5 / 6 7 8"),
        (20, 494, 819),
    );
}

#[test]
fn limits_are_kept() {
    let puzzle = (KORF_1, BLANK_FIRST);
    let stopped_by = |engine, limits| {
        let report = lab::solve(&a_job(engine, puzzle, limits)).unwrap();
        match report.outcome {
            RunOutcome::Stopped(by) => (by, report.counts),
            other => panic!("{other:?}"),
        }
    };
    for engine in ["fast-ida-star", "compact-a-star"] {
        let limits = Limits {
            expanded: Some(1_000_000),
            ..NO_LIMITS
        };
        let (by, counts) = stopped_by(engine, limits);
        assert_eq!(by, StoppedBy::Expanded, "{engine}");
        // Threads may have come to an end with what they held, or go on to the next tally.
        assert!(
            (900_000..5_000_000).contains(&counts.expanded),
            "{counts:?}"
        );

        let limits = Limits {
            time: Some(Duration::from_millis(1)),
            ..NO_LIMITS
        };
        assert_eq!(stopped_by(engine, limits).0, StoppedBy::Time, "{engine}");
    }
    let limits = Limits {
        memory: Some(16 << 20),
        ..NO_LIMITS
    };
    let (by, counts) = stopped_by("compact-a-star", limits);
    assert_eq!(by, StoppedBy::Memory);
    assert!(counts.peak_bytes <= 16 << 20, "{counts:?}");
    assert!(counts.peak_frontier > Some(1000), "{counts:?}");
}

/// How many nodes an engine expands on `threads` threads, with a limit on expansions.
fn expanded_within(limit: u64, threads: usize, mut job: Job) -> u64 {
    job.settings.limits.expanded = Some(limit);
    job.settings.options.threads = NonZero::new(threads);
    let report = lab::solve(&job).unwrap();
    match report.outcome {
        RunOutcome::Stopped(StoppedBy::Expanded) => {}
        // A solution was told before, and it went on to look for a shorter one.
        RunOutcome::Solved { optimal: false, .. } => {}
        other => panic!("{other:?}"),
    }
    report.counts.expanded
}

/// The limit on expansions, by recursion, on stacks, and on both with several threads.
#[test]
fn fast_ida_star_keeps_to_the_limit_on_expansions() {
    let check = |threads, limit, least| {
        let job = a_job("fast-ida-star", (KORF_1, BLANK_FIRST), NO_LIMITS);
        let expanded = expanded_within(limit, threads, job);
        assert!(
            (least..=limit).contains(&expanded),
            "{threads} threads, {limit}: {expanded}"
        );
    };
    for limit in [1, 2, 1000, 300_000] {
        check(1, limit, limit);
    }
    // What is above the subtrees of stacks is counted together.
    check(1, 5_000_000, 4_999_000);
    // A thread may have come to an end with what it held, an eighth at most.
    check(3, 1000, 500);
    check(3, 5_000_000, 3_000_000);
}

/// The same in engines that have tables, or are made of others: before they have threads, while
/// subtrees are cut off, and within them.
#[test]
fn other_engines_keep_to_the_limit_on_expansions() {
    let small = "pdb:1,2,3|4,5,6|7,8,9|10,11,12|13,14,15";
    for limit in [1, 2, 5, 100, 4096, 5000, 200_000] {
        let mut job = a_job("pattern-databases", (VAST, BLANK_LAST), NO_LIMITS);
        job.settings.databases = Some(small.parse().unwrap());
        assert_eq!(expanded_within(limit, 1, job.clone()), limit);
        let expanded = expanded_within(limit, 3, job);
        assert!(
            (limit / 2..=limit).contains(&expanded),
            "{limit}: {expanded}"
        );

        let job = a_job("any-size", (VAST, BLANK_LAST), NO_LIMITS);
        assert_eq!(expanded_within(limit, 1, job), limit);

        let job = a_job("compact-a-star", (VAST, BLANK_LAST), NO_LIMITS);
        assert_eq!(expanded_within(limit, 1, job), limit);

        let job = a_job("fastest-optimal", (VAST, BLANK_LAST), NO_LIMITS);
        assert_eq!(expanded_within(limit, 1, job), limit);
    }
}

/// An engine says how large its frontier is, or that it does not know.
#[test]
fn a_frontier_that_is_not_known_is_not_invented() {
    let peak = |engine, puzzle: &(&str, &str)| {
        let report = lab::solve(&a_job(engine, *puzzle, NO_LIMITS)).unwrap();
        solved(&report);
        report.counts.peak_frontier
    };
    let hard = (KORF_12, BLANK_FIRST);
    let none = (BLANK_LAST, BLANK_LAST);
    assert_eq!(peak("fast-ida-star", &hard), None);
    assert_eq!(peak("fast-ida-star", &none), None);
    assert!(peak("compact-a-star", &hard) > Some(1000));
    assert!(peak("a-star", &hard) > Some(1000));
    assert_eq!(peak("a-star", &none), Some(1));
}

#[test]
fn an_engine_is_stopped_while_it_works() {
    for engine in ["fast-ida-star", "compact-a-star", "fastest-optimal"] {
        let job = a_job(engine, (VAST, BLANK_LAST), NO_LIMITS);
        let (wake, woken) = channel();
        let mut run = spawn(job, false, move || {
            // The test may have stopped listening.
            let _ = wake.send(());
        })
        .unwrap();
        let wait = || woken.recv_timeout(Duration::from_secs(60)).unwrap();
        wait();
        assert_eq!(run.state(), RunState::Running, "{engine}");
        run.stop();
        while run.state() != RunState::Ended {
            while run.poll(Duration::from_millis(5)) {}
            if run.state() != RunState::Ended {
                wait();
            }
        }
        let outcome = &run.report().unwrap().outcome;
        assert_eq!(
            *outcome,
            RunOutcome::Stopped(StoppedBy::Interrupt),
            "{engine}"
        );
    }
}

#[test]
fn an_engine_is_paused_and_stopped() {
    for engine in ["fast-ida-star", "compact-a-star"] {
        let job = a_job(engine, (VAST, BLANK_LAST), NO_LIMITS);
        let (wake, woken) = channel();
        let mut run = spawn(job, true, move || {
            let _ = wake.send(());
        })
        .unwrap();
        let mut settle = |state| loop {
            while run.poll(Duration::from_millis(5)) {}
            if run.state() == state {
                return run.counts().expanded;
            }
            match state {
                RunState::Paused => {}
                _ => run.stop(),
            }
            let news = woken.recv_timeout(Duration::from_secs(60));
            news.expect("a worker calls for every change");
        };
        let at_first = settle(RunState::Paused);
        assert_eq!(
            settle(RunState::Paused),
            at_first,
            "{engine} goes on while paused"
        );
        settle(RunState::Ended);
        assert_eq!(run.trace().n_nodes(), 0, "an engine records nothing");
        let outcome = &run.report().unwrap().outcome;
        assert_eq!(
            *outcome,
            RunOutcome::Stopped(StoppedBy::Interrupt),
            "{engine}"
        );
    }
}

#[test]
fn fastest_optimal_says_what_it_used() {
    let used = |start, goal, costs| {
        let mut job = a_job("fastest-optimal", (start, goal), NO_LIMITS);
        let mut puzzle = job.problem.puzzle().unwrap().clone();
        puzzle.costs = costs;
        job.problem = puzzle.into();
        let report = lab::solve(&job).unwrap();
        let RunOutcome::Solved { optimal, .. } = report.outcome else {
            panic!("{:?}", report.outcome);
        };
        assert!(optimal);
        (solved(&report).1, report.method.unwrap())
    };
    let three = ("8 6 7 / 2 5 4 / 3 0 1", "1 2 3 / 4 5 6 / 7 8 0");
    assert_eq!(
        used(three.0, three.1, Costs::UNIT),
        (31, "Compact A*".into())
    );
    let (cost, method) = used(KORF_12, BLANK_FIRST, Costs::UNIT);
    assert_eq!(cost, 45);
    assert!(method.starts_with("Fast IDA*: "), "{method}");
    let uneven = Costs::UNIT.with(Direction::Up, 3).unwrap();
    let (cost, method) = used(three.0, three.1, uneven);
    assert_eq!(method, "A* with Manhattan distance");
    let mut job = a_job("uniform-cost", three, NO_LIMITS);
    let mut puzzle = job.problem.puzzle().unwrap().clone();
    puzzle.costs = uneven;
    job.problem = puzzle.into();
    assert_eq!(solved(&lab::solve(&job).unwrap()).1, cost);
}

/// A board that none of the fast engines is for: it is solved all the same.
#[test]
fn fastest_optimal_takes_any_board() {
    let start = "1 2 3 4 5 6 / 7 8 9 10 11 12 / 13 14 15 16 17 18 / 19 20 21 22 23 24 / \
                 25 26 27 28 29 30 / 31 32 33 0 34 35";
    let goal = "1 2 3 4 5 6 / 7 8 9 10 11 12 / 13 14 15 16 17 18 / 19 20 21 22 23 24 / \
                25 26 27 28 29 30 / 31 32 33 34 35 0";
    let report = lab::solve(&a_job("fastest-optimal", (start, goal), NO_LIMITS)).unwrap();
    assert_eq!(solved(&report), (2, 2));
    assert_eq!(report.method.as_deref(), Some("IDA* with linear conflict"));
}
