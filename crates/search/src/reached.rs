//! Which states were reached: an open-addressing table over a column of states.

use super::hashing::hash;
use super::memory::{ChunkedVec, ReserveWith, prefetch, want_large_pages};
use super::{Observer, StopReason};
use std::hash::Hash;

/// An empty slot.
const EMPTY: u32 = u32::MAX;

/// So many slots are filled between two questions whether to go on: some milliseconds' work.
const STRETCH: usize = 1 << 16;

/// A table with no more slots than this grows fourfold: most searches are small, and to fill
/// tables anew is much of their work.
const SMALL: usize = 1 << 16;

/// A table of more slots than this, 16 MiB, is in pieces, so that it takes no other memory when
/// it grows, but only more. It has 64 MiB at once, which may be 20 bytes a state where 10 would do:
/// not to fill it anew in between, and by smaller regions, saves A* a tenth of the time that
/// Korf's first 15-puzzle takes.
const MOST_IN_ONE: usize = 1 << 22;

/// And it is filled region by region, each of so many slots: a mebibyte, which a core has at
/// hand.
const REGION: usize = 1 << 18;

/// The slots that the processor fetches together.
const LINE: usize = 16;

/// Finds rows of a column by their state.
///
/// The column belongs to the caller, who says by `key_of` which state a row has. The table
/// holds 4 bytes a slot, by open addressing: the number of a row in the low bits, and in those
/// that are left over a tag, some bits of the state's hash. So where a state is looked for that
/// isn't there, the column is hardly ever looked at.
///
/// A small table is near, and a look goes from slot to slot. In a large one it goes through the
/// line where it begins, which takes one wait for memory, before it goes on to the next.
///
/// Invariant: at least a fifth of the slots are empty, so a look-up ends, and soon.
#[derive(Debug, Default)]
pub struct Table {
    /// Of the two, one is empty.
    small: Vec<u32>,
    large: ChunkedVec<Line>,
    /// A power of two.
    n_slots: usize,
    n_used: usize,
    /// The bits of a slot that hold a row: all that a row may have, and not all of them set.
    row_mask: u32,
    /// What is put into a region when its turn comes.
    waiting: Vec<Line>,
}

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line([u32; LINE]);

const EMPTY_LINE: Line = Line([EMPTY; LINE]);

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
            slot: hash as usize & (self.n_slots - 1),
            tag: (hash >> 32) as u32 & !self.row_mask,
        }
    }

    /// What is in `slot`.
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
        // What is in a slot, less the tag: the row if the tag is the same, and else more than any.
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

    /// Sends for the memory where the look for `key` begins.
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
    /// As no other was put in since, no other was led past this slot, so it can be emptied
    /// without a trace; out of order, states would be lost.
    pub fn take_latest(&mut self, Slot { slot, .. }: Slot) {
        self.n_used -= 1;
        *self.entry_mut(slot) = EMPTY;
    }

    /// Makes room for `n` more states, in rows after the first `n_rows`; `rows` are those in
    /// it with their states.
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
        if self.n_used + n <= most_used(self.n_slots) && n_rows + n <= self.row_mask as usize {
            return Ok(());
        }
        self.rebuild(n, n_rows, rows, observer)
    }

    /// How many more states there is room for, in rows after the first `n_rows`.
    pub fn room(&self, n_rows: usize) -> usize {
        (most_used(self.n_slots) - self.n_used).min(self.row_mask as usize - n_rows)
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
        while most_used(n_slots) < self.n_used + n {
            n_slots *= 2;
        }
        if n_slots == self.n_slots {
            return self.widen_rows(n_rows + n, observer);
        }
        if n_slots <= SMALL || n_slots == 2 * MOST_IN_ONE {
            n_slots *= 2;
        }
        self.empty(n_slots, observer)?;
        // Where many may come, rows take the bits when they do.
        let n_rows = (n_rows + n).max(n_slots.min(MOST_IN_ONE));
        self.row_mask = ((n_rows + 1).next_power_of_two() - 1) as u32;
        if n_slots > MOST_IN_ONE {
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

    /// Makes it a table of `n_slots`, all of them empty. What was in it has to be put in anew:
    /// the rows hold all that is needed for that.
    fn empty<O: Observer>(&mut self, n_slots: usize, observer: &mut O) -> Result<(), StopReason> {
        if n_slots <= MOST_IN_ONE {
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
            // A gigabyte takes a tenth of a second: between two stretches it may be stopped.
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

    /// Puts `rows` into the empty slots without a wait for memory at each: first all into the
    /// lists of their regions, and then those of one region after the other where they belong.
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
        // What its region has no place for.
        let mut late: Vec<(usize, u32)> = Vec::new();
        for (key, row) in rows {
            if self.n_used.is_multiple_of(STRETCH) {
                observer.reserve(0)?;
            }
            self.n_used += 1;
            let Slot { slot, tag } = self.home(&key);
            let (region, entry) = (slot / REGION, tag | row);
            let len = &mut lens[region];
            // A list lies where the slots of its region will be, which are mostly twice as long.
            if *len < REGION / 2 {
                let place = region * LINES + *len / (LINE / 2);
                // Too many lists grow at a time for the processor to see where each goes on.
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

    /// Takes more bits of each slot for its row, until `n_rows` have room.
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

/// So many slots may be used. Where they are many, they are dear, and to wait for a line takes
/// longer than to go through it.
#[inline(always)]
fn most_used(n_slots: usize) -> usize {
    if n_slots < MOST_IN_ONE {
        2 * n_slots / 3
    } else {
        4 * n_slots / 5
    }
}

/// Puts `entry` into the first empty slot from `home` in its line; whether there is one.
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
