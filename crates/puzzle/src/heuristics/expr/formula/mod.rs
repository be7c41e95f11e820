//! Formulas: heuristics that the user writes, such as `manhattan + 2*count(dr == 1 and dc == 1)`.
//!
//! Every value is a number; a comparison is 1 if it holds and 0 if not, and a number other than 0
//! counts as true. From weak to strong: `or`, `and`, `not`, the comparisons `< <= > >= == !=`,
//! `+ -`, `* /`, a sign. `abs floor ceil` take one value, `min max sum` several. With a single value
//! that names a property of a tile, `sum max min count` go over the tiles, and `pairs` over the
//! pairs of tiles: see [`names`].

mod claims;
mod compile;
mod lexer;
pub mod names;
pub(crate) mod node;
pub(crate) mod parse;
mod values;

use super::{Expr, HeuristicExpr};
use crate::heuristics::Claims;
pub use compile::Compiled;
pub use lexer::looks_like_formula;
use node::Node;
pub use parse::FormulaError;
pub use values::{Oddities, rounded};

/// A formula that was read. Two are equal if their texts are.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The text, with single spaces.
    text: String,
    root: Node,
    /// The heuristics in it, each once: [`Node::Heuristic`] has their places.
    heuristics: Vec<HeuristicExpr>,
}

impl PartialEq for Formula {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Formula {}

impl Formula {
    /// The maximum length of the text, in bytes.
    pub const MAX_LENGTH: usize = 1000;
    /// How deep parentheses, functions and signs may be nested.
    pub const MAX_NESTING: usize = 32;

    /// The text, which [`HeuristicExpr::from_str`](std::str::FromStr) reads.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The heuristics that it uses, each once.
    pub fn heuristics(&self) -> &[HeuristicExpr] {
        &self.heuristics
    }

    /// What follows from its parts. That a claim does not follow does not mean that it is wrong.
    pub fn claims(&self) -> Claims {
        claims::claims(&self.root, &self.heuristics)
    }
}

/// `expr` as a part of a formula.
pub fn text_in_formula(expr: &HeuristicExpr) -> String {
    let list = |parts: &[HeuristicExpr]| {
        let parts: Vec<String> = parts.iter().map(text_in_formula).collect();
        parts.join(", ")
    };
    match expr.expr() {
        Expr::Registered(..) => expr.to_string(),
        Expr::Patterns(_) | Expr::KeepBlank(_) => format!("pdb(\"{expr}\")"),
        Expr::Max(parts) => format!("max({})", list(parts)),
        Expr::Sum(parts) => format!("sum({})", list(parts)),
        Expr::Weighted(weight, part) => {
            format!("floor({}*{})", weight.get(), text_in_formula(part))
        }
        Expr::Formula(formula) => format!("({})", formula.text),
    }
}
