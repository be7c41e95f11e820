//! What the value of a heuristic on a board is made of: the share of each tile, the conflicts, the
//! patterns, the parts of an expression.

use super::HeuristicExpr;
use tilescope_search::Cost;

/// The value of a heuristic on a board, and what it is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct Breakdown {
    pub expr: HeuristicExpr,
    /// In units: see [`Costs::unit`](crate::Costs::unit).
    pub value: Cost,
    /// What is added up. Empty for a heuristic that looks at the board as a whole, and for one
    /// that has parts.
    pub terms: Vec<Term>,
    /// The heuristics of which it is the maximum, the sum or a multiple, or which its formula
    /// names.
    pub parts: Vec<Breakdown>,
    /// The values of each tile in a formula.
    pub tile_values: Vec<TileValues>,
}

/// A part of the value, in units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    pub cause: Cause,
    pub value: Cost,
}

/// Where a part of the value comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// This tile, in its cell.
    Tile(u8),
    /// Tiles in their goal line, but in the wrong order: those in `leaving` leave it and come back.
    Conflict {
        tiles: Vec<u8>,
        leaving: Vec<u8>,
        line: Line,
    },
    /// The database of these tiles.
    Pattern(Vec<u8>),
}

/// A row or a column, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    Row(usize),
    Column(usize),
}

/// What `sum(…)`, `count(…)`, `min(…)` or `max(…)` of a formula goes over.
#[derive(Clone, PartialEq, Debug)]
pub struct TileValues {
    /// As the formula has it: `count(dr == 1 and dc == 1)`.
    pub text: String,
    /// The value of each tile, by cell.
    pub values: Vec<(u8, f64)>,
}

impl Breakdown {
    /// Whether it says more than the value.
    pub fn says_more(&self) -> bool {
        !(self.terms.is_empty() && self.parts.is_empty() && self.tile_values.is_empty())
    }
}
