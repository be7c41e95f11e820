//! Reports: what the records of experiments say, as tables and plots.
//!
//! A cell is what the repetitions of one configuration on one instance say. It is finished if the
//! searches of all of them found a solution and ended by themselves. Its figure is the median.

mod page;
mod plot;
mod series;
mod table;
mod tables;

pub use page::page;
pub use plot::{PlotError, bar_chart, box_plot, cactus, scatter};
pub use series::{BoxFigures, Logarithmic, boxes, means, pairs, solved_within};
pub use table::{Cell, Format, Table, number};
pub use tables::{by_instance, outcomes, relative, summary};

use super::configurations::in_words;
use super::{Completion, Machine, Record, RunSettings};
use crate::format;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use tilescope_search::GoalTest;

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

    /// The name of its mean over instances. Costs and lengths are averaged as they are; counts, times
    /// and memory differ by factors, so their means are geometric.
    pub fn mean_name(self) -> &'static str {
        match self {
            Metric::Cost | Metric::Moves => "mean",
            Metric::Expanded | Metric::Generated | Metric::Seconds | Metric::Memory => {
                "geometric mean"
            }
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

/// Up to this many instances, the first table of a report is by instance.
pub const MAX_BY_INSTANCE: usize = 20;

/// The records of experiments by instance and configuration.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The names of the experiments.
    pub experiment: String,
    pub configurations: Vec<String>,
    pub instances: Vec<String>,
    /// The names of the configurations as a person reads them.
    words: Vec<String>,
    /// When each configuration tests for the goal; `None` if its algorithm has no such choice.
    goal_tests: Vec<Option<GoalTest>>,
    /// The records of each instance and configuration, by their indices.
    cells: Arc<HashMap<(usize, usize), Vec<Record>>>,
    /// The instances over which the mean of each configuration is.
    compared: Arc<Vec<Vec<usize>>>,
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
        let (mut instance_settings, mut configuration_settings) = (Vec::new(), Vec::new());
        let mut experiments = Vec::new();
        records.sort_by(|a, b| (&a.experiment, a.run).cmp(&(&b.experiment, b.run)));
        for record in in_order_of_configurations(&records) {
            let key = configuration(record);
            configurations.entry(key).or_insert_with(|| {
                results.configurations.push(record.configuration.clone());
                configuration_settings.push(record.settings.clone());
                results.configurations.len() - 1
            });
        }
        let mut cells: HashMap<(usize, usize), Vec<Record>> = HashMap::new();
        for record in records {
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
                instance_settings.push(record.settings.clone());
                results.instances.len() - 1
            });
            let configuration = configurations[&configuration(&record)];
            let add = |list: &mut Vec<String>, text: String| {
                if !list.contains(&text) {
                    list.push(text);
                }
            };
            add(&mut experiments, record.experiment.clone());
            if let Some(measured) = &record.measured {
                add(&mut results.machines, describe(&measured.machine));
            }
            add(&mut results.versions, record.version.clone());
            add(&mut results.limits, limits(&record.settings));
            let cell = cells.entry((instance, configuration)).or_default();
            cell.push(record);
        }
        results.experiment = and_list(&experiments);
        tell_apart(&mut results.instances, &instance_settings, &is_of_puzzle);
        tell_apart(
            &mut results.configurations,
            &configuration_settings,
            &|name| !is_of_puzzle(name) && name != "seed",
        );
        let named = results.configurations.iter().zip(&configuration_settings);
        let words = |(name, settings): (&String, &RunSettings)| {
            in_words(name, &settings.algorithm, settings.heuristic.as_deref())
        };
        results.words = named.map(words).collect();
        let goal_test = |settings: &RunSettings| {
            let key = settings.options.get("goal_test")?.as_str()?;
            GoalTest::from_key(key)
        };
        results.goal_tests = configuration_settings.iter().map(goal_test).collect();
        results.cells = Arc::new(cells);
        results.compared = Arc::new(results.find_compared());
        results
    }

    /// The same with the configurations' names as a person reads them: “A\* · Manhattan distance”.
    pub fn in_words(&self) -> Results {
        Results {
            configurations: self.words.clone(),
            ..self.clone()
        }
    }

    /// The figure of a cell; `None` if a run of it is not finished, or has none.
    pub fn value(&self, instance: usize, configuration: usize, metric: Metric) -> Option<f64> {
        let records = self.cells.get(&(instance, configuration))?;
        let is_finished = |record: &Record| record.completion() == Completion::Finished;
        if !records.iter().all(is_finished) {
            return None;
        }
        let values = records.iter().map(|record| metric.of(record));
        median(values.collect::<Option<_>>()?)
    }

    /// Explains in a few words why a cell has no figure. The cost and the length of a solution that was found
    /// before a limit stopped the search are among them: no mean has them.
    fn reason(&self, instance: usize, configuration: usize, metric: Metric) -> String {
        let Some(records) = self.cells.get(&(instance, configuration)) else {
            return "no record".into();
        };
        let is_unfinished = |it: &&Record| it.completion() != Completion::Finished;
        let Some(record) = records.iter().find(is_unfinished) else {
            return "–".into();
        };
        let ending = match &record.stopped_by {
            Some(by) => format!("{by} limit"),
            None => record.outcome.key().into(),
        };
        match (record.completion(), metric, metric.of(record)) {
            (Completion::StoppedWithSolution, Metric::Cost | Metric::Moves, Some(value)) => {
                format!("{} at the {ending}", number(value))
            }
            (Completion::StoppedWithSolution, ..) => format!("{ending}, with a solution"),
            _ => ending,
        }
    }

    pub fn is_finished(&self, instance: usize, configuration: usize) -> bool {
        self.value(instance, configuration, Metric::Expanded)
            .is_some()
    }

    /// Returns true if all runs of a cell have a solution, and a limit stopped at least one of them.
    fn is_stopped_with_solution(&self, instance: usize, configuration: usize) -> bool {
        let records = self.cells.get(&(instance, configuration));
        // Those without a solution come after it in their order.
        records.into_iter().flatten().map(Record::completion).max()
            == Some(Completion::StoppedWithSolution)
    }

    /// The instances on which a configuration ran.
    fn ran_on(&self, configuration: usize) -> impl Iterator<Item = usize> + Clone {
        (0..self.instances.len()).filter(move |&it| self.cells.contains_key(&(it, configuration)))
    }

    /// The instances over which the means of a configuration are.
    fn compared(&self, configuration: usize) -> &[usize] {
        self.compared.get(configuration).map_or(&[], Vec::as_slice)
    }

    /// The mean over the compared instances; `None` if there are none, or a figure is missing.
    pub fn mean(&self, configuration: usize, metric: Metric) -> Option<f64> {
        match metric {
            Metric::Cost | Metric::Moves => {
                let values = self.compared_values(configuration, metric)?;
                Some(values.iter().sum::<f64>() / values.len() as f64)
            }
            _ => self.geometric_mean(configuration, metric),
        }
    }

    fn geometric_mean(&self, configuration: usize, metric: Metric) -> Option<f64> {
        let values = self.compared_values(configuration, metric)?;
        let n = values.len() as f64;
        let logarithms = values.iter().map(|value| value.max(metric.floor()).ln());
        match &values[..] {
            [one] => Some(*one),
            _ => Some((logarithms.sum::<f64>() / n).exp()),
        }
    }

    /// The figures of a configuration on the compared instances: at least one.
    fn compared_values(&self, configuration: usize, metric: Metric) -> Option<Vec<f64>> {
        let instances = self.compared(configuration).iter();
        let values = instances.map(|&instance| self.value(instance, configuration, metric));
        let values: Vec<f64> = values.collect::<Option<_>>()?;
        (!values.is_empty()).then_some(values)
    }

    /// The instances over which the mean of each configuration is: those that were finished by every
    /// configuration that finished any. Configurations of several experiments that share no instance,
    /// directly or through others, are not compared with each other.
    fn find_compared(&self) -> Vec<Vec<usize>> {
        let n_configurations = self.configurations.len();
        let mut parents: Vec<usize> = (0..n_configurations).collect();
        for instance in 0..self.instances.len() {
            let ran = |it: &usize| self.cells.contains_key(&(instance, *it));
            let mut ran = (0..n_configurations).filter(ran);
            if let Some(first) = ran.next() {
                for other in ran {
                    let other = root(&mut parents, other);
                    parents[other] = root(&mut parents, first);
                }
            }
        }
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for configuration in 0..n_configurations {
            let group = groups.entry(root(&mut parents, configuration));
            group.or_default().push(configuration);
        }
        let mut compared = vec![Vec::new(); n_configurations];
        for group in groups.values() {
            let finished = |&configuration: &usize| -> BTreeSet<usize> {
                let instances = self.ran_on(configuration);
                instances
                    .filter(|&it| self.is_finished(it, configuration))
                    .collect()
            };
            let sets = group.iter().map(finished).filter(|it| !it.is_empty());
            let common = sets
                .reduce(|common, set| &common & &set)
                .unwrap_or_default();
            for &configuration in group {
                compared[configuration] = common.iter().copied().collect();
            }
        }
        compared
    }

    /// When the searches test for the goal, in a sentence; nothing if none of them has the choice.
    fn goal_test_note(&self) -> String {
        let parts = GoalTest::ALL.iter().filter_map(|&goal_test| {
            let named = self.configurations.iter().zip(&self.goal_tests);
            let names: Vec<&str> = named
                .filter(|(_, it)| **it == Some(goal_test))
                .map(|(name, _)| name.as_str())
                .collect();
            let label = goal_test.label();
            (!names.is_empty()).then(|| format!("{label}: {}", names.join(", ")))
        });
        let parts: Vec<String> = parts.collect();
        match &parts[..] {
            [] => String::new(),
            parts => format!(" Goal test {}.", parts.join("; ")),
        }
    }

    fn records(&self, configuration: usize) -> impl Iterator<Item = &Record> {
        self.ran_on(configuration)
            .filter_map(move |it| self.cells.get(&(it, configuration)))
            .flatten()
    }
}

/// The representative of the set that holds `it`.
fn root(parents: &mut [usize], mut it: usize) -> usize {
    while parents[it] != it {
        parents[it] = parents[parents[it]];
        it = parents[it];
    }
    it
}

/// “A”, “A and B”, “A, B and C”.
fn and_list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Returns true if a setting belongs to the puzzle.
fn is_of_puzzle(name: &str) -> bool {
    matches!(name, "start" | "goal" | "costs" | "tile_costs")
}

/// Adds to names that occur several times the settings in which they differ, of those that
/// `is_named` admits: “breadth-first goal_test=early”.
fn tell_apart(names: &mut [String], settings: &[RunSettings], is_named: &dyn Fn(&str) -> bool) {
    let mut same: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, name) in names.iter().enumerate() {
        same.entry(name.clone()).or_default().push(index);
    }
    for indices in same.into_values().filter(|indices| indices.len() > 1) {
        let fields: Vec<BTreeMap<String, String>> =
            indices.iter().map(|&it| fields(&settings[it])).collect();
        for (of_this, &index) in fields.iter().zip(&indices) {
            for (field, value) in of_this.iter().filter(|(field, _)| is_named(field)) {
                if fields.iter().any(|other| other.get(field) != Some(value)) {
                    names[index] += &format!(" {field}={value}");
                }
            }
        }
    }
}

/// The settings of a run, each option by itself.
fn fields(settings: &RunSettings) -> BTreeMap<String, String> {
    let settings = serde_json::to_value(settings).unwrap_or_default();
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let mut fields = BTreeMap::new();
    for (name, value) in settings.as_object().into_iter().flatten() {
        match value.as_object() {
            Some(options) => {
                fields.extend(options.iter().map(|(name, it)| (name.clone(), text(it))));
            }
            None => drop(fields.insert(name.clone(), text(value))),
        }
    }
    fields
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
