//! Vectors of four nodes, for processors with AVX2.
//!
//! 6.5 instructions per node generated (perf stat, Korf 80, 1 and 3).

#![allow(
    unsafe_code,
    reason = "three times as fast as words: the benchmark is at the call in stacks.rs"
)]

use super::grid::Grid;
use super::lanes::{Lanes, Nearer, Step, Swap};
use super::stacks::LevelPair;
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
    /// All bits set in the nodes without slack.
    no_slack: __m256i,
}

// SAFETY: `is_supported` checks the features that the functions are compiled for.
unsafe impl Lanes for Avx2 {
    const WIDTH: usize = 4;

    fn is_supported() -> bool {
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt")
    }

    #[target_feature(enable = "avx2,popcnt")]
    unsafe fn expand<G: Grid<Word = u64>, const COLOUR: usize>(pair: LevelPair<'_>) {
        // SAFETY: guaranteed by the caller, as in the functions below.
        unsafe { pair.expand::<G, Self, COLOUR>() }
    }

    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    unsafe fn load(words: *const u64, slack_unit: u64) -> Self {
        // SAFETY: the caller passes four words; they need not be aligned.
        let nodes = unsafe { _mm256_loadu_si256(words.cast()) };
        Avx2 {
            nodes,
            no_slack: without(nodes, 15 * slack_unit),
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    unsafe fn step(self, step: &Step, out: *mut u64) -> usize {
        let slack_unit = splat(step.slack_unit);
        // AVX2 compares for equality only.
        let (equal, is_nearer_if_equal) = match step.nearer {
            Nearer::Any(bits) => (without(self.nodes, bits), false),
            Nearer::None(bits) => (without(self.nodes, bits), true),
            Nearer::All(bits) => (with(self.nodes, bits), true),
            Nearer::NotAll(bits) => (with(self.nodes, bits), false),
        };
        let (spent, cut) = if is_nearer_if_equal {
            (
                _mm256_andnot_si256(equal, slack_unit),
                _mm256_andnot_si256(equal, self.no_slack),
            )
        } else {
            (
                _mm256_and_si256(equal, slack_unit),
                _mm256_and_si256(equal, self.no_slack),
            )
        };
        let children = _mm256_sub_epi64(swapped(self.nodes, step.swap), spent);
        let cut = _mm256_movemask_pd(_mm256_castsi256_pd(cut)) as usize & 15;
        // SAFETY: a row of the table has 32 bytes, aligned.
        let order = unsafe { _mm256_load_si256((&raw const KEEPING[cut]).cast()) };
        let kept = _mm256_permutevar8x32_epi32(children, order);
        // SAFETY: the caller passes space for four words; it need not be aligned.
        unsafe { _mm256_storeu_si256(out.cast(), kept) };
        4 - cut.count_ones() as usize
    }
}

/// A mask of the nodes that have none of these bits.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn without(nodes: __m256i, bits: u64) -> __m256i {
    _mm256_cmpeq_epi64(_mm256_and_si256(nodes, splat(bits)), _mm256_setzero_si256())
}

/// A mask of the nodes that have all of these bits.
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
            // The shuffle works within 16 bytes.
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

/// For each set of nodes to drop, the order of the halves of the nodes that moves the others to
/// the front.
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
