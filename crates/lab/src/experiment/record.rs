//! Records: what a run was and what it took.
//!
//! A record is one line of JSON. What two machines may disagree on is in the field `measured`; the
//! rest is the same wherever the run is done, unless a limit on time or memory stopped it.

use super::workers::{Conditions, RecordHead};
use crate::bench::machine::field;
use crate::{Job, Report, RunOutcome, StoppedBy, Tally};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};
use tilescope_puzzle::notation::board_line;
use tilescope_search::Applies;

/// A run that was done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The [`RunId`](super::RunId).
    pub id: String,
    /// The name of the experiment.
    pub experiment: String,
    /// The [`Fingerprint`](super::Fingerprint) of the experiment.
    pub fingerprint: String,
    /// The run's place in the experiment, from 1.
    pub run: usize,
    pub instance: String,
    pub configuration: String,
    /// From 1.
    pub repetition: u32,
    /// The version of Tilescope.
    pub version: String,
    pub settings: RunSettings,
    pub outcome: Outcome,
    /// Also if it had found a solution and looked for a better one.
    pub stopped_by: Option<String>,
    /// Why it failed.
    pub error: Option<String>,
    pub moves: Option<usize>,
    /// The cost of the solution, times `cost_unit`.
    pub cost: Option<u64>,
    /// The number of units in a cost of 1.
    pub cost_unit: u32,
    pub optimal: Option<bool>,
    pub expanded: u64,
    pub generated: u64,
    /// Null for an engine, which reports no nodes; so is `duplicates`.
    pub reopened: Option<u64>,
    pub duplicates: Option<u64>,
    pub peak_frontier: Option<u64>,
    /// h of the start, in the units of `cost`; null if the search uses no heuristic.
    pub initial_h: Option<u64>,
    /// The moves of the blank.
    pub path: Option<String>,
    /// Left out where only counts are compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measured>,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Solved,
    Unsolvable,
    Exhausted,
    Stopped,
    Failed,
}

impl Outcome {
    /// The name in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Outcome::Solved => "solved",
            Outcome::Unsolvable => "unsolvable",
            Outcome::Exhausted => "exhausted",
            Outcome::Stopped => "stopped",
            Outcome::Failed => "failed",
        }
    }
}

/// End of a run, with or without a solution: what reports count. A record has the two apart, in
/// `outcome` and `stopped_by`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Completion {
    /// Found a solution and ended by itself.
    Finished,
    /// Had found a solution, and was looking for a better one, when it was stopped.
    StoppedWithSolution,
    Unsolvable,
    Exhausted,
    Stopped,
    Failed,
}

impl Completion {
    pub const ALL: [Completion; 6] = [
        Completion::Finished,
        Completion::StoppedWithSolution,
        Completion::Unsolvable,
        Completion::Exhausted,
        Completion::Stopped,
        Completion::Failed,
    ];

    /// The name in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Completion::Finished => "solved",
            Completion::StoppedWithSolution => "stopped_with_solution",
            Completion::Unsolvable => "unsolvable",
            Completion::Exhausted => "exhausted",
            Completion::Stopped => "stopped",
            Completion::Failed => "failed",
        }
    }

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Completion::Finished => "finished",
            Completion::StoppedWithSolution => "stopped with a solution",
            other => other.key(),
        }
    }
}

/// What defines a run, beside its repetition.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSettings {
    pub start: String,
    pub goal: String,
    /// The costs of the blank's moves.
    pub costs: String,
    pub tile_costs: String,
    pub algorithm: String,
    pub heuristic: Option<String>,
    /// Null for an engine.
    pub order: Option<String>,
    /// Those that the algorithm has, without its seed.
    pub options: BTreeMap<String, Value>,
    /// Null if the search makes no random choices.
    pub seed: Option<u64>,
    pub max_expanded: Option<u64>,
    /// In bytes.
    pub max_memory: Option<u64>,
    /// In seconds.
    pub max_time: Option<f64>,
}

/// What another machine measures otherwise.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The time of the whole run, including `table_seconds`.
    pub seconds: f64,
    /// The time to load or build tables, such as pattern databases.
    pub table_seconds: f64,
    /// Peak memory of the search, in bytes.
    pub peak_bytes: u64,
    /// The core that the run was pinned to.
    pub core: Option<usize>,
    /// How many runs the process did at a time.
    pub jobs: usize,
    /// When the run ended, in seconds since 1970.
    pub finished: u64,
    pub machine: Machine,
}

/// A machine, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    pub host: Option<String>,
    pub cpu: Option<String>,
    /// The cores that the process may use.
    pub cores: usize,
    /// In bytes.
    pub memory: Option<u64>,
    /// The policy by which Linux sets the frequency of the first core.
    pub governor: Option<String>,
    pub system: String,
}

impl Record {
    /// The record of the run with this head. The error of a run that could not begin, or that panicked,
    /// is a text.
    pub(super) fn new(
        head: RecordHead,
        job: &Job,
        result: Result<(Report, Tally), String>,
        conditions: Conditions,
    ) -> Record {
        let (report, tally) = result.unwrap_or_else(|error| {
            let report = Report::without_search(RunOutcome::Failed(error));
            (report, Tally::default())
        });
        let algorithm = job.settings.algorithm;
        let nodes = |n: u64| (!algorithm.is_engine()).then_some(n);
        let is_informed = algorithm.uses_heuristic || algorithm.is_engine();
        let (outcome, error) = match &report.outcome {
            RunOutcome::Solved { .. } => (Outcome::Solved, None),
            RunOutcome::Unsolvable { .. } => (Outcome::Unsolvable, None),
            RunOutcome::Exhausted(_) => (Outcome::Exhausted, None),
            RunOutcome::Stopped(_) => (Outcome::Stopped, None),
            RunOutcome::Failed(error) => (Outcome::Failed, Some(error.clone())),
        };
        let solution = report.outcome.solution();
        let Conditions {
            core,
            jobs,
            machine,
        } = conditions;
        let counts = &report.counts;
        let RecordHead {
            id,
            experiment,
            fingerprint,
            run,
            instance,
            configuration,
            repetition,
        } = head;
        Record {
            id,
            experiment,
            fingerprint,
            run,
            instance,
            configuration,
            repetition,
            version: env!("CARGO_PKG_VERSION").into(),
            settings: RunSettings::new(job),
            outcome,
            stopped_by: report.stopped_by.map(|by| by.key().to_owned()),
            error,
            moves: solution.map(|(moves, ..)| moves.len()),
            cost: solution.map(|(_, cost, _)| cost.into()),
            cost_unit: report.unit,
            optimal: solution.map(|(.., optimal)| optimal),
            expanded: counts.expanded,
            generated: counts.generated,
            reopened: nodes(tally.reopened),
            duplicates: nodes(tally.duplicates),
            peak_frontier: counts.peak_frontier,
            initial_h: tally.initial_h.filter(|_| is_informed).map(u64::from),
            path: solution.map(|(moves, ..)| job.problem.path_line(moves)),
            measured: Some(Measured {
                seconds: counts.elapsed.as_secs_f64(),
                table_seconds: counts.for_tables.as_secs_f64(),
                peak_bytes: counts.peak_bytes,
                core,
                jobs,
                finished: SystemTime::now()
                    .duration_since(UNIX_EPOCH)
                    .map_or(0, |since| since.as_secs()),
                machine,
            }),
        }
    }

    /// Classifies the end of the run.
    pub fn completion(&self) -> Completion {
        match (self.outcome, &self.stopped_by) {
            (Outcome::Solved, None) => Completion::Finished,
            (Outcome::Solved, Some(_)) => Completion::StoppedWithSolution,
            (Outcome::Unsolvable, _) => Completion::Unsolvable,
            (Outcome::Exhausted, _) => Completion::Exhausted,
            (Outcome::Stopped, _) => Completion::Stopped,
            (Outcome::Failed, _) => Completion::Failed,
        }
    }

    /// Whether its counts depend on the machine: a limit on time or memory stopped the run.
    pub fn is_machine_dependent(&self) -> bool {
        let by = self.stopped_by.as_deref();
        by.is_some_and(|by| by == StoppedBy::Time.key() || by == StoppedBy::Memory.key())
    }

    /// Seconds without those for tables.
    pub fn search_seconds(&self) -> Option<f64> {
        let measured = self.measured.as_ref()?;
        Some((measured.seconds - measured.table_seconds).max(0.0))
    }

    /// The line of a record file, with its end.
    ///
    /// # Errors
    /// If a field is not JSON, which none is.
    pub fn to_line(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self).map(|line| line + "\n")
    }
}

impl RunSettings {
    pub fn new(job: &Job) -> RunSettings {
        let settings = &job.settings;
        let algorithm = settings.algorithm;
        let (start, goal, costs, tile_costs) = match job.problem.puzzle() {
            Some(puzzle) => (
                board_line(&puzzle.start),
                board_line(&puzzle.goal),
                puzzle.costs.to_string(),
                puzzle.costs.tiles().key().to_owned(),
            ),
            None => Default::default(),
        };
        let own = algorithm.options.iter();
        let own = own.filter(|applies| !matches!(applies, Applies::Seed));
        let option = |applies: &Applies| {
            let row = applies.about();
            let value = serde_json::to_value(row.get(&settings.options));
            (row.field.to_owned(), value.unwrap_or_default())
        };
        RunSettings {
            start,
            goal,
            costs,
            tile_costs,
            algorithm: algorithm.key.into(),
            heuristic: job.heuristic(),
            order: (!algorithm.is_engine()).then(|| settings.order.to_string()),
            options: own.map(option).collect(),
            seed: settings.uses_seed().then_some(settings.options.seed),
            max_expanded: settings.limits.expanded,
            max_memory: settings.limits.memory,
            max_time: settings.limits.time.map(|time| time.as_secs_f64()),
        }
    }
}

impl Machine {
    /// This machine.
    pub fn this() -> Machine {
        let kibibytes = field("/proc/meminfo", "MemTotal");
        let kibibytes = kibibytes.and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
        let governor = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";
        Machine {
            host: host(),
            cpu: field("/proc/cpuinfo", "model name"),
            cores: thread::available_parallelism().map_or(1, usize::from),
            memory: kibibytes.map(|n| n << 10),
            governor: std::fs::read_to_string(governor)
                .ok()
                .map(|text| text.trim().to_owned()),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }
}

#[cfg(target_os = "linux")]
fn host() -> Option<String> {
    let system = rustix::system::uname();
    Some(system.nodename().to_string_lossy().into_owned())
}

#[cfg(not(target_os = "linux"))]
fn host() -> Option<String> {
    let names = ["COMPUTERNAME", "HOSTNAME"];
    names.iter().find_map(|name| std::env::var(name).ok())
}
