//! Experiments: every combination of instances, configurations and repetitions is a run, and each
//! run leaves a record.
//!
//! ```json
//! {
//!   "format": "tilescope-experiment",
//!   "version": 2,
//!   "name": "A* against its weighted form",
//!   "notes": "What to look for.",
//!   "seed": 1,
//!   "instances": [
//!     "2 8 3 / 1 6 4 / 7 _ 5",
//!     {"board": "1 2 3 / 4 5 6 / 7 _ 8", "name": "easy", "goal": "spiral", "costs": {"up": 2}},
//!     {"file": "korf.json", "puzzles": "1..10"},
//!     {"bundled": "korf-100", "puzzles": [1, 2, 79]},
//!     {"generate": {"size": "3x3", "distance": 25, "count": 100, "seed": 7}}
//!   ],
//!   "algorithms": [
//!     "a-star",
//!     {"algorithm": "weighted-a-star", "weight": [1, 1.5, 2], "order": "UDLR"},
//!     {"algorithm": "ida-star", "heuristics": ["linear-conflict"], "name": "IDA*"}
//!   ],
//!   "heuristics": ["manhattan", "max(manhattan, 2*misplaced)"],
//!   "limits": {"max_expanded": 1000000, "max_memory": 1073741824, "max_time": 10},
//!   "repetitions": 3
//! }
//! ```
//!
//! `format`, `version`, `instances` and `algorithms` must be there. The other fields have defaults. In
//! version 1, breadth-first search tests for the goal late where its `goal_test` is left out.
//! A list as the value of an option, or of `order`, stands for one configuration a value. A
//! configuration of an algorithm that uses no heuristic has none. `docs/experiment.schema.json` is
//! the schema.
//!
//! The [id](RunId) of a run is a hash of what defines it. It is the same on every machine.

mod configurations;
mod draft;
mod id;
mod instances;
mod merge;
mod object;
mod paths;
mod pinning;
mod plan;
mod record;
mod record_file;
pub mod report;
mod rerun;
mod run;
mod sweep;
pub(crate) mod workers;

pub use configurations::Configuration;
pub use draft::{Draft, DraftLimits, algorithm_text, instance_text, is_experiment_file};
pub use id::{Fingerprint, RunId};
pub use instances::Instance;
pub use merge::{Conflict, Merged, merge};
pub use paths::{default_records, records_beside};
pub use plan::{PlannedRun, Selection, Shard, ShardError};
pub use record::{Completion, Machine, Measured, Outcome, Record, RunSettings};
pub use record_file::{RecordFile, Scanned, scan};
pub use rerun::{Difference, Reran, RerunRequest, rerun};
pub use run::{Event, Finished, RunRequest, run};
pub use sweep::Sweep;
pub use workers::Cores;

use crate::files::json::syntax_error;
use crate::files::unique::Unique;
use crate::files::{self, FileError};
use crate::generate::Context;
use crate::{Interrupt, Job, Limits, format};
use configurations::Common;
use object::Object;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What the field “format” says.
pub const FORMAT: &str = "tilescope-experiment";
/// The newest version.
pub const VERSION: u64 = 2;
/// The maximum number of runs.
pub const MAX_RUNS: u64 = 1_000_000;

const FIELDS: &[&str] = &[
    "format",
    "version",
    "name",
    "notes",
    "seed",
    "instances",
    "algorithms",
    "heuristics",
    "limits",
    "repetitions",
    "records",
];

/// An experiment that cannot be run, or records that do not fit it: the cause, the place, and how
/// to mend it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExperimentError {
    #[error("{0}")]
    Invalid(String),
    /// Another process writes to this file of records.
    #[error(
        "another process is writing to this file of records: wait for it, or name another file with \
         -o: {}",
        format::path(.0)
    )]
    Locked(PathBuf),
    /// The records in the file are of an experiment that has changed since.
    #[error(
        "the experiment has changed since {n_changed} of these {n_records} records were written, and \
         has no run for {n_unknown} of them: name another file with -o, or go on with \
         --accept-changes: {}",
        format::path(path)
    )]
    Changed {
        path: PathBuf,
        n_records: u64,
        n_changed: u64,
        n_unknown: u64,
    },
    /// Two runs are the same: one puzzle has two names, or one search.
    #[error("{cause}")]
    Repeated {
        cause: String,
        is_puzzle: bool,
        names: [String; 2],
    },
    #[error("interrupted")]
    Interrupted,
}

impl ExperimentError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        ExperimentError::Invalid(message.into())
    }

    /// The same with the place behind the cause.
    fn within(self, place: &str) -> Self {
        match self {
            ExperimentError::Invalid(cause) | ExperimentError::Repeated { cause, .. } => {
                ExperimentError::Invalid(format!("{cause}, in {place}"))
            }
            other => other,
        }
    }
}

impl From<FileError> for ExperimentError {
    fn from(FileError(message): FileError) -> Self {
        ExperimentError::Invalid(message)
    }
}

/// An experiment whose runs are valid and differ from each other.
#[derive(Clone, Debug)]
pub struct Experiment {
    pub name: String,
    /// Free text: what to look for.
    pub notes: String,
    /// Determines the order of the runs.
    pub seed: u64,
    pub instances: Vec<Instance>,
    pub configurations: Vec<Configuration>,
    pub repetitions: u32,
    /// The file of its records, if it names one.
    pub records: Option<PathBuf>,
    /// By instance, then by configuration, then by repetition.
    pub runs: Vec<PlannedRun>,
    /// Of all runs: it changes if one is added, removed or changed.
    pub fingerprint: Fingerprint,
}

impl Experiment {
    /// Reads an experiment, generates its instances and checks all of its runs. Files that it names
    /// are relative to its folder.
    ///
    /// # Errors
    /// If the file or one that it names cannot be read, a run is invalid, two runs are the same, or
    /// there are more than [`MAX_RUNS`].
    pub fn load(path: &Path, context: &mut Context) -> Result<Experiment, ExperimentError> {
        let text = files::read(path, files::MAX_BYTES)?;
        let folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
        let mut experiment = Experiment::from_json(&text, &folder, context)
            .map_err(|error| error.within(&format::path(path)))?;
        if experiment.name.is_empty() {
            let stem = path.file_stem().unwrap_or(path.as_os_str());
            experiment.name = stem.to_string_lossy().into_owned();
        }
        Ok(experiment)
    }

    /// Reads an experiment from the text of a file in `folder`.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn from_json(
        text: &str,
        folder: &Path,
        context: &mut Context,
    ) -> Result<Experiment, ExperimentError> {
        let Unique(value) = serde_json::from_str(text)
            .map_err(|error| ExperimentError::new(syntax_error(&error, "experiment")))?;
        let fields = Object::new(&value, "the experiment", FIELDS)?;
        let common = Common {
            version: fields.check_format(FORMAT, VERSION)?,
            limits: limits(&fields)?,
        };
        let repetitions = fields.whole("repetitions", 1, MAX_RUNS)?.unwrap_or(1);
        let configurations = configurations::read(&fields, common)?;
        let sources = instances::read(&fields, folder)?;
        let n_instances = sources.iter().map(instances::Source::len).sum::<u64>();
        check_number(n_instances, configurations.len() as u64, repetitions)?;
        let instances = instances::generate(sources, context)?;
        let mut experiment = Experiment {
            name: fields.text("name")?.unwrap_or_default().to_owned(),
            notes: fields.text("notes")?.unwrap_or_default().to_owned(),
            seed: fields.whole("seed", 0, u64::MAX)?.unwrap_or(0),
            instances,
            configurations,
            repetitions: repetitions as u32,
            records: fields.text("records")?.map(|file| folder.join(file)),
            runs: Vec::new(),
            fingerprint: Fingerprint::default(),
        };
        experiment.check_fit(context.interrupt)?;
        experiment.runs = experiment.plan(context.interrupt)?;
        experiment.fingerprint = Fingerprint::of(experiment.runs.iter().map(|run| run.id));
        Ok(experiment)
    }

    /// The job of a run.
    pub fn job(&self, run: &PlannedRun) -> Job {
        let configuration = &self.configurations[run.configuration];
        let mut settings = configuration.settings.clone();
        // A repetition of a search that makes random choices makes others.
        if settings.uses_seed() {
            let repeated = u64::from(run.repetition - 1);
            settings.options.seed = settings.options.seed.wrapping_add(repeated);
        }
        Job {
            problem: self.instances[run.instance].puzzle.clone().into(),
            settings,
            search_unsolvable: false,
            record: 0,
        }
    }

    /// A run in a few words: “easy, A\* · Manhattan distance, repetition 2”.
    pub fn describe(&self, run: &PlannedRun) -> String {
        let instance = &self.instances[run.instance].name;
        let configuration = &self.configurations[run.configuration].words;
        match self.repetitions {
            1 => format!("{instance}, {configuration}"),
            _ => format!("{instance}, {configuration}, repetition {}", run.repetition),
        }
    }

    /// Checks every configuration with every kind of puzzle.
    fn check_fit(&self, interrupt: &Interrupt) -> Result<(), ExperimentError> {
        let mut kinds = HashMap::new();
        for (index, instance) in self.instances.iter().enumerate() {
            let puzzle = &instance.puzzle;
            let kind = (
                puzzle.goal.clone(),
                puzzle.costs.to_string(),
                puzzle.costs.tiles().key(),
            );
            kinds.entry(kind).or_insert(index);
        }
        for instance in kinds.into_values().map(|index| &self.instances[index]) {
            for configuration in &self.configurations {
                if interrupt.is_stopped() {
                    return Err(ExperimentError::Interrupted);
                }
                configuration.check(&instance.puzzle).map_err(|cause| {
                    ExperimentError::Invalid(format!(
                        "{cause}, for the configuration “{}” with the instance “{}”",
                        configuration.name, instance.name
                    ))
                })?;
            }
        }
        Ok(())
    }

    fn plan(&self, interrupt: &Interrupt) -> Result<Vec<PlannedRun>, ExperimentError> {
        unique(self.instances.iter().map(|it| &it.name), "instances")?;
        unique(
            self.configurations.iter().map(|it| &it.name),
            "configurations",
        )?;
        let mut runs: Vec<PlannedRun> = Vec::new();
        let mut seen = HashMap::new();
        for instance in 0..self.instances.len() {
            if interrupt.is_stopped() {
                return Err(ExperimentError::Interrupted);
            }
            for configuration in 0..self.configurations.len() {
                for repetition in 1..=self.repetitions {
                    let number = runs.len() + 1;
                    let mut run = PlannedRun {
                        id: RunId::default(),
                        number,
                        instance,
                        configuration,
                        repetition,
                    };
                    run.id = RunId::of(&self.job(&run), repetition);
                    if let Some(first) = seen.insert(run.id, runs.len()) {
                        return Err(self.repeated(&runs[first], &run));
                    }
                    runs.push(run);
                }
            }
        }
        Ok(runs)
    }

    fn repeated(&self, first: &PlannedRun, second: &PlannedRun) -> ExperimentError {
        let is_puzzle = first.instance != second.instance;
        let names = [first, second].map(|run| match is_puzzle {
            true => self.instances[run.instance].name.clone(),
            false => self.configurations[run.configuration].name.clone(),
        });
        let cause = format!(
            "two runs are the same, with the id {}: {} and {}; leave one out, or use “repetitions”",
            second.id,
            self.describe(first),
            self.describe(second)
        );
        ExperimentError::Repeated {
            cause,
            is_puzzle,
            names,
        }
    }
}

fn limits(fields: &Object) -> Result<Limits, ExperimentError> {
    let Some(given) = fields.get("limits") else {
        return Ok(Limits::default());
    };
    let given = Object::new(
        given,
        "“limits”",
        &["max_expanded", "max_memory", "max_time"],
    )?;
    Ok(Limits {
        expanded: given.whole("max_expanded", 0, u64::MAX)?,
        memory: given
            .whole("max_memory", 1, u64::MAX)?
            .or(Limits::default().memory),
        time: given.seconds("max_time")?,
    })
}

fn check_number(
    n_instances: u64,
    n_configurations: u64,
    repetitions: u64,
) -> Result<(), ExperimentError> {
    let n_runs = n_instances
        .checked_mul(n_configurations)
        .and_then(|n| n.checked_mul(repetitions));
    match n_runs {
        Some(0) => Err(ExperimentError::new(
            "the experiment has no runs: it needs an instance and an algorithm",
        )),
        Some(1..=MAX_RUNS) => Ok(()),
        _ => {
            let many = |n: u64, one: &str| {
                let ending = if n == 1 { "" } else { "s" };
                format!("{} {one}{ending}", format::count(n))
            };
            Err(ExperimentError::Invalid(format!(
                "the experiment has {} × {} × {}, more than {} runs: leave some out",
                many(n_instances, "instance"),
                many(n_configurations, "configuration"),
                many(repetitions, "repetition"),
                format::count(MAX_RUNS)
            )))
        }
    }
}

fn unique<'a>(names: impl Iterator<Item = &'a String>, what: &str) -> Result<(), ExperimentError> {
    let mut seen = std::collections::HashSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(ExperimentError::Invalid(format!(
                "two {what} are named “{}”: leave one out, or rename one of them",
                format::excerpt(name)
            )));
        }
    }
    Ok(())
}
