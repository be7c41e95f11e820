//! Frontiers in order, compared with what is found by looking at every node.

use fastrand::Rng;
use std::sync::Arc;
use tilescope_search::{Action, NodeOutcome, Observer, SearchDirection};
use tilescope_trace::frontier::{
    Builder, Equals, FrontierIndex, Key, Order, Rank, Standing, sides,
};
use tilescope_trace::{Moment, NodeId, Recorder, Status, Trace};

const ORDERS: [Order; 7] = [
    order(Key::None, Equals::Oldest),
    order(Key::None, Equals::NewestExpansion),
    order(f(Rank::LowH), Equals::Newest),
    order(f(Rank::HighG), Equals::Oldest),
    order(f(Rank::None), Equals::Any),
    order(Key::Level { is_sorted: true }, Equals::Oldest),
    order(f(Rank::Deepest), Equals::NewestExpansion),
];

const fn order(key: Key, equals: Equals) -> Order {
    Order {
        key,
        equals,
        is_exact: true,
    }
}

const fn f(then: Rank) -> Key {
    Key::Evaluation {
        g: 1000,
        h: 1000,
        then,
    }
}

/// A random search of about this many steps: nodes are expanded, generated, discarded, reopened.
pub fn random_search(random: &mut Rng, n_steps: usize) -> Vec<tilescope_trace::Batch> {
    let mut batches = Vec::new();
    let mut recorder = Recorder::new(NodeId::MAX, |batch| batches.push(batch));
    let mut open = Vec::new();
    for _ in 0..random.u32(1..=2) {
        open.push((recorder.root(random.u32(0..9)), 0));
    }
    let mut latest = None;
    for _ in 0..n_steps {
        if random.u8(..200) == 0 {
            recorder.iteration(random.u32(..50));
        }
        if random.u8(..9) == 0 {
            recorder.flush();
        }
        if open.len() > 1 && random.u8(..6) == 0 {
            let (node, _) = open.swap_remove(random.usize(..open.len()));
            let why = [NodeOutcome::Cut, NodeOutcome::Duplicate][random.usize(..2)];
            recorder.discard(node, why);
        }
        // Now and then a node is expanded again, as in iterations.
        let again = latest.filter(|_| open.is_empty() || random.u8(..30) == 0);
        let Some((node, g)) = again
            .or_else(|| (!open.is_empty()).then(|| open.swap_remove(random.usize(..open.len()))))
        else {
            break;
        };
        latest = Some((node, g));
        recorder.expand(node).unwrap();
        for action in 0..random.u8(1..5) {
            let g = g + random.u32(1..3);
            let outcome = match random.u8(..8) {
                0 => NodeOutcome::Duplicate,
                1 => NodeOutcome::Cut,
                2 => NodeOutcome::Reopened,
                3 if random.u8(..20) == 0 => NodeOutcome::Goal,
                _ => NodeOutcome::Frontier,
            };
            let child = recorder.generated(node, Action(action), g, random.u32(..9), outcome);
            if outcome.is_on_frontier() {
                open.push((child, g));
            }
        }
    }
    recorder.flush();
    batches
}

fn check(trace: &Trace, index: &Arc<FrontierIndex>, t: Moment, random: &mut Rng) {
    assert!(index.covers(trace, t));
    let frontier = index.at(trace, t);
    assert_eq!(frontier.n_nodes(), trace.frontier_size(t) as usize);
    for side in [SearchDirection::Forward, SearchDirection::Backward] {
        let on_side = |node: &NodeId| trace.direction(*node) == side;
        let mut expected: Vec<NodeId> = trace.frontier(t).filter(on_side).collect();
        expected.sort_by(|&a, &b| index.order().compare(trace, a, b));
        let n = frontier.len(side);
        assert_eq!(frontier.rows(trace, side, 0..n + 7), expected, "{t}");
        let begin = random.usize(0..=n);
        let end = random.usize(begin..=n);
        assert_eq!(frontier.rows(trace, side, begin..end), expected[begin..end]);
        if let Some(&node) = expected.get(begin) {
            assert_eq!(frontier.rank(trace, node), Some(begin));
        }
        let ties = frontier.ties(side);
        let ends = ties.iter().map(|tie| tie.rows.end);
        let begins: Vec<usize> = ties.iter().map(|tie| tie.rows.start).collect();
        let expected_begins: Vec<usize> = [0].into_iter().chain(ends).take(ties.len()).collect();
        assert_eq!(begins, expected_begins);
        assert_eq!(ties.last().map_or(0, |tie| tie.rows.end), n);
        assert!(ties.windows(2).all(|pair| pair[0].key < pair[1].key));
        if let Key::Evaluation { .. } = index.order().key {
            for tie in ties {
                let f = |&node: &NodeId| u64::from(trace.g(node) + trace.h(node)) * 1000;
                assert!(expected[tie.rows].iter().all(|node| f(node) == tie.key));
            }
        }
    }
    let node = random.u32(..trace.n_nodes());
    let is_there = trace.status(node, t) == Status::Frontier;
    assert_eq!(frontier.rank(trace, node).is_some(), is_there);
    if trace.outcome(node).is_on_frontier() && node < trace.n_generated(t) {
        let expected = Standing::scan(trace, index.order(), node, t);
        assert_eq!(frontier.standing(trace, node), expected);
    }
}

#[test]
fn any_moment_is_listed_in_order() {
    let mut random = Rng::with_seed(7);
    for n_steps in [1, 5, 40, 300, 2000, 12_000] {
        for order in ORDERS {
            let mut trace = Trace::default();
            for batch in random_search(&mut random, n_steps) {
                trace.append(&batch);
            }
            if random.bool() {
                let open = trace.frontier(trace.n_expanded()).last();
                trace.set_goal(open);
            }
            let index = Arc::new(FrontierIndex::new(&trace, order));
            let n_moments = (200_000 / n_steps).clamp(12, 60);
            for _ in 0..n_moments {
                let t = random.u32(0..=trace.n_expanded());
                check(&trace, &index, t, &mut random);
            }
            check(&trace, &index, trace.n_expanded(), &mut random);
        }
    }
}

#[test]
fn an_index_of_a_part_stays_right_while_the_run_goes_on() {
    let mut random = Rng::with_seed(8);
    for order in ORDERS {
        let batches = random_search(&mut random, 3000);
        let mut trace = Trace::default();
        let (first, rest) = batches.split_at(batches.len() / 3);
        first.iter().for_each(|batch| trace.append(batch));
        // The record grows while the index is built.
        let mut builder = Builder::new(&trace, order);
        let mut rest = rest.iter();
        let mut progress = 0.0;
        let covered = trace.n_expanded();
        while !builder.step(&trace, 50) {
            assert!((progress..=1.0).contains(&builder.progress()));
            progress = builder.progress();
            rest.next().inspect(|batch| trace.append(batch));
        }
        rest.for_each(|batch| trace.append(batch));
        let index = Arc::new(builder.finish());
        assert!(!index.covers(&trace, covered));
        for _ in 0..40 {
            check(&trace, &index, random.u32(..covered), &mut random);
        }
    }
}

#[test]
fn a_large_bucket_has_several_segments_and_checkpoints() {
    // One key, so that segments divide it; many events, so that there are checkpoints.
    let mut random = Rng::with_seed(9);
    let mut trace = Trace::default();
    for batch in random_search(&mut random, 60_000) {
        trace.append(&batch);
    }
    for order in &ORDERS[..3] {
        let index = Arc::new(FrontierIndex::new(&trace, *order));
        for _ in 0..8 {
            let t = random.u32(0..=trace.n_expanded());
            check(&trace, &index, t, &mut random);
        }
        assert!(
            index.bytes() as u64 <= Builder::max_bytes(&trace) + 4 * u64::from(trace.n_nodes())
        );
    }
    assert_eq!(sides(&trace).next(), Some(SearchDirection::Forward));
}
