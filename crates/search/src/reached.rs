//! The states that were reached: an open-addressing hash table over a column of states.

use super::hashing::hash;
use super::memory::{ChunkedVec, ReserveWith, prefetch, want_large_pages};
use super::{Observer, StopReason};
use std::hash::Hash;

/// An empty slot.
const EMPTY: u32 = u32::MAX;

/// The number of slots that are filled between two stop checks: some milliseconds' work.
const STRETCH: usize = 1 << 16;

/// A table with at most this many slots grows fourfold. Most searches are small, and refilling
/// tables is much of their work.
const SMALL: usize = 1 << 16;

/// A table with more slots than this, 16 MiB, is in chunks, so that it can grow in place. It begins
/// with 64 MiB, which may be 20 bytes a state instead of 10. Not refilling it in between, and
/// region by region, saves A* a tenth of its time on Korf's first 15-puzzle.
const MAX_IN_ONE: usize = 1 << 22;

/// It is filled region by region. A region of this many slots is a mebibyte, which fits a core's
/// cache.
const REGION: usize = 1 << 18;

/// The number of slots in a cache line.
const LINE: usize = 16;

/// Finds rows of a column by their state.
///
/// The column belongs to the caller; `key_of` returns the state of a row. A slot takes 4 bytes: the
/// number of a row in the low bits, and in the rest a tag, some bits of the state's hash. So a
/// look-up of a state that is not in the table hardly ever reads the column.
///
/// A look-up in a small table goes from slot to slot. In a large one it goes through the whole cache
/// line where it begins, which takes one cache miss, before it continues with the next.
///
/// Invariant: at least a fifth of the slots are empty, so a look-up ends soon.
#[derive(Debug, Default)]
pub struct Table {
    /// One of the two is empty.
    small: Vec<u32>,
    large: ChunkedVec<Line>,
    /// A power of two.
    n_slots: usize,
    n_used: usize,
    /// The bits of a slot that hold a row. No row has all of them set.
    row_mask: u32,
    /// The entries of the region that is being filled.
    waiting: Vec<Line>,
}

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line([u32; LINE]);

const EMPTY_LINE: Line = Line([EMPTY; LINE]);

/// The slot of a state in a [`Table`], or the free slot for it. Valid until the table changes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slot {
    slot: usize,
    tag: u32,
}

impl Table {
    /// The slot where the look-up of a state begins, and its tag.
    #[inline(always)]
    fn home<K: Hash>(&self, key: &K) -> Slot {
        let hash = hash(key);
        Slot {
            slot: hash as usize & (self.n_slots - 1),
            tag: (hash >> 32) as u32 & !self.row_mask,
        }
    }

    /// The entry in `slot`.
    #[inline(always)]
    fn entry(&self, slot: usize) -> &u32 {
        if self.large.is_empty() {
            &self.small[slot]
        } else {
            &self.large[slot / LINE].0[slot % LINE]
        }
    }

    #[inline(always)]
    fn entry_mut(&mut self, slot: usize) -> &mut u32 {
        if self.large.is_empty() {
            &mut self.small[slot]
        } else {
            &mut self.large[slot / LINE].0[slot % LINE]
        }
    }

    /// The slot of `key`, and its row if it has one.
    #[inline(always)]
    pub fn find<K: Hash + Eq>(&self, key: &K, key_of: impl Fn(u32) -> K) -> (Slot, Option<u32>) {
        let Slot { mut slot, tag } = self.home(key);
        // An entry without the tag is the row if the tags are equal, and greater than any row if not.
        let is_found = |row: u32| row <= self.row_mask && key_of(row) == *key;
        if self.large.is_empty() {
            loop {
                let entry = self.small[slot];
                if entry == EMPTY {
                    return (Slot { slot, tag }, None);
                }
                if is_found(entry ^ tag) {
                    return (Slot { slot, tag }, Some(entry ^ tag));
                }
                slot = (slot + 1) & (self.n_slots - 1);
            }
        }
        let mut home = slot;
        loop {
            let line = &self.large[home / LINE].0;
            for slot in (0..LINE).map(|n| home ^ n) {
                let entry = line[slot % LINE];
                if entry == EMPTY {
                    return (Slot { slot, tag }, None);
                }
                if is_found(entry ^ tag) {
                    return (Slot { slot, tag }, Some(entry ^ tag));
                }
            }
            home = (home + LINE) & (self.n_slots - 1);
        }
    }

    /// Prefetches the slot where the look-up of `key` begins.
    #[inline(always)]
    pub fn prefetch<K: Hash>(&self, key: &K) {
        prefetch(self.entry(self.home(key).slot));
    }

    /// Puts `row` into `slot`, which [`find`](Self::find) gave.
    #[inline(always)]
    pub fn put(&mut self, Slot { slot, tag }: Slot, row: u32) {
        let entry = self.entry_mut(slot);
        let is_new = *entry == EMPTY;
        *entry = tag | row;
        self.n_used += usize::from(is_new);
    }

    /// Empties the slot of the state that was put in last.
    ///
    /// No later state was placed beyond this slot, so no look-up misses it. In any other order,
    /// states would be lost.
    pub fn remove_latest(&mut self, Slot { slot, .. }: Slot) {
        self.n_used -= 1;
        *self.entry_mut(slot) = EMPTY;
    }

    /// Reserves slots for `n` more states, in rows after the first `n_rows`. `rows` are the rows in
    /// the table with their states.
    ///
    /// # Errors
    /// If the observer, or the machine, has no memory for it.
    #[inline(always)]
    pub fn reserve_with<K: Hash, O: Observer>(
        &mut self,
        n: usize,
        n_rows: usize,
        rows: impl Iterator<Item = (K, u32)>,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        if self.n_used + n <= max_used(self.n_slots) && n_rows + n <= self.row_mask as usize {
            return Ok(());
        }
        self.rebuild(n, n_rows, rows, observer)
    }

    /// How many more states fit, in rows after the first `n_rows`.
    pub fn room(&self, n_rows: usize) -> usize {
        (max_used(self.n_slots) - self.n_used).min(self.row_mask as usize - n_rows)
    }

    #[cold]
    fn rebuild<K: Hash, O: Observer>(
        &mut self,
        n: usize,
        n_rows: usize,
        rows: impl Iterator<Item = (K, u32)>,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let mut n_slots = self.n_slots.max(512);
        while max_used(n_slots) < self.n_used + n {
            n_slots *= 2;
        }
        if n_slots == self.n_slots {
            return self.widen_rows(n_rows + n, observer);
        }
        if n_slots <= SMALL || n_slots == 2 * MAX_IN_ONE {
            n_slots *= 2;
        }
        self.empty(n_slots, observer)?;
        // In a larger table, rows take bits from the tags when they need them.
        let n_rows = (n_rows + n).max(n_slots.min(MAX_IN_ONE));
        self.row_mask = ((n_rows + 1).next_power_of_two() - 1) as u32;
        if n_slots > MAX_IN_ONE {
            return self.fill_by_regions(rows, observer);
        }
        for (key, row) in rows {
            if self.n_used.is_multiple_of(STRETCH) {
                observer.reserve(0)?;
            }
            self.n_used += 1;
            let Slot { mut slot, tag } = self.home(&key);
            while self.small[slot] != EMPTY {
                slot = (slot + 1) & (n_slots - 1);
            }
            self.small[slot] = tag | row;
        }
        Ok(())
    }

    /// Makes it a table of `n_slots` empty slots, to be filled again from the rows.
    fn empty<O: Observer>(&mut self, n_slots: usize, observer: &mut O) -> Result<(), StopReason> {
        if n_slots <= MAX_IN_ONE {
            observer.reserve((n_slots - self.n_slots) * size_of::<u32>())?;
            self.small = Vec::new();
            (self.small.try_reserve_exact(n_slots)).map_err(|_| StopReason::Memory)?;
            want_large_pages(&self.small);
            self.small.resize(n_slots, EMPTY);
        } else {
            let n_lines = n_slots / LINE;
            self.small = Vec::new();
            let more = n_lines - self.large.len();
            self.large.reserve_with(more, observer)?;
            self.large.clear();
            // A gigabyte takes a tenth of a second, so there are stop checks.
            while self.large.len() < n_lines {
                if self.large.len().is_multiple_of(STRETCH / LINE) {
                    observer.reserve(0)?;
                }
                self.large.push(EMPTY_LINE);
            }
        }
        self.n_used = 0;
        self.n_slots = n_slots;
        Ok(())
    }

    /// Puts `rows` into the empty slots without a cache miss for each: first into a list for each
    /// region, and then, region by region, into their slots.
    fn fill_by_regions<K: Hash, O: Observer>(
        &mut self,
        rows: impl Iterator<Item = (K, u32)>,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        const LINES: usize = REGION / LINE;
        self.waiting.clear();
        self.waiting.reserve_with(LINES, observer)?;
        let mut lens = Vec::new();
        lens.reserve_with(self.n_slots / REGION, observer)?;
        lens.resize(self.n_slots / REGION, 0);
        // Entries that their region has no slot for.
        let mut late: Vec<(usize, u32)> = Vec::new();
        for (key, row) in rows {
            if self.n_used.is_multiple_of(STRETCH) {
                observer.reserve(0)?;
            }
            self.n_used += 1;
            let Slot { slot, tag } = self.home(&key);
            let (region, entry) = (slot / REGION, tag | row);
            let len = &mut lens[region];
            // A list is kept in the memory of its region, which is mostly twice as long.
            if *len < REGION / 2 {
                let place = region * LINES + *len / (LINE / 2);
                // There are too many lists for the processor to prefetch them by itself.
                if let Some(soon) = self.large.get(place + 2) {
                    prefetch(soon);
                }
                let line = &mut self.large[place].0;
                line.as_chunks_mut().0[*len % (LINE / 2)] = [(slot % REGION) as u32, entry];
                *len += 1;
            } else {
                late.reserve_with(1, observer)?;
                late.push((slot, entry));
            }
        }
        let pieces = self.large.slices_mut();
        let regions = pieces.flat_map(|piece| piece.chunks_exact_mut(LINES));
        for (region, (lines, &len)) in regions.zip(&lens).enumerate() {
            observer.reserve(0)?;
            self.waiting.clear();
            (self.waiting).extend_from_slice(&lines[..len.div_ceil(LINE / 2)]);
            lines.fill(EMPTY_LINE);
            let waiting = self.waiting.iter().flat_map(|line| line.0.as_chunks().0);
            for &[slot, entry] in waiting.take(len) {
                let slot = slot as usize;
                if !put_into(&mut lines[slot / LINE].0, slot, entry) {
                    late.reserve_with(1, observer)?;
                    late.push((region * REGION + slot, entry));
                }
            }
        }
        for (mut home, entry) in late {
            while !put_into(&mut self.large[home / LINE].0, home, entry) {
                home = (home + LINE) & (self.n_slots - 1);
            }
        }
        Ok(())
    }

    /// Takes more bits of each slot for the row, so that `n_rows` fit.
    fn widen_rows<O: Observer>(
        &mut self,
        n_rows: usize,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let row_mask = ((n_rows + 1).next_power_of_two() - 1) as u32;
        let taken = row_mask & !self.row_mask;
        let widen = |entries: &mut [u32]| {
            for entry in entries {
                *entry &= if *entry == EMPTY { EMPTY } else { !taken };
            }
        };
        widen(&mut self.small);
        let pieces = self.large.slices_mut();
        for lines in pieces.flat_map(|piece| piece.chunks_mut(STRETCH / LINE)) {
            observer.reserve(0)?;
            lines.iter_mut().for_each(|line| widen(&mut line.0));
        }
        self.row_mask = row_mask;
        Ok(())
    }

    /// Empties every slot.
    pub fn clear(&mut self) {
        self.small.fill(EMPTY);
        (self.large.slices_mut()).for_each(|lines| lines.fill(EMPTY_LINE));
        self.n_used = 0;
    }
}

/// How many slots may be used. In a large table memory is scarce, and a cache miss takes longer than
/// going through a line.
#[inline(always)]
fn max_used(n_slots: usize) -> usize {
    if n_slots < MAX_IN_ONE {
        2 * n_slots / 3
    } else {
        4 * n_slots / 5
    }
}

/// Puts `entry` into the first empty slot of its line from `home` on. Returns whether there is one.
#[inline(always)]
fn put_into(line: &mut [u32; LINE], home: usize, entry: u32) -> bool {
    for n in 0..LINE {
        let slot = &mut line[(home ^ n) % LINE];
        if *slot == EMPTY {
            *slot = entry;
            return true;
        }
    }
    false
}

/// States with the depth at which they were reached.
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
    /// The depth at which `key` was reached.
    pub fn depth(&self, key: &K) -> Option<u32> {
        if self.states.is_empty() {
            return None;
        }
        let (_, row) = self.table.find(key, |row| self.states[row as usize].0);
        row.map(|row| self.states[row as usize].1)
    }

    /// Notes that `key` was reached at `depth`. Replaces an earlier depth.
    ///
    /// # Errors
    /// If the observer, or the machine, has no memory for it.
    pub fn note<O: Observer>(
        &mut self,
        key: K,
        depth: u32,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let Reached { states, table } = self;
        if states.len() >= EMPTY as usize {
            return Err(StopReason::Memory);
        }
        states.reserve_with(1, observer)?;
        let rows = (0..).zip(&*states).map(|(row, &(key, _))| (key, row));
        table.reserve_with(1, states.len(), rows, observer)?;
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
            self.table.remove_latest(slot);
            self.states.pop();
        }
    }

    /// Forgets every state.
    pub fn clear(&mut self) {
        self.states.clear();
        self.table.clear();
    }
}
