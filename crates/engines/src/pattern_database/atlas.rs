//! Two ways to look placements up: by rank, or by the cells of the tiles as they are.
//!
//! A search is compiled for each, so that it costs no question which one it is.

use super::node::N_ACTIONS;
use tilescope_puzzle::pattern_database::view::{half_excess_at, prefetch};
use tilescope_puzzle::pattern_database::{DatabaseView, Lookup, Placement, TileMove};
use tilescope_puzzle::{Board, Bytes, Direction};

/// Databases of up to `SUMS` sums of up to `PARTS` each, of one puzzle. They are numbered through
/// by slots, `PARTS` a sum.
pub trait Lookups<const SUMS: usize, const PARTS: usize>: Sync {
    /// Where the tiles of a pattern are.
    fn placement(&self, lookup: &Lookup, cells: Bytes) -> Placement;

    /// Where they are when `tile` of them has gone to where the blank was, which has done
    /// `action`.
    fn slide(&self, before: Placement, slot: usize, tile: u8, blank: u8, action: u8) -> Placement;

    /// Where a placement is looked up, with the blank in this cell of the board.
    fn place(&self, placement: Placement, blank: u8, slot: usize) -> usize;

    /// Sends to memory for what is in a place, to be asked for soon.
    fn send_for(&self, place: usize, slot: usize);

    /// Half of what the placement in a place takes more than its Manhattan distance.
    fn half_at(&self, place: usize, slot: usize) -> u8;
}

/// By rank: for all databases, in no more memory than they have. Unless it `KEEPS` the blank, none
/// of them does.
pub struct Ranked<'a, const KEEPS: bool, const SUMS: usize, const PARTS: usize> {
    views: [[DatabaseView<'a>; PARTS]; SUMS],
    /// For each sum, part and cell of the board, the cell of the pattern's board; if it `KEEPS`
    /// the blank.
    cells: Vec<u8>,
    /// For each sum, part, cell of the blank and action.
    steps: Vec<[TileMove; N_ACTIONS]>,
    n_cells: usize,
}

impl<'a, const KEEPS: bool, const SUMS: usize, const PARTS: usize> Ranked<'a, KEEPS, SUMS, PARTS> {
    pub fn new(goal: &Board, sums: [&'a [Lookup]; SUMS]) -> Self {
        let size = goal.size();
        let (mut steps, mut cells) = (Vec::new(), Vec::new());
        for (sum, part) in (0..SUMS).flat_map(|sum| (0..PARTS).map(move |part| (sum, part))) {
            for cell in 0..size.n_cells() {
                let lookup = sums[sum].get(part).unwrap_or(&sums[sum][0]);
                cells.push(lookup.cell(cell as u8));
                steps.push(Direction::ALL.map(|direction| {
                    let from = size.neighbour(cell, direction);
                    from.map_or_else(TileMove::default, |from| {
                        lookup.tile_move(from as u8, cell as u8)
                    })
                }));
            }
        }
        let view =
            |sum: &'a [Lookup], part: usize| sum.get(part).unwrap_or(&sum[0]).database.view();
        Ranked {
            views: sums.map(|sum| std::array::from_fn(|part| view(sum, part))),
            cells,
            steps,
            n_cells: size.n_cells(),
        }
    }

    #[inline(always)]
    fn view(&self, slot: usize) -> &DatabaseView<'a> {
        &self.views.as_flattened()[slot % (SUMS * PARTS)]
    }
}

impl<const KEEPS: bool, const SUMS: usize, const PARTS: usize> Lookups<SUMS, PARTS>
    for Ranked<'_, KEEPS, SUMS, PARTS>
{
    fn placement(&self, lookup: &Lookup, cells: Bytes) -> Placement {
        lookup.placement(cells)
    }

    #[inline(always)]
    fn slide(&self, before: Placement, slot: usize, _: u8, blank: u8, action: u8) -> Placement {
        let steps = &self.steps[slot * self.n_cells + usize::from(blank)];
        self.view(slot)
            .slide(before, &steps[usize::from(action) % N_ACTIONS])
    }

    #[inline(always)]
    fn place(&self, placement: Placement, blank: u8, slot: usize) -> usize {
        let view = self.view(slot);
        if KEEPS {
            let cell = slot * self.n_cells + usize::from(blank);
            view.index_with_blank(placement, self.cells[cell])
        } else {
            view.index(placement)
        }
    }

    #[inline(always)]
    fn send_for(&self, place: usize, slot: usize) {
        self.view(slot).prefetch(place);
    }

    #[inline(always)]
    fn half_at(&self, place: usize, slot: usize) -> u8 {
        self.view(slot).half_excess_at(place)
    }
}

/// By the cells of the tiles, as [`Database::direct`](tilescope_puzzle::pattern_database::Database)
/// has them: the set of a placement stands for them all.
pub struct Direct<'a, const SUMS: usize, const PARTS: usize> {
    tables: [[&'a [u8]; PARTS]; SUMS],
    /// For each sum, tile and action: what it adds.
    slides: [[[u32; N_ACTIONS]; MOST_TILES]; SUMS],
}

/// A power of two, so that an index is cut by a mask and not checked.
const MOST_TILES: usize = 16;

impl<'a, const SUMS: usize, const PARTS: usize> Direct<'a, SUMS, PARTS> {
    /// `None` if not all databases may be looked up so.
    pub fn new(goal: &Board, sums: [&'a [Lookup]; SUMS]) -> Option<Self> {
        let mut direct = Direct {
            tables: [[&[]; PARTS]; SUMS],
            slides: [[[0; N_ACTIONS]; MOST_TILES]; SUMS],
        };
        for (sum, lookups) in sums.into_iter().enumerate() {
            for (table, lookup) in direct.tables[sum].iter_mut().zip(lookups) {
                *table = lookup.database.direct()?;
                for &tile in goal.tiles().iter().filter(|tile| lookup.has(**tile)) {
                    let slides = &mut direct.slides[sum][usize::from(tile) % MOST_TILES];
                    *slides = lookup.slides(tile, goal.size());
                }
            }
        }
        Some(direct)
    }

    #[inline(always)]
    fn table(&self, slot: usize) -> &'a [u8] {
        self.tables.as_flattened()[slot % (SUMS * PARTS)]
    }
}

impl<const SUMS: usize, const PARTS: usize> Lookups<SUMS, PARTS> for Direct<'_, SUMS, PARTS> {
    fn placement(&self, lookup: &Lookup, cells: Bytes) -> Placement {
        let set = lookup.direct(cells);
        Placement { set, order: 0 }
    }

    #[inline(always)]
    fn slide(&self, before: Placement, slot: usize, tile: u8, _: u8, action: u8) -> Placement {
        let adds = &self.slides[slot / PARTS % SUMS][usize::from(tile) % MOST_TILES];
        let set = before
            .set
            .wrapping_add(adds[usize::from(action) % N_ACTIONS]);
        Placement { set, order: 0 }
    }

    #[inline(always)]
    fn place(&self, placement: Placement, _: u8, _: usize) -> usize {
        placement.set as usize
    }

    #[inline(always)]
    fn send_for(&self, place: usize, slot: usize) {
        prefetch(self.table(slot), place);
    }

    #[inline(always)]
    fn half_at(&self, place: usize, slot: usize) -> u8 {
        half_excess_at(self.table(slot), place)
    }
}
