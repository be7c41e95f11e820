//! Why NBS selected a node: it belonged to the pair with the minimum lower bound (Chen et al. 2017).

use super::reasons::{MAX_SCANNED, Recorded};
use std::collections::HashSet;
use tilescope_search::SearchDirection;
use tilescope_trace::{Moment, NodeId, Trace};

/// A pair of nodes, one of each tree, that NBS expanded together.
pub struct Pair {
    /// The pair's node in the other tree.
    pub other: NodeId,
    /// A lower bound on the cost of a solution through both nodes.
    pub bound: u64,
    /// Whether no other pair had a lower bound. Taken for granted if the record is too large to
    /// look it up.
    pub is_minimum: bool,
}

/// The pair with which `node` was expanded at the step after `before`; `None` if its other node was
/// not expanded. Scans the frontier.
pub fn of(run: &Recorded, node: NodeId, before: Moment) -> Option<Pair> {
    let trace = run.trace;
    // The node of the forward tree is expanded first.
    let (other, chosen_at) = match trace.direction(node) {
        SearchDirection::Forward => (trace.expanded_node(before + 2)?, before),
        SearchDirection::Backward => (trace.expanded_node(before)?, before.checked_sub(1)?),
    };
    if trace.direction(other) == trace.direction(node) {
        return None;
    }
    let epsilon = u64::from(run.job.problem.least_cost());
    let bound = bound(f_and_g(trace, node), f_and_g(trace, other), epsilon);
    if let Some(index) = run.index.filter(|index| index.covers(trace, chosen_at)) {
        let frontier = index.at(trace, chosen_at);
        let [forward, backward] = SearchDirection::BOTH.map(|side| -> Vec<FAndG> {
            let keys = frontier.keys(side).into_iter();
            keys.map(|(f, g)| (f / 1000, g as u64)).collect()
        });
        let mut pairs = forward
            .iter()
            .flat_map(|one| backward.iter().map(move |other| (*one, *other)));
        let is_minimum = pairs.all(|(one, other)| self::bound(one, other, epsilon) >= bound);
        return Some(Pair {
            other,
            bound,
            is_minimum,
        });
    }
    if trace.n_generated(before) > MAX_SCANNED {
        return Some(Pair {
            other,
            bound,
            is_minimum: true,
        });
    }
    let (forward, backward): (Vec<NodeId>, Vec<NodeId>) = trace
        .frontier(chosen_at)
        .partition(|&node| trace.direction(node) == SearchDirection::Forward);
    let [forward, backward] = [forward, backward].map(|nodes| -> HashSet<FAndG> {
        nodes.into_iter().map(|node| f_and_g(trace, node)).collect()
    });
    let mut pairs = forward
        .iter()
        .flat_map(|one| backward.iter().map(move |other| (*one, *other)));
    let is_minimum = pairs.all(|(one, other)| self::bound(one, other, epsilon) >= bound);
    Some(Pair {
        other,
        bound,
        is_minimum,
    })
}

/// f and g.
type FAndG = (u64, u64);

fn f_and_g(trace: &Trace, node: NodeId) -> FAndG {
    let (g, h) = (u64::from(trace.g(node)), u64::from(trace.h(node)));
    (g + h, g)
}

fn bound(one: FAndG, other: FAndG, epsilon: u64) -> u64 {
    one.0.max(other.0).max(one.1 + other.1 + epsilon)
}
