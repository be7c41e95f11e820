//! The costs of a pattern, half a byte a placement or, where the blank is kept, a state.

use super::build::SEARCHED;
use super::ranking::{MOST_CELLS, MOST_TILES};
use super::room::PageBuffer;
use super::{BlankComponents, Pattern, Placement, Ranking, Supervisor, View, direct};
use std::ops::Range;
use std::sync::{Mutex, OnceLock, PoisonError};
use tilescope_search::StopReason;

/// How many moves of its own tiles each placement of a pattern takes at least to come home, with
/// the blank wherever that is least; or, where the blank is kept, wherever it is.
///
/// A tile's move changes the number and the Manhattan distance of the pattern by one each, so
/// they differ by an even number: half of it is kept, in four bits. What would be more than 15 is
/// cut: what is less than the truth is admissible.
///
/// Each order has a row of whole bytes, with the sets in it, the even one of two lower: a tile
/// that slides along a row of the board changes the set alone, and is looked up near by. Where
/// the blank is kept, a row has for each set the parts of the board where the blank may be, in
/// the order of [`BlankComponents`].
///
/// With the blank kept the numbers are exact, so a sum of databases falls by no more than 1 with
/// a move: one of the pattern's tiles leads to a state that is 1 nearer or farther, and any other
/// leaves the blank in its part. What is cut does no harm to that: of two neighbours the one cut
/// less is the one with less Manhattan distance.
pub struct Database {
    pattern: Pattern,
    ranking: Ranking,
    /// If the blank is kept.
    regions: Option<BlankComponents>,
    halves: PageBuffer,
    direct: OnceLock<Option<PageBuffer>>,
}

/// The greatest number of four bits.
pub(super) const MOST: u8 = 15;

impl Database {
    /// Packs `levels`, by set or part, and order: one more than the number of moves, 0 if there
    /// is none.
    pub(super) fn pack(
        pattern: &Pattern,
        ranking: Ranking,
        regions: BlankComponents,
        mut levels: PageBuffer,
        supervisor: &mut dyn Supervisor,
    ) -> Result<Self, StopReason> {
        let n_orders = ranking.n_orders();
        let regions = pattern.keeps_blank().then_some(regions);
        let n_times = |number| {
            regions
                .as_ref()
                .map_or(1, |regions| regions.of(number).len())
        };
        // The set of each column.
        let sets = ranking.sets().enumerate();
        let sets = sets.flat_map(|(number, set)| std::iter::repeat_n(set, n_times(number)));
        let sets: Vec<u32> = sets.collect();
        // The levels of each column to halves, side by side; then those of each order together.
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
        let together = (0..n_orders).step_by(TOGETHER);
        let rows = together.zip(halves.chunks_mut(n_bytes * TOGETHER));
        share(
            rows,
            SEARCHED.midpoint(1.0)..1.0,
            supervisor,
            || (),
            |(), (first, rows)| {
                for (pair, levels) in levels.chunks(2 * n_orders).enumerate() {
                    for (i, row) in rows.chunks_mut(n_bytes).enumerate() {
                        let half = |set: usize| match levels.get(set * n_orders + (first + i) / 2) {
                            Some(byte) => byte >> ((first + i) % 2 * 4) & MOST,
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
            regions,
            halves,
            direct: OnceLock::new(),
        })
    }

    /// The database of `pattern` whose content is [`Self::bytes`]; `None` if there are not as many
    /// as it has.
    pub fn from_bytes(pattern: &Pattern, bytes: PageBuffer) -> Option<Self> {
        if bytes.len() as u64 != pattern.n_bytes() {
            return None;
        }
        let ranking = Ranking::new(pattern.size().n_cells(), pattern.homes().len());
        let regions = || BlankComponents::new(pattern.size(), ranking.sets());
        Some(Database {
            pattern: pattern.clone(),
            regions: pattern.keeps_blank().then(regions),
            ranking,
            halves: bytes,
            direct: OnceLock::new(),
        })
    }

    /// Its content: a row for each order, half a byte for each set of cells, or for each part
    /// that each set leaves to the blank.
    pub fn bytes(&self) -> &[u8] {
        &self.halves
    }

    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    pub fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// Its content by the cells of its tiles, made when it is first wanted; `None` if it has too
    /// many tiles or cells for that, or keeps the blank, or there is no memory.
    pub fn direct(&self) -> Option<&[u8]> {
        let direct = self.direct.get_or_init(|| direct::table(self));
        direct.as_deref()
    }

    /// Whether [`Self::direct`] was made.
    pub fn has_direct(&self) -> bool {
        self.direct.get().is_some()
    }

    /// The database as it is looked up.
    pub fn view(&self) -> View<'_> {
        View::new(&self.halves, &self.ranking, self.regions.as_ref())
    }

    /// Half of what a placement takes more than its Manhattan distance, if the blank is in this
    /// cell of the pattern's board.
    #[inline(always)]
    pub fn half_excess(&self, placement: Placement, blank: u8) -> u8 {
        let view = self.view();
        view.half_at(view.place_with(placement, blank))
    }
}

/// So many orders are brought together at a time: a line of the cache of what is read, and no
/// more rows that are written than stay in it.
const TOGETHER: usize = 128;

/// Does `work` for each of `items`, on all threads, each with a `desk` of its own; tells that this
/// stretch of the whole passes meanwhile.
fn share<T: Send, D>(
    items: impl Iterator<Item = T> + Send,
    stretch: Range<f64>,
    supervisor: &mut dyn Supervisor,
    desk: impl Fn() -> D + Sync,
    work: impl Fn(&mut D, T) + Sync,
) -> Result<(), StopReason> {
    let n_items = items.size_hint().0.max(1);
    let left = Mutex::new((items, None));
    let lock = || left.lock().unwrap_or_else(PoisonError::into_inner);
    let take = || {
        let (items, halt) = &mut *lock();
        let next = items.next().filter(|_| halt.is_none())?;
        let part = 1.0 - items.size_hint().0 as f64 / n_items as f64;
        Some((next, stretch.start + (stretch.end - stretch.start) * part))
    };
    supervisor.on_all_threads(&|tell| {
        let mut desk = desk();
        while let Some((item, done)) = take() {
            work(&mut desk, item);
            if let Err(stop) = tell(done) {
                lock().1 = Some(stop);
            }
        }
    });
    let (_, halt) = left.into_inner().unwrap_or_else(PoisonError::into_inner);
    halt.map_or(Ok(()), Err)
}

/// Packs rows. Orders come in groups that differ in the last places only; what these have for
/// Manhattan distance depends on which tiles are left for them, so it is added up once for each
/// such choice of tiles and not for each group: 9 ns a placement by itself, 1 ns so.
struct Row<'a> {
    pattern: &'a Pattern,
    /// For each place, how far each tile of the pattern is from home there.
    distances: [[u8; MOST_TILES]; MOST_TILES],
    /// For each set of tiles that may be left for the last places, what each of their orders
    /// sums up to there.
    ends: Vec<[u8; N_END_ORDERS]>,
}

/// How many places of a group differ, and how many orders they have.
const N_END: usize = 4;
const N_END_ORDERS: usize = 24;

impl<'a> Row<'a> {
    fn new(pattern: &'a Pattern) -> Self {
        Row {
            pattern,
            distances: [[0; MOST_TILES]; MOST_TILES],
            ends: vec![[0; N_END_ORDERS]; 1 << pattern.homes().len()],
        }
    }

    /// Packs the levels of a set into the first half of their bytes.
    fn pack(&mut self, set: u32, levels: &mut [u8]) {
        let homes = self.pattern.homes();
        let cells = (0..MOST_CELLS).filter(|cell| set >> cell & 1 == 1);
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
                *half = (level.saturating_sub(distance + end + 1) / 2).min(MOST);
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

    /// Calls `each` for each order of the tiles in `left` from `place` on up to `end`, with those
    /// that are left then, and with what they and `distance` sum up to.
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
