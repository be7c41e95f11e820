//! Why NBS chose a node: with one of the other tree it made the pair with the least lower bound.

use super::reasons::Recorded;
use std::collections::HashSet;
use tilescope_search::SearchDirection;
use tilescope_trace::{Moment, NodeId, Trace};

/// A pair of nodes, one of each tree, that NBS expanded one after the other.
pub struct Pair {
    /// The other node than the one that was asked for.
    pub other: NodeId,
    /// What a path that leaves one tree by the one and enters the other by the other costs at
    /// least.
    pub bound: u64,
}

/// The pair in which `node` was expanded by the step after `before`, if the record shows that
/// no other pair had a lower bound. Looks at every node born by then.
pub fn chosen(run: &Recorded, node: NodeId, before: Moment) -> Option<Pair> {
    let trace = run.trace;
    // The node of the tree from the start goes first.
    let (other, chosen_at) = match trace.direction(node) {
        SearchDirection::Forward => (trace.expanded_node(before + 2)?, before),
        SearchDirection::Backward => (trace.expanded_node(before)?, before - 1),
    };
    if trace.direction(other) == trace.direction(node) {
        return None;
    }
    let epsilon = u64::from(run.job.problem.least_cost());
    let bound = bound(of(trace, node), of(trace, other), epsilon);
    let (forward, backward): (Vec<NodeId>, Vec<NodeId>) = trace
        .frontier(chosen_at)
        .partition(|&node| trace.direction(node) == SearchDirection::Forward);
    let [forward, backward] = [forward, backward].map(|nodes| -> HashSet<Figures> {
        nodes.into_iter().map(|node| of(trace, node)).collect()
    });
    let pairs = forward
        .iter()
        .flat_map(|one| backward.iter().map(move |other| (*one, *other)));
    let least = pairs
        .map(|(one, other)| self::bound(one, other, epsilon))
        .min();
    (least == Some(bound)).then_some(Pair { other, bound })
}

/// f and g.
type Figures = (u64, u64);

fn of(trace: &Trace, node: NodeId) -> Figures {
    let (g, h) = (u64::from(trace.g(node)), u64::from(trace.h(node)));
    (g + h, g)
}

fn bound(one: Figures, other: Figures, epsilon: u64) -> u64 {
    one.0.max(other.0).max(one.1 + other.1 + epsilon)
}
