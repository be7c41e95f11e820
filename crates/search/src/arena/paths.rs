//! The paths to the nodes of an arena.

use super::{Arena, ArenaNode, NO_PARENT, NodeIndex, OpenNode};
use crate::successors::Child;
use crate::{Action, Heuristic, Solution, Space};

impl<S: Space, H: Heuristic<S>, N: Copy> Arena<'_, S, H, N> {
    /// The solution that ends with the node `index`.
    pub fn solution(&self, index: NodeIndex) -> Solution<N> {
        let ArenaNode { g, handle, .. } = self.node(index);
        Solution {
            actions: self.path(index),
            cost: g,
            node: handle,
        }
    }

    /// The solution that ends with `child` of `parent`, a goal that was not stored.
    #[inline(always)]
    pub fn solution_through(
        &self,
        parent: &OpenNode<S::State, N>,
        child: &Child<S::State>,
        handle: N,
    ) -> Solution<N> {
        Solution {
            actions: self.path_through(parent.index, child.action),
            cost: child.g,
            node: handle,
        }
    }

    #[cold]
    fn path_through(&self, parent: NodeIndex, action: Action) -> Vec<Action> {
        let mut actions = self.path(parent);
        actions.push(action);
        actions
    }

    /// The actions from the root to the node `index`.
    pub fn path(&self, mut index: NodeIndex) -> Vec<Action> {
        let mut actions = Vec::new();
        while let ArenaNode { parent, action, .. } = self.node(index)
            && parent != NO_PARENT
        {
            actions.push(action);
            index = parent;
        }
        actions.reverse();
        actions
    }
}
