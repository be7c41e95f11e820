//! The settings of the next search. Some come with a problem, such as those of a published search;
//! they go with it.

use super::fitness;
use tilescope_lab::{Problem, Settings};
use tilescope_puzzle::HeuristicExpr;
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_search::{About, DEFAULT_ALGORITHM};

/// The settings of the next search.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    current: Settings,
    /// Settings that came with the problem.
    brought: Option<Brought>,
}

/// Settings that came with a problem, and the user's own from before.
#[derive(Clone, Debug)]
struct Brought {
    settings: Settings,
    own: Settings,
}

impl SearchSettings {
    pub fn new(settings: Settings) -> Self {
        SearchSettings {
            current: settings,
            brought: None,
        }
    }

    pub fn current(&self) -> &Settings {
        &self.current
    }

    /// Takes settings that the user has chosen.
    pub fn choose(&mut self, settings: Settings) {
        self.current = settings;
    }

    /// Takes settings that come with the problem: the next problem brings back the user's own.
    pub fn bring(&mut self, settings: Settings) {
        let own = self.own();
        self.current = settings.clone();
        self.brought = Some(Brought { settings, own });
    }

    /// Drops what belongs to the problem before `problem`, and what doesn't fit `problem`. Returns
    /// a sentence for each setting that doesn't fit.
    pub fn begin_problem(&mut self, problem: &Problem) -> Vec<String> {
        self.current = self.own();
        self.brought = None;
        self.current.measure_to = None;
        self.drop_misfits(problem)
    }

    /// Drops a board to measure to that has another size than the puzzle.
    pub fn drop_measure_of_other_size(&mut self, problem: &Problem) {
        if let Some(puzzle) = problem.puzzle() {
            let to = &mut self.current.measure_to;
            to.take_if(|to| to.size() != puzzle.size());
        }
    }

    /// The user's own settings: those from before the problem brought some, and what was chosen
    /// since.
    fn own(&self) -> Settings {
        let current = &self.current;
        let Some(Brought { settings, own }) = &self.brought else {
            return current.clone();
        };
        fn chosen<T: Clone + PartialEq>(current: &T, brought: &T, own: &T) -> T {
            let kept = if current == brought { own } else { current };
            kept.clone()
        }
        let algorithm = match std::ptr::eq::<About>(current.algorithm, settings.algorithm) {
            true => own.algorithm,
            false => current.algorithm,
        };
        let mut options = own.with_algorithm(algorithm).options;
        let brought = settings.with_algorithm(current.algorithm).options;
        for applies in current.algorithm.options {
            let row = applies.about();
            let value = row.get(&current.options);
            if value != row.get(&brought) && algorithm.option(row).is_some_and(|it| it.has(value)) {
                (row.set(&mut options, value)).expect("the option has this value");
            }
        }
        Settings {
            algorithm,
            heuristic: chosen(&current.heuristic, &settings.heuristic, &own.heuristic),
            route_heuristic: chosen(
                &current.route_heuristic,
                &settings.route_heuristic,
                &own.route_heuristic,
            ),
            databases: chosen(&current.databases, &settings.databases, &own.databases),
            measure_to: chosen(&current.measure_to, &settings.measure_to, &own.measure_to),
            order: chosen(&current.order, &settings.order, &own.order),
            options,
            limits: chosen(&current.limits, &settings.limits, &own.limits),
        }
    }

    fn drop_misfits(&mut self, problem: &Problem) -> Vec<String> {
        let mut dropped = Vec::new();
        let settings = &mut self.current;
        let replaced =
            |old: &str, new: &str| format!("{old} doesn't fit this puzzle: {new} takes its place.");
        if fitness::of_algorithm(settings.algorithm, problem, settings).is_some() {
            dropped.push(replaced(settings.algorithm.name, DEFAULT_ALGORITHM.name));
            *settings = settings.with_algorithm(DEFAULT_ALGORITHM);
        }
        let Some(puzzle) = problem.puzzle() else {
            return dropped;
        };
        let is_misfit = |heuristic: &HeuristicExpr| {
            fitness::of_heuristic(heuristic, &puzzle.goal, puzzle.costs).is_some()
        };
        if is_misfit(&settings.heuristic) {
            let misfit = std::mem::replace(&mut settings.heuristic, DEFAULT_HEURISTIC.into());
            dropped.push(replaced(&misfit.name(), &settings.heuristic.name()));
        }
        if (settings.databases.take_if(|it| is_misfit(it))).is_some() {
            dropped.push("The chosen databases don't fit this puzzle: the engine chooses.".into());
        }
        dropped
    }
}
