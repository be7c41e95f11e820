//! Sizes and heights of subtrees, pictures of trees and counts of subtrees, compared with a walk
//! through every node.

use crate::frontier::random_search;
use fastrand::Rng;
use tilescope_search::SearchDirection;
use tilescope_trace::subtrees::{
    Builder, Counter, Extent, Grid, Locator, Sampler, StepsBelow, Summary,
};
use tilescope_trace::{Moment, NodeId, Status, Subtrees, Trace};

fn random_trace(random: &mut Rng, n_steps: usize) -> Trace {
    let mut trace = Trace::default();
    for batch in random_search(random, n_steps) {
        trace.append(&batch);
    }
    trace
}

/// The nodes of a subtree in preorder.
fn preorder(trace: &Trace, node: NodeId) -> Vec<NodeId> {
    let mut nodes = Vec::new();
    let mut due = vec![node];
    while let Some(node) = due.pop() {
        nodes.push(node);
        let mut children: Vec<NodeId> = trace.children(node).collect();
        children.reverse();
        due.extend(children);
    }
    nodes
}

fn some_extents(
    random: &mut Rng,
    trace: &Trace,
    subtrees: &Subtrees,
) -> Vec<(Extent, Vec<NodeId>)> {
    let roots = SearchDirection::BOTH.map(|direction| trace.root(direction));
    let roots: Vec<NodeId> = roots.into_iter().flatten().collect();
    let mut extents = vec![(Extent::whole(trace, subtrees), roots)];
    for _ in 0..4 {
        let node = random.u32(..trace.n_nodes());
        extents.push((Extent::of_node(trace, subtrees, node), vec![node]));
    }
    for number in 0..trace.n_iterations() + 1 {
        let tops = trace.children(0);
        let is_of = |top: &NodeId| trace.iteration_of(*top) == Some(number);
        let tops: Vec<NodeId> = tops.filter(is_of).collect();
        match Extent::of_iteration(trace, subtrees, number) {
            Some(extent) => extents.push((extent, tops)),
            None => assert!(tops.is_empty()),
        }
    }
    extents
}

#[test]
fn every_subtree_has_its_size_and_height() {
    let mut random = Rng::with_seed(3);
    for n_steps in [0, 1, 7, 90, 1500, 60_000] {
        let trace = random_trace(&mut random, n_steps);
        let subtrees = Subtrees::new(&trace);
        assert!(subtrees.covers(&trace, trace.n_expanded()));
        assert!(subtrees.bytes() as u64 <= Builder::max_bytes(&trace));
        let n = trace.n_nodes();
        let nodes = (0..n).step_by(1 + n as usize / 300);
        for node in nodes {
            let below = preorder(&trace, node);
            assert_eq!(subtrees.size(node) as usize, below.len());
            let depths = below.iter().map(|&node| trace.depth(node));
            let deepest = depths.max().unwrap();
            assert_eq!(subtrees.height(node), deepest - trace.depth(node));
        }
    }
}

#[test]
fn an_index_that_is_built_in_steps_is_the_same() {
    let mut random = Rng::with_seed(4);
    let trace = random_trace(&mut random, 4000);
    let whole = Subtrees::new(&trace);
    let mut builder = Builder::new(&trace);
    let mut done = 0.0;
    while !builder.step(&trace, 1 + random.u32(..900)) {
        assert!((done..=1.0).contains(&builder.progress()));
        done = builder.progress();
    }
    let index = builder.finish();
    for node in 0..trace.n_nodes() {
        assert_eq!(index.size(node), whole.size(node));
        assert_eq!(index.height(node), whole.height(node));
    }
}

#[test]
fn an_index_of_a_run_that_goes_on_stays_right_for_its_nodes() {
    let mut random = Rng::with_seed(5);
    let batches = random_search(&mut random, 3000);
    let (first, rest) = batches.split_at(batches.len() / 2);
    let mut trace = Trace::default();
    first.iter().for_each(|batch| trace.append(batch));
    let index = Subtrees::new(&trace);
    let extent = Extent::whole(&trace, &index);
    let grid = Grid::new(&trace, &index, extent.clone(), 400, 30);
    let t = trace.n_expanded();
    rest.iter().for_each(|batch| trace.append(batch));
    assert!(index.covers(&trace, t - 1));
    assert!(!index.covers(&trace, trace.n_expanded()));
    assert_eq!(Extent::whole(&trace, &index), extent);
    assert_eq!(Grid::new(&trace, &index, extent, 400, 30), grid);
}

/// Each column shows the path to the node that a walk in preorder meets at that position.
#[test]
fn a_column_shows_the_path_to_the_node_at_its_position() {
    let mut random = Rng::with_seed(6);
    for n_steps in [1, 20, 700, 9000] {
        let trace = random_trace(&mut random, n_steps);
        let subtrees = Subtrees::new(&trace);
        for (extent, tops) in some_extents(&mut random, &trace, &subtrees) {
            let nodes: Vec<NodeId> = tops.iter().flat_map(|&top| preorder(&trace, top)).collect();
            assert_eq!(extent.n_nodes() as usize, nodes.len());
            for (columns, max_rows) in [(1, 9), (64, 1000), (501, 5), (1000, 1)] {
                let mut sampler = Sampler::new(extent.clone(), columns, max_rows);
                while !sampler.step(&trace, &subtrees, 1 + random.usize(..200)) {}
                let grid = sampler.finish();
                assert_eq!(grid.n_rows(), max_rows.min(extent.n_depths() as usize));
                for column in 0..columns {
                    let position = (2 * column + 1) * nodes.len() / (2 * columns);
                    let path = trace.path(nodes[position]);
                    for row in 0..grid.n_rows() {
                        let expected = path.get(grid.depth(row) as usize).copied();
                        assert_eq!(grid.node(column, row), expected);
                    }
                }
                for row in 0..grid.n_rows() {
                    assert_eq!(grid.row_of(grid.depth(row)), Some(row));
                }
            }
        }
    }
}

#[test]
fn the_nodes_of_a_path_are_placed_exactly() {
    let mut random = Rng::with_seed(7);
    let trace = random_trace(&mut random, 5000);
    let subtrees = Subtrees::new(&trace);
    for (extent, tops) in some_extents(&mut random, &trace, &subtrees) {
        let nodes: Vec<NodeId> = tops.iter().flat_map(|&top| preorder(&trace, top)).collect();
        for _ in 0..40 {
            let node = random.u32(..trace.n_nodes());
            let mut locator = Locator::new(node);
            while !locator.step(&trace, &subtrees, &extent, 1 + random.usize(..4)) {}
            let path = trace.path(node);
            let begin = path.iter().position(|above| tops.contains(above));
            let expected = begin.map_or(&[][..], |begin| &path[begin..]);
            let places = locator.places();
            let found: Vec<NodeId> = places.iter().map(|place| place.node).collect();
            assert_eq!(found, expected);
            for place in places {
                assert_eq!(nodes[place.positions.start as usize], place.node);
                assert_eq!(place.positions.len(), subtrees.size(place.node) as usize);
                assert_eq!(place.depth, trace.depth(place.node));
            }
        }
    }
}

/// The summary of a subtree, from a walk through it.
fn summed_up(trace: &Trace, node: NodeId, t: Moment, factors: Option<(u32, u32)>) -> Summary {
    let nodes = preorder(trace, node);
    let nodes: Vec<NodeId> = nodes
        .into_iter()
        .filter(|&node| node < trace.n_generated(t))
        .collect();
    let open = nodes
        .iter()
        .filter(|&&node| trace.status(node, t) == Status::Frontier);
    let f = |node: NodeId| {
        factors.map(|(g, h)| u64::from(g * trace.g(node)) + u64::from(h * trace.h(node)))
    };
    Summary {
        generated: nodes.len() as NodeId,
        frontier: open.clone().count() as NodeId,
        least_f: open.filter_map(|&node| f(node)).min(),
        max_depth: nodes
            .iter()
            .map(|&node| trace.depth(node))
            .max()
            .unwrap_or(0),
    }
}

#[test]
fn what_is_in_a_subtree_is_counted_at_any_moment() {
    let mut random = Rng::with_seed(8);
    for n_steps in [1, 30, 6000] {
        let trace = random_trace(&mut random, n_steps);
        let subtrees = Subtrees::new(&trace);
        for factors in [None, Some((1000, 1000)), Some((0, 1000))] {
            for round in 0..60 {
                let node = match round {
                    0 => 0,
                    _ => random.u32(..trace.n_nodes()),
                };
                let t = random.u32(..=trace.n_expanded());
                let mut counter = Counter::new(&trace, &subtrees, node, t, factors);
                while !counter.step(&trace, 1 + random.usize(..2000)) {}
                let expected = summed_up(&trace, node, t, factors);
                assert_eq!(counter.summary(), expected, "node {node} at {t}");
            }
        }
    }
}

#[test]
fn the_steps_below_a_node_are_those_that_expand_its_subtree() {
    let mut random = Rng::with_seed(11);
    for _ in 0..30 {
        let trace = random_trace(&mut random, 400);
        for _ in 0..6 {
            let node = random.u32(..trace.n_nodes());
            let inside = preorder(&trace, node);
            let is_inside = |t: &Moment| inside.contains(&trace.expanded_node(*t).unwrap());
            let expected: Vec<Moment> = (1..=trace.n_expanded()).filter(is_inside).collect();
            let mut steps = StepsBelow::new(node);
            let part = random.u32(1..100);
            while !steps.step(&trace, part) {}
            assert_eq!(steps.finish(), expected, "below {node}");
        }
    }
}
