//! The map of the whole space that the window shows: made on a thread, with the values of a
//! heuristic at its points, and what the shown run has reached of it.

use super::requests::Wake;
use super::runs::{RunEntry, RunId, Runs};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope_lab::RunState;
use tilescope_lab::audit::{AuditError, Limits};
use tilescope_lab::space_map::{Reached, SpaceMap, Symmetric};
use tilescope_lab::worker::Worker;
use tilescope_puzzle::{Board, Costs, HeuristicExpr, Puzzle};
use tilescope_search::Cost;

/// Something that can happen to the map.
#[derive(Clone, Debug)]
pub enum SpaceAction {
    /// Makes this map, instead of the one that is there.
    Map(Box<SpaceKey>),
    /// Finds the values of this heuristic at the points of the map.
    Estimate(Box<HeuristicExpr>),
    /// Reads what this run has reached.
    Read(RunId),
    /// Ends the work that is under way.
    Stop,
}

/// What a map is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpaceKey {
    pub goal: Board,
    pub costs: Costs,
    pub symmetric: Symmetric,
}

/// What became of some work on a thread.
#[derive(Debug)]
pub enum WorkState<'a, T> {
    /// It can begin.
    Due,
    /// This part of it is done, from 0 to 1.
    Working(f64),
    /// The user has stopped it.
    Stopped,
    Failed(&'a str),
    Done(&'a T),
}

/// The map, the values of a heuristic, and what a run has reached.
#[derive(Default)]
pub struct Spaces {
    map: Option<Work<SpaceKey, Arc<SpaceMap>>>,
    values: Option<Work<(SpaceKey, HeuristicExpr), Vec<Cost>>>,
    reached: Option<(RunId, Reached)>,
}

/// Work on a thread, of what, and what came of it.
struct Work<K, T> {
    key: K,
    stage: Stage<T>,
}

enum Stage<T> {
    Working(Worker<f64, Result<T, AuditError>>, f64),
    Stopped,
    Failed(String),
    Done(T),
}

/// The maximum memory of a heuristic's tables and values, in bytes.
const MEMORY: u64 = 4 << 30;
/// Between two updates of the progress.
const UPDATE_INTERVAL: Duration = Duration::from_millis(50);

impl<K: PartialEq, T: Send + 'static> Work<K, T> {
    /// Starts work on a thread of its own. `work` gets what tells it to stop, and what it tells the
    /// part that is done.
    fn spawn(
        key: K,
        wake: &Wake,
        work: impl FnOnce(
            &tilescope_lab::Interrupt,
            &mut (dyn FnMut(f64) + Send),
        ) -> Result<T, AuditError>
        + Send
        + 'static,
    ) -> Self {
        let wake = Arc::clone(wake);
        let worker = Worker::spawn(
            "space map",
            move || wake(),
            move |interrupt, send| {
                let mut updated = Instant::now();
                work(interrupt, &mut |done| {
                    if updated.elapsed() >= UPDATE_INTERVAL {
                        updated = Instant::now();
                        send(done);
                    }
                })
            },
        );
        let stage = Stage::Working(worker, 0.0);
        Work { key, stage }
    }

    /// Receives progress and result; never blocks.
    fn poll(&mut self) {
        let Stage::Working(worker, done) = &mut self.stage else {
            return;
        };
        let Some(result) = worker.poll(|part| *done = part) else {
            return;
        };
        self.stage = match result {
            Ok(Ok(result)) => Stage::Done(result),
            Ok(Err(AuditError::Interrupted)) => Stage::Stopped,
            Ok(Err(error)) => Stage::Failed(error.to_string()),
            Err(error) => Stage::Failed(error.to_string()),
        };
    }

    fn stop(&mut self) {
        if let Stage::Working(..) = self.stage {
            self.stage = Stage::Stopped;
        }
    }

    fn state(&self) -> WorkState<'_, T> {
        match &self.stage {
            Stage::Working(_, done) => WorkState::Working(*done),
            Stage::Stopped => WorkState::Stopped,
            Stage::Failed(reason) => WorkState::Failed(reason),
            Stage::Done(result) => WorkState::Done(result),
        }
    }
}

impl SpaceKey {
    pub fn new(puzzle: &Puzzle, symmetric: Symmetric) -> Self {
        SpaceKey {
            goal: puzzle.goal.clone(),
            costs: puzzle.costs,
            symmetric,
        }
    }
}

impl Spaces {
    /// The part of a frame that reading a record may take.
    const BUDGET: Duration = Duration::from_millis(2);
    /// The nodes that are read between two looks at the clock.
    const STEP: u32 = 1 << 12;

    pub fn apply(&mut self, action: SpaceAction, runs: &Runs, wake: &Wake) {
        match action {
            SpaceAction::Map(key) => {
                self.values = None;
                self.reached = None;
                let own = (*key).clone();
                self.map = Some(Work::spawn(*key, wake, move |interrupt, progress| {
                    let SpaceKey {
                        goal,
                        costs,
                        symmetric,
                    } = own;
                    SpaceMap::find(&goal, costs, symmetric, interrupt, progress).map(Arc::new)
                }));
            }
            SpaceAction::Estimate(expr) => {
                let Some(Work {
                    key,
                    stage: Stage::Done(map),
                }) = &self.map
                else {
                    return;
                };
                let (map, own) = (Arc::clone(map), (*expr).clone());
                let key = (key.clone(), *expr);
                self.values = Some(Work::spawn(key, wake, move |interrupt, progress| {
                    let limits = Limits {
                        threads: None,
                        memory: MEMORY,
                    };
                    map.values(&own, limits, interrupt, progress)
                }));
            }
            SpaceAction::Read(id) => {
                if let (Some(map), Some(entry)) = (self.done_map(), runs.get(id)) {
                    let reached = Reached::new(map, &entry.run.job().problem);
                    self.reached = reached.map(|reached| (id, reached));
                }
            }
            SpaceAction::Stop => {
                if let Some(work) = &mut self.map {
                    work.stop();
                }
                if let Some(work) = &mut self.values {
                    work.stop();
                }
            }
        }
    }

    /// Takes what was found, and reads on.
    pub fn poll(&mut self, runs: &Runs, wake: &Wake) {
        if let Some(work) = &mut self.map {
            work.poll();
        }
        if let Some(work) = &mut self.values {
            work.poll();
        }
        let Some((id, mut reached)) = self.reached.take() else {
            return;
        };
        let is_shown = |entry: &&RunEntry| entry.id == id;
        let (Some(map), Some(entry)) = (self.done_map(), runs.active().filter(is_shown)) else {
            return;
        };
        let trace = entry.run.trace();
        // A record that was dropped to make room is empty again.
        if reached.n_read().0 > trace.n_nodes() {
            return;
        }
        let start = Instant::now();
        while !reached.read(map, trace, Self::STEP) {
            if start.elapsed() >= Self::BUDGET {
                wake();
                break;
            }
        }
        if entry.run.state() == RunState::Ended && reached.n_read().1 == trace.n_expanded() {
            reached.finish(trace);
        }
        self.reached = Some((id, reached));
    }

    fn done_map(&self) -> Option<&SpaceMap> {
        match self.map.as_ref()?.stage {
            Stage::Done(ref map) => Some(map),
            _ => None,
        }
    }

    /// What became of a map.
    pub fn map(&self, key: &SpaceKey) -> WorkState<'_, Arc<SpaceMap>> {
        let work = self.map.as_ref().filter(|work| work.key == *key);
        work.map_or(WorkState::Due, Work::state)
    }

    /// What became of the values of a heuristic on a map.
    pub fn values(&self, key: &SpaceKey, expr: &HeuristicExpr) -> WorkState<'_, Vec<Cost>> {
        let is_its = |work: &&Work<_, _>| {
            let (own_key, own_expr): &(SpaceKey, HeuristicExpr) = &work.key;
            own_key == key && own_expr == expr
        };
        let work = self.values.as_ref().filter(is_its);
        work.map_or(WorkState::Due, Work::state)
    }

    /// What a run has reached of the map that is there, as far as its record is read.
    pub fn reached(&self, entry: &RunEntry) -> Option<&Reached> {
        let (run, reached) = self.reached.as_ref()?;
        (*run == entry.id).then_some(reached)
    }
}
