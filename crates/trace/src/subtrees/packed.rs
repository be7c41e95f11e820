//! The sizes and heights of subtrees, in about one and a half bytes for each.
//!
//! Layout. The tree is nearly all small subtrees. One of at most 23 nodes has a byte, the number of
//! its pair of size and height. A larger one has the byte [`LARGE`], and its numbers are in columns of
//! the large ones, in order of the nodes of a chunk. For each block of 64 nodes the chunk has the number
//! of large subtrees before it, so that one is found by counting within a block.

use crate::NodeId;
use crate::column::{Column, NarrowColumn};

/// A subtree: how many nodes it has, itself included, and how many levels below its root.
#[derive(Clone, Copy)]
pub struct Measures {
    pub size: NodeId,
    pub height: u32,
}

/// The measures of subtrees, in order of their roots' numbers.
#[derive(Debug, Default)]
pub struct PackedMeasures {
    /// The last one first, as long as it is built.
    chunks: Vec<Chunk>,
    large_sizes: Column<NodeId>,
    large_heights: NarrowColumn,
    len: usize,
}

#[derive(Debug)]
struct Chunk {
    codes: Vec<u8>,
    /// The number of large subtrees before each block.
    before: Vec<u16>,
    /// Its first large subtree.
    first_large: u32,
}

/// The code of a large subtree.
const LARGE: u8 = u8::MAX;
/// The most nodes of a small subtree: as many pairs as fit into a byte beside [`LARGE`].
const MAX_SMALL: u32 = 23;
/// The nodes of a block.
const BLOCK: usize = 64;

/// The small subtrees by their codes.
const SMALL: [(u8, u8); 256] = {
    let mut small = [(1, 0); 256];
    let (mut code, mut size) = (1, 2);
    while size <= MAX_SMALL as u8 {
        let mut height = 1;
        while height < size {
            small[code] = (size, height);
            code += 1;
            height += 1;
        }
        size += 1;
    }
    assert!(code <= LARGE as usize);
    small
};

fn code(Measures { size, height }: Measures) -> u8 {
    match size {
        0 | 1 => 0,
        // Each size has one height more than the size before.
        2..=MAX_SMALL => ((size - 2) * (size - 1) / 2 + height) as u8,
        _ => LARGE,
    }
}

impl PackedMeasures {
    pub const CHUNK: usize = Column::<NodeId>::CHUNK;

    pub fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub fn get(&self, i: usize) -> Measures {
        let chunk = &self.chunks[i / Self::CHUNK];
        let at = i % Self::CHUNK;
        let code = chunk.codes[at];
        if code == LARGE {
            return self.large(chunk, at);
        }
        let (size, height) = SMALL[usize::from(code)];
        Measures {
            size: size.into(),
            height: height.into(),
        }
    }

    fn large(&self, chunk: &Chunk, at: usize) -> Measures {
        let block = at / BLOCK;
        let in_block = &chunk.codes[block * BLOCK..at];
        let n_before = in_block.iter().filter(|&&code| code == LARGE).count();
        let i = chunk.first_large as usize + usize::from(chunk.before[block]) + n_before;
        Measures {
            size: self.large_sizes.get(i),
            height: self.large_heights.get(i),
        }
    }

    /// Puts a chunk before those that were added: all but the last one have [`Self::CHUNK`] subtrees.
    /// When all are there, [`Self::finish`] is due.
    pub fn add_chunk(&mut self, measures: impl ExactSizeIterator<Item = Measures>) {
        let first_large = self.large_sizes.len();
        let mut chunk = Chunk {
            codes: Vec::with_capacity(measures.len()),
            before: Vec::with_capacity(measures.len().div_ceil(BLOCK)),
            first_large: first_large as u32,
        };
        for (at, it) in measures.enumerate() {
            if at % BLOCK == 0 {
                (chunk.before).push((self.large_sizes.len() - first_large) as u16);
            }
            let code = code(it);
            chunk.codes.push(code);
            if code == LARGE {
                self.large_sizes.push(it.size);
                self.large_heights.push(it.height);
            }
        }
        self.len += chunk.codes.len();
        self.chunks.push(chunk);
    }

    pub fn finish(&mut self) {
        self.chunks.reverse();
        self.chunks.shrink_to_fit();
    }

    pub fn bytes(&self) -> usize {
        let of_chunk = |chunk: &Chunk| {
            chunk.codes.capacity() + chunk.before.capacity() * size_of::<u16>() + size_of::<Chunk>()
        };
        self.chunks.iter().map(of_chunk).sum::<usize>()
            + self.large_sizes.bytes()
            + self.large_heights.bytes()
    }
}
