//! The number of misplaced tiles.

use super::{HeuristicAbout, Preparation, TileHeuristic, Unsupported};
use crate::{Board, Cells, Costs, Direction, SlidingTiles, State};
use tilescope_search::{Action, Cost, Heuristic};

/// The sum over the misplaced tiles of the minimum cost of a move of the tile.
pub struct Misplaced {
    goal: Vec<u8>,
    /// By tile; 0 for the blank.
    min_costs: Vec<Cost>,
}

impl TileHeuristic for Misplaced {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "misplaced",
        name: "Misplaced tiles",
        other_names: &["Hamming distance"],
        summary: "Counts the tiles that are not in their goal cell, without the blank.",
        relaxes: "A tile may jump to any cell, occupied or not.",
        admissible: true,
        consistent: true,
        preparation: Preparation::Immediate,
        parameter: None,
        text: "Each misplaced tile has to move at least once, and a move moves one tile, so the \
               count never overestimates. It is h1 in Russell & Norvig, and weak: it ignores how \
               far a tile is from its goal cell. Where moves have different costs, each tile \
               counts as much as its cheapest move.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported> {
        let size = goal.size();
        let tiles = 1..size.n_cells() as u8;
        let min_cost = |tile| {
            let moves = Direction::ALL.map(|direction| costs.move_cost(direction, tile, size));
            moves.into_iter().min().expect("four directions")
        };
        Ok(Misplaced {
            goal: goal.tiles().to_vec(),
            min_costs: [0].into_iter().chain(tiles.map(min_cost)).collect(),
        })
    }

    fn tile_values(goal: &Board, costs: Costs) -> Option<Vec<Vec<Cost>>> {
        let Misplaced { goal, min_costs } = Self::new(goal, costs).ok()?;
        let of_tile = |(tile, cost): (u8, Cost)| {
            let value = |home: &u8| Cost::from(*home != tile) * cost;
            goal.iter().map(value).collect()
        };
        Some((0..).zip(min_costs).map(of_tile).collect())
    }
}

impl<C: Cells> Heuristic<SlidingTiles<C>> for Misplaced {
    fn estimate(&self, state: &State<C>) -> Cost {
        let cell_cost = |(cell, &goal): (usize, &u8)| {
            let tile = state.cells.get(cell);
            Cost::from(tile != goal) * self.min_costs[usize::from(tile)]
        };
        self.goal.iter().enumerate().map(cell_cost).sum()
    }

    #[inline]
    fn update(&self, h: Cost, parent: &State<C>, _: Action, child: &State<C>) -> Cost {
        // The tile moved opposite to the blank.
        let (from, to) = (usize::from(child.blank), usize::from(parent.blank));
        let tile = parent.cells.get(from);
        let was_home = Cost::from(self.goal[from] == tile);
        let is_home = Cost::from(self.goal[to] == tile);
        let min_cost = self.min_costs[usize::from(tile)];
        h + was_home * min_cost - is_home * min_cost
    }
}
