//! Breakpoints: conditions at which a run is paused or stopped while it goes on.
//!
//! The meter tests them: see [`Watch`](crate::meter). A breakpoint holds at an event: a node is generated, expanded or discarded. The run
//! pauses or stops before its next expansion, so the record has whole steps.

use super::condition::{Condition, ConditionError, Filter};
use super::exact::ExactDistances;
use super::{Job, format};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tilescope_puzzle::{Board, Puzzle};
use tilescope_search::{Cost, Directionality};

/// A condition at which a run is to pause or stop.
#[derive(Debug)]
pub struct Breakpoint {
    text: String,
    condition: Condition,
    filter: Filter,
    /// The puzzle whose h\* it may ask for.
    puzzle: Option<Puzzle>,
    /// Found by the worker when it is first needed.
    exact: OnceLock<Option<ExactDistances>>,
}

/// What a run does at a breakpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtBreakpoint {
    Pause,
    Stop,
}

/// Where a breakpoint held.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hit {
    /// The breakpoint's condition, as it was written.
    pub condition: String,
    /// The number of expansions.
    pub step: u64,
    /// The number of the node at which it held, in order of generation.
    pub node: u64,
}

impl Breakpoint {
    /// Reads the condition of a breakpoint for runs of `job`.
    ///
    /// # Errors
    /// If it is none, or such a run has no such property: what, and at which column.
    pub fn parse(text: &str, job: &Job) -> Result<Self, ConditionError> {
        let condition = Condition::parse_live(text, job)?;
        Ok(Breakpoint {
            text: text.trim().to_owned(),
            filter: condition.filter(&job.problem),
            condition,
            puzzle: job.problem.puzzle().cloned(),
            exact: OnceLock::new(),
        })
    }

    /// The condition as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn condition(&self) -> &Condition {
        &self.condition
    }

    pub(crate) fn filter(&self) -> Filter {
        self.filter
    }

    /// h\* of a board. The first call searches the whole space.
    pub(crate) fn distance(&self, board: &Board) -> Option<Cost> {
        let find = || ExactDistances::find(self.puzzle.as_ref()?);
        self.exact.get_or_init(find).as_ref()?.get(board)
    }
}

/// Why there is no h − h\* in runs of `job`; `None` if there is.
pub(crate) fn no_error(job: &Job) -> Option<String> {
    let is_small = (job.problem.puzzle())
        .is_some_and(|puzzle| puzzle.size().n_cells() <= ExactDistances::MAX_CELLS);
    if !is_small {
        let most = ExactDistances::MAX_CELLS;
        return Some(format!("h* is known on boards of up to {most} cells only"));
    }
    let algorithm = job.settings.algorithm;
    if algorithm.directionality == Directionality::Bidirectional {
        let name = algorithm.name;
        return Some(format!(
            "{name} estimates to both ends, so there is no one h*"
        ));
    }
    None
}

impl fmt::Display for Hit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [node, step] = [self.node, self.step].map(format::count);
        write!(f, "{} at node {node}, in step {step}", self.condition)
    }
}

/// What window and worker share of breakpoints.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    breakpoints: Mutex<Arc<[Arc<Breakpoint>]>>,
    n_changes: AtomicU64,
    /// Whether the run stops at a breakpoint, instead of pausing.
    stops: AtomicBool,
    /// The last hit, and how many there were.
    hit: Mutex<(Option<Hit>, u64)>,
}

impl Watched {
    pub fn set(&self, breakpoints: Arc<[Arc<Breakpoint>]>) {
        *self
            .breakpoints
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = breakpoints;
        self.n_changes.fetch_add(1, Relaxed);
    }

    /// Forgets the breakpoints and the last hit.
    pub fn clear(&self) {
        self.set(Arc::default());
        *self.hit.lock().unwrap_or_else(PoisonError::into_inner) = (None, 0);
    }

    pub fn get(&self) -> Arc<[Arc<Breakpoint>]> {
        Arc::clone(
            &self
                .breakpoints
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }

    pub fn at_breakpoint(&self) -> AtBreakpoint {
        match self.stops.load(Relaxed) {
            true => AtBreakpoint::Stop,
            false => AtBreakpoint::Pause,
        }
    }

    pub fn set_at_breakpoint(&self, at_breakpoint: AtBreakpoint) {
        self.stops
            .store(at_breakpoint == AtBreakpoint::Stop, Relaxed);
    }

    /// Changes whenever the breakpoints do.
    #[inline(always)]
    pub fn n_changes(&self) -> u64 {
        self.n_changes.load(Relaxed)
    }

    pub fn note(&self, hit: Hit) {
        let mut place = self.hit.lock().unwrap_or_else(PoisonError::into_inner);
        *place = (Some(hit), place.1 + 1);
    }

    /// The last hit, and how many there were.
    pub fn hit(&self) -> (Option<Hit>, u64) {
        self.hit
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}
