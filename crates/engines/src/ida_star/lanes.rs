//! What the search on stacks wants of a processor: vectors of nodes, and one move of a vector.
//!
//! In the word of a node the board's rows stand two and two in the lower and in the upper
//! halves of the bytes. So nearly every move lets two bytes change places but for one of their
//! halves, which is one instruction to shuffle and one to choose; only between the second row
//! and the third it takes two shifts.

use super::grid::{Grid, neighbour};
use super::stacks::Pair;

/// A vector of nodes that have the blank in the same cell.
///
/// # Safety
/// [`Lanes::are_there`] is true only on processors on which the other functions may be called.
#[allow(
    unsafe_code,
    reason = "each function wants instructions that not every processor has"
)]
pub unsafe trait Lanes: Copy + Send + 'static {
    /// How many nodes there are in a vector.
    const WIDTH: usize;

    /// Whether the processor has the instructions.
    fn are_there() -> bool;

    /// Calls [`Pair::unfold`] from a function that is compiled for these instructions.
    ///
    /// # Safety
    /// The processor has them.
    unsafe fn unfold<G: Grid<Word = u64>, const COLOUR: usize>(pair: Pair<'_>);

    /// The nodes in so many words. Of their slack, `one` is the lowest bit.
    ///
    /// # Safety
    /// The processor has the instructions, and there are so many words.
    unsafe fn load(words: *const u64, one: u64) -> Self;

    /// Makes the move and writes the nodes that are within the bound then, one after the
    /// other; how many they are. What is behind them, to the length of a vector, is rubbish.
    ///
    /// # Safety
    /// The processor has the instructions, and there is room for a vector.
    unsafe fn step(self, step: &Step, room: *mut u64) -> usize;
}

/// A move, as instructions need to know it. The tile's cell and the blank's, with the slack in
/// it, change places; a tile that does not come nearer to its goal takes one of the slack.
pub struct Step {
    pub swap: Swap,
    pub nearer: Nearer,
    /// One of the slack, where the blank is after the move.
    pub one: u64,
}

/// How two cells change places.
#[derive(Clone, Copy)]
pub enum Swap {
    /// By the bytes that they are in: `bytes` says for each byte which one comes there, and of
    /// what comes `bits` are taken.
    Bytes { bytes: u64, bits: u64 },
    /// By shifts: one cell has the bits `low`, the other one is `shift` bits above it.
    Bits { low: u64, shift: u32 },
}

/// Which tiles a move leads nearer to their goal. That is so if the goal's column, or row,
/// lies beyond the tile's: a cell has two bits for either.
#[derive(Clone, Copy)]
pub enum Nearer {
    /// Those that have any of these bits.
    Any(u64),
    /// Those that have none of them.
    None(u64),
    /// Those that have them all.
    All(u64),
    /// Those that have not all of them.
    NotAll(u64),
}

/// Where the lowest bit of a cell is in a node's word.
pub const fn place<G: Grid>(cell: usize) -> u32 {
    let (row, column) = (cell / G::COLUMNS, cell % G::COLUMNS);
    (8 * (row % 2 * 4 + column) + row / 2 * 4) as u32
}

/// The number of a cell in a node's word: two bits for its row, two for its column.
pub const fn number<G: Grid>(cell: usize) -> u64 {
    (cell / G::COLUMNS * 4 + cell % G::COLUMNS) as u64
}

impl Step {
    /// The action on a blank in this cell.
    pub const fn new<G: Grid>(blank: usize, action: usize) -> Self {
        // A move over the edge is never made, but it is compiled.
        let tile = match neighbour::<G>(blank, action) {
            Some(tile) => tile,
            None => blank,
        };
        Step {
            swap: Swap::new(place::<G>(tile), place::<G>(blank)),
            nearer: Nearer::new(number::<G>(tile), number::<G>(blank), place::<G>(tile)),
            one: 1 << place::<G>(tile),
        }
    }
}

impl Swap {
    const fn new(a: u32, b: u32) -> Self {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        if a % 8 == b % 8 {
            // Each stays where it is, but these two.
            let stay = 0x0706_0504_0302_0100;
            let differs = ((low / 8) ^ (high / 8)) as u64;
            let low_byte = low - low % 8;
            let high_byte = high - high % 8;
            Swap::Bytes {
                bytes: stay ^ (differs << low_byte | differs << high_byte),
                bits: 15 << low | 15 << high,
            }
        } else {
            Swap::Bits {
                low: 15 << low,
                shift: high - low,
            }
        }
    }

    /// The same by shifts: the bits of one cell, and how far the other one is above it.
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
    /// For tiles whose number stands at `place`.
    const fn new(from: u64, to: u64, place: u32) -> Self {
        let unit = if from / 4 == to / 4 { 1 } else { 4 };
        let both = (3 * unit) << place;
        let upper = (2 * unit) << place;
        // From one line to a higher or a lower one.
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
