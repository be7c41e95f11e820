//! Conditions on the nodes of a record, such as `f = 57 and h < 5 and depth > 20`.
//!
//! The grammar, the loosest first:
//!
//! ```text
//! condition  = all { "or" all }
//! all        = one { "and" one }
//! one        = "not" one | "(" condition ")" | word | comparison | state
//! comparison = value ("=" | "!=" | "<" | "<=" | ">" | ">=") value
//! value      = "f" | "g" | "h" | "depth" | "step" | "id" | number
//! word       = "frontier" | "expanded" | "duplicate" | …
//! state      = ("board" | "city") ("=" | "!=") (quoted text | board) | board
//! ```
//!
//! A number alone is that of a node, and the name of a city alone is that city.
//!
//! A breakpoint is a condition on a run that goes on. It also knows the values `frontier-size`,
//! `expansions` and `error` (h* − h), and the words `f decreased` and `f increased`.
//!
//! A board is written as `8 6 7 / 2 5 4 / 3 1 _`, with slashes or without; `*` stands for any tile.
//! Costs are compared as they are shown: in the problem's unit.

mod expr;
mod filter;
mod find;
mod finder;
mod lexer;
mod live;
mod matches;
mod parse;
mod pattern;
mod walk;

pub use expr::Condition;
pub(crate) use filter::{Filter, Gate};
pub use find::find;
pub use finder::Finder;
pub(crate) use live::{Event, EventState};
pub use matches::Matches;
pub(crate) use pattern::Pattern;

use std::fmt;

/// Why a text is no condition, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConditionError {
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong, and what to write instead.
    pub cause: String,
}

impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at column {}", self.cause, self.column)
    }
}

impl std::error::Error for ConditionError {}
