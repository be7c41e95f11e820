//! The states of recorded nodes, found by replaying the actions that lead to them.
//!
//! A trace keeps no states. A state is replayed from the nearest ancestor whose state is
//! still known; what is found on the way is kept at every few steps, so that a tree that is
//! looked at from node to node is replayed once. In the tree from the goal an action leads from
//! a node to its parent, so on the way down it is taken back.

use super::runs::{RunEntry, RunId};
use std::collections::HashMap;
use tilescope_lab::{Problem, State};
use tilescope_search::SearchDirection;
use tilescope_trace::{NodeId, Trace};

/// A cache of states: those that were asked for, and some on the paths to them.
#[derive(Default)]
pub struct Replay {
    run: Option<RunId>,
    states: HashMap<NodeId, State>,
}

impl Replay {
    /// The states that are cached, at most. Then the cache is cleared.
    const MAX_STATES: usize = 8192;
    /// On the path to a node, every state at this interval is cached.
    const STRIDE: usize = 32;

    /// The state of `node` in the run `entry`; `None` if the node is not recorded. Time in
    /// proportion to the way from the nearest known ancestor.
    pub fn state(&mut self, entry: &RunEntry, node: NodeId) -> Option<&State> {
        let trace = entry.run.trace();
        if node >= trace.n_nodes() {
            return None;
        }
        if self.run != Some(entry.id) {
            self.run = Some(entry.id);
            self.states.clear();
        }
        if !self.states.contains_key(&node) {
            if self.states.len() >= Self::MAX_STATES {
                self.states.clear();
            }
            self.replay(trace, &entry.run.job().problem, node);
        }
        self.states.get(&node)
    }

    fn replay(&mut self, trace: &Trace, problem: &Problem, node: NodeId) {
        let mut path = Vec::new();
        let mut known = node;
        let mut state = loop {
            if let Some(state) = self.states.get(&known) {
                break state.clone();
            }
            let (Some(parent), Some(action)) = (trace.parent(known), trace.action(known)) else {
                break match trace.direction(node) {
                    SearchDirection::Forward => problem.start(),
                    SearchDirection::Backward => problem.goal(),
                };
            };
            path.push((known, action));
            known = parent;
        };
        for (i, &(below, action)) in path.iter().rev().enumerate() {
            let action = match trace.direction(node) {
                SearchDirection::Forward => action,
                SearchDirection::Backward => problem.inverse(action),
            };
            problem.apply(&mut state, action);
            if (i + 1).is_multiple_of(Self::STRIDE) && self.states.len() < Self::MAX_STATES {
                self.states.insert(below, state.clone());
            }
        }
        self.states.insert(node, state);
    }
}
