//! Lookups of a puzzle's boards in a database.

use super::{Blank, Database, Pattern, TileMove};
use crate::{Board, Cells, Direction, Size};
use std::sync::Arc;

/// A database with the map from one puzzle's tiles and cells to the pattern's.
#[derive(Clone)]
pub struct Lookup {
    pub database: Arc<Database>,
    /// For each tile, its number within the pattern; [`NO_MEMBER`] if it is not in it.
    members: [u8; 32],
    /// For each cell of the puzzle's board, the corresponding cell of the pattern's.
    cells: [u8; 32],
    /// The inverse of `cells`.
    from_pattern_cell: [u8; 32],
    n_cells: usize,
}

const NO_MEMBER: u8 = u8::MAX;

/// A placement of a pattern's tiles, as in [`Ranking`](super::Ranking).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Placement {
    pub set: u32,
    pub order: u16,
}

impl Lookup {
    /// The lookup of `tiles`; `database` provides the database.
    ///
    /// # Errors
    /// The errors of `database`.
    pub fn new<E>(
        goal: &Board,
        tiles: &[u8],
        blank: Blank,
        database: impl FnOnce(&Pattern) -> Result<Arc<Database>, E>,
    ) -> Result<Self, E> {
        let (pattern, to) = Pattern::new(goal, tiles, blank);
        let mut lookup = Lookup {
            database: database(&pattern)?,
            members: [NO_MEMBER; 32],
            cells: [0; 32],
            from_pattern_cell: [0; 32],
            n_cells: to.len(),
        };
        for (cell, &there) in to.iter().enumerate() {
            lookup.cells[cell] = there;
            lookup.from_pattern_cell[usize::from(there)] = cell as u8;
        }
        for (number, &home) in (0..).zip(pattern.homes()) {
            let tile = goal.tiles()[usize::from(lookup.from_pattern_cell[usize::from(home)])];
            lookup.members[usize::from(tile)] = number;
        }
        Ok(lookup)
    }

    /// Whether `tile` is in the pattern.
    #[inline(always)]
    pub fn has(&self, tile: u8) -> bool {
        self.members[usize::from(tile % 32)] != NO_MEMBER
    }

    /// The placement of the pattern's tiles.
    #[inline]
    pub fn placement<C: Cells>(&self, cells: C) -> Placement {
        let mut set = 0;
        let mut order = [0; super::ranking::MAX_TILES];
        let mut n = 0;
        for (bit, &cell) in self.from_pattern_cell[..self.n_cells].iter().enumerate() {
            let member = self.members[usize::from(cells.get(cell.into()) % 32)];
            if member != NO_MEMBER {
                set |= 1 << bit;
                order[n] = member;
                n += 1;
            }
        }
        let order = self.database.ranking().order_number(&order[..n]);
        Placement { set, order }
    }

    /// The cells of its tiles, packed as [`Database::direct`] indexes them.
    pub fn direct<C: Cells>(&self, cells: C) -> u32 {
        let share = |cell: usize| match self.members[usize::from(cells.get(cell) % 32)] {
            NO_MEMBER => 0,
            member => u32::from(self.cells[cell]) << (4 * member),
        };
        (0..self.n_cells).map(share).sum()
    }

    /// The changes of [`Self::direct`], wrapping around, by the number of the action, when the
    /// blank's move shifts `tile`, which is in the pattern.
    pub fn slides(&self, tile: u8, size: Size) -> [u32; 4] {
        let shift = 4 * self.members[usize::from(tile % 32)];
        // In the pattern's board too, a move has the same offset in every cell.
        Direction::ALL.map(|direction| {
            let moves = (0..self.n_cells).find_map(|blank| {
                let from = size.neighbour(blank, direction)?;
                let [from, to] = [from, blank].map(|cell| u32::from(self.cells[cell]));
                Some(to.wrapping_sub(from) << shift)
            });
            moves.unwrap_or(0)
        })
    }

    /// The move of one of its tiles from cell `from` of the board to `to`.
    pub fn tile_move(&self, from: u8, to: u8) -> TileMove {
        TileMove::new(self.cell(from).into(), self.cell(to).into())
    }

    /// The placement after one of its tiles has moved from cell `from` of the board to `to`.
    #[inline(always)]
    pub fn slide(&self, placement: Placement, from: u8, to: u8) -> Placement {
        self.database
            .view()
            .slide(placement, &self.tile_move(from, to))
    }

    /// The cell of the pattern's board that corresponds to `cell`.
    #[inline(always)]
    pub fn cell(&self, cell: u8) -> u8 {
        self.cells[usize::from(cell % 32)]
    }

    /// Half of the placement's cost minus its Manhattan distance, with the blank in cell `blank`
    /// of the board.
    #[inline(always)]
    pub fn half_excess(&self, placement: Placement, blank: u8) -> u8 {
        self.database.half_excess(placement, self.cell(blank))
    }
}
