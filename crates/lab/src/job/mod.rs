//! The description of a run: problem, algorithm, heuristic, options and limits.

mod check;
mod optimality;
mod settings;

pub use check::{JobError, heuristic_misfit};
pub use settings::{Limits, Settings};

use super::Problem;
use super::catalogue;
use tilescope_puzzle::HeuristicExpr;
use tilescope_puzzle::heuristics::expr::parse::Cause;
use tilescope_puzzle::heuristics::{HeuristicAbout, HeuristicExprError};
use tilescope_puzzle::routes::RouteExpr;
use tilescope_search::{About, Applies};

/// A complete description of a run: the same job gives the same run.
#[derive(Clone, Debug)]
pub struct Job {
    pub problem: Problem,
    pub settings: Settings,
    /// Search even if parity rules out a solution.
    pub search_unsolvable: bool,
    /// The maximum number of recorded nodes; 0 records nothing.
    pub record: u32,
}

impl Job {
    /// The maximum number of recorded nodes: 0 for an engine, which does not report nodes.
    pub fn max_recorded(&self) -> u32 {
        if self.settings.algorithm.is_engine() {
            0
        } else {
            self.record
        }
    }

    /// The heuristic in command-line syntax, if the search uses one, or the databases chosen for an
    /// engine.
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
            Problem::Route(_) => self.settings.route_heuristic.to_string(),
        };
        (self.settings.algorithm.uses_heuristic).then_some(heuristic)
    }

    /// A short title for lists: “A* · Manhattan”.
    pub fn title(&self) -> String {
        let short = |name: &'static str| {
            let name = name.strip_suffix(" search").unwrap_or(name);
            name.strip_suffix(" distance").unwrap_or(name)
        };
        let Settings {
            algorithm, options, ..
        } = &self.settings;
        let mut title = short(algorithm.name).to_owned();
        if let Some(combining) = algorithm.combining(options) {
            title += &format!(" {}", combining.label());
        }
        for applies in algorithm.options {
            if matches!(applies, Applies::Weight | Applies::BeamWidth)
                && algorithm.uses(applies, options)
            {
                title += &format!(" {}", applies.about().get(options));
            }
        }
        if algorithm.takes_databases()
            && let Some(databases) = &self.settings.databases
        {
            // Don't repeat the engine's name in those of its databases.
            let prefix = algorithm.name;
            let sizes = |about: &'static HeuristicAbout| {
                let name = about.name.strip_prefix(prefix);
                name.map_or(short(about.name), str::trim_start)
            };
            title += &format!(" · {}", databases.describe(&sizes));
        }
        if algorithm.uses_heuristic {
            let heuristic = match self.problem {
                Problem::Tiles(_) => {
                    let expr = &self.settings.heuristic;
                    expr.describe(&|about| short(about.name))
                }
                Problem::Route(_) => {
                    let expr = &self.settings.route_heuristic;
                    (expr.about())
                        .map_or(expr.name(), |about| short(about.name))
                        .to_owned()
                }
            };
            title += &format!(" · {heuristic}");
        }
        title
    }
}

/// The algorithm or engine with this key.
///
/// # Errors
/// If there is no such key.
pub fn algorithm(key: &str) -> Result<&'static About, JobError> {
    catalogue::find(key).ok_or_else(|| JobError::NoSuchAlgorithm(key.to_owned()))
}

/// Parses a heuristic: a key, or a [`HeuristicExpr`].
///
/// # Errors
/// If the text is not a valid expression.
pub fn heuristic(text: &str) -> Result<HeuristicExpr, JobError> {
    Ok(text.parse::<HeuristicExpr>()?)
}

/// Parses a heuristic for road maps: a key, or a [`RouteExpr`].
///
/// # Errors
/// If the text is not a valid expression.
pub fn route_heuristic(text: &str) -> Result<RouteExpr, JobError> {
    text.parse()
        .map_err(|error: HeuristicExprError| match error.cause {
            Cause::Unknown(_) => JobError::NoSuchRouteHeuristic(text.to_owned()),
            _ => error.into(),
        })
}
