//! Where the states of a word go by a move from line to line.

use super::WholeSpace;
use super::numbering::{Numbering, from_mixed_radix, mixed_radix};

/// The moves of the blank from a place to that below it, and back.
#[derive(Debug)]
pub struct Shifts {
    /// How many tiles are in the same places in all states of a chunk: the first ones.
    pub n_fixed: usize,
    /// How many words a chunk has for each place of the blank.
    pub chunk_words: usize,
    /// For each place of the blank that has one below, if its move stays in the chunk.
    pub within: Vec<Option<LocalMove>>,
    /// For each place of the blank that has one below, if its move leaves the chunk.
    pub across: Vec<Option<CrossChunkMove>>,
    /// For each word of a chunk: the parity of its digits.
    pub parity: Vec<u8>,
}

/// A move whose states stay in the chunk.
#[derive(Debug)]
pub struct LocalMove {
    /// So many words in a row go into each other.
    pub period: usize,
    /// Whether all states of a word go to the same bit of another.
    pub is_whole: bool,
    /// Down and up, for words of even and of odd digits: at `word % period × 64 + bit`, to
    /// which word of the period, times 64, and bit.
    pub to: [[Vec<u16>; 2]; 2],
}

/// A move whose states leave the chunk, whole runs of words together.
#[derive(Debug)]
pub struct CrossChunkMove {
    /// How many words in a row go to others in a row, perhaps of several chunks.
    pub run: usize,
    /// How many kinds of runs there are; that of a word is `word / run % n_kinds`.
    pub n_kinds: usize,
    /// From how many words further the states of a run come, by a move down and by one up.
    pub from: [Vec<isize>; 2],
}

/// How many places a chunk leaves open: 8!/5! is 336 words for each place of the blank, which
/// fit into a processor's first cache for all places together.
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
        // The tiles from the first that is moved, or from the first of the bit.
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
                        // `parity` is that of the digits of the bit.
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
                // What has come by a move down has come from where a move up leads.
                rotate(digits, !is_down);
                let source = mixed_radix(digits, n_tiles - place);
                (source as isize - kind as isize) * run as isize
            };
            (0..n_kinds).map(shift).collect()
        });
        CrossChunkMove { run, n_kinds, from }
    }
}

/// How many words the tiles of the places from `from` to `to` make.
fn words(n_tiles: usize, from: usize, to: usize) -> usize {
    (from..to).map(|place| n_tiles - place).product()
}

/// The digits of tiles in a row after the blank has gone down from before them to behind them,
/// so that the last is now first; or up, so that the first is now last. The digits of tiles
/// behind them stay what they are.
fn rotate(digits: &mut [u8], is_down: bool) {
    // A digit counts lower numbers behind; so does each number here, those before it left out.
    let count = digits.len();
    let mut numbers = [0; WholeSpace::MAX_CELLS];
    let numbers = &mut numbers[..count];
    for i in (0..count).rev() {
        // To be passed by a number before that is no higher is to be one higher.
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
