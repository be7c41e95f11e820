//! The iterations of a job, predicted one after the other while it runs.

use super::conditional::{Model, Transitions};
use super::{COSTS, MAX_BOUND};
use crate::audit::{AuditError, Limits};
use crate::{Interrupt, Job, Problem};
use std::sync::Arc;
use tilescope_engines as engines;
use tilescope_puzzle::{Board, HeuristicExpr};
use tilescope_search::{Duplicates, EvaluationFunction, Pruning};

/// The iterations of a job that can be predicted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iterations {
    pub start: Board,
    pub goal: Board,
    pub heuristic: HeuristicExpr,
}

/// The nodes that iterations are predicted to expand, each searched to its end: the one that finds a
/// solution ends earlier.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Forecast {
    first: usize,
    /// For each bound from the first.
    expanded: Vec<f64>,
}

/// No run expands more nodes.
const MAX_NODES: f64 = 1e15;

impl Iterations {
    /// Those of a job; `None` if its algorithm has no iterations with bounds on f.
    ///
    /// # Errors
    /// The reason why they can't be predicted.
    pub fn of(job: &Job) -> Option<Result<Self, &'static str>> {
        let settings = &job.settings;
        let (about, strategy) = (settings.algorithm, settings.strategy());
        let is_bounded =
            strategy.evaluation == EvaluationFunction::Sum && about.pruning == Pruning::FBound;
        let of_engine = engines::heuristic(about.key);
        if !is_bounded && !about.is_engine() {
            return None;
        }
        let Problem::Tiles(puzzle) = &job.problem else {
            return Some(Err("only iterations on sliding tiles are predicted"));
        };
        let reason = if !is_bounded {
            "only iterations of IDA* are predicted"
        } else if about.is_engine() && of_engine.is_none() {
            "the h of this engine is not that of one heuristic"
        } else if puzzle.costs != COSTS {
            "the prediction is for moves that cost 1 each"
        } else if settings.options.duplicates == Duplicates::None && !about.is_engine() {
            "the prediction is for searches that never undo a move"
        } else if settings.measure_to.is_some() && !about.is_engine() {
            "h is measured to another board than the goal"
        } else {
            let of_engine = of_engine.map(HeuristicExpr::from);
            let heuristic = of_engine.unwrap_or_else(|| settings.heuristic.clone());
            return Some(Ok(Iterations {
                start: puzzle.start.clone(),
                goal: puzzle.goal.clone(),
                heuristic,
            }));
        };
        Some(Err(reason))
    }

    /// Predicts one iteration after the other, and gives its bound and its nodes to `on_iteration`.
    /// What follows what is counted, or `known` from a prediction with the same goal and heuristic.
    ///
    /// # Errors
    /// If the heuristic does not fit, there is not enough memory, or the work was interrupted.
    pub fn predict(
        &self,
        known: Option<Arc<Transitions>>,
        limits: Limits,
        interrupt: &Interrupt,
        on_iteration: &mut dyn FnMut(usize, f64),
    ) -> Result<Arc<Transitions>, AuditError> {
        let Iterations {
            start,
            goal,
            heuristic,
        } = self;
        let model = Model::knowing(known, goal, heuristic, limits, interrupt, &mut |_| {})?;
        let mut from = model.from_start(start, MAX_BOUND);
        for bound in from.h as usize..=MAX_BOUND {
            let expanded = from.expanded(bound);
            on_iteration(bound, expanded);
            if expanded > MAX_NODES || interrupt.is_stopped() {
                break;
            }
        }
        Ok(Arc::clone(model.counted()))
    }
}

impl Forecast {
    /// Adds the next iteration.
    pub fn push(&mut self, bound: usize, expanded: f64) {
        if self.expanded.is_empty() {
            self.first = bound;
        }
        self.expanded.push(expanded);
    }

    /// The nodes that the iteration with this bound expands, if it is predicted.
    pub fn nodes(&self, bound: usize) -> Option<f64> {
        let i = bound.checked_sub(self.first)?;
        self.expanded.get(i).copied()
    }

    /// The least bound above this one within which there are more nodes, and their number. Estimates
    /// that differ by less than their error are of the same nodes.
    pub fn next(&self, bound: usize) -> Option<(usize, f64)> {
        const LEAST_GROWTH: f64 = 1.01;
        let nodes = self.nodes(bound)? * LEAST_GROWTH;
        (bound + 1..self.first + self.expanded.len())
            .filter_map(|next| Some((next, self.nodes(next)?)))
            .find(|(_, more)| *more > nodes)
    }
}
