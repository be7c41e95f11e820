//! A walk through the trees of a record, depth first, so that each state takes one move from the one
//! before.

use crate::{Problem, State};
use tilescope_search::SearchDirection;
use tilescope_trace::{NodeId, Trace};

/// A walk through the forward tree and then the backward one, with the state of the node where it
/// is.
#[derive(Debug)]
pub struct Walk {
    direction: SearchDirection,
    pub node: NodeId,
    pub state: State,
}

impl Walk {
    /// At the first root; `None` if there is none.
    pub fn new(problem: &Problem, trace: &Trace) -> Option<Self> {
        Self::at_root(problem, trace, SearchDirection::Forward)
    }

    fn at_root(problem: &Problem, trace: &Trace, direction: SearchDirection) -> Option<Self> {
        let state = match direction {
            SearchDirection::Forward => problem.start(),
            SearchDirection::Backward => problem.goal(),
        };
        let node = trace.root(direction)?;
        Some(Walk {
            direction,
            node,
            state,
        })
    }

    /// Goes to the next node; whether there is one.
    pub fn advance(&mut self, trace: &Trace, problem: &Problem) -> bool {
        let mut next = trace.first_child(self.node);
        while next.is_none() {
            let Some(parent) = trace.parent(self.node) else {
                return self.enter_backward_tree(trace, problem);
            };
            let sibling = trace.next_sibling(self.node);
            self.take(trace, problem, self.node, Way::Up);
            self.node = parent;
            next = sibling;
        }
        if let Some(next) = next {
            self.take(trace, problem, next, Way::Down);
            self.node = next;
        }
        true
    }

    fn enter_backward_tree(&mut self, trace: &Trace, problem: &Problem) -> bool {
        let is_forward = self.direction == SearchDirection::Forward;
        let backward = Self::at_root(problem, trace, SearchDirection::Backward);
        let next = backward.filter(|_| is_forward);
        let has_next = next.is_some();
        if let Some(next) = next {
            *self = next;
        }
        has_next
    }

    /// Takes the action between `node` and its parent.
    fn take(&mut self, trace: &Trace, problem: &Problem, node: NodeId, way: Way) {
        let Some(action) = trace.action(node) else {
            return;
        };
        // In the backward tree an action leads from a node to its parent.
        let action = match (self.direction, way) {
            (SearchDirection::Forward, Way::Down) | (SearchDirection::Backward, Way::Up) => action,
            _ => problem.inverse(action),
        };
        problem.apply(&mut self.state, action);
    }
}

/// From a node to its child, or to its parent.
#[derive(Clone, Copy)]
enum Way {
    Down,
    Up,
}
