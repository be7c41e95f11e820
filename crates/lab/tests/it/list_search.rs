//! List search: its ways of combining are the searches that they are named after, and each is
//! explained.

use crate::explain::run;
use crate::sentences::{after, number};
use tilescope_lab::files::from_start;
use tilescope_lab::{Job, RunOutcome, Settings, StoppedBy, explain, job, solve};
use tilescope_puzzle::notation::parse_board;
use tilescope_search::{Combining, Completeness, Duplicates, GoalTest, NodeOutcome, Optimality};
use tilescope_trace::Status;

fn a_job(algorithm: &str, heuristic: &str, start: &str) -> Job {
    let heuristic = job::heuristic(heuristic).unwrap();
    let mut settings = Settings::new(job::algorithm(algorithm).unwrap(), heuristic);
    // Without a closed list some searches hardly end.
    settings.limits.expanded = Some(5000);
    Job {
        problem: from_start(parse_board(start).unwrap()).into(),
        settings,
        search_unsolvable: false,
        record: 100_000,
    }
}

fn list_job(combining: Combining, start: &str) -> Job {
    let mut job = a_job("list-search", "manhattan", start);
    job.settings.options.combining = combining;
    job
}

/// The job with every way of combining.
pub fn every_way(job: &Job) -> Vec<Job> {
    let with = |combining: &Combining| {
        let mut job = job.clone();
        job.settings.options.combining = *combining;
        job
    };
    Combining::ALL.iter().map(with).collect()
}

const NINE_MOVES: &str = "1 8 2 / _ 4 3 / 7 6 5";
const LONGER: &str = "4 1 2 / 7 8 3 / 6 5 _";

#[test]
fn queue_and_stack_are_breadth_first_and_depth_first_search() {
    for start in [NINE_MOVES, LONGER] {
        for (combining, algorithm) in [
            (Combining::BreadthFirst, "breadth-first"),
            (Combining::DepthFirst, "depth-first"),
        ] {
            let mut other = a_job(algorithm, "zero", start);
            other.settings.options.duplicates = Duplicates::Path;
            other.settings.options.goal_test = GoalTest::Late;
            let [list, other] = [list_job(combining, start), other].map(|job| run(&job));
            let [(report, trace), (expected, of_other)] =
                [&list, &other].map(|run| (run.report().unwrap(), run.trace()));
            assert_eq!(
                report.counts.expanded, expected.counts.expanded,
                "{algorithm}"
            );
            assert_eq!(
                report.counts.generated, expected.counts.generated,
                "{algorithm}"
            );
            let moves = |outcome: &RunOutcome| match outcome {
                RunOutcome::Solved { moves, .. } => Some(moves.clone()),
                _ => None,
            };
            assert_eq!(moves(&report.outcome), moves(&expected.outcome));
            assert!(trace.n_expanded() > 100, "{algorithm}");
            for t in (1..=trace.n_expanded()).step_by(7) {
                assert_eq!(
                    trace.expanded_node(t),
                    of_other.expanded_node(t),
                    "{algorithm}"
                );
            }
        }
    }
}

#[test]
fn the_way_of_combining_decides_what_is_guaranteed() {
    let strategy = |combining| list_job(combining, NINE_MOVES).settings.strategy();
    for combining in Combining::ALL {
        let report = solve(&list_job(*combining, NINE_MOVES)).unwrap();
        let strategy = strategy(*combining);
        let is_optimal = strategy.optimal != Optimality::Never;
        match report.outcome {
            RunOutcome::Solved { optimal, cost, .. } => {
                assert_eq!(optimal, is_optimal, "{combining:?}");
                assert!(cost == 9 || !is_optimal, "{combining:?}");
            }
            RunOutcome::Stopped(StoppedBy::Expanded) => {}
            _ => assert_eq!(strategy.complete, Completeness::Never, "{combining:?}"),
        }
    }
    assert_eq!(strategy(Combining::AStar).optimal, Optimality::Admissible);
    assert_eq!(
        strategy(Combining::BreadthFirst).optimal,
        Optimality::EqualCosts
    );
    assert_eq!(
        strategy(Combining::BestFirst).complete,
        Completeness::Always
    );
}

#[test]
fn hill_climbing_is_a_directed_beam_of_one() {
    let mut beam = list_job(Combining::DirectedBeam, LONGER);
    beam.settings.options.beam_width = 1;
    let [beam, climb] = [beam, list_job(Combining::HillClimbing, LONGER)].map(|job| run(&job));
    let [beam, climb] = [&beam, &climb].map(|run| run.trace());
    assert_eq!(beam.n_nodes(), climb.n_nodes());
    let ends = [beam, climb].map(|trace| trace.n_expanded());
    assert_eq!(ends[0], ends[1]);
    assert!((0..ends[0]).all(|t| climb.frontier_size(t) == 1));
}

#[test]
fn a_beam_keeps_as_many_nodes_as_it_is_wide() {
    for combining in [Combining::Beam, Combining::DirectedBeam] {
        let mut job = list_job(combining, LONGER);
        job.settings.options.beam_width = 5;
        job.settings.limits.expanded = Some(2000);
        let run = run(&job);
        let trace = run.trace();
        let sizes = (0..=trace.n_expanded()).map(|t| trace.frontier_size(t));
        assert_eq!(sizes.max(), Some(5), "{combining:?}");
    }
}

/// The place that a sentence gives a node that was cut is its place among the successors.
#[test]
fn a_cut_says_which_place_the_node_had() {
    let (mut n_successors, mut n_older) = (0, 0);
    for combining in [
        Combining::Beam,
        Combining::DirectedBeam,
        Combining::HillClimbing,
    ] {
        let mut job = list_job(combining, LONGER);
        job.settings.options.beam_width = 2;
        job.settings.limits.expanded = Some(500);
        let run = run(&job);
        let trace = run.trace();
        let end = trace.n_expanded();
        for node in 1..trace.n_generated(end) {
            if trace.status(node, end) != Status::Discarded(NodeOutcome::Cut) {
                continue;
            }
            let why = explain::why(&job, trace, node, end);
            let (at, _) = trace.discarded_at(node).unwrap();
            let width = job.settings.list_width().unwrap();
            match after(&why, "was number ") {
                Some(place) => {
                    assert!(number(place) > width as f64, "{why}");
                    let others = trace.generated_in(at);
                    let successors =
                        others.filter(|&it| trace.outcome(it) == NodeOutcome::Frontier);
                    let lower = successors.filter(|&it| match combining {
                        Combining::Beam => it < node,
                        _ => (trace.h(it), it) < (trace.h(node), node),
                    });
                    assert_eq!(number(place), lower.count() as f64 + 1.0, "{why}");
                    n_successors += 1;
                }
                None => {
                    assert!(why.contains("were put before it"), "{why}");
                    assert!(trace.generated_at(node) < at, "{why}");
                    n_older += 1;
                }
            }
        }
    }
    assert!(
        n_successors > 50 && n_older > 50,
        "{n_successors}, {n_older}"
    );
}

#[test]
fn a_title_names_the_way_of_combining() {
    let title = |combining| list_job(combining, NINE_MOVES).title();
    assert_eq!(
        title(Combining::DirectedBeam),
        "List directed beam 100 · Manhattan"
    );
    assert_eq!(
        title(Combining::HillClimbing),
        "List hill climbing · Manhattan"
    );
    assert_eq!(title(Combining::AStar), "List A* · Manhattan");
}
