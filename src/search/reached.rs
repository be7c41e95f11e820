//! Which states were reached: an open-addressing table over a column of states.

use super::hashing::hash;
use super::memory::{MakeRoom, prefetch, want_large_pages};
use super::{Halt, Observer};
use std::hash::Hash;

/// An empty slot.
const EMPTY: u32 = u32::MAX;

/// So many slots are filled between two questions whether to go on: some milliseconds' work.
const STRETCH: usize = 1 << 16;

/// A table with no more slots than this grows fourfold: most searches are small, and to fill
/// tables anew is much of their work.
const SMALL: usize = 1 << 16;

/// Finds rows of a column by their state.
///
/// The column belongs to the caller, who says by `key_of` which state a row has. The table
/// holds 4 bytes a slot, by open addressing with linear probing: the number of a row in the low
/// bits, and in those that are left over a tag, some bits of the state's hash. So where a state
/// is looked for that isn't there, the column is hardly ever looked at.
/// Invariant: at least a third of the slots are empty, so a look-up ends, and soon.
#[derive(Debug, Default)]
pub struct Table {
    slots: Vec<u32>,
    n_used: usize,
    /// The bits of a slot that hold a row: all that a row may have, and not all of them set.
    row_mask: u32,
}

/// Where a state is in a [`Table`], or would go; good until the table is changed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slot {
    slot: usize,
    tag: u32,
}

impl Table {
    /// Where the look for a state begins, and its tag.
    #[inline(always)]
    fn home<K: Hash>(&self, key: &K) -> Slot {
        let hash = hash(key);
        Slot {
            slot: hash as usize & (self.slots.len() - 1),
            tag: (hash >> 32) as u32 & !self.row_mask,
        }
    }

    /// The slot of `key`, and its row if it has one.
    #[inline(always)]
    pub fn find<K: Hash + Eq>(&self, key: &K, key_of: impl Fn(u32) -> K) -> (Slot, Option<u32>) {
        let Slot { mut slot, tag } = self.home(key);
        loop {
            let entry = self.slots[slot];
            if entry == EMPTY {
                return (Slot { slot, tag }, None);
            }
            let row = entry & self.row_mask;
            if entry ^ row == tag && key_of(row) == *key {
                return (Slot { slot, tag }, Some(row));
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// Sends for the memory where the look for `key` begins.
    #[inline(always)]
    pub fn prefetch<K: Hash>(&self, key: &K) {
        prefetch(&self.slots[self.home(key).slot]);
    }

    /// Puts `row` into `slot`, which [`find`](Self::find) gave.
    #[inline(always)]
    pub fn put(&mut self, Slot { slot, tag }: Slot, row: u32) {
        self.n_used += usize::from(self.slots[slot] == EMPTY);
        self.slots[slot] = tag | row;
    }

    /// Empties the slot of the state that was put in last.
    ///
    /// As no other was put in since, no other was led past this slot, so it can be emptied
    /// without a trace; out of order, states would be lost.
    pub fn take_latest(&mut self, Slot { slot, .. }: Slot) {
        self.n_used -= 1;
        self.slots[slot] = EMPTY;
    }

    /// Makes room for `n` more states, in rows after the first `n_rows`; `rows` are those in
    /// it with their states.
    ///
    /// # Errors
    /// If the observer, or the machine, has no memory for it.
    #[inline(always)]
    pub fn make_room<K: Hash, O: Observer>(
        &mut self,
        n: usize,
        n_rows: usize,
        rows: impl Iterator<Item = (K, u32)>,
        observer: &mut O,
    ) -> Result<(), Halt> {
        if 3 * (self.n_used + n) <= 2 * self.slots.len() && n_rows + n <= self.row_mask as usize {
            return Ok(());
        }
        self.rebuild(n, n_rows, rows, observer)
    }

    /// How many more states there is room for, in rows after the first `n_rows`.
    pub fn room(&self, n_rows: usize) -> usize {
        (2 * self.slots.len() / 3 - self.n_used).min(self.row_mask as usize - n_rows)
    }

    #[cold]
    fn rebuild<K: Hash, O: Observer>(
        &mut self,
        n: usize,
        n_rows: usize,
        rows: impl Iterator<Item = (K, u32)>,
        observer: &mut O,
    ) -> Result<(), Halt> {
        let n_least = (self.n_used + n) / 2 * 3 + 2;
        let mut n_slots = n_least.next_power_of_two().max(512).max(self.slots.len());
        if n_slots <= SMALL {
            n_slots *= 2;
        }
        observer.grow((n_slots - self.slots.len()) * size_of::<u32>())?;
        // The old slots go first: the rows hold all that is needed to fill the new ones.
        self.slots = Vec::new();
        self.slots
            .try_reserve_exact(n_slots)
            .map_err(|_| Halt::Memory)?;
        want_large_pages(&self.slots);
        // A gigabyte takes a tenth of a second to fill: between two stretches it may be stopped.
        while self.slots.len() < n_slots {
            observer.grow(0)?;
            let filled = n_slots.min(self.slots.len() + STRETCH);
            self.slots.resize(filled, EMPTY);
        }
        self.row_mask = (((n_rows + n).max(n_slots) + 1).next_power_of_two() - 1) as u32;
        self.n_used = 0;
        // Each is put in when its slot, which was sent for, has arrived.
        let mut under_way = [(Slot::default(), EMPTY); 16];
        for (key, row) in rows {
            self.n_used += 1;
            if self.n_used.is_multiple_of(STRETCH) {
                observer.grow(0)?;
            }
            let home = self.home(&key);
            prefetch(&self.slots[home.slot]);
            let arrived = &mut under_way[self.n_used % 16];
            let (home, row) = std::mem::replace(arrived, (home, row));
            self.put_behind(home, row);
        }
        for (home, row) in under_way {
            self.put_behind(home, row);
        }
        Ok(())
    }

    /// Puts `row`, whose state is not in the table yet, into the first empty slot from `home`.
    #[inline(always)]
    fn put_behind(&mut self, Slot { mut slot, tag }: Slot, row: u32) {
        if row == EMPTY {
            return;
        }
        while self.slots[slot] != EMPTY {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = tag | row;
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
        table.make_room(1, states.len(), rows, observer)?;
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
