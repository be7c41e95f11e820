//! The successors of a node: what every algorithm does with a move.

use super::{Action, Cost, Heuristic, MAX_EXPANDED_COST, Space, StopReason, Successor};

/// A successor of a node, with its path cost and its estimate.
#[derive(Clone, Copy, Debug)]
pub struct Child<State> {
    pub action: Action,
    pub state: State,
    pub g: Cost,
    pub h: Cost,
}

/// Checks that the successors of a node with path cost `g` have path costs that can be counted.
///
/// # Errors
/// If they may cost too much. The search is to stop.
#[inline(always)]
pub fn check_path_cost(g: Cost) -> Result<(), StopReason> {
    if g > MAX_EXPANDED_COST {
        return Err(StopReason::Cost);
    }
    Ok(())
}

impl<State: Copy> Child<State> {
    /// The result of the move `chosen` in `parent`: a state with its path cost g and estimate h.
    /// Its path cost has been [checked](check_path_cost).
    #[inline(always)]
    pub fn new<S: Space<State = State>, H: Heuristic<S>>(
        space: &S,
        heuristic: &H,
        (parent, g, h): (&State, Cost, Cost),
        chosen: S::Move,
    ) -> Self {
        let Successor {
            action,
            state,
            cost,
        } = space.successor(parent, chosen);
        Child {
            action,
            state,
            g: g + cost,
            h: heuristic.update(h, parent, action, &state),
        }
    }
}

/// The successors that some moves of a node lead to, in the order of the moves; an iterator.
pub struct Successors<'a, S: Space, H> {
    space: &'a S,
    heuristic: &'a H,
    state: S::State,
    g: Cost,
    h: Cost,
    moves: S::Moves,
}

impl<'a, S: Space, H: Heuristic<S>> Successors<'a, S, H> {
    /// The successors by `moves` of `parent`: a state with its path cost g and estimate h.
    ///
    /// # Errors
    /// If the path costs too much: see [`check_path_cost`].
    #[inline(always)]
    pub fn new(
        space: &'a S,
        heuristic: &'a H,
        (&state, g, h): (&S::State, Cost, Cost),
        moves: S::Moves,
    ) -> Result<Self, StopReason> {
        check_path_cost(g)?;
        Ok(Successors {
            space,
            heuristic,
            state,
            g,
            h,
            moves,
        })
    }
}

impl<S: Space, H: Heuristic<S>> Iterator for Successors<'_, S, H> {
    type Item = Child<S::State>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let chosen = self.moves.next()?;
        let parent = (&self.state, self.g, self.h);
        Some(Child::new(self.space, self.heuristic, parent, chosen))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.moves.size_hint()
    }
}

impl<S: Space, H: Heuristic<S>> ExactSizeIterator for Successors<'_, S, H> {}
