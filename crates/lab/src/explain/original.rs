//! The node that a duplicate duplicates.
//!
//! The record has no states. Two nodes have the same state if undoing the actions of one leads from
//! the state of the other to the root; most are told apart after a few actions, or by their h.

use crate::{Job, Problem, State};
use tilescope_search::{NodeOutcome, SearchDirection};
use tilescope_trace::{Moment, NodeId, Trace};

/// A search through the record for the node that a duplicate duplicates, a part at a time.
#[derive(Debug)]
pub struct Original {
    node: NodeId,
    state: State,
    kind: Kind,
    /// The step that discards it.
    at: Moment,
    /// The candidates that are left: those below this number, down to `first`.
    below: NodeId,
    first: NodeId,
}

/// How far the search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sought {
    Found(NodeId),
    /// There are candidates left.
    Searching,
    /// It is not in the record.
    NotFound,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Its state is on the path to it.
    Cycle,
    /// Its state had been reached before.
    Earlier,
    /// It was on the frontier, and its state was reached by a preferred path.
    Replaced,
}

impl Original {
    /// `None` if `node` is not a duplicate.
    pub fn of(job: &Job, trace: &Trace, node: NodeId) -> Option<Self> {
        let (at, outcome) = trace.discarded_at(node)?;
        let kind = match outcome {
            NodeOutcome::Cycle => Kind::Cycle,
            NodeOutcome::Cut | NodeOutcome::Goal => return None,
            _ if trace.outcome(node) == outcome => Kind::Earlier,
            _ => Kind::Replaced,
        };
        let nodes = trace.iteration(trace.generated_at(node));
        let first = nodes.map_or(0, |iteration| iteration.nodes.start);
        let below = match kind {
            Kind::Cycle | Kind::Earlier => node,
            Kind::Replaced => trace.n_generated(at),
        };
        Some(Original {
            node,
            state: state(&job.problem, trace, node),
            kind,
            at,
            below,
            first,
        })
    }

    /// Looks at up to `n` more candidates, the newest first.
    pub fn look(&mut self, job: &Job, trace: &Trace, n: NodeId) -> Sought {
        let problem = &job.problem;
        let is_original = |&other: &NodeId| {
            self.may_be(problem, trace, other) && has_state(problem, trace, other, &self.state)
        };
        if self.kind == Kind::Cycle {
            let found = trace.ancestors(self.node).find(is_original);
            return found.map_or(Sought::NotFound, Sought::Found);
        }
        let until = self.below.saturating_sub(n).max(self.first);
        if let Some(found) = (until..self.below).rev().find(is_original) {
            return Sought::Found(found);
        }
        let sought = match until > self.first {
            true => Sought::Searching,
            // The root belongs to every iteration.
            false if self.first > 0 && is_original(&0) => Sought::Found(0),
            false => Sought::NotFound,
        };
        self.below = until;
        sought
    }

    fn may_be(&self, problem: &Problem, trace: &Trace, other: NodeId) -> bool {
        let node = self.node;
        let outcome = trace.outcome(other);
        // A move flips the colour of the blank's cell.
        let has_parity = matches!(problem, Problem::Tiles(_));
        let was_there = match self.kind {
            Kind::Cycle => true,
            Kind::Earlier => {
                let at = trace.generated_at(node);
                let discarded = trace.discarded_at(other);
                discarded.is_none_or(|(when, _)| when >= at)
            }
            // A list search may prefer a costlier path, if it is the newest.
            Kind::Replaced => {
                trace.g(other) <= trace.g(node) || trace.generated_at(other) == self.at
            }
        };
        other != node
            && trace.h(other) == trace.h(node)
            && (outcome.is_on_frontier() || outcome == NodeOutcome::Goal)
            && trace.direction(other) == trace.direction(node)
            && !(has_parity && (trace.depth(other) + trace.depth(node)) % 2 == 1)
            && was_there
    }
}

/// The state of a node, replayed from the root.
fn state(problem: &Problem, trace: &Trace, node: NodeId) -> State {
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
