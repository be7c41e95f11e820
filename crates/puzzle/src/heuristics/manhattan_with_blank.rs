//! Manhattan distance with the blank counted like a tile: the classic mistake.

use super::manhattan::distance;
use super::{HeuristicAbout, Manhattan, Preparation, TileHeuristic, Unsupported};
use crate::{Board, Cells, Costs, SlidingTiles, State};
use tilescope_search::{Action, Cost, Heuristic};

/// Manhattan distance plus the blank's distance from its goal cell.
pub struct ManhattanWithBlank {
    manhattan: Manhattan,
    /// For each cell, the cost of bringing the blank home from there.
    blank_costs: Vec<Cost>,
}

impl TileHeuristic for ManhattanWithBlank {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "manhattan-with-blank",
        name: "Manhattan distance with the blank",
        other_names: &[],
        summary: "Manhattan distance of the tiles and the blank: the classic mistake.",
        relaxes: "Nothing: in no relaxed puzzle does a move bring home either a tile or the blank, \
                  but not both.",
        admissible: false,
        consistent: false,
        preparation: Preparation::Immediate,
        parameter: None,
        text: "A move shifts one tile and the blank at once, so adding the blank's distance counts \
               some moves twice: a board that is one move from the goal may have h = 2. The \
               mistake is easy to make in a program that treats 0 as a tile like any other, and \
               easy to miss, since searches get faster and the solutions are often still optimal. \
               But there is no guarantee: A* and IDA* may return a suboptimal solution. It is \
               included for comparison.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported> {
        let (size, home) = (goal.size(), goal.blank());
        Ok(ManhattanWithBlank {
            manhattan: Manhattan::new(goal, costs)?,
            // Moving the blank from `cell` to `home` moves tiles the opposite way; the cheapest
            // tile is assumed.
            blank_costs: (0..size.n_cells())
                .map(|cell| costs.min_tile_cost(size) * distance(size, costs, home, cell))
                .collect(),
        })
    }
}

impl<C: Cells> Heuristic<SlidingTiles<C>> for ManhattanWithBlank {
    fn estimate(&self, state: &State<C>) -> Cost {
        self.manhattan.estimate(state) + self.blank_costs[usize::from(state.blank)]
    }

    #[inline]
    fn update(&self, h: Cost, parent: &State<C>, action: Action, child: &State<C>) -> Cost {
        let tiles = h - self.blank_costs[usize::from(parent.blank)];
        self.manhattan.update(tiles, parent, action, child)
            + self.blank_costs[usize::from(child.blank)]
    }
}
