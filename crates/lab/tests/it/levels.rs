//! The counts by depth and f of every recorded algorithm, compared with a count of every node.

use crate::breakpoint::{a_job, algorithms, whole};
use std::collections::{BTreeMap, HashSet};
use tilescope_lab::{Job, explain};
use tilescope_search::NodeOutcome;
use tilescope_trace::levels::{Cell, Counts};
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
        let index = LevelIndex::new(&trace, explain::factors(&job));
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
        let index = LevelIndex::new(&trace, explain::factors(&job));
        let rows = index.iterations(&trace, trace.n_expanded());
        n_iterative += usize::from(rows.len() > 1);
        let mut before = HashSet::new();
        for row in &rows {
            let is_of = |&node: &NodeId| {
                let at = trace.generated_at(node);
                node > 0 && at > row.begin && at <= row.end
            };
            let path = |node: NodeId| -> Vec<_> {
                let path = trace.path(node);
                path.iter().map(|&it| trace.action(it)).collect()
            };
            let nodes: Vec<NodeId> = (0..trace.n_nodes()).filter(is_of).collect();
            let paths: Vec<_> = nodes.into_iter().map(path).collect();
            let repeated = paths.iter().filter(|path| before.contains(*path)).count();
            assert_eq!(row.generated as usize, paths.len(), "{algorithm}: {row:?}");
            assert_eq!(row.repeated as usize, repeated, "{algorithm}: {row:?}");
            before = paths.into_iter().collect();
        }
    }
    assert!(n_iterative >= 3, "{n_iterative}");
}
