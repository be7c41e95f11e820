//! The closed list: one word per expanded state, with the action that led to it.

use super::tiles::{Word, state};
use std::mem::take;
use tilescope_search::hashing::hash;
use tilescope_search::memory::{ChunkedVec, ReserveWith, prefetch};
use tilescope_search::{EngineObserver, Progress, StopReason};

/// A hash set with open addressing: a cache line holds eight states, and a state whose line is
/// full goes to the next one with a free slot.
///
/// A line is searched without a branch, because the end of its used slots is unpredictable. Lines
/// are ordered by the hashes of their states, so the table grows in place: a copy would need as
/// much memory again.
///
/// Invariants: the used slots of a line come first. All lines from a state's home to the one
/// before its own are full.
#[derive(Default)]
pub struct Closed {
    lines: ChunkedVec<Line>,
    n_used: usize,
    /// How many lines are homes; a state may lie some lines behind its home.
    n_homes: usize,
    /// How many slots of each line are used, while the table grows.
    fill_counts: Vec<u8>,
}

/// Slots; 0 marks an unused one.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Line([Word; SLOTS]);

const SLOTS: usize = 8;

/// Lines behind the last home. When the table is fullest, more than n states overflow from a line
/// with probability e^(-0.4 n).
const OVERFLOW_LINES: usize = 16;

/// Lines processed between two reports: some milliseconds' work.
const REPORT_INTERVAL: usize = 1 << 16;

impl Closed {
    /// The home line of the state of `word`.
    #[inline(always)]
    fn home(&self, word: Word) -> usize {
        let scaled = u128::from(hash(&state(word))) * self.n_homes as u128;
        (scaled >> 64) as usize
    }

    /// Prefetches the home line of the state of `word`.
    #[inline(always)]
    pub fn prefetch(&self, word: Word) {
        prefetch(&self.lines[self.home(word)]);
    }

    /// Prefetches the next line too, if the home line, which is in the cache by now, is full.
    #[inline(always)]
    pub fn prefetch_overflow(&self, word: Word) {
        let home = self.home(word);
        let is_full = self.lines[home].0[SLOTS - 1] != 0;
        prefetch(&self.lines[home + usize::from(is_full)]);
    }

    /// Inserts `word`; `false` if its state is there already. A slot must have been reserved.
    #[inline(always)]
    pub fn insert(&mut self, word: Word) -> bool {
        let home = self.home(word);
        let line = &mut self.lines[home].0;
        let (n_used, is_in) = scan(line, word);
        if n_used == SLOTS && !is_in {
            return self.insert_overflow(word, home);
        }
        let slot = &mut line[n_used % SLOTS];
        *slot = if is_in { *slot } else { word };
        self.n_used += usize::from(!is_in);
        !is_in
    }

    /// [`insert`](Self::insert) where the home line is full.
    #[inline(never)]
    fn insert_overflow(&mut self, word: Word, home: usize) -> bool {
        let mut at = home + 1;
        loop {
            let line = &mut self.lines[at].0;
            let (n_used, is_in) = scan(line, word);
            if is_in {
                return false;
            }
            if n_used < SLOTS {
                line[n_used] = word;
                self.n_used += 1;
                return true;
            }
            at += 1;
        }
    }

    /// The word that was inserted with the state of `word`, if any.
    pub fn find(&self, word: Word) -> Option<Word> {
        for at in self.home(word).. {
            let line = self.lines.get(at)?;
            let mut used = line.0.iter().take_while(|&&slot| slot != 0);
            if let Some(&found) = used.find(|&&slot| state(slot) == state(word)) {
                return Some(found);
            }
            if line.0[SLOTS - 1] == 0 {
                return None;
            }
        }
        None
    }

    /// Reserves slots for `n` more states.
    ///
    /// # Errors
    /// If there is no memory for them, or the observer stops the search.
    #[inline(always)]
    pub fn reserve_with<O: EngineObserver>(
        &mut self,
        n: usize,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        // At most four of five slots are used.
        if (self.n_used + n) * 5 <= self.n_homes * SLOTS * 4 {
            return Ok(());
        }
        self.grow(observer)
    }

    /// Makes the table larger by a quarter or more.
    #[cold]
    fn grow<O: EngineObserver>(&mut self, observer: &mut O) -> Result<(), StopReason> {
        let old = self.lines.len();
        self.lines.reserve_with((old / 4).max(256), observer)?;
        for at in old..self.lines.capacity() {
            // Touching a hundred megabytes for the first time takes some 50 ms.
            if at % REPORT_INTERVAL == 0 {
                observer.progress(Progress::default())?;
            }
            self.lines.push(Line::default());
        }
        self.n_homes = self.lines.len() - OVERFLOW_LINES;
        // From the end: the new home of a state lies behind its present line, so the states that
        // it meets there have already moved. A few near the beginning, which had overflowed, have
        // their new home before it: they are postponed.
        //
        // The fill counts are kept apart, because reading a line that was just written to stalls
        // the processor.
        let mut postponed = Vec::new();
        self.fill_counts.clear();
        self.fill_counts.reserve_with(self.lines.len(), observer)?;
        self.fill_counts.resize(self.lines.len(), 0);
        for at in (0..old).rev() {
            for word in take(&mut self.lines[at]).0 {
                if word == 0 {
                    break;
                }
                let home = self.home(word);
                if home < at {
                    postponed.push(word);
                } else {
                    self.reinsert(word, home);
                }
            }
            if at % REPORT_INTERVAL == 0 {
                observer.progress(Progress::default())?;
            }
        }
        for word in postponed {
            self.reinsert(word, self.home(word));
        }
        Ok(())
    }

    /// Inserts `word`, whose state is not there, while the table grows.
    #[inline(always)]
    fn reinsert(&mut self, word: Word, home: usize) {
        let mut at = home;
        while usize::from(self.fill_counts[at]) == SLOTS {
            at += 1;
        }
        self.lines[at].0[usize::from(self.fill_counts[at])] = word;
        self.fill_counts[at] += 1;
    }
}

/// How many slots of the line are used, and whether one of them has the state of `word`.
#[inline(always)]
fn scan(line: &[Word; SLOTS], word: Word) -> (usize, bool) {
    let (mut n_used, mut is_in) = (0, false);
    for &slot in line {
        n_used += usize::from(slot != 0);
        is_in |= state(slot ^ word) == 0;
    }
    (n_used, is_in)
}
