//! The path of an IDA* search.

use super::{
    Action, Cost, Heuristic, NodeEvent, NodeView, Observer, Outcome, Search, Space, StopReason,
};
use crate::Solution;
use crate::memory::ReserveWith;

/// An expanded node on the path.
pub struct PathNode<S: Space, N> {
    pub state: S::State,
    /// The action that led to it; `None` for the root.
    pub last_action: Option<Action>,
    pub g: Cost,
    pub h: Cost,
    pub handle: N,
    /// The moves that remain to be tried.
    pub moves: S::Moves,
}

/// A generated node that is within the bound, not a goal, and about to be expanded.
pub struct Child<S: Space, N> {
    /// The observer's handle for its parent.
    pub parent: N,
    pub action: Action,
    pub state: S::State,
    pub g: Cost,
    pub h: Cost,
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
            stop_reason: None,
            reversed_actions: Vec::new(),
        }
    }

    /// Expands the root: the path begins with it.
    pub(super) fn expand_root(
        &mut self,
        state: S::State,
        h: Cost,
        handle: O::Node,
    ) -> Result<PathNode<S, O::Node>, StopReason> {
        self.add_to_path(&state)?;
        self.observer.expand(handle)?;
        let view = NodeView {
            space: self.space,
            state: &state,
            g: 0,
            h,
        };
        self.observer.examine(NodeEvent::Expanded, handle, view);
        Ok(PathNode {
            state,
            // No action led to the root, so `moves` leaves none out.
            last_action: None,
            g: 0,
            h,
            handle,
            moves: self.space.moves(&state, None),
        })
    }

    /// Expands `child`, whose moves are `moves`, and adds it to the path.
    #[inline(always)]
    pub(super) fn expand(
        &mut self,
        child: Child<S, O::Node>,
        moves: S::Moves,
    ) -> Result<PathNode<S, O::Node>, StopReason> {
        let Child {
            parent,
            action,
            state,
            g,
            h,
        } = child;
        self.add_to_path(&state)?;
        let view = NodeView {
            space: self.space,
            state: &state,
            g,
            h,
        };
        let handle = self.observer.descend(parent, action, view)?;
        Ok(PathNode {
            state,
            last_action: Some(action),
            g,
            h,
            handle,
            moves,
        })
    }

    /// The moves to try at `child`.
    #[inline(always)]
    pub(super) fn moves_of(&self, child: &Child<S, O::Node>) -> S::Moves {
        let last_action = (!MAY_UNDO).then_some(child.action);
        self.space.moves(&child.state, last_action)
    }

    /// Remembers `state` as one on the path, if the whole path is checked.
    #[inline(always)]
    fn add_to_path(&mut self, state: &S::State) -> Result<(), StopReason> {
        if MAY_UNDO && let Some(on_path) = &mut self.on_path {
            on_path.reserve_with(1, self.observer)?;
            on_path.push(self.space.key(state));
        }
        Ok(())
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
        let rest = self.reversed_actions.iter().rev().copied();
        Outcome::Solved(Solution {
            actions: start.chain(rest).collect(),
            cost,
            node,
        })
    }
}
