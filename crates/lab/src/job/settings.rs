//! How a problem is searched, and where that is stopped.

use std::time::Duration;
use tilescope_puzzle::routes::RouteHeuristic;
use tilescope_puzzle::{Board, HeuristicExpr, MoveOrder};
use tilescope_search::{About, Applies, Options, TieBreaking};

/// How a problem is searched.
#[derive(Clone, Debug)]
pub struct Settings {
    pub algorithm: &'static About,
    /// Of sliding tiles.
    pub heuristic: HeuristicExpr,
    /// The heuristic of road maps.
    pub estimate: RouteHeuristic,
    /// The pattern databases that an engine of them takes; `None` leaves the choice to it.
    pub databases: Option<HeuristicExpr>,
    /// Where the heuristic measures to instead of the goal; the solution is then not
    /// claimed to be optimal.
    pub measure_to: Option<Board>,
    pub order: MoveOrder,
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

impl Settings {
    /// The settings of someone who has chosen an algorithm and a heuristic and nothing else.
    pub fn new(algorithm: &'static About, heuristic: impl Into<HeuristicExpr>) -> Settings {
        Settings {
            algorithm,
            heuristic: heuristic.into(),
            estimate: RouteHeuristic::default(),
            databases: None,
            measure_to: None,
            order: MoveOrder::default(),
            options: algorithm.defaults(),
            limits: Limits::default(),
        }
    }

    /// The same with another algorithm: options that both have are kept, where the value
    /// applies; the others get the new algorithm's defaults.
    pub fn with_algorithm(&self, algorithm: &'static About) -> Settings {
        let mut options = algorithm.defaults();
        for theirs in algorithm.options {
            let row = theirs.about();
            let value = row.get(&self.options);
            if self.algorithm.option(row).is_some() && theirs.has(value) {
                (row.set(&mut options, value)).expect("the option has this value");
            }
        }
        Settings {
            algorithm,
            options,
            ..self.clone()
        }
    }

    /// Whether anything is left to chance: the algorithm has a seed, and draws lots either
    /// always or for ties only, by choice.
    pub fn uses_seed(&self) -> bool {
        let has = |option: fn(&Applies) -> bool| self.algorithm.options.iter().any(option);
        let breaks_ties = has(|option| matches!(option, Applies::TieBreaking(_)));
        has(|option| *option == Applies::Seed)
            && (!breaks_ties || self.options.ties == TieBreaking::Random)
    }

    /// The depth limit, where there is one and it applies.
    pub fn depth_limit(&self) -> Option<u32> {
        let is_limit = |applies: &Applies| matches!(applies, Applies::DepthLimit(_));
        let applies = self.algorithm.options.iter().any(is_limit);
        self.options.depth_limit.filter(|_| applies)
    }
}
