//! Vectors of one node, for any processor. No branch depends on the nodes, so none is
//! mispredicted.
//!
//! 21 instructions per node generated (perf stat, Korf 80, 1 and 3).

#![allow(
    unsafe_code,
    reason = "twice as fast as the recursion: the benchmark is at the call in stacks.rs"
)]

use super::grid::Grid;
use super::lanes::{Lanes, Nearer, Step};
use super::stacks::LevelPair;

/// One node.
#[derive(Clone, Copy)]
pub struct Word {
    node: u64,
    has_slack: bool,
}

// SAFETY: every processor has these instructions.
unsafe impl Lanes for Word {
    const WIDTH: usize = 1;

    fn is_supported() -> bool {
        true
    }

    unsafe fn expand<G: Grid<Word = u64>, const COLOUR: usize>(pair: LevelPair<'_>) {
        // SAFETY: guaranteed by the caller, as in the functions below.
        unsafe { pair.expand::<G, Self, COLOUR>() }
    }

    #[inline(always)]
    unsafe fn load(words: *const u64, slack_unit: u64) -> Self {
        // SAFETY: the caller passes a readable word.
        let node = unsafe { words.read() };
        Word {
            node,
            has_slack: node & (15 * slack_unit) != 0,
        }
    }

    #[inline(always)]
    unsafe fn step(self, step: &Step, out: *mut u64) -> usize {
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
        let child = moved.wrapping_sub(if is_nearer { 0 } else { step.slack_unit });
        // SAFETY: the caller passes space for a word.
        unsafe { out.write(child) };
        usize::from(is_nearer | has_slack)
    }
}
