//! The number of tiles out of their goal row, plus the number out of their goal column.

use super::per_tile::{IncrementalSum, axis_distances};
use super::{HeuristicAbout, Preparation, TileHeuristic, Unsupported};
use crate::{Board, Cells, Costs, SlidingTiles, State};
use tilescope_search::{Action, Cost, Heuristic};

/// The number of tiles out of their goal row plus the number out of their goal column, each
/// weighted by the cost of the move that brings the tile nearer.
pub struct RowColumn(IncrementalSum);

impl TileHeuristic for RowColumn {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "row-column",
        name: "Tiles out of row and column",
        other_names: &[],
        summary: "Counts the tiles out of their goal row, and the tiles out of their goal column.",
        relaxes: "A tile may jump to any cell of its row or of its column, occupied or not.",
        admissible: true,
        consistent: true,
        preparation: Preparation::Immediate,
        parameter: None,
        text: "A tile out of its goal row has to move vertically at least once, a tile out of its \
               goal column horizontally, and no move does both. The sum lies between misplaced \
               tiles, which counts such a tile once, and Manhattan distance, which counts each row \
               and column: it is one of the heuristics obtained by dropping the preconditions of a \
               move one after another (Pearl 1984). Where moves have different costs, each count \
               is weighted by the cost of the move that brings the tile nearer.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported> {
        Ok(RowColumn(IncrementalSum::new(goal, costs, |home, cell| {
            let axes = axis_distances(goal.size(), costs, cell, home).into_iter();
            axes.map(|axis| axis.distance.min(1) * axis.cost).sum()
        })))
    }
}

impl<C: Cells> Heuristic<SlidingTiles<C>> for RowColumn {
    fn estimate(&self, state: &State<C>) -> Cost {
        self.0.sum(state.cells)
    }

    #[inline]
    fn update(&self, h: Cost, parent: &State<C>, action: Action, child: &State<C>) -> Cost {
        self.0.update(h, parent, action, child)
    }
}
