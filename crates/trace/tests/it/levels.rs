//! Counts by depth and f, and iteration by iteration, compared with a count of every node.

use crate::frontier::random_search;
use fastrand::Rng;
use std::collections::{BTreeMap, HashSet};
use tilescope_search::{Action, NodeOutcome, Observer};
use tilescope_trace::levels::{Builder, Cell, Counts, Iterations};
use tilescope_trace::{LevelIndex, Moment, NodeId, Recorder, Status, Trace};

fn cell(trace: &Trace, factors: Option<(u32, u32)>, node: NodeId) -> Cell {
    let (g, h) = factors.unwrap_or_default();
    Cell {
        depth: trace.depth(node),
        f: u64::from(g * trace.g(node)) + u64::from(h * trace.h(node)),
    }
}

/// The counts at `t`, by the status of every node.
fn counted(trace: &Trace, factors: Option<(u32, u32)>, t: Moment) -> Vec<(Cell, Counts)> {
    let mut cells: BTreeMap<Cell, Counts> = BTreeMap::new();
    for node in 0..trace.n_generated(t) {
        let counts = cells.entry(cell(trace, factors, node)).or_default();
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
        cells.get_mut(&cell(trace, factors, node)).unwrap().expanded += 1;
    }
    cells.into_iter().collect()
}

#[test]
fn any_moment_is_counted_by_depth_and_f() {
    let mut random = Rng::with_seed(17);
    for n_steps in [1, 5, 40, 300, 2000, 40_000] {
        for factors in [
            None,
            Some((1000, 1000)),
            Some((1000, 2500)),
            Some((0, 1000)),
        ] {
            let mut trace = Trace::default();
            for batch in random_search(&mut random, n_steps) {
                trace.append(&batch);
            }
            if random.bool() {
                let open = trace.frontier(trace.n_expanded()).last();
                trace.set_goal(open);
            }
            let index = LevelIndex::new(&trace, factors, Iterations::Reported);
            assert!(
                index.bytes() as u64 <= Builder::max_bytes(&trace) + 4 * u64::from(trace.n_nodes())
            );
            let n_moments = (40_000 / n_steps).clamp(2, 20);
            let moments = (0..n_moments).map(|_| random.u32(0..=trace.n_expanded()));
            for t in moments.chain([0, trace.n_expanded()]) {
                assert!(index.covers(&trace, t));
                assert_eq!(index.at(&trace, t), counted(&trace, factors, t), "{t}");
            }
        }
    }
}

#[test]
fn an_index_of_a_part_stays_right_while_the_run_goes_on() {
    let mut random = Rng::with_seed(18);
    let factors = Some((1000, 1000));
    let batches = random_search(&mut random, 3000);
    let mut trace = Trace::default();
    let (first, rest) = batches.split_at(batches.len() / 3);
    first.iter().for_each(|batch| trace.append(batch));
    let covered = trace.n_expanded();
    let mut builder = Builder::new(&trace, factors, Iterations::Reported);
    let mut rest = rest.iter();
    let mut progress = 0.0;
    while !builder.step(&trace, 50) {
        assert!((progress..=1.0).contains(&builder.progress()));
        progress = builder.progress();
        rest.next().inspect(|batch| trace.append(batch));
    }
    rest.for_each(|batch| trace.append(batch));
    let index = builder.finish();
    assert!(!index.covers(&trace, covered));
    for _ in 0..20 {
        let t = random.u32(..covered);
        assert_eq!(index.at(&trace, t), counted(&trace, factors, t));
    }
}

/// Deeper and deeper searches of a random tree: a node has between no and four children, which
/// depend on the actions that lead to it.
fn iterations(random: &mut Rng) -> Trace {
    let mut trace = Trace::default();
    let mut recorder = Recorder::new(NodeId::MAX, |batch| trace.append(&batch));
    let root = recorder.root(0);
    let salt = random.u64(..);
    for limit in 1..7 {
        recorder.iteration(limit);
        let mut stack = vec![(root, salt, 0)];
        while let Some((node, seed, depth)) = stack.pop() {
            recorder.expand(node).unwrap();
            let mut own = Rng::with_seed(seed);
            for action in 0..own.u8(1..5) {
                let outcome = match depth + 1 < limit {
                    true => NodeOutcome::Frontier,
                    false => NodeOutcome::Cut,
                };
                let child = recorder.generated(node, Action(action), depth + 1, 0, outcome);
                if outcome == NodeOutcome::Frontier {
                    stack.push((child, own.u64(..), depth + 1));
                }
            }
        }
    }
    recorder.flush();
    drop(recorder);
    trace
}

#[test]
fn an_iteration_tells_new_nodes_from_repeated_ones() {
    let mut random = Rng::with_seed(19);
    for _ in 0..12 {
        let trace = iterations(&mut random);
        let index = LevelIndex::new(&trace, None, Iterations::Reported);
        let actions = |node| -> Vec<_> {
            trace
                .path(node)
                .iter()
                .map(|&it| trace.action(it))
                .collect()
        };
        for _ in 0..12 {
            let t = random.u32(0..=trace.n_expanded());
            let rows = index.iterations(&trace, t);
            let mut before = HashSet::new();
            for row in &rows {
                let is_of = |node: &NodeId| {
                    let at = trace.generated_at(*node);
                    *node > 0 && at > row.begin && at <= row.end
                };
                let nodes = (0..trace.n_generated(t)).filter(is_of);
                let paths: HashSet<Vec<_>> = nodes.map(actions).collect();
                assert_eq!(row.generated as usize, paths.len());
                assert_eq!(row.repeated as usize, paths.intersection(&before).count());
                assert_eq!(row.new_nodes() + row.repeated, row.generated);
                before = paths;
            }
            assert_eq!(rows.iter().map(|row| row.expanded()).sum::<u32>(), t);
            let generated = rows.iter().map(|row| row.generated).sum::<u32>();
            assert_eq!(generated + 1, trace.n_generated(t));
            let number = trace.iteration(t).map(|it| it.number);
            assert_eq!(rows.last().map(|row| row.number), number);
        }
    }
}
