//! A cache of the values of which an expression is made.

use tilescope_search::hashing::hash;

/// A direct-mapped cache of the parts' values of recent states: each state in the slot given by its
/// hash.
///
/// An estimate does not determine the values of its parts, which they need for incremental updates.
/// A search asks for the successors of a state soon after the state.
pub struct ValueCache<C, V> {
    states: Vec<Option<C>>,
    /// Indexed by slot × parts + part.
    values: Vec<V>,
    n_parts: usize,
}

impl<C: Copy + Eq + std::hash::Hash, V: Copy + Default> ValueCache<C, V> {
    /// More than a depth-first search has states on its path.
    const N_SLOTS: usize = 256;

    pub fn new(n_parts: usize) -> Self {
        ValueCache {
            states: vec![None; Self::N_SLOTS],
            values: vec![V::default(); Self::N_SLOTS * n_parts],
            n_parts,
        }
    }

    pub fn slot(&self, state: C) -> usize {
        hash(&state) as usize % Self::N_SLOTS
    }

    pub fn contains(&self, state: C) -> bool {
        self.states[self.slot(state)] == Some(state)
    }

    /// Claims the slot for `state`; the caller sets its values.
    pub fn claim_slot(&mut self, state: C) -> usize {
        let slot = self.slot(state);
        self.states[slot] = Some(state);
        slot
    }

    pub fn values_mut(&mut self, slot: usize) -> &mut [V] {
        &mut self.values[slot * self.n_parts..][..self.n_parts]
    }

    /// Copies the values of a slot to another.
    pub fn copy(&mut self, from: usize, to: usize) {
        let from = from * self.n_parts;
        self.values
            .copy_within(from..from + self.n_parts, to * self.n_parts);
    }
}
