//! What the stack search needs of a processor: vectors of nodes, and one move of a vector.
//!
//! The word of a node packs two rows of the board into the low halves of its bytes and two into
//! the high halves. So nearly every move swaps the same halves of two bytes: one shuffle and one
//! blend. Only a move between the second row and the third takes two shifts.

use super::grid::{Grid, neighbour};
use super::stacks::LevelPair;

/// A vector of nodes that have the blank in the same cell.
///
/// # Safety
/// [`Lanes::is_supported`] is true only on processors that can run the other functions.
#[allow(
    unsafe_code,
    reason = "each function uses instructions that not every processor has"
)]
pub unsafe trait Lanes: Copy + Send + 'static {
    /// Nodes in a vector.
    const WIDTH: usize;

    /// Whether the processor has the instructions.
    fn is_supported() -> bool;

    /// Calls [`LevelPair::expand`] from a function that is compiled for these instructions.
    ///
    /// # Safety
    /// The processor has them.
    unsafe fn expand<G: Grid<Word = u64>, const COLOUR: usize>(pair: LevelPair<'_>);

    /// Loads the nodes of a vector. `slack_unit` is the lowest bit of their slack.
    ///
    /// # Safety
    /// The processor has the instructions, and `words` points to a vector's worth of words.
    unsafe fn load(words: *const u64, slack_unit: u64) -> Self;

    /// Applies the move and writes the children within the bound, without gaps. Returns their
    /// number. The rest of the vector written is undefined.
    ///
    /// # Safety
    /// The processor has the instructions, and `out` has space for a vector.
    unsafe fn step(self, step: &Step, out: *mut u64) -> usize;
}

/// A move in the form the instructions need. The tile's cell and the blank's, which holds the
/// slack, are swapped; a tile that does not get nearer to its goal uses up one unit of slack.
pub struct Step {
    pub swap: Swap,
    pub nearer: Nearer,
    /// One unit of slack, in the blank's cell after the move.
    pub slack_unit: u64,
}

/// How two cells are swapped.
#[derive(Clone, Copy)]
pub enum Swap {
    /// By bytes: `bytes` gives the source of each byte, and `bits` selects what is taken of it.
    Bytes { bytes: u64, bits: u64 },
    /// By shifts: one cell has the bits `low`, the other is `shift` bits higher.
    Bits { low: u64, shift: u32 },
}

/// Which tiles a move brings nearer to their goal: those whose goal row or column lies beyond the
/// tile's. A cell has two bits for its row and two for its column.
#[derive(Clone, Copy)]
pub enum Nearer {
    /// Tiles that have any of these bits.
    Any(u64),
    /// Tiles that have none of them.
    None(u64),
    /// Tiles that have all of them.
    All(u64),
    /// Tiles that lack one of them.
    NotAll(u64),
}

/// The lowest bit of a cell in a node's word.
pub const fn bit_offset<G: Grid>(cell: usize) -> u32 {
    let (row, column) = (cell / G::COLUMNS, cell % G::COLUMNS);
    (8 * (row % 2 * 4 + column) + row / 2 * 4) as u32
}

/// The code of a cell in a node's word: two bits for its row, two for its column.
pub const fn cell_code<G: Grid>(cell: usize) -> u64 {
    (cell / G::COLUMNS * 4 + cell % G::COLUMNS) as u64
}

impl Step {
    /// The move by `action` of a blank in `blank`.
    pub const fn new<G: Grid>(blank: usize, action: usize) -> Self {
        // A move over the edge is compiled, but never applied.
        let tile = match neighbour::<G>(blank, action) {
            Some(tile) => tile,
            None => blank,
        };
        Step {
            swap: Swap::new(bit_offset::<G>(tile), bit_offset::<G>(blank)),
            nearer: Nearer::new(
                cell_code::<G>(tile),
                cell_code::<G>(blank),
                bit_offset::<G>(tile),
            ),
            slack_unit: 1 << bit_offset::<G>(tile),
        }
    }
}

impl Swap {
    const fn new(a: u32, b: u32) -> Self {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        if a % 8 == b % 8 {
            // All bytes stay in place except these two.
            let identity = 0x0706_0504_0302_0100;
            let differs = ((low / 8) ^ (high / 8)) as u64;
            let low_byte = low - low % 8;
            let high_byte = high - high % 8;
            Swap::Bytes {
                bytes: identity ^ (differs << low_byte | differs << high_byte),
                bits: 15 << low | 15 << high,
            }
        } else {
            Swap::Bits {
                low: 15 << low,
                shift: high - low,
            }
        }
    }

    /// The swap by shifts: the bits of one cell, and how far the other lies above it.
    pub const fn bits(self) -> (u64, u32) {
        match self {
            Swap::Bits { low, shift } => (low, shift),
            Swap::Bytes { bits, .. } => {
                let low = bits & bits.wrapping_neg();
                let low = 15 * low;
                (low, (bits ^ low).trailing_zeros() - low.trailing_zeros())
            }
        }
    }
}

impl Nearer {
    /// For tiles whose code is at `bit_offset`.
    const fn new(from: u64, to: u64, bit_offset: u32) -> Self {
        let unit = if from / 4 == to / 4 { 1 } else { 4 };
        let both = (3 * unit) << bit_offset;
        let upper = (2 * unit) << bit_offset;
        // By the row or column of departure, and whether the move goes up in number.
        match (from / unit % 4, to > from) {
            (0, true) => Nearer::Any(both),
            (1, true) => Nearer::Any(upper),
            (_, true) => Nearer::All(both),
            (1, false) => Nearer::None(both),
            (2, false) => Nearer::None(upper),
            (_, false) => Nearer::NotAll(both),
        }
    }
}
