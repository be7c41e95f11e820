//! Straight-line distances of the tiles from their goal cells.

use super::per_tile::{PerTile, axis_distances};
use super::{HeuristicAbout, Preparation, TileHeuristic, Unsupported};
use crate::{Board, Cells, Costs, SlidingTiles, State};
use tilescope_search::{Cost, Heuristic};

/// The sum of the straight-line distances of the tiles from their goal cells, rounded up.
///
/// Rounding up keeps it admissible, since solution costs are integers: a cost of at least 4.2 is
/// at least 5. It also preserves consistency: a ≤ c + b with an integer c implies ⌈a⌉ ≤ c + ⌈b⌉.
pub struct Euclidean {
    /// The distances, in units of 2^-[`FRACTION_BITS`], rounded down.
    ///
    /// The sum is rounded once, so its change can't be computed from the rounded sum: there is no
    /// incremental `update`.
    distances: PerTile<u64>,
}

/// A distance that is not an integer falls by less than the cost of a move, by a margin of at
/// least 10^-6 at the greatest costs. The rounding errors, even times the cost of the tile, stay
/// below that margin.
const FRACTION_BITS: u32 = 32;

impl TileHeuristic for Euclidean {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "euclidean",
        name: "Euclidean distance",
        other_names: &["straight-line distance"],
        summary: "Adds up the straight-line distances of the tiles from their goal cells, rounded \
                  up.",
        relaxes: "A tile may travel in a straight line over any other, at the speed of a move.",
        admissible: true,
        consistent: true,
        preparation: Preparation::Immediate,
        parameter: None,
        text: "A straight line is never longer than a path along rows and columns, so the sum \
               never exceeds Manhattan distance. It is natural where movement is free, as on a \
               road map. Here, where all moves follow a grid, Manhattan distance dominates it; the \
               two are a good exercise in dominance (Russell & Norvig). The sum is rounded up, \
               since solution costs are integers. Where moves have different costs, rows and \
               columns are as long as the moves along them cost.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported> {
        let distances = PerTile::new(goal, costs, |home, cell| {
            let axes = axis_distances(goal.size(), costs, cell, home).into_iter();
            let squares = axes.map(|axis| u128::from(axis.distance * axis.cost).pow(2));
            (squares.sum::<u128>() << (2 * FRACTION_BITS)).isqrt() as u64
        });
        Ok(Euclidean { distances })
    }
}

impl<C: Cells> Heuristic<SlidingTiles<C>> for Euclidean {
    fn estimate(&self, state: &State<C>) -> Cost {
        let sum = self.distances.sum(state.cells);
        sum.div_ceil(1 << FRACTION_BITS) as Cost
    }
}
