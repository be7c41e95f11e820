//! The number of moves if the blank may swap with any tile.

use super::{HeuristicAbout, Preparation, TileHeuristic, Unsupported};
use crate::{Board, Cells, Costs, SlidingTiles, State};
use tilescope_search::{Action, Cost, Heuristic};

/// The minimum number of swaps of the blank with any tile that reach the goal, times the minimum
/// cost of a move.
///
/// If the blank is in a tile's goal cell, the best swap is with that tile, which comes home. If
/// the blank is home, it swaps with any misplaced tile. So each cycle of the permutation from
/// board to goal that does not contain the blank costs one swap to enter and one for each of its
/// tiles; the blank's own cycle costs one for each of its tiles.
pub struct Gaschnig {
    /// The goal cell of each tile and of the blank.
    home: Vec<u8>,
    min_cost: Cost,
}

impl TileHeuristic for Gaschnig {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "gaschnig",
        name: "Gaschnig's heuristic",
        other_names: &["n-MaxSwap", "relaxed adjacency"],
        summary: "Counts the moves if the blank may swap with any tile.",
        relaxes: "A tile may jump into the blank's cell from anywhere.",
        admissible: true,
        consistent: true,
        preparation: Preparation::Immediate,
        parameter: None,
        text: "The relaxed puzzle, sorting by swaps with the blank, is solved exactly: if the \
               blank is in a tile's goal cell, that tile comes home, otherwise any misplaced tile \
               is swapped. With it Gaschnig (1979) showed that the exact cost of an easier problem \
               is a heuristic. It is at least the number of misplaced tiles, and greater by one \
               for each cycle of misplaced tiles that does not contain the blank. Where moves have \
               different costs, each swap counts as much as the cheapest move.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported> {
        let mut home = vec![0; goal.size().n_cells()];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            home[usize::from(tile)] = cell as u8;
        }
        Ok(Gaschnig {
            home,
            min_cost: costs.min_move_cost(goal.size()),
        })
    }
}

impl Gaschnig {
    /// The goal cell of the content of `cell`.
    fn next<C: Cells>(&self, cells: C, cell: u8) -> u8 {
        self.home[usize::from(cells.get(cell.into()))]
    }
}

impl<C: Cells> Heuristic<SlidingTiles<C>> for Gaschnig {
    fn estimate(&self, state: &State<C>) -> Cost {
        let mut n_swaps = 0;
        let mut is_seen: u128 = 0;
        for first in 0..self.home.len() as u8 {
            let mut length = 0;
            let mut cell = first;
            while is_seen >> cell & 1 == 0 {
                is_seen |= 1 << cell;
                cell = self.next(state.cells, cell);
                length += 1;
            }
            if length > 1 {
                n_swaps += length + 1;
            }
        }
        if self.home[0] != state.blank {
            // The blank's own cycle needs no entering, and the blank is no tile.
            n_swaps -= 2;
        }
        n_swaps * self.min_cost
    }

    fn update(&self, h: Cost, parent: &State<C>, _: Action, child: &State<C>) -> Cost {
        let (from, to) = (child.blank, parent.blank);
        let home = self.next(parent.cells, from);
        // Is the tile in the blank's cycle?
        let mut cell = self.home[0];
        while cell != to && cell != from {
            cell = self.next(parent.cells, cell);
        }
        let is_in_cycle_of_blank = cell == from;
        // The swap brings the tile home, or merges the blank's cycle with another that has to be
        // entered; otherwise it moves a tile from home, or splits the blank's cycle.
        if home == to || !is_in_cycle_of_blank && home != from {
            h - self.min_cost
        } else {
            h + self.min_cost
        }
    }
}
