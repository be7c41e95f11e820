//! Vectors of one node, for any processor: no branch depends on what is searched, so none is
//! guessed wrong.
//!
//! A node generated takes 21 instructions (perf stat, Korf 80, 1 and 3).

#![allow(
    unsafe_code,
    reason = "twice as fast as the recursion: see where the search calls it, which has the benchmark"
)]

use super::grid::Grid;
use super::lanes::{Lanes, Nearer, Step};
use super::stacks::Pair;

/// One node.
#[derive(Clone, Copy)]
pub struct Word {
    node: u64,
    has_slack: bool,
}

// SAFETY: every processor has these.
unsafe impl Lanes for Word {
    const WIDTH: usize = 1;

    fn are_there() -> bool {
        true
    }

    unsafe fn unfold<G: Grid<Word = u64>, const COLOUR: usize>(pair: Pair<'_>) {
        // SAFETY: the caller sees to it, as for the functions below.
        unsafe { pair.unfold::<G, Self, COLOUR>() }
    }

    #[inline(always)]
    unsafe fn load(words: *const u64, one: u64) -> Self {
        // SAFETY: there is a word.
        let node = unsafe { words.read() };
        Word {
            node,
            has_slack: node & (15 * one) != 0,
        }
    }

    #[inline(always)]
    unsafe fn step(self, step: &Step, room: *mut u64) -> usize {
        let Word { node, has_slack } = self;
        let is_nearer = match step.nearer {
            Nearer::Any(bits) => node & bits != 0,
            Nearer::None(bits) => node & bits == 0,
            Nearer::All(bits) => node & bits == bits,
            Nearer::NotAll(bits) => node & bits != bits,
        };
        let (low, shift) = step.swap.bits();
        let differs = (node ^ node >> shift) & low;
        let moved = node ^ differs ^ differs << shift;
        let made = moved.wrapping_sub(if is_nearer { 0 } else { step.one });
        // SAFETY: there is room for a word.
        unsafe { room.write(made) };
        usize::from(is_nearer | has_slack)
    }
}
