//! The path of an IDA* search.

use super::{Action, Cost, Heuristic, Observer, Outcome, Search, Space, StopReason};
use crate::Solution;
use crate::memory::ReserveWith;

/// An expanded node on the path.
pub struct PathNode<S: Space, N> {
    pub state: S::State,
    /// The action that led to it; `None` for the root.
    pub last_action: Option<Action>,
    /// The path cost. Wider than a [`Cost`], so that no sum overflows.
    pub g: u64,
    pub h: Cost,
    pub handle: N,
    /// The moves that remain to be tried.
    pub moves: S::Moves,
}

impl<'a, S: Space, H: Heuristic<S>, O: Observer, const MAY_UNDO: bool>
    Search<'a, S, H, O, MAY_UNDO>
{
    pub(super) fn new(
        space: &'a S,
        heuristic: &'a H,
        observer: &'a mut O,
        on_path: Option<Vec<S::Key>>,
    ) -> Self {
        Search {
            space,
            heuristic,
            observer,
            bound: 0,
            next_bound: u64::MAX,
            path: Vec::new(),
            on_path,
            goal: None,
            reversed_path: Vec::new(),
        }
    }

    /// Expands a state that is within the bound and not a goal, and adds it to the path.
    #[inline(always)]
    pub(super) fn expand(
        &mut self,
        state: S::State,
        last_action: Option<Action>,
        g: u64,
        h: Cost,
        handle: O::Node,
    ) -> Result<PathNode<S, O::Node>, StopReason> {
        if MAY_UNDO && let Some(on_path) = &mut self.on_path {
            on_path.reserve_with(1, self.observer)?;
            on_path.push(self.space.key(&state));
        }
        self.observer.expand(handle)?;
        let moves = match last_action {
            Some(last_action) if !MAY_UNDO => self.space.moves(&state, Some(last_action)),
            _ => self.space.moves(&state, None),
        };
        Ok(PathNode {
            state,
            last_action,
            g,
            h,
            handle,
            moves,
        })
    }

    /// Removes the last node from the path.
    #[inline(always)]
    pub(super) fn backtrack(&mut self) {
        if MAY_UNDO && let Some(on_path) = &mut self.on_path {
            on_path.pop();
        }
    }

    pub(super) fn is_on_path(&self, state: &S::State) -> bool {
        let on_path = self.on_path.as_ref();
        on_path.is_some_and(|on_path| on_path.contains(&self.space.key(state)))
    }

    /// The outcome of a search that has found a goal.
    pub(super) fn solved(&self, (cost, node): (Cost, O::Node)) -> Outcome<O::Node> {
        let start = self.path.iter().filter_map(|node| node.last_action);
        let rest = self.reversed_path.iter().rev().copied();
        Outcome::Solved(Solution {
            actions: start.chain(rest).collect(),
            cost,
            node,
        })
    }
}
