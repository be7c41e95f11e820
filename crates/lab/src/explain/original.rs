//! The node that the status of another is due to: the one that a duplicate duplicates, that had the
//! state of a better path before, or that took a node's place.
//!
//! The record has no states. Two nodes have the same state if undoing the actions of one leads from
//! the state of the other to the root; most are told apart after a few actions, or by their h.

use super::originals::Originals;
use super::reasons::MAX_SCANNED;
use crate::{Job, Problem, State};
use tilescope_search::{Duplicates, NodeOutcome, SearchDirection, Selection};
use tilescope_trace::{Moment, NodeId, Status, Trace};

/// How far the search for the node has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sought {
    Found(NodeId),
    /// The record is so large that it takes an index, which does not cover the node yet.
    Unindexed,
    /// There is none, or it is not in the record.
    NotFound,
}

impl Sought {
    pub fn node(self) -> Option<NodeId> {
        match self {
            Sought::Found(node) => Some(node),
            Sought::Unindexed | Sought::NotFound => None,
        }
    }
}

/// What the other node is to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// It is on the path to the node.
    Ancestor,
    /// It was reached before.
    Earlier,
    /// It took the node's place on the frontier.
    Replacement,
}

/// The node that the status of `node` at `t` is due to. It takes microseconds with an index, and a few
/// milliseconds without one, where a large record is not looked through.
pub fn original(
    job: &Job,
    trace: &Trace,
    originals: Option<&Originals>,
    node: NodeId,
    t: Moment,
) -> Sought {
    let Some(kind) = kind(job, trace, node, t) else {
        return Sought::NotFound;
    };
    let found = match kind {
        Kind::Ancestor => ancestor(job, trace, node),
        Kind::Replacement => replacement(job, trace, node),
        Kind::Earlier => match (undone(job, trace, node), originals) {
            (Some(found), _) => Some(found),
            (None, Some(originals)) if originals.covers(node) => originals.get(job, trace, node),
            (None, _) if node <= MAX_SCANNED => earlier(job, trace, node),
            (None, _) => return Sought::Unindexed,
        },
    };
    found.map_or(Sought::NotFound, Sought::Found)
}

/// The same, however long it takes without an index.
pub fn original_by_scan(job: &Job, trace: &Trace, node: NodeId, t: Moment) -> Option<NodeId> {
    match original(job, trace, None, node, t) {
        Sought::Unindexed => earlier(job, trace, node),
        sought => sought.node(),
    }
}

fn kind(job: &Job, trace: &Trace, node: NodeId, t: Moment) -> Option<Kind> {
    match trace.status(node, t) {
        Status::Discarded(NodeOutcome::Cycle) => Some(Kind::Ancestor),
        Status::Discarded(NodeOutcome::Duplicate)
            if trace.outcome(node) == NodeOutcome::Duplicate || is_second(job, trace, node) =>
        {
            Some(Kind::Earlier)
        }
        Status::Discarded(NodeOutcome::Duplicate) => Some(Kind::Replacement),
        Status::Discarded(_) | Status::NotGenerated => None,
        _ => super::better_path(job.settings.algorithm, trace, node).map(|_| Kind::Earlier),
    }
}

fn ancestor(job: &Job, trace: &Trace, node: NodeId) -> Option<NodeId> {
    let state = state(&job.problem, trace, node);
    (trace.ancestors(node)).find(|&other| has_state(&job.problem, trace, other, &state))
}

/// The node that took the place of `node`: one that was generated when it left the frontier.
fn replacement(job: &Job, trace: &Trace, node: NodeId) -> Option<NodeId> {
    let (at, _) = trace.discarded_at(node)?;
    let state = state(&job.problem, trace, node);
    // A list search does not say that a successor improves an older node.
    trace.generated_in(at).find(|&other| {
        other > node
            && trace.outcome(other).is_on_frontier()
            && has_state(&job.problem, trace, other, &state)
    })
}

/// Whether a list search dropped `node` when it generated it: an older node with its state stood before
/// it.
pub(super) fn is_second(job: &Job, trace: &Trace, node: NodeId) -> bool {
    job.settings.strategy().selection == Selection::MergedList
        && trace.discarded_at(node).map(|(at, _)| at) == Some(trace.generated_at(node))
        && trace.outcome(node).is_on_frontier()
}

/// The parent of the parent of `node`, if the action undoes the one before and the algorithm drops
/// every such child.
pub(super) fn undone(job: &Job, trace: &Trace, node: NodeId) -> Option<NodeId> {
    let drops = match job.settings.options.duplicates {
        Duplicates::Graph | Duplicates::GraphWithoutReopening => {
            trace.outcome(node) == NodeOutcome::Duplicate
        }
        _ => false,
    };
    let parent = trace.parent(node).filter(|_| drops)?;
    let [action, before] = [trace.action(node)?, trace.action(parent)?];
    (job.problem.inverse(before) == action)
        .then(|| trace.parent(parent))
        .flatten()
}

/// The newest node before `node` with its state.
fn earlier(job: &Job, trace: &Trace, node: NodeId) -> Option<NodeId> {
    let problem = &job.problem;
    let nodes = trace.iteration(trace.generated_at(node));
    let first = nodes.map_or(0, |iteration| iteration.nodes.start);
    let state = state(problem, trace, node);
    let is_original = |&other: &NodeId| {
        may_be(problem, trace, node, other)
            && has_state(problem, trace, other, &state)
            && !is_second(job, trace, other)
    };
    let found = (first..node).rev().find(is_original);
    // The root belongs to every iteration.
    found.or_else(|| (first > 0 && is_original(&0)).then_some(0))
}

/// Whether `other` may have the state of `node` and be the one that was known when that was
/// generated.
fn may_be(problem: &Problem, trace: &Trace, node: NodeId, other: NodeId) -> bool {
    let outcome = trace.outcome(other);
    // A move flips the colour of the blank's cell.
    let has_parity = matches!(problem, Problem::Tiles(_));
    trace.h(other) == trace.h(node)
        && (outcome.is_on_frontier() || outcome == NodeOutcome::Goal)
        && trace.direction(other) == trace.direction(node)
        && !(has_parity && (trace.depth(other) + trace.depth(node)) % 2 == 1)
}

/// Whether two nodes have the same state.
pub(super) fn have_same_state(problem: &Problem, trace: &Trace, a: NodeId, b: NodeId) -> bool {
    may_be(problem, trace, a, b) && has_state(problem, trace, b, &state(problem, trace, a))
}

/// The state of a node, replayed from the root.
pub(super) fn state(problem: &Problem, trace: &Trace, node: NodeId) -> State {
    let is_forward = trace.direction(node) == SearchDirection::Forward;
    let mut state = root_state(problem, trace, node);
    for action in trace
        .path(node)
        .into_iter()
        .filter_map(|it| trace.action(it))
    {
        let action = match is_forward {
            true => action,
            false => problem.inverse(action),
        };
        problem.apply(&mut state, action);
    }
    state
}

fn root_state(problem: &Problem, trace: &Trace, node: NodeId) -> State {
    match trace.direction(node) {
        SearchDirection::Forward => problem.start(),
        SearchDirection::Backward => problem.goal(),
    }
}

/// Whether `node` has this state.
fn has_state(problem: &Problem, trace: &Trace, node: NodeId, state: &State) -> bool {
    let is_forward = trace.direction(node) == SearchDirection::Forward;
    let mut state = state.clone();
    let path = [node].into_iter().chain(trace.ancestors(node));
    for action in path.filter_map(|node| trace.action(node)) {
        let undo = match is_forward {
            true => problem.inverse(action),
            false => action,
        };
        if !problem.apply(&mut state, undo) {
            return false;
        }
    }
    state == root_state(problem, trace, node)
}
