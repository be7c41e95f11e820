//! What a search needs to know of a problem: states, actions, costs, and an estimate.

use std::fmt::Debug;
use std::hash::Hash;

/// A path cost, a heuristic value or an evaluation, in the unit of the space's costs.
pub type Cost = u32;

/// The label of an action: a small number whose meaning belongs to the space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action(pub u8);

/// Up to eight actions in the order in which they are to be tried; an iterator.
///
/// One action a byte, the next one lowest, each stored as its number plus one, so that
/// zero is the end: taking the next action is a shift, and copying the list is free.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Actions(u64);

impl Actions {
    /// The list of `actions`, first to be tried first.
    ///
    /// # Panics
    /// If there are more than eight, or one is numbered 255.
    pub const fn new(actions: &[Action]) -> Self {
        assert!(actions.len() <= 8, "a state has at most eight actions");
        let mut packed = 0;
        let mut i = actions.len();
        while i > 0 {
            i -= 1;
            assert!(actions[i].0 < u8::MAX, "action 255 is not to be had");
            packed = packed << 8 | (actions[i].0 as u64 + 1);
        }
        Actions(packed)
    }

    /// The list without `action`, if that is in it.
    #[inline(always)]
    #[must_use]
    pub fn without(self, action: Action) -> Self {
        // The lowest byte that is zero after the exclusive or is the action's: subtracting
        // 1 from each byte borrows into its highest bit and into none below.
        const ONES: u64 = u64::MAX / 255;
        let differs = self.0 ^ (ONES * (u64::from(action.0) + 1));
        let zeros = differs.wrapping_sub(ONES) & !differs & ONES << 7;
        if zeros == 0 {
            return self;
        }
        let below = (1 << (zeros.trailing_zeros() - 7)) - 1;
        Actions(self.0 & below | self.0 >> 8 & !below)
    }
}

impl Iterator for Actions {
    type Item = Action;

    #[inline(always)]
    fn next(&mut self) -> Option<Action> {
        let low = self.0 as u8;
        self.0 >>= 8;
        low.checked_sub(1).map(Action)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = 8 - self.0.leading_zeros() as usize / 8;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Actions {}

/// A state space with one goal test: the problem that a search solves.
///
/// An action and the state that it leads to settle the state in which it was taken, so a
/// search may go back from the goal too. That search goes back from [`Self::goal`] alone, and
/// is not to be used where other states pass the goal test as well.
pub trait Space {
    /// A state as it is worked on: small and `Copy`.
    type State: Copy + Debug;
    /// A state as it is stored: packed, one key for each state and the reverse.
    type Key: Copy + Eq + Hash + Debug;
    /// An action in the state where it applies, with whatever the space has ready to take it
    /// quickly; [`Action`] where that is nothing.
    type Move: Copy;
    /// Moves that are still to be made; [`Actions`] where they are nothing but actions.
    type Moves: ExactSizeIterator<Item = Self::Move> + Copy;

    /// The packed form of `state`.
    fn key(&self, state: &Self::State) -> Self::Key;
    /// The state that [`Self::key`] packed.
    fn unpack(&self, key: Self::Key) -> Self::State;
    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;
    /// The actions that apply in `state`, in the order of the run.
    fn actions(&self, state: &Self::State) -> Actions;
    /// The same without the one that undoes `last_action`, the action that led to `state`, if that is
    /// known.
    #[inline(always)]
    fn actions_after(&self, last_action: Option<Action>, state: &Self::State) -> Actions {
        let actions = self.actions(state);
        match last_action.and_then(|last_action| self.inverse(last_action)) {
            Some(undo) => actions.without(undo),
            None => actions,
        }
    }
    /// [`Self::actions_after`] as moves.
    fn moves_after(&self, last_action: Option<Action>, state: &Self::State) -> Self::Moves;
    /// Hands `visitor` the `moves` that there are after `last_action`: [`Self::moves_after`].
    ///
    /// A space that knows some of them when it is compiled may hand over a type that stands for
    /// them, so that what is done with them is compiled for them alone.
    #[inline(always)]
    fn visit_moves<V: MovesVisitor<Self::Moves>>(
        &self,
        last_action: Self::Move,
        moves: Self::Moves,
        visitor: V,
    ) -> V::Output {
        let _ = last_action;
        visitor.visit(moves)
    }
    /// What `chosen`, one of the moves in `state`, leads to.
    fn successor(&self, state: &Self::State, chosen: Self::Move) -> Successor<Self::State>;
    /// The state that `action`, one of [`Self::actions`], leads to.
    fn apply(&self, state: &Self::State, action: Action) -> Self::State;
    /// What `action` costs in `state`: at least 1.
    fn cost(&self, state: &Self::State, action: Action) -> Cost;
    /// The action that undoes `action` wherever that was applied, if there is one.
    fn inverse(&self, action: Action) -> Option<Action>;

    /// The goal.
    fn goal(&self) -> Self::State;
    /// The actions that lead to `state`, in the order of the run.
    fn actions_to(&self, state: &Self::State) -> Actions;
    /// The state in which `action`, one of [`Self::actions_to`], leads to `state`.
    fn predecessor(&self, state: &Self::State, action: Action) -> Self::State;
    /// What every action costs at least.
    fn least_cost(&self) -> Cost {
        1
    }
}

/// What is to be done with moves, once they are at hand.
pub trait MovesVisitor<M> {
    type Output;
    /// `moves` are what is said, or a type that stands for some moves alone.
    fn visit<K: Into<M> + Copy>(self, moves: K) -> Self::Output;
}

/// What an action leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Successor<S> {
    pub action: Action,
    pub state: S,
    /// What the action costs.
    pub cost: Cost,
}

impl<S> Successor<S> {
    /// What `action` leads to from `state`, in a space whose moves are nothing but actions.
    #[inline(always)]
    pub fn by<P: Space<State = S>>(space: &P, state: &S, action: Action) -> Self {
        Successor {
            action,
            state: space.apply(state, action),
            cost: space.cost(state, action),
        }
    }
}

/// An estimate of the cost from a state to the nearest goal.
pub trait Heuristic<S: Space> {
    /// The estimate for `state`, computed from nothing.
    fn estimate(&self, state: &S::State) -> Cost;

    /// The estimate for `child`, which `action` made of `parent`, whose estimate is `h`.
    ///
    /// Always equal to `self.of(child)`; a heuristic that can do it in fewer steps
    /// overrides this.
    #[inline(always)]
    fn update(&self, h: Cost, parent: &S::State, action: Action, child: &S::State) -> Cost {
        let _ = (h, parent, action);
        self.estimate(child)
    }

    /// Whether [`Self::update`] is so quick that to do it twice takes less time than a wait for
    /// memory.
    fn is_quick(&self) -> bool {
        false
    }

    /// The estimate of the cost from the start to `state`, for searches that go back from the
    /// goal. Nothing, which is never too much, unless the heuristic is made for
    /// [`BidirectionalHeuristic`].
    fn estimate_from_start(&self, state: &S::State) -> Cost {
        let _ = state;
        0
    }
}

/// Two heuristics for a search from both ends: `ahead` estimates the way to the goal, `back`
/// the way from a state back to the start, with every action charged as it is forwards.
#[derive(Clone, Copy, Debug)]
pub struct BidirectionalHeuristic<A, B> {
    pub ahead: A,
    pub back: B,
}

impl<S: Space, A: Heuristic<S>, B: Heuristic<S>> Heuristic<S> for BidirectionalHeuristic<A, B> {
    fn estimate(&self, state: &S::State) -> Cost {
        self.ahead.estimate(state)
    }

    fn update(&self, h: Cost, parent: &S::State, action: Action, child: &S::State) -> Cost {
        self.ahead.update(h, parent, action, child)
    }

    fn estimate_from_start(&self, state: &S::State) -> Cost {
        self.back.estimate(state)
    }
}

/// Lets one heuristic be chosen at run time, for the price of a call.
impl<S: Space> Heuristic<S> for Box<dyn Heuristic<S> + '_> {
    fn estimate(&self, state: &S::State) -> Cost {
        (**self).estimate(state)
    }

    fn update(&self, h: Cost, parent: &S::State, action: Action, child: &S::State) -> Cost {
        (**self).update(h, parent, action, child)
    }

    fn estimate_from_start(&self, state: &S::State) -> Cost {
        (**self).estimate_from_start(state)
    }
}
