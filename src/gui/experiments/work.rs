//! What the window has done on threads for an experiment: its check, its runs, a record.

use super::names::instance_name;
use super::progress::{Figures, Plan, Progress, id_of};
use crate::gui::requests::Wake;
use crate::gui::text::sentence;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tilescope_lab::experiment::{
    Cores, Draft, Event, ExperimentError, Finished, Record, RunRequest, Selection, run, scan,
};
use tilescope_lab::generate::Context;
use tilescope_lab::worker::{Worker, WorkerError};
use tilescope_lab::{files, format};

/// The maximum memory for generating instances, as on the command line.
const MEMORY: u64 = 8 << 30;

/// The interval between reports of progress.
const INTERVAL: Duration = Duration::from_millis(50);

/// Checks a draft and reads which of its runs have a record. The message is the part of the instances
/// that is generated, from 0 to 1.
pub type Check = Worker<f64, Result<Progress, ExperimentError>>;

pub fn check(draft: Draft, file: Option<PathBuf>, records: PathBuf, wake: &Wake) -> Check {
    let wake = wake.clone();
    Worker::spawn(
        "check experiment",
        move || wake(),
        move |interrupt, send| {
            let mut told = Instant::now();
            let mut context = Context {
                memory: MEMORY,
                interrupt,
                on_progress: &mut |done| {
                    if told.elapsed() >= INTERVAL {
                        told = Instant::now();
                        send(done);
                    }
                },
            };
            let mut progress =
                Progress::new(Plan::new(draft.check(file.as_deref(), &mut context)?));
            // A file that is no file of records is refused when the runs begin.
            if records.exists() {
                let _ = scan(&records, &mut |record| note(&mut progress, &record));
            }
            Ok(progress)
        },
    )
}

fn note(progress: &mut Progress, record: &Record) {
    if let Some(id) = id_of(record) {
        let _ = progress.finish(id, Figures::of(record));
    }
}

/// What the runs tell.
pub enum News {
    /// Which runs have a record already.
    Begun(Box<Progress>),
    /// The run with this index has begun.
    Started(usize),
    /// The run with this id has a record now.
    Ended(u64, Figures),
}

/// Does the runs that have no record yet.
pub type Runs = Worker<News, Result<Finished, ExperimentError>>;

pub fn runs(
    plan: Plan,
    records: PathBuf,
    jobs: NonZero<usize>,
    accepts_changes: bool,
    wake: &Wake,
) -> Runs {
    let wake = wake.clone();
    Worker::spawn(
        "experiment",
        move || wake(),
        move |interrupt, send| {
            let request = RunRequest {
                experiment: plan.experiment(),
                selection: &Selection::All,
                records: &records,
                jobs,
                // The window disturbs times anyway.
                cores: Cores::Shared,
                accepts_changes,
                interrupt,
            };
            let mut found = Some(Progress::new(plan.clone()));
            run(&request, &mut |event| match event {
                Event::Found(record) => {
                    found.iter_mut().for_each(|found| note(found, record));
                }
                Event::Begun { .. } => {
                    if let Some(found) = found.take() {
                        send(News::Begun(found.into()));
                    }
                }
                Event::Waiting => {}
                Event::Started(run) => send(News::Started(run.number - 1)),
                Event::Written(record) => {
                    if let Some(id) = id_of(record) {
                        send(News::Ended(id, Figures::of(record)));
                    }
                }
            })
        },
    )
}

/// Finds the record of a run in the file; `None` if it has none.
pub type Lookup = Worker<(), Result<Option<Box<Record>>, ExperimentError>>;

pub fn look_up(id: u64, records: &Path, wake: &Wake) -> Lookup {
    let (wake, records) = (wake.clone(), records.to_owned());
    Worker::spawn(
        "find record",
        move || wake(),
        move |_, _| {
            let mut found = None;
            scan(&records, &mut |record| {
                if id_of(&record) == Some(id) {
                    found = Some(Box::new(record));
                }
            })?;
            Ok(found)
        },
    )
}

/// Reads a file; returns the draft with its path.
pub type Loading = Worker<(), Result<(PathBuf, Draft), ExperimentError>>;

pub fn load(path: PathBuf, wake: &Wake) -> Loading {
    let wake = wake.clone();
    Worker::spawn(
        "open experiment",
        move || wake(),
        move |_, _| Draft::load(&path).map(|draft| (path, draft)),
    )
}

/// Writes a file, unless that is expected to hold something and holds another experiment; returns the
/// draft with its path.
pub fn save(draft: Draft, path: PathBuf, expected: Option<Draft>, wake: &Wake) -> Loading {
    let wake = wake.clone();
    Worker::spawn(
        "save experiment",
        move || wake(),
        move |_, _| {
            let found = expected.as_ref().and_then(|_| Draft::load(&path).ok());
            if found.is_some() && found != expected && found.as_ref() != Some(&draft) {
                let name = format::file_name(&path);
                return Err(ExperimentError::Invalid(format!(
                    "the experiment was not saved: another program has changed {name}. Reload it, or \
                     keep yours and save again"
                )));
            }
            draft.save(&path).map(|()| (path, draft))
        },
    )
}

/// Copies a file of records; returns where.
pub type Copying = Worker<(), Result<PathBuf, ExperimentError>>;

pub fn copy(records: PathBuf, to: PathBuf, wake: &Wake) -> Copying {
    let wake = wake.clone();
    Worker::spawn(
        "save records",
        move || wake(),
        move |_, _| {
            let read = std::fs::read(&records);
            let copied = read.map_err(|error| error.to_string()).and_then(|bytes| {
                files::save_bytes(&to, &bytes).map_err(|error| error.to_string())
            });
            copied.map(|()| to).map_err(|reason| {
                ExperimentError::Invalid(format!("the records were not saved: {reason}"))
            })
        },
    )
}

/// Why a draft is no experiment, in a sentence without the words of its file.
pub fn mistake(error: &ExperimentError) -> String {
    let ExperimentError::Repeated {
        is_puzzle, names, ..
    } = error
    else {
        return sentence(&error.to_string());
    };
    let what = if *is_puzzle { "puzzle" } else { "search" };
    let [first, second] = names
        .each_ref()
        .map(|name| format::excerpt(&instance_name(name)));
    format!(
        "The same {what} is there twice, as “{first}” and as “{second}”: remove one of them. \
         Raise Repetitions for more than one run of it."
    )
}

/// The result of a thread, or why there is none.
pub fn flat<T>(result: Result<Result<T, ExperimentError>, WorkerError>) -> Result<T, String> {
    match result {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(error.to_string()),
        Err(error) => Err(error.to_string()),
    }
}
