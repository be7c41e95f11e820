//! The map of the whole space that the window shows: made on a thread, with the values of a
//! heuristic at its points, and what the shown run has reached of it.

use super::requests::Wake;
use super::runs::{RunEntry, RunId, Runs};
use super::work::{Work, WorkState};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope_lab::RunState;
use tilescope_lab::audit::Limits;
use tilescope_lab::space_map::{Reached, SpaceMap, Symmetric, Values};
use tilescope_puzzle::{Board, Costs, HeuristicExpr, Puzzle};

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

/// The map, the values of a heuristic, and what a run has reached.
#[derive(Default)]
pub struct Spaces {
    map: Option<Keyed<SpaceKey, Arc<SpaceMap>>>,
    values: Option<Keyed<(SpaceKey, HeuristicExpr), Values>>,
    reached: Option<(RunId, Reached)>,
}

/// Work, and what it is on.
type Keyed<K, T> = (K, Work<T>);

/// The maximum memory of a heuristic's tables and values, in bytes.
const MEMORY: u64 = 4 << 30;
const THREAD: &str = "space map";

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
                let work = Work::spawn(THREAD, wake, move |interrupt, progress| {
                    let SpaceKey {
                        goal,
                        costs,
                        symmetric,
                    } = own;
                    SpaceMap::find(&goal, costs, symmetric, interrupt, progress).map(Arc::new)
                });
                self.map = Some((*key, work));
            }
            SpaceAction::Estimate(expr) => {
                let Some((key, map)) = &self.map else {
                    return;
                };
                let WorkState::Done(map) = map.state() else {
                    return;
                };
                let (map, own) = (Arc::clone(map), (*expr).clone());
                let work = Work::spawn(THREAD, wake, move |interrupt, progress| {
                    let limits = Limits {
                        threads: None,
                        memory: MEMORY,
                    };
                    map.values(&own, limits, interrupt, progress)
                });
                self.values = Some(((key.clone(), *expr), work));
            }
            SpaceAction::Read(id) => {
                if let (Some(map), Some(entry)) = (self.done_map(), runs.get(id)) {
                    let reached = Reached::new(map, &entry.run.job().problem);
                    self.reached = reached.map(|reached| (id, reached));
                }
            }
            SpaceAction::Stop => {
                if let Some((_, work)) = &mut self.map {
                    work.stop();
                }
                if let Some((_, work)) = &mut self.values {
                    work.stop();
                }
            }
        }
    }

    /// Takes what was found, and reads on.
    pub fn poll(&mut self, runs: &Runs, wake: &Wake) {
        if let Some((_, work)) = &mut self.map {
            work.poll();
        }
        if let Some((_, work)) = &mut self.values {
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
        match self.map.as_ref()?.1.state() {
            WorkState::Done(map) => Some(map),
            _ => None,
        }
    }

    /// What became of a map.
    pub fn map(&self, key: &SpaceKey) -> WorkState<'_, Arc<SpaceMap>> {
        let work = self.map.as_ref().filter(|(own, _)| own == key);
        work.map_or(WorkState::Due, |(_, work)| work.state())
    }

    /// What became of the values of a heuristic on a map.
    pub fn values(&self, key: &SpaceKey, expr: &HeuristicExpr) -> WorkState<'_, Values> {
        let is_its = |(own, _): &&((SpaceKey, HeuristicExpr), _)| own.0 == *key && own.1 == *expr;
        let work = self.values.as_ref().filter(is_its);
        work.map_or(WorkState::Due, |(_, work)| work.state())
    }

    /// What a run has reached of the map that is there, as far as its record is read.
    pub fn reached(&self, entry: &RunEntry) -> Option<&Reached> {
        let (run, reached) = self.reached.as_ref()?;
        (*run == entry.id).then_some(reached)
    }
}
