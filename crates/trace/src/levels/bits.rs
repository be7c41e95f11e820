//! A bit per node, with sums, so that the set bits of a range are counted in constant time.

use crate::NodeId;
use std::ops::Range;

/// Bits that are appended. A bit beyond the last one is not set.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits {
    words: Vec<u64>,
    /// For each word, the number of bits set in the words before.
    before: Vec<u32>,
    n_set: u32,
    len: usize,
}

impl Bits {
    pub fn push(&mut self, bit: bool) {
        if self.len.is_multiple_of(64) {
            self.words.push(0);
            self.before.push(self.n_set);
        }
        if let Some(word) = self.words.last_mut() {
            *word |= u64::from(bit) << (self.len % 64);
        }
        self.n_set += u32::from(bit);
        self.len += 1;
    }

    /// The number of bits set in the range.
    pub fn count(&self, range: Range<NodeId>) -> u32 {
        self.before(range.end as usize) - self.before(range.start as usize)
    }

    fn before(&self, i: usize) -> u32 {
        match self.words.get(i / 64) {
            Some(word) => self.before[i / 64] + (word & ((1 << (i % 64)) - 1)).count_ones(),
            None => self.n_set,
        }
    }

    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>() + self.before.capacity() * size_of::<u32>()
    }
}
