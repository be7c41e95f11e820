//! The state shared by a worker and its handle: commands one way, batches and counts the other.
//!
//! The worker checks for commands every millisecond, with an atomic load, and takes the lock only if
//! there are any. Batches go through a bounded queue. When it is full, the worker waits until the
//! handle takes a batch, stops the run, or is dropped. Waiting and pauses are excluded from the
//! elapsed time.

use super::breakpoint::{Hit, Watched};
use super::{Counts, Incumbent, Report};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tilescope_trace::Batch;
use tilescope_trace::series::Sample;

/// The capacity of the queue in batches, a few megabytes: enough to keep both sides busy, and few
/// enough to be received within a frame or two after a stop.
const MAX_BATCHES: usize = 16;

/// A command to the worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunCommand {
    Continue,
    /// Wait for another command.
    Wait,
    Stop,
}

/// See the module documentation.
#[derive(Debug)]
pub struct Control {
    /// Whether the worker has to check for commands before it continues.
    has_commands: AtomicBool,
    shared: Mutex<Shared>,
    /// Notified of every change to `shared` that a thread may be waiting for.
    changed: Condvar,
    progress: AtomicCounts,
    /// Warnings: problems that did not stop the run.
    notes: Mutex<Vec<String>>,
    /// The best solution so far of an anytime search.
    incumbent: Mutex<Option<Incumbent>>,
    /// Progress of table building in millionths, plus one; zero if none are being built.
    building: AtomicU64,
    /// Whether the search has ended, and whether its tables are being saved since.
    has_searched: AtomicBool,
    saves_tables: AtomicBool,
    /// Size of the record held by the handle, in bytes.
    record_bytes: AtomicU64,
    /// What the owner of the handle holds besides this run under the same limit, in bytes.
    other_bytes: AtomicU64,
    watched: Watched,
    began: Instant,
    /// Time that the worker has spent waiting, in nanoseconds.
    idle: AtomicU64,
}

#[derive(Debug)]
struct Shared {
    mode: Mode,
    is_parked: bool,
    /// The handle was dropped: nothing will be received.
    is_abandoned: bool,
    batches: VecDeque<Batch>,
    samples: Vec<Sample>,
    report: Option<Report>,
    /// Whether a report was sent.
    is_reported: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Running,
    /// Paused after `steps` more expansions.
    Paused {
        steps: u64,
    },
    Stopped,
}

/// A message from the worker.
#[derive(Debug)]
pub enum Message {
    Batch(Box<Batch>),
    Samples(Vec<Sample>),
    /// The last message.
    Report(Box<Report>),
}

/// The handle's methods.
impl Control {
    pub fn new(paused: bool) -> Control {
        Control {
            has_commands: AtomicBool::new(paused),
            shared: Mutex::new(Shared {
                mode: if paused {
                    Mode::Paused { steps: 0 }
                } else {
                    Mode::Running
                },
                is_parked: false,
                is_abandoned: false,
                batches: VecDeque::new(),
                samples: Vec::new(),
                report: None,
                is_reported: false,
            }),
            changed: Condvar::new(),
            progress: AtomicCounts::default(),
            notes: Mutex::default(),
            incumbent: Mutex::default(),
            building: AtomicU64::new(0),
            has_searched: AtomicBool::new(false),
            saves_tables: AtomicBool::new(false),
            record_bytes: AtomicU64::new(0),
            other_bytes: AtomicU64::new(0),
            watched: Watched::default(),
            began: Instant::now(),
            idle: AtomicU64::new(0),
        }
    }

    pub fn pause(&self) {
        self.command(|mode| match mode {
            Mode::Running => Mode::Paused { steps: 0 },
            Mode::Paused { .. } | Mode::Stopped => mode,
        });
    }

    pub fn resume(&self) {
        self.command(|mode| match mode {
            Mode::Stopped => mode,
            Mode::Running | Mode::Paused { .. } => Mode::Running,
        });
    }

    /// Lets the worker expand `n` more nodes; a running worker pauses after them.
    pub fn step(&self, n: u64) {
        self.command(|mode| match mode {
            Mode::Running => Mode::Paused { steps: n },
            Mode::Paused { steps } => Mode::Paused {
                steps: steps.saturating_add(n),
            },
            Mode::Stopped => mode,
        });
    }

    pub fn stop(&self) {
        self.command(|_| Mode::Stopped);
    }

    /// Stops the worker and discards its messages.
    pub fn abandon(&self) {
        self.stop();
        let mut shared = self.lock();
        shared.is_abandoned = true;
        shared.batches.clear();
        self.changed.notify_all();
    }

    /// The next message, samples first and the report last.
    pub fn receive(&self) -> Option<Message> {
        let mut shared = self.lock();
        if !shared.samples.is_empty() {
            return Some(Message::Samples(std::mem::take(&mut shared.samples)));
        }
        if let Some(batch) = shared.batches.pop_front() {
            self.changed.notify_all();
            return Some(Message::Batch(Box::new(batch)));
        }
        shared.report.take().map(Box::new).map(Message::Report)
    }

    /// Whether the worker is paused and all its messages were received.
    pub fn is_settled(&self) -> bool {
        let shared = self.lock();
        shared.is_parked && shared.batches.is_empty() && shared.samples.is_empty()
    }

    pub fn counts(&self) -> Counts {
        self.progress.counts()
    }

    /// The best solution so far of an anytime search.
    pub fn incumbent(&self) -> Option<Incumbent> {
        *self
            .incumbent
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Warnings, in sentences.
    pub fn notes(&self) -> Vec<String> {
        let notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.clone()
    }

    /// Progress of table building, from 0 to 1; `None` if no tables are being built.
    pub fn building(&self) -> Option<f64> {
        let millionths = self.building.load(Relaxed).checked_sub(1)?;
        Some(millionths as f64 / 1e6)
    }

    /// Whether the search has ended. The report may be still to come.
    pub fn has_searched(&self) -> bool {
        self.has_searched.load(Relaxed)
    }

    /// Whether the tables that were built are being saved, after the search.
    pub fn saves_tables(&self) -> bool {
        self.saves_tables.load(Relaxed)
    }

    /// The breakpoints.
    pub(crate) fn watched(&self) -> &Watched {
        &self.watched
    }

    /// The breakpoint that held last.
    pub fn hit(&self) -> Option<Hit> {
        self.watched.hit().0
    }

    pub fn set_record_bytes(&self, bytes: u64) {
        self.record_bytes.store(bytes, Relaxed);
    }

    pub fn set_other_bytes(&self, bytes: u64) {
        self.other_bytes.store(bytes, Relaxed);
    }

    fn command(&self, next: impl FnOnce(Mode) -> Mode) {
        let mut shared = self.lock();
        let mode = next(shared.mode);
        if mode != shared.mode {
            shared.mode = mode;
            shared.is_parked &= mode == Mode::Paused { steps: 0 };
            self.has_commands.store(mode != Mode::Running, Relaxed);
            self.changed.notify_all();
        }
    }
}

/// The worker's methods.
impl Control {
    /// Whether to call [`Self::next_command`] before the next expansion.
    #[inline(always)]
    pub fn has_commands(&self) -> bool {
        self.has_commands.load(Relaxed)
    }

    /// The next command. Each call uses up one granted step.
    pub fn next_command(&self) -> RunCommand {
        match &mut self.lock().mode {
            Mode::Running => RunCommand::Continue,
            Mode::Stopped => RunCommand::Stop,
            Mode::Paused { steps: 0 } => RunCommand::Wait,
            Mode::Paused { steps } => {
                *steps -= 1;
                RunCommand::Continue
            }
        }
    }

    pub fn is_stopped(&self) -> bool {
        self.has_commands() && self.lock().mode == Mode::Stopped
    }

    /// Marks the worker as waiting, with all its messages sent; `false` if there is a new command
    /// already.
    pub fn park(&self) -> bool {
        let mut shared = self.lock();
        shared.is_parked = shared.mode == Mode::Paused { steps: 0 };
        shared.is_parked
    }

    /// Whether the run is paused.
    pub fn is_paused(&self) -> bool {
        self.has_commands() && self.lock().mode == Mode::Paused { steps: 0 }
    }

    /// Blocks a helper thread while the run is paused. Only the worker's own waiting is subtracted
    /// from the elapsed time.
    pub fn wait_as_helper(&self) {
        let is_paused = |shared: &mut Shared| shared.mode == Mode::Paused { steps: 0 };
        drop(self.changed.wait_while(self.lock(), is_paused));
    }

    /// Blocks while the run is paused.
    pub fn wait_for_command(&self) {
        drop(self.wait_while(|shared| shared.mode == Mode::Paused { steps: 0 }));
    }

    /// Sends `batch`; blocks while the queue is full, unless the run is stopped.
    pub fn send_batch(&self, batch: Batch) {
        let mut shared = self.wait_while(|shared| {
            shared.batches.len() >= MAX_BATCHES
                && !shared.is_abandoned
                && shared.mode != Mode::Stopped
        });
        if !shared.is_abandoned {
            shared.batches.push_back(batch);
        }
    }

    /// Sends `samples` and leaves the vector empty.
    pub fn send_samples(&self, samples: &mut Vec<Sample>) {
        self.lock().samples.append(samples);
    }

    /// Sends the report; ignores a second one.
    pub fn send_report(&self, report: Report) {
        let mut shared = self.lock();
        if !std::mem::replace(&mut shared.is_reported, true) {
            shared.report = Some(report);
            shared.is_parked = false;
        }
    }

    /// Adds a warning, unless it was added before.
    pub fn note(&self, sentence: String) {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        if !notes.contains(&sentence) {
            notes.push(sentence);
        }
    }

    pub fn set_incumbent(&self, incumbent: Incumbent) {
        *self
            .incumbent
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(incumbent);
    }

    pub fn set_building(&self, done: Option<f64>) {
        let millionths = done.map_or(0, |done| (done.clamp(0.0, 1.0) * 1e6) as u64 + 1);
        self.building.store(millionths, Relaxed);
    }

    pub fn set_has_searched(&self) {
        self.has_searched.store(true, Relaxed);
    }

    pub fn set_saves_tables(&self) {
        self.saves_tables.store(true, Relaxed);
    }

    pub fn set_counts(&self, counts: &Counts) {
        self.progress.set(counts);
    }

    /// Marks the start of the work; the time to start the thread is not counted.
    pub fn begin(&self) {
        let before = u64::try_from(self.began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.idle.fetch_max(before, Relaxed);
    }

    /// The elapsed time, without waiting.
    pub fn elapsed(&self) -> Duration {
        self.began
            .elapsed()
            .saturating_sub(Duration::from_nanos(self.idle.load(Relaxed)))
    }

    /// Size of the record in bytes, including queued batches.
    pub fn record_bytes(&self) -> u64 {
        let waiting = self.lock().batches.iter().map(batch_bytes).sum::<u64>();
        self.record_bytes.load(Relaxed) + waiting
    }

    /// What counts against the run's memory limit without belonging to the run, in bytes.
    pub fn other_bytes(&self) -> u64 {
        self.other_bytes.load(Relaxed)
    }

    fn wait_while(&self, condition: impl Fn(&Shared) -> bool) -> MutexGuard<'_, Shared> {
        let mut shared = self.lock();
        if condition(&shared) {
            let began = Instant::now();
            while condition(&shared) {
                shared = self
                    .changed
                    .wait(shared)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            let waited = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
            self.idle.fetch_add(waited, Relaxed);
        }
        shared
    }

    /// Ignores poisoning: no panic can leave `shared` half changed.
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn batch_bytes(batch: &Batch) -> u64 {
    let node = size_of_val(&batch.parent[..])
        + size_of_val(&batch.action[..])
        + size_of_val(&batch.outcome[..])
        + size_of_val(&batch.g[..])
        + size_of_val(&batch.h[..]);
    let expansion = size_of_val(&batch.expanded[..]) + size_of_val(&batch.n_generated[..]);
    (node + expansion) as u64
}

/// The latest counts. Fields are read one by one, so they may mix two updates, a millisecond
/// apart.
#[derive(Debug, Default)]
struct AtomicCounts {
    expanded: AtomicU64,
    generated: AtomicU64,
    /// `frontier` and `peak_frontier` are stored plus one; zero if unknown.
    frontier: AtomicU64,
    peak_frontier: AtomicU64,
    peak_bytes: AtomicU64,
    nanoseconds: AtomicU64,
    nanoseconds_for_tables: AtomicU64,
    /// The bound plus one; zero if none.
    bound: AtomicU64,
}

impl AtomicCounts {
    fn set(&self, counts: &Counts) {
        let Counts {
            expanded,
            generated,
            frontier,
            peak_frontier,
            peak_bytes,
            elapsed,
            for_tables,
            bound,
        } = *counts;
        self.expanded.store(expanded, Relaxed);
        self.generated.store(generated, Relaxed);
        let plus_one = |n: Option<u64>| n.map_or(0, |n| n + 1);
        self.frontier.store(plus_one(frontier), Relaxed);
        self.peak_frontier.store(plus_one(peak_frontier), Relaxed);
        self.peak_bytes.store(peak_bytes, Relaxed);
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.store(nanoseconds(elapsed), Relaxed);
        (self.nanoseconds_for_tables).store(nanoseconds(for_tables), Relaxed);
        self.bound.store(plus_one(bound.map(u64::from)), Relaxed);
    }

    fn counts(&self) -> Counts {
        Counts {
            expanded: self.expanded.load(Relaxed),
            generated: self.generated.load(Relaxed),
            frontier: self.frontier.load(Relaxed).checked_sub(1),
            peak_frontier: self.peak_frontier.load(Relaxed).checked_sub(1),
            peak_bytes: self.peak_bytes.load(Relaxed),
            elapsed: Duration::from_nanos(self.nanoseconds.load(Relaxed)),
            for_tables: Duration::from_nanos(self.nanoseconds_for_tables.load(Relaxed)),
            bound: self.bound.load(Relaxed).checked_sub(1).map(|b| b as u32),
        }
    }
}
