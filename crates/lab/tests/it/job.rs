//! Jobs: what fits together, what is kept, what is claimed; and what reports say.

use std::time::Duration;
use tilescope_lab::files::from_start;
use tilescope_lab::{
    BestNode, Counts, DeadEnd, Job, JobError, Problem, Report, RunOutcome, Settings, StoppedBy, job,
};
use tilescope_puzzle::Puzzle;
use tilescope_puzzle::notation::parse_board;
use tilescope_search::{Action, Duplicates, GoalTest, TieBreaking, Weight};

fn a_job(algorithm: &str) -> Job {
    Job {
        problem: from_start(parse_board("1 2 3 / 5 6 _ / 4 7 8").unwrap()).into(),
        settings: Settings::new(
            job::algorithm(algorithm).unwrap(),
            job::heuristic("manhattan").unwrap(),
        ),
        search_unsolvable: false,
        record: 0,
    }
}

fn puzzle(job: &mut Job) -> &mut Puzzle {
    match &mut job.problem {
        Problem::Tiles(puzzle) => puzzle,
        Problem::Route(_) => panic!("no puzzle"),
    }
}

#[test]
fn optimality_is_claimed_only_where_it_holds() {
    let check = |algorithm: &str, change: fn(&mut Job), expected: bool| {
        let mut job = a_job(algorithm);
        change(&mut job);
        let claims = job.proves_optimal();
        assert_eq!(claims, expected, "{algorithm}: {:?}", job.settings.options);
    };
    let uneven = |job: &mut Job| puzzle(job).costs = "U=2,D=1,L=1,R=1".parse().unwrap();
    let keep_first = |job: &mut Job| job.settings.options.duplicates = Duplicates::Frontier;
    let early = |job: &mut Job| job.settings.options.goal_test = GoalTest::Early;
    check("breadth-first", |_| {}, true);
    check("breadth-first", keep_first, true);
    check("breadth-first", early, true);
    check("breadth-first", uneven, false);
    check("depth-first", |_| {}, false);
    check("uniform-cost", |_| {}, true);
    check("uniform-cost", uneven, true);
    check("greedy-best-first", |_| {}, false);
    check("a-star", |_| {}, true);
    check("a-star", uneven, true);
    check(
        "a-star",
        |job| job.settings.options.duplicates = Duplicates::None,
        true,
    );
    check("a-star", keep_first, false);
    check("a-star", early, false);
    check("uniform-cost", keep_first, true);
    check("uniform-cost", early, true);
    let early_and_uneven = |job: &mut Job| {
        job.settings.options.goal_test = GoalTest::Early;
        puzzle(job).costs = "U=2,D=1,L=1,R=1".parse().unwrap();
    };
    check("uniform-cost", early_and_uneven, false);
    let close = |job: &mut Job| {
        job.settings.options.duplicates = Duplicates::GraphWithoutReopening;
    };
    check("a-star", close, true);
    check("weighted-a-star", close, false);
    check("uniform-cost", close, true);
    let inconsistent = |job: &mut Job| {
        job.settings.options.duplicates = Duplicates::GraphWithoutReopening;
        job.settings.heuristic = job::heuristic("pdb-4-4").unwrap();
    };
    check("a-star", inconsistent, false);
    check("uniform-cost", inconsistent, true);
    check("bidirectional-breadth-first", |_| {}, true);
    check("bidirectional-breadth-first", uneven, false);
    check("nbs", |_| {}, true);
    check("nbs", uneven, true);
    check(
        "a-star",
        |job| job.settings.measure_to = Some(puzzle(job).start.clone()),
        false,
    );
    check("weighted-a-star", |_| {}, false);
    check(
        "weighted-a-star",
        |job| job.settings.options.weight = Weight::ONE,
        true,
    );
    check("ida-star", |_| {}, true);
    check("ida-star", uneven, true);
    check("beam", |_| {}, false);
}

#[test]
fn settings_that_do_not_fit_are_refused() {
    let check = |algorithm: &str, change: fn(&mut Job), expected: &str| {
        let mut job = a_job(algorithm);
        change(&mut job);
        let found = job
            .check()
            .map_or_else(|error| error.to_string(), |()| String::new());
        assert_eq!(found, expected, "{algorithm}");
    };
    check("a-star", |_| {}, "");
    // What an algorithm does not have may be anything.
    check("a-star", |job| job.settings.options.beam_width = 0, "");
    check(
        "ida-star",
        |job| job.settings.options.ties = TieBreaking::Random,
        "",
    );
    check(
        "beam",
        |job| job.settings.options.beam_width = 0,
        "--beam-width 0 does not apply to Beam search, which takes a whole number from 1 to 1000000000",
    );
    check(
        "sma-star",
        |job| job.settings.options.node_budget = 15,
        "--node-budget 15 does not apply to SMA*, which takes a whole number from 16 to 1000000000",
    );
    check(
        "beam",
        |job| job.settings.options.duplicates = Duplicates::Parent,
        "--duplicates parent does not apply to Beam search, which takes graph, path, none",
    );
    check(
        "depth-limited",
        |job| job.settings.options.depth_limit = None,
        "--depth-limit none does not apply to Depth-limited search, which takes a whole number \
         from 0 to 4294967295",
    );
    check(
        "a-star",
        |job| puzzle(job).goal = parse_board("1 2 / 3 _").unwrap(),
        "start is 3×3 and goal is 2×2: both must have the same size",
    );
    check(
        "a-star",
        |job| job.settings.measure_to = Some(parse_board("1 2 / 3 _").unwrap()),
        "start is 3×3 and the board to measure to is 2×2: both must have the same size",
    );
    assert_eq!(
        job::algorithm("magic").unwrap_err(),
        JobError::NoSuchAlgorithm("magic".into())
    );
}

#[test]
fn another_algorithm_keeps_what_it_can() {
    let mut settings = a_job("weighted-a-star").settings;
    settings.options.weight = Weight::new(3.0).unwrap();
    settings.options.ties = TieBreaking::Random;
    settings.options.seed = 7;
    settings.options.duplicates = Duplicates::Path;
    settings.order = "DRLU".parse().unwrap();
    settings.limits.expanded = Some(5);

    let algorithm = |key| job::algorithm(key).unwrap();
    let informed = settings.with_algorithm(algorithm("a-star"));
    assert_eq!(informed.options.ties, TieBreaking::Random);
    assert_eq!(informed.options.seed, 7);
    assert_eq!(informed.options.duplicates, Duplicates::Path);
    assert_eq!(
        (informed.order, informed.limits),
        (settings.order, settings.limits)
    );
    // A* has no weight, so the next one begins with its own.
    let weighted = informed.with_algorithm(algorithm("weighted-a-star"));
    let default = algorithm("weighted-a-star").defaults();
    assert_eq!(weighted.options.weight, default.weight);
    // A choice that the next one does not have gives way to its default.
    let mut parent = a_job("ida-star").settings;
    parent.options.duplicates = Duplicates::Parent;
    let beam = parent.with_algorithm(algorithm("beam"));
    assert_eq!(beam.options.duplicates, Duplicates::Graph);
    // A look at an algorithm with another default changes nothing.
    let settings = a_job("a-star").settings;
    for about in tilescope_lab::catalogue() {
        let there_and_back = (settings.with_algorithm(about)).with_algorithm(settings.algorithm);
        assert_eq!(there_and_back.options, settings.options, "{}", about.key);
    }
}

/// Each algorithm has its own default, and what was chosen is kept.
#[test]
fn the_goal_test_follows_the_algorithm_unless_it_was_chosen() {
    let algorithm = |key| job::algorithm(key).unwrap();
    let a_star = a_job("a-star").settings;
    assert_eq!(a_star.goal_test(), Some(GoalTest::Late));
    let mut breadth_first = a_star.with_algorithm(algorithm("breadth-first"));
    assert_eq!(breadth_first.goal_test(), Some(GoalTest::Early));
    let back = breadth_first.with_algorithm(algorithm("a-star"));
    assert_eq!(back.goal_test(), Some(GoalTest::Late));
    breadth_first.options.goal_test = GoalTest::Late;
    let kept = breadth_first.with_algorithm(algorithm("breadth-first"));
    assert_eq!(kept.goal_test(), Some(GoalTest::Late));
    assert_eq!(a_job("ida-star").settings.goal_test(), None);
}

#[test]
fn titles_distinguish_runs() {
    for (algorithm, title) in [
        ("a-star", "A* · Manhattan"),
        ("breadth-first", "Breadth-first"),
        ("weighted-a-star", "Weighted A* 1.5 · Manhattan"),
        ("beam", "Beam 100 · Manhattan"),
    ] {
        assert_eq!(a_job(algorithm).title(), title);
    }
}

fn a_report(outcome: RunOutcome) -> Report {
    Report {
        outcome,
        counts: Counts {
            expanded: 1_234_567,
            generated: 53,
            elapsed: Duration::from_secs(1),
            ..Counts::default()
        },
        best: Some(BestNode {
            g: 27,
            h: 3,
            node: None,
        }),
        goal: None,
        stopped_by: None,
        proof: None,
        breakpoint: None,
        while_building: false,
        notes: Vec::new(),
        unit: 1,
        recorded_in_full: false,
        method: None,
        tables: None,
    }
}

fn solved(n_moves: usize, cost: u32, optimal: bool) -> RunOutcome {
    RunOutcome::Solved {
        moves: vec![Action(0); n_moves],
        cost,
        optimal,
    }
}

#[test]
fn reports_say_what_happened() {
    let best = "; the best node so far has h = 3 and g = 27";
    for (outcome, sentence) in [
        (solved(20, 20, true), "Solved in 20 moves, optimal".into()),
        (solved(1, 1, true), "Solved in 1 move, optimal".into()),
        (
            solved(159, 159, false),
            "Solved in 159 moves, not proved optimal".into(),
        ),
        (
            solved(5, 1009, true),
            "Solved in 5 moves at cost 1 009, optimal".into(),
        ),
        (
            solved(0, 0, true),
            "Solved in 0 moves: the start is the goal".into(),
        ),
        (
            RunOutcome::Unsolvable { by_parity: true },
            "There is no solution: the parities of start and goal differ".into(),
        ),
        (
            RunOutcome::Unsolvable { by_parity: false },
            "There is no solution: no nodes are left to expand after 1 234 567 expansions".into(),
        ),
        (
            RunOutcome::Stopped(StoppedBy::Memory),
            format!("Stopped at the memory limit after 1 234 567 expansions{best}"),
        ),
        (
            RunOutcome::Stopped(StoppedBy::Interrupt),
            format!("Stopped by the user after 1 234 567 expansions{best}"),
        ),
        (
            RunOutcome::Exhausted(DeadEnd::LocalMinimum),
            "Stuck in a local minimum after 1 234 567 expansions: h = 3, no neighbour is lower"
                .into(),
        ),
        (
            RunOutcome::Exhausted(DeadEnd::Plateau { sideways: 5 }),
            "Stuck on a plateau after 1 234 567 expansions: h = 3, no neighbour is lower, and the \
             limit of 5 sideways moves in a row is reached"
                .into(),
        ),
        (
            RunOutcome::Exhausted(DeadEnd::LocalMinima { n_climbs: 101 }),
            format!("All 101 climbs ended in local minima after 1 234 567 expansions{best}"),
        ),
        (
            RunOutcome::Exhausted(DeadEnd::Pruned),
            format!(
                "No nodes are left to expand after 1 234 567 expansions, but some were pruned{best}"
            ),
        ),
    ] {
        let expected: String = sentence.replace("1 234 567", "1\u{2009}234\u{2009}567");
        let expected = expected.replace("1 009", "1\u{2009}009");
        assert_eq!(a_report(outcome).sentence(), expected);
    }
    // An engine that has searched builds larger tables.
    let report = Report {
        best: None,
        while_building: true,
        ..a_report(RunOutcome::Stopped(StoppedBy::Time))
    };
    assert_eq!(
        report.sentence().replace('\u{2009}', " "),
        "Stopped at the time limit after 1 234 567 expansions, while building larger tables"
    );
}

#[test]
fn a_fraction_of_a_cost_is_said_as_one() {
    let report = |outcome| Report {
        unit: 840,
        ..a_report(outcome)
    };
    assert_eq!(
        report(solved(5, 1610, true)).sentence(),
        "Solved in 5 moves at cost 1 + 11/12, optimal"
    );
    let stopped = report(RunOutcome::Stopped(StoppedBy::Time)).sentence();
    assert!(stopped.ends_with("h = 1/280 and g = 9/280"), "{stopped}");
}

#[test]
fn the_effective_branching_factor_is_the_textbooks() {
    let b = |n_moves, generated| {
        let mut report = a_report(solved(n_moves, n_moves as u32, true));
        report.counts.generated = generated;
        report.effective_branching_factor()
    };
    // Russell & Norvig: a solution at depth 5 with 52 nodes besides the root has 1.92.
    assert!((b(5, 53).unwrap() - 1.92).abs() < 0.005);
    // A path, and a full binary tree of depth 3.
    assert!((b(7, 8).unwrap() - 1.0).abs() < 1e-9);
    assert!((b(3, 15).unwrap() - 2.0).abs() < 1e-9);
    assert_eq!(b(0, 1), None);
    assert_eq!(
        a_report(RunOutcome::Exhausted(DeadEnd::Pruned)).effective_branching_factor(),
        None
    );
}
