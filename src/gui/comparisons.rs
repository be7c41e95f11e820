//! The comparison of two runs: which they are, and what is found on a thread of its own.

use super::requests::Wake;
use super::runs::{RunEntry, RunId, Runs};
use super::work::{Work, WorkState};
use tilescope_lab::trace_file::{self, Comparison, Recorded, comparison_bytes};
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
    Failed(&'a str),
    Done(&'a Comparison),
}

/// The two runs that are compared, and the comparison.
#[derive(Default)]
pub struct Comparisons {
    pair: Option<[RunId; 2]>,
    /// Whether the user has chosen them. Others are those of the shown run.
    is_chosen: bool,
    begun: Option<Begun>,
}

/// The comparison of two runs that had this many steps.
struct Begun {
    pair: [RunId; 2],
    steps: [Moment; 2],
    work: Work<Comparison>,
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
                    self.begun = None;
                }
            }
            ComparisonAction::Pair(pair) => {
                if pair.iter().all(|id| runs.get(*id).is_some()) {
                    self.pair = Some(pair);
                    self.is_chosen = true;
                    self.begun = None;
                }
            }
            ComparisonAction::Begin => {
                if let Some(entries) = self.entries(runs) {
                    self.begun = begin(entries, wake);
                }
            }
            ComparisonAction::Stop => {
                if let Some(begun) = &mut self.begun {
                    begun.work.stop();
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
            self.begun = None;
            return;
        };
        let is_its =
            |begun: &Begun| begun.pair == entries.map(|it| it.id) && begun.steps == steps(entries);
        match &mut self.begun {
            Some(begun) if is_its(begun) => begun.work.poll(),
            _ => self.begun = None,
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

    /// The two runs once they are compared: what else the panel shows of them is wanted then.
    pub fn shown(&self) -> &[RunId] {
        match &self.begun {
            Some(begun) if matches!(begun.work.state(), WorkState::Done(_)) => &begun.pair,
            _ => &[],
        }
    }

    /// What became of the comparison of the two runs `entries`.
    pub fn state(&self, entries: [&RunEntry; 2]) -> ComparisonState<'_> {
        let begun = self.begun.as_ref();
        match begun.map_or(WorkState::Due, |begun| begun.work.state()) {
            WorkState::Due => obstacle(entries).unwrap_or(ComparisonState::Due),
            WorkState::Working(done) => ComparisonState::Working(done),
            WorkState::Stopped => ComparisonState::Stopped,
            WorkState::Failed(reason) => ComparisonState::Failed(reason),
            WorkState::Done(comparison) => ComparisonState::Done(comparison),
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
        .has_same_ends(&second.run.job().problem)
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

/// Compares two short runs at once, others on a thread; `None` if they can't be compared.
fn begin(entries: [&RunEntry; 2], wake: &Wake) -> Option<Begun> {
    if obstacle(entries).is_some() {
        return None;
    }
    let steps = steps(entries);
    let is_short = steps[0].saturating_add(steps[1]) <= Comparisons::MAX_AT_ONCE;
    let work = match is_short {
        true => {
            let runs = entries.map(recorded);
            Work::done(trace_file::compare(
                runs,
                &Interrupt::default(),
                &mut |_| {},
            ))
        }
        false => spawn(entries, wake),
    };
    Some(Begun {
        pair: entries.map(|entry| entry.id),
        steps,
        work,
    })
}

fn spawn(entries: [&RunEntry; 2], wake: &Wake) -> Work<Comparison> {
    let runs = entries.map(|entry| (entry.run.job().clone(), entry.run.shared_trace()));
    Work::spawn("compare", wake, move |interrupt, progress| {
        let recorded = [&runs[0], &runs[1]].map(|(job, trace)| Recorded { job, trace });
        trace_file::compare(recorded, interrupt, progress)
    })
}
