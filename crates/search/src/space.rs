//! What a search needs to know of a problem: states, moves, costs, and an estimate.

use std::fmt::Debug;
use std::hash::Hash;

/// A path cost, a heuristic value or an evaluation, in the unit of the space's costs.
pub type Cost = u32;

/// The greatest cost of an action.
pub const MAX_ACTION_COST: Cost = 1 << 24;

/// The greatest path cost of a node that is expanded: no sum that leads to a successor overflows.
///
/// At a costlier node a search stops, with [`StopReason::Cost`](super::StopReason::Cost). So every
/// path cost that is compared, reported or recorded is exact. A search that does not compare path
/// costs could go on, but its solution would have a cost that no node, record or report can hold.
pub const MAX_EXPANDED_COST: Cost = Cost::MAX - MAX_ACTION_COST;

/// Where an estimate that combines others saturates. The sum of an estimate and a path cost of up
/// to the same is a [`Cost`] still.
pub const MAX_ESTIMATE: Cost = Cost::MAX / 2;

/// An action: a small number whose meaning belongs to the space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action(pub u8);

/// Up to eight actions in the order in which they are tried; an iterator.
///
/// Each action takes a byte, the next one the lowest. It is stored as its number plus one, and
/// zero ends the list, so taking the next action is a shift.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Actions(u64);

impl Actions {
    /// The list of `actions`, in this order.
    ///
    /// # Panics
    /// If there are more than eight, or one is numbered 255.
    pub const fn new(actions: &[Action]) -> Self {
        assert!(actions.len() <= 8, "a state has at most eight actions");
        let mut packed = 0;
        let mut i = actions.len();
        while i > 0 {
            i -= 1;
            assert!(
                actions[i].0 < u8::MAX,
                "an action is numbered from 0 to 254"
            );
            packed = packed << 8 | (actions[i].0 as u64 + 1);
        }
        Actions(packed)
    }

    /// The list without `action`. It need not contain it.
    #[inline(always)]
    #[must_use]
    pub fn without(self, action: Action) -> Self {
        // After the exclusive or, the action's byte is the lowest that is zero. Subtracting 1
        // from every byte sets its highest bit by a borrow, and that of no byte below it.
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

/// Panics if there are more than eight actions.
impl FromIterator<Action> for Actions {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> Self {
        let actions: Vec<Action> = actions.into_iter().collect();
        Actions::new(&actions)
    }
}

/// A state space: the problem that a search solves.
///
/// A space says which moves a state has ([`moves`](Self::moves)) and what a move leads to
/// ([`successor`](Self::successor)). The methods that take an [`Action`] follow from these.
///
/// Bidirectional algorithms also search backward from [`goal`](Self::goal). They need a space in
/// which that is the only goal, and in which an action and its result determine the state where it
/// was applied.
pub trait Space {
    /// A state as a search works on it: small and `Copy`.
    type State: Copy + Debug;
    /// A state as a search stores it: packed, a different key for each state.
    type Key: Copy + Eq + Hash + Debug;
    /// An action in a state, with anything that helps to apply it quickly; plain [`Action`] if
    /// nothing does.
    type Move: Copy + Into<Action>;
    /// The moves of a state that remain to be tried; plain [`Actions`] if a move is an `Action`.
    type Moves: ExactSizeIterator<Item = Self::Move> + Copy;

    /// The packed form of `state`.
    fn key(&self, state: &Self::State) -> Self::Key;
    /// The state that [`Self::key`] packed.
    fn unpack(&self, key: Self::Key) -> Self::State;
    /// The goal test.
    fn is_goal(&self, state: &Self::State) -> bool;
    /// The moves that apply in `state`, in the order in which they are tried. If `last_action` is
    /// given, it led to `state`, and the move that undoes it is left out.
    fn moves(&self, state: &Self::State, last_action: Option<Action>) -> Self::Moves;
    /// The result of `chosen`, one of the moves of `state`.
    fn successor(&self, state: &Self::State, chosen: Self::Move) -> Successor<Self::State>;
    /// The action that undoes `action` wherever that was applied, if there is one.
    fn inverse(&self, action: Action) -> Option<Action>;

    /// The goal, from which a backward search starts.
    fn goal(&self) -> Self::State;
    /// The actions that lead to `state`, in the order in which they are tried.
    fn actions_to(&self, state: &Self::State) -> Actions;
    /// The state in which `action`, one of [`Self::actions_to`], leads to `state`.
    fn predecessor(&self, state: &Self::State, action: Action) -> Self::State;

    /// As much of `state` as fits into a word: the same for equal states.
    #[inline(always)]
    fn word(&self, _state: &Self::State) -> u64 {
        0
    }
    /// A part of `state`, such as the tile in a cell.
    fn part(&self, _state: &Self::State, _part: usize) -> usize {
        0
    }

    /// A lower bound on the cost of every action.
    fn least_cost(&self) -> Cost {
        1
    }

    /// Hands `visitor` the `moves` that follow `last_move`.
    ///
    /// A space that knows some lists of moves at compile time may pass a type that stands for the
    /// list. The visitor is then compiled for that list alone.
    #[inline(always)]
    fn visit_moves<V: MovesVisitor<Self::Moves>>(
        &self,
        last_move: Self::Move,
        moves: Self::Moves,
        visitor: V,
    ) -> V::Output {
        let _ = last_move;
        visitor.visit(moves)
    }

    /// The actions that apply in `state`, in the order in which they are tried.
    fn actions(&self, state: &Self::State) -> Actions {
        self.moves(state, None).map(Into::into).collect()
    }

    /// The result of `action`, one of [`Self::actions`].
    ///
    /// # Panics
    /// If the action does not apply in `state`.
    #[inline]
    fn result(&self, state: &Self::State, action: Action) -> Successor<Self::State> {
        let mut moves = self.moves(state, None);
        let chosen = moves.find(|&chosen| chosen.into() == action);
        self.successor(state, chosen.expect("the action applies"))
    }

    /// The state that `action`, one of [`Self::actions`], leads to.
    #[inline]
    fn apply(&self, state: &Self::State, action: Action) -> Self::State {
        self.result(state, action).state
    }

    /// The cost of `action`, one of [`Self::actions`].
    #[inline]
    fn cost(&self, state: &Self::State, action: Action) -> Cost {
        self.result(state, action).cost
    }
}

/// What to do with a list of moves.
pub trait MovesVisitor<M> {
    type Output;
    /// `moves` is the list, or a type that stands for it.
    fn visit<K: Into<M> + Copy>(self, moves: K) -> Self::Output;
}

/// The result of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Successor<S> {
    pub action: Action,
    pub state: S,
    /// The cost of the action: from 1 to [`MAX_ACTION_COST`].
    pub cost: Cost,
}

/// An estimate of the cost from a state to the nearest goal.
pub trait Heuristic<S: Space> {
    /// The estimate for `state`, computed from scratch.
    fn estimate(&self, state: &S::State) -> Cost;

    /// The estimate for `child`, the result of `action` in `parent`, whose estimate is `h`.
    ///
    /// It always equals `self.estimate(child)`. Override it if it can be computed faster from the
    /// parent's.
    #[inline(always)]
    fn update(&self, h: Cost, parent: &S::State, action: Action, child: &S::State) -> Cost {
        let _ = (h, parent, action);
        self.estimate(child)
    }

    /// Whether computing [`Self::update`] twice takes less time than a cache miss.
    fn is_quick(&self) -> bool {
        false
    }

    /// The estimate of the cost from the start to `state`, for backward search.
    ///
    /// The default is 0, which is trivially admissible. [`BidirectionalHeuristic`] overrides it.
    fn estimate_from_start(&self, state: &S::State) -> Cost {
        let _ = state;
        0
    }
}

/// The two heuristics of a bidirectional search. `forward` estimates the cost from a state to the
/// goal, `backward` the cost from the start to a state.
#[derive(Clone, Copy, Debug)]
pub struct BidirectionalHeuristic<F, B> {
    pub forward: F,
    pub backward: B,
}

impl<S: Space, F: Heuristic<S>, B: Heuristic<S>> Heuristic<S> for BidirectionalHeuristic<F, B> {
    fn estimate(&self, state: &S::State) -> Cost {
        self.forward.estimate(state)
    }

    fn update(&self, h: Cost, parent: &S::State, action: Action, child: &S::State) -> Cost {
        self.forward.update(h, parent, action, child)
    }

    fn estimate_from_start(&self, state: &S::State) -> Cost {
        self.backward.estimate(state)
    }
}

/// A closure is a heuristic: its value is the estimate for a state.
impl<S: Space, F: Fn(&S::State) -> Cost> Heuristic<S> for F {
    fn estimate(&self, state: &S::State) -> Cost {
        self(state)
    }
}

/// A heuristic that is chosen at run time, at the price of an indirect call.
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
