//! How the states of a word move between lines.

use super::WholeSpace;
use super::numbering::{Numbering, from_mixed_radix, mixed_radix};

/// The moves of the blank from each position to the one below, and back.
#[derive(Debug)]
pub struct Shifts {
    /// The number of leading tiles that all states of a chunk have in common.
    pub n_fixed: usize,
    /// The number of words in a chunk, for each position of the blank.
    pub chunk_words: usize,
    /// For each position of the blank with one below: the move, if it stays in the chunk.
    pub within: Vec<Option<LocalMove>>,
    /// For each position of the blank with one below: the move, if it leaves the chunk.
    pub across: Vec<Option<CrossChunkMove>>,
    /// The parity of the digits of each word of a chunk.
    pub parity: Vec<u8>,
}

/// A move within a chunk.
#[derive(Debug)]
pub struct LocalMove {
    /// The number of consecutive words that the move permutes among each other.
    pub period: usize,
    /// Whether all states of a word move to the same word and keep their bits.
    pub is_whole: bool,
    /// Down and up, for words of even and of odd digits: at `word % period × 64 + bit`, the target
    /// word within the period, times 64, plus the bit.
    pub to: [[Vec<u16>; 2]; 2],
}

/// A move between chunks, which moves whole runs of words.
#[derive(Debug)]
pub struct CrossChunkMove {
    /// The number of consecutive words that move together, possibly across chunks.
    pub run: usize,
    /// The number of kinds of runs; the kind of a word is `word / run % n_kinds`.
    pub n_kinds: usize,
    /// The offset, in words, of the source of a run, for a move down and a move up.
    pub from: [Vec<isize>; 2],
}

/// The number of tiles that vary within a chunk: 8!/5! = 336 words per position of the blank,
/// which fit into the L1 cache for all positions together.
const N_FREE: usize = 8;

impl Shifts {
    pub fn new(numbering: &Numbering) -> Self {
        let (n_tiles, split) = (numbering.n_tiles, numbering.split);
        let n_fixed = n_tiles.saturating_sub(N_FREE);
        let chunk_words = words(n_tiles, n_fixed, split);
        let mut digits = vec![0; split - n_fixed];
        let parity = (0..chunk_words).map(|word| {
            from_mixed_radix(word, &mut digits, n_tiles - n_fixed);
            digits.iter().sum::<u8>() % 2
        });
        let parity = parity.collect();
        let places = 0..numbering.n_cells - numbering.width;
        let within = |place| (place >= n_fixed).then(|| LocalMove::new(numbering, place));
        let across = |place| (place < n_fixed).then(|| CrossChunkMove::new(numbering, place));
        Shifts {
            n_fixed,
            chunk_words,
            within: places.clone().map(within).collect(),
            across: places.map(across).collect(),
            parity,
        }
    }
}

impl LocalMove {
    fn new(numbering: &Numbering, place: usize) -> Self {
        let &Numbering {
            n_tiles,
            split,
            width,
            ..
        } = numbering;
        // The tiles from the first one that is moved, or the first one in the bit.
        let first = place.min(split);
        let (n_open, n_back) = (n_tiles - first, n_tiles - split);
        let period = words(n_tiles, first, split);
        let is_whole = place + width <= split;
        let n_bits = if is_whole { 1 } else { numbering.n_bits() };
        let to = [true, false].map(|is_down| {
            [0, 1].map(|parity| {
                let mut to = vec![0; period * 64];
                for word in 0..period {
                    for bit in 0..n_bits {
                        let mut digits = [0; WholeSpace::MAX_CELLS];
                        let digits = &mut digits[..n_open];
                        let (front, back) = digits.split_at_mut(split - first);
                        from_mixed_radix(word, front, n_open);
                        from_mixed_radix(bit, &mut back[..n_back - 2], n_back);
                        // `parity` is that of the bit's digits.
                        back[n_back - 2] = (back.iter().sum::<u8>() % 2) ^ parity;
                        rotate(&mut digits[place - first..][..width], is_down);
                        let (front, back) = digits.split_at(split - first);
                        let target = mixed_radix(front, n_open);
                        let bit_there = mixed_radix(&back[..n_back - 2], n_back);
                        to[word * 64 + bit] = (target * 64 + bit_there) as u16;
                    }
                }
                to
            })
        });
        LocalMove {
            period,
            is_whole,
            to,
        }
    }
}

impl CrossChunkMove {
    fn new(numbering: &Numbering, place: usize) -> Self {
        let &Numbering {
            n_tiles,
            split,
            width,
            ..
        } = numbering;
        let end = place + width;
        assert!(
            end <= split,
            "a chunk leaves open more than a line and a word"
        );
        let run = words(n_tiles, end, split);
        let n_kinds = words(n_tiles, place, end);
        let from = [true, false].map(|is_down| {
            let shift = |kind| {
                let mut digits = [0; WholeSpace::MAX_CELLS];
                let digits = &mut digits[..width];
                from_mixed_radix(kind, digits, n_tiles - place);
                // The source of a move down is the target of a move up.
                rotate(digits, !is_down);
                let source = mixed_radix(digits, n_tiles - place);
                (source as isize - kind as isize) * run as isize
            };
            (0..n_kinds).map(shift).collect()
        });
        CrossChunkMove { run, n_kinds, from }
    }
}

/// The number of words formed by the positions `from..to`.
fn words(n_tiles: usize, from: usize, to: usize) -> usize {
    (from..to).map(|place| n_tiles - place).product()
}

/// The digits of consecutive tiles after the blank has moved down past them, so the last becomes
/// the first; or up, so the first becomes the last. The digits of later tiles don't change.
fn rotate(digits: &mut [u8], is_down: bool) {
    // Reconstructs relative numbers from the digits: each digit counts the lower numbers after it.
    let count = digits.len();
    let mut numbers = [0; WholeSpace::MAX_CELLS];
    let numbers = &mut numbers[..count];
    for i in (0..count).rev() {
        // Make room: later numbers that are no lower move up by one.
        for later in &mut numbers[i + 1..] {
            *later += u8::from(*later >= digits[i]);
        }
        numbers[i] = digits[i];
    }
    if is_down {
        numbers.rotate_right(1);
    } else {
        numbers.rotate_left(1);
    }
    for i in 0..count {
        let n_lower = numbers[..i].iter().filter(|&&other| other < numbers[i]);
        digits[i] = numbers[i] - n_lower.count() as u8;
    }
}
