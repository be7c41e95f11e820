//! The path that an IDA* search is on.

use super::{Action, Cost, Heuristic, Observer, Outcome, ReserveWith, Search, Space, StopReason};
use crate::Solution;

/// A node that is expanded.
pub struct Node<S: Space, N> {
    pub state: S::State,
    /// What has led to it; `None` for the root.
    pub last_action: Option<Action>,
    /// What the way on may cost: the bound less g.
    pub left: u64,
    pub h: Cost,
    pub handle: N,
    pub untried: S::Moves,
}

impl<S: Space, H: Heuristic<S>, O: Observer, const MAY_UNDO: bool> Search<'_, S, H, O, MAY_UNDO> {
    /// Makes the node of a state that is within the bound and no goal: the path goes on to it.
    #[inline(always)]
    pub(super) fn expand(
        &mut self,
        state: S::State,
        last_action: Option<Action>,
        left: u64,
        h: Cost,
        handle: O::Node,
    ) -> Result<Node<S, O::Node>, StopReason> {
        if MAY_UNDO && let Some(on_path) = &mut self.on_path {
            on_path.reserve_with(1, self.observer)?;
            on_path.push(self.space.key(&state));
        }
        self.observer.expand(handle)?;
        let untried = match last_action {
            Some(last_action) if !MAY_UNDO => self.space.moves_after(Some(last_action), &state),
            _ => self.space.moves_after(None, &state),
        };
        Ok(Node {
            state,
            last_action,
            left,
            h,
            handle,
            untried,
        })
    }

    /// The path goes back from its last node.
    #[inline(always)]
    pub(super) fn leave(&mut self) {
        if MAY_UNDO && let Some(on_path) = &mut self.on_path {
            on_path.pop();
        }
    }

    pub(super) fn is_on_path(&self, state: &S::State) -> bool {
        let on_path = self.on_path.as_ref();
        on_path.is_some_and(|on_path| on_path.contains(&self.space.key(state)))
    }

    /// The end of a search that has found a goal.
    pub(super) fn solved(&self, (cost, node): (Cost, O::Node)) -> Outcome<O::Node> {
        let on_path = self.path.iter().filter_map(|node| node.last_action);
        let beyond = self.way_back.iter().rev().copied();
        Outcome::Solved(Solution {
            actions: on_path.chain(beyond).collect(),
            cost,
            node,
        })
    }
}
