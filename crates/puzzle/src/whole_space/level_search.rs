//! Breadth-first search of a whole space: each level is made from the one before, chunk by chunk.
//!
//! With a level as a bit set, a move along a line takes one instruction for 60 states, and so does
//! a move between lines that keeps the last five tiles: whole words move. Only if the last five
//! tiles are involved are states moved one by one, and these stay in their chunk, the states that
//! have the first tiles in common. So each chunk is written in the L1 cache and by one thread
//! only.
//!
//! A neighbour of a state at distance d is at distance d − 1 or d + 1, so the new states are those
//! not in the level before. No table of reached states is needed.

use super::numbering::Numbering;
use super::shifts::{LocalMove, Shifts};
use super::{Level, WholeSpace};
use crate::Board;
use tilescope_search::{Observer, StopReason};

/// A search in progress.
#[derive(Debug)]
pub struct LevelSearch {
    numbering: Numbering,
    shifts: Shifts,
    /// The current level.
    level: Vec<u64>,
    /// The level before it, overwritten by the next one.
    other: Vec<u64>,
    second_bits: Vec<u64>,
    /// The number of states in each chunk, of the current level and of the level before.
    n_in_chunk: Vec<u32>,
    n_in_other: Vec<u32>,
    levels: Vec<u64>,
    is_done: bool,
}

/// The work of making one chunk of the next level.
#[derive(Debug)]
pub struct ChunkJob<'a> {
    numbering: &'a Numbering,
    shifts: &'a Shifts,
    level: &'a [u64],
    n_in_chunk: &'a [u32],
    /// Whether the stored bit is set at the distance of the next level.
    is_kept: bool,
    chunk: usize,
    n_in_other: u32,
    /// The level before; afterwards the next one.
    words: &'a mut [u64],
    second_bits: &'a mut [u64],
}

/// The result of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChunkResult {
    chunk: usize,
    /// The number of states of the current level in the chunk, all expanded.
    pub n_expanded: u32,
    /// The number of states of the next level in the chunk.
    pub n_new: u32,
}

/// Scratch memory in which a chunk is assembled; one per thread.
#[derive(Clone, Debug)]
pub struct ScratchBuffer(Vec<u64>);

impl LevelSearch {
    /// A search whose current level is `goal` alone.
    ///
    /// # Errors
    /// If the observer refuses the memory, or it is exhausted.
    ///
    /// # Panics
    /// If the board has more cells than [`WholeSpace::MAX_CELLS`].
    pub fn new<O: Observer>(goal: &Board, observer: &mut O) -> Result<Self, StopReason> {
        let numbering = Numbering::new(goal);
        let shifts = Shifts::new(&numbering);
        let n_words = numbering.n_words() * numbering.n_cells;
        observer.reserve(3 * size_of::<u64>() * n_words)?;
        let zeros = || {
            let mut words = Vec::new();
            words
                .try_reserve_exact(n_words)
                .map_err(|_| StopReason::Memory)?;
            words.resize(n_words, 0);
            Ok(words)
        };
        let (mut level, other, second_bits) = (zeros()?, zeros()?, zeros()?);
        // The goal's tiles are in order: all digits are 0.
        level[numbering.goal_blank()] = 1;
        let n_chunks = numbering.n_words() / shifts.chunk_words;
        let mut n_in_chunk = vec![0; n_chunks];
        n_in_chunk[0] = 1;
        Ok(LevelSearch {
            numbering,
            shifts,
            level,
            other,
            second_bits,
            n_in_chunk,
            n_in_other: vec![0; n_chunks],
            levels: vec![1],
            is_done: false,
        })
    }

    /// Whether the last level has been made.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// The number of boards at each distance so far.
    pub fn levels(&self) -> &[u64] {
        &self.levels
    }

    /// The number of jobs per level.
    pub fn n_jobs(&self) -> usize {
        self.n_in_chunk.len()
    }

    pub fn scratch(&self) -> ScratchBuffer {
        ScratchBuffer(vec![0; self.shifts.chunk_words * self.numbering.n_cells])
    }

    /// The jobs that make the next level, in any order and on any threads.
    pub fn jobs(&mut self) -> impl Iterator<Item = ChunkJob<'_>> + Send {
        let size = self.shifts.chunk_words * self.numbering.n_cells;
        let (numbering, shifts) = (&self.numbering, &self.shifts);
        let (level, n_in_chunk) = (&self.level, &self.n_in_chunk);
        let is_kept = self.levels.len() & 2 != 0;
        let others = self.other.chunks_exact_mut(size).zip(&self.n_in_other);
        let chunks = others.zip(self.second_bits.chunks_exact_mut(size));
        chunks.enumerate().map(
            move |(chunk, ((words, &n_in_other), second_bits))| ChunkJob {
                numbering,
                shifts,
                level,
                n_in_chunk,
                is_kept,
                chunk,
                n_in_other,
                words,
                second_bits,
            },
        )
    }

    /// Advances to the next level. All jobs must have been run.
    pub fn advance(&mut self, found: &[ChunkResult]) {
        debug_assert_eq!(found.len(), self.n_jobs(), "every job has been run");
        let n_new: u64 = found.iter().map(|found| u64::from(found.n_new)).sum();
        if n_new == 0 {
            self.is_done = true;
            return;
        }
        for found in found {
            self.n_in_other[found.chunk] = found.n_new;
        }
        std::mem::swap(&mut self.level, &mut self.other);
        std::mem::swap(&mut self.n_in_chunk, &mut self.n_in_other);
        self.levels.push(n_new);
    }

    /// The current level, the last one that was made.
    pub fn into_level(self) -> Level {
        Level::new(
            self.numbering,
            self.level,
            self.levels.last().copied().unwrap_or(0),
            self.levels.len() - 1,
        )
    }

    /// The space, once the last level has been made.
    pub fn finish(self) -> WholeSpace {
        debug_assert!(self.is_done, "there are more levels");
        let words = self.level.into_iter().zip(0..);
        let farthest = words.filter(|(bits, _)| *bits != 0);
        WholeSpace {
            farthest: farthest.map(|(bits, at)| (at, bits)).collect(),
            numbering: self.numbering,
            second_bits: self.second_bits,
            levels: self.levels,
        }
    }
}

impl ChunkJob<'_> {
    /// Makes the chunk of the next level.
    pub fn run(self, scratch: &mut ScratchBuffer) -> ChunkResult {
        // Monomorphised for each shape of board: a third faster.
        let next = &mut scratch.0[..];
        let is_touched = match (self.numbering.n_cells, self.numbering.width) {
            (9, 3) => self.expand::<9, 3>(next),
            (12, 3) => self.expand::<12, 3>(next),
            (4, 2) => self.expand::<4, 2>(next),
            (6, 2) => self.expand::<6, 2>(next),
            (8, 2) => self.expand::<8, 2>(next),
            (10, 2) => self.expand::<10, 2>(next),
            (12, 2) => self.expand::<12, 2>(next),
            (cells, width) => unreachable!("{cells} cells in lines of {width}"),
        };
        let mut found = ChunkResult {
            chunk: self.chunk,
            n_expanded: self.n_in_chunk[self.chunk],
            n_new: 0,
        };
        if !is_touched {
            if self.n_in_other > 0 {
                self.words.fill(0);
            }
            return found;
        }
        let words = next.iter_mut().zip(self.words).zip(self.second_bits);
        for ((next, word), second) in words {
            let new = std::mem::take(next) & !*word;
            *word = new;
            found.n_new += new.count_ones();
            if self.is_kept {
                *second |= new;
            }
        }
        found
    }

    /// Writes the successors in this chunk to `next`; returns whether there may be any.
    fn expand<const CELLS: usize, const WIDTH: usize>(&self, next: &mut [u64]) -> bool {
        let &ChunkJob {
            shifts,
            level,
            chunk,
            ..
        } = self;
        let base = chunk * shifts.chunk_words;
        let mut is_touched = false;
        if self.n_in_chunk[chunk] > 0 {
            is_touched = true;
            let words = &level[base * CELLS..][..shifts.chunk_words * CELLS];
            let parity = self.parity_of_chunk();
            for (word, blanks) in words.chunks_exact(CELLS).enumerate() {
                let blanks: &[u64; CELLS] = blanks.try_into().expect("as long as it is");
                if *blanks == [0; CELLS] {
                    continue;
                }
                let here = &mut next[word * CELLS..][..CELLS];
                for place in (0..CELLS - 1).filter(|place| place % WIDTH != WIDTH - 1) {
                    here[place + 1] |= blanks[place];
                    here[place] |= blanks[place + 1];
                }
                let parity = parity ^ shifts.parity[word];
                for place in shifts.n_fixed..CELLS - WIDTH {
                    let Some(within) = &shifts.within[place] else {
                        continue;
                    };
                    let below = place + WIDTH;
                    for (up, from, to) in [(0, place, below), (1, below, place)] {
                        let parity = parity ^ u8::from(self.numbering.is_odd(from));
                        let table = &within.to[up][usize::from(parity)];
                        shift::<CELLS>(within, table, word, blanks[from], next, to);
                    }
                }
            }
        }
        for place in 0..shifts.n_fixed {
            let Some(across) = &shifts.across[place] else {
                continue;
            };
            let below = place + WIDTH;
            let length = across.run.min(shifts.chunk_words);
            for run in (0..shifts.chunk_words).step_by(length) {
                let kind = (base + run) / across.run % across.n_kinds;
                for (up, from, to) in [(0, place, below), (1, below, place)] {
                    let source = (base + run).wrapping_add_signed(across.from[up][kind]);
                    if self.n_in_chunk[source / shifts.chunk_words] == 0 {
                        continue;
                    }
                    is_touched = true;
                    let sources = &level[source * CELLS..][..length * CELLS];
                    let targets = &mut next[run * CELLS..][..length * CELLS];
                    let pairs = targets
                        .chunks_exact_mut(CELLS)
                        .zip(sources.chunks_exact(CELLS));
                    for (target, source) in pairs {
                        target[to] |= source[from];
                    }
                }
            }
        }
        is_touched
    }

    /// The parity of the digits that all words of the chunk have in common.
    fn parity_of_chunk(&self) -> u8 {
        let mut rest = self.chunk;
        let mut sum = 0;
        for place in (0..self.shifts.n_fixed).rev() {
            let radix = self.numbering.n_tiles - place;
            sum += rest % radix;
            rest /= radix;
        }
        (sum % 2) as u8
    }
}

/// Moves the states `bits` of a word of the chunk, with the blank at `to` afterwards.
#[inline(always)]
fn shift<const CELLS: usize>(
    within: &LocalMove,
    table: &[u16],
    word: usize,
    mut bits: u64,
    next: &mut [u64],
    to: usize,
) {
    if bits == 0 {
        return;
    }
    let offset = word % within.period;
    let first = word - offset;
    let table: &[u16; 64] = table[offset * 64..][..64]
        .try_into()
        .expect("64 bits a word");
    if within.is_whole {
        let target = first + usize::from(table[0]) / 64;
        next[target * CELLS + to] |= bits;
        return;
    }
    while bits != 0 {
        let target = table[bits.trailing_zeros() as usize];
        bits &= bits - 1;
        next[(first + usize::from(target / 64)) * CELLS + to] |= 1 << (target % 64);
    }
}
