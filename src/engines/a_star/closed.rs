//! The states that were expanded, each with the action that led to it, in a word a state.

use crate::search::hashing::hash;
use crate::search::{Halt, Observer, Tally};

/// A set of states of up to 60 bits by open addressing with linear probing.
///
/// The four bits that are left hold the action that led to the state, and tell that the slot
/// is used. States stand in the order of their hashes, but for a few steps, so the table can
/// be stretched where it stands: a copy of it would be as much memory again.
/// Invariant: from the slot where a state belongs to the one where it is, all are used.
#[derive(Default)]
pub struct Closed {
    /// 0 for an unused slot.
    slots: Vec<u64>,
    n_used: usize,
    /// States belong into the first so many slots, and may be some further on.
    n_homes: usize,
}

/// So many bits of a word are the state's.
pub const STATE_BITS: u32 = 60;

const STATE: u64 = (1 << STATE_BITS) - 1;
const USED: u64 = 1 << 63;

/// So many slots follow the last home; runs of used slots are far shorter.
const BEYOND: usize = 1 << 12;

/// So many states are moved between two looks at the observer: some milliseconds.
const STRETCH: usize = 1 << 18;

impl Closed {
    /// The slot where `state` belongs.
    #[inline(always)]
    pub fn home(&self, state: u64) -> usize {
        let place = u128::from(hash(&(state & STATE))) * self.n_homes as u128;
        (place >> 64) as usize
    }

    /// Reads a slot, so that it is near when it is needed.
    #[inline(always)]
    pub fn touch(&self, home: usize) -> u64 {
        self.slots[home]
    }

    /// Puts in `state`, whose home is `home`, with the action (0 to 4) that led to it;
    /// `false` if it is there already. There must be room for it.
    #[inline(always)]
    pub fn insert(&mut self, state: u64, home: usize, came: usize) -> bool {
        let mut slot = home;
        while self.slots[slot] != 0 {
            if (self.slots[slot] ^ state) & STATE == 0 {
                return false;
            }
            slot += 1;
        }
        self.slots[slot] = state & STATE | USED | (came as u64) << STATE_BITS;
        self.n_used += 1;
        true
    }

    /// The action that led to `state`, if it is in.
    pub fn came(&self, state: u64) -> Option<usize> {
        let run = self.slots[self.home(state)..].iter();
        run.take_while(|&&slot| slot != 0)
            .find(|&&slot| (slot ^ state) & STATE == 0)
            .map(|&slot| ((slot & !USED) >> STATE_BITS) as usize)
    }

    /// Makes room for `n` more states.
    ///
    /// # Errors
    /// If the observer, or the machine, has no memory for it, or it is told to stop.
    #[inline(always)]
    pub fn make_room<O: Observer>(&mut self, n: usize, observer: &mut O) -> Result<(), Halt> {
        // Four of five slots are used at most.
        if (self.n_used + n) * 5 <= self.n_homes * 4 {
            return Ok(());
        }
        self.stretch(observer)
    }

    /// Makes it half as large again.
    #[cold]
    fn stretch<O: Observer>(&mut self, observer: &mut O) -> Result<(), Halt> {
        let n_homes = (self.n_homes + self.n_homes / 2).max(1 << 12);
        let old = self.slots.len();
        let more = n_homes + BEYOND - old;
        observer.grow(more * size_of::<u64>())?;
        (self.slots.try_reserve_exact(more)).map_err(|_| Halt::Memory)?;
        self.slots.resize(old + more, 0);
        self.n_homes = n_homes;
        // From the end, run by run: the new home of a state lies behind the old one, so no
        // state of another run is in its way but those that have moved.
        let (mut end, mut n_moved, mut run) = (old, 0, Vec::new());
        while let Some(last) = self.slots[..end].iter().rposition(|&slot| slot != 0) {
            let before = self.slots[..last].iter().rposition(|&slot| slot == 0);
            let start = before.map_or(0, |empty| empty + 1);
            run.clear();
            run.extend_from_slice(&self.slots[start..=last]);
            self.slots[start..=last].fill(0);
            for &state in &run {
                let mut slot = self.home(state);
                while self.slots[slot] != 0 {
                    slot += 1;
                }
                self.slots[slot] = state;
            }
            end = start;
            n_moved += run.len();
            if n_moved >= STRETCH {
                n_moved = 0;
                observer.tally(Tally::default())?;
            }
        }
        Ok(())
    }
}
