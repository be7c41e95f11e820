//! The counts by depth and f of every recorded algorithm, compared with a count of every node.

use crate::breakpoint::{a_job, algorithms, whole};
use std::collections::{BTreeMap, HashSet};
use tilescope_lab::{Job, catalogue, explain};
use tilescope_search::{NodeOutcome, Weight};
use tilescope_trace::levels::{Cell, Counts, IterationCounts, Iterations};
use tilescope_trace::{LevelIndex, Moment, NodeId, Status, Trace};

/// The counts at `t`, by the status of every node.
fn counted(job: &Job, trace: &Trace, t: Moment) -> Vec<(Cell, Counts)> {
    let (of_g, of_h) = explain::factors(job).unwrap_or_default();
    let cell = |node: NodeId| Cell {
        depth: trace.depth(node),
        f: u64::from(of_g * trace.g(node) + of_h * trace.h(node)),
    };
    let mut cells: BTreeMap<Cell, Counts> = BTreeMap::new();
    for node in 0..trace.n_generated(t) {
        let counts = cells.entry(cell(node)).or_default();
        counts.generated += 1;
        match trace.status(node, t) {
            Status::Frontier => counts.frontier += 1,
            Status::Discarded(NodeOutcome::Cut) => counts.cut += 1,
            Status::Discarded(_) => counts.duplicates += 1,
            _ => {}
        }
    }
    for step in 1..=t {
        let node = trace.expanded_node(step).unwrap();
        cells.get_mut(&cell(node)).unwrap().expanded += 1;
    }
    cells.into_iter().collect()
}

#[test]
fn every_algorithm_is_counted_by_depth_and_f() {
    for algorithm in algorithms() {
        let job = a_job(algorithm);
        let (_, trace) = whole(&job);
        let iterations = Iterations::of(job.settings.algorithm);
        let index = LevelIndex::new(&trace, explain::factors(&job), iterations);
        let end = trace.n_expanded();
        for t in [0, 1, end / 3, end / 2, end.saturating_sub(1), end] {
            let expected = counted(&job, &trace, t);
            assert_eq!(index.at(&trace, t), expected, "{algorithm} at {t}");
        }
    }
}

#[test]
fn every_iteration_tells_new_nodes_from_repeated_ones() {
    let mut n_iterative = 0;
    for algorithm in algorithms() {
        let job = a_job(algorithm);
        let (_, trace) = whole(&job);
        let iterations = Iterations::of(job.settings.algorithm);
        let index = LevelIndex::new(&trace, explain::factors(&job), iterations);
        let rows = index.iterations(&trace, trace.n_expanded());
        n_iterative += usize::from(rows.len() > 1);
        let mut before = HashSet::new();
        for row in &rows {
            let is_of = |&node: &NodeId| {
                let at = trace.generated_at(node);
                // Recursive best-first search puts nodes back; it generates them no second time.
                let is_requeued = iterations == Iterations::Recursions
                    && trace.outcome(node) == NodeOutcome::Reopened;
                node > 0 && at > row.begin && at <= row.end && !is_requeued
            };
            let path = |node: NodeId| -> Vec<_> {
                let path = trace.path(node);
                path.iter().map(|&it| trace.action(it)).collect()
            };
            let nodes: Vec<NodeId> = (0..trace.n_nodes()).filter(is_of).collect();
            let paths: Vec<_> = nodes.into_iter().map(path).collect();
            assert_eq!(row.generated as usize, paths.len(), "{algorithm}: {row:?}");
            let mut repeated = 0;
            match iterations {
                Iterations::Recursions => {
                    for path in paths {
                        repeated += usize::from(!before.insert(path));
                    }
                }
                // Every path of the record is another one.
                Iterations::Solutions => {}
                Iterations::Reported => {
                    repeated = paths.iter().filter(|path| before.contains(*path)).count();
                    before = paths.into_iter().collect();
                }
            }
            assert_eq!(row.repeated as usize, repeated, "{algorithm}: {row:?}");
        }
    }
    assert!(n_iterative >= 5, "{n_iterative}");
}

/// The rows of a run at its end, and at a few moments before the same up to there.
fn rows(job: &Job, trace: &Trace) -> Vec<IterationCounts> {
    let iterations = Iterations::of(job.settings.algorithm);
    let index = LevelIndex::new(trace, explain::factors(job), iterations);
    let end = trace.n_expanded();
    let rows = index.iterations(trace, end);
    for t in [0, end / 3, end / 2] {
        let until = index.iterations(trace, t);
        assert_eq!(until.iter().map(|row| row.expanded()).sum::<u32>(), t);
        for (row, whole) in until.iter().zip(&rows) {
            assert_eq!((row.begin, row.bound), (whole.begin, whole.bound));
        }
    }
    rows
}

/// The algorithms with this kind of iterations, each on its job.
fn recorded(kind: Iterations) -> impl Iterator<Item = (Job, Trace)> {
    let jobs = algorithms().map(a_job);
    let jobs = jobs.filter(move |job| Iterations::of(job.settings.algorithm) == kind);
    jobs.map(|job| {
        let (_, trace) = whole(&job);
        (job, trace)
    })
}

#[test]
fn an_anytime_search_has_a_row_for_each_better_solution() {
    let mut n_rows = 0;
    for (mut job, _) in recorded(Iterations::Solutions) {
        // The greater the weight, the worse the first solution.
        for weight in [1.0, 2.0, 10.0] {
            job.settings.options.weight = Weight::new(weight).unwrap();
            let (_, trace) = whole(&job);
            let mut expected = vec![(0, None)];
            for step in 1..=trace.n_expanded() {
                let is_goal = |&node: &NodeId| trace.outcome(node) == NodeOutcome::Goal;
                if let Some(goal) = trace.generated_in(step).rfind(is_goal) {
                    expected.push((step, Some(trace.g(goal))));
                }
            }
            let rows = rows(&job, &trace);
            let found: Vec<_> = rows.iter().map(|row| (row.begin, row.bound)).collect();
            assert_eq!(found, expected);
            let falls = |pair: &[IterationCounts]| pair[0].bound > pair[1].bound;
            assert!(rows[1..].windows(2).all(falls), "{rows:?}");
            n_rows += rows.len();
        }
    }
    assert!(n_rows > 6, "{n_rows}");
}

/// The values are those of the sentences, which replay the record in another way.
#[test]
fn recursive_best_first_search_has_a_row_for_each_rise_at_the_root() {
    let mut n_rows = 0;
    for (job, trace) in recorded(Iterations::Recursions) {
        let mut expected = vec![(0, Some(trace.h(0)))];
        for step in 1..=trace.n_expanded() {
            let node = trace.expanded_node(step).unwrap();
            if trace.depth(node) != 1 {
                continue;
            }
            let why = explain::why(&job, &trace, node, step);
            let (_, value) = why.split_once("f = ").unwrap();
            let digits = value.split(|it: char| !it.is_ascii_digit()).next();
            let value = Some(digits.unwrap().parse().unwrap());
            if value > expected.last().unwrap().1 {
                expected.push((step - 1, value));
            }
        }
        let rows = rows(&job, &trace);
        let found: Vec<_> = rows.iter().map(|row| (row.begin, row.bound)).collect();
        assert_eq!(found, expected);
        assert!(rows.iter().any(|row| row.repeated > 0), "{rows:?}");
        n_rows += rows.len();
    }
    assert!(n_rows > 2, "{n_rows}");
}

#[test]
fn iterations_restarts_and_phases_have_their_names() {
    let about = |key: &str| catalogue::find(key).unwrap();
    for (key, words, names) in [
        ("ida-star", "Iterations", ["Iteration 1", "Iteration 3"]),
        (
            "random-restart-hill-climbing",
            "Restarts",
            ["First climb", "Restart 2"],
        ),
        (
            "anytime-weighted-a-star",
            "Solutions",
            ["Phase 1", "Phase 3"],
        ),
    ] {
        assert_eq!(explain::iteration_words(about(key)).0, words);
        let found = [0, 2].map(|number| explain::iteration_name(about(key), number));
        assert_eq!(found, names.map(str::to_owned));
    }
}
