//! What a worker and its handle share: orders one way, batches and counts the other.
//!
//! The worker asks for orders by one atomic load an expansion and takes the lock only when
//! that says so. Its batches wait in a bounded queue: when that is full the worker waits,
//! until somebody takes one, stops the run, or drops the handle. The time spent waiting,
//! here or in a pause, is kept apart, so that a run is charged for its search alone.

use super::{Counts, Report, SoFar};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tilescope_trace::Batch;
use tilescope_trace::series::Sample;

/// How many batches may wait to be taken: a few megabytes. They are enough to keep both sides at
/// work, and few enough to be taken in within a frame or two once the run is told to stop.
const MOST_BATCHES: usize = 4;

/// What the worker is to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunCommand {
    Go,
    /// Do nothing until told otherwise.
    Wait,
    Stop,
}

/// See the module's text.
#[derive(Debug)]
pub struct Control {
    /// Whether the worker has to look at its orders before it goes on.
    has_commands: AtomicBool,
    shared: Mutex<Shared>,
    /// Told of every change of `shared` that somebody may be waiting for.
    changed: Condvar,
    progress: AtomicCounts,
    /// What went wrong and did not stop it.
    notes: Mutex<Vec<String>>,
    /// The best solution so far, in searches that go on after the first.
    so_far: Mutex<Option<SoFar>>,
    /// How much of the tables is built, in millionths, plus one; zero where none are.
    building: AtomicU64,
    /// Bytes that the handle holds of the record.
    record_bytes: AtomicU64,
    began: Instant,
    /// Nanoseconds that the worker has spent waiting.
    idle: AtomicU64,
}

#[derive(Debug)]
struct Shared {
    mode: Mode,
    is_parked: bool,
    /// The handle is gone: nobody will take anything.
    is_abandoned: bool,
    batches: VecDeque<Batch>,
    samples: Vec<Sample>,
    report: Option<Report>,
    /// Whether there is or was a report.
    is_reported: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Running,
    /// May make so many more expansions.
    Paused {
        steps: u64,
    },
    Stopped,
}

/// What a worker has sent.
#[derive(Debug)]
pub enum Message {
    Batch(Box<Batch>),
    Samples(Vec<Sample>),
    /// The last one.
    Report(Box<Report>),
}

/// The handle's side.
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
            so_far: Mutex::default(),
            building: AtomicU64::new(0),
            record_bytes: AtomicU64::new(0),
            began: Instant::now(),
            idle: AtomicU64::new(0),
        }
    }

    pub fn pause(&self) {
        self.order(|mode| match mode {
            Mode::Running => Mode::Paused { steps: 0 },
            Mode::Paused { .. } | Mode::Stopped => mode,
        });
    }

    pub fn resume(&self) {
        self.order(|mode| match mode {
            Mode::Stopped => mode,
            Mode::Running | Mode::Paused { .. } => Mode::Running,
        });
    }

    /// Lets the worker make `n` more expansions; a running one pauses after them.
    pub fn step(&self, n: u64) {
        self.order(|mode| match mode {
            Mode::Running => Mode::Paused { steps: n },
            Mode::Paused { steps } => Mode::Paused {
                steps: steps.saturating_add(n),
            },
            Mode::Stopped => mode,
        });
    }

    pub fn stop(&self) {
        self.order(|_| Mode::Stopped);
    }

    /// Stops the worker and throws away what it has sent and will send.
    pub fn abandon(&self) {
        self.stop();
        let mut shared = self.lock();
        shared.is_abandoned = true;
        shared.batches.clear();
        self.changed.notify_all();
    }

    /// The next thing that was sent, samples first and the report last.
    pub fn take(&self) -> Option<Message> {
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

    /// Whether the worker is paused and all that it sent was taken.
    pub fn is_settled(&self) -> bool {
        let shared = self.lock();
        shared.is_parked && shared.batches.is_empty() && shared.samples.is_empty()
    }

    pub fn counts(&self) -> Counts {
        self.progress.counts()
    }

    /// The best solution so far, in a search that goes on after the first.
    pub fn so_far(&self) -> Option<SoFar> {
        *self.so_far.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What went wrong and did not stop the worker, in sentences.
    pub fn notes(&self) -> Vec<String> {
        let notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.clone()
    }

    /// How much of its tables, from 0 to 1, the worker has built, while it does.
    pub fn building(&self) -> Option<f64> {
        let millionths = self.building.load(Relaxed).checked_sub(1)?;
        Some(millionths as f64 / 1e6)
    }

    pub fn set_record_bytes(&self, bytes: u64) {
        self.record_bytes.store(bytes, Relaxed);
    }

    fn order(&self, next: impl FnOnce(Mode) -> Mode) {
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

/// The worker's side.
impl Control {
    /// Whether [`Self::next_command`] is to be asked before the next expansion.
    #[inline(always)]
    pub fn has_commands(&self) -> bool {
        self.has_commands.load(Relaxed)
    }

    /// What to do now; a step, if one is granted, is used up by asking.
    pub fn next_command(&self) -> RunCommand {
        match &mut self.lock().mode {
            Mode::Running => RunCommand::Go,
            Mode::Stopped => RunCommand::Stop,
            Mode::Paused { steps: 0 } => RunCommand::Wait,
            Mode::Paused { steps } => {
                *steps -= 1;
                RunCommand::Go
            }
        }
    }

    pub fn is_stopped(&self) -> bool {
        self.has_commands() && self.lock().mode == Mode::Stopped
    }

    /// Says that everything up to here was sent and that the worker waits for orders;
    /// `false` if there are new ones already.
    pub fn park(&self) -> bool {
        let mut shared = self.lock();
        shared.is_parked = shared.mode == Mode::Paused { steps: 0 };
        shared.is_parked
    }

    /// Whether the order is to wait.
    pub fn is_paused(&self) -> bool {
        self.has_commands() && self.lock().mode == Mode::Paused { steps: 0 }
    }

    /// Blocks a thread that helps the worker for as long as the order is to wait. The worker
    /// itself waits as well, and its time is what counts.
    pub fn wait_beside(&self) {
        let is_paused = |shared: &mut Shared| shared.mode == Mode::Paused { steps: 0 };
        drop(self.changed.wait_while(self.lock(), is_paused));
    }

    /// Blocks for as long as the order is to wait.
    pub fn wait_for_command(&self) {
        drop(self.wait_while(|shared| shared.mode == Mode::Paused { steps: 0 }));
    }

    /// Sends `batch`, when there is room for it or nobody will take it.
    pub fn send_batch(&self, batch: Batch) {
        let mut shared = self.wait_while(|shared| {
            shared.batches.len() >= MOST_BATCHES
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

    /// Sends the report; a second one is not sent.
    pub fn send_report(&self, report: Report) {
        let mut shared = self.lock();
        if !std::mem::replace(&mut shared.is_reported, true) {
            shared.report = Some(report);
            shared.is_parked = false;
        }
    }

    /// Notes what went wrong and does not stop it, once.
    pub fn note(&self, sentence: String) {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        if !notes.contains(&sentence) {
            notes.push(sentence);
        }
    }

    pub fn set_so_far(&self, so_far: SoFar) {
        *self.so_far.lock().unwrap_or_else(PoisonError::into_inner) = Some(so_far);
    }

    pub fn set_building(&self, done: Option<f64>) {
        let millionths = done.map_or(0, |done| (done.clamp(0.0, 1.0) * 1e6) as u64 + 1);
        self.building.store(millionths, Relaxed);
    }

    pub fn set_counts(&self, counts: &Counts) {
        self.progress.set(counts);
    }

    /// The worker begins: the time until now, in which its thread was made, is not its own.
    pub fn begin(&self) {
        let before = u64::try_from(self.began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.idle.fetch_max(before, Relaxed);
    }

    /// How long the worker has worked, without the time that it waited.
    pub fn elapsed(&self) -> Duration {
        self.began
            .elapsed()
            .saturating_sub(Duration::from_nanos(self.idle.load(Relaxed)))
    }

    /// Bytes that the record takes, with the batches that wait.
    pub fn record_bytes(&self) -> u64 {
        let waiting = self.lock().batches.iter().map(batch_bytes).sum::<u64>();
        self.record_bytes.load(Relaxed) + waiting
    }

    fn wait_while(&self, condition: impl Fn(&Shared) -> bool) -> MutexGuard<'_, Shared> {
        let mut shared = self.lock();
        if condition(&shared) {
            let since = Instant::now();
            while condition(&shared) {
                shared = self
                    .changed
                    .wait(shared)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            let waited = u64::try_from(since.elapsed().as_nanos()).unwrap_or(u64::MAX);
            self.idle.fetch_add(waited, Relaxed);
        }
        shared
    }

    /// A panic elsewhere leaves `shared` as it was: no change of it is ever half done.
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

/// The newest counts, to be read at any time. Fields are read one by one: they may be
/// those of two neighbouring moments, a millisecond apart.
#[derive(Debug, Default)]
struct AtomicCounts {
    expanded: AtomicU64,
    generated: AtomicU64,
    /// These two plus one; zero where they are not known.
    frontier: AtomicU64,
    peak_frontier: AtomicU64,
    peak_bytes: AtomicU64,
    nanoseconds: AtomicU64,
    nanoseconds_for_tables: AtomicU64,
    /// The bound plus one; zero for none.
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
