//! Predictions: how many nodes IDA* will expand, before it does.
//!
//! Korf, Reid & Edelkamp (2001) count the nodes of an iteration from the distribution of h. Here the
//! count is exact on average over all starts: a walk of i moves of the blank that never turns back
//! leads from as many starts to a board as there are such walks from that board. So a node at depth i
//! is expanded at a bound d for each board with h ≤ d − i and each walk of i moves from it:
//! E(d) = 1/|S| Σ_b Σ_i N_i(b) · #{boards with the blank at b and h ≤ d − i}.

mod by_blank;
pub mod conditional;
mod counting;
mod forecast;
mod walks;

pub use by_blank::ByBlank;
pub use forecast::{Forecast, Iterations};
pub use walks::branching_factor;

use crate::Interrupt;
use crate::audit::{AuditError, Limits};
use tilescope_puzzle::heuristics::tile_values;
use tilescope_puzzle::{Board, Costs, HeuristicExpr, Size, WholeSpace};
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
    /// The number of boards that can reach the goal.
    pub n_boards: u64,
    /// The number of boards with each value of h, from 0. A value that no bound reaches counts as
    /// [`MAX_BOUND`] + 1.
    pub histogram: Vec<u64>,
    pub mean_h: f64,
    /// The asymptotic branching factor b without turning back.
    pub branching_factor: f64,
    /// The heuristic's quality η: the mean of b^−h. It is about the part of the nodes of a
    /// brute-force search that IDA* expands at the same bound (Breyer & Korf 2008).
    pub quality: f64,
    /// For each bound from 0: the nodes that are expected to be expanded.
    pub expanded: Vec<f64>,
    /// The same without a heuristic.
    pub brute_force: Vec<f64>,
}

/// How the distribution of h was found; both are exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Every board was looked at.
    Enumeration,
    /// The boards were counted by dynamic programming, not looked at.
    Counting,
}

impl Method {
    pub fn key(self) -> &'static str {
        match self {
            Method::Enumeration => "enumeration",
            Method::Counting => "counting",
        }
    }
}

/// Why there is no prediction.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PredictError {
    #[error(
        "the values of {heuristic} on all {size} boards are not known: the limit is {max} cells, \
         such as 3×4, and for manhattan {max_counted}, such as 4×4",
        max = WholeSpace::MAX_CELLS,
        max_counted = counting::MAX_CELLS
    )]
    TooLarge { heuristic: String, size: Size },
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
    let Prediction {
        goal,
        heuristic,
        bound,
    } = prediction;
    if *bound > MAX_BOUND {
        return Err(PredictError::Bound(*bound));
    }
    let size = goal.size();
    let values = heuristic
        .about()
        .and_then(|about| tile_values(about.key, goal, COSTS));
    let is_counted = size.n_cells() <= counting::MAX_CELLS;
    let (method, by_blank) = if let Some(values) = values.filter(|_| is_counted) {
        let counted = counting::count(goal, &values, interrupt, on_progress)?;
        (Method::Counting, counted)
    } else if size.n_cells() <= WholeSpace::MAX_CELLS {
        let counted = by_blank::enumerate(goal, heuristic, limits, interrupt, on_progress)?;
        (Method::Enumeration, counted)
    } else {
        let heuristic = heuristic.to_string();
        return Err(PredictError::TooLarge { heuristic, size });
    };
    let histogram = by_blank.histogram();
    let n_boards: u64 = histogram.iter().sum();
    let branching_factor = branching_factor(size);
    let mean = |value: &dyn Fn(f64) -> f64| {
        let values = histogram.iter().enumerate();
        values
            .map(|(h, &n)| n as f64 * value(h as f64))
            .sum::<f64>()
            / n_boards as f64
    };
    let (mean_h, quality) = (mean(&|h| h), mean(&|h| branching_factor.powf(-h)));
    let walks = Walks::count(size, *bound);
    let bounds = 0..=*bound;
    let expanded = bounds.clone().map(|d| by_blank.expanded(&walks, d));
    let zero = by_blank.without_heuristic();
    Ok(Predicted {
        prediction: prediction.clone(),
        method,
        n_boards,
        mean_h,
        branching_factor,
        quality,
        expanded: expanded.collect(),
        brute_force: bounds.map(|d| zero.expanded(&walks, d)).collect(),
        histogram,
    })
}

/// The costs that a prediction is about.
pub const COSTS: Costs = Costs::UNIT;
