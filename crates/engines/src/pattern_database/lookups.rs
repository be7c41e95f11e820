//! Two ways to look up placements: by rank, or directly by the cells of the tiles.
//!
//! The search is compiled for each, so it takes no branch to choose.

use super::node::N_ACTIONS;
use tilescope_puzzle::pattern_database::view::{half_excess_at, prefetch};
use tilescope_puzzle::pattern_database::{DatabaseView, Lookup, Placement, TileMove};
use tilescope_puzzle::{Board, Bytes, Direction};

/// The databases of one puzzle: up to `SUMS` sums of up to `PARTS` databases each. Slots number
/// them, `PARTS` per sum.
pub trait Lookups<const SUMS: usize, const PARTS: usize>: Sync {
    /// The placement of a pattern's tiles.
    fn placement(&self, lookup: &Lookup, cells: Bytes) -> Placement;

    /// The placement after the blank moved from `blank` by `action`, swapping with `tile` of the
    /// pattern.
    fn slide(&self, before: Placement, slot: usize, tile: u8, blank: u8, action: u8) -> Placement;

    /// The index of a placement, with the blank in this cell of the board.
    fn index(&self, placement: Placement, blank: u8, slot: usize) -> usize;

    /// Prefetches the entry at an index.
    fn prefetch(&self, index: usize, slot: usize);

    /// Half of the placement's cost beyond Manhattan distance.
    fn half_at(&self, index: usize, slot: usize) -> u8;
}

/// Looks up by rank. Supports all databases and needs no further tables. `KEEP_BLANK`: whether any
/// database distinguishes the blank's position.
pub struct Ranked<'a, const KEEP_BLANK: bool, const SUMS: usize, const PARTS: usize> {
    views: [[DatabaseView<'a>; PARTS]; SUMS],
    /// For each slot and cell of the board, the cell of the pattern's board; used if it `KEEP_BLANK`.
    cells: Vec<u8>,
    /// For each slot, cell of the blank and action.
    steps: Vec<[TileMove; N_ACTIONS]>,
    n_cells: usize,
}

impl<'a, const KEEP_BLANK: bool, const SUMS: usize, const PARTS: usize>
    Ranked<'a, KEEP_BLANK, SUMS, PARTS>
{
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

impl<const KEEP_BLANK: bool, const SUMS: usize, const PARTS: usize> Lookups<SUMS, PARTS>
    for Ranked<'_, KEEP_BLANK, SUMS, PARTS>
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
    fn index(&self, placement: Placement, blank: u8, slot: usize) -> usize {
        let view = self.view(slot);
        if KEEP_BLANK {
            let cell = slot * self.n_cells + usize::from(blank);
            view.index_with_blank(placement, self.cells[cell])
        } else {
            view.index(placement)
        }
    }

    #[inline(always)]
    fn prefetch(&self, index: usize, slot: usize) {
        self.view(slot).prefetch(index);
    }

    #[inline(always)]
    fn half_at(&self, index: usize, slot: usize) -> u8 {
        self.view(slot).half_excess_at(index)
    }
}

/// Looks up in the tables of [`Database::direct`](tilescope_puzzle::pattern_database::Database),
/// which are indexed by the cells of the tiles. The `set` of a placement is that index.
pub struct Direct<'a, const SUMS: usize, const PARTS: usize> {
    tables: [[&'a [u8]; PARTS]; SUMS],
    /// For each sum, tile and action: the change of the index.
    slide_deltas: [[[u32; N_ACTIONS]; MAX_TILES]; SUMS],
}

/// A power of two, so that an index is masked instead of checked.
const MAX_TILES: usize = 16;

impl<'a, const SUMS: usize, const PARTS: usize> Direct<'a, SUMS, PARTS> {
    /// `None` if a database has no direct table.
    pub fn new(goal: &Board, sums: [&'a [Lookup]; SUMS]) -> Option<Self> {
        let mut direct = Direct {
            tables: [[&[]; PARTS]; SUMS],
            slide_deltas: [[[0; N_ACTIONS]; MAX_TILES]; SUMS],
        };
        for (sum, lookups) in sums.into_iter().enumerate() {
            for (table, lookup) in direct.tables[sum].iter_mut().zip(lookups) {
                *table = lookup.database.direct()?;
                for &tile in goal.tiles().iter().filter(|tile| lookup.has(**tile)) {
                    let slide_deltas = &mut direct.slide_deltas[sum][usize::from(tile) % MAX_TILES];
                    *slide_deltas = lookup.slides(tile, goal.size());
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
        let deltas = &self.slide_deltas[slot / PARTS % SUMS][usize::from(tile) % MAX_TILES];
        let set = before
            .set
            .wrapping_add(deltas[usize::from(action) % N_ACTIONS]);
        Placement { set, order: 0 }
    }

    #[inline(always)]
    fn index(&self, placement: Placement, _: u8, _: usize) -> usize {
        placement.set as usize
    }

    #[inline(always)]
    fn prefetch(&self, index: usize, slot: usize) {
        prefetch(self.table(slot), index);
    }

    #[inline(always)]
    fn half_at(&self, index: usize, slot: usize) -> u8 {
        half_excess_at(self.table(slot), index)
    }
}
