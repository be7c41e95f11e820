//! Where the tiles of a board are found in a database.

use super::{Database, Pattern};
use crate::puzzle::{Board, Cells};
use std::sync::Arc;

/// A database as it is asked about the boards of one puzzle: which of its tiles is which of the
/// puzzle's, and how the board is to be turned.
#[derive(Clone)]
pub struct Lookup {
    pub database: Arc<Database>,
    /// For each tile, its number within the pattern; [`NONE`] if it has none.
    members: [u8; 32],
    /// For each cell of the puzzle's board, that of the pattern's.
    cells: [u8; 32],
    /// For each cell of the pattern's board, that of the puzzle's.
    back: [u8; 32],
    n_cells: usize,
}

const NONE: u8 = u8::MAX;

/// A placement of a pattern's tiles, as [`Ranking`](super::Ranking) has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Placement {
    pub set: u32,
    pub order: u16,
}

impl Lookup {
    /// The lookup of `tiles`, whose database comes from `database`.
    ///
    /// # Errors
    /// What `database` says.
    pub fn new<E>(
        goal: &Board,
        tiles: &[u8],
        database: impl FnOnce(&Pattern) -> Result<Arc<Database>, E>,
    ) -> Result<Self, E> {
        let (pattern, to) = Pattern::new(goal, tiles);
        let mut lookup = Lookup {
            database: database(&pattern)?,
            members: [NONE; 32],
            cells: [0; 32],
            back: [0; 32],
            n_cells: to.len(),
        };
        for (cell, &there) in to.iter().enumerate() {
            lookup.cells[cell] = there;
            lookup.back[usize::from(there)] = cell as u8;
        }
        for (number, &home) in (0..).zip(pattern.homes()) {
            let tile = goal.tiles()[usize::from(lookup.back[usize::from(home)])];
            lookup.members[usize::from(tile)] = number;
        }
        Ok(lookup)
    }

    /// Whether `tile` is in the pattern.
    #[inline(always)]
    pub fn has(&self, tile: u8) -> bool {
        self.members[usize::from(tile % 32)] != NONE
    }

    /// Where the pattern's tiles are.
    #[inline]
    pub fn placement<C: Cells>(&self, cells: C) -> Placement {
        let mut set = 0;
        let mut order = [0; super::ranking::MOST_TILES];
        let mut n = 0;
        for (bit, &cell) in self.back[..self.n_cells].iter().enumerate() {
            let member = self.members[usize::from(cells.get(cell.into()) % 32)];
            if member != NONE {
                set |= 1 << bit;
                order[n] = member;
                n += 1;
            }
        }
        let order = self.database.ranking().order_number(&order[..n]);
        Placement { set, order }
    }

    /// The placement after one of its tiles has slid from cell `from` of the board to `to`.
    #[inline(always)]
    pub fn slide(&self, placement: Placement, from: u8, to: u8) -> Placement {
        let cell = |cell: u8| usize::from(self.cells[usize::from(cell % 32)]);
        let Placement { set, order } = placement;
        let (set, order) = (self.database.ranking()).slide(set, order, cell(from), cell(to));
        Placement { set, order }
    }

    /// Half of what a placement takes more moves than its Manhattan distance.
    #[inline(always)]
    pub fn half_excess(&self, placement: Placement) -> u8 {
        self.database.half_excess(placement.set, placement.order)
    }
}
