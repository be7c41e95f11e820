//! A trace that is asked: the columns as they have arrived, and what follows from them.

use super::{Batch, Moment, NodeId};
use crate::search::{Action, Cost, Fate};

/// What a node is at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Not born yet.
    Unborn,
    /// Waiting to be expanded.
    Frontier,
    /// Expanded.
    Expanded,
    /// Dropped, at birth or later, for this reason (never a frontier fate).
    Dropped(Fate),
    /// A goal: found at birth, or when it was selected.
    Goal,
}

/// The record of a run, as far as it has arrived.
#[derive(Debug, Default)]
pub struct Trace {}

impl Trace {
    /// Adds the next batch. Time and memory in proportion to the batch.
    pub fn append(&mut self, batch: &Batch) {
        let _ = batch;
        todo!()
    }

    /// Says which node the search ended with, when it is known.
    pub fn set_goal(&mut self, goal: Option<NodeId>) {
        let _ = goal;
        todo!()
    }

    pub fn goal(&self) -> Option<NodeId> {
        todo!()
    }

    pub fn n_nodes(&self) -> NodeId {
        todo!()
    }

    /// How many expansions: the last moment.
    pub fn n_expanded(&self) -> Moment {
        todo!()
    }

    /// `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let _ = node;
        todo!()
    }

    /// The action that made it; `None` for the root.
    pub fn action(&self, node: NodeId) -> Option<Action> {
        let _ = node;
        todo!()
    }

    /// Its fate at birth.
    pub fn fate(&self, node: NodeId) -> Fate {
        let _ = node;
        todo!()
    }

    pub fn g(&self, node: NodeId) -> Cost {
        let _ = node;
        todo!()
    }

    pub fn h(&self, node: NodeId) -> Cost {
        let _ = node;
        todo!()
    }

    /// How many actions lead to it.
    pub fn depth(&self, node: NodeId) -> u32 {
        let _ = node;
        todo!()
    }

    /// Its children, in order of birth.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let _ = node;
        std::iter::empty()
    }

    /// The moment just after it was born: it exists from there on.
    pub fn born_at(&self, node: NodeId) -> Moment {
        let _ = node;
        todo!()
    }

    /// The moment just after its (first) expansion began; `None` if it never was expanded.
    pub fn expanded_at(&self, node: NodeId) -> Option<Moment> {
        let _ = node;
        todo!()
    }

    /// Which node was expanded by the step that leads to `t`; `None` at 0.
    pub fn expanded_node(&self, t: Moment) -> Option<NodeId> {
        let _ = t;
        todo!()
    }

    /// How many nodes exist at `t`.
    pub fn n_born(&self, t: Moment) -> NodeId {
        let _ = t;
        todo!()
    }

    pub fn status(&self, node: NodeId, t: Moment) -> Status {
        let _ = (node, t);
        todo!()
    }

    /// The iteration that `t` is in: its number from 0, its bound, the moments and the
    /// nodes (besides the root) that belong to it. `None` in a search without iterations.
    pub fn iteration(&self, t: Moment) -> Option<Iteration> {
        let _ = t;
        todo!()
    }

    pub fn n_iterations(&self) -> usize {
        todo!()
    }

    /// The nodes from the root to `node`, both included.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let _ = node;
        todo!()
    }

    /// The bytes that it holds.
    pub fn bytes(&self) -> usize {
        todo!()
    }
}

/// One iteration of a search that starts over with a larger bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    pub number: usize,
    pub bound: Cost,
    pub moments: std::ops::RangeInclusive<Moment>,
    pub nodes: std::ops::Range<NodeId>,
}
