//! Sliding tiles: boards, moves, costs, what can be solved, and how far it may be.

pub mod board;
pub mod costs;
pub mod direction;
pub mod heuristics;
pub mod notation;
pub mod presets;
pub mod scramble;
pub mod solvability;
pub mod space;

pub use board::{Board, BoardError, Size, SizeError};
pub use costs::{CostError, Costs};
pub use direction::{Direction, Order, OrderError};
pub use heuristics::{HEURISTICS, HeuristicAbout};
pub use solvability::Verdict;
pub use space::{Bytes, Cells, FiveBits, Nibbles, SlidingTiles, State};

/// A puzzle as people keep it: where it starts, where it is to end, what moves cost, and
/// what to know about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    pub name: String,
    pub start: Board,
    /// Has the size of `start`.
    pub goal: Board,
    pub costs: Costs,
    /// Free text: what it teaches, what to try.
    pub notes: String,
    /// Where it comes from.
    pub source: String,
}
