//! A heuristic made for a goal.

use super::{COSTS, MAX_BOUND};
use crate::audit::AuditError;
use tilescope_puzzle::heuristics::Boxed;
use tilescope_puzzle::{Board, Bytes, HeuristicExpr, MoveOrder, SlidingTiles};
use tilescope_search::{Cost, Heuristic};

/// A heuristic made for a goal.
pub struct Estimator {
    space: SlidingTiles<Bytes>,
    heuristic: Boxed<Bytes>,
    most: Cost,
}

impl Estimator {
    /// Its values are at most one more than any bound leaves.
    ///
    /// # Errors
    /// If it does not fit the goal.
    pub fn new(goal: &Board, heuristic: &HeuristicExpr) -> Result<Self, AuditError> {
        Self::up_to(MAX_BOUND as Cost + 1, goal, heuristic)
    }

    /// Its values are at most `most`.
    ///
    /// # Errors
    /// If it does not fit the goal.
    pub fn up_to(most: Cost, goal: &Board, heuristic: &HeuristicExpr) -> Result<Self, AuditError> {
        Ok(Estimator {
            space: SlidingTiles::new(goal, COSTS, MoveOrder::default()),
            heuristic: heuristic.make(goal, COSTS)?,
            most,
        })
    }

    /// h of a board.
    pub fn h(&self, board: &Board) -> Cost {
        let h = self.heuristic.estimate(&self.space.state(board));
        h.min(self.most)
    }
}
