//! Sweeps: experiments in which one setting of an algorithm takes its values one after the other.

use super::Draft;
use crate::Settings;
use serde_json::{Value as Json, json};
use std::path::Path;
use tilescope_puzzle::{MoveOrder, Puzzle};
use tilescope_search::Applies;

/// The setting that is swept.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Sweep {
    /// All 24 orders of the moves.
    Order,
    /// The choices of an option, or numbers that span what people use.
    Option(&'static Applies),
}

impl Sweep {
    /// The sweeps that there are for the algorithm of `settings`.
    pub fn all(settings: &Settings) -> Vec<Sweep> {
        let algorithm = settings.algorithm;
        let order = (!algorithm.is_engine()).then_some(Sweep::Order);
        let options = algorithm.options.iter();
        let options = options.filter(|it| **it != Applies::Seed || settings.uses_seed());
        let all = order.into_iter().chain(options.map(Sweep::Option));
        all.filter(|sweep| sweep.values().len() > 1).collect()
    }

    /// The name of the setting.
    pub fn name(self) -> &'static str {
        match self {
            Sweep::Order => "Move order",
            Sweep::Option(applies) => applies.about().name,
        }
    }

    /// Its name in the file of an experiment.
    fn field(self) -> &'static str {
        match self {
            Sweep::Order => "order",
            Sweep::Option(applies) => applies.about().field,
        }
    }

    /// The values, as the file of an experiment has them. None for what changes no count, or has no
    /// values that would mean the same for every board.
    pub fn values(self) -> Vec<Json> {
        const COUNTS: [u32; 8] = [0, 1, 2, 5, 10, 20, 50, 100];
        const WIDTHS: [u32; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
        const TEMPERATURES: [f64; 6] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0];
        let choices = |choices: Vec<&str>| choices.into_iter().map(Json::from).collect();
        match self {
            Sweep::Order => MoveOrder::all()
                .iter()
                .map(|order| order.to_string().into())
                .collect(),
            Sweep::Option(applies) => match applies {
                Applies::Duplicates(_)
                | Applies::TieBreaking(_)
                | Applies::GoalTest(_)
                | Applies::BeamOrder(_)
                | Applies::Climb(_)
                | Applies::Combining(_) => choices(applies.choices()),
                Applies::Weight => (2..=10).map(|half| json!(f64::from(half) / 2.0)).collect(),
                Applies::BeamWidth => WIDTHS.map(Json::from).to_vec(),
                Applies::Sideways | Applies::Restarts => COUNTS.map(Json::from).to_vec(),
                Applies::Temperature => TEMPERATURES.map(Json::from).to_vec(),
                Applies::Seed => (1..=20).map(Json::from).collect(),
                Applies::DepthLimit(_)
                | Applies::NodeBudget
                | Applies::Cooling
                | Applies::Steps
                | Applies::Threads => Vec::new(),
            },
        }
    }
}

impl Draft {
    /// An experiment with `puzzle` and a sweep.
    pub fn sweep(puzzle: &Puzzle, settings: &Settings, sweep: Sweep) -> Draft {
        Draft::sweep_of(settings, sweep, |draft| draft.add_puzzle(puzzle))
    }

    /// An experiment with the puzzles of a file and a sweep.
    pub fn sweep_file(path: &Path, settings: &Settings, sweep: Sweep) -> Draft {
        Draft::sweep_of(settings, sweep, |draft| draft.add_file(path))
    }

    fn sweep_of(
        settings: &Settings,
        sweep: Sweep,
        add_instances: impl FnOnce(&mut Draft),
    ) -> Draft {
        let setting = sweep.name().to_lowercase();
        let mut draft = Draft::default();
        draft.name = format!("{}, {setting}", settings.algorithm.name);
        add_instances(&mut draft);
        draft.add_sweep(settings, sweep);
        draft.limits = settings.limits.into();
        draft
    }

    /// Adds the algorithm of `settings` with their heuristic, once for each value of the setting that
    /// is swept.
    pub fn add_sweep(&mut self, settings: &Settings, sweep: Sweep) {
        self.add_algorithm(settings);
        let Some(entry) = self.algorithms.last_mut() else {
            return;
        };
        if entry.is_string() {
            *entry = json!({"algorithm": settings.algorithm.key});
        }
        entry[sweep.field()] = sweep.values().into();
        if settings.algorithm.uses_heuristic {
            entry["heuristics"] = json!([settings.heuristic.to_string()]);
        }
    }
}
