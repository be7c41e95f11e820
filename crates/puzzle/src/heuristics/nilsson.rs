//! Nilsson's sequence score: Manhattan distance plus a penalty for tiles out of sequence.

use super::{HeuristicAbout, Manhattan, Preparation, TileHeuristic, Unsupported};
use crate::{Board, Cells, Costs, SlidingTiles, State};
use tilescope_search::{Cost, Heuristic};

/// Manhattan distance plus three times the sequence score.
pub struct Nilsson {
    manhattan: Manhattan,
    /// For each tile, its clockwise successor around the rim of the goal; the blank's is itself.
    successor: [u8; 9],
    min_cost: Cost,
}

/// The cells of the rim, clockwise.
const RIM: [usize; 8] = [0, 1, 2, 5, 8, 7, 6, 3];
const CENTRE: usize = 4;

impl TileHeuristic for Nilsson {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "nilsson",
        name: "Nilsson's sequence score",
        other_names: &["Nilsson's S"],
        summary: "Manhattan distance, plus 6 for each tile that is not followed by its successor.",
        relaxes: "Nothing: it measures how ordered the board looks.",
        admissible: false,
        consistent: false,
        preparation: Preparation::Immediate,
        parameter: None,
        text: "For the 8-puzzle with the blank in the centre of the goal. The score S adds, around \
               the rim, 2 for each tile that is not followed clockwise by its successor in the \
               goal, and 1 for a tile in the centre; then h = P + 3 S, where P is Manhattan \
               distance. From Nilsson's textbook (1980), after Doran & Michie (1966). It \
               overestimates by far, so its solutions need not be optimal. But it recognises that \
               tiles in the right cyclic order only have to be rotated, and it solves hard boards \
               with very few expansions. Where moves have different costs, a point of the score \
               counts as much as the cheapest move.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported> {
        let size = goal.size();
        if (size.rows(), size.columns()) != (3, 3) || goal.blank() != CENTRE {
            return Err(Unsupported {
                name: Self::ABOUT.name,
                size,
                reason: "it needs a 3×3 goal with the blank in the centre".into(),
            });
        }
        let mut successor = [0; 9];
        for (cell, next) in around() {
            successor[usize::from(goal.tiles()[cell])] = goal.tiles()[next];
        }
        Ok(Nilsson {
            manhattan: Manhattan::new(goal, costs)?,
            successor,
            min_cost: costs.min_move_cost(size),
        })
    }
}

// The parent's score is not known, and a full round is no slower than the part that changes: there
// is no incremental `update`.
impl<C: Cells> Heuristic<SlidingTiles<C>> for Nilsson {
    fn estimate(&self, state: &State<C>) -> Cost {
        let is_out_of_sequence = |&(cell, next): &(usize, usize)| {
            let tile = state.cells.get(cell);
            tile != 0 && state.cells.get(next) != self.successor[usize::from(tile)]
        };
        let n_out_of_sequence = around().filter(is_out_of_sequence).count() as Cost;
        let in_centre = Cost::from(usize::from(state.blank) != CENTRE);
        self.manhattan.estimate(state) + 3 * self.min_cost * (2 * n_out_of_sequence + in_centre)
    }
}

/// Each cell of the rim with the next one clockwise.
fn around() -> impl Iterator<Item = (usize, usize)> {
    let next = RIM.into_iter().cycle().skip(1);
    RIM.into_iter().zip(next)
}
