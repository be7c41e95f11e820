//! What the plots show beside the samples of a run: its duplicates and the least f on its frontier,
//! counted from the record once a plot asks for them.

use super::requests::Wake;
use super::runs::{RunEntry, RunId, Runs};
use super::work::{Work, WorkState};
use tilescope_lab::{RunState, explain};
use tilescope_trace::NodeId;
use tilescope_trace::series::{Counted, Counter};

/// The counts of the runs whose curves are drawn, and those that are being made, one run at a time.
#[derive(Default)]
pub struct CurveCounts {
    is_wanted: bool,
    kept: Vec<(RunId, Counted)>,
    counting: Option<(RunId, Work<Counted>)>,
}

/// A run of so few nodes is counted at once: it takes no longer than a frame.
const MAX_AT_ONCE: NodeId = 20_000;
/// The nodes of a step, about 10 ms of work.
const STEP: u32 = 1 << 18;

impl CurveCounts {
    /// From now on they are made.
    pub fn want(&mut self) {
        self.is_wanted = true;
    }

    pub fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// The counts of a run, if they are of its present samples.
    pub fn of(&self, entry: &RunEntry) -> Option<&Counted> {
        let (_, counted) = self.kept.iter().find(|(run, _)| *run == entry.id)?;
        is_of(counted, entry).then_some(counted)
    }

    /// How much of a run is counted, from 0 to 1; `None` if none is being counted.
    pub fn progress(&self) -> Option<f64> {
        match self.counting.as_ref()?.1.state() {
            WorkState::Working(done) => Some(done),
            _ => None,
        }
    }

    /// Takes what was counted, and begins with the next run.
    pub fn poll(&mut self, runs: &Runs, wake: &Wake) {
        self.kept.retain(|(run, _)| runs.get(*run).is_some());
        // A thread that reads the record of a run that goes on would hold it up.
        let is_due = |entry: &RunEntry| {
            matches!(entry.run.state(), RunState::Paused | RunState::Ended)
                && entry.visible
                && entry.run.trace().n_nodes() > 0
                && !entry.run.series().samples().is_empty()
        };
        if let Some((run, mut work)) = self.counting.take()
            && runs.get(run).is_some_and(is_due)
        {
            work.poll();
            match work.take() {
                Ok(counted) => self.keep(run, counted),
                Err(work) => self.counting = Some((run, work)),
            }
        }
        if !self.is_wanted || self.counting.is_some() {
            return;
        }
        let next = runs.iter().find(|it| is_due(it) && self.of(it).is_none());
        let Some(entry) = next else { return };
        let (trace, samples) = (entry.run.trace(), entry.run.series().samples());
        let mut counter = Counter::new(trace, samples, explain::factors(entry.run.job()));
        if trace.n_nodes() <= MAX_AT_ONCE {
            while !counter.step(trace, u32::MAX) {}
            self.keep(entry.id, counter.finish());
            return;
        }
        let trace = entry.run.shared_trace();
        let work = Work::spawn("counts of curves", wake, move |interrupt, progress| {
            while !counter.step(&trace, STEP) {
                if interrupt.is_stopped() {
                    return Err("stopped");
                }
                progress(counter.progress());
            }
            Ok(counter.finish())
        });
        self.counting = Some((entry.id, work));
    }

    fn keep(&mut self, run: RunId, counted: Counted) {
        self.kept.retain(|(other, _)| *other != run);
        self.kept.push((run, counted));
    }
}

fn is_of(counted: &Counted, entry: &RunEntry) -> bool {
    counted.is_of(entry.run.trace(), entry.run.series().samples())
}
