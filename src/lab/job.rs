//! What is to be run: a puzzle, an algorithm, a heuristic, their options, and limits.

use crate::puzzle::{HeuristicAbout, Order, Puzzle};
use crate::search::{About, Options};
use std::time::Duration;

/// Everything that a run is made from: the same job gives the same run.
#[derive(Clone, Debug)]
pub struct Job {
    pub puzzle: Puzzle,
    pub settings: Settings,
    /// Search even where parity says that there is no solution.
    pub search_unsolvable: bool,
    /// At most so many nodes are recorded; 0 records nothing.
    pub record: u32,
}

/// How a puzzle is searched.
#[derive(Clone, Debug)]
pub struct Settings {
    pub algorithm: &'static About,
    pub heuristic: &'static HeuristicAbout,
    pub order: Order,
    pub options: Options,
    pub limits: Limits,
}

/// Where a run is stopped; `None` is without limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    pub expanded: Option<u64>,
    /// Bytes that the search and its record may hold.
    pub memory: Option<u64>,
    pub time: Option<Duration>,
}

impl Default for Limits {
    /// 8 GiB, as in the window, and nothing else.
    fn default() -> Self {
        Limits {
            expanded: None,
            memory: Some(8 << 30),
            time: None,
        }
    }
}

/// Settings that do not fit together.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum JobError {
    #[error("there is no algorithm “{0}”; `tilescope list` names them all")]
    NoSuchAlgorithm(String),
    #[error("there is no heuristic “{0}”; `tilescope list` names them all")]
    NoSuchHeuristic(String),
    #[error("{option} does not apply to {algorithm}")]
    DoesNotApply {
        option: &'static str,
        algorithm: &'static str,
    },
    #[error("{option} {value} does not apply to {algorithm}, which takes {choices}")]
    NoSuchChoice {
        option: &'static str,
        value: String,
        algorithm: &'static str,
        choices: String,
    },
    #[error("a beam keeps at least 1 node")]
    NoBeam,
    #[error("start is {start} and goal is {goal}: both must have the same size")]
    SizesDiffer {
        start: crate::puzzle::Size,
        goal: crate::puzzle::Size,
    },
}

impl Settings {
    /// The settings of someone who has chosen an algorithm and a heuristic and nothing else.
    pub fn new(algorithm: &'static About, heuristic: &'static HeuristicAbout) -> Settings {
        Settings {
            algorithm,
            heuristic,
            order: Order::default(),
            options: algorithm.defaults(),
            limits: Limits::default(),
        }
    }

    /// The same with another algorithm: options that both have are kept, where the choice
    /// applies; the others get the new algorithm's defaults.
    pub fn with_algorithm(&self, algorithm: &'static About) -> Settings {
        let _ = algorithm;
        todo!()
    }

    /// Whether a solution found under these settings is certainly a cheapest one.
    pub fn proves_optimal(&self, costs: crate::puzzle::Costs) -> bool {
        let _ = costs;
        todo!()
    }

    /// “A* · Manhattan”: what a run is called in a list.
    pub fn title(&self) -> String {
        todo!()
    }
}

impl Job {
    /// # Errors
    /// If the settings do not fit together or do not fit the puzzle.
    pub fn check(&self) -> Result<(), JobError> {
        todo!()
    }
}

/// The algorithm with this key.
///
/// # Errors
/// If there is none.
pub fn algorithm(key: &str) -> Result<&'static About, JobError> {
    let _ = key;
    todo!()
}

/// The heuristic with this key.
///
/// # Errors
/// If there is none.
pub fn heuristic(key: &str) -> Result<&'static HeuristicAbout, JobError> {
    let _ = key;
    todo!()
}
