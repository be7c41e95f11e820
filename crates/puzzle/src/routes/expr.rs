//! Heuristic expressions for road maps: a registered heuristic, or a formula over them such as
//! `2*straight-line` or `max(straight_line, as_drawn) + 20`.
//!
//! A formula has the numbers, operators and functions of the formulas for sliding tiles. A name in it
//! is the key of a heuristic, with hyphens or underscores.

use super::heuristic::{Estimates, ROUTE_HEURISTICS, RouteHeuristic, RouteHeuristicAbout};
use super::{City, Map};
use crate::heuristics::expr::parse::{Cause, HeuristicExprError};
use crate::heuristics::formula::node::Node;
use crate::heuristics::formula::parse::{At, FormulaError, Parser, parse};
use crate::heuristics::formula::rounded;
use crate::notation::excerpt;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// An expression for a heuristic on road maps. Two formulas are equal if their texts are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RouteExpr {
    Registered(RouteHeuristic),
    Formula(Arc<RouteFormula>),
}

/// A formula that was parsed.
#[derive(Clone, Debug)]
pub struct RouteFormula {
    /// The text, with single spaces.
    text: String,
    root: Node,
    /// The heuristics in it, each once: [`Node::Heuristic`] has their indices.
    heuristics: Vec<RouteHeuristic>,
}

impl PartialEq for RouteFormula {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for RouteFormula {}

impl Default for RouteExpr {
    fn default() -> Self {
        RouteHeuristic::default().into()
    }
}

impl From<RouteHeuristic> for RouteExpr {
    fn from(heuristic: RouteHeuristic) -> Self {
        RouteExpr::Registered(heuristic)
    }
}

impl RouteExpr {
    /// The registry entry of a registered heuristic.
    pub fn about(&self) -> Option<&'static RouteHeuristicAbout> {
        match self {
            RouteExpr::Registered(heuristic) => Some(heuristic.about()),
            RouteExpr::Formula(_) => None,
        }
    }

    /// The display name: “Straight line”, “2*straight-line”.
    pub fn name(&self) -> &str {
        match self {
            RouteExpr::Registered(heuristic) => heuristic.about().name,
            RouteExpr::Formula(formula) => &formula.text,
        }
    }

    /// The heuristics in it, each once.
    pub fn heuristics(&self) -> &[RouteHeuristic] {
        match self {
            RouteExpr::Registered(heuristic) => std::slice::from_ref(heuristic),
            RouteExpr::Formula(formula) => &formula.heuristics,
        }
    }

    /// The estimates of the distance to `goal`, rounded as those of a formula for sliding tiles.
    pub fn estimates_to(&self, map: &Map, goal: City) -> Estimates {
        let formula = match self {
            RouteExpr::Registered(heuristic) => return heuristic.estimates_to(map, goal),
            RouteExpr::Formula(formula) => formula,
        };
        let parts: Vec<Estimates> = (formula.heuristics.iter())
            .map(|heuristic| heuristic.estimates_to(map, goal))
            .collect();
        let value = |city: City| {
            formula.root.value(&|leaf| match leaf {
                Node::Heuristic(i) => f64::from(parts[*i].value(city)),
                // No other name can be parsed.
                _ => 0.0,
            })
        };
        Estimates::new(map.cities().map(|city| rounded(value(city))).collect())
    }
}

/// Writes the syntax that `from_str` reads.
impl fmt::Display for RouteExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RouteExpr::Registered(heuristic) => f.write_str(heuristic.about().key),
            RouteExpr::Formula(formula) => f.write_str(&formula.text),
        }
    }
}

impl FromStr for RouteExpr {
    type Err = HeuristicExprError;

    fn from_str(text: &str) -> Result<Self, HeuristicExprError> {
        if let Some(heuristic) = RouteHeuristic::from_key(text.trim()) {
            return Ok(heuristic.into());
        }
        // As many bytes, so that an error has its position.
        let plain = ROUTE_HEURISTICS
            .iter()
            .fold(text.to_owned(), |plain, about| {
                plain.replace(about.key, &about.key.replace('-', "_"))
            });
        match parse(&plain, term) {
            Ok((root, heuristics)) => {
                let words: Vec<&str> = text.split_whitespace().collect();
                let formula = RouteFormula {
                    text: words.join(" "),
                    root,
                    heuristics,
                };
                Ok(RouteExpr::Formula(formula.into()))
            }
            Err((FormulaError::UnknownName(name), at)) if name == text.trim() => {
                Err(HeuristicExprError::new(text, at, Cause::Unknown(name)))
            }
            Err((error, at)) => Err(HeuristicExprError::new(text, at, error)),
        }
    }
}

/// Parses the name of a heuristic.
fn term<'a>(parser: &mut Parser<'a, RouteHeuristic>, word: &'a str, at: usize) -> At<Node> {
    let heuristic = RouteHeuristic::from_key(&word.replace('_', "-"));
    let unknown = || (FormulaError::UnknownName(excerpt(word)), at);
    Ok(parser.place_of(heuristic.ok_or_else(unknown)?))
}
