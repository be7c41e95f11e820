//! Does runs and writes their records: those of an experiment that have none yet.

use super::workers::{Cores, Message, RecordHead, Tasks, Workers};
use super::{Experiment, ExperimentError, PlannedRun, Record, RecordFile, Selection};
use crate::{Interrupt, Job};
use std::collections::HashSet;
use std::num::NonZero;
use std::path::Path;

/// Which runs to do, and how.
pub struct RunRequest<'a> {
    pub experiment: &'a Experiment,
    pub selection: &'a Selection,
    /// The file of records.
    pub records: &'a Path,
    /// How many runs to do at a time.
    pub jobs: NonZero<usize>,
    pub cores: Cores,
    /// Whether to go on with records of an experiment that has changed since.
    pub accepts_changes: bool,
    /// Stops or pauses all runs.
    pub interrupt: &'a Interrupt,
}

/// What happens meanwhile.
#[derive(Debug)]
pub enum Event<'a> {
    /// The file has this record already.
    Found(&'a Record),
    /// Before the first run.
    Begun {
        n_done: usize,
        n_left: usize,
        /// Whether the last line of the file was torn.
        is_torn: bool,
    },
    /// A run waits for a core that no other run of any process uses.
    Waiting,
    /// A run has begun.
    Started(&'a PlannedRun),
    /// A record was written.
    Written(&'a Record),
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Selected runs that had a record.
    pub n_done: usize,
    /// Records written.
    pub n_written: usize,
    /// Selected runs without a record: the work was interrupted.
    pub n_left: usize,
}

/// Does the selected runs that have no record yet, and writes their records.
///
/// # Errors
/// If the records are those of another experiment, or cannot be read or written.
pub fn run(
    request: &RunRequest,
    on_event: &mut dyn FnMut(Event),
) -> Result<Finished, ExperimentError> {
    let experiment = request.experiment;
    let selected = experiment.select(request.selection)?;
    let fingerprint = experiment.fingerprint.to_string();
    let known = experiment.ids();
    let mut done = HashSet::new();
    let (mut n_changed, mut n_unknown) = (0, 0);
    let (mut file, scanned) = RecordFile::open(request.records, &mut |record| {
        n_changed += u64::from(record.fingerprint != fingerprint);
        n_unknown += u64::from(!known.contains(&record.id));
        on_event(Event::Found(&record));
        done.insert(record.id);
    })?;
    if n_changed > 0 && !request.accepts_changes {
        return Err(ExperimentError::Changed {
            path: request.records.to_owned(),
            n_records: scanned.n_records,
            n_changed,
            n_unknown,
        });
    }
    let is_left = |run: &&PlannedRun| !done.contains(&run.id.to_string());
    let left: Vec<&PlannedRun> = selected.iter().copied().filter(is_left).collect();
    let n_done = selected.len() - left.len();
    on_event(Event::Begun {
        n_done,
        n_left: left.len(),
        is_torn: scanned.is_torn,
    });
    let planned = Planned {
        experiment,
        runs: &left,
    };
    let workers = Workers {
        jobs: request.jobs,
        cores: request.cores,
        interrupt: request.interrupt,
    };
    let n_written = workers.work(&planned, &mut |message| {
        match message {
            Message::Waiting => on_event(Event::Waiting),
            Message::Started(index) => on_event(Event::Started(left[index])),
            Message::Ended(record) => {
                file.append(&record)?;
                on_event(Event::Written(&record));
            }
        }
        Ok(())
    })?;
    Ok(Finished {
        n_done,
        n_written,
        n_left: left.len() - n_written,
    })
}

/// Runs of an experiment, in the order in which they are done.
struct Planned<'a> {
    experiment: &'a Experiment,
    runs: &'a [&'a PlannedRun],
}

impl Tasks for Planned<'_> {
    fn len(&self) -> usize {
        self.runs.len()
    }

    fn job(&self, index: usize) -> Job {
        self.experiment.job(self.runs[index])
    }

    fn head(&self, index: usize) -> RecordHead {
        let (experiment, run) = (self.experiment, self.runs[index]);
        RecordHead {
            id: run.id.to_string(),
            experiment: experiment.name.clone(),
            fingerprint: experiment.fingerprint.to_string(),
            run: run.number,
            instance: experiment.instances[run.instance].name.clone(),
            configuration: experiment.configurations[run.configuration].name.clone(),
            repetition: run.repetition,
        }
    }
}
