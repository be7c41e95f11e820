//! Why NBS selected a node: it belonged to the pair with the minimum lower bound (Chen et al. 2017).

use super::reasons::{MAX_SCANNED, Recorded};
use crate::format;
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
    // Taken for granted if the record is too large.
    let is_minimum = keys(run, chosen_at).is_none_or(|[forward, backward]| {
        let mut pairs = forward
            .iter()
            .flat_map(|one| backward.iter().map(move |other| (*one, *other)));
        pairs.all(|(one, other)| self::bound(one, other, epsilon) >= bound)
    });
    Some(Pair {
        other,
        bound,
        is_minimum,
    })
}

/// What stands before `node`, which is on the frontier at `t`: the pair that comes next, and the
/// least bound of a pair with it.
pub fn not_yet(run: &Recorded, node: NodeId, t: Moment) -> String {
    let trace = run.trace;
    let epsilon = u64::from(run.job.problem.least_cost());
    let number = |node: NodeId| format::count(node.into());
    let is_forward = |node: &NodeId| trace.direction(*node) == SearchDirection::Forward;
    // The node of the forward tree is expanded first, so a backward one ends a pair.
    let next = trace.expanded_node(t + 1);
    let (first, second) = match next {
        Some(next) if is_forward(&next) => (Some(next), trace.expanded_node(t + 2)),
        next => (trace.expanded_node(t), next),
    };
    let pair = first
        .zip(second)
        .filter(|(one, other)| is_forward(one) && !is_forward(other));
    let own = f_and_g(trace, node);
    let others = keys(run, t).map(|keys| match is_forward(&node) {
        true => keys[1].clone(),
        false => keys[0].clone(),
    });
    let least = others.and_then(|others| {
        let bounds = others.into_iter().map(|other| bound(own, other, epsilon));
        bounds.min()
    });
    let least = least.map(|least| run.cost(least));
    let Some((one, other)) = pair else {
        return least.map_or(String::new(), |least| {
            format!(" The least lower bound of a pair with it is {least}.")
        });
    };
    let of_pair = run.cost(bound(f_and_g(trace, one), f_and_g(trace, other), epsilon));
    if [one, other].contains(&node) {
        let partner = number(if node == one { other } else { one });
        return format!(
            " It is next in line: with node {partner} of the other tree it forms a pair with the \
             lower bound {of_pair}."
        );
    }
    let least = least.map_or(String::new(), |least| {
        format!(" The least of a pair with this node is {least}.")
    });
    format!(
        " The pair that comes next is node {} and node {}, with the lower bound {of_pair}.{least}",
        number(one),
        number(other)
    )
}

/// The different f and g on the two frontiers at `t`; `None` if the record is too large to look
/// them up.
fn keys(run: &Recorded, t: Moment) -> Option<[Vec<FAndG>; 2]> {
    let trace = run.trace;
    if let Some(index) = run.index.filter(|index| index.covers(trace, t)) {
        let frontier = index.at(trace, t);
        return Some(SearchDirection::BOTH.map(|side| {
            let keys = frontier.keys(side).into_iter();
            keys.map(|(f, g)| (f / 1000, g as u64)).collect()
        }));
    }
    (trace.n_generated(t) <= MAX_SCANNED).then(|| {
        SearchDirection::BOTH.map(|side| {
            let nodes = trace
                .frontier(t)
                .filter(|&node| trace.direction(node) == side);
            let keys: HashSet<FAndG> = nodes.map(|node| f_and_g(trace, node)).collect();
            keys.into_iter().collect()
        })
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
