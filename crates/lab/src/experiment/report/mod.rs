//! Reports: what the records of an experiment say, as tables and plots.
//!
//! A cell is what the repetitions of one configuration on one instance say. It counts as solved if
//! all of them are. Its figure is the median.

mod page;
mod plot;
mod series;
mod table;
mod tables;

pub use page::page;
pub use plot::{PlotError, bar_chart, box_plot, cactus, scatter};
pub use series::{BoxFigures, Logarithmic, boxes, means, pairs, solved_within};
pub use table::{Cell, Format, Table, number};
pub use tables::{by_instance, coverage, relative, summary};

use super::configurations::in_words;
use super::{Machine, Outcome, Record, RunSettings};
use crate::format;
use std::collections::HashMap;
use std::sync::Arc;

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    Expanded,
    Generated,
    Seconds,
    Memory,
    Cost,
    Moves,
}

impl Metric {
    pub const ALL: [Metric; 6] = [
        Metric::Expanded,
        Metric::Generated,
        Metric::Seconds,
        Metric::Memory,
        Metric::Cost,
        Metric::Moves,
    ];

    /// The name on the command line.
    pub fn key(self) -> &'static str {
        match self {
            Metric::Expanded => "expanded",
            Metric::Generated => "generated",
            Metric::Seconds => "seconds",
            Metric::Memory => "memory",
            Metric::Cost => "cost",
            Metric::Moves => "moves",
        }
    }

    pub fn from_key(key: &str) -> Option<Metric> {
        Metric::ALL.into_iter().find(|metric| metric.key() == key)
    }

    /// The name in tables and plots.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Expanded => "Nodes expanded",
            Metric::Generated => "Nodes generated",
            Metric::Seconds => "Seconds",
            Metric::Memory => "Peak memory in bytes",
            Metric::Cost => "Cost of the solution",
            Metric::Moves => "Moves of the solution",
        }
    }

    /// Its value for a run; `None` if there is none.
    fn of(self, record: &Record) -> Option<f64> {
        match self {
            Metric::Expanded => Some(record.expanded as f64),
            Metric::Generated => Some(record.generated as f64),
            Metric::Seconds => record.search_seconds(),
            Metric::Memory => Some(record.measured.as_ref()?.peak_bytes as f64),
            Metric::Cost => Some(record.cost? as f64 / f64::from(record.cost_unit.max(1))),
            Metric::Moves => Some(record.moves? as f64),
        }
    }

    /// The least value that a geometric mean or a logarithmic axis shows: what is less counts as
    /// this.
    fn floor(self) -> f64 {
        match self {
            Metric::Seconds => 1e-6,
            _ => 1.0,
        }
    }
}

/// The records of an experiment by instance and configuration.
#[derive(Clone, Debug, Default)]
pub struct Results {
    pub experiment: String,
    pub configurations: Vec<String>,
    pub instances: Vec<String>,
    /// The names of the configurations as a person reads them.
    words: Vec<String>,
    /// The records of each instance and configuration, by their indices.
    cells: Arc<HashMap<(usize, usize), Vec<Record>>>,
    /// The machines that did the runs, each once.
    pub machines: Vec<String>,
    /// The versions of Tilescope that did them.
    pub versions: Vec<String>,
    /// The limits of the runs.
    pub limits: Vec<String>,
}

impl Results {
    /// Sorts `records`, of which there is one a run. Instances and configurations are in the order of
    /// the experiment, however the runs were shuffled and whether all of them are done.
    pub fn new(mut records: Vec<Record>) -> Results {
        let mut results = Results::default();
        let (mut instances, mut configurations) = (HashMap::new(), HashMap::new());
        records.sort_by(|a, b| (&a.experiment, a.run).cmp(&(&b.experiment, b.run)));
        for record in in_order_of_configurations(&records) {
            let key = configuration(record);
            configurations.entry(key).or_insert_with(|| {
                let (name, settings) = (&record.configuration, &record.settings);
                results.configurations.push(name.clone());
                let words = in_words(name, &settings.algorithm, settings.heuristic.as_deref());
                results.words.push(words);
                results.configurations.len() - 1
            });
        }
        let mut cells: HashMap<(usize, usize), Vec<Record>> = HashMap::new();
        for record in records {
            if results.experiment.is_empty() {
                results.experiment.clone_from(&record.experiment);
            }
            let RunSettings {
                start,
                goal,
                costs,
                tile_costs,
                ..
            } = &record.settings;
            let instance = [start, goal, costs, tile_costs].map(String::clone);
            let instance = *instances.entry(instance).or_insert_with(|| {
                results.instances.push(record.instance.clone());
                results.instances.len() - 1
            });
            let configuration = configurations[&configuration(&record)];
            let add = |list: &mut Vec<String>, text: String| {
                if !list.contains(&text) {
                    list.push(text);
                }
            };
            if let Some(measured) = &record.measured {
                add(&mut results.machines, describe(&measured.machine));
            }
            add(&mut results.versions, record.version.clone());
            add(&mut results.limits, limits(&record.settings));
            let cell = cells.entry((instance, configuration)).or_default();
            cell.push(record);
        }
        results.cells = Arc::new(cells);
        results
    }

    /// The same with the configurations' names as a person reads them: “A\* · Manhattan distance”.
    pub fn in_words(&self) -> Results {
        Results {
            configurations: self.words.clone(),
            ..self.clone()
        }
    }

    /// The figure of a cell; `None` if a run of it is not solved, or has none.
    pub fn value(&self, instance: usize, configuration: usize, metric: Metric) -> Option<f64> {
        let records = self.cells.get(&(instance, configuration))?;
        let is_solved = |record: &Record| record.outcome == Outcome::Solved;
        if !records.iter().all(is_solved) {
            return None;
        }
        let values = records.iter().map(|record| metric.of(record));
        median(values.collect::<Option<_>>()?)
    }

    /// Why a cell has no figure, in a word.
    fn reason(&self, instance: usize, configuration: usize) -> String {
        let Some(records) = self.cells.get(&(instance, configuration)) else {
            return "no record".into();
        };
        let unsolved = records.iter().find(|it| it.outcome != Outcome::Solved);
        match unsolved {
            None => "–".into(),
            Some(record) => match &record.stopped_by {
                Some(by) => format!("{by} limit"),
                None => record.outcome.key().into(),
            },
        }
    }

    pub fn is_solved(&self, instance: usize, configuration: usize) -> bool {
        self.value(instance, configuration, Metric::Expanded)
            .is_some()
    }

    /// Whether every configuration solved the instance.
    pub fn is_solved_by_all(&self, instance: usize) -> bool {
        (0..self.configurations.len()).all(|it| self.is_solved(instance, it))
    }

    /// The geometric mean over the instances that every configuration solved; `None` if there are
    /// none, or a figure is missing.
    pub fn geometric_mean(&self, configuration: usize, metric: Metric) -> Option<f64> {
        let common = (0..self.instances.len()).filter(|&it| self.is_solved_by_all(it));
        let logarithms = common.map(|instance| {
            let value = self.value(instance, configuration, metric)?;
            Some(value.max(metric.floor()).ln())
        });
        let logarithms: Vec<f64> = logarithms.collect::<Option<_>>()?;
        let n = logarithms.len();
        (n > 0).then(|| (logarithms.iter().sum::<f64>() / n as f64).exp())
    }

    fn records(&self, configuration: usize) -> impl Iterator<Item = &Record> {
        let cells = (0..self.instances.len()).map(move |it| (it, configuration));
        cells.filter_map(|key| self.cells.get(&key)).flatten()
    }
}

/// The median: between the two in the middle, if there are two. `None` of nothing.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    let upper = *values.get(middle)?;
    Some(match values.len() % 2 {
        0 => f64::midpoint(values[middle - 1], upper),
        _ => upper,
    })
}

/// The records in an order in which the first ones of the configurations are in the order of the
/// experiment. Its runs are numbered by instance, then by configuration, so the numbers of one
/// configuration differ by a multiple of the runs of an instance.
fn in_order_of_configurations(records: &[Record]) -> Vec<&Record> {
    let mut first = HashMap::new();
    let mut n_of_instance = 0;
    for record in records {
        let key = (configuration(record), record.repetition);
        let first = *first.entry(key).or_insert(record.run);
        n_of_instance = gcd(n_of_instance, record.run.abs_diff(first));
    }
    let mut ordered: Vec<&Record> = records.iter().collect();
    // With a single instance, the numbers are in order.
    if n_of_instance > 0 {
        ordered.sort_by_key(|record| record.run.saturating_sub(1) % n_of_instance);
    }
    ordered
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What makes two records belong to one configuration.
fn configuration(record: &Record) -> String {
    let settings = RunSettings {
        start: String::new(),
        goal: String::new(),
        costs: String::new(),
        tile_costs: String::new(),
        seed: None,
        ..record.settings.clone()
    };
    let settings = serde_json::to_string(&settings).unwrap_or_default();
    format!("{} {settings}", record.configuration)
}

fn describe(machine: &Machine) -> String {
    let Machine {
        host,
        cpu,
        cores,
        memory,
        governor,
        system,
    } = machine;
    let cores = format!("{cores} {}", if *cores == 1 { "core" } else { "cores" });
    let memory = memory.map(format::bytes);
    let governor = governor.as_ref().map(|it| format!("governor {it}"));
    let parts = [host.clone(), cpu.clone(), Some(cores), memory, governor];
    let parts: Vec<String> = parts
        .into_iter()
        .flatten()
        .chain([system.clone()])
        .collect();
    parts.join(", ")
}

fn limits(settings: &RunSettings) -> String {
    let expanded = settings
        .max_expanded
        .map(|n| format!("{} expansions", format::count(n)));
    let memory = settings.max_memory.map(format::bytes);
    let time = settings.max_time.map(|seconds| format!("{seconds} s"));
    let parts: Vec<String> = [expanded, memory, time].into_iter().flatten().collect();
    match &parts[..] {
        [] => "none".into(),
        parts => parts.join(", "),
    }
}
