//! How far the tiles are from home, in rows and columns.

use super::{HeuristicAbout, Misfit, Preparation, TileHeuristic};
use crate::puzzle::{Board, Cells, Costs, Direction, SlidingTiles, State};
use crate::search::{Action, Cost, Heuristic};

/// The sum of the tiles' distances from their goal cells, each row and each column
/// weighed with the cost of the moves that lead over it.
pub struct Manhattan {
    /// For each tile and each cell, at `tile << shift | cell`: what it costs to bring the
    /// tile home from there. 0 for the blank.
    distances: Vec<Cost>,
    n_cells: usize,
    shift: u32,
}

impl TileHeuristic for Manhattan {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "manhattan",
        name: "Manhattan distance",
        summary: "Adds up how many rows and columns each tile is from its goal cell.",
        relaxes: "A tile may slide onto a neighbouring cell that is occupied.",
        admissible: true,
        consistent: true,
        preparation: Preparation::Immediate,
        text: "A move brings one tile one row or one column nearer, so no solution is \
               shorter than the sum of these distances. It is h2 in Russell & Norvig, and the \
               estimate with which Korf (1985) first solved random 15-puzzles optimally. A \
               move changes it by one tile's share alone, so a search keeps it up to date \
               with two look-ups. Where moves have different costs, each row and column \
               counts as much as the move that a tile needs to cross it in its direction.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Misfit> {
        let n_cells = goal.size().n_cells();
        let shift = n_cells.next_power_of_two().ilog2();
        let mut distances = vec![0; n_cells << shift];
        for (home, &tile) in goal.tiles().iter().enumerate() {
            for cell in (0..n_cells).filter(|_| tile != 0) {
                distances[usize::from(tile) << shift | cell] = distance(goal, costs, cell, home);
            }
        }
        Ok(Manhattan {
            distances,
            n_cells,
            shift,
        })
    }
}

/// What it costs at least to bring a tile from one cell to another. A tile that is to go
/// up has to be met by the blank on its way down, and so on.
fn distance(goal: &Board, costs: Costs, from: usize, to: usize) -> Cost {
    let columns = goal.size().columns();
    let along = |from: usize, to: usize, back: Direction, forth: Direction| {
        let blank_moves = if to < from { forth } else { back };
        from.abs_diff(to) as Cost * costs.of(blank_moves)
    };
    along(from / columns, to / columns, Direction::Up, Direction::Down)
        + along(
            from % columns,
            to % columns,
            Direction::Left,
            Direction::Right,
        )
}

impl Manhattan {
    #[inline(always)]
    fn distance(&self, tile: u8, cell: usize) -> Cost {
        self.distances[usize::from(tile) << self.shift | cell]
    }
}

impl<C: Cells> Heuristic<SlidingTiles<C>> for Manhattan {
    fn of(&self, state: &State<C>) -> Cost {
        (0..self.n_cells)
            .map(|cell| self.distance(state.cells.get(cell), cell))
            .sum()
    }

    #[inline(always)]
    fn step(&self, h: Cost, parent: &State<C>, _: Action, child: &State<C>) -> Cost {
        // The tile goes where the blank was.
        let (from, to) = (usize::from(child.blank), usize::from(parent.blank));
        let tile = parent.cells.get(from);
        h + self.distance(tile, to) - self.distance(tile, from)
    }
}
