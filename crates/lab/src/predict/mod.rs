//! Predictions: how many nodes IDA* will expand, before it does.
//!
//! Korf, Reid & Edelkamp (2001) count the nodes of an iteration from the distribution of h. Here the
//! count is exact on average over all starts, if the distribution is: a walk of i moves of the blank that never turns back
//! leads from as many starts to a board as there are such walks from that board. So a node at depth i
//! is expanded at a bound d for each board with h ≤ d − i and each walk of i moves from it:
//! E(d) = 1/|S| Σ_b Σ_i N_i(b) · #{boards with the blank at b and h ≤ d − i}.

mod by_blank;
mod chain;
pub mod conditional;
mod counting;
mod estimator;
mod forecast;
mod sampled;
mod walks;

pub use by_blank::ByBlank;
pub use forecast::{Forecast, Iterations};
pub use sampled::Drawing;
pub use walks::branching_factor;

use crate::Interrupt;
use crate::audit::intervals::Estimated;
use crate::audit::{AuditError, Limits};
use tilescope_puzzle::heuristics::tile_values;
use tilescope_puzzle::{Board, Costs, HeuristicExpr, WholeSpace};
use tilescope_search::Cost;
use walks::Walks;

/// The greatest bound: beyond it the number of nodes has no name and no use.
pub const MAX_BOUND: usize = 300;

/// What to predict: iterations of IDA* that never undo a move, where each move costs 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prediction {
    pub goal: Board,
    pub heuristic: HeuristicExpr,
    /// The greatest bound of an iteration.
    pub bound: usize,
}

/// The expected number of nodes of iterations, averaged over all starts.
#[derive(Clone, PartialEq, Debug)]
pub struct Predicted {
    pub prediction: Prediction,
    pub method: Method,
    /// The number of boards that can reach the goal: exact on up to 16 cells.
    pub n_boards: f64,
    /// The number of boards with each value of h, from 0. A value that no bound reaches counts as
    /// [`MAX_BOUND`] + 1. Exact unless it is of a sample.
    pub histogram: Vec<f64>,
    /// The mean of h, with its interval if it is that of a sample.
    pub mean_h: Estimated,
    /// The asymptotic branching factor b without turning back.
    pub branching_factor: f64,
    /// The heuristic's quality η: the mean of b^−h. It is about the part of the nodes of a
    /// brute-force search that IDA* expands at the same bound (Breyer & Korf 2008).
    pub quality: Estimated,
    /// For each bound from 0: the nodes that are expected to be expanded.
    pub expanded: Vec<Estimated>,
    /// The same without a heuristic.
    pub brute_force: Vec<f64>,
}

/// How the distribution of h was found. The first two are exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Every board was looked at.
    Enumeration,
    /// The boards were counted by dynamic programming, not looked at.
    Counting,
    /// As many boards were drawn at random: the figures have intervals.
    Sample(u64),
}

impl Method {
    pub fn key(self) -> &'static str {
        match self {
            Method::Enumeration => "enumeration",
            Method::Counting => "counting",
            Method::Sample(_) => "sample",
        }
    }
}

/// Why there is no prediction.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PredictError {
    #[error("the bound is a number of moves up to {MAX_BOUND}, not {0}")]
    Bound(usize),
    #[error(transparent)]
    Audit(#[from] AuditError),
}

/// Predicts the nodes of the iterations with bounds from 0 on.
///
/// # Errors
/// If the distribution of h can't be found, or the work was interrupted.
pub fn predict(
    prediction: &Prediction,
    limits: Limits,
    interrupt: &Interrupt,
    on_progress: &mut (dyn FnMut(f64) + Send),
) -> Result<Predicted, PredictError> {
    prediction.check()?;
    let Prediction {
        goal, heuristic, ..
    } = prediction;
    let n_cells = goal.size().n_cells();
    if let Some(values) = prediction
        .values()
        .filter(|_| n_cells <= counting::MAX_CELLS)
    {
        let counted = counting::count(goal, &values, interrupt, on_progress)?;
        return Ok(prediction.of_distributions(Method::Counting, &[counted]));
    }
    if n_cells <= WholeSpace::MAX_CELLS {
        let counted = by_blank::enumerate(goal, heuristic, limits, interrupt, on_progress)?;
        return Ok(prediction.of_distributions(Method::Enumeration, &[counted]));
    }
    predict_by_drawing(
        prediction,
        Drawing::default(),
        limits,
        interrupt,
        on_progress,
    )
}

/// The same from random boards, also where all could be counted.
///
/// # Errors
/// If the heuristic does not fit, there is not enough memory, or the work was interrupted.
pub fn predict_by_drawing(
    prediction: &Prediction,
    drawing: Drawing,
    limits: Limits,
    interrupt: &Interrupt,
    on_progress: &mut (dyn FnMut(f64) + Send),
) -> Result<Predicted, PredictError> {
    prediction.check()?;
    let Prediction {
        goal, heuristic, ..
    } = prediction;
    let sampled = sampled::sample(goal, heuristic, drawing, limits, interrupt, on_progress)?;
    Ok(prediction.of_distributions(Method::Sample(sampled.n_drawn), &sampled.shares))
}

impl Prediction {
    fn check(&self) -> Result<(), PredictError> {
        match self.bound > MAX_BOUND {
            true => Err(PredictError::Bound(self.bound)),
            false => Ok(()),
        }
    }

    /// The values of each tile in each cell, if h is their sum.
    fn values(&self) -> Option<Vec<Vec<Cost>>> {
        let about = self.heuristic.about()?;
        tile_values(about.key, &self.goal, COSTS)
    }

    /// What follows from the distribution of h, or from several estimates of it.
    fn of_distributions(&self, method: Method, found: &[ByBlank]) -> Predicted {
        let size = self.goal.size();
        let n_boards: f64 = match method {
            Method::Sample(_) => (3..=size.n_cells()).map(|n| n as f64).product(),
            Method::Counting | Method::Enumeration => found[0].0.iter().flatten().sum::<f64>(),
        };
        let histograms: Vec<Vec<f64>> = found.iter().map(ByBlank::histogram).collect();
        let branching_factor = branching_factor(size);
        let mean = |value: &dyn Fn(f64) -> f64| {
            let of_histogram = |histogram: &Vec<f64>| {
                let values = histogram.iter().enumerate();
                let sum: f64 = values.map(|(h, n)| n * value(h as f64)).sum();
                sum / histogram.iter().sum::<f64>()
            };
            estimated(histograms.iter().map(of_histogram).collect())
        };
        let exact_mean = match method {
            Method::Sample(_) => self
                .values()
                .map(|values| counting::mean(&self.goal, &values)),
            Method::Counting | Method::Enumeration => None,
        };
        let walks = Walks::count(size, self.bound);
        let bounds = 0..=self.bound;
        let expanded = |d| estimated(found.iter().map(|it| it.expanded(&walks, d)).collect());
        let zero = ByBlank::without_heuristic(size.n_cells());
        Predicted {
            prediction: self.clone(),
            method,
            n_boards,
            mean_h: match exact_mean {
                Some(exact) => estimated(vec![exact]),
                None => mean(&|h| h),
            },
            branching_factor,
            quality: mean(&|h| branching_factor.powf(-h)),
            expanded: bounds.clone().map(expanded).collect(),
            brute_force: bounds.map(|d| zero.expanded(&walks, d)).collect(),
            histogram: joined(&histograms, n_boards),
        }
    }
}

/// The mean of independent estimates, with the interval that follows from how they differ; what is
/// exact is alone.
fn estimated(values: Vec<f64>) -> Estimated {
    let mean = Estimated::mean(values.iter().map(|value| (*value, 1)));
    mean.unwrap_or(Estimated {
        value: values[0],
        low: values[0],
        high: values[0],
    })
}

/// The mean of several histograms, as numbers of all boards.
fn joined(histograms: &[Vec<f64>], n_boards: f64) -> Vec<f64> {
    let [alone] = histograms else {
        let len = histograms.iter().map(Vec::len).max().unwrap_or(0);
        let all: f64 = histograms.iter().flatten().sum();
        let sum = |h| histograms.iter().filter_map(|it| it.get(h)).sum::<f64>();
        return (0..len).map(|h| sum(h) / all * n_boards).collect();
    };
    alone.clone()
}

/// The costs that a prediction is about.
pub const COSTS: Costs = Costs::UNIT;
