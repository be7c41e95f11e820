//! A space whose actions have a different random order in each state.

use std::hash::{Hash, Hasher};
use tilescope_search::{Action, Actions, Cost, Heuristic, Space, Successor};

/// `space` with its actions in an order that depends on the state and on `seed` alone, so
/// that the same seed gives the same search.
pub struct Shuffled<S> {
    pub space: S,
    pub seed: u64,
}

impl<S: Space> Space for Shuffled<S> {
    type State = S::State;
    type Key = S::Key;
    type Move = Action;
    type Moves = Actions;

    fn key(&self, state: &S::State) -> S::Key {
        self.space.key(state)
    }

    fn unpack(&self, key: S::Key) -> S::State {
        self.space.unpack(key)
    }

    fn is_goal(&self, state: &S::State) -> bool {
        self.space.is_goal(state)
    }

    fn moves(&self, state: &S::State, last_action: Option<Action>) -> Actions {
        let actions = self.shuffle(self.space.actions(state), state);
        match last_action.and_then(|last_action| self.inverse(last_action)) {
            Some(undo) => actions.without(undo),
            None => actions,
        }
    }

    fn successor(&self, state: &S::State, action: Action) -> Successor<S::State> {
        self.space.result(state, action)
    }

    fn inverse(&self, action: Action) -> Option<Action> {
        self.space.inverse(action)
    }

    fn goal(&self) -> S::State {
        self.space.goal()
    }

    fn actions_to(&self, state: &S::State) -> Actions {
        self.shuffle(self.space.actions_to(state), state)
    }

    fn predecessor(&self, state: &S::State, action: Action) -> S::State {
        self.space.predecessor(state, action)
    }

    fn least_cost(&self) -> Cost {
        self.space.least_cost()
    }
}

impl<S: Space> Shuffled<S> {
    fn shuffle(&self, actions: Actions, state: &S::State) -> Actions {
        let mut actions: Vec<Action> = actions.collect();
        let mut fingerprint = Fingerprint(self.seed);
        self.space.key(state).hash(&mut fingerprint);
        fastrand::Rng::with_seed(fingerprint.finish()).shuffle(&mut actions);
        Actions::new(&actions)
    }
}

/// A heuristic for the shuffled space.
pub struct ShuffledHeuristic<'a, H>(pub &'a H);

impl<S: Space, H: Heuristic<S>> Heuristic<Shuffled<S>> for ShuffledHeuristic<'_, H> {
    fn estimate(&self, state: &S::State) -> Cost {
        self.0.estimate(state)
    }

    fn update(&self, h: Cost, parent: &S::State, action: Action, child: &S::State) -> Cost {
        self.0.update(h, parent, action, child)
    }

    fn estimate_from_start(&self, state: &S::State) -> Cost {
        self.0.estimate_from_start(state)
    }
}

/// Seeded FNV-1a. Unlike the standard hasher, it is the same in every release of Rust.
struct Fingerprint(u64);

impl Hasher for Fingerprint {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
