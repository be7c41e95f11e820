//! The frontier: states that wait, last in first out among equals, eight bytes each.

use crate::search::memory::MakeRoom;
use crate::search::{Halt, Observer};

/// Stacks of states in blocks of a common pool, so that what one stack has given up serves
/// another, and no more memory is taken than the frontier has had states.
#[derive(Default)]
pub struct Pool {
    blocks: Vec<[u64; BLOCK]>,
    /// Blocks that no stack uses.
    free: Vec<u32>,
}

/// So many states are a block: 4 KiB.
const BLOCK: usize = 512;

/// States with one evaluation, one path cost, and one last action.
#[derive(Default)]
pub struct Stack {
    blocks: Vec<u32>,
    /// How many states are in the last block.
    n_in_last: usize,
}

impl Stack {
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Puts `state` on top.
    ///
    /// # Errors
    /// If the observer, or the machine, has no memory for it.
    #[inline(always)]
    pub fn push<O: Observer>(
        &mut self,
        state: u64,
        pool: &mut Pool,
        observer: &mut O,
    ) -> Result<(), Halt> {
        let last = match self.blocks.last() {
            Some(&last) if self.n_in_last < BLOCK => last,
            _ => self.add_block(pool, observer)?,
        };
        pool.blocks[last as usize][self.n_in_last] = state;
        self.n_in_last += 1;
        Ok(())
    }

    #[cold]
    fn add_block<O: Observer>(&mut self, pool: &mut Pool, observer: &mut O) -> Result<u32, Halt> {
        self.blocks.make_room(1, observer)?;
        let block = pool.take(observer)?;
        self.blocks.push(block);
        self.n_in_last = 0;
        Ok(block)
    }

    /// Takes up to as many states off as `taken` has room for; how many.
    pub fn pop_into(&mut self, taken: &mut [u64], pool: &mut Pool) -> usize {
        let Some(&last) = self.blocks.last() else {
            return 0;
        };
        let n = taken.len().min(self.n_in_last);
        self.n_in_last -= n;
        let states = &pool.blocks[last as usize][self.n_in_last..][..n];
        taken[..n].copy_from_slice(states);
        if self.n_in_last == 0 {
            self.blocks.pop();
            self.n_in_last = BLOCK;
            pool.free.push(last);
        }
        n
    }
}

impl Pool {
    fn take<O: Observer>(&mut self, observer: &mut O) -> Result<u32, Halt> {
        if let Some(block) = self.free.pop() {
            return Ok(block);
        }
        if self.blocks.len() == self.blocks.capacity() {
            let more = (self.blocks.len() / 8).max(64);
            observer.grow(more * (size_of::<[u64; BLOCK]>() + size_of::<u32>()))?;
            let blocks = self.blocks.try_reserve_exact(more);
            blocks.map_err(|_| Halt::Memory)?;
            // So that giving one back never allocates.
            let free = self.free.try_reserve_exact(self.blocks.capacity());
            free.map_err(|_| Halt::Memory)?;
        }
        let block = self.blocks.len();
        self.blocks.push([0; BLOCK]);
        Ok(block as u32)
    }
}
