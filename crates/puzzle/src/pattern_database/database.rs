//! The cost table of a pattern: half a byte per placement or, if the blank is kept, per state.

use super::build::SEARCHED;
use super::page_buffer::PageBuffer;
use super::ranking::{MAX_CELLS, MAX_TILES};
use super::{BlankComponents, DatabaseView, Pattern, Placement, Ranking, Supervisor, direct};
use std::ops::Range;
use std::sync::{Mutex, OnceLock, PoisonError};
use tilescope_search::StopReason;

/// The minimum number of moves of the pattern's own tiles that bring them home, for each
/// placement: minimised over all cells of the blank or, if the blank is kept, for each component
/// that may contain it.
///
/// A tile's move changes both this cost and the pattern's Manhattan distance by one, so their
/// difference is even. Half of it, the *half excess*, is stored in four bits. Values above 15 are
/// cut, which keeps the table admissible.
///
/// Each order has a row of whole bytes with an entry per set, even entries in the low half. A tile
/// that slides along a row of the board changes the set only, so the next lookup is close by. If
/// the blank is kept, a row has an entry for each component of each set, in the order of
/// [`BlankComponents`].
///
/// With the blank kept the costs are exact, and a sum of databases is consistent. A move of one of
/// the pattern's tiles changes its cost by 1, and any other move leaves the blank in its
/// component. Cutting preserves this: of two neighbours, the one with less Manhattan distance is
/// cut less.
pub struct Database {
    pattern: Pattern,
    ranking: Ranking,
    /// Present if the blank is kept.
    components: Option<BlankComponents>,
    halves: PageBuffer,
    direct: OnceLock<Option<PageBuffer>>,
}

/// The largest 4-bit number.
pub(super) const MAX_HALF_EXCESS: u8 = 15;

impl Database {
    /// Packs `levels`, indexed by column and order: the number of moves plus one, or 0 if
    /// unreachable.
    pub(super) fn pack(
        pattern: &Pattern,
        ranking: Ranking,
        components: BlankComponents,
        mut levels: PageBuffer,
        supervisor: &mut dyn Supervisor,
    ) -> Result<Self, StopReason> {
        let n_orders = ranking.n_orders();
        let components = pattern.keeps_blank().then_some(components);
        let n_times = |number| {
            components
                .as_ref()
                .map_or(1, |components| components.of_set(number).len())
        };
        // The set of each column.
        let sets = ranking.sets().enumerate();
        let sets = sets.flat_map(|(number, set)| std::iter::repeat_n(set, n_times(number)));
        let sets: Vec<u32> = sets.collect();
        // First convert the levels of each column in place, then transpose columns to rows.
        let rows = sets.iter().zip(levels.chunks_mut(n_orders));
        share(
            rows,
            SEARCHED..SEARCHED.midpoint(1.0),
            supervisor,
            || Row::new(pattern),
            |row, (set, levels)| {
                row.pack(*set, levels);
            },
        )?;
        let mut halves = PageBuffer::zeros(pattern.n_bytes() as usize).ok_or(StopReason::Memory)?;
        let n_bytes = sets.len().div_ceil(2);
        let together = (0..n_orders).step_by(ORDERS_AT_A_TIME);
        let rows = together.zip(halves.chunks_mut(n_bytes * ORDERS_AT_A_TIME));
        share(
            rows,
            SEARCHED.midpoint(1.0)..1.0,
            supervisor,
            || (),
            |(), (first, rows)| {
                for (pair, levels) in levels.chunks(2 * n_orders).enumerate() {
                    for (i, row) in rows.chunks_mut(n_bytes).enumerate() {
                        let half = |set: usize| match levels.get(set * n_orders + (first + i) / 2) {
                            Some(byte) => byte >> ((first + i) % 2 * 4) & MAX_HALF_EXCESS,
                            None => 0,
                        };
                        row[pair] = half(0) | half(1) << 4;
                    }
                }
            },
        )?;
        Ok(Database {
            pattern: pattern.clone(),
            ranking,
            components,
            halves,
            direct: OnceLock::new(),
        })
    }

    /// The database of `pattern` with the content [`Self::bytes`]; `None` if the length is wrong.
    pub fn from_bytes(pattern: &Pattern, bytes: PageBuffer) -> Option<Self> {
        if bytes.len() as u64 != pattern.n_bytes() {
            return None;
        }
        let ranking = Ranking::new(pattern.size().n_cells(), pattern.homes().len());
        let components = || BlankComponents::new(pattern.size(), ranking.sets());
        Some(Database {
            pattern: pattern.clone(),
            components: pattern.keeps_blank().then(components),
            ranking,
            halves: bytes,
            direct: OnceLock::new(),
        })
    }

    /// Its content: a row for each order, with half a byte for each set of cells, or for each
    /// component of each set.
    pub fn bytes(&self) -> &[u8] {
        &self.halves
    }

    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    pub fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// The table indexed directly by the cells of the tiles, made on first use. `None` if there
    /// are too many tiles or cells for it, if the blank is kept, or if memory is exhausted.
    pub fn direct(&self) -> Option<&[u8]> {
        let direct = self.direct.get_or_init(|| direct::table(self));
        direct.as_deref()
    }

    /// Whether [`Self::direct`] was made.
    pub fn has_direct(&self) -> bool {
        self.direct.get().is_some()
    }

    /// A view for lookups.
    pub fn view(&self) -> DatabaseView<'_> {
        DatabaseView::new(&self.halves, &self.ranking, self.components.as_ref())
    }

    /// Half of the placement's cost minus its Manhattan distance, with the blank in this cell of
    /// the pattern's board.
    #[inline(always)]
    pub fn half_excess(&self, placement: Placement, blank: u8) -> u8 {
        let view = self.view();
        view.half_excess_at(view.index_with_blank(placement, blank))
    }
}

/// Orders that are transposed at a time: one cache line of input, and few enough output rows to
/// stay in the cache.
const ORDERS_AT_A_TIME: usize = 128;

/// Runs `work` on each of `items`, on all threads, each with scratch memory of its own. Reports
/// progress across `stretch`.
fn share<T: Send, D>(
    items: impl Iterator<Item = T> + Send,
    stretch: Range<f64>,
    supervisor: &mut dyn Supervisor,
    scratch: impl Fn() -> D + Sync,
    work: impl Fn(&mut D, T) + Sync,
) -> Result<(), StopReason> {
    let n_items = items.size_hint().0.max(1);
    let left = Mutex::new((items, None));
    let lock = || left.lock().unwrap_or_else(PoisonError::into_inner);
    let take = || {
        let (items, stop_reason) = &mut *lock();
        let next = items.next().filter(|_| stop_reason.is_none())?;
        let part = 1.0 - items.size_hint().0 as f64 / n_items as f64;
        Some((next, stretch.start + (stretch.end - stretch.start) * part))
    };
    supervisor.on_all_threads(&|report| {
        let mut scratch = scratch();
        while let Some((item, done)) = take() {
            work(&mut scratch, item);
            if let Err(stop) = report(done) {
                lock().1 = Some(stop);
            }
        }
    });
    let (_, stop_reason) = left.into_inner().unwrap_or_else(PoisonError::into_inner);
    stop_reason.map_or(Ok(()), Err)
}

/// Packs columns. Orders come in groups that differ in the last positions only. Their Manhattan
/// distance there depends only on the set of tiles left for them, so it is summed once per such
/// set: 1 ns per placement instead of 9 ns.
struct Row<'a> {
    pattern: &'a Pattern,
    /// For each position, the distance of each of the pattern's tiles from its goal cell.
    distances: [[u8; MAX_TILES]; MAX_TILES],
    /// For each set of tiles left for the last positions, the sum of distances of each of their
    /// orders.
    ends: Vec<[u8; N_END_ORDERS]>,
}

/// The positions in which the orders of a group differ, and the number of these orders.
const N_END: usize = 4;
const N_END_ORDERS: usize = 24;

impl<'a> Row<'a> {
    fn new(pattern: &'a Pattern) -> Self {
        Row {
            pattern,
            distances: [[0; MAX_TILES]; MAX_TILES],
            ends: vec![[0; N_END_ORDERS]; 1 << pattern.homes().len()],
        }
    }

    /// Packs the levels of a set into the first half of their bytes.
    fn pack(&mut self, set: u32, levels: &mut [u8]) {
        let homes = self.pattern.homes();
        let cells = (0..MAX_CELLS).filter(|cell| set >> cell & 1 == 1);
        for (distances, cell) in self.distances.iter_mut().zip(cells) {
            for (distance, &home) in distances.iter_mut().zip(homes) {
                *distance = self.pattern.distance(cell, home.into());
            }
        }
        let (all, n_begin) = (
            (1_u32 << homes.len()) - 1,
            homes.len().saturating_sub(N_END),
        );
        let n_end = homes.len() - n_begin;
        for left in (0..=all).filter(|left| left.count_ones() as usize == n_end) {
            let mut end = [0; N_END_ORDERS];
            let mut n = 0;
            self.each_order(n_begin, homes.len(), left, 0, &mut |_, distance| {
                end[n] = distance;
                n += 1;
            });
            self.ends[left as usize] = end;
        }
        let n_orders: usize = (1..=n_end).product();
        let (mut from, mut to) = (0, 0);
        self.each_order(0, n_begin, all, 0, &mut |left, distance| {
            let mut halves = [0; N_END_ORDERS];
            let levels_of_group = &levels[from..from + n_orders];
            for ((half, level), end) in halves
                .iter_mut()
                .zip(levels_of_group)
                .zip(self.ends[left as usize])
            {
                *half = (level.saturating_sub(distance + end + 1) / 2).min(MAX_HALF_EXCESS);
            }
            let pairs = halves.as_chunks::<2>().0.iter();
            let bytes = levels[to..to + n_orders.div_ceil(2)].iter_mut();
            bytes
                .zip(pairs)
                .for_each(|(byte, [low, high])| *byte = low | high << 4);
            from += n_orders;
            to += n_orders.div_ceil(2);
        });
    }

    /// Calls `each` for each order of the tiles in `left` in the positions from `place` to `end`,
    /// with the tiles that remain and the sum of distances, `distance` included.
    fn each_order(
        &self,
        place: usize,
        end: usize,
        left: u32,
        distance: u8,
        each: &mut impl FnMut(u32, u8),
    ) {
        if place == end {
            return each(left, distance);
        }
        let mut rest = left;
        while rest != 0 {
            let tile = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let distance = distance + self.distances[place][tile];
            self.each_order(place + 1, end, left & !(1 << tile), distance, each);
        }
    }
}
