//! The indices of the runs' frontiers: built on threads of their own, one at a time.

use super::requests::Wake;
use super::runs::{RunEntry, RunId, Runs};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tilescope_lab::{RunState, explain};
use tilescope_trace::frontier::{Builder, FrontierIndex, has_frontier};
use tilescope_trace::{NodeId, Trace};

/// The index of a run's frontier, or why there is none.
#[derive(Clone, Copy, Debug)]
pub enum FrontierState<'a> {
    /// It may not cover the last moments yet.
    Ready(&'a Arc<FrontierIndex>),
    /// This part of it is built, from 0 to 1.
    Building(f64),
    /// It is built when the run is paused or ends.
    WaitsForPause,
    /// It would take this many bytes, more than the run's memory limit leaves.
    TooLarge { needed: u64, limit: u64 },
    /// The run records no nodes.
    NoRecord,
}

/// The indices of the runs, and the one that is being built.
#[derive(Default)]
pub struct Frontiers {
    indices: Vec<(RunId, Arc<FrontierIndex>)>,
    building: Option<Building>,
}

struct Building {
    run: RunId,
    shared: Arc<Shared>,
}

/// What the thread and the window share.
#[derive(Default)]
struct Shared {
    thousandths: AtomicU32,
    is_stopped: AtomicBool,
    built: Mutex<Option<FrontierIndex>>,
}

impl Drop for Building {
    /// Stops the thread.
    fn drop(&mut self) {
        self.shared.is_stopped.store(true, Ordering::Relaxed);
    }
}

impl Frontiers {
    /// An index of so few nodes is built at once: it takes no longer than a frame.
    const MAX_AT_ONCE: NodeId = 20_000;

    /// Takes what was built, and begins what is missing for the active run.
    pub fn poll(&mut self, runs: &Runs, wake: &Wake) {
        self.indices.retain(|(id, _)| runs.get(*id).is_some());
        if let Some(building) = &self.building {
            let mut place = (building.shared.built.lock()).unwrap_or_else(PoisonError::into_inner);
            let built = place.take();
            drop(place);
            let run = building.run;
            if let Some(index) = built {
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
        let is_covered = |index: &Arc<FrontierIndex>| index.covers(trace, trace.n_expanded());
        if trace.n_nodes() == 0
            || !has_frontier(entry.run.job().settings.algorithm)
            || self.index(entry.id).is_some_and(is_covered)
        {
            return;
        }
        let order = explain::order(entry.run.job());
        if trace.n_nodes() <= Self::MAX_AT_ONCE {
            self.set(entry.id, FrontierIndex::new(trace, order));
        } else if due.is_some() && self.building.is_none() && too_large(entry).is_none() {
            self.building = build(entry, Builder::new(trace, order), wake);
        }
    }

    fn set(&mut self, run: RunId, index: FrontierIndex) {
        self.indices.retain(|(id, _)| *id != run);
        self.indices.push((run, Arc::new(index)));
    }

    /// The index of a run, as far as it was built last.
    pub fn index(&self, run: RunId) -> Option<&Arc<FrontierIndex>> {
        let found = self.indices.iter().find(|(id, _)| *id == run);
        found.map(|(_, index)| index)
    }

    /// The index of a run for the moment `t`.
    pub fn state(&self, entry: &RunEntry, t: tilescope_trace::Moment) -> FrontierState<'_> {
        let trace = entry.run.trace();
        if trace.n_nodes() == 0 || !has_frontier(entry.run.job().settings.algorithm) {
            return FrontierState::NoRecord;
        }
        if let Some(index) = self.index(entry.id).filter(|index| index.covers(trace, t)) {
            return FrontierState::Ready(index);
        }
        if let Some(building) = self.building.as_ref().filter(|it| it.run == entry.id) {
            let thousandths = building.shared.thousandths.load(Ordering::Relaxed);
            return FrontierState::Building(f64::from(thousandths) / 1000.0);
        }
        match too_large(entry) {
            Some((needed, limit)) => FrontierState::TooLarge { needed, limit },
            None => FrontierState::WaitsForPause,
        }
    }
}

/// The bytes that an index needs and those that the run's memory limit leaves beside the record, if
/// they are too few.
fn too_large(entry: &RunEntry) -> Option<(u64, u64)> {
    let limit = entry.run.job().settings.limits.memory?;
    let trace = entry.run.trace();
    let left = limit.saturating_sub(trace.bytes() as u64);
    let needed = Builder::max_bytes(trace);
    (needed > left).then_some((needed, left))
}

/// Starts a thread that builds an index; `None` if the system has none.
fn build(entry: &RunEntry, builder: Builder, wake: &Wake) -> Option<Building> {
    let shared = Arc::new(Shared::default());
    let (own, wake) = (Arc::clone(&shared), Arc::clone(wake));
    let trace = entry.run.shared_trace();
    let thread = std::thread::Builder::new().name("frontier index".to_owned());
    thread
        .spawn(move || {
            let index = work(builder, &trace, &own, &*wake);
            // Before it is handed over, so that the run can go on.
            drop(trace);
            *own.built.lock().unwrap_or_else(PoisonError::into_inner) = index;
            wake();
        })
        .ok()?;
    Some(Building {
        run: entry.id,
        shared,
    })
}

/// Builds until it is done; `None` if it is stopped.
fn work(
    mut builder: Builder,
    trace: &Trace,
    shared: &Shared,
    wake: &dyn Fn(),
) -> Option<FrontierIndex> {
    /// The nodes of a step, about 10 ms of work.
    const STEP: u32 = 1 << 17;
    while !builder.step(trace, STEP) {
        if shared.is_stopped.load(Ordering::Relaxed) {
            return None;
        }
        let thousandths = (1000.0 * builder.progress()) as u32;
        if shared.thousandths.swap(thousandths, Ordering::Relaxed) != thousandths {
            wake();
        }
    }
    Some(builder.finish())
}
