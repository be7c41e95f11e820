//! Sums over the tiles, on which several heuristics are built.

use crate::{Board, Cells, Costs, Direction, Size, State};
use std::iter::Sum;
use std::ops::Mul;
use tilescope_search::{Action, Cost};

/// A value for each tile in each cell; a board's value is the sum over its tiles.
pub struct PerTile<T> {
    /// Indexed by `tile << shift | cell`.
    values: Vec<T>,
    n_cells: usize,
    shift: u32,
}

impl<T: Copy + Default + Sum + Mul<Output = T> + From<Cost>> PerTile<T> {
    /// The table of `value(home, cell)`, where `home` is the tile's goal cell, times the cost of
    /// the tile; 0 for the blank.
    pub fn new(goal: &Board, costs: Costs, value: impl Fn(usize, usize) -> T) -> Self {
        let n_cells = goal.size().n_cells();
        let shift = n_cells.next_power_of_two().ilog2();
        let mut values = vec![T::default(); n_cells << shift];
        for (home, &tile) in goal.tiles().iter().enumerate() {
            let tile_cost = T::from(costs.tile_cost(tile, goal.size()));
            for cell in (0..n_cells).filter(|_| tile != 0) {
                values[usize::from(tile) << shift | cell] = tile_cost * value(home, cell);
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

/// A cost for each tile in each cell, whose sum is updated incrementally.
pub struct IncrementalSum {
    costs: PerTile<Cost>,
    /// The change of the sum by each move: indexed by the blank's new cell times 4 plus the
    /// action's number, and then by the tile. The fixed size makes a lookup need no bounds check.
    changes: Box<Changes>,
}

/// Added modulo 2³².
type Changes = [[Cost; MAX_CELLS]; 4 * MAX_CELLS];

/// More cells than any board has, a power of two.
const MAX_CELLS: usize = 128;

impl IncrementalSum {
    /// As [`PerTile::new`].
    pub fn new(goal: &Board, costs: Costs, cost: impl Fn(usize, usize) -> Cost) -> Self {
        let size = goal.size();
        let costs = PerTile::new(goal, costs, cost);
        let changes: Box<[[Cost; MAX_CELLS]]> = vec![[0; MAX_CELLS]; 4 * MAX_CELLS].into();
        let mut changes: Box<Changes> = changes.try_into().expect("it has this length");
        for blank in 0..size.n_cells() {
            for direction in Direction::ALL {
                let Some(from) = size.neighbour(blank, direction) else {
                    continue;
                };
                let row = &mut changes[from << 2 | direction as usize];
                for &tile in goal.tiles() {
                    let (before, after) = (costs.get(tile, from), costs.get(tile, blank));
                    row[usize::from(tile)] = after.wrapping_sub(before);
                }
            }
        }
        IncrementalSum { costs, changes }
    }

    /// The sum over the tiles of a board.
    pub fn sum<C: Cells>(&self, cells: C) -> Cost {
        self.costs.sum(cells)
    }

    /// The sum after a move, given the sum before it.
    #[inline(always)]
    pub fn update<C: Cells>(
        &self,
        sum: Cost,
        parent: &State<C>,
        action: Action,
        child: &State<C>,
    ) -> Cost {
        // The tile was in the blank's new cell.
        let tile = usize::from(parent.cells.get(usize::from(child.blank)));
        let row = usize::from(child.blank) << 2 | usize::from(action.0);
        let change = self.changes[row % (4 * MAX_CELLS)][tile % MAX_CELLS];
        sum.wrapping_add(change)
    }
}

/// A tile's distance along one axis.
#[derive(Clone, Copy)]
pub struct AxisDistance {
    /// The number of rows or columns.
    pub distance: Cost,
    /// The cost of the move that brings the tile one row or column nearer, to be multiplied by the
    /// cost of the tile.
    pub cost: Cost,
}

/// A tile's distances over rows and over columns. A tile moves up when the blank moves down, and
/// so on.
pub fn axis_distances(size: Size, costs: Costs, from: usize, to: usize) -> [AxisDistance; 2] {
    let columns = size.columns();
    let axis = |from: usize, to: usize, positive: Direction, negative: Direction| AxisDistance {
        distance: from.abs_diff(to) as Cost,
        cost: costs.direction_cost(if to < from { negative } else { positive }),
    };
    [
        axis(from / columns, to / columns, Direction::Up, Direction::Down),
        axis(
            from % columns,
            to % columns,
            Direction::Left,
            Direction::Right,
        ),
    ]
}
