//! What is true at a moment: which nodes exist, what each is, and which iteration it is in.

use super::{MeetingNodes, NEVER, Trace};
use crate::{Moment, NodeId};
use std::ops::{Range, RangeInclusive};
use tilescope_search::{Cost, NodeOutcome};

/// What a node is at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Not born yet.
    NotGenerated,
    /// Waiting to be expanded.
    Frontier,
    /// Expanded.
    Expanded,
    /// Dropped, at birth or later, for this reason (never a frontier fate).
    Discarded(NodeOutcome),
    /// A goal: found at birth, or when it was selected.
    Goal,
    /// Where the trees from both ends meet on the path that the search ended with.
    Meeting,
}

/// One iteration of a search that starts over with a larger bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    pub number: usize,
    pub bound: Cost,
    pub moments: RangeInclusive<Moment>,
    pub nodes: Range<NodeId>,
}

impl Trace {
    /// The moment from which it exists. Logarithmic time.
    pub fn generated_at(&self, node: NodeId) -> Moment {
        self.n_generated_before
            .partition_point(|n_generated| n_generated <= node) as Moment
    }

    /// The moment just after its (first) expansion began; `None` if it never was expanded.
    pub fn expanded_at(&self, node: NodeId) -> Option<Moment> {
        let left = self.left_frontier.get(node as usize);
        (left != NEVER && self.label(node).discarded().is_none()).then_some(left)
    }

    /// The number of its (first) expansion among all, from 0: the order in which nodes
    /// were selected.
    pub fn expansion_number(&self, node: NodeId) -> Option<u32> {
        self.expanded_at(node).map(|t| t - 1)
    }

    /// From when on, and why, it is dropped; `None` if it never is. Logarithmic time.
    pub fn discarded_at(&self, node: NodeId) -> Option<(Moment, NodeOutcome)> {
        let label = self.label(node);
        match (label.outcome(), label.discarded()) {
            (outcome @ (NodeOutcome::Duplicate | NodeOutcome::Cycle | NodeOutcome::Cut), _) => {
                Some((self.generated_at(node), outcome))
            }
            (_, Some(outcome)) => Some((self.left_frontier.get(node as usize), outcome)),
            _ => None,
        }
    }

    /// Which node was expanded by the step that leads to `t`; `None` at 0, and beyond the
    /// last moment.
    pub fn expanded_node(&self, t: Moment) -> Option<NodeId> {
        (1..=self.n_expanded())
            .contains(&t)
            .then(|| self.expanded.get(t as usize - 1))
    }

    /// How many nodes exist at `t`: those born before expansion number `t` began.
    #[inline]
    pub fn n_generated(&self, t: Moment) -> NodeId {
        if t < self.n_expanded() {
            self.n_generated_before.get(t as usize)
        } else {
            self.n_nodes()
        }
    }

    /// The nodes that were born in the step that leads to `t`.
    pub fn generated_in(&self, t: Moment) -> Range<NodeId> {
        let before = t.checked_sub(1).map_or(0, |t| self.n_generated(t));
        before..self.n_generated(t)
    }

    /// What `node` is at `t`; [`Status::NotGenerated`] if it has not arrived.
    #[inline]
    pub fn status(&self, node: NodeId, t: Moment) -> Status {
        if node >= self.n_generated(t) {
            return Status::NotGenerated;
        }
        let label = self.label(node);
        match label.outcome() {
            NodeOutcome::Goal => return Status::Goal,
            _ if t >= self.n_expanded() && self.is_final(node) => {
                return self.meeting().map_or(Status::Goal, |_| Status::Meeting);
            }
            outcome @ (NodeOutcome::Duplicate | NodeOutcome::Cycle | NodeOutcome::Cut) => {
                return Status::Discarded(outcome);
            }
            NodeOutcome::Frontier | NodeOutcome::Reopened => {}
        }
        if self.left_frontier.get(node as usize) > t {
            return Status::Frontier;
        }
        label
            .discarded()
            .map_or(Status::Expanded, Status::Discarded)
    }

    /// How many nodes are on the frontier at `t`: as many as have that status.
    pub fn frontier_size(&self, t: Moment) -> NodeId {
        if t < self.n_expanded() {
            return self.frontier.get(t as usize);
        }
        let last = [self.goal(), self.meeting().map(|meeting| meeting.backward)];
        let is_waiting = |&node: &NodeId| {
            self.outcome(node).is_on_frontier() && self.left_frontier.get(node as usize) == NEVER
        };
        self.n_frontier - last.into_iter().flatten().filter(is_waiting).count() as NodeId
    }

    /// Whether the search ended with it.
    #[inline]
    fn is_final(&self, node: NodeId) -> bool {
        let is_backward = |meeting: MeetingNodes| meeting.backward == node;
        self.goal == Some(node)
            || self.second_root.is_some() && self.meeting().is_some_and(is_backward)
    }

    /// The nodes on the frontier at `t`, in order of birth. Looks at every node born by
    /// then.
    pub fn frontier(&self, t: Moment) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.n_generated(t)).filter(move |&node| self.status(node, t) == Status::Frontier)
    }

    /// The iteration that `t` is in: its number from 0, its bound, the moments and the
    /// nodes (besides the root) that belong to it. `None` in a search without iterations.
    ///
    /// The moment at which one iteration is complete and the next one is about to expand
    /// the root again belongs to the former. Logarithmic time.
    pub fn iteration(&self, t: Moment) -> Option<Iteration> {
        let begun = self.iterations.partition_point(|&(start, ..)| start < t);
        let number = begun.saturating_sub(1);
        let &(start, first, bound) = self.iterations.get(number)?;
        let (end, next) = match self.iterations.get(number + 1) {
            Some(&(end, next, _)) => (end, next),
            None => (self.n_expanded(), self.n_nodes()),
        };
        Some(Iteration {
            number,
            bound,
            moments: if number == 0 { 0 } else { start + 1 }..=end,
            nodes: first.max(1)..next.max(1),
        })
    }

    pub fn n_iterations(&self) -> usize {
        self.iterations.len()
    }
}
