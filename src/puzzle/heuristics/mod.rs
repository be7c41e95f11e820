//! The heuristics, one a file, and the one list that registers them.

use super::{Board, Cells, Costs, SlidingTiles};
use crate::search::Heuristic;

/// A heuristic's entry in the registry.
#[derive(Debug)]
pub struct HeuristicAbout {
    /// The name on the command line and in files, such as `linear-conflict`.
    pub key: &'static str,
    /// The textbook's name, such as `Linear conflict`.
    pub name: &'static str,
    /// One sentence: what it adds up.
    pub summary: &'static str,
    /// The rule of the puzzle that it relaxes.
    pub relaxes: &'static str,
    /// Whether it never overestimates.
    pub admissible: bool,
    /// Whether it never falls by more than the cost of the action.
    pub consistent: bool,
    /// A textbook's paragraph: how it works, who described it.
    pub text: &'static str,
}

/// A heuristic for sliding tiles, made for a goal and its costs.
pub trait TileHeuristic: Sized {
    const ABOUT: HeuristicAbout;

    /// Prepares its tables for boards that are to become `goal`.
    fn new(goal: &Board, costs: Costs) -> Self;
}

/// What is to be done with a heuristic once its type is known.
pub trait HeuristicVisitor<C: Cells> {
    type Output;
    fn visit<H: Heuristic<SlidingTiles<C>>>(self, heuristic: H) -> Self::Output;
}

/// Every heuristic, in the order in which they are shown.
pub const HEURISTICS: &[&HeuristicAbout] = &[];

/// Makes the heuristic with this key and hands it to `visitor`; `None` if there is none.
pub fn dispatch<C: Cells, V: HeuristicVisitor<C>>(
    key: &str,
    goal: &Board,
    costs: Costs,
    visitor: V,
) -> Option<V::Output> {
    let _ = (key, goal, costs, visitor);
    todo!()
}

/// The value of the heuristic with this key for `board`.
pub fn value(key: &str, board: &Board, goal: &Board, costs: Costs) -> Option<crate::search::Cost> {
    let _ = (key, board, goal, costs);
    todo!()
}
