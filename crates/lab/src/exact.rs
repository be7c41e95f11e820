//! The exact distance h\* of every board to the goal, on boards whose whole space is small.

use crate::Interrupt;
use crate::audit::distances::Distances;
use crate::audit::states::States;
use crate::audit::team::Watch;
use std::num::NonZero;
use tilescope_puzzle::{Board, Puzzle};
use tilescope_search::Cost;

/// h\* of every board that can reach the goal of a puzzle.
pub struct ExactDistances {
    states: States,
    distances: Distances,
    goal: Board,
}

impl ExactDistances {
    /// The largest board, in cells: its 181,440 states are searched in well under a second.
    pub const MAX_CELLS: usize = 9;

    /// Searches the whole space backward from the goal of `puzzle`, with its costs, on this thread.
    /// `None` if the board has more than [`MAX_CELLS`](Self::MAX_CELLS).
    pub fn find(puzzle: &Puzzle) -> Option<Self> {
        if puzzle.size().n_cells() > Self::MAX_CELLS {
            return None;
        }
        let states = States::new(&puzzle.goal, puzzle.costs).ok()?;
        let interrupt = Interrupt::default();
        let mut ignore = |_: f64| {};
        let watch = Watch::new(1, Some(NonZero::<usize>::MIN), &interrupt, &mut ignore);
        let distances = Distances::find(&states, &watch).ok()?;
        Some(ExactDistances {
            states,
            distances,
            goal: puzzle.goal.clone(),
        })
    }

    /// h\* of `board`, in units of cost; `None` if it has another size or cannot reach the goal.
    pub fn get(&self, board: &Board) -> Option<Cost> {
        let reaches = board.size() == self.goal.size()
            && Puzzle::new("", board.clone(), self.goal.clone())
                .is_ok_and(|puzzle| puzzle.solvability().is_solvable());
        reaches.then(|| self.distances.get(self.states.number(board) as usize))
    }
}

impl std::fmt::Debug for ExactDistances {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ExactDistances({} states)", self.states.n_states())
    }
}
