//! How many tiles lie where they should not.

use super::{HeuristicAbout, Misfit, Preparation, TileHeuristic};
use crate::puzzle::{Board, Cells, Costs, SlidingTiles, State};
use crate::search::{Action, Cost, Heuristic};

/// The number of misplaced tiles, times the least cost of a move.
pub struct Misplaced {
    goal: Vec<u8>,
    least: Cost,
}

impl TileHeuristic for Misplaced {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "misplaced",
        name: "Misplaced tiles",
        summary: "Counts the tiles that are not in their goal cell; the blank is not counted.",
        relaxes: "A tile may jump to any cell, occupied or not.",
        admissible: true,
        consistent: true,
        preparation: Preparation::Immediate,
        text: "Each misplaced tile has to move at least once, and a move moves one tile, so \
               the count never overestimates. It is h1 in Russell & Norvig, \
               and weak: it does not see how far a tile is from home. Where moves have \
               different costs, each tile counts as much as the cheapest move.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Misfit> {
        Ok(Misplaced {
            goal: goal.tiles().to_vec(),
            least: costs.least(),
        })
    }
}

impl<C: Cells> Heuristic<SlidingTiles<C>> for Misplaced {
    fn of(&self, state: &State<C>) -> Cost {
        let is_misplaced = |&(cell, &goal): &(usize, &u8)| {
            let tile = state.cells.get(cell);
            tile != 0 && tile != goal
        };
        let n_misplaced = self.goal.iter().enumerate().filter(is_misplaced).count();
        n_misplaced as Cost * self.least
    }

    #[inline]
    fn step(&self, h: Cost, parent: &State<C>, _: Action, child: &State<C>) -> Cost {
        // The blank went the other way.
        let (from, to) = (usize::from(child.blank), usize::from(parent.blank));
        let tile = parent.cells.get(from);
        let was_home = Cost::from(self.goal[from] == tile);
        let is_home = Cost::from(self.goal[to] == tile);
        h + was_home * self.least - is_home * self.least
    }
}
