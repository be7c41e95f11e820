//! How many moves it takes if the blank may swap with any tile.

use super::{HeuristicAbout, Preparation, TileHeuristic, Unsupported};
use crate::{Board, Cells, Costs, SlidingTiles, State};
use tilescope_search::{Action, Cost, Heuristic};

/// The least number of swaps of the blank with any tile that make the goal, times the least
/// cost of a move.
///
/// Where the blank lies in a cell that belongs to a tile, the best swap is with that tile: it
/// comes home. Where the blank is home, it is swapped with any misplaced tile. So every cycle
/// of the permutation from board to goal that the blank is not in costs one swap to enter
/// and one for each of its tiles, and the blank's own cycle one for each of its tiles.
pub struct Gaschnig {
    /// For each tile, and for the blank, its goal cell.
    home: Vec<u8>,
    min_cost: Cost,
}

impl TileHeuristic for Gaschnig {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "gaschnig",
        name: "Gaschnig's heuristic",
        summary: "Counts the moves that it takes if the blank may swap with any tile.",
        relaxes: "A tile may jump into the blank's cell from anywhere.",
        admissible: true,
        consistent: true,
        preparation: Preparation::Immediate,
        text: "The relaxed puzzle is to sort by swaps with the blank, and it is solved exactly: \
               if a tile belongs where the blank is, that tile comes home, else any misplaced \
               tile is taken. Gaschnig (1979) showed with it that a heuristic may be had as the \
               exact cost in an easier problem. It is at least the number of misplaced tiles, \
               and higher by one for each ring of tiles that must all change places while the \
               blank is not among them. Where moves have different costs, each swap counts as \
               much as the cheapest move.",
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
    /// Where the tile in this cell, or the blank, belongs.
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
            // Its own cycle need not be entered, and the blank in it is no tile.
            n_swaps -= 2;
        }
        n_swaps * self.min_cost
    }

    fn update(&self, h: Cost, parent: &State<C>, _: Action, child: &State<C>) -> Cost {
        let (from, to) = (child.blank, parent.blank);
        let home = self.next(parent.cells, from);
        // Looks for the tile in the blank's cycle.
        let mut cell = self.home[0];
        while cell != to && cell != from {
            cell = self.next(parent.cells, cell);
        }
        let is_in_cycle_of_blank = cell == from;
        // The swap brings the tile home, or joins the blank's cycle to the one that it has
        // to enter; or else it takes a tile from home, or breaks up the blank's cycle.
        if home == to || !is_in_cycle_of_blank && home != from {
            h - self.min_cost
        } else {
            h + self.min_cost
        }
    }
}
