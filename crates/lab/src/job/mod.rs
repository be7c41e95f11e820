//! What is to be run: a problem, an algorithm, a heuristic, their options, and limits.

mod check;
mod optimality;
mod settings;

pub use check::JobError;
pub use settings::{Limits, Settings};

use super::Problem;
use super::catalogue;
use tilescope_puzzle::HeuristicExpr;
use tilescope_puzzle::heuristics::HeuristicAbout;
use tilescope_puzzle::routes::RouteHeuristic;
use tilescope_search::{About, Applies};

/// Everything that a run is made from: the same job gives the same run.
#[derive(Clone, Debug)]
pub struct Job {
    pub problem: Problem,
    pub settings: Settings,
    /// Search even where parity says that there is no solution.
    pub search_unsolvable: bool,
    /// At most so many nodes are recorded; 0 records nothing.
    pub record: u32,
}

impl Job {
    /// At most so many nodes are recorded: none for an engine, which tells of none.
    pub fn most_recorded(&self) -> u32 {
        if self.settings.algorithm.is_engine() {
            0
        } else {
            self.record
        }
    }

    /// The heuristic as the command line takes it, in a search that uses one; or the databases
    /// that were chosen for an engine of them.
    pub fn heuristic(&self) -> Option<String> {
        if self.settings.algorithm.takes_databases() {
            return self
                .settings
                .databases
                .as_ref()
                .map(HeuristicExpr::to_string);
        }
        let heuristic = match self.problem {
            Problem::Tiles(_) => self.settings.heuristic.to_string(),
            Problem::Route(_) => self.settings.estimate.about().key.into(),
        };
        (self.settings.algorithm.uses_heuristic).then_some(heuristic)
    }

    /// “A* · Manhattan”: what a run is called in a list, as short as it can be understood.
    pub fn title(&self) -> String {
        let short = |name: &'static str| {
            let name = name.strip_suffix(" search").unwrap_or(name);
            name.strip_suffix(" distance").unwrap_or(name)
        };
        let Settings {
            algorithm, options, ..
        } = &self.settings;
        let mut title = short(algorithm.name).to_owned();
        for applies in algorithm.options {
            if let Applies::Weight | Applies::BeamWidth = applies {
                title += &format!(" {}", applies.about().get(options));
            }
        }
        if algorithm.takes_databases()
            && let Some(databases) = &self.settings.databases
        {
            // The name of the engine has said already what they are.
            let of_engine = algorithm.name;
            let sizes = |about: &'static HeuristicAbout| {
                let name = about.name.strip_prefix(of_engine);
                name.map_or(short(about.name), str::trim_start)
            };
            title += &format!(" · {}", databases.describe(&sizes));
        }
        if algorithm.uses_heuristic {
            let heuristic = match self.problem {
                Problem::Tiles(_) => {
                    let formula = &self.settings.heuristic;
                    formula.describe(&|about| short(about.name))
                }
                Problem::Route(_) => short(self.settings.estimate.about().name).into(),
            };
            title += &format!(" · {heuristic}");
        }
        title
    }
}

/// The algorithm or engine with this key.
///
/// # Errors
/// If there is none.
pub fn algorithm(key: &str) -> Result<&'static About, JobError> {
    catalogue::find(key).ok_or_else(|| JobError::NoSuchAlgorithm(key.to_owned()))
}

/// The heuristic that this text describes: a key, or a [`HeuristicExpr`].
///
/// # Errors
/// If there is none.
pub fn heuristic(text: &str) -> Result<HeuristicExpr, JobError> {
    Ok(text.parse::<HeuristicExpr>()?)
}

/// The heuristic of road maps with this key.
///
/// # Errors
/// If there is none.
pub fn estimate(key: &str) -> Result<RouteHeuristic, JobError> {
    RouteHeuristic::from_key(key).ok_or_else(|| JobError::NoSuchEstimate(key.to_owned()))
}
