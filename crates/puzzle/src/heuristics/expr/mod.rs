//! Heuristic expressions: registered heuristics, pattern databases of any partition, maxima, sums
//! and weights.
//!
//! As text: `manhattan`, `pdb:1,2,3,4|5,6,7,8`, `max(manhattan, inversion-distance)`,
//! `sum(manhattan, misplaced)`, `1.5*linear-conflict`, nested in any way; for pattern databases
//! `keep-blank(pdb-6-6-3)`, `keep-blank(pdb:1,2,3,4|5,6,7,8)`; and for heuristics with a parameter
//! `first-tiles(6)`. The default argument is not written: `first-tiles`. What is none of these is
//! read as a [`formula`], such as `manhattan + 2*count(dr == 1 and dc == 1)`.

mod combined;
pub mod formula;
mod make;
pub mod parse;
mod value_cache;

use super::{
    Claims, HeuristicAbout, Parameter, PartitionError, Preparation, claims, partition,
    partitions::partition_requirement,
};
use crate::Board;
use crate::pattern_database::{Blank, Partition};
use formula::{Formula, text_in_formula};
pub use parse::HeuristicExprError;
use std::fmt;
use std::sync::Arc;
use tilescope_search::Weight;

/// An expression for a heuristic; [`HeuristicExpr::dispatch`] makes the heuristic for a goal.
///
/// Its depth is at most [`HeuristicExpr::MAX_DEPTH`] and its length at most
/// [`HeuristicExpr::MAX_PARTS`], so it may be traversed recursively.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeuristicExpr {
    expr: Expr,
    depth: usize,
    n_parts: usize,
}

/// The outermost level of a [`HeuristicExpr`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// A registered heuristic. Its argument is `None` if that is the default, or it has no
    /// parameter.
    Registered(&'static HeuristicAbout, Option<u32>),
    /// Pattern databases: the tiles of each pattern, each tile at most once.
    Patterns(Arc<[Vec<u8>]>),
    /// Pattern databases, registered or not, that keep the blank: see [`Blank`].
    KeepBlank(Arc<HeuristicExpr>),
    /// The maximum of several.
    Max(Arc<[HeuristicExpr]>),
    /// The sum of several.
    Sum(Arc<[HeuristicExpr]>),
    /// A multiple of another, rounded down.
    Weighted(Weight, Arc<HeuristicExpr>),
    /// A formula of the user's.
    Formula(Arc<Formula>),
}

/// Parts that can't be composed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CompositionError {
    #[error("max and sum need at least one heuristic")]
    Empty,
    #[error("heuristics can be nested at most {} deep", HeuristicExpr::MAX_DEPTH)]
    TooDeep,
    #[error("at most {} heuristics can be combined", HeuristicExpr::MAX_PARTS)]
    TooMany,
    #[error("a pattern needs at least one tile")]
    EmptyPattern,
    #[error(
        "keep-blank applies to pattern databases only, one at a time, such as \
         keep-blank(pdb-6-6-3) or keep-blank(pdb:1,2,3,4|5,6,7,8)"
    )]
    BlankNotSupported,
    #[error("{key} takes a whole number from {min} to {max}, such as {key}({default})")]
    ArgumentOutOfRange {
        key: &'static str,
        min: u32,
        max: u32,
        default: u32,
    },
    #[error("{0} takes no number")]
    NoParameter(&'static str),
    #[error(
        "the formula becomes too long: it has at most {} bytes and {} levels",
        Formula::MAX_LENGTH,
        Formula::MAX_NESTING
    )]
    FormulaTooLong,
    #[error(transparent)]
    Partition(#[from] PartitionError),
}

impl CompositionError {
    /// The error of an argument that this heuristic doesn't take.
    fn argument(about: &HeuristicAbout) -> Self {
        let key = about.key;
        match about.parameter {
            Some(Parameter {
                min, max, default, ..
            }) => CompositionError::ArgumentOutOfRange {
                key,
                min,
                max,
                default,
            },
            None => CompositionError::NoParameter(key),
        }
    }
}

impl From<&'static HeuristicAbout> for HeuristicExpr {
    fn from(about: &'static HeuristicAbout) -> Self {
        HeuristicExpr {
            expr: Expr::Registered(about, None),
            depth: 1,
            n_parts: 1,
        }
    }
}

impl From<Formula> for HeuristicExpr {
    fn from(formula: Formula) -> Self {
        HeuristicExpr {
            depth: 1,
            n_parts: formula.heuristics().len().max(1),
            expr: Expr::Formula(formula.into()),
        }
    }
}

impl HeuristicExpr {
    /// The maximum depth.
    pub const MAX_DEPTH: usize = 8;
    /// The maximum number of heuristics in an expression.
    pub const MAX_PARTS: usize = 32;

    /// A registered heuristic with this argument.
    ///
    /// # Errors
    /// If it has no parameter, or the argument is out of range.
    pub fn with_argument(
        about: &'static HeuristicAbout,
        argument: u32,
    ) -> Result<Self, CompositionError> {
        let in_range = |parameter: &Parameter| (parameter.min..=parameter.max).contains(&argument);
        let Some(Parameter { default, .. }) = about.parameter.filter(in_range) else {
            return Err(CompositionError::argument(about));
        };
        let argument = (argument != default).then_some(argument);
        Ok(HeuristicExpr {
            expr: Expr::Registered(about, argument),
            ..about.into()
        })
    }

    /// A registered heuristic with its least argument, its default and its greatest; by itself if
    /// it has no parameter.
    pub fn samples(about: &'static HeuristicAbout) -> Vec<HeuristicExpr> {
        let Some(parameter) = about.parameter else {
            return vec![about.into()];
        };
        let with = |argument| Self::with_argument(about, argument).ok();
        parameter.samples().into_iter().filter_map(with).collect()
    }

    /// Pattern databases with these patterns. Whether they partition the tiles is checked when the
    /// goal is known.
    ///
    /// # Errors
    /// If a pattern is empty, contains the blank, or shares a tile with another.
    pub fn patterns(patterns: Vec<Vec<u8>>) -> Result<Self, CompositionError> {
        if patterns.is_empty() || patterns.iter().any(Vec::is_empty) {
            return Err(CompositionError::EmptyPattern);
        }
        let mut is_seen: u128 = 0;
        for &tile in patterns.iter().flatten() {
            if tile == 0 || tile >= 100 {
                return Err(PartitionError::NoSuchTile(tile).into());
            }
            if is_seen >> tile & 1 == 1 {
                return Err(PartitionError::Repeated(tile).into());
            }
            is_seen |= 1 << tile;
        }
        Ok(HeuristicExpr {
            expr: Expr::Patterns(patterns.into()),
            depth: 1,
            n_parts: 1,
        })
    }

    /// These pattern databases with the blank kept.
    ///
    /// # Errors
    /// If it is anything but pattern databases.
    pub fn keep_blank(self) -> Result<Self, CompositionError> {
        match &self.expr {
            Expr::KeepBlank(_) => Ok(self),
            _ if self.is_pattern_database() => Ok(HeuristicExpr {
                depth: 1,
                n_parts: 1,
                expr: Expr::KeepBlank(self.into()),
            }),
            _ => Err(CompositionError::BlankNotSupported),
        }
    }

    /// The same pattern databases with the blank minimised away; other expressions unchanged.
    #[must_use]
    pub fn minimise_blank(self) -> Self {
        match self.expr {
            Expr::KeepBlank(databases) => Arc::unwrap_or_clone(databases),
            _ => self,
        }
    }

    /// Whether it is a set of pattern databases, uncombined.
    pub fn is_pattern_database(&self) -> bool {
        match &self.expr {
            Expr::Registered(about, _) => partition_requirement(about.key).is_some(),
            Expr::Patterns(_) | Expr::KeepBlank(_) => true,
            Expr::Max(_) | Expr::Sum(_) | Expr::Weighted(..) | Expr::Formula(_) => false,
        }
    }

    /// Whether it is pattern databases that keep the blank.
    pub fn keeps_blank(&self) -> bool {
        matches!(self.expr, Expr::KeepBlank(_))
    }

    /// The partition of the goal's tiles, if it is pattern databases that fit the goal.
    pub fn partition(&self, goal: &Board) -> Option<Partition> {
        match &self.expr {
            Expr::Registered(about, _) => partition(about.key, goal),
            Expr::Patterns(patterns) => Some(patterns.to_vec().into()),
            Expr::KeepBlank(databases) => Some(databases.partition(goal)?.with(Blank::Kept)),
            Expr::Max(_) | Expr::Sum(_) | Expr::Weighted(..) | Expr::Formula(_) => None,
        }
    }

    /// The pointwise maximum of `parts`.
    ///
    /// # Errors
    /// If there are none or too many of them, or they are nested too deep.
    pub fn max(parts: Vec<HeuristicExpr>) -> Result<Self, CompositionError> {
        Self::combine(parts, Expr::Max)
    }

    /// The pointwise sum of `parts`.
    ///
    /// # Errors
    /// If there are none or too many of them, or they are nested too deep.
    pub fn sum(parts: Vec<HeuristicExpr>) -> Result<Self, CompositionError> {
        Self::combine(parts, Expr::Sum)
    }

    /// `weight` times `part`, rounded down.
    ///
    /// # Errors
    /// If it is nested too deep.
    pub fn weighted(weight: Weight, part: HeuristicExpr) -> Result<Self, CompositionError> {
        if part.formula().is_some() {
            return Self::from_parts(&format!("{}*{}", weight.get(), text_in_formula(&part)));
        }
        let (depth, n_parts) = (part.depth, part.n_parts);
        Self::nest(Expr::Weighted(weight, part.into()), depth, n_parts)
    }

    fn combine(
        parts: Vec<HeuristicExpr>,
        expr: fn(Arc<[HeuristicExpr]>) -> Expr,
    ) -> Result<Self, CompositionError> {
        let depth = (parts.iter().map(|part| part.depth).max()).ok_or(CompositionError::Empty)?;
        if parts.iter().any(|part| part.formula().is_some()) {
            let whole = HeuristicExpr {
                expr: expr(parts.into()),
                depth,
                n_parts: 1,
            };
            return Self::from_parts(&text_in_formula(&whole));
        }
        let n_parts = parts.iter().map(|part| part.n_parts).sum();
        Self::nest(expr(parts.into()), depth, n_parts)
    }

    /// The formula that was put together from parts, one of which is a formula.
    fn from_parts(text: &str) -> Result<Self, CompositionError> {
        let formula = Formula::parse(text).map_err(|_| CompositionError::FormulaTooLong)?;
        Ok(formula.into())
    }

    /// `expr`, whose parts have this depth and number.
    fn nest(expr: Expr, depth: usize, n_parts: usize) -> Result<Self, CompositionError> {
        if depth >= Self::MAX_DEPTH {
            Err(CompositionError::TooDeep)
        } else if n_parts > Self::MAX_PARTS {
            Err(CompositionError::TooMany)
        } else {
            let depth = depth + 1;
            Ok(HeuristicExpr {
                expr,
                depth,
                n_parts,
            })
        }
    }

    pub fn expr(&self) -> &Expr {
        &self.expr
    }

    /// The formula, if it is one.
    pub fn formula(&self) -> Option<&Formula> {
        match &self.expr {
            Expr::Formula(formula) => Some(formula),
            _ => None,
        }
    }

    /// Its registry entry, if it is a registered heuristic, uncombined.
    pub fn about(&self) -> Option<&'static HeuristicAbout> {
        match self.expr {
            Expr::Registered(about, _) => Some(about),
            _ => None,
        }
    }

    /// Its argument, if it is a registered heuristic with a parameter, uncombined.
    pub fn argument(&self) -> Option<u32> {
        match self.expr {
            Expr::Registered(about, argument) => argument.or(Some(about.parameter?.default)),
            _ => None,
        }
    }

    /// Whether it is known to be admissible from its parts.
    ///
    /// A maximum of admissible heuristics is admissible. A weight up to 1 lowers the value, and so
    /// does rounding down. A sum is not known to be admissible: a move may be counted in several
    /// parts.
    pub fn is_admissible(&self) -> bool {
        self.all_leaves_satisfy(Self::is_admissible, |claims| claims.admissible, true)
    }

    /// Whether it is known to be consistent from its parts.
    ///
    /// A maximum falls by no more than the part that attained it. With a weight w up to 1 and an
    /// integer cost c, h ≤ c + h' gives w h ≤ c + w h', hence ⌊w h⌋ ≤ c + ⌊w h'⌋: rounding down
    /// preserves consistency.
    pub fn is_consistent(&self) -> bool {
        self.all_leaves_satisfy(Self::is_consistent, |claims| claims.consistent, false)
    }

    /// Whether a property follows from its parts: `claimed` says which registered heuristics have
    /// it, `of_patterns` whether pattern databases have it.
    fn all_leaves_satisfy(
        &self,
        of_part: fn(&HeuristicExpr) -> bool,
        claimed: fn(Claims) -> bool,
        of_patterns: bool,
    ) -> bool {
        match &self.expr {
            Expr::Registered(about, argument) => claims(about.key, *argument).is_some_and(claimed),
            Expr::Patterns(_) => of_patterns,
            // Its entries are exact.
            Expr::KeepBlank(_) => true,
            Expr::Max(parts) => parts.iter().all(of_part),
            Expr::Sum(parts) => parts.len() == 1 && of_part(&parts[0]),
            Expr::Weighted(weight, part) => *weight <= Weight::ONE && of_part(part),
            Expr::Formula(formula) => claimed(formula.claims()),
        }
    }

    /// What it takes to prepare it for a goal.
    pub fn preparation(&self) -> Preparation {
        let of_leaf = |leaf: &HeuristicExpr| match &leaf.expr {
            Expr::Registered(about, _) => about.preparation,
            Expr::KeepBlank(databases) => databases.preparation(),
            _ => Preparation::Tables,
        };
        let leaves = self.leaves().into_iter().map(of_leaf);
        leaves.max().unwrap_or(Preparation::Immediate)
    }

    /// The registered heuristics and pattern databases in it, from left to right.
    pub fn leaves(&self) -> Vec<&HeuristicExpr> {
        match &self.expr {
            Expr::Registered(..) | Expr::Patterns(_) | Expr::KeepBlank(_) => vec![self],
            Expr::Max(parts) | Expr::Sum(parts) => parts.iter().flat_map(Self::leaves).collect(),
            Expr::Weighted(_, part) => part.leaves(),
            Expr::Formula(formula) => formula.heuristics().iter().collect(),
        }
    }

    /// The distinct leaves.
    fn unique_leaves(&self) -> Vec<&HeuristicExpr> {
        let mut leaves = self.leaves();
        let mut seen: Vec<&HeuristicExpr> = Vec::new();
        leaves.retain(|leaf| {
            let is_new = !seen.contains(leaf);
            seen.push(leaf);
            is_new
        });
        leaves
    }

    /// The partitions of the goal's tiles used by the pattern databases in it.
    pub fn partitions(&self, goal: &Board) -> Vec<Partition> {
        let leaves = self.unique_leaves().into_iter();
        leaves.filter_map(|leaf| leaf.partition(goal)).collect()
    }

    /// Its display name, where `name` gives the display names of registered heuristics:
    /// “max(Manhattan, Misplaced tiles)”.
    pub fn describe(&self, name: &dyn Fn(&'static HeuristicAbout) -> &'static str) -> String {
        let list = |parts: &[HeuristicExpr]| {
            let words: Vec<String> = parts.iter().map(|part| part.describe(name)).collect();
            words.join(", ")
        };
        match &self.expr {
            Expr::Registered(about, _) => match self.argument() {
                Some(argument) => format!("{} ({argument})", name(about)),
                None => name(about).to_owned(),
            },
            Expr::Patterns(patterns) => {
                let sizes: Vec<String> = patterns.iter().map(|p| p.len().to_string()).collect();
                format!("Patterns {}", sizes.join("-"))
            }
            Expr::KeepBlank(databases) => format!("{}, blank kept", databases.describe(name)),
            Expr::Max(parts) => format!("max({})", list(parts)),
            Expr::Sum(parts) => format!("sum({})", list(parts)),
            Expr::Weighted(weight, part) => format!("{} × {}", weight.get(), part.describe(name)),
            Expr::Formula(formula) => formula.text().to_owned(),
        }
    }

    /// Its display name: “Manhattan distance”, “2 × Manhattan distance”.
    pub fn name(&self) -> String {
        self.describe(&|about| about.name)
    }
}

/// Writes the syntax that `from_str` reads.
impl fmt::Display for HeuristicExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, name: &str, parts: &[HeuristicExpr]| {
            write!(f, "{name}(")?;
            for (i, part) in parts.iter().enumerate() {
                write!(f, "{}{part}", if i > 0 { ", " } else { "" })?;
            }
            write!(f, ")")
        };
        match &self.expr {
            Expr::Registered(about, None) => write!(f, "{}", about.key),
            Expr::Registered(about, Some(argument)) => write!(f, "{}({argument})", about.key),
            Expr::Patterns(patterns) => {
                let pattern = |tiles: &Vec<u8>| {
                    let tiles: Vec<String> = tiles.iter().map(u8::to_string).collect();
                    tiles.join(",")
                };
                let patterns: Vec<String> = patterns.iter().map(pattern).collect();
                write!(f, "pdb:{}", patterns.join("|"))
            }
            Expr::KeepBlank(databases) => write!(f, "keep-blank({databases})"),
            Expr::Max(parts) => list(f, "max", parts),
            Expr::Sum(parts) => list(f, "sum", parts),
            Expr::Weighted(weight, part) => write!(f, "{}*{part}", weight.get()),
            Expr::Formula(formula) => f.write_str(formula.text()),
        }
    }
}
