//! The states that were expanded, each with the action that led to it, in a word a state.

use super::tiles::{Word, state};
use std::mem::take;
use tilescope_search::hashing::hash;
use tilescope_search::memory::{ChunkedVec, ReserveWith, prefetch};
use tilescope_search::{EngineObserver, Progress, StopReason};

/// A set of states by open addressing: a line of the cache has eight, and what finds its line
/// full goes on to the next.
///
/// Whether a state is among the eight of a line is asked without a branch, for where a run of
/// used slots ends, a processor guesses wrong as often as not. Lines stand in the order of
/// the hashes of their states, so the table can be stretched where it stands: a copy of it would
/// be as much memory again.
/// Invariants: the used slots of a line come first; from the line where a state belongs to that
/// before the one where it is, all are full.
#[derive(Default)]
pub struct Closed {
    lines: ChunkedVec<Line>,
    n_used: usize,
    /// States belong into the first so many lines, and may be some further on.
    n_homes: usize,
    /// How many slots of each line are used, while it is stretched.
    filled: Vec<u8>,
}

/// Slots; 0 is one that is not used.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Line([Word; SLOTS]);

const SLOTS: usize = 8;

/// So many lines follow the last home. At the fullest, more than n states are pushed on from a
/// line once in e^(0.4 n) times.
const BEYOND: usize = 16;

/// So many lines are gone through between two looks at the observer: some milliseconds.
const STRETCH: usize = 1 << 16;

impl Closed {
    /// The line where the state of `word` belongs.
    #[inline(always)]
    fn home(&self, word: Word) -> usize {
        let place = u128::from(hash(&state(word))) * self.n_homes as u128;
        (place >> 64) as usize
    }

    /// Sends for the line where the state of `word` belongs, so that it is near when it is
    /// needed.
    #[inline(always)]
    pub fn send_for(&self, word: Word) {
        prefetch(&self.lines[self.home(word)]);
    }

    /// Sends for the next line too, if that one, which is near by now, is full.
    #[inline(always)]
    pub fn send_for_next(&self, word: Word) {
        let home = self.home(word);
        let is_full = self.lines[home].0[SLOTS - 1] != 0;
        prefetch(&self.lines[home + usize::from(is_full)]);
    }

    /// Puts in `word`; `false` if its state is there already. There must be room for it.
    #[inline(always)]
    pub fn insert(&mut self, word: Word) -> bool {
        let home = self.home(word);
        let line = &mut self.lines[home].0;
        let (n_used, is_in) = look(line, word);
        if n_used == SLOTS && !is_in {
            return self.insert_beyond(word, home);
        }
        let slot = &mut line[n_used % SLOTS];
        *slot = if is_in { *slot } else { word };
        self.n_used += usize::from(!is_in);
        !is_in
    }

    /// The same where that line is full.
    #[inline(never)]
    fn insert_beyond(&mut self, word: Word, home: usize) -> bool {
        let mut at = home + 1;
        loop {
            let line = &mut self.lines[at].0;
            let (n_used, is_in) = look(line, word);
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

    /// The word that was put in with the state of `word`, if there is one.
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

    /// Makes room for `n` more states.
    ///
    /// # Errors
    /// If the observer, or the machine, has no memory for it, or it is told to stop.
    #[inline(always)]
    pub fn reserve_with<O: EngineObserver>(
        &mut self,
        n: usize,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        // Four of five slots are used at most.
        if (self.n_used + n) * 5 <= self.n_homes * SLOTS * 4 {
            return Ok(());
        }
        self.stretch(observer)
    }

    /// Makes it larger by a quarter, or more.
    #[cold]
    fn stretch<O: EngineObserver>(&mut self, observer: &mut O) -> Result<(), StopReason> {
        let old = self.lines.len();
        self.lines.reserve_with((old / 4).max(256), observer)?;
        for at in old..self.lines.capacity() {
            // A hundred megabytes that nobody has touched yet take some 50 ms.
            if at % STRETCH == 0 {
                observer.progress(Progress::default())?;
            }
            self.lines.push(Line::default());
        }
        self.n_homes = self.lines.len() - BEYOND;
        // From the end: the new home of a state lies behind the line where it is, so those that
        // it meets have moved. A few near the beginning, pushed on from their old homes, have it
        // before: they wait.
        //
        // How many there are is kept apart: to read a line that was just written to has a
        // processor wait for each word.
        let mut waiting = Vec::new();
        self.filled.clear();
        self.filled.reserve_with(self.lines.len(), observer)?;
        self.filled.resize(self.lines.len(), 0);
        for at in (0..old).rev() {
            for word in take(&mut self.lines[at]).0 {
                if word == 0 {
                    break;
                }
                let home = self.home(word);
                if home < at {
                    waiting.push(word);
                } else {
                    self.put(word, home);
                }
            }
            if at % STRETCH == 0 {
                observer.progress(Progress::default())?;
            }
        }
        for word in waiting {
            self.put(word, self.home(word));
        }
        Ok(())
    }

    /// Puts in `word`, whose state is not there.
    #[inline(always)]
    fn put(&mut self, word: Word, home: usize) {
        let mut at = home;
        while usize::from(self.filled[at]) == SLOTS {
            at += 1;
        }
        self.lines[at].0[usize::from(self.filled[at])] = word;
        self.filled[at] += 1;
    }
}

/// How many slots of the line are used, and whether one of them has the state of `word`.
#[inline(always)]
fn look(line: &[Word; SLOTS], word: Word) -> (usize, bool) {
    let (mut n_used, mut is_in) = (0, false);
    for &slot in line {
        n_used += usize::from(slot != 0);
        is_in |= state(slot ^ word) == 0;
    }
    (n_used, is_in)
}
