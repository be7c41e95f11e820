//! Threads that do runs, each on a core of its own, and make their records.

use super::pinning::Pinning;
use super::{ExperimentError, Machine, Record};
use crate::{Interrupt, Job, Report, Tally, solve_tallied};
use std::any::Any;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use tilescope_engines::team::spawn;

/// How often a wish to stop is looked for.
const TICK: Duration = Duration::from_millis(50);

/// Whether a run may disturb others that are timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cores {
    /// A thread waits for a core that no other run of this program uses. Threads beyond the number
    /// of cores have none.
    #[default]
    OwnEach,
    /// A thread without a core of its own goes on without.
    Shared,
}

/// Runs to do: their jobs, and what their records begin with.
pub trait Tasks: Sync {
    fn len(&self) -> usize;
    fn job(&self, index: usize) -> Job;
    fn head(&self, index: usize) -> RecordHead;
}

/// What a record says of its run beside the job.
#[derive(Clone, Debug)]
pub struct RecordHead {
    pub id: String,
    pub experiment: String,
    pub fingerprint: String,
    pub run: usize,
    pub instance: String,
    pub configuration: String,
    pub repetition: u32,
}

/// How a run was measured.
#[derive(Clone, Debug)]
pub struct Conditions {
    pub core: Option<usize>,
    pub jobs: usize,
    pub machine: Machine,
}

/// What a thread tells.
pub enum Message {
    /// It waits for a core.
    Waiting,
    /// The run with this index has begun.
    Started(usize),
    Ended(Box<Record>),
}

/// How runs are done.
pub struct Workers<'a> {
    pub jobs: NonZero<usize>,
    pub cores: Cores,
    pub interrupt: &'a Interrupt,
}

impl Workers<'_> {
    /// Does `tasks` on as many threads as there are jobs; returns the number of records.
    ///
    /// # Errors
    /// If no thread can be started, and those of `on_message`.
    pub fn work(
        &self,
        tasks: &dyn Tasks,
        on_message: &mut dyn FnMut(Message) -> Result<(), ExperimentError>,
    ) -> Result<usize, ExperimentError> {
        let jobs = self.jobs.get().min(tasks.len());
        let team = Team {
            wanted: self.interrupt,
            cores: self.cores,
            tasks,
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
                let name = format!("experiment {}", number + 1);
                let started = spawn(scope, &name, move || team.work(number, &sender));
                if started.is_none() && number == 0 {
                    return Err(ExperimentError::Invalid(
                        "the system starts no more threads: end other programs".into(),
                    ));
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
                            self.interrupt.stop();
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
}

/// What the threads share.
struct Team<'a> {
    wanted: &'a Interrupt,
    cores: Cores,
    tasks: &'a dyn Tasks,
    next: AtomicUsize,
    /// The interrupt of each thread's present run.
    running: Mutex<Vec<Interrupt>>,
    machine: Machine,
    jobs: usize,
}

impl Team<'_> {
    /// Does one run after another, until none is left.
    fn work(&self, number: usize, messages: &SyncSender<Message>) {
        let Some(pinning) = self.claim(number, messages) else {
            return;
        };
        loop {
            self.wanted.wait_while_paused();
            let next = self.next.fetch_add(1, Ordering::Relaxed);
            if next >= self.tasks.len() {
                return;
            }
            let interrupt = Interrupt::default();
            self.running()[number] = interrupt.clone();
            if self.wanted.is_stopped() || messages.send(Message::Started(next)).is_err() {
                return;
            }
            let job = self.tasks.job(next);
            let is_alone = job.settings.options.threads.is_some_and(|n| n.get() == 1);
            let core = pinning.set(is_alone);
            let attempt = catch_unwind(AssertUnwindSafe(|| solve_tallied(&job, &interrupt)));
            if interrupt.is_stopped() {
                return;
            }
            let result: Result<(Report, Tally), String> = match attempt {
                Ok(result) => result.map_err(|error| error.to_string()),
                Err(panic) => Err(format!("internal error ({})", message(panic.as_ref()))),
            };
            let conditions = Conditions {
                core,
                jobs: self.jobs,
                machine: self.machine.clone(),
            };
            let record = Record::new(self.tasks.head(next), &job, result, conditions);
            if messages.send(Message::Ended(record.into())).is_err() {
                return;
            }
        }
    }

    /// A core for thread `number`, for which it waits if it must. `None` if the work is stopped
    /// meanwhile.
    fn claim(&self, number: usize, messages: &SyncSender<Message>) -> Option<Pinning> {
        let mut pinning = Pinning::claim();
        let must_wait = self.cores == Cores::OwnEach && number < self.machine.cores;
        if pinning.is_missing() && must_wait {
            messages.send(Message::Waiting).ok()?;
        }
        while pinning.is_missing() && must_wait {
            if self.wanted.is_stopped() {
                return None;
            }
            thread::park_timeout(TICK);
            pinning = Pinning::claim();
        }
        Some(pinning)
    }

    /// Stops, pauses or resumes the present runs, as is wanted.
    fn obey(&self) {
        let wanted = self.wanted;
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
