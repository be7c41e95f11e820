//! The user's own heuristics: expressions with a name and a comment.
//!
//! A name stands for its expression wherever a heuristic is typed. What is stored elsewhere is the
//! expression itself, so that puzzles, sessions and reports mean the same on every machine. [`mod@file`]
//! keeps them.

pub mod file;

use crate::format::excerpt;
use tilescope_puzzle::HeuristicExpr;
use tilescope_puzzle::heuristics::formula::{Formula, FormulaError, text_in_formula};
use tilescope_puzzle::heuristics::{HEURISTICS, HeuristicExprError};
use tilescope_puzzle::routes::ROUTE_HEURISTICS;

/// A heuristic of the user's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnHeuristic {
    pub name: String,
    /// What it is, in the user's words.
    pub comment: String,
    pub expr: HeuristicExpr,
}

impl OwnHeuristic {
    /// What it is, for a list: its comment, if there is one.
    pub fn summary(&self) -> &str {
        match self.comment.is_empty() {
            true => "An expression of your own.",
            false => &self.comment,
        }
    }
}

/// Those of a user, by name.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct OwnHeuristics(Vec<OwnHeuristic>);

/// A change of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Saves it in the place of the one called `replaces`, or as a new one.
    Save {
        heuristic: OwnHeuristic,
        replaces: Option<String>,
    },
    Delete(String),
}

/// Why something can't be saved or deleted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OwnHeuristicError {
    #[error(
        "a name has 1 to {MAX_NAME} letters, digits, hyphens and underscores, and begins with a letter: {0}"
    )]
    Name(String),
    #[error("the name {0} means something else in expressions")]
    Taken(String),
    #[error("there is a heuristic {0} of your own already")]
    Exists(String),
    #[error("there is no heuristic {0} of your own")]
    Missing(String),
    #[error("a comment has at most {MAX_COMMENT} characters")]
    Comment,
    #[error("at most {MAX_HEURISTICS} heuristics of your own are kept: delete one first")]
    TooMany,
}

/// The longest name and comment, in characters, and how many are kept.
pub const MAX_NAME: usize = 40;
pub const MAX_COMMENT: usize = 400;
pub const MAX_HEURISTICS: usize = 200;

/// Checks that a name can be given, whatever names there are.
///
/// # Errors
/// If it is none, or means something else.
pub fn check_name(name: &str) -> Result<(), OwnHeuristicError> {
    let begins = name.starts_with(char::is_alphabetic);
    if !begins || !name.chars().all(is_part) || name.chars().count() > MAX_NAME {
        return Err(OwnHeuristicError::Name(excerpt(name)));
    }
    let plain = |text: &str| text.to_lowercase().replace('-', "_");
    let keys = HEURISTICS.iter().map(|about| about.key);
    let keys = keys.chain(ROUTE_HEURISTICS.iter().map(|about| about.key));
    let mut keys = keys.chain(["keep-blank"]);
    // A word of formulas is no value, but it is known.
    let is_unknown = matches!(Formula::parse(name), Err((FormulaError::UnknownName(_), _)));
    match is_unknown && keys.all(|key| plain(key) != plain(name)) {
        true => Ok(()),
        false => Err(OwnHeuristicError::Taken(name.into())),
    }
}

/// Whether it may be part of a name.
fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

impl OwnHeuristics {
    pub fn iter(&self) -> std::slice::Iter<'_, OwnHeuristic> {
        self.0.iter()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The one of this name.
    pub fn get(&self, name: &str) -> Option<&OwnHeuristic> {
        self.0.iter().find(|own| own.name == name)
    }

    /// The one at this place.
    pub fn at(&self, place: usize) -> Option<&OwnHeuristic> {
        self.0.get(place)
    }

    /// One with this expression.
    pub fn with_expr(&self, expr: &HeuristicExpr) -> Option<&OwnHeuristic> {
        self.0.iter().find(|own| own.expr == *expr)
    }

    /// Makes a change, or none.
    ///
    /// # Errors
    /// If the name can't be given, or there is none to replace or to delete.
    pub fn apply(&mut self, change: &Change) -> Result<(), OwnHeuristicError> {
        match change {
            Change::Save {
                heuristic,
                replaces,
            } => {
                check_name(&heuristic.name)?;
                if heuristic.comment.chars().count() > MAX_COMMENT {
                    return Err(OwnHeuristicError::Comment);
                }
                let replaced = replaces.as_ref().map(|name| self.place(name)).transpose()?;
                // Names that differ in case alone would be taken for each other.
                let own = heuristic.name.to_lowercase();
                let is_same = |name: &str| name.to_lowercase() == own;
                let others = self
                    .0
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| Some(*i) != replaced);
                if let Some((_, other)) = { others }.find(|(_, own)| is_same(&own.name)) {
                    return Err(OwnHeuristicError::Exists(other.name.clone()));
                }
                match replaced {
                    Some(place) => self.0[place] = heuristic.clone(),
                    None if self.0.len() >= MAX_HEURISTICS => {
                        return Err(OwnHeuristicError::TooMany);
                    }
                    None => self.0.push(heuristic.clone()),
                }
                self.0.sort_by(|a, b| a.name.cmp(&b.name));
            }
            Change::Delete(name) => {
                let place = self.place(name)?;
                self.0.remove(place);
            }
        }
        Ok(())
    }

    fn place(&self, name: &str) -> Result<usize, OwnHeuristicError> {
        let place = self.0.iter().position(|own| own.name == name);
        place.ok_or_else(|| OwnHeuristicError::Missing(excerpt(name)))
    }

    /// Reads an expression in which these names may stand: alone, or in a formula.
    ///
    /// # Errors
    /// If it is no expression. The position is that in `text`, unless what a name stands for is wrong.
    pub fn read(&self, text: &str) -> Result<HeuristicExpr, HeuristicExprError> {
        if let Some(own) = self.get(text.trim()) {
            return Ok(own.expr.clone());
        }
        match text.parse() {
            Ok(expr) => Ok(expr),
            Err(error) => match self.expanded(text) {
                Some(expanded) => expanded.parse(),
                None => Err(error),
            },
        }
    }

    /// The text with every name replaced; `None` if there is none.
    fn expanded(&self, text: &str) -> Option<String> {
        let mut expanded = String::new();
        let mut has_any = false;
        let mut rest = text;
        let mut is_quoted = false;
        while let Some(first) = rest.chars().next() {
            let length = match is_quoted || !first.is_alphabetic() {
                true => first.len_utf8(),
                false => {
                    let length = self.word(rest);
                    if let Some(own) = self.get(&rest[..length]) {
                        expanded.push_str(&format!("({})", text_in_formula(&own.expr)));
                        has_any = true;
                        rest = &rest[length..];
                        continue;
                    }
                    length
                }
            };
            is_quoted ^= first == '"';
            expanded.push_str(&rest[..length]);
            rest = &rest[length..];
        }
        has_any.then_some(expanded)
    }

    /// The length of the word that `rest` begins with, in bytes: the longest name or key, else letters,
    /// digits and underscores.
    fn word(&self, rest: &str) -> usize {
        let plain = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
        let plain = plain.unwrap_or(rest.len());
        let names = self.0.iter().map(|own| own.name.as_str());
        let keys = HEURISTICS.iter().map(|about| about.key);
        let whole = names.chain(keys).filter(|word| {
            let after = rest.strip_prefix(word).map(|after| after.chars().next());
            after.is_some_and(|after| !after.is_some_and(|c| c.is_alphanumeric() || c == '_'))
        });
        whole.map(str::len).max().unwrap_or(plain).max(plain)
    }
}
