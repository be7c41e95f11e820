//! Which states were reached: an open-addressing table over a column of states.

use super::hashing::hash;
use super::memory::MakeRoom;
use super::{Halt, Observer};
use std::hash::Hash;

/// An empty slot.
const EMPTY: u32 = u32::MAX;

/// So many slots are filled between two questions whether to go on: some milliseconds' work.
const STRETCH: usize = 1 << 16;

/// Finds rows of a column by their state.
///
/// The column belongs to the caller, who says by `key_of` which state a row has; the table
/// holds the numbers of rows alone, 4 bytes each, by open addressing with linear probing.
/// Invariant: at least half of the slots are empty, so a look-up ends, and soon.
#[derive(Debug, Default)]
pub struct Table {
    slots: Vec<u32>,
    n_used: usize,
}

/// Where a state is in a [`Table`], or would go; good until the table is changed.
#[derive(Clone, Copy, Debug)]
pub struct Slot(usize);

impl Table {
    /// The slot of `key`, and its row if it has one.
    #[inline(always)]
    pub fn find<K: Hash + Eq>(&self, key: &K, key_of: impl Fn(u32) -> K) -> (Slot, Option<u32>) {
        let mask = self.slots.len() - 1;
        let mut slot = hash(key) as usize & mask;
        loop {
            match self.slots[slot] {
                EMPTY => return (Slot(slot), None),
                row if key_of(row) == *key => return (Slot(slot), Some(row)),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Puts `row` into `slot`, which [`find`](Self::find) gave.
    #[inline(always)]
    pub fn put(&mut self, Slot(slot): Slot, row: u32) {
        self.n_used += usize::from(self.slots[slot] == EMPTY);
        self.slots[slot] = row;
    }

    /// Empties the slot of the state that was put in last.
    ///
    /// As no other was put in since, no other was led past this slot, so it can be emptied
    /// without a trace; out of order, states would be lost.
    pub fn take_latest(&mut self, Slot(slot): Slot) {
        self.n_used -= 1;
        self.slots[slot] = EMPTY;
    }

    /// Makes room for `n` more states; `rows` are those in it with their states, in the
    /// order in which they were put in.
    ///
    /// # Errors
    /// If the observer, or the machine, has no memory for it.
    #[inline(always)]
    pub fn make_room<K: Hash, O: Observer>(
        &mut self,
        n: usize,
        rows: impl Iterator<Item = (K, u32)>,
        observer: &mut O,
    ) -> Result<(), Halt> {
        if 2 * (self.n_used + n) <= self.slots.len() {
            return Ok(());
        }
        self.rebuild(n, rows, observer)
    }

    #[cold]
    fn rebuild<K: Hash, O: Observer>(
        &mut self,
        n: usize,
        rows: impl Iterator<Item = (K, u32)>,
        observer: &mut O,
    ) -> Result<(), Halt> {
        let n_slots = (2 * (self.n_used + n)).next_power_of_two().max(1024);
        observer.grow((n_slots - self.slots.len()) * size_of::<u32>())?;
        // The old slots go first: the rows hold all that is needed to fill the new ones.
        self.slots = Vec::new();
        self.slots
            .try_reserve_exact(n_slots)
            .map_err(|_| Halt::Memory)?;
        // A gigabyte takes a tenth of a second to fill: between two stretches it may be stopped.
        while self.slots.len() < n_slots {
            observer.grow(0)?;
            let filled = n_slots.min(self.slots.len() + STRETCH);
            self.slots.resize(filled, EMPTY);
        }
        for (n, (key, row)) in rows.enumerate() {
            if (n + 1).is_multiple_of(STRETCH) {
                observer.grow(0)?;
            }
            let mut slot = hash(&key) as usize & (n_slots - 1);
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & (n_slots - 1);
            }
            self.slots[slot] = row;
        }
        Ok(())
    }

    /// Empties every slot.
    pub fn clear(&mut self) {
        self.slots.fill(EMPTY);
        self.n_used = 0;
    }
}

/// States, each with the depth at which it was reached.
#[derive(Debug)]
pub struct Reached<K> {
    states: Vec<(K, u32)>,
    table: Table,
}

impl<K> Default for Reached<K> {
    fn default() -> Self {
        Reached {
            states: Vec::new(),
            table: Table::default(),
        }
    }
}

impl<K: Copy + Eq + Hash> Reached<K> {
    /// The depth at which `key` was reached, if it was.
    pub fn depth(&self, key: &K) -> Option<u32> {
        if self.states.is_empty() {
            return None;
        }
        let (_, row) = self.table.find(key, |row| self.states[row as usize].0);
        row.map(|row| self.states[row as usize].1)
    }

    /// Notes that `key` was reached at `depth`, instead of another depth if there is one.
    ///
    /// # Errors
    /// If the observer, or the machine, has no memory for it.
    pub fn note<O: Observer>(&mut self, key: K, depth: u32, observer: &mut O) -> Result<(), Halt> {
        let Reached { states, table } = self;
        if states.len() >= EMPTY as usize {
            return Err(Halt::Memory);
        }
        states.make_room(1, observer)?;
        let rows = (0..).zip(&*states).map(|(row, &(key, _))| (key, row));
        table.make_room(1, rows, observer)?;
        match table.find(&key, |row| states[row as usize].0) {
            (_, Some(row)) => states[row as usize].1 = depth,
            (slot, None) => {
                table.put(slot, states.len() as u32);
                states.push((key, depth));
            }
        }
        Ok(())
    }

    /// Forgets the state that was noted last.
    pub fn forget_latest(&mut self) {
        if let Some(&(key, _)) = self.states.last() {
            let (slot, _) = self.table.find(&key, |row| self.states[row as usize].0);
            self.table.take_latest(slot);
            self.states.pop();
        }
    }

    /// Forgets every state.
    pub fn clear(&mut self) {
        self.states.clear();
        self.table.clear();
    }
}
