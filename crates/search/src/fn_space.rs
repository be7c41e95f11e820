//! A state space made of a goal and three functions.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Action, Actions, Cost, Space, Successor};

/// A space with one goal in which every action can be undone.
///
/// It is quick to write: `examples/own_space.rs` solves one in 40 lines. Implement [`Space`] if
/// there are several goals, if an action can't be undone, or if a packed key or a faster test saves
/// memory or time.
#[derive(Clone, Copy, Debug)]
pub struct FnSpace<T, A, R, I> {
    goal: T,
    actions: A,
    result: R,
    inverse: I,
}

impl<T, A, R, I> FnSpace<T, A, R, I>
where
    T: Copy + Eq + Hash + Debug,
    A: Fn(&T) -> Actions,
    R: Fn(&T, Action) -> (T, Cost),
    I: Fn(Action) -> Action,
{
    /// The space whose goal is `goal`.
    ///
    /// - `actions` lists the actions that apply in a state, in the order in which they are tried.
    /// - `result` is the state to which one of them leads, and its cost, from 1 to
    ///   [`MAX_ACTION_COST`](crate::MAX_ACTION_COST).
    /// - `inverse` is the action that undoes another: if `a` leads from x to y, `inverse(a)` applies
    ///   in y and leads to x. Different actions have different inverses.
    pub fn new(goal: T, actions: A, result: R, inverse: I) -> Self {
        FnSpace {
            goal,
            actions,
            result,
            inverse,
        }
    }
}

impl<T, A, R, I> Space for FnSpace<T, A, R, I>
where
    T: Copy + Eq + Hash + Debug,
    A: Fn(&T) -> Actions,
    R: Fn(&T, Action) -> (T, Cost),
    I: Fn(Action) -> Action,
{
    type State = T;
    type Key = T;
    type Move = Action;
    type Moves = Actions;

    fn key(&self, state: &T) -> T {
        *state
    }

    fn unpack(&self, key: T) -> T {
        key
    }

    fn is_goal(&self, state: &T) -> bool {
        *state == self.goal
    }

    fn moves(&self, state: &T, last_action: Option<Action>) -> Actions {
        let actions = (self.actions)(state);
        match last_action {
            Some(action) => actions.without((self.inverse)(action)),
            None => actions,
        }
    }

    fn successor(&self, state: &T, action: Action) -> Successor<T> {
        let (state, cost) = (self.result)(state, action);
        Successor {
            action,
            state,
            cost,
        }
    }

    fn inverse(&self, action: Action) -> Option<Action> {
        Some((self.inverse)(action))
    }

    fn goal(&self) -> T {
        self.goal
    }

    fn actions_to(&self, state: &T) -> Actions {
        (self.actions)(state).map(&self.inverse).collect()
    }

    fn predecessor(&self, state: &T, action: Action) -> T {
        (self.result)(state, (self.inverse)(action)).0
    }
}
