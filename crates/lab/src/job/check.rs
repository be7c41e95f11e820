//! Validation of jobs.

use super::Job;
use crate::format::excerpt;
use crate::{Problem, databases};
use tilescope_engines as engines;
use tilescope_puzzle::heuristics::{
    HeuristicError, HeuristicExprError, PatternDatabases, Preparation, Unsupported,
};
use tilescope_puzzle::routes::ROUTE_HEURISTICS;
use tilescope_puzzle::{Board, Bytes, CostError, Costs, HeuristicExpr, Puzzle, Size};
use tilescope_search::{Directionality, Value};

/// An invalid job.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum JobError {
    #[error("there is no algorithm “{}”; `tilescope list` names them all", excerpt(.0))]
    NoSuchAlgorithm(String),
    #[error("{0}; `tilescope list` shows what is allowed")]
    NoSuchHeuristic(#[from] HeuristicExprError),
    #[error("{option} does not apply to {algorithm}, which has {options}")]
    DoesNotApply {
        option: String,
        algorithm: &'static str,
        options: String,
    },
    #[error("{option} {value} does not apply to {algorithm}, which takes {takes}")]
    InvalidValue {
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
    #[error("{0}. The backward search measures to the start")]
    BackwardHeuristic(HeuristicError),
    #[error(transparent)]
    Engine(#[from] engines::UnsupportedPuzzle),
    #[error("the engine {0} only solves sliding-tile puzzles: choose an algorithm, such as a-star")]
    TilesOnly(&'static str),
    #[error(
        "there is no heuristic “{}” for road maps: choose one of {keys}, or write a formula such as \
         2*straight-line",
        excerpt(.0), keys = route_heuristic_keys()
    )]
    NoSuchRouteHeuristic(String),
}

impl Job {
    /// # Errors
    /// If the settings contradict each other or do not fit the problem.
    pub fn check(&self) -> Result<(), JobError> {
        match &self.problem {
            Problem::Tiles(puzzle) => self.check_sizes(puzzle)?,
            Problem::Route(_) if self.settings.algorithm.is_engine() => {
                return Err(JobError::TilesOnly(self.settings.algorithm.name));
            }
            // Routes are valid by construction.
            Problem::Route(_) => {}
        }
        let algorithm = self.settings.algorithm;
        for applies in algorithm.options {
            let value = applies.about().get(&self.settings.options);
            if !applies.has(value) {
                return Err(JobError::InvalidValue {
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

    /// The error that the run would end with because its heuristic does not fit the board that it
    /// measures to; `None` if it fits. Nothing is built.
    pub fn heuristic_misfit(&self) -> Option<JobError> {
        let puzzle = self.problem.puzzle()?;
        let settings = &self.settings;
        let is_used = settings.algorithm.uses_heuristic && !settings.algorithm.is_engine();
        let heuristic = is_used.then_some(&settings.heuristic)?;
        let to = settings.measure_to.as_ref().unwrap_or(&puzzle.goal);
        if let Some(misfit) = heuristic_misfit(heuristic, to, puzzle.costs) {
            return Some(misfit.into());
        }
        let is_both_ways = settings.algorithm.directionality == Directionality::Bidirectional;
        let backward = || heuristic_misfit(heuristic, &puzzle.start, puzzle.costs.reversed());
        is_both_ways
            .then(backward)?
            .map(JobError::BackwardHeuristic)
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

/// The error that a run with `heuristic` would end with; `None` if it fits the board that it
/// measures to. Nothing is built.
pub fn heuristic_misfit(
    heuristic: &HeuristicExpr,
    to: &Board,
    costs: Costs,
) -> Option<HeuristicError> {
    let mut leaves = heuristic.leaves().into_iter();
    leaves.find_map(|leaf| leaf_misfit(leaf, to, costs))
}

/// The same for a heuristic without parts.
fn leaf_misfit(leaf: &HeuristicExpr, to: &Board, costs: Costs) -> Option<HeuristicError> {
    if let Some(partition) = leaf.partition(to) {
        let error = PatternDatabases::check(to, costs, &partition).err()?;
        let unsupported = Unsupported {
            name: leaf.about().map_or("Pattern databases", |about| about.name),
            size: to.size(),
            reason: error.to_string().into(),
        };
        return Some(unsupported.into());
    }
    // A heuristic with tables is made only if it has none for this board: then it refuses at once.
    let builds_none =
        leaf.preparation() == Preparation::Immediate || leaf.table_bytes(to, costs) == 0;
    builds_none.then(|| leaf.make::<Bytes>(to, costs).err())?
}

fn route_heuristic_keys() -> String {
    let keys: Vec<_> = ROUTE_HEURISTICS.iter().map(|about| about.key).collect();
    keys.join(", ")
}
