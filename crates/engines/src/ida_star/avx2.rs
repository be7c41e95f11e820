//! Vectors of four nodes, for processors with AVX2.
//!
//! A node generated takes 6.5 instructions (perf stat, Korf 80, 1 and 3).

#![allow(
    unsafe_code,
    reason = "three times as fast as words: see where the search calls it, which has the benchmark"
)]

use super::grid::Grid;
use super::lanes::{Lanes, Nearer, Step, Swap};
use super::stacks::Pair;
use std::arch::x86_64::{
    __m256i, _mm_cvtsi64_si128, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_pd,
    _mm256_cmpeq_epi64, _mm256_load_si256, _mm256_loadu_si256, _mm256_movemask_pd,
    _mm256_permutevar8x32_epi32, _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_sll_epi64, _mm256_srl_epi64, _mm256_storeu_si256, _mm256_sub_epi64,
    _mm256_xor_si256,
};

/// Four nodes.
#[derive(Clone, Copy)]
pub struct Avx2 {
    nodes: __m256i,
    /// All bits of those that have no slack.
    tight: __m256i,
}

// SAFETY: it asks for the features that the functions are compiled for.
unsafe impl Lanes for Avx2 {
    const WIDTH: usize = 4;

    fn are_there() -> bool {
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt")
    }

    #[target_feature(enable = "avx2,popcnt")]
    unsafe fn unfold<G: Grid<Word = u64>, const COLOUR: usize>(pair: Pair<'_>) {
        // SAFETY: the caller sees to it, as for the functions below.
        unsafe { pair.unfold::<G, Self, COLOUR>() }
    }

    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    unsafe fn load(words: *const u64, one: u64) -> Self {
        // SAFETY: there are four words; they need not be aligned.
        let nodes = unsafe { _mm256_loadu_si256(words.cast()) };
        Avx2 {
            nodes,
            tight: without(nodes, 15 * one),
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    unsafe fn step(self, step: &Step, room: *mut u64) -> usize {
        let one = splat(step.one);
        // There is a comparison for what is equal, but none for what is not.
        let (equal, is_nearer_if_equal) = match step.nearer {
            Nearer::Any(bits) => (without(self.nodes, bits), false),
            Nearer::None(bits) => (without(self.nodes, bits), true),
            Nearer::All(bits) => (with(self.nodes, bits), true),
            Nearer::NotAll(bits) => (with(self.nodes, bits), false),
        };
        let (taken, cut) = if is_nearer_if_equal {
            (
                _mm256_andnot_si256(equal, one),
                _mm256_andnot_si256(equal, self.tight),
            )
        } else {
            (
                _mm256_and_si256(equal, one),
                _mm256_and_si256(equal, self.tight),
            )
        };
        let made = _mm256_sub_epi64(swapped(self.nodes, step.swap), taken);
        let cut = _mm256_movemask_pd(_mm256_castsi256_pd(cut)) as usize & 15;
        // SAFETY: a row of the table has 32 bytes, aligned.
        let order = unsafe { _mm256_load_si256((&raw const KEEPING[cut]).cast()) };
        let kept = _mm256_permutevar8x32_epi32(made, order);
        // SAFETY: there is room for four words; they need not be aligned.
        unsafe { _mm256_storeu_si256(room.cast(), kept) };
        4 - cut.count_ones() as usize
    }
}

/// Those that have none of these bits.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn without(nodes: __m256i, bits: u64) -> __m256i {
    _mm256_cmpeq_epi64(_mm256_and_si256(nodes, splat(bits)), _mm256_setzero_si256())
}

/// Those that have all of these bits.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn with(nodes: __m256i, bits: u64) -> __m256i {
    _mm256_cmpeq_epi64(_mm256_and_si256(nodes, splat(bits)), splat(bits))
}

#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn swapped(nodes: __m256i, swap: Swap) -> __m256i {
    let differs = match swap {
        Swap::Bytes { bytes, bits } => {
            // It shuffles within 16 bytes.
            let low = bytes.cast_signed();
            let high = low + 0x0808_0808_0808_0808;
            let shuffled = _mm256_shuffle_epi8(nodes, _mm256_set_epi64x(high, low, high, low));
            _mm256_and_si256(_mm256_xor_si256(nodes, shuffled), splat(bits))
        }
        Swap::Bits { low, shift } => {
            let shift = _mm_cvtsi64_si128(i64::from(shift));
            let down = _mm256_srl_epi64(nodes, shift);
            let differs = _mm256_and_si256(_mm256_xor_si256(nodes, down), splat(low));
            _mm256_xor_si256(differs, _mm256_sll_epi64(differs, shift))
        }
    };
    _mm256_xor_si256(nodes, differs)
}

#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn splat(word: u64) -> __m256i {
    _mm256_set1_epi64x(word.cast_signed())
}

/// For each set of nodes that are cut, in which order the halves of the nodes are taken, so
/// that the others come first.
static KEEPING: [Halves; 16] = {
    let mut all = [Halves([0; 8]); 16];
    let mut cut = 0;
    while cut < 16 {
        let (mut node, mut to) = (0, 0);
        while node < 4 {
            if cut >> node & 1 == 0 {
                all[cut].0[to] = 2 * node;
                all[cut].0[to + 1] = 2 * node + 1;
                to += 2;
            }
            node += 1;
        }
        cut += 1;
    }
    all
};

#[derive(Clone, Copy)]
#[repr(align(32))]
struct Halves([u32; 8]);
