//! Indices of the runs' records: built on threads of their own, of a kind one at a time.

use super::requests::Wake;
use super::runs::{RunEntry, RunId, Runs};
use super::work::{Work, WorkState};
use std::sync::Arc;
use tilescope_lab::{Job, RunState};
use tilescope_search::About;
use tilescope_trace::{Moment, NodeId, Trace};

/// A kind of index, which is built in steps and answers for every moment that it covers.
pub trait Index: Sized + Send + Sync + 'static {
    type Builder: Send + 'static;
    /// The name of the thread that builds it.
    const THREAD: &'static str;

    /// Whether a run of this algorithm has what it is an index of.
    fn suits(algorithm: &About) -> bool;
    fn builder(job: &Job, trace: &Trace) -> Self::Builder;
    /// The bytes that building it takes at most.
    fn max_bytes(trace: &Trace) -> u64;
    /// Does about `n` nodes' worth of work; returns whether all is done.
    fn step(builder: &mut Self::Builder, trace: &Trace, n: u32) -> bool;
    /// How much is done, from 0 to 1.
    fn progress(builder: &Self::Builder) -> f64;
    fn finish(builder: Self::Builder) -> Self;
    fn covers(&self, trace: &Trace, t: Moment) -> bool;
}

/// The index of a run, or why there is none.
#[derive(Debug)]
pub enum IndexState<'a, I> {
    /// It may not cover the last moments yet.
    Ready(&'a Arc<I>),
    /// This part of it is built, from 0 to 1.
    Building(f64),
    /// It is built when the run is paused or ends.
    WaitsForPause,
    /// It would take this many bytes, more than the run's memory limit leaves.
    TooLarge { needed: u64, limit: u64 },
    /// The run records no nodes.
    NoRecord,
}

impl<I> Clone for IndexState<'_, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I> Copy for IndexState<'_, I> {}

/// The indices of the runs, and the one that is being built.
pub struct Indices<I> {
    indices: Vec<(RunId, Arc<I>)>,
    building: Option<Building<I>>,
}

impl<I> Default for Indices<I> {
    fn default() -> Self {
        Indices {
            indices: Vec::new(),
            building: None,
        }
    }
}

struct Building<I> {
    run: RunId,
    work: Work<Arc<I>>,
}

impl<I: Index> Indices<I> {
    /// An index of so few nodes is built at once: it takes no longer than a frame.
    const MAX_AT_ONCE: NodeId = 20_000;

    /// Takes what was built, and begins what is missing for the active run.
    pub fn poll(&mut self, runs: &Runs, wake: &Wake) {
        self.indices.retain(|(id, _)| runs.get(*id).is_some());
        if let Some(building) = &mut self.building {
            building.work.poll();
            if let WorkState::Done(index) = building.work.state() {
                let (run, index) = (building.run, Arc::clone(index));
                self.building = None;
                self.set(run, index);
            }
        }
        let active = runs.active();
        // A thread that reads the record of a run that goes on would hold it up.
        let is_due =
            |entry: &&RunEntry| matches!(entry.run.state(), RunState::Paused | RunState::Ended);
        let due = active.filter(is_due);
        if (self.building.as_ref()).is_some_and(|it| Some(it.run) != due.map(|it| it.id)) {
            self.building = None;
        }
        let Some(entry) = active else { return };
        let trace = entry.run.trace();
        let is_covered = |index: &Arc<I>| index.covers(trace, trace.n_expanded());
        if trace.n_nodes() == 0
            || !I::suits(entry.run.job().settings.algorithm)
            || self.index(entry.id).is_some_and(is_covered)
        {
            return;
        }
        if trace.n_nodes() <= Self::MAX_AT_ONCE {
            let mut builder = I::builder(entry.run.job(), trace);
            while !I::step(&mut builder, trace, u32::MAX) {}
            self.set(entry.id, Arc::new(I::finish(builder)));
        } else if due.is_some() && self.building.is_none() && too_large::<I>(entry).is_none() {
            self.building = Some(build(entry, wake));
        }
    }

    /// Begins nothing, stops what is being built, and drops the indices of runs that are gone.
    pub fn stop(&mut self, runs: &Runs) {
        self.building = None;
        self.indices.retain(|(id, _)| runs.get(*id).is_some());
    }

    fn set(&mut self, run: RunId, index: Arc<I>) {
        self.indices.retain(|(id, _)| *id != run);
        self.indices.push((run, index));
    }

    /// The index of a run, as far as it was built last.
    pub fn index(&self, run: RunId) -> Option<&Arc<I>> {
        let found = self.indices.iter().find(|(id, _)| *id == run);
        found.map(|(_, index)| index)
    }

    /// The index of a run for the moment `t`.
    pub fn state(&self, entry: &RunEntry, t: Moment) -> IndexState<'_, I> {
        let trace = entry.run.trace();
        if trace.n_nodes() == 0 || !I::suits(entry.run.job().settings.algorithm) {
            return IndexState::NoRecord;
        }
        if let Some(index) = self.index(entry.id).filter(|index| index.covers(trace, t)) {
            return IndexState::Ready(index);
        }
        let building = self.building.as_ref().filter(|it| it.run == entry.id);
        if let Some(WorkState::Working(done)) = building.map(|it| it.work.state()) {
            return IndexState::Building(done);
        }
        match too_large::<I>(entry) {
            Some((needed, limit)) => IndexState::TooLarge { needed, limit },
            None => IndexState::WaitsForPause,
        }
    }
}

/// The bytes that an index needs and those that the run's memory limit leaves beside the record, if
/// they are too few.
fn too_large<I: Index>(entry: &RunEntry) -> Option<(u64, u64)> {
    let limit = entry.run.job().settings.limits.memory?;
    let trace = entry.run.trace();
    let left = limit.saturating_sub(trace.bytes() as u64);
    let needed = I::max_bytes(trace);
    (needed > left).then_some((needed, left))
}

/// Builds an index on a thread.
fn build<I: Index>(entry: &RunEntry, wake: &Wake) -> Building<I> {
    /// The nodes of a step, about 10 ms of work.
    const STEP: u32 = 1 << 17;
    let trace = entry.run.shared_trace();
    let mut builder = I::builder(entry.run.job(), &trace);
    let work = Work::spawn(I::THREAD, wake, move |interrupt, progress| {
        while !I::step(&mut builder, &trace, STEP) {
            if interrupt.is_stopped() {
                return Err("stopped");
            }
            progress(I::progress(&builder));
        }
        Ok(Arc::new(I::finish(builder)))
    });
    Building {
        run: entry.id,
        work,
    }
}
