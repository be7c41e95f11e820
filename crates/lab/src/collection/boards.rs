//! Boards in a few bytes: four bits a cell up to 16 cells, a byte each beyond.

use tilescope_puzzle::Size;

/// The cells of the largest board.
pub const MAX_CELLS: usize = 100;

/// The tiles of a board, or other numbers below its number of cells; those of a smaller board come
/// first.
pub type Cells = [u8; MAX_CELLS];

/// Boards, one after the other.
#[derive(Clone, Default, Debug)]
pub struct Boards(Vec<u8>);

/// The number of bytes of a board.
pub fn n_bytes(size: Size) -> usize {
    match size.n_cells() {
        n_cells @ 0..=16 => n_cells.div_ceil(2),
        n_cells => n_cells,
    }
}

impl Boards {
    /// Adds a board; returns its place.
    pub fn push(&mut self, cells: &[u8]) -> usize {
        let at = self.0.len();
        match cells.len() {
            0..=16 => self.0.extend(cells.chunks(2).map(packed)),
            _ => self.0.extend_from_slice(cells),
        }
        at
    }

    /// Writes another board of the same size in place of one.
    pub fn replace(&mut self, at: usize, cells: &[u8]) {
        match cells.len() {
            0..=16 => {
                for (byte, pair) in self.0[at..].iter_mut().zip(cells.chunks(2)) {
                    *byte = packed(pair);
                }
            }
            n_cells => self.0[at..at + n_cells].copy_from_slice(cells),
        }
    }

    /// The board at `at`, into `cells`.
    pub fn read<'a>(&self, at: usize, size: Size, cells: &'a mut Cells) -> &'a [u8] {
        let n_cells = size.n_cells();
        match n_cells {
            0..=16 => {
                let bytes = &self.0[at..at + n_bytes(size)];
                for (pair, byte) in cells.chunks_exact_mut(2).zip(bytes) {
                    pair.copy_from_slice(&[byte & 15, byte >> 4]);
                }
            }
            _ => cells[..n_cells].copy_from_slice(&self.0[at..at + n_cells]),
        }
        &cells[..n_cells]
    }

    /// Whether the board at `at`, which is as large, has these cells.
    pub fn is_at(&self, at: usize, cells: &[u8]) -> bool {
        match cells.len() {
            0..=16 => cells
                .chunks(2)
                .map(packed)
                .eq(self.0[at..].iter().copied().take(cells.len().div_ceil(2))),
            n_cells => self.0[at..at + n_cells] == *cells,
        }
    }
}

fn packed(pair: &[u8]) -> u8 {
    pair[0] | pair.get(1).map_or(0, |second| second << 4)
}
