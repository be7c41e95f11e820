//! Indices of the runs' records: built on threads of their own, of a kind one at a time. Those that
//! are wanted while a run goes on are built in the window's frames, a part each.

use super::requests::Wake;
use super::runs::{RunEntry, RunId, Runs};
use super::work::{Work, WorkState};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope_lab::{Job, RunState};
use tilescope_search::About;
use tilescope_trace::{Moment, NodeId, Trace};

/// A kind of index, which is built in steps and answers for every moment that it covers.
pub trait Index: Sized + Send + Sync + 'static {
    type Builder: Send + 'static;
    /// The name of the thread that builds it.
    const THREAD: &'static str;
    /// Whether it is built while a run goes on, again and again.
    const IS_LIVE: bool = false;

    /// Whether a run of this algorithm has what it is an index of.
    fn suits(algorithm: &About) -> bool;
    fn builder(job: &Job, trace: &Trace) -> Self::Builder;
    /// The bytes that building it takes at most.
    fn max_bytes(job: &Job, trace: &Trace) -> u64;
    /// Does about `n` nodes' worth of work; returns whether all is done.
    fn step(builder: &mut Self::Builder, trace: &Trace, n: u32) -> bool;
    /// How much is done, from 0 to 1.
    fn progress(builder: &Self::Builder) -> f64;
    fn finish(builder: Self::Builder) -> Self;
    fn covers(&self, trace: &Trace, t: Moment) -> bool;
    /// The last moment that it covers.
    fn last(&self) -> Moment;
    fn bytes(&self) -> usize;
}

/// The index of a run, or why there is none.
#[derive(Debug)]
pub enum IndexState<'a, I> {
    /// It may not cover the last moments yet.
    Ready(&'a Arc<I>),
    /// It covers the moments before this one. A newer one is built while this one is shown.
    AsOf(&'a Arc<I>, Moment),
    /// This part of it is built, from 0 to 1.
    Building(f64),
    /// It is built when the run is paused or ends.
    WaitsForPause,
    /// It would take this many bytes, more than the run's memory limit leaves beside all records and
    /// the other indices.
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
pub struct Indices<I: Index> {
    indices: Vec<(RunId, Arc<I>)>,
    building: Option<Building<I>>,
    /// The one that is built in frames.
    growing: Option<(RunId, I::Builder)>,
    /// The bytes of all records, and of the indices of other kinds.
    held: u64,
    /// Whether there was too little room for an index.
    lacks_room: bool,
}

impl<I: Index> Default for Indices<I> {
    fn default() -> Self {
        Indices {
            indices: Vec::new(),
            building: None,
            growing: None,
            held: 0,
            lacks_room: false,
        }
    }
}

struct Building<I> {
    run: RunId,
    /// It takes this many bytes at most.
    bytes: u64,
    work: Work<Arc<I>>,
}

impl<I: Index> Indices<I> {
    /// An index of so few nodes is built at once: it takes no longer than a frame.
    const MAX_AT_ONCE: NodeId = 20_000;
    /// The part of a frame that building an index of a run that goes on may take.
    const BUDGET: Duration = Duration::from_micros(2_500);

    /// Takes what was built, and begins what is missing for the `wanted` runs, the first of them first.
    /// `held` are the bytes of all records, and of the indices of other kinds.
    pub fn poll(&mut self, runs: &Runs, wanted: &[RunId], wake: &Wake, held: u64) {
        (self.held, self.lacks_room) = (held, false);
        self.indices.retain(|(id, _)| runs.get(*id).is_some());
        if let Some(building) = &mut self.building {
            building.work.poll();
            if let WorkState::Done(index) = building.work.state() {
                let (run, index) = (building.run, Arc::clone(index));
                self.building = None;
                self.set(run, index);
            }
        }
        // A thread that reads the record of a run that goes on would hold it up.
        let is_due =
            |entry: &&RunEntry| matches!(entry.run.state(), RunState::Paused | RunState::Ended);
        let wanted = || wanted.iter().filter_map(|run| runs.get(*run));
        if (self.building.as_ref())
            .is_some_and(|it| !wanted().filter(is_due).any(|entry| entry.id == it.run))
        {
            self.building = None;
        }
        let active = runs.active().map(|entry| entry.id);
        let mut growing = self.growing.take();
        for entry in wanted() {
            let trace = entry.run.trace();
            let is_covered = |index: &Arc<I>| index.covers(trace, trace.n_expanded());
            if trace.n_nodes() == 0
                || !I::suits(entry.run.job().settings.algorithm)
                || self.index(entry.id).is_some_and(is_covered)
            {
                continue;
            }
            let is_active = active == Some(entry.id);
            if trace.n_nodes() <= Self::MAX_AT_ONCE {
                let mut builder = I::builder(entry.run.job(), trace);
                while !I::step(&mut builder, trace, u32::MAX) {}
                self.set(entry.id, Arc::new(I::finish(builder)));
            } else if self.building.is_some() {
            } else if self.too_large(entry).is_some() {
                if is_active {
                    // The other runs make way for it.
                    self.lacks_room = true;
                    return;
                }
            } else if is_due(&entry) {
                self.building = Some(build(entry, wake));
            } else if I::IS_LIVE && is_active {
                self.grow(entry, growing.take(), wake);
            }
        }
    }

    /// Builds on the index of a run that goes on, and begins one anew when the run has grown by an
    /// eighth: so all of them together take time in proportion to the record.
    fn grow(&mut self, entry: &RunEntry, growing: Option<(RunId, I::Builder)>, wake: &Wake) {
        /// The nodes between two looks at the clock.
        const STEP: u32 = 1 << 13;
        let trace = entry.run.trace();
        let last = self.index(entry.id).map_or(0, |index| index.last());
        let begun = growing.filter(|(run, _)| *run == entry.id);
        let (run, mut builder) = match begun {
            Some(begun) => begun,
            None if trace.n_expanded() - last < last / 8 => return,
            None => (entry.id, I::builder(entry.run.job(), trace)),
        };
        let start = Instant::now();
        while !I::step(&mut builder, trace, STEP) {
            if start.elapsed() >= Self::BUDGET {
                self.growing = Some((run, builder));
                return wake();
            }
        }
        self.set(run, Arc::new(I::finish(builder)));
        wake();
    }

    /// The bytes of all its indices, with the one that is being built.
    pub fn bytes(&self) -> u64 {
        let built = self.indices.iter().map(|(_, index)| index.bytes() as u64);
        built.sum::<u64>() + self.building.as_ref().map_or(0, |it| it.bytes)
    }

    /// Whether there was too little room for an index of the active run.
    pub fn lacks_room(&self) -> bool {
        self.lacks_room
    }

    /// Drops the indices of all runs but these. They are built again when those are shown.
    pub fn keep_only(&mut self, runs: &[RunId]) {
        self.indices.retain(|(id, _)| runs.contains(id));
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
        if let Some(index) = self.index(entry.id).filter(|_| I::IS_LIVE) {
            return IndexState::AsOf(index, index.last());
        }
        let building = self.building.as_ref().filter(|it| it.run == entry.id);
        if let Some(WorkState::Working(done)) = building.map(|it| it.work.state()) {
            return IndexState::Building(done);
        }
        if let Some((_, builder)) = self.growing.as_ref().filter(|it| it.0 == entry.id) {
            return IndexState::Building(I::progress(builder));
        }
        match self.too_large(entry) {
            Some((needed, limit)) => IndexState::TooLarge { needed, limit },
            None => IndexState::WaitsForPause,
        }
    }

    /// The bytes that an index of this run needs, and those that the run's memory limit leaves beside
    /// all records and indices, if they are too few.
    fn too_large(&self, entry: &RunEntry) -> Option<(u64, u64)> {
        let limit = entry.run.job().settings.limits.memory?;
        let left = limit.saturating_sub(self.held + self.bytes());
        let needed = I::max_bytes(entry.run.job(), entry.run.trace());
        (needed > left).then_some((needed, left))
    }
}

/// Builds an index on a thread.
fn build<I: Index>(entry: &RunEntry, wake: &Wake) -> Building<I> {
    /// The nodes of a step, about 10 ms of work.
    const STEP: u32 = 1 << 17;
    let trace = entry.run.shared_trace();
    let bytes = I::max_bytes(entry.run.job(), &trace);
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
        bytes,
        work,
    }
}
