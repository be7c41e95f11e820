//! The frontier: states that wait, last in first out among equals, eight bytes each.

use super::tiles::Word;
use std::mem::swap;
use tilescope_search::memory::{ChunkedVec, ReserveWith};
use tilescope_search::{EngineObserver, StopReason};

/// The frontier: stacks by g, for the f that is searched and for the next, which is 2 more.
#[derive(Default)]
pub struct Open {
    now: Vec<Stack>,
    later: Vec<Stack>,
    pool: Pool,
    n_nodes: usize,
}

/// Which f.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    Now,
    Later,
}

/// States that were taken off the frontier together.
pub struct Batch<const N: usize> {
    /// The first so many are there.
    pub n: usize,
    pub words: [Word; N],
    /// They come in groups of the same g: that g, and how many words there are up to its end.
    pub groups: Vec<(usize, usize)>,
}

/// States with one evaluation and one path cost, in blocks of a common pool, so that what one
/// stack has given up serves another, and no more memory is taken than the frontier has had
/// states.
#[derive(Default)]
struct Stack {
    blocks: Vec<u32>,
    /// How many states are in the last block; 0 only if there is none.
    n_in_last: usize,
}

#[derive(Default)]
struct Pool {
    blocks: ChunkedVec<Block>,
    /// Blocks that no stack uses.
    free: Vec<u32>,
}

type Block = [Word; BLOCK];

/// So many states are a block: 4 KiB.
const BLOCK: usize = 512;

impl Open {
    pub fn n_nodes(&self) -> usize {
        self.n_nodes
    }

    /// Adds states with this g.
    ///
    /// # Errors
    /// If the observer, or the machine, has no memory for them.
    pub fn add<O: EngineObserver>(
        &mut self,
        when: When,
        g: usize,
        words: &[Word],
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let stacks = match when {
            When::Now => &mut self.now,
            When::Later => &mut self.later,
        };
        if stacks.len() <= g {
            stacks.resize_with(g + 1, Stack::default);
        }
        self.n_nodes += words.len();
        stacks[g].add(words, &mut self.pool, observer)
    }

    /// Takes off up to `most` states with the f that is searched, those with the highest g
    /// first; none if there is none.
    pub fn take<const N: usize>(&mut self, most: usize, batch: &mut Batch<N>) {
        let room = &mut batch.words[..most.min(N)];
        batch.groups.clear();
        batch.n = 0;
        for (g, stack) in self.now.iter_mut().enumerate().rev() {
            while stack.n_in_last > 0 {
                batch.n += stack.take(&mut room[batch.n..], &mut self.pool);
                batch.groups.push((g, batch.n));
                if batch.n == room.len() {
                    self.n_nodes -= batch.n;
                    return;
                }
            }
        }
        self.n_nodes -= batch.n;
    }

    /// Goes on to the next f.
    pub fn next(&mut self) {
        swap(&mut self.now, &mut self.later);
    }
}

impl<const N: usize> Default for Batch<N> {
    fn default() -> Self {
        Batch {
            n: 0,
            words: [0; N],
            groups: Vec::new(),
        }
    }
}

impl Stack {
    /// Puts `words` on top.
    #[inline(always)]
    fn add<O: EngineObserver>(
        &mut self,
        mut words: &[Word],
        pool: &mut Pool,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        while !words.is_empty() {
            let last = match self.blocks.last() {
                Some(&last) if self.n_in_last < BLOCK => last,
                _ => self.add_block(pool, observer)?,
            };
            let room = &mut pool.blocks[last as usize][self.n_in_last..];
            let n = room.len().min(words.len());
            room[..n].copy_from_slice(&words[..n]);
            self.n_in_last += n;
            words = &words[n..];
        }
        Ok(())
    }

    #[cold]
    fn add_block<O: EngineObserver>(
        &mut self,
        pool: &mut Pool,
        observer: &mut O,
    ) -> Result<u32, StopReason> {
        self.blocks.reserve_with(1, observer)?;
        let block = pool.take(observer)?;
        self.blocks.push(block);
        self.n_in_last = 0;
        Ok(block)
    }

    /// Takes states of the last block off, as many as there is room for; how many.
    fn take(&mut self, room: &mut [Word], pool: &mut Pool) -> usize {
        let Some(&last) = self.blocks.last() else {
            return 0;
        };
        let n = room.len().min(self.n_in_last);
        self.n_in_last -= n;
        let taken = &pool.blocks[last as usize][self.n_in_last..][..n];
        room[..n].copy_from_slice(taken);
        if self.n_in_last == 0 {
            self.blocks.pop();
            pool.free.push(last);
            if !self.blocks.is_empty() {
                self.n_in_last = BLOCK;
            }
        }
        n
    }
}

impl Pool {
    fn take<O: EngineObserver>(&mut self, observer: &mut O) -> Result<u32, StopReason> {
        if let Some(block) = self.free.pop() {
            return Ok(block);
        }
        self.blocks.reserve_with(1, observer)?;
        // So that giving one back never allocates.
        let block = self.blocks.len();
        self.free.reserve_with(block + 1, observer)?;
        self.blocks.push([0; BLOCK]);
        Ok(block as u32)
    }
}
