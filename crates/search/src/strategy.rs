//! An algorithm's strategy as data: how it evaluates nodes, which one it selects next, and
//! which it prunes.
//!
//! Everything that explains a run (the sentence about a node, the legend, plots, the map) reads
//! the [`Strategy`] of its [`About`](super::About) and never asks which algorithm it is.

use super::{Completeness, Cost, Optimality, Options};

/// How an algorithm searches with certain options, and what it then guarantees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strategy {
    pub evaluation: EvaluationFunction,
    pub selection: Selection,
    pub pruning: Pruning,
    pub complete: Completeness,
    pub optimal: Optimality,
}

/// The evaluation function f(n) by which an algorithm compares nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvaluationFunction {
    /// f = g.
    PathCost,
    /// f = h.
    Heuristic,
    /// f = g + h.
    Sum,
    /// f = g + w · h, with the weight w of the [`Options`].
    WeightedSum,
    /// It compares no costs: nodes are selected by their age or depth.
    None,
}

/// Which node an algorithm expands next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// The one on the frontier with the lowest f: best-first search.
    LowestF,
    /// The one in memory with the lowest backed-up f: a node whose successors were forgotten
    /// has the lowest f of those instead of its own.
    LowestBackedUpF,
    /// The pair of frontier nodes, one of each tree, with the lowest lower bound on a path
    /// through both; one after the other.
    LowestPairBound,
    /// The oldest on the frontier of its tree: first in, first out.
    Oldest,
    /// The one on the frontier with the lowest f, and among equals a successor of the node expanded
    /// last: the first of a list into which successors are merged.
    MergedList,
    /// The deepest on the frontier: last in, first out.
    Deepest,
    /// The deepest on the frontier, and of these, which are siblings, the one with the lowest f: a
    /// stack on which successors are sorted.
    SortedStack,
    /// All nodes of a level, then those kept of the next.
    Level,
    /// A successor of the node expanded last that has a lower f.
    BetterSuccessor,
    /// A random successor of the node expanded last.
    RandomSuccessor,
    /// The state that a person has moved to: the record of a game, which is no search.
    Game,
    /// Several methods are tried, each with its own rule.
    Mixed,
}

/// Which nodes an algorithm discards although they are no duplicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruning {
    /// None.
    None,
    /// Those with f above the bound of the iteration.
    FBound,
    /// Those as deep as the bound of the iteration.
    DepthBound,
    /// Those at the depth limit, if there is one.
    DepthLimit,
    /// Those beyond the beam's width: of a level, or of the list that is the frontier.
    BeamWidth,
    /// Those with g + h no less than the cost of the best solution so far.
    BestSolution,
    /// All successors of a node but the one that it goes on to.
    OtherSuccessors,
    /// All others on the frontier, as soon as a node with a lower f is found.
    Commitment,
    /// A successor with a higher f, by chance.
    Chance,
    /// The successors of a node beside which a better alternative was found.
    Backtracking,
    /// The leaves with the highest f, when the node budget is used up.
    NodeBudget,
    /// Several methods are tried, each with its own rule.
    Mixed,
}

impl Strategy {
    /// What it guarantees, in one sentence: “Complete; optimal if h never overestimates.”
    pub fn guarantees(&self) -> String {
        format!("{}; {}.", self.complete.words(), self.optimal.words())
    }
}

impl Selection {
    /// Whether it is best-first: the lowest f of the whole frontier.
    pub fn is_best_first(self) -> bool {
        matches!(self, Selection::LowestF | Selection::MergedList)
    }
}

/// A value of an [`EvaluationFunction`], exact: weights have three decimal places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FValue {
    thousandths: u64,
}

impl EvaluationFunction {
    /// f of a node with these g and h; `None` if the algorithm compares no costs.
    pub fn f(self, g: Cost, h: Cost, options: &Options) -> Option<FValue> {
        let (g_factor, h_factor) = self.factors(options)?;
        let thousandths = u64::from(g_factor) * u64::from(g) + u64::from(h_factor) * u64::from(h);
        Some(FValue { thousandths })
    }

    /// f as a linear function of g and h: the factors of both, in thousandths. They are at most
    /// a million.
    pub fn factors(self, options: &Options) -> Option<(u32, u32)> {
        match self {
            EvaluationFunction::PathCost => Some((1000, 0)),
            EvaluationFunction::Heuristic => Some((0, 1000)),
            EvaluationFunction::Sum => Some((1000, 1000)),
            EvaluationFunction::WeightedSum => {
                let (numerator, denominator) = options.weight.ratio();
                Some((1000, numerator * (1000 / denominator)))
            }
            EvaluationFunction::None => None,
        }
    }

    /// The right side of “f = …”, such as “g + w · h”; `None` if the algorithm compares no costs.
    pub fn formula(self) -> Option<&'static str> {
        match self {
            EvaluationFunction::PathCost => Some("g"),
            EvaluationFunction::Heuristic => Some("h"),
            EvaluationFunction::Sum => Some("g + h"),
            EvaluationFunction::WeightedSum => Some("g + w · h"),
            EvaluationFunction::None => None,
        }
    }
}

impl FValue {
    /// It as a number.
    pub fn get(self) -> f64 {
        self.thousandths as f64 / 1000.0
    }

    /// It as a cost, unless it has a fraction.
    pub fn whole(self) -> Option<u64> {
        (self.thousandths.is_multiple_of(1000)).then_some(self.thousandths / 1000)
    }
}

impl From<Cost> for FValue {
    fn from(cost: Cost) -> Self {
        FValue {
            thousandths: 1000 * u64::from(cost),
        }
    }
}
