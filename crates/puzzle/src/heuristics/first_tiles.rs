//! The Manhattan distance of the tiles 1 to k.

use super::per_tile::IncrementalSum;
use super::{HeuristicAbout, Parameter, Preparation, TileHeuristic, Unsupported, manhattan};
use crate::{Board, Cells, Costs, SlidingTiles, State};
use tilescope_search::{Action, Cost, Heuristic};

/// The sum of the distances of the tiles 1 to k from their goal cells, counted as in
/// [`Manhattan`](super::Manhattan).
pub struct FirstTiles(IncrementalSum);

impl FirstTiles {
    const K: Parameter = Parameter {
        name: "Tiles counted",
        hint: "The tiles from 1 to this one count.",
        min: 1,
        max: 99,
        default: 4,
    };
}

impl TileHeuristic for FirstTiles {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "first-tiles",
        name: "Manhattan distance of tiles 1 to k",
        other_names: &[],
        summary: "Adds up how many rows and columns each tile from 1 to k is from its goal cell.",
        relaxes: "A tile may slide onto a neighbouring cell that is occupied, and the tiles above \
                  k may be anywhere.",
        admissible: true,
        consistent: true,
        preparation: Preparation::Immediate,
        parameter: Some(Self::K),
        text: "The Manhattan distance with the tiles above k left out. Each tile left out relaxes \
               the puzzle further, so h is lower: the Manhattan distance dominates it (Russell & \
               Norvig), and A* expands more states. Solve the same puzzle with several k to see by \
               how much. If k is the number of tiles or more, it is the Manhattan distance. A \
               pattern database leaves tiles out too, but the tiles that it keeps get in each \
               other's way, so its values are higher (Culberson & Schaeffer 1998).",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported> {
        Self::with(goal, costs, Self::K.default)
    }

    fn with(goal: &Board, costs: Costs, k: u32) -> Result<Self, Unsupported> {
        let tiles = goal.tiles();
        let distance = |home: usize, cell| match u32::from(tiles[home]) <= k {
            true => manhattan::distance(goal.size(), costs, cell, home),
            false => 0,
        };
        Ok(FirstTiles(IncrementalSum::new(goal, costs, distance)))
    }
}

impl<C: Cells> Heuristic<SlidingTiles<C>> for FirstTiles {
    fn estimate(&self, state: &State<C>) -> Cost {
        self.0.sum(state.cells)
    }

    fn update(&self, h: Cost, parent: &State<C>, action: Action, child: &State<C>) -> Cost {
        self.0.update(h, parent, action, child)
    }
}
