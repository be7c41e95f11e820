//! A sum over the tiles: what several heuristics are made of.

use crate::puzzle::{Board, Cells, Costs, Direction, Size, State};
use crate::search::Cost;
use std::iter::Sum;
use std::ops::Mul;

/// A number for each tile in each cell; a board's is the sum over its tiles.
pub struct PerTile<T> {
    /// At `tile << shift | cell`.
    values: Vec<T>,
    n_cells: usize,
    shift: u32,
}

impl<T: Copy + Default + Sum + Mul<Output = T> + From<Cost>> PerTile<T> {
    /// The table of `value(home, cell)`, where `home` is the tile's goal cell, times the cost
    /// of the tile. Nothing for the blank.
    pub fn new(goal: &Board, costs: Costs, value: impl Fn(usize, usize) -> T) -> Self {
        let n_cells = goal.size().n_cells();
        let shift = n_cells.next_power_of_two().ilog2();
        let mut values = vec![T::default(); n_cells << shift];
        for (home, &tile) in goal.tiles().iter().enumerate() {
            let of_tile = T::from(costs.of_tile(tile, goal.size()));
            for cell in (0..n_cells).filter(|_| tile != 0) {
                values[usize::from(tile) << shift | cell] = of_tile * value(home, cell);
            }
        }
        PerTile {
            values,
            n_cells,
            shift,
        }
    }

    /// The sum over the tiles of a board.
    pub fn sum<C: Cells>(&self, cells: C) -> T {
        (0..self.n_cells)
            .map(|cell| self.get(cells.get(cell), cell))
            .sum()
    }

    #[inline(always)]
    fn get(&self, tile: u8, cell: usize) -> T {
        self.values[usize::from(tile) << self.shift | cell]
    }
}

impl PerTile<Cost> {
    /// The sum after a move, from the sum before it: one tile has moved.
    #[inline(always)]
    pub fn step<C: Cells>(&self, sum: Cost, parent: &State<C>, child: &State<C>) -> Cost {
        // The tile goes where the blank was.
        let (from, to) = (usize::from(child.blank), usize::from(parent.blank));
        let tile = parent.cells.get(from);
        sum + self.get(tile, to) - self.get(tile, from)
    }
}

/// The part of a tile's way that leads over rows, or that over columns.
#[derive(Clone, Copy)]
pub struct Leg {
    /// How many rows or columns it is.
    pub distance: Cost,
    /// What the move costs that brings the tile one of them nearer, to be multiplied by the
    /// cost of the tile.
    pub cost: Cost,
}

/// The tile's way from one cell to another, over the rows and over the columns. A tile that
/// is to go up has to be met by the blank on its way down, and so on.
pub fn legs(size: Size, costs: Costs, from: usize, to: usize) -> [Leg; 2] {
    let columns = size.columns();
    let leg = |from: usize, to: usize, back: Direction, forth: Direction| Leg {
        distance: from.abs_diff(to) as Cost,
        cost: costs.of(if to < from { forth } else { back }),
    };
    [
        leg(from / columns, to / columns, Direction::Up, Direction::Down),
        leg(
            from % columns,
            to % columns,
            Direction::Left,
            Direction::Right,
        ),
    ]
}
