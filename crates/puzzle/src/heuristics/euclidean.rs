//! How far the tiles are from home as the crow flies.

use super::per_tile::{PerTile, axis_distances};
use super::{HeuristicAbout, Preparation, TileHeuristic, Unsupported};
use crate::{Board, Cells, Costs, SlidingTiles, State};
use tilescope_search::{Cost, Heuristic};

/// The sum of the straight-line distances of the tiles from their goal cells, rounded up.
///
/// Rounding up keeps it admissible, since no solution costs a fraction: what is at least
/// 4.2 is at least 5. It also keeps it consistent: from a ≤ c + b with a whole c follows
/// ⌈a⌉ ≤ c + ⌈b⌉.
pub struct Euclidean {
    /// The distances, in units of 2^-[`FRACTION_BITS`], rounded down.
    ///
    /// The sum is rounded once, so a move cannot be told from the rounded sum before it:
    /// there is no shortcut for `step`.
    distances: PerTile<u64>,
}

/// Distances that are no whole numbers fall by less than a move costs, by 10^-6 at least
/// with the greatest costs; so these rounded ones do not fall by more, and neither do they
/// times the cost of the tile.
const FRACTION_BITS: u32 = 32;

impl TileHeuristic for Euclidean {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "euclidean",
        name: "Euclidean distance",
        summary: "Adds up the straight-line distances of the tiles from home, rounded up.",
        relaxes: "A tile may travel in a straight line over any other, at the speed of a move.",
        admissible: true,
        consistent: true,
        preparation: Preparation::Immediate,
        text: "A straight line is never longer than the way along rows and columns, so the \
               sum never exceeds Manhattan distance. It is natural where one moves freely, as \
               on a road map; here, where all moves are along a grid, it only gives up what \
               Manhattan distance knows, and the two are a good exercise in dominance \
               (Russell & Norvig). The sum is rounded up: no solution costs a fraction. Where \
               moves have different costs, rows and columns are as long as the moves that \
               lead over them cost.",
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
