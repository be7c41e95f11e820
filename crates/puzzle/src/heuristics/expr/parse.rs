//! A parser of heuristic expressions, whose errors give the position.

use super::formula::{Formula, FormulaError, looks_like_formula};
use super::{CompositionError, HeuristicExpr};
use crate::heuristics::{HEURISTICS, HeuristicAbout};
use crate::notation::excerpt;
use std::str::FromStr;
use tilescope_search::{Weight, WeightError};

/// Why a text is not a heuristic expression.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{cause}, at character {at}")]
pub struct HeuristicExprError {
    pub cause: Cause,
    /// The position in characters, from 1.
    pub at: usize,
}

/// What is wrong.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Cause {
    #[error("there is no heuristic “{0}”")]
    Unknown(String),
    #[error("a heuristic is missing")]
    Missing,
    #[error("“{0}” is not a weight, which is a number from 0 to 1000")]
    NotAWeight(String),
    #[error(transparent)]
    Weight(#[from] WeightError),
    #[error("“{0}” is not a tile: patterns are written as pdb:1,2,3|4,5")]
    NotATile(String),
    #[error("max and sum are written as max(manhattan, misplaced)")]
    MissingList,
    #[error("keep-blank is written as keep-blank(pdb-6-6-3) or keep-blank(pdb:1,2,3|4,5)")]
    MissingDatabases,
    #[error("the list is not closed: “)” is missing")]
    Unclosed,
    #[error("the heuristic ends before “{0}”")]
    Unexpected(String),
    #[error(transparent)]
    Composition(#[from] CompositionError),
    #[error(transparent)]
    Formula(#[from] FormulaError),
}

impl HeuristicExprError {
    /// An error at this byte of `text`, from 0.
    pub(crate) fn new(text: &str, at: usize, cause: impl Into<Cause>) -> Self {
        HeuristicExprError {
            cause: cause.into(),
            at: text[..at].chars().count() + 1,
        }
    }
}

/// Parses the syntax described at the top of the module. White space does not matter. What can be
/// read as another expression is no formula.
///
/// A comma after a pattern continues the pattern if a whole number follows that is not a weight.
impl FromStr for HeuristicExpr {
    type Err = HeuristicExprError;

    fn from_str(text: &str) -> Result<Self, HeuristicExprError> {
        let error = match composed(text) {
            Ok(expr) => return Ok(expr),
            Err(error) => error,
        };
        let is_out_of_range = matches!(error.cause, Cause::Weight(_) | Cause::Composition(_));
        match (Formula::parse(text), looks_like_formula(text)) {
            (Ok(formula), is_formula) if is_formula || !is_out_of_range => Ok(formula.into()),
            (Err((cause, at)), true) => Err(HeuristicExprError::new(text, at, cause)),
            _ => Err(error),
        }
    }
}

/// Parses an expression that is no formula.
fn composed(text: &str) -> Result<HeuristicExpr, HeuristicExprError> {
    let mut parser = Parser { text, at: 0 };
    let expr = parser.expr(1)?;
    match parser.rest() {
        "" => Ok(expr),
        rest => Err(parser.error(parser.at, Cause::Unexpected(excerpt(rest)))),
    }
}

struct Parser<'a> {
    text: &'a str,
    /// Bytes read so far, including white space.
    at: usize,
}

impl<'a> Parser<'a> {
    /// Parses an expression at this depth.
    fn expr(&mut self, depth: usize) -> Result<HeuristicExpr, HeuristicExprError> {
        self.skip_space();
        let start = self.at;
        if depth > HeuristicExpr::MAX_DEPTH {
            return Err(self.error(start, CompositionError::TooDeep));
        }
        let word = self.word();
        let found = if self.consume('*') {
            let weight = weight(word).map_err(|cause| self.error(start, cause))?;
            HeuristicExpr::weighted(weight, self.expr(depth + 1)?)
        } else if word == "max" || word == "sum" {
            if !self.consume('(') {
                return Err(self.error(start, Cause::MissingList));
            }
            let parts = self.list(depth + 1)?;
            let combine = if word == "max" {
                HeuristicExpr::max
            } else {
                HeuristicExpr::sum
            };
            combine(parts)
        } else if word == "keep-blank" {
            self.databases(start)?.keep_blank()
        } else if word.is_empty() {
            return Err(self.error(start, Cause::Missing));
        } else {
            return self.single(start, word);
        };
        found.map_err(|error| self.error(start, error))
    }

    /// Parses a registered heuristic or patterns that begin with `word`, which is at `start`.
    fn single(&mut self, start: usize, word: &str) -> Result<HeuristicExpr, HeuristicExprError> {
        if word == "pdb" && self.consume(':') {
            let patterns = HeuristicExpr::patterns(self.patterns()?);
            return patterns.map_err(|error| self.error(start, error));
        }
        let about = HEURISTICS.iter().find(|about| about.key == word);
        let about = about.ok_or_else(|| self.error(start, Cause::Unknown(excerpt(word))))?;
        if self.consume('(') {
            self.argument(about)
        } else {
            Ok((*about).into())
        }
    }

    /// Parses what follows a heuristic and “(”.
    fn argument(
        &mut self,
        about: &'static HeuristicAbout,
    ) -> Result<HeuristicExpr, HeuristicExprError> {
        let start = self.at;
        let word = self.word();
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let found = match word.parse() {
            Ok(number) if is_number => HeuristicExpr::with_argument(about, number),
            _ => Err(CompositionError::argument(about)),
        };
        let found = found.map_err(|error| self.error(start, error))?;
        match self.consume(')') {
            true => Ok(found),
            false => Err(self.unclosed()),
        }
    }

    /// Parses what follows “keep-blank”, which is at `start`.
    fn databases(&mut self, start: usize) -> Result<HeuristicExpr, HeuristicExprError> {
        if !self.consume('(') {
            return Err(self.error(start, Cause::MissingDatabases));
        }
        let at = self.at;
        let word = self.word();
        // Other expressions are valid heuristics, not unknown ones.
        if ["", "max", "sum", "keep-blank"].contains(&word) || self.consume('*') {
            return Err(self.error(start, CompositionError::BlankNotSupported));
        }
        let databases = self.single(at, word)?;
        // If it is not pattern databases, that is the error to report, whatever follows.
        if databases.is_pattern_database() && !self.consume(')') {
            return Err(self.unclosed());
        }
        Ok(databases)
    }

    /// Parses what follows “max(” or “sum(”.
    fn list(&mut self, depth: usize) -> Result<Vec<HeuristicExpr>, HeuristicExprError> {
        let mut parts = Vec::new();
        loop {
            parts.push(self.expr(depth)?);
            if self.consume(')') {
                return Ok(parts);
            }
            if parts.len() > HeuristicExpr::MAX_PARTS {
                return Err(self.error(self.at, CompositionError::TooMany));
            }
            if !self.consume(',') {
                return Err(self.unclosed());
            }
        }
    }

    /// The error of a list that does not end here.
    fn unclosed(&self) -> HeuristicExprError {
        match self.rest() {
            "" => self.error(self.at, Cause::Unclosed),
            rest => self.error(self.at, Cause::Unexpected(excerpt(rest))),
        }
    }

    /// Parses what follows “pdb:”.
    fn patterns(&mut self) -> Result<Vec<Vec<u8>>, HeuristicExprError> {
        let mut patterns = vec![vec![self.tile()?]];
        loop {
            let before = self.at;
            if self.consume('|') {
                patterns.push(vec![self.tile()?]);
            } else if self.consume(',') && self.next_is_tile() {
                let tile = self.tile()?;
                patterns.last_mut().expect("there is one").push(tile);
            } else {
                self.at = before;
                return Ok(patterns);
            }
        }
    }

    fn tile(&mut self) -> Result<u8, HeuristicExprError> {
        let start = self.at;
        let word = self.word();
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let number = word.parse().ok().filter(|_| is_number);
        number.ok_or_else(|| self.error(start, Cause::NotATile(excerpt(word))))
    }

    /// Whether a whole number follows that is not a weight.
    fn next_is_tile(&self) -> bool {
        let mut ahead = Parser { ..*self };
        let word = ahead.word();
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) && !ahead.consume('*')
    }

    /// Reads up to the next punctuation mark or white space.
    fn word(&mut self) -> &'a str {
        let is_end = |c: char| "(),|:*".contains(c) || c.is_whitespace();
        let rest = self.rest();
        let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
        self.at += word.len();
        self.skip_space();
        word
    }

    /// Reads `sign` if it comes next.
    fn consume(&mut self, sign: char) -> bool {
        let is_next = self.rest().starts_with(sign);
        if is_next {
            self.at += sign.len_utf8();
            self.skip_space();
        }
        is_next
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// An error at this byte offset.
    fn error(&self, at: usize, cause: impl Into<Cause>) -> HeuristicExprError {
        HeuristicExprError::new(self.text, at, cause)
    }
}

fn weight(word: &str) -> Result<Weight, Cause> {
    let number: f64 = word.parse().map_err(|_| Cause::NotAWeight(excerpt(word)))?;
    Ok(Weight::new(number)?)
}
