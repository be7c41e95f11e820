//! A database prepared for lookups in the innermost loops.

use super::database::MAX_HALF_EXCESS;
use super::ranking::SetNumbers;
use super::{BlankComponents, Placement, Ranking, Rotations};

/// A database with the tables that a lookup needs.
#[derive(Clone, Copy)]
pub struct DatabaseView<'a> {
    halves: &'a [u8],
    /// Entries in a row, one row per order.
    row: usize,
    sets: SetNumbers<'a>,
    /// Present if the database keeps the blank.
    components: Option<&'a BlankComponents>,
    rotations: &'a Rotations,
}

/// The move of a tile from one cell to another, for [`DatabaseView::slide`].
#[derive(Clone, Copy, Default)]
pub struct TileMove {
    /// Both cells, as bits.
    flip: u32,
    /// The cells below the one it leaves, and below the one it enters.
    before_from: u32,
    before_to: u32,
}

impl TileMove {
    pub fn new(from: usize, to: usize) -> Self {
        TileMove {
            flip: 1 << from | 1 << to,
            before_from: (1 << from) - 1,
            before_to: (1 << to) - 1,
        }
    }
}

impl<'a> DatabaseView<'a> {
    pub(super) fn new(
        halves: &'a [u8],
        ranking: &'a Ranking,
        components: Option<&'a BlankComponents>,
    ) -> Self {
        let n_columns = components.map_or(ranking.n_sets(), BlankComponents::n_components);
        DatabaseView {
            halves,
            row: n_columns.next_multiple_of(2),
            sets: ranking.set_numbers(),
            components,
            rotations: ranking.rotations(),
        }
    }

    /// The placement after a move of one of its tiles.
    #[inline(always)]
    pub fn slide(&self, placement: Placement, step: &TileMove) -> Placement {
        let set = placement.set ^ step.flip;
        let from_position = (placement.set & step.before_from).count_ones() as usize;
        let to_position = (set & step.before_to).count_ones() as usize;
        let order = self
            .rotations
            .rotate(placement.order, from_position, to_position);
        Placement { set, order }
    }

    /// The index of a placement in a database with the blank minimised away.
    #[inline(always)]
    pub fn index(&self, placement: Placement) -> usize {
        usize::from(placement.order) * self.row + self.sets.number(placement.set)
    }

    /// The index of a placement, with the blank in cell `blank` of the pattern's board if the
    /// database keeps the blank.
    #[inline(always)]
    pub fn index_with_blank(&self, placement: Placement, blank: u8) -> usize {
        let set = self.sets.number(placement.set);
        let column = match self.components {
            None => set,
            Some(components) => components.number(set, blank.into()),
        };
        usize::from(placement.order) * self.row + column
    }

    /// Prefetches an entry.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        prefetch(self.halves, index);
    }

    /// Half the excess of an entry: its cost minus its Manhattan distance, divided by 2.
    #[inline(always)]
    pub fn half_excess_at(&self, index: usize) -> u8 {
        half_excess_at(self.halves, index)
    }
}

/// The 4-bit entry at `index` of `halves`; even indices are in the low half of a byte.
#[inline(always)]
pub fn half_excess_at(halves: &[u8], index: usize) -> u8 {
    halves[index / 2] >> (index % 2 * 4) & MAX_HALF_EXCESS
}

/// Prefetches the entry at `index` of `halves`. Korf's 100 instances with 7-8 take 0.12 s with it,
/// and 0.16 s without.
#[inline(always)]
pub fn prefetch(halves: &[u8], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = halves.as_ptr().wrapping_add(index / 2).cast();
        #[expect(
            unsafe_code,
            reason = "a quarter of the time of Korf's 100 with 7-8, as said above"
        )]
        // SAFETY: a prefetch is a hint: it reads nothing and never faults, whatever the address.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(address);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (halves, index);
}
