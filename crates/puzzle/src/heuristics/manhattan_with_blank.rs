//! Manhattan distance with the blank counted like a tile: the classic mistake.

use super::manhattan::distance;
use super::{HeuristicAbout, Manhattan, Preparation, TileHeuristic, Unsupported};
use crate::{Board, Cells, Costs, SlidingTiles, State};
use tilescope_search::{Action, Cost, Heuristic};

/// Manhattan distance plus the blank's distance from its goal cell.
pub struct ManhattanWithBlank {
    manhattan: Manhattan,
    /// For each cell, what it costs to bring the blank home from there.
    blank_costs: Vec<Cost>,
}

impl TileHeuristic for ManhattanWithBlank {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "manhattan-with-blank",
        name: "Manhattan distance with the blank",
        summary: "Adds up how far each tile and the blank are from home: the classic mistake.",
        relaxes: "Nothing: no relaxed puzzle lets a move bring home a tile or the blank alone.",
        admissible: false,
        consistent: false,
        preparation: Preparation::Immediate,
        text: "A move carries one tile and the blank at once, so whoever adds the blank's \
               distance counts one move twice: a board that is one move from the goal may get \
               h = 2. The mistake comes easily to a program that treats 0 as a tile like any \
               other, and it does not show, for searches grow faster with it and the solutions \
               are often still optimal. But nothing warrants it: A* and IDA* may return a \
               longer solution than there is. It is offered to be seen beside the right one.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported> {
        let (size, home) = (goal.size(), goal.blank());
        Ok(ManhattanWithBlank {
            manhattan: Manhattan::new(goal, costs)?,
            // The blank's way is that of a tile, the cheapest, which goes to meet it.
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
