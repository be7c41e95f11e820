//! The zero heuristic.

use super::{HeuristicAbout, Preparation, TileHeuristic, Unsupported};
use crate::{Board, Cells, Costs, SlidingTiles, State};
use tilescope_search::{Action, Cost, Heuristic};

/// 0 for every state.
pub struct Zero;

impl TileHeuristic for Zero {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "zero",
        name: "Zero",
        other_names: &["no heuristic"],
        summary: "Always 0: the search is not guided at all.",
        relaxes: "All rules: any board may become any other in one step.",
        admissible: true,
        consistent: true,
        preparation: Preparation::Immediate,
        parameter: None,
        text: "With h = 0 a node's evaluation is its path cost alone: A* becomes uniform-cost \
               search, and IDA* iterates over path costs. It is the baseline against which \
               heuristics are measured.",
    };

    fn new(_: &Board, _: Costs) -> Result<Self, Unsupported> {
        Ok(Zero)
    }
}

impl<C: Cells> Heuristic<SlidingTiles<C>> for Zero {
    #[inline]
    fn estimate(&self, _: &State<C>) -> Cost {
        0
    }

    #[inline]
    fn update(&self, _: Cost, _: &State<C>, _: Action, _: &State<C>) -> Cost {
        0
    }

    fn is_quick(&self) -> bool {
        true
    }
}
