//! What is to be run: a problem, an algorithm, a heuristic, their options, and limits.

use super::Problem;
use super::catalogue::{catalogue, is_engine};
use crate::engines;
use crate::puzzle::heuristics::{FormulaError, HeuristicError};
use crate::puzzle::{Board, CostError, Formula, Order, Puzzle, Size};
use crate::routes::{ESTIMATES, Estimate};
use crate::search::sma_star::SmaStar;
use crate::search::{
    About, Applies, BeamOrder, Climb, Duplicates, Ends, GoalTest, Optimality, Options, Ties, Weight,
};
use std::time::Duration;

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

/// How a problem is searched.
#[derive(Clone, Debug)]
pub struct Settings {
    pub algorithm: &'static About,
    /// Of sliding tiles.
    pub heuristic: Formula,
    /// The heuristic of road maps.
    pub estimate: Estimate,
    /// Where the heuristic measures to instead of the goal; the solution is then not
    /// claimed to be optimal.
    pub measure_to: Option<Board>,
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
    #[error("{0}; `tilescope list` shows what there is")]
    NoSuchHeuristic(#[from] FormulaError),
    #[error("{option} does not apply to {algorithm}, which has {options}")]
    DoesNotApply {
        option: &'static str,
        algorithm: &'static str,
        options: String,
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
    #[error("a search within a node budget keeps at least {least} nodes", least = SmaStar::LEAST_NODES)]
    SmallBudget,
    #[error("start is {start} and goal is {goal}: both must have the same size")]
    SizesDiffer { start: Size, goal: Size },
    #[error("start is {start} and the board to measure to is {to}: both must have the same size")]
    MeasuresToOtherSize { start: Size, to: Size },
    #[error(transparent)]
    Costs(#[from] CostError),
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    #[error(transparent)]
    Engine(#[from] engines::Misfit),
    #[error("the engine {0} knows sliding tiles alone: choose an algorithm, such as a-star")]
    TilesAlone(&'static str),
    #[error("there is no heuristic “{0}” for road maps: there are {keys}", keys = estimate_keys())]
    NoSuchEstimate(String),
}

/// What is known of a heuristic; each is more than the one before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Estimates {
    MayBeTooHigh,
    Admissible,
    Consistent,
}

impl Estimates {
    fn new(is_admissible: bool, is_consistent: bool) -> Self {
        match (is_admissible, is_consistent) {
            (false, _) => Estimates::MayBeTooHigh,
            (true, false) => Estimates::Admissible,
            (true, true) => Estimates::Consistent,
        }
    }
}

impl Settings {
    /// The settings of someone who has chosen an algorithm and a heuristic and nothing else.
    pub fn new(algorithm: &'static About, heuristic: impl Into<Formula>) -> Settings {
        Settings {
            algorithm,
            heuristic: heuristic.into(),
            estimate: Estimate::default(),
            measure_to: None,
            order: Order::default(),
            options: algorithm.defaults(),
            limits: Limits::default(),
        }
    }

    /// The same with another algorithm: options that both have are kept, where the choice
    /// applies; the others get the new algorithm's defaults.
    pub fn with_algorithm(&self, algorithm: &'static About) -> Settings {
        let old = &self.options;
        let mut options = algorithm.defaults();
        for (mine, theirs) in self
            .algorithm
            .options
            .iter()
            .flat_map(|mine| algorithm.options.iter().map(move |theirs| (mine, theirs)))
        {
            match (mine, theirs) {
                (Applies::Duplicates(_), Applies::Duplicates(choices))
                    if choices.contains(&old.duplicates) =>
                {
                    options.duplicates = old.duplicates;
                }
                (Applies::Ties(_), Applies::Ties(choices)) if choices.contains(&old.ties) => {
                    options.ties = old.ties;
                }
                (Applies::GoalTest(_), Applies::GoalTest(choices))
                    if choices.contains(&old.goal_test) =>
                {
                    options.goal_test = old.goal_test;
                }
                (Applies::Weight, Applies::Weight) => options.weight = old.weight,
                (Applies::BeamWidth, Applies::BeamWidth) => options.beam_width = old.beam_width,
                (Applies::DepthLimit(_), Applies::DepthLimit(default)) => {
                    options.depth_limit = old.depth_limit.or(*default);
                }
                (Applies::NodeBudget, Applies::NodeBudget) => {
                    options.node_budget = old.node_budget;
                }
                (Applies::BeamOrder(_), Applies::BeamOrder(choices))
                    if choices.contains(&old.beam_order) =>
                {
                    options.beam_order = old.beam_order;
                }
                (Applies::Climb(_), Applies::Climb(choices)) if choices.contains(&old.climb) => {
                    options.climb = old.climb;
                }
                (Applies::Sideways, Applies::Sideways) => options.sideways = old.sideways,
                (Applies::Restarts, Applies::Restarts) => options.restarts = old.restarts,
                (Applies::Temperature, Applies::Temperature) => {
                    options.temperature = old.temperature;
                }
                (Applies::Cooling, Applies::Cooling) => options.cooling = old.cooling,
                (Applies::Steps, Applies::Steps) => options.steps = old.steps,
                (Applies::Seed, Applies::Seed) => options.seed = old.seed,
                (Applies::Threads, Applies::Threads) => options.threads = old.threads,
                _ => {}
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
        let breaks_ties = has(|option| matches!(option, Applies::Ties(_)));
        has(|option| *option == Applies::Seed)
            && (!breaks_ties || self.options.ties == Ties::Random)
    }

    /// Whether a solution found under these settings is certainly a cheapest one, where costs
    /// are equal or not, and this is known of the heuristic.
    ///
    /// What the algorithm claims is claimed for graph search and for tree search, with the
    /// goal test when a node is selected. Other choices keep the claim only as follows:
    /// - To keep the first of two paths to a state on the frontier, or to stop at the first
    ///   goal generated, is right only where nodes are generated in the order of their
    ///   costs: without a heuristic, and with all costs equal.
    /// - Without reopening, the first path by which a state is expanded has to be a cheapest
    ///   one: h has to be consistent.
    /// - A depth limit cuts off the cheaper of two solutions if that is the longer one,
    ///   which cannot be where all costs are equal. A memory of so many nodes does so too.
    fn proves_optimal(&self, costs_are_equal: bool, estimates: Estimates) -> bool {
        let is_admissible = estimates >= Estimates::Admissible;
        let is_claimed = match self.algorithm.optimal {
            Optimality::Always => true,
            Optimality::EqualCosts => costs_are_equal,
            Optimality::Admissible => is_admissible,
            Optimality::WithinWeight => is_admissible && self.options.weight <= Weight::ONE,
            Optimality::Never => false,
        };
        let generates_in_order = costs_are_equal && !self.algorithm.uses_heuristic;
        is_claimed
            && self.algorithm.options.iter().all(|option| match option {
                Applies::Duplicates(_) => match self.options.duplicates {
                    Duplicates::Frontier => generates_in_order,
                    Duplicates::GraphWithoutReopening => {
                        estimates == Estimates::Consistent || !self.algorithm.uses_heuristic
                    }
                    Duplicates::None
                    | Duplicates::Parent
                    | Duplicates::Path
                    | Duplicates::Graph => true,
                },
                Applies::GoalTest(_) => {
                    self.options.goal_test == GoalTest::Late || generates_in_order
                }
                Applies::DepthLimit(_) => self.options.depth_limit.is_none() || costs_are_equal,
                Applies::NodeBudget => costs_are_equal,
                Applies::Ties(_)
                | Applies::Weight
                | Applies::BeamWidth
                | Applies::BeamOrder(_)
                | Applies::Climb(_)
                | Applies::Sideways
                | Applies::Restarts
                | Applies::Temperature
                | Applies::Cooling
                | Applies::Steps
                | Applies::Seed
                | Applies::Threads => true,
            })
    }

    /// The depth limit, where there is one and it applies.
    pub fn depth_limit(&self) -> Option<u32> {
        let is_limit = |applies: &Applies| matches!(applies, Applies::DepthLimit(_));
        let applies = self.algorithm.options.iter().any(is_limit);
        self.options.depth_limit.filter(|_| applies)
    }
}

impl Job {
    /// # Errors
    /// If the settings do not fit together or do not fit the puzzle.
    pub fn check(&self) -> Result<(), JobError> {
        match &self.problem {
            Problem::Tiles(puzzle) => self.check_sizes(puzzle)?,
            Problem::Route(_) if is_engine(self.settings.algorithm) => {
                return Err(JobError::TilesAlone(self.settings.algorithm.name));
            }
            // A route is a map with two of its cities: nothing else has to fit.
            Problem::Route(_) => {}
        }
        let Options {
            duplicates,
            ties,
            goal_test,
            beam_width,
            beam_order,
            node_budget,
            climb,
            // Every value of these will do.
            weight: _,
            depth_limit: _,
            sideways: _,
            restarts: _,
            temperature: _,
            cooling: _,
            steps: _,
            seed: _,
            threads: _,
        } = self.settings.options;
        let algorithm = self.settings.algorithm;
        for option in algorithm.options {
            match *option {
                Applies::Duplicates(choices) => {
                    check_choice(
                        algorithm,
                        "--duplicates",
                        duplicates,
                        choices,
                        Duplicates::key,
                    )?;
                }
                Applies::Ties(choices) => {
                    check_choice(algorithm, "--ties", ties, choices, Ties::key)?;
                }
                Applies::GoalTest(choices) => {
                    check_choice(algorithm, "--goal-test", goal_test, choices, GoalTest::key)?;
                }
                Applies::BeamWidth if beam_width == 0 => return Err(JobError::NoBeam),
                Applies::NodeBudget if node_budget < SmaStar::LEAST_NODES => {
                    return Err(JobError::SmallBudget);
                }
                Applies::BeamOrder(choices) => {
                    check_choice(
                        algorithm,
                        "--beam-order",
                        beam_order,
                        choices,
                        BeamOrder::key,
                    )?;
                }
                Applies::Climb(choices) => {
                    check_choice(algorithm, "--climb", climb, choices, Climb::key)?;
                }
                Applies::BeamWidth
                | Applies::Weight
                | Applies::DepthLimit(_)
                | Applies::NodeBudget
                | Applies::Sideways
                | Applies::Restarts
                | Applies::Temperature
                | Applies::Cooling
                | Applies::Steps
                | Applies::Seed
                | Applies::Threads => {}
            }
        }
        if let Problem::Tiles(puzzle) = &self.problem {
            engines::check(algorithm.key, puzzle, &self.settings.options)?;
        }
        Ok(())
    }

    /// At most so many nodes are recorded: none for an engine, which tells of none.
    pub fn most_recorded(&self) -> u32 {
        if is_engine(self.settings.algorithm) {
            0
        } else {
            self.record
        }
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

    /// Whether a solution of this job is certainly a cheapest one.
    pub fn proves_optimal(&self) -> bool {
        let settings = &self.settings;
        match &self.problem {
            Problem::Tiles(puzzle) => {
                let heuristic = &settings.heuristic;
                let estimates = match settings.measure_to {
                    Some(_) => Estimates::MayBeTooHigh,
                    None => Estimates::new(heuristic.is_admissible(), heuristic.is_consistent()),
                };
                settings.proves_optimal(puzzle.costs.are_equal(), estimates)
            }
            Problem::Route(route) => {
                let estimate = settings.estimate;
                let back = route.reversed();
                let is_admissible = route.overestimates(estimate).is_empty()
                    && (settings.algorithm.ends == Ends::Start
                        || back.overestimates(estimate).is_empty());
                let estimates = Estimates::new(is_admissible, route.is_consistent(estimate));
                settings.proves_optimal(false, estimates)
            }
        }
    }

    /// The heuristic as the command line takes it, in a search that uses one.
    pub fn heuristic(&self) -> Option<String> {
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
        let mut title = short(self.settings.algorithm.name).to_owned();
        for option in self.settings.algorithm.options {
            match option {
                Applies::Weight => title += &format!(" {}", self.settings.options.weight.get()),
                Applies::BeamWidth => title += &format!(" {}", self.settings.options.beam_width),
                Applies::Duplicates(_)
                | Applies::Ties(_)
                | Applies::GoalTest(_)
                | Applies::DepthLimit(_)
                | Applies::NodeBudget
                | Applies::BeamOrder(_)
                | Applies::Climb(_)
                | Applies::Sideways
                | Applies::Restarts
                | Applies::Temperature
                | Applies::Cooling
                | Applies::Steps
                | Applies::Seed
                | Applies::Threads => {}
            }
        }
        if self.settings.algorithm.uses_heuristic {
            let heuristic = match self.problem {
                Problem::Tiles(_) => {
                    let formula = &self.settings.heuristic;
                    formula.words(&|about| short(about.name))
                }
                Problem::Route(_) => short(self.settings.estimate.about().name).into(),
            };
            title += &format!(" · {heuristic}");
        }
        title
    }
}

fn check_choice<T: Copy + PartialEq>(
    algorithm: &'static About,
    option: &'static str,
    value: T,
    choices: &[T],
    key: fn(T) -> &'static str,
) -> Result<(), JobError> {
    if choices.contains(&value) {
        return Ok(());
    }
    let choices: Vec<_> = choices.iter().map(|&choice| key(choice)).collect();
    Err(JobError::NoSuchChoice {
        option,
        value: key(value).to_owned(),
        algorithm: algorithm.name,
        choices: choices.join(", "),
    })
}

/// The algorithm or engine with this key.
///
/// # Errors
/// If there is none.
pub fn algorithm(key: &str) -> Result<&'static About, JobError> {
    catalogue()
        .find(|about| about.key == key)
        .ok_or_else(|| JobError::NoSuchAlgorithm(key.to_owned()))
}

/// The heuristic that this text describes: a key, or a [`Formula`].
///
/// # Errors
/// If there is none.
pub fn heuristic(text: &str) -> Result<Formula, JobError> {
    Ok(text.parse::<Formula>()?)
}

/// The heuristic of road maps with this key.
///
/// # Errors
/// If there is none.
pub fn estimate(key: &str) -> Result<Estimate, JobError> {
    Estimate::from_key(key).ok_or_else(|| JobError::NoSuchEstimate(key.to_owned()))
}

fn estimate_keys() -> String {
    ESTIMATES
        .iter()
        .map(|about| about.key)
        .collect::<Vec<_>>()
        .join(", ")
}
