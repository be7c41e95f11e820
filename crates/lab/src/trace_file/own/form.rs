//! The job and the report of a trace as JSON.

use crate::breakpoint::Hit;
use crate::files::json;
use crate::job::{algorithm, heuristic, route_heuristic};
use crate::{BestNode, Counts, DeadEnd, Job, Limits, Report, RunOutcome, Settings, StoppedBy};
use crate::{TablesSource, TablesUsed, catalogue, files, format};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;
use tilescope_puzzle::notation::{board_line, parse_board};
use tilescope_puzzle::{HeuristicExpr, MoveOrder};
use tilescope_search::{Action, OPTIONS, Value as OptionValue};

/// More than any heuristic takes that a person writes.
const MAX_EXPRESSION: usize = 10_000;

#[derive(Serialize, Deserialize)]
struct JobForm {
    /// In the form of its file.
    problem: Value,
    algorithm: String,
    heuristic: String,
    route_heuristic: String,
    databases: Option<String>,
    measure_to: Option<String>,
    order: String,
    /// Every option of the table, by its field's name.
    options: BTreeMap<String, Value>,
    max_expanded: Option<u64>,
    max_memory: Option<u64>,
    max_seconds: Option<f64>,
    search_unsolvable: bool,
    max_recorded: u32,
}

pub fn job_to_bytes(job: &Job) -> Vec<u8> {
    let settings = &job.settings;
    let option = |row: &&tilescope_search::OptionAbout| {
        let value = serde_json::to_value(row.get(&settings.options)).unwrap_or_default();
        (row.field.to_owned(), value)
    };
    let form = JobForm {
        problem: serde_json::from_str(&files::to_json(&job.problem)).unwrap_or_default(),
        algorithm: settings.algorithm.key.into(),
        heuristic: settings.heuristic.to_string(),
        route_heuristic: settings.route_heuristic.to_string(),
        databases: settings.databases.as_ref().map(HeuristicExpr::to_string),
        measure_to: settings.measure_to.as_ref().map(board_line),
        order: settings.order.to_string(),
        options: OPTIONS.iter().map(option).collect(),
        max_expanded: settings.limits.expanded,
        max_memory: settings.limits.memory,
        max_seconds: settings.limits.time.map(|time| time.as_secs_f64()),
        search_unsolvable: job.search_unsolvable,
        max_recorded: job.record,
    };
    serde_json::to_vec(&form).expect("numbers, texts and lists are JSON")
}

/// Reads a job, and checks that its settings fit its problem.
///
/// # Errors
/// In words, if there is none.
pub fn job_from_bytes(bytes: &[u8]) -> Result<Job, String> {
    let form: JobForm = serde_json::from_slice(bytes).map_err(|error| json::cause(&error))?;
    let problem = files::from_json(&form.problem.to_string()).map_err(|error| error.to_string())?;
    let expression = |text: &str| match text.len() > MAX_EXPRESSION {
        true => Err("the heuristic is too long".to_owned()),
        false => heuristic(text).map_err(|error| error.to_string()),
    };
    let algorithm = match catalogue::find_recorded(&form.algorithm) {
        Some(algorithm) => algorithm,
        None => algorithm(&form.algorithm).map_err(|error| error.to_string())?,
    };
    let mut settings = Settings::new(algorithm, expression(&form.heuristic)?);
    // A version without an option did what was its default.
    settings.options = algorithm.defaults_of_first_version();
    let route_heuristic = route_heuristic(&form.route_heuristic);
    settings.route_heuristic = route_heuristic.map_err(|error| error.to_string())?;
    settings.databases = form.databases.as_deref().map(expression).transpose()?;
    let measure_to = form.measure_to.as_deref().map(parse_board).transpose();
    settings.measure_to = measure_to.map_err(|error| error.to_string())?;
    let order = form.order.parse::<MoveOrder>();
    settings.order = order.map_err(|error| error.to_string())?;
    for row in OPTIONS {
        let value = match form.options.get(row.field) {
            None => continue,
            Some(Value::Null) => Ok(OptionValue::None),
            Some(Value::String(text)) => row.parse(text),
            Some(number) => row.parse(&number.to_string()),
        };
        let set = value.and_then(|value| row.set(&mut settings.options, value));
        set.map_err(|error| format!("“{}”: {error}", row.field))?;
    }
    let time = form.max_seconds.map(Duration::try_from_secs_f64);
    settings.limits = Limits {
        expanded: form.max_expanded,
        memory: form.max_memory,
        time: time.transpose().map_err(|error| error.to_string())?,
    };
    let job = Job {
        problem,
        settings,
        search_unsolvable: form.search_unsolvable,
        record: form.max_recorded,
    };
    job.check().map_err(|error| error.to_string())?;
    Ok(job)
}

#[derive(Serialize, Deserialize)]
struct ReportForm {
    outcome: OutcomeForm,
    stopped_by: Option<String>,
    /// Older files have none of these two.
    #[serde(default)]
    proof: Option<String>,
    #[serde(default)]
    breakpoint: Option<Hit>,
    expanded: u64,
    generated: u64,
    frontier: Option<u64>,
    peak_frontier: Option<u64>,
    peak_bytes: u64,
    seconds: f64,
    seconds_for_tables: f64,
    bound: Option<u32>,
    best: Option<BestForm>,
    goal: Option<u32>,
    recorded_in_full: bool,
    method: Option<String>,
    tables: Option<TablesForm>,
    while_building: bool,
    notes: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OutcomeForm {
    Solved {
        /// The numbers of the actions.
        actions: Vec<u8>,
        cost: u32,
        optimal: bool,
    },
    Unsolvable {
        by_parity: bool,
    },
    Pruned,
    LocalMinimum,
    Plateau {
        sideways: u32,
    },
    LocalMinimumOrPlateau,
    LocalMinima {
        n_climbs: u32,
    },
    NothingLower,
    NoStepsLeft,
    Frozen,
    Stopped(String),
    Failed(String),
}

#[derive(Serialize, Deserialize)]
struct BestForm {
    g: u32,
    h: u32,
    node: Option<u32>,
}

#[derive(Serialize, Deserialize)]
struct TablesForm {
    bytes: u64,
    from: String,
    seconds: f64,
}

const STOPPED_BY: [(StoppedBy, &str); 9] = [
    (StoppedBy::Memory, "memory"),
    (StoppedBy::Time, "time"),
    (StoppedBy::Expanded, "expanded"),
    (StoppedBy::Depth, "depth"),
    (StoppedBy::Interrupt, "interrupt"),
    (StoppedBy::Cost, "cost"),
    (StoppedBy::FileEnd, "file-end"),
    (StoppedBy::Breakpoint, "breakpoint"),
    (StoppedBy::Game, "game"),
];

const SOURCES: [(TablesSource, &str); 3] = [
    (TablesSource::Memory, "memory"),
    (TablesSource::Disk, "disk"),
    (TablesSource::Built, "built"),
];

fn key<T: Copy + PartialEq>(table: &[(T, &'static str)], value: T) -> String {
    let row = table.iter().find(|(it, _)| *it == value);
    row.map_or("", |(_, key)| key).to_owned()
}

fn from_key<T: Copy>(table: &[(T, &str)], key: &str) -> Result<T, String> {
    let row = table.iter().find(|(_, it)| *it == key);
    row.map(|(value, _)| *value)
        .ok_or_else(|| "a word of the report is not known".to_owned())
}

pub fn report_to_bytes(report: &Report) -> Vec<u8> {
    let counts = &report.counts;
    let form = ReportForm {
        outcome: match &report.outcome {
            RunOutcome::Solved {
                moves,
                cost,
                optimal,
            } => OutcomeForm::Solved {
                actions: moves.iter().map(|action| action.0).collect(),
                cost: *cost,
                optimal: *optimal,
            },
            RunOutcome::Unsolvable { by_parity } => OutcomeForm::Unsolvable {
                by_parity: *by_parity,
            },
            RunOutcome::Exhausted(DeadEnd::Pruned) => OutcomeForm::Pruned,
            RunOutcome::Exhausted(DeadEnd::LocalMinimum) => OutcomeForm::LocalMinimum,
            RunOutcome::Exhausted(DeadEnd::Plateau { sideways }) => OutcomeForm::Plateau {
                sideways: *sideways,
            },
            RunOutcome::Exhausted(DeadEnd::LocalMinimumOrPlateau) => {
                OutcomeForm::LocalMinimumOrPlateau
            }
            RunOutcome::Exhausted(DeadEnd::LocalMinima { n_climbs }) => OutcomeForm::LocalMinima {
                n_climbs: *n_climbs,
            },
            RunOutcome::Exhausted(DeadEnd::NothingLower) => OutcomeForm::NothingLower,
            RunOutcome::Exhausted(DeadEnd::NoStepsLeft) => OutcomeForm::NoStepsLeft,
            RunOutcome::Exhausted(DeadEnd::Frozen) => OutcomeForm::Frozen,
            RunOutcome::Stopped(by) => OutcomeForm::Stopped(key(&STOPPED_BY, *by)),
            RunOutcome::Failed(why) => OutcomeForm::Failed(why.clone()),
        },
        stopped_by: report.stopped_by.map(|by| key(&STOPPED_BY, by)),
        proof: report.proof.clone(),
        breakpoint: report.breakpoint.clone(),
        expanded: counts.expanded,
        generated: counts.generated,
        frontier: counts.frontier,
        peak_frontier: counts.peak_frontier,
        peak_bytes: counts.peak_bytes,
        seconds: counts.elapsed.as_secs_f64(),
        seconds_for_tables: counts.for_tables.as_secs_f64(),
        bound: counts.bound,
        best: report
            .best
            .map(|BestNode { g, h, node }| BestForm { g, h, node }),
        goal: report.goal,
        recorded_in_full: report.recorded_in_full,
        method: report.method.clone(),
        tables: report.tables.map(|tables| TablesForm {
            bytes: tables.n_bytes,
            from: key(&SOURCES, tables.from),
            seconds: tables.elapsed.as_secs_f64(),
        }),
        while_building: report.while_building,
        notes: report.notes.clone(),
    };
    serde_json::to_vec(&form).expect("numbers, texts and lists are JSON")
}

/// Reads the report on `job`, whose record has `n_nodes` nodes.
///
/// # Errors
/// In words, if it is none, or does not fit.
pub fn report_from_bytes(bytes: &[u8], job: &Job, n_nodes: u32) -> Result<Report, String> {
    let form: ReportForm = serde_json::from_slice(bytes).map_err(|error| json::cause(&error))?;
    let time = |seconds| Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string());
    let nodes = [form.goal, form.best.as_ref().and_then(|best| best.node)];
    if nodes.into_iter().flatten().any(|node| node >= n_nodes) {
        return Err("the report names a node that is not there".into());
    }
    let exhausted = RunOutcome::Exhausted;
    let outcome = match form.outcome {
        OutcomeForm::Solved {
            actions,
            cost,
            optimal,
        } => RunOutcome::Solved {
            moves: solution(job, actions)?,
            cost,
            optimal,
        },
        OutcomeForm::Unsolvable { by_parity } => RunOutcome::Unsolvable { by_parity },
        OutcomeForm::Pruned => exhausted(DeadEnd::Pruned),
        OutcomeForm::LocalMinimum => exhausted(DeadEnd::LocalMinimum),
        OutcomeForm::Plateau { sideways } => exhausted(DeadEnd::Plateau { sideways }),
        OutcomeForm::LocalMinimumOrPlateau => exhausted(DeadEnd::LocalMinimumOrPlateau),
        OutcomeForm::LocalMinima { n_climbs } => exhausted(DeadEnd::LocalMinima { n_climbs }),
        OutcomeForm::NothingLower => exhausted(DeadEnd::NothingLower),
        OutcomeForm::NoStepsLeft => exhausted(DeadEnd::NoStepsLeft),
        OutcomeForm::Frozen => exhausted(DeadEnd::Frozen),
        OutcomeForm::Stopped(by) => RunOutcome::Stopped(from_key(&STOPPED_BY, &by)?),
        OutcomeForm::Failed(why) => RunOutcome::Failed(readable(&why)),
    };
    let stopped_by = form.stopped_by.map(|by| from_key(&STOPPED_BY, &by));
    let tables = form.tables.map(|tables| {
        Ok::<_, String>(TablesUsed {
            n_bytes: tables.bytes,
            from: from_key(&SOURCES, &tables.from)?,
            elapsed: time(tables.seconds)?,
        })
    });
    Ok(Report {
        outcome,
        stopped_by: stopped_by.transpose()?,
        proof: form.proof.as_deref().map(readable),
        breakpoint: form.breakpoint,
        counts: Counts {
            expanded: form.expanded,
            generated: form.generated,
            frontier: form.frontier,
            peak_frontier: form.peak_frontier,
            peak_bytes: form.peak_bytes,
            elapsed: time(form.seconds)?,
            for_tables: time(form.seconds_for_tables)?,
            bound: form.bound,
        },
        best: form
            .best
            .map(|BestForm { g, h, node }| BestNode { g, h, node }),
        goal: form.goal,
        recorded_in_full: form.recorded_in_full,
        method: form.method.as_deref().map(readable),
        tables: tables.transpose()?,
        while_building: form.while_building,
        notes: form.notes.iter().map(|note| readable(note)).collect(),
        unit: job.problem.unit(),
    })
}

/// A sentence of the file, as it may stand on a terminal.
fn readable(text: &str) -> String {
    const MAX_CHARS: usize = 1000;
    format::escaped(text, MAX_CHARS)
}

/// The actions, if they lead from the start to the goal.
fn solution(job: &Job, actions: Vec<u8>) -> Result<Vec<Action>, String> {
    let n_actions = super::read::n_actions(&job.problem);
    let mut state = job.problem.start();
    for &action in &actions {
        let is_known = usize::from(action) < n_actions;
        if !is_known || !job.problem.apply(&mut state, Action(action)) {
            return Err("the report has a solution that cannot be carried out".into());
        }
    }
    match state == job.problem.goal() {
        true => Ok(actions.into_iter().map(Action).collect()),
        false => Err("the report has a solution that does not lead to the goal".into()),
    }
}
