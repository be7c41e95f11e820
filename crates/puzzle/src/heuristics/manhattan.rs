//! The Manhattan distance: how many rows and columns the tiles are from their goal cells.

use super::per_tile::{IncrementalSum, axis_distances};
use super::{HeuristicAbout, Preparation, TileHeuristic, Unsupported};
use crate::{Board, Cells, Costs, Size, SlidingTiles, State};
use tilescope_search::{Action, Cost, Heuristic};

/// The sum of the tiles' distances from their goal cells, where each row and column is weighted by
/// the cost of the move along it and of the tile.
pub struct Manhattan(IncrementalSum);

impl TileHeuristic for Manhattan {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "manhattan",
        name: "Manhattan distance",
        other_names: &["taxicab distance", "city-block distance"],
        summary: "Adds up how many rows and columns each tile is from its goal cell.",
        relaxes: "A tile may slide onto a neighbouring cell that is occupied.",
        admissible: true,
        consistent: true,
        preparation: Preparation::Immediate,
        parameter: None,
        text: "A move brings one tile one row or one column nearer, so no solution is shorter than \
               the sum of these distances. It is h2 in Russell & Norvig, and the heuristic with \
               which Korf (1985) first solved random 15-puzzles optimally. A move changes the \
               distance of one tile only, so a search updates the sum with two look-ups. Where \
               moves have different costs, each row and column counts as much as the move that \
               brings the tile across it.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported> {
        Ok(Manhattan(IncrementalSum::new(goal, costs, |home, cell| {
            distance(goal.size(), costs, cell, home)
        })))
    }

    fn tile_values(goal: &Board, costs: Costs) -> Option<Vec<Vec<Cost>>> {
        let size = goal.size();
        let value = |tile: u8, cell| match tile {
            0 => 0,
            _ => distance(size, costs, cell, goal.cell_of(tile)) * costs.tile_cost(tile, size),
        };
        let of_tile = |tile| (0..size.n_cells()).map(|cell| value(tile, cell)).collect();
        Some((0..size.n_cells() as u8).map(of_tile).collect())
    }
}

/// The minimum cost to bring a tile of cost 1 from one cell to another.
pub(super) fn distance(size: Size, costs: Costs, from: usize, to: usize) -> Cost {
    let axes = axis_distances(size, costs, from, to).into_iter();
    axes.map(|axis| axis.distance * axis.cost).sum()
}

impl<C: Cells> Heuristic<SlidingTiles<C>> for Manhattan {
    fn estimate(&self, state: &State<C>) -> Cost {
        self.0.sum(state.cells)
    }

    #[inline(always)]
    fn update(&self, h: Cost, parent: &State<C>, action: Action, child: &State<C>) -> Cost {
        self.0.update(h, parent, action, child)
    }

    fn is_quick(&self) -> bool {
        true
    }
}
