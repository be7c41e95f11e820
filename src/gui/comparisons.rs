//! The comparison of two runs: which they are, and what is found on a thread of its own.

use super::requests::Wake;
use super::runs::{RunEntry, RunId, Runs};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tilescope_lab::trace_file::{self, CompareError, Comparison, Recorded, comparison_bytes};
use tilescope_lab::{Interrupt, RunState};
use tilescope_trace::Moment;

/// Something that can happen to the comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComparisonAction {
    /// Another run is the first (0) or the second (1) of the two.
    Choose(usize, RunId),
    /// These two are compared, and the panel that shows it comes to the front.
    Pair([RunId; 2]),
    /// Compares the two runs.
    Begin,
    Stop,
}

/// What became of the comparison.
#[derive(Clone, Copy, Debug)]
pub enum ComparisonState<'a> {
    /// The runs are of different problems.
    DifferentProblems,
    /// The record of this run is not there.
    NoRecord(RunId),
    /// This run has not ended yet.
    Works(RunId),
    /// It would take this many bytes, more than the runs' memory limits leave.
    TooLarge {
        needed: u64,
        left: u64,
    },
    /// It can begin.
    Due,
    /// This part of it is done, from 0 to 1.
    Working(f64),
    /// The user has stopped it.
    Stopped,
    Failed(CompareError),
    Done(&'a Comparison),
}

/// The two runs that are compared, and the comparison.
#[derive(Default)]
pub struct Comparisons {
    pair: Option<[RunId; 2]>,
    /// Whether the user has chosen them. Others are those of the shown run.
    is_chosen: bool,
    work: Option<Work>,
}

struct Work {
    pair: [RunId; 2],
    steps: [Moment; 2],
    stage: Stage,
}

enum Stage {
    Working(Arc<Shared>),
    Stopped,
    Done(Box<Result<Comparison, CompareError>>),
}

/// What the thread and the window share.
#[derive(Default)]
struct Shared {
    thousandths: AtomicU32,
    interrupt: Interrupt,
    done: Mutex<Option<Result<Comparison, CompareError>>>,
}

impl Drop for Work {
    /// Stops the thread.
    fn drop(&mut self) {
        if let Stage::Working(shared) = &self.stage {
            shared.interrupt.stop();
        }
    }
}

impl Comparisons {
    /// Runs of so few steps together are compared at once: it takes no longer than a frame.
    const MAX_AT_ONCE: Moment = 2_000;

    pub fn apply(&mut self, action: ComparisonAction, runs: &Runs, wake: &Wake) {
        match action {
            ComparisonAction::Choose(which, id) => {
                if let Some(pair) = &mut self.pair
                    && let Some(place) = pair.get_mut(which)
                    && runs.get(id).is_some()
                {
                    let before = std::mem::replace(place, id);
                    // A run is not compared with itself: the two change places.
                    if pair[0] == pair[1] {
                        pair[1 - which] = before;
                    }
                    self.is_chosen = true;
                    self.work = None;
                }
            }
            ComparisonAction::Pair(pair) => {
                if pair.iter().all(|id| runs.get(*id).is_some()) {
                    self.pair = Some(pair);
                    self.is_chosen = true;
                    self.work = None;
                }
            }
            ComparisonAction::Begin => {
                if let Some(entries) = self.entries(runs) {
                    self.work = begin(entries, wake);
                }
            }
            ComparisonAction::Stop => {
                if let Some(work) = &mut self.work
                    && let Stage::Working(shared) = &work.stage
                {
                    shared.interrupt.stop();
                    work.stage = Stage::Stopped;
                }
            }
        }
    }

    /// Takes what was found, and chooses two runs if there are none.
    pub fn poll(&mut self, runs: &Runs) {
        let present = self.pair.filter(|pair| {
            let is_shown = |active: &RunEntry| pair.contains(&active.id);
            let is_kept = pair.iter().all(|id| runs.get(*id).is_some());
            is_kept && (self.is_chosen || runs.active().is_none_or(is_shown))
        });
        if present.is_none() {
            self.is_chosen = false;
            self.pair = default_pair(runs);
        }
        let Some(entries) = self.entries(runs) else {
            self.work = None;
            return;
        };
        let is_its =
            |work: &Work| work.pair == entries.map(|it| it.id) && work.steps == steps(entries);
        if !self.work.as_ref().is_some_and(is_its) {
            self.work = None;
        }
        if let Some(work) = &mut self.work
            && let Stage::Working(shared) = &work.stage
        {
            let mut place = shared.done.lock().unwrap_or_else(PoisonError::into_inner);
            let done = place.take();
            drop(place);
            if let Some(done) = done {
                work.stage = Stage::Done(Box::new(done));
            }
        }
    }

    /// The two runs; `None` while there is no such pair.
    pub fn entries<'a>(&self, runs: &'a Runs) -> Option<[&'a RunEntry; 2]> {
        let [first, second] = self.pair?;
        Some([runs.get(first)?, runs.get(second)?])
    }

    /// The finished comparison of a run with another one, which of the two it is, and the other.
    pub fn of<'a>(&'a self, runs: &'a Runs, run: RunId) -> Option<(&'a Comparison, usize, RunId)> {
        let entries = self.entries(runs)?;
        let which = entries.iter().position(|entry| entry.id == run)?;
        match self.state(entries) {
            ComparisonState::Done(comparison) => Some((comparison, which, entries[1 - which].id)),
            _ => None,
        }
    }

    /// What became of the comparison of the two runs `entries`.
    pub fn state(&self, entries: [&RunEntry; 2]) -> ComparisonState<'_> {
        match self.work.as_ref().map(|work| &work.stage) {
            Some(Stage::Working(shared)) => {
                let thousandths = shared.thousandths.load(Ordering::Relaxed);
                ComparisonState::Working(f64::from(thousandths) / 1000.0)
            }
            Some(Stage::Stopped) => ComparisonState::Stopped,
            Some(Stage::Done(done)) => match &**done {
                Ok(comparison) => ComparisonState::Done(comparison),
                Err(error) => ComparisonState::Failed(*error),
            },
            None => obstacle(entries).unwrap_or(ComparisonState::Due),
        }
    }
}

/// The shown run and the one before on the same problem; else one after it; else any two.
fn default_pair(runs: &Runs) -> Option<[RunId; 2]> {
    let active = runs.active().or_else(|| runs.get(runs.last()?))?;
    let others = || runs.iter().filter(|entry| entry.id != active.id).rev();
    let is_same = |entry: &&RunEntry| entry.is_of(&active.run.job().problem);
    let before = others().filter(is_same).find(|entry| entry.id < active.id);
    let other = before
        .or_else(|| others().find(is_same))
        .or_else(|| others().next())?;
    Some([active.id, other.id])
}

/// Why two runs can't be compared.
fn obstacle(entries: [&RunEntry; 2]) -> Option<ComparisonState<'static>> {
    let [first, second] = entries;
    if !first
        .run
        .job()
        .problem
        .is_same_task(&second.run.job().problem)
    {
        return Some(ComparisonState::DifferentProblems);
    }
    // A thread that reads the record of a run that goes on would hold it up.
    let works = |entry: &&RunEntry| entry.run.state() != RunState::Ended;
    if let Some(entry) = entries.into_iter().find(works) {
        return Some(ComparisonState::Works(entry.id));
    }
    let is_empty = |entry: &&RunEntry| entry.run.trace().n_nodes() == 0;
    if let Some(entry) = entries.into_iter().find(is_empty) {
        return Some(ComparisonState::NoRecord(entry.id));
    }
    let limits = entries.map(|entry| entry.run.job().settings.limits.memory);
    let limit = limits.into_iter().flatten().min()?;
    let held: u64 = entries.iter().map(|entry| entry.record_bytes).sum();
    let left = limit.saturating_sub(held);
    let needed = comparison_bytes(entries.map(recorded));
    (needed > left).then_some(ComparisonState::TooLarge { needed, left })
}

fn recorded(entry: &RunEntry) -> Recorded<'_> {
    let (job, trace) = (entry.run.job(), entry.run.trace());
    Recorded { job, trace }
}

fn steps(entries: [&RunEntry; 2]) -> [Moment; 2] {
    entries.map(|entry| entry.run.trace().n_expanded())
}

/// Compares two short runs at once, others on a thread; `None` if they can't be compared, or if the
/// system has no thread.
fn begin(entries: [&RunEntry; 2], wake: &Wake) -> Option<Work> {
    if obstacle(entries).is_some() {
        return None;
    }
    let steps = steps(entries);
    let is_short = steps[0].saturating_add(steps[1]) <= Comparisons::MAX_AT_ONCE;
    let stage = match is_short {
        true => {
            let runs = entries.map(recorded);
            let compared = trace_file::compare(runs, &Interrupt::default(), &|_| {});
            Stage::Done(Box::new(compared))
        }
        false => Stage::Working(spawn(entries, wake)?),
    };
    Some(Work {
        pair: entries.map(|entry| entry.id),
        steps,
        stage,
    })
}

fn spawn(entries: [&RunEntry; 2], wake: &Wake) -> Option<Arc<Shared>> {
    let shared = Arc::new(Shared::default());
    let (own, wake) = (Arc::clone(&shared), Arc::clone(wake));
    let runs = entries.map(|entry| (entry.run.job().clone(), entry.run.shared_trace()));
    let work = move || {
        let progress = |done: f64| {
            let thousandths = (1000.0 * done) as u32;
            if own.thousandths.swap(thousandths, Ordering::Relaxed) != thousandths {
                wake();
            }
        };
        let recorded = [&runs[0], &runs[1]].map(|(job, trace)| Recorded { job, trace });
        let done = trace_file::compare(recorded, &own.interrupt, &progress);
        *own.done.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        wake();
    };
    let thread = std::thread::Builder::new().name("compare".to_owned());
    thread.spawn(work).ok()?;
    Some(shared)
}
