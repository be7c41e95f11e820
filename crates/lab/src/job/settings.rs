//! The settings and limits of a search.

use crate::{Problem, format};
use std::time::Duration;
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::routes::RouteExpr;
use tilescope_puzzle::{Board, HeuristicExpr, MoveOrder};
use tilescope_search::{About, Applies, GoalTest, Options, Strategy, Takes, Value};

/// The settings of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    pub algorithm: &'static About,
    /// The heuristic for sliding tiles.
    pub heuristic: HeuristicExpr,
    /// The heuristic for road maps.
    pub route_heuristic: RouteExpr,
    /// The pattern databases for an engine that takes them; `None` lets the engine choose.
    pub databases: Option<HeuristicExpr>,
    /// The board to which the heuristic estimates the cost, instead of the goal. Optimality is then
    /// not claimed.
    pub measure_to: Option<Board>,
    pub order: MoveOrder,
    pub options: Options,
    pub limits: Limits,
}

/// The limits of a run; `None` is unlimited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    pub expanded: Option<u64>,
    /// Maximum memory of the search and its record, in bytes.
    pub memory: Option<u64>,
    pub time: Option<Duration>,
}

impl Default for Limits {
    /// 8 GiB of memory, no other limits.
    fn default() -> Self {
        Limits {
            expanded: None,
            memory: Some(8 << 30),
            time: None,
        }
    }
}

impl Settings {
    /// Default settings for this algorithm and heuristic.
    pub fn new(algorithm: &'static About, heuristic: impl Into<HeuristicExpr>) -> Settings {
        Settings {
            algorithm,
            heuristic: heuristic.into(),
            route_heuristic: RouteExpr::default(),
            databases: None,
            measure_to: None,
            order: MoveOrder::default(),
            options: algorithm.defaults(),
            limits: Limits::default(),
        }
    }

    /// Default settings for the chosen algorithm, heuristics and databases.
    pub fn defaults(&self) -> Settings {
        Settings {
            route_heuristic: self.route_heuristic.clone(),
            databases: self.databases.clone(),
            ..Settings::new(self.algorithm, self.heuristic.clone())
        }
    }

    /// Settings that differ from [`defaults`](Self::defaults) and matter for a search of `problem`,
    /// in words: “goal test: when generated”. The one that changes most comes first.
    pub fn deviations(&self, problem: &Problem) -> Vec<String> {
        let defaults = self.defaults();
        let has_tiles = problem.puzzle().is_some();
        let mut deviations = Vec::new();
        if let Some(board) = &self.measure_to
            && has_tiles
            && self.algorithm.uses_heuristic
        {
            deviations.push(format!("measured to {}", board_line(board)));
        }
        for applies in self.algorithm.options {
            let row = applies.about();
            let value = row.get(&self.options);
            let is_used = self.algorithm.uses(applies, &self.options);
            if is_used && value != row.get(&defaults.options) {
                let name = row.name.to_lowercase();
                deviations.push(format!("{name}: {}", in_words(row.takes, value)));
            }
        }
        if has_tiles && !self.algorithm.is_engine() && self.order != defaults.order {
            deviations.push(format!("action order: {}", self.order));
        }
        deviations.extend(self.limits.deviations(&defaults.limits));
        deviations
    }

    /// These settings with another algorithm. Options that both have keep their values if valid and
    /// other than the default of this algorithm; the others get the new algorithm's defaults.
    pub fn with_algorithm(&self, algorithm: &'static About) -> Settings {
        let mut options = algorithm.defaults();
        let defaults = self.algorithm.defaults();
        for applies in algorithm.options {
            let row = applies.about();
            let value = row.get(&self.options);
            let is_chosen = self.algorithm.option(row).is_some() && value != row.get(&defaults);
            if is_chosen && applies.has(value) {
                (row.set(&mut options, value)).expect("the option has this value");
            }
        }
        Settings {
            algorithm,
            options,
            ..self.clone()
        }
    }

    /// Returns true if both make the same search of `problem`, whatever their limits.
    pub fn makes_same_search(&self, other: &Settings, problem: &Problem) -> bool {
        let algorithm = self.algorithm;
        let [own, others] = [self, other].map(|settings| settings.algorithm.key);
        if own != others {
            return false;
        }
        let has_same_options = algorithm.options.iter().all(|applies| {
            let row = applies.about();
            !algorithm.uses(applies, &self.options)
                || row.get(&self.options) == row.get(&other.options)
        });
        let has_same_heuristic = match problem {
            _ if !algorithm.uses_heuristic => true,
            Problem::Tiles(_) => {
                self.heuristic == other.heuristic && self.measure_to == other.measure_to
            }
            Problem::Route(_) => self.route_heuristic == other.route_heuristic,
        };
        let has_same_order =
            algorithm.is_engine() || problem.route().is_some() || self.order == other.order;
        let has_same_databases = !algorithm.takes_databases() || self.databases == other.databases;
        has_same_options && has_same_heuristic && has_same_order && has_same_databases
    }

    /// Whether the search makes random choices: the algorithm has a seed, and uses it always or, if
    /// it has tie-breaking, for random tie-breaking only.
    pub fn uses_seed(&self) -> bool {
        self.algorithm.options.contains(&Applies::Seed)
            && self.algorithm.uses(&Applies::Seed, &self.options)
    }

    /// How the algorithm searches with these options.
    pub fn strategy(&self) -> Strategy {
        self.algorithm.strategy(&self.options)
    }

    /// When the search tests for the goal, if the algorithm has the choice.
    pub fn goal_test(&self) -> Option<GoalTest> {
        let is_choice = |applies: &Applies| matches!(applies, Applies::GoalTest(_));
        let applies = self.algorithm.options.iter().any(is_choice);
        applies.then_some(self.options.goal_test)
    }

    /// How many nodes the list of a list search keeps, if it is cut.
    pub fn list_width(&self) -> Option<usize> {
        let combining = self.algorithm.combining(&self.options)?;
        combining.list_width(&self.options)
    }

    /// The depth limit, if one is set and the algorithm has the option.
    pub fn depth_limit(&self) -> Option<u32> {
        let is_limit = |applies: &Applies| matches!(applies, Applies::DepthLimit(_));
        let applies = self.algorithm.options.iter().any(is_limit);
        self.options.depth_limit.filter(|_| applies)
    }
}

impl Limits {
    /// Limits that differ from `defaults`, in words: “max. time: 10.0 s”.
    fn deviations(&self, defaults: &Limits) -> impl Iterator<Item = String> {
        fn deviation<T: PartialEq>(
            name: &str,
            limit: Option<T>,
            default: &Option<T>,
            words: impl Fn(T) -> String,
        ) -> Option<String> {
            let differs = limit != *default;
            let words = limit.map_or_else(|| "no limit".to_owned(), words);
            differs.then(|| format!("{name}: {words}"))
        }
        let all = [
            deviation(
                "max. expansions",
                self.expanded,
                &defaults.expanded,
                format::count,
            ),
            deviation("max. memory", self.memory, &defaults.memory, format::bytes),
            deviation("max. time", self.time, &defaults.time, format::duration),
        ];
        all.into_iter().flatten()
    }
}

/// The label of a choice, or a number.
fn in_words(takes: Takes, value: Value) -> String {
    match (takes, value) {
        (Takes::Choice(all), Value::Choice(chosen)) => {
            let label = all.iter().find(|(key, _)| *key == chosen);
            label.map_or(chosen, |(_, label)| label).to_owned()
        }
        (Takes::WholeOr { none, .. }, Value::None) => none.to_owned(),
        (_, Value::Whole(number)) => format::count(number),
        (_, value) => value.to_string(),
    }
}
