//! Vectors of eight nodes, for processors with AVX-512.
//!
//! 2.4 instructions per node generated (perf stat, Korf 80, 1 and 3).

#![allow(
    unsafe_code,
    reason = "five times as fast as words: the benchmark is at the call in stacks.rs"
)]

use super::grid::Grid;
use super::lanes::{Lanes, Nearer, Step, Swap};
use super::stacks::LevelPair;
use std::arch::x86_64::{
    __m512i, __mmask8, _mm_cvtsi64_si128, _mm512_and_si512, _mm512_andnot_si512,
    _mm512_cmpeq_epi64_mask, _mm512_cmpneq_epi64_mask, _mm512_loadu_si512, _mm512_mask_blend_epi64,
    _mm512_maskz_compress_epi64, _mm512_or_si512, _mm512_set1_epi64, _mm512_set4_epi64,
    _mm512_shuffle_epi8, _mm512_sll_epi64, _mm512_srl_epi64, _mm512_storeu_si512, _mm512_sub_epi64,
    _mm512_test_epi64_mask, _mm512_testn_epi64_mask, _mm512_xor_si512,
};

/// Eight nodes.
#[derive(Clone, Copy)]
pub struct Avx512 {
    nodes: __m512i,
    /// The nodes with one unit of slack less; meaningless where there is none.
    with_less_slack: __m512i,
    has_slack: __mmask8,
}

// SAFETY: `is_supported` checks the features that the functions are compiled for.
unsafe impl Lanes for Avx512 {
    const WIDTH: usize = 8;

    fn is_supported() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("popcnt")
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,popcnt")]
    unsafe fn expand<G: Grid<Word = u64>, const COLOUR: usize>(pair: LevelPair<'_>) {
        // SAFETY: guaranteed by the caller, as in the functions below.
        unsafe { pair.expand::<G, Self, COLOUR>() }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,popcnt")]
    unsafe fn load(words: *const u64, slack_unit: u64) -> Self {
        // SAFETY: the caller passes eight words; they need not be aligned.
        let nodes = unsafe { _mm512_loadu_si512(words.cast()) };
        Avx512 {
            nodes,
            with_less_slack: _mm512_sub_epi64(nodes, splat(slack_unit)),
            has_slack: _mm512_test_epi64_mask(nodes, splat(15 * slack_unit)),
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,popcnt")]
    unsafe fn step(self, step: &Step, out: *mut u64) -> usize {
        let is_nearer = has(self.nodes, step.nearer);
        let nodes = _mm512_mask_blend_epi64(is_nearer, self.with_less_slack, self.nodes);
        let is_within = is_nearer | self.has_slack;
        let children = _mm512_maskz_compress_epi64(is_within, swapped(nodes, step.swap));
        // SAFETY: the caller passes space for eight words; it need not be aligned.
        unsafe { _mm512_storeu_si512(out.cast(), children) };
        is_within.count_ones() as usize
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,popcnt")]
fn has(nodes: __m512i, nearer: Nearer) -> __mmask8 {
    match nearer {
        Nearer::Any(bits) => _mm512_test_epi64_mask(nodes, splat(bits)),
        Nearer::None(bits) => _mm512_testn_epi64_mask(nodes, splat(bits)),
        Nearer::All(bits) => {
            _mm512_cmpeq_epi64_mask(_mm512_and_si512(nodes, splat(bits)), splat(bits))
        }
        Nearer::NotAll(bits) => {
            _mm512_cmpneq_epi64_mask(_mm512_and_si512(nodes, splat(bits)), splat(bits))
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,popcnt")]
fn swapped(nodes: __m512i, swap: Swap) -> __m512i {
    match swap {
        Swap::Bytes { bytes, bits } => {
            let bits = splat(bits);
            // The shuffle works within 16 bytes.
            let low = bytes.cast_signed();
            let high = low + 0x0808_0808_0808_0808;
            let shuffled = _mm512_shuffle_epi8(nodes, _mm512_set4_epi64(high, low, high, low));
            _mm512_or_si512(
                _mm512_and_si512(bits, shuffled),
                _mm512_andnot_si512(bits, nodes),
            )
        }
        Swap::Bits { low, shift } => {
            let shift = _mm_cvtsi64_si128(i64::from(shift));
            let down = _mm512_srl_epi64(nodes, shift);
            let differs = _mm512_and_si512(_mm512_xor_si512(nodes, down), splat(low));
            let up = _mm512_sll_epi64(differs, shift);
            _mm512_xor_si512(nodes, _mm512_xor_si512(differs, up))
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,popcnt")]
fn splat(word: u64) -> __m512i {
    _mm512_set1_epi64(word.cast_signed())
}
