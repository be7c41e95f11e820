//! Sliding tiles: boards, moves, costs, solvability, heuristics, pattern databases and whole state
//! spaces.

// Set here instead of in Cargo.toml so that helpers of tests may use `unwrap`.
#![warn(clippy::unwrap_used)]

pub mod board;
pub mod costs;
pub mod direction;
pub mod heuristics;
pub mod move_notation;
pub mod move_table;
mod moves;
pub mod notation;
pub mod pattern_database;
pub mod presets;
pub mod routes;
pub mod scramble;
pub mod solvability;
pub mod space;
pub mod state_graph;
pub mod whole_space;

pub use board::{Board, BoardError, Size, SizeError};
pub use costs::{CostError, Costs, TileCosts};
pub use direction::{Direction, MoveOrder, MoveOrderError};
pub use heuristics::{HEURISTICS, HeuristicAbout, HeuristicError, HeuristicExpr};
pub use move_notation::MoveNotation;
pub use move_table::TableFormat;
pub use moves::{Move, Moves};
pub use presets::GoalPreset;
pub use solvability::Solvability;
pub use space::{Bytes, Cells, FiveBits, Nibbles, SlidingTiles, State};
pub use state_graph::{StateGraph, TooManyBoards};
pub use whole_space::WholeSpace;

use tilescope_search::Cost;

/// A puzzle: start, goal, costs of moves, and notes.
///
/// Start and goal always have the same size: [`Puzzle::new`] checks it, and code that changes one
/// of them to another size must change both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    pub name: String,
    pub start: Board,
    /// Has the size of `start`.
    pub goal: Board,
    pub costs: Costs,
    /// Free text: what it teaches, what to try.
    pub notes: String,
    /// Its source.
    pub source: String,
}

/// Start and goal differ in size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the start is a {start} board, but the goal is a {goal} board")]
pub struct SizesDiffer {
    pub start: Size,
    pub goal: Size,
}

impl Puzzle {
    /// The puzzle from `start` to `goal`: every move costs 1, notes and source are empty.
    ///
    /// # Errors
    /// If the boards differ in size.
    pub fn new(name: impl Into<String>, start: Board, goal: Board) -> Result<Self, SizesDiffer> {
        if start.size() != goal.size() {
            return Err(SizesDiffer {
                start: start.size(),
                goal: goal.size(),
            });
        }
        Ok(Puzzle {
            name: name.into(),
            start,
            goal,
            costs: Costs::UNIT,
            notes: String::new(),
            source: String::new(),
        })
    }

    /// The default puzzle of `size`: a fixed random walk from the goal with the blank last, short
    /// enough to be solved at once on every board.
    pub fn default_for(size: Size) -> Self {
        const N_MOVES: usize = 31;
        let goal = GoalPreset::BlankLast.board(size);
        let (start, _) = scramble::random_walk(&goal, N_MOVES, &mut fastrand::Rng::with_seed(1));
        let name = format!("New {size} puzzle");
        Puzzle::new(name, start, goal).expect("a walk keeps the size")
    }

    /// The size of its boards.
    pub fn size(&self) -> Size {
        self.start.size()
    }

    /// The number of cost units in 1: see [`Costs::unit`].
    pub fn unit(&self) -> Cost {
        self.costs.unit(self.size())
    }

    /// Whether both have the same start, goal and costs, ignoring names and notes: what is played or
    /// found of one holds for the other.
    pub fn is_same_task(&self, other: &Puzzle) -> bool {
        self.start == other.start && self.goal == other.goal && self.costs == other.costs
    }

    /// Whether the start can reach the goal, and the parities that decide it.
    pub fn solvability(&self) -> Solvability {
        Solvability::new(&self.start, &self.goal)
    }
}
