//! Configurations: algorithms with options and heuristics.

use super::object::Object;
use super::{ExperimentError, RunSettings};
use crate::files::json::described;
use crate::format::excerpt;
use crate::job;
use crate::{Job, Limits, Settings};
use serde_json::Value as Json;
use std::num::NonZero;
use std::time::Duration;
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_puzzle::{HeuristicExpr, MoveOrder, Puzzle};
use tilescope_search::{About, OptionAbout, Options, Takes, Value};

/// The maximum number of configurations.
const MAX_CONFIGURATIONS: usize = 100_000;

/// An algorithm with its options and its heuristic.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// Differs from the names of the others.
    pub name: String,
    /// Its name as a person reads it: “A\* · Manhattan distance”.
    pub words: String,
    pub settings: Settings,
}

/// A value that a configuration has.
#[derive(Clone)]
enum Choice {
    Option(&'static OptionAbout, Value),
    Order(MoveOrder),
    Heuristic(HeuristicExpr),
}

/// The values of which each configuration has one.
struct Axis {
    choices: Vec<Choice>,
    /// Whether the name of a configuration says which.
    is_named: bool,
}

/// Settings of the file for all configurations.
#[derive(Clone, Copy)]
pub struct Common {
    /// The version of the file. It decides what an option is that is not named.
    pub version: u64,
    pub limits: Limits,
}

/// The configurations that the fields “algorithms” and “heuristics” describe.
pub fn read(fields: &Object, common: Common) -> Result<Vec<Configuration>, ExperimentError> {
    let heuristics = heuristics(fields)?;
    let mut configurations = Vec::new();
    for (number, value) in (1..).zip(fields.list("algorithms")?) {
        let place = format!("entry {number} of “algorithms”");
        read_entry(value, &place, &heuristics, common, &mut configurations)?;
    }
    Ok(configurations)
}

/// The options that an experiment of this version means where it does not name them.
pub(super) fn unnamed_options(algorithm: &About, version: u64) -> Options {
    match version {
        1 => algorithm.defaults_of_first_version(),
        _ => algorithm.defaults(),
    }
}

fn heuristics(fields: &Object) -> Result<Vec<HeuristicExpr>, ExperimentError> {
    let read = |value: &Json| {
        let text = value.as_str().ok_or_else(|| {
            fields.error(format!(
                "{} is no heuristic, in “heuristics”",
                described(value)
            ))
        })?;
        job::heuristic(text).map_err(|error| fields.error(error))
    };
    fields.list("heuristics")?.iter().map(read).collect()
}

fn read_entry(
    value: &Json,
    place: &str,
    heuristics: &[HeuristicExpr],
    common: Common,
    configurations: &mut Vec<Configuration>,
) -> Result<(), ExperimentError> {
    let in_place = |error: job::JobError| ExperimentError::Invalid(format!("{error}, in {place}"));
    if let Some(key) = value.as_str() {
        let algorithm = job::algorithm(key).map_err(in_place)?;
        let axes = heuristic_axis(algorithm, heuristics);
        return expand(algorithm, None, axes, common, configurations);
    }
    let key = value.get("algorithm").and_then(Json::as_str);
    let key = key.ok_or_else(|| {
        ExperimentError::Invalid(format!(
            "“algorithm” is missing: write the key of an algorithm, or {{\"algorithm\": key, …}}, \
             in {place}"
        ))
    })?;
    let algorithm = job::algorithm(key).map_err(in_place)?;
    let options = algorithm.options.iter().map(|applies| applies.about());
    let mut known = vec!["algorithm", "name"];
    let takes_heuristics = algorithm.uses_heuristic || algorithm.takes_databases();
    known.extend(takes_heuristics.then_some("heuristics"));
    known.extend((!algorithm.is_engine()).then_some("order"));
    known.extend(options.clone().map(|row| row.field));
    let fields = Object::new(value, place, &known)?;
    let name = fields.text("name")?;
    let mut axes = Vec::new();
    for row in options {
        if let Some(value) = fields.get(row.field) {
            axes.push(axis(&fields, row.field, value, name, &|one| {
                option(row, one)
            })?);
        }
    }
    if let Some(value) = fields.get("order") {
        let order = |one: &Json| {
            let order = one.as_str()?.parse().ok()?;
            Some(Choice::Order(order))
        };
        axes.push(axis(&fields, "order", value, name, &order)?);
    }
    axes.extend(match fields.get("heuristics") {
        Some(_) => own_heuristics(self::heuristics(&fields)?),
        None => heuristic_axis(algorithm, heuristics),
    });
    expand(algorithm, name, axes, common, configurations)
}

/// The settings that a record has. The error says which field of the record is none of its own.
pub(super) fn of_record(record: &RunSettings) -> Result<Settings, String> {
    let algorithm = job::algorithm(&record.algorithm).map_err(|error| error.to_string())?;
    let mut settings = Settings::new(algorithm, DEFAULT_HEURISTIC);
    settings.options = algorithm.defaults_of_first_version();
    if let Some(text) = &record.heuristic {
        let heuristic = job::heuristic(text).map_err(|error| error.to_string())?;
        Choice::Heuristic(heuristic).set(&mut settings);
    }
    if let Some(text) = &record.order {
        let order = text.parse().map_err(|_| format!("“{text}” is no order"))?;
        Choice::Order(order).set(&mut settings);
    }
    let rows = algorithm.options.iter().map(|applies| applies.about());
    for row in rows {
        let Some(value) = record.options.get(row.field) else {
            continue;
        };
        let choice = option(row, value);
        let choice =
            choice.ok_or_else(|| format!("“{}” does not take {}", row.field, described(value)))?;
        choice.set(&mut settings);
    }
    if let Some(seed) = record.seed {
        settings.options.seed = seed;
    }
    settings.limits = Limits {
        expanded: record.max_expanded,
        memory: record.max_memory,
        time: match record.max_time {
            Some(seconds) => {
                let time = Duration::try_from_secs_f64(seconds);
                Some(time.map_err(|_| format!("{seconds} s is no time"))?)
            }
            None => None,
        },
    };
    Ok(settings)
}

/// The values of a field: one, or those of a list.
fn axis(
    fields: &Object,
    field: &str,
    value: &Json,
    name: Option<&str>,
    read: &dyn Fn(&Json) -> Option<Choice>,
) -> Result<Axis, ExperimentError> {
    let (values, is_list) = match value {
        Json::Array(values) => (values.as_slice(), true),
        one => (std::slice::from_ref(one), false),
    };
    let read = |one: &Json| {
        let refused = || fields.error(format!("“{field}” does not take {}", described(one)));
        read(one).ok_or_else(refused)
    };
    let choices: Vec<Choice> = values.iter().map(read).collect::<Result<_, _>>()?;
    if choices.is_empty() {
        return Err(fields.error(format!("“{field}” is an empty list")));
    }
    let is_named = is_list || name.is_none();
    Ok(Axis { choices, is_named })
}

fn option(row: &'static OptionAbout, json: &Json) -> Option<Choice> {
    let value = match row.takes {
        Takes::Choice(_) => row.parse(json.as_str()?).ok()?,
        Takes::Whole(..) => Value::Whole(json.as_u64()?),
        Takes::Decimal { .. } => Value::Decimal(json.as_f64()?),
        Takes::WholeOr { .. } if json.is_null() => Value::None,
        Takes::WholeOr { .. } => Value::Whole(json.as_u64()?),
    };
    let mut options = Options::default();
    row.set(&mut options, value).ok()?;
    Some(Choice::Option(row, value))
}

/// The heuristics of the experiment, for an algorithm that uses one.
fn heuristic_axis(algorithm: &About, common: &[HeuristicExpr]) -> Vec<Axis> {
    match (algorithm.uses_heuristic, common) {
        (false, _) => Vec::new(),
        (true, []) => own_heuristics(vec![DEFAULT_HEURISTIC.into()]),
        (true, common) => own_heuristics(common.to_vec()),
    }
}

fn own_heuristics(heuristics: Vec<HeuristicExpr>) -> Vec<Axis> {
    let choices = heuristics.into_iter().map(Choice::Heuristic).collect();
    vec![Axis {
        choices,
        is_named: true,
    }]
}

/// Adds a configuration for each combination.
fn expand(
    algorithm: &'static About,
    name: Option<&str>,
    axes: Vec<Axis>,
    common: Common,
    configurations: &mut Vec<Configuration>,
) -> Result<(), ExperimentError> {
    let sizes = axes.iter().map(|axis| axis.choices.len());
    let n = sizes.fold(1_usize, usize::saturating_mul);
    if n.saturating_add(configurations.len()) > MAX_CONFIGURATIONS {
        return Err(ExperimentError::Invalid(format!(
            "there are more than {MAX_CONFIGURATIONS} configurations: leave some values of {} out",
            algorithm.key
        )));
    }
    let mut settings = Settings::new(algorithm, DEFAULT_HEURISTIC);
    settings.options = unnamed_options(algorithm, common.version);
    settings.limits = common.limits;
    // One thread, so that a run is the same on every machine, unless the file says otherwise.
    settings.options.threads = NonZero::new(1);
    let mut made = vec![Configuration {
        name: excerpt(name.unwrap_or(algorithm.key)),
        words: String::new(),
        settings,
    }];
    for Axis { choices, is_named } in axes {
        let with = |configuration: &Configuration, choice: &Choice| {
            let mut with = configuration.clone();
            let text = choice.set(&mut with.settings);
            if is_named {
                with.name += &format!(" {text}");
            }
            with
        };
        made = made
            .iter()
            .flat_map(|configuration| {
                choices
                    .iter()
                    .map(move |choice| with(configuration, choice))
            })
            .collect();
    }
    for configuration in &mut made {
        let heuristic = configuration.settings.heuristic.to_string();
        configuration.words = in_words(&configuration.name, algorithm.key, Some(&heuristic));
    }
    configurations.extend(made);
    Ok(())
}

impl Choice {
    /// Sets it; returns it in words: “weight=2”.
    fn set(&self, settings: &mut Settings) -> String {
        match self {
            Choice::Option(row, value) => {
                (row.set(&mut settings.options, *value)).expect("the value was checked");
                format!("{}={value}", row.field)
            }
            Choice::Order(order) => {
                settings.order = *order;
                format!("order={order}")
            }
            Choice::Heuristic(heuristic) => {
                if settings.algorithm.takes_databases() {
                    settings.databases = Some(heuristic.clone());
                }
                settings.heuristic = heuristic.clone();
                heuristic.to_string()
            }
        }
    }
}

/// The name of a configuration as a person reads it: “weighted-a-star weight=2 manhattan” is
/// “Weighted A\* · weight 2 · Manhattan distance”. What the user has named stays.
pub(super) fn in_words(name: &str, algorithm: &str, heuristic: Option<&str>) -> String {
    let heuristic = heuristic.and_then(|text| Some((text, text.parse::<HeuristicExpr>().ok()?)));
    let split = heuristic.and_then(|(text, expr)| {
        let before = name.strip_suffix(text)?.strip_suffix(' ')?;
        Some((before, expr.name()))
    });
    let (name, heuristic) = split.map_or((name, None), |(before, words)| (before, Some(words)));
    let mut values = name.split(' ');
    let about = values.next().filter(|first| *first == algorithm);
    let about = about.and_then(|key| job::algorithm(key).ok());
    let mut parts = match about {
        Some(about) => vec![about.name.to_owned()],
        None => vec![name.to_owned()],
    };
    if about.is_some() {
        parts.extend(values.map(|value| value.replace(['=', '_'], " ")));
    }
    parts.extend(heuristic);
    parts.join(" · ")
}

impl Configuration {
    /// Checks that it fits `puzzle`; the error says why not.
    pub(super) fn check(&self, puzzle: &Puzzle) -> Result<(), String> {
        let job = Job {
            problem: puzzle.clone().into(),
            settings: self.settings.clone(),
            search_unsolvable: false,
            record: 0,
        };
        let error = job.check().err().or_else(|| job.heuristic_misfit());
        error.map_or(Ok(()), |error| Err(error.to_string()))
    }
}
