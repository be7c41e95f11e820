//! Does the runs of an experiment that have no record yet.

use super::pinning::Pinning;
use super::record::Conditions;
use super::{Experiment, ExperimentError, Machine, PlannedRun, Record, RecordFile, Selection};
use crate::{Interrupt, solve_tallied};
use std::any::Any;
use std::collections::HashSet;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How often a wish to stop is looked for.
const TICK: Duration = Duration::from_millis(50);

/// Which runs to do, and how.
pub struct RunRequest<'a> {
    pub experiment: &'a Experiment,
    pub selection: &'a Selection,
    /// The file of records.
    pub records: &'a Path,
    /// How many runs to do at a time.
    pub jobs: NonZero<usize>,
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
    let n_written = do_runs(request, &left, &mut |message| {
        match message {
            Message::Started(run) => on_event(Event::Started(run)),
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

/// What a worker thread tells.
enum Message<'a> {
    Started(&'a PlannedRun),
    Ended(Box<Record>),
}

/// Does `left` on as many threads as there are jobs; returns the number of records.
fn do_runs<'a>(
    request: &'a RunRequest<'a>,
    left: &'a [&'a PlannedRun],
    on_message: &mut dyn FnMut(Message<'a>) -> Result<(), ExperimentError>,
) -> Result<usize, ExperimentError> {
    let jobs = request.jobs.get().min(left.len());
    let team = Team {
        request,
        left,
        next: AtomicUsize::new(0),
        running: Mutex::new(vec![Interrupt::default(); jobs]),
        machine: Machine::this(),
        jobs,
    };
    // No run is done ahead of the records: a worker waits until its record is on the disk.
    let (sender, receiver) = sync_channel(0);
    thread::scope(|scope| {
        for number in 0..jobs {
            let (team, sender) = (&team, sender.clone());
            let worker = thread::Builder::new().name(format!("experiment {}", number + 1));
            let started = worker.spawn_scoped(scope, move || team.work(number, &sender));
            if let Err(error) = started
                && number == 0
            {
                return Err(ExperimentError::Invalid(format!(
                    "a thread could not be started ({error}): close other programs"
                )));
            }
        }
        drop(sender);
        let mut n_written = 0;
        loop {
            team.obey();
            match receiver.recv_timeout(TICK) {
                Ok(message) => {
                    let is_record = matches!(message, Message::Ended(_));
                    if let Err(error) = on_message(message) {
                        request.interrupt.stop();
                        team.stop();
                        // The workers must not wait for a receiver.
                        drop(receiver);
                        return Err(error);
                    }
                    n_written += usize::from(is_record);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(n_written),
            }
        }
    })
}

/// What the threads share.
struct Team<'a> {
    request: &'a RunRequest<'a>,
    left: &'a [&'a PlannedRun],
    next: AtomicUsize,
    /// The interrupt of each thread's present run.
    running: Mutex<Vec<Interrupt>>,
    machine: Machine,
    jobs: usize,
}

impl<'a> Team<'a> {
    /// Does one run after another, until none is left.
    fn work(&self, number: usize, messages: &SyncSender<Message<'a>>) {
        let pinning = Pinning::claim();
        loop {
            self.request.interrupt.wait_while_paused();
            let next = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&run) = self.left.get(next) else {
                return;
            };
            let interrupt = Interrupt::default();
            self.running()[number] = interrupt.clone();
            if self.request.interrupt.is_stopped() || messages.send(Message::Started(run)).is_err()
            {
                return;
            }
            let job = self.request.experiment.job(run);
            let is_alone = job.settings.options.threads.is_some_and(|n| n.get() == 1);
            let core = pinning.set(is_alone);
            let attempt = catch_unwind(AssertUnwindSafe(|| solve_tallied(&job, &interrupt)));
            if interrupt.is_stopped() {
                return;
            }
            let result = match attempt {
                Ok(result) => result.map_err(|error| error.to_string()),
                Err(panic) => Err(format!("internal error ({})", message(panic.as_ref()))),
            };
            let conditions = Conditions {
                core,
                jobs: self.jobs,
                machine: self.machine.clone(),
            };
            let record = Record::new(self.request.experiment, run, result, conditions);
            if messages.send(Message::Ended(record.into())).is_err() {
                return;
            }
        }
    }

    /// Stops, pauses or resumes the present runs, as the request says.
    fn obey(&self) {
        let wanted = self.request.interrupt;
        if wanted.is_stopped() {
            return self.stop();
        }
        let is_paused = wanted.is_paused();
        for interrupt in self.running().iter() {
            match is_paused {
                true => interrupt.pause(),
                false => interrupt.resume(),
            }
        }
    }

    /// Stops the present runs.
    fn stop(&self) {
        for interrupt in self.running().iter() {
            interrupt.stop();
        }
    }

    fn running(&self) -> MutexGuard<'_, Vec<Interrupt>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}
