//! Where the tiles of a board are found in a database.

use super::{Blank, Database, Pattern, Step};
use crate::{Board, Cells, Direction, Size};
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
        blank: Blank,
        database: impl FnOnce(&Pattern) -> Result<Arc<Database>, E>,
    ) -> Result<Self, E> {
        let (pattern, to) = Pattern::new(goal, tiles, blank);
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

    /// The cells of its tiles as [`Database::direct`] has them.
    pub fn direct<C: Cells>(&self, cells: C) -> u32 {
        let share = |cell: usize| match self.members[usize::from(cells.get(cell) % 32)] {
            NONE => 0,
            member => u32::from(self.cells[cell]) << (4 * member),
        };
        (0..self.n_cells).map(share).sum()
    }

    /// What is added to [`Self::direct`], which wraps around, when the blank does the action with
    /// this number and moves `tile`, which is of the pattern.
    pub fn slides(&self, tile: u8, size: Size) -> [u32; 4] {
        let shift = 4 * self.members[usize::from(tile % 32)];
        // Turned or mirrored, a move goes as far wherever it is made.
        Direction::ALL.map(|direction| {
            let moves = (0..self.n_cells).find_map(|blank| {
                let from = size.neighbour(blank, direction)?;
                let [from, to] = [from, blank].map(|cell| u32::from(self.cells[cell]));
                Some(to.wrapping_sub(from) << shift)
            });
            moves.unwrap_or(0)
        })
    }

    /// What one of its tiles does when it slides from cell `from` of the board to `to`.
    pub fn step(&self, from: u8, to: u8) -> Step {
        Step::new(self.cell(from).into(), self.cell(to).into())
    }

    /// The placement after one of its tiles has slid from cell `from` of the board to `to`.
    #[inline(always)]
    pub fn slide(&self, placement: Placement, from: u8, to: u8) -> Placement {
        self.database.view().slide(placement, &self.step(from, to))
    }

    /// The cell of the pattern's board that `cell` of the puzzle's becomes.
    #[inline(always)]
    pub fn cell(&self, cell: u8) -> u8 {
        self.cells[usize::from(cell % 32)]
    }

    /// Half of what a placement takes more moves than its Manhattan distance, if the blank is in
    /// this cell of the board.
    #[inline(always)]
    pub fn half_excess(&self, placement: Placement, blank: u8) -> u8 {
        self.database.half_excess(placement, self.cell(blank))
    }
}
