//! A database as it is looked up in the innermost loops.

use super::database::MOST;
use super::ranking::SetNumbers;
use super::{BlankComponents, Placement, Ranking, Turns};

/// A database with all that a lookup asks, close at hand.
#[derive(Clone, Copy)]
pub struct View<'a> {
    halves: &'a [u8],
    /// How many placements each order has room for.
    row: usize,
    sets: SetNumbers<'a>,
    /// If the blank is kept.
    regions: Option<&'a BlankComponents>,
    turns: &'a Turns,
}

/// How a tile goes from one cell to another, for [`View::slide`].
#[derive(Clone, Copy, Default)]
pub struct Step {
    /// Both cells, as bits.
    flip: u32,
    /// The cells before the one that it leaves, and before the one that it takes.
    before_from: u32,
    before_to: u32,
}

impl Step {
    pub fn new(from: usize, to: usize) -> Self {
        Step {
            flip: 1 << from | 1 << to,
            before_from: (1 << from) - 1,
            before_to: (1 << to) - 1,
        }
    }
}

impl<'a> View<'a> {
    pub(super) fn new(
        halves: &'a [u8],
        ranking: &'a Ranking,
        regions: Option<&'a BlankComponents>,
    ) -> Self {
        let n_columns = regions.map_or(ranking.n_sets(), BlankComponents::n_parts);
        View {
            halves,
            row: n_columns.next_multiple_of(2),
            sets: ranking.set_numbers(),
            regions,
            turns: ranking.turns(),
        }
    }

    /// The placement after one of its tiles has made a step.
    #[inline(always)]
    pub fn slide(&self, placement: Placement, step: &Step) -> Placement {
        let set = placement.set ^ step.flip;
        let leaves = (placement.set & step.before_from).count_ones() as usize;
        let takes = (set & step.before_to).count_ones() as usize;
        let order = self.turns.turn(placement.order, leaves, takes);
        Placement { set, order }
    }

    /// Where a placement is looked up, if the blank is minimised away.
    #[inline(always)]
    pub fn place(&self, placement: Placement) -> usize {
        usize::from(placement.order) * self.row + self.sets.of(placement.set)
    }

    /// Where a placement is looked up, with the blank in this cell of the pattern's board if it
    /// is kept.
    #[inline(always)]
    pub fn place_with(&self, placement: Placement, blank: u8) -> usize {
        let set = self.sets.of(placement.set);
        let column = match self.regions {
            None => set,
            Some(regions) => regions.number(set, blank.into()),
        };
        usize::from(placement.order) * self.row + column
    }

    /// Sends to memory for what is in a place, to be asked for soon.
    #[inline(always)]
    pub fn send_for(&self, place: usize) {
        send_for(self.halves, place);
    }

    /// Half of what the placement in a place takes more than its Manhattan distance.
    #[inline(always)]
    pub fn half_at(&self, place: usize) -> u8 {
        half_at(self.halves, place)
    }
}

/// The number of four bits in a place of `halves`, the even one of two lower.
#[inline(always)]
pub fn half_at(halves: &[u8], place: usize) -> u8 {
    halves[place / 2] >> (place % 2 * 4) & MOST
}

/// Sends to memory for what is in a place of `halves`, to be asked for soon. Korf's 100 with 7-8
/// take 0.12 s so, and 0.16 s if each has to wait when it is asked for.
#[inline(always)]
pub fn send_for(halves: &[u8], place: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = halves.as_ptr().wrapping_add(place / 2).cast();
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
    let _ = (halves, place);
}
