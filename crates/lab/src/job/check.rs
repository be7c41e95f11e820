//! Whether a job fits together, and what is said where it does not.

use super::Job;
use crate::{Problem, databases};
use tilescope_engines as engines;
use tilescope_puzzle::heuristics::{HeuristicError, HeuristicExprError};
use tilescope_puzzle::routes::ROUTE_HEURISTICS;
use tilescope_puzzle::{Board, CostError, Puzzle, Size};
use tilescope_search::Value;

/// Settings that do not fit together.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum JobError {
    #[error("there is no algorithm “{0}”; `tilescope list` names them all")]
    NoSuchAlgorithm(String),
    #[error("{0}; `tilescope list` shows what there is")]
    NoSuchHeuristic(#[from] HeuristicExprError),
    #[error("{option} does not apply to {algorithm}, which has {options}")]
    DoesNotApply {
        option: String,
        algorithm: &'static str,
        options: String,
    },
    #[error("{option} {value} does not apply to {algorithm}, which takes {takes}")]
    NoSuchValue {
        option: String,
        value: Value,
        algorithm: &'static str,
        takes: String,
    },
    #[error("start is {start} and goal is {goal}: both must have the same size")]
    SizesDiffer { start: Size, goal: Size },
    #[error("start is {start} and the board to measure to is {to}: both must have the same size")]
    MeasuresToOtherSize { start: Size, to: Size },
    #[error(transparent)]
    Costs(#[from] CostError),
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    #[error(transparent)]
    Engine(#[from] engines::UnsupportedPuzzle),
    #[error("the engine {0} knows sliding tiles alone: choose an algorithm, such as a-star")]
    TilesAlone(&'static str),
    #[error("there is no heuristic “{0}” for road maps: there are {keys}", keys = estimate_keys())]
    NoSuchEstimate(String),
}

impl Job {
    /// # Errors
    /// If the settings do not fit together or do not fit the puzzle.
    pub fn check(&self) -> Result<(), JobError> {
        match &self.problem {
            Problem::Tiles(puzzle) => self.check_sizes(puzzle)?,
            Problem::Route(_) if self.settings.algorithm.is_engine() => {
                return Err(JobError::TilesAlone(self.settings.algorithm.name));
            }
            // A route is a map with two of its cities: nothing else has to fit.
            Problem::Route(_) => {}
        }
        let algorithm = self.settings.algorithm;
        for applies in algorithm.options {
            let value = applies.about().get(&self.settings.options);
            if !applies.has(value) {
                return Err(JobError::NoSuchValue {
                    option: applies.about().flag(),
                    value,
                    algorithm: algorithm.name,
                    takes: applies.takes(),
                });
            }
        }
        if let Problem::Tiles(puzzle) = &self.problem {
            engines::check(algorithm.key, puzzle, &self.settings.options)?;
            databases::engine(&self.settings, puzzle).transpose()?;
        }
        Ok(())
    }

    fn check_sizes(&self, puzzle: &Puzzle) -> Result<(), JobError> {
        let (start, goal) = (puzzle.start.size(), puzzle.goal.size());
        if start != goal {
            return Err(JobError::SizesDiffer { start, goal });
        }
        if let Some(to) = self.settings.measure_to.as_ref().map(Board::size)
            && start != to
        {
            return Err(JobError::MeasuresToOtherSize { start, to });
        }
        Ok(puzzle.costs.check(start)?)
    }
}

fn estimate_keys() -> String {
    let keys: Vec<_> = ROUTE_HEURISTICS.iter().map(|about| about.key).collect();
    keys.join(", ")
}
