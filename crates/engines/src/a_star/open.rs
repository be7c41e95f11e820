//! The open list: eight bytes per state, last in, first out among equals.

use super::tiles::Word;
use std::mem::swap;
use tilescope_search::memory::{ChunkedVec, ReserveWith};
use tilescope_search::{EngineObserver, StopReason};

/// The open list: a stack for each g, for the current f and for the next, which is 2 higher.
#[derive(Default)]
pub struct Open {
    current: Vec<Stack>,
    next: Vec<Stack>,
    pool: Pool,
    n_nodes: usize,
}

/// Which f a stack belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bucket {
    Current,
    Next,
}

/// States popped together.
pub struct Batch<const N: usize> {
    /// How many of `words` are in use.
    pub n: usize,
    pub words: [Word; N],
    /// The words are grouped by g: for each group its g and the index of its end.
    pub groups: Vec<(usize, usize)>,
}

/// States with the same f and g, in blocks of a common pool. A block that one stack frees serves
/// another, so the pool never exceeds the peak size of the open list.
#[derive(Default)]
struct Stack {
    blocks: Vec<u32>,
    /// How many states are in the last block; 0 only if there is no block.
    n_in_last: usize,
}

#[derive(Default)]
struct Pool {
    blocks: ChunkedVec<Block>,
    /// Blocks that no stack uses.
    free: Vec<u32>,
}

type Block = [Word; BLOCK_SIZE];

/// States per block: 4 KiB.
const BLOCK_SIZE: usize = 512;

impl Open {
    pub fn n_nodes(&self) -> usize {
        self.n_nodes
    }

    /// Adds states with this g.
    ///
    /// # Errors
    /// If there is no memory for them.
    pub fn add<O: EngineObserver>(
        &mut self,
        bucket: Bucket,
        g: usize,
        words: &[Word],
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let stacks = match bucket {
            Bucket::Current => &mut self.current,
            Bucket::Next => &mut self.next,
        };
        if stacks.len() <= g {
            stacks.resize_with(g + 1, Stack::default);
        }
        self.n_nodes += words.len();
        stacks[g].add(words, &mut self.pool, observer)
    }

    /// Pops up to `max` states with the current f, highest g first.
    pub fn pop<const N: usize>(&mut self, max: usize, batch: &mut Batch<N>) {
        let buffer = &mut batch.words[..max.min(N)];
        batch.groups.clear();
        batch.n = 0;
        for (g, stack) in self.current.iter_mut().enumerate().rev() {
            while stack.n_in_last > 0 {
                batch.n += stack.pop(&mut buffer[batch.n..], &mut self.pool);
                batch.groups.push((g, batch.n));
                if batch.n == buffer.len() {
                    self.n_nodes -= batch.n;
                    return;
                }
            }
        }
        self.n_nodes -= batch.n;
    }

    /// Goes on to the next f.
    pub fn advance(&mut self) {
        swap(&mut self.current, &mut self.next);
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
    /// Pushes `words`.
    #[inline(always)]
    fn add<O: EngineObserver>(
        &mut self,
        mut words: &[Word],
        pool: &mut Pool,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        while !words.is_empty() {
            let last = match self.blocks.last() {
                Some(&last) if self.n_in_last < BLOCK_SIZE => last,
                _ => self.add_block(pool, observer)?,
            };
            let free = &mut pool.blocks[last as usize][self.n_in_last..];
            let n = free.len().min(words.len());
            free[..n].copy_from_slice(&words[..n]);
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
        let block = pool.allocate(observer)?;
        self.blocks.push(block);
        self.n_in_last = 0;
        Ok(block)
    }

    /// Pops states of the last block into `buffer`, as many as fit. Returns how many.
    fn pop(&mut self, buffer: &mut [Word], pool: &mut Pool) -> usize {
        let Some(&last) = self.blocks.last() else {
            return 0;
        };
        let n = buffer.len().min(self.n_in_last);
        self.n_in_last -= n;
        let popped = &pool.blocks[last as usize][self.n_in_last..][..n];
        buffer[..n].copy_from_slice(popped);
        if self.n_in_last == 0 {
            self.blocks.pop();
            pool.free.push(last);
            if !self.blocks.is_empty() {
                self.n_in_last = BLOCK_SIZE;
            }
        }
        n
    }
}

impl Pool {
    fn allocate<O: EngineObserver>(&mut self, observer: &mut O) -> Result<u32, StopReason> {
        if let Some(block) = self.free.pop() {
            return Ok(block);
        }
        self.blocks.reserve_with(1, observer)?;
        // So that freeing a block never allocates.
        let block = self.blocks.len();
        self.free.reserve_with(block + 1, observer)?;
        self.blocks.push([0; BLOCK_SIZE]);
        Ok(block as u32)
    }
}
