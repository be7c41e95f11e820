//! What is found in the record of a run: the nodes for which a condition holds, searched for on a
//! thread of its own.

use super::requests::Wake;
use super::runs::{RunEntry, RunId, Runs};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tilescope_lab::RunState;
use tilescope_lab::condition::{Condition, ConditionError, Finder, Matches};
use tilescope_trace::{NodeId, Trace};

/// Something that can happen to the search for nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FindAction {
    /// Opens the bar, or gives its field the focus.
    Open,
    Close,
    /// Another condition; nothing is searched for if it is empty.
    Condition(String),
    Next,
    Previous,
}

/// What became of the search.
#[derive(Clone, Copy, Debug)]
pub enum FindState<'a> {
    /// There is no condition.
    Idle,
    /// There is no record to search.
    NoRecord,
    /// The record is searched when the run is paused or ends.
    WaitsForPause,
    Wrong(&'a ConditionError),
    /// This part of the record is searched, from 0 to 1.
    Searching(f64),
    Found(&'a Matches),
}

/// The condition, and the search for it in the active run.
#[derive(Default)]
pub struct Finds {
    is_open: bool,
    n_opened: u32,
    condition: String,
    search: Option<Search>,
    has_record: bool,
}

struct Search {
    run: RunId,
    n_nodes: NodeId,
    stage: Stage,
}

enum Stage {
    Wrong(ConditionError),
    Working(Arc<Shared>),
    Done(Matches),
}

/// What the thread and the window share.
#[derive(Default)]
struct Shared {
    thousandths: AtomicU32,
    is_stopped: AtomicBool,
    found: Mutex<Option<Matches>>,
}

impl Drop for Search {
    /// Stops the thread.
    fn drop(&mut self) {
        if let Stage::Working(shared) = &self.stage {
            shared.is_stopped.store(true, Ordering::Relaxed);
        }
    }
}

impl Finds {
    /// So few nodes are searched at once: it takes no longer than a frame.
    const MAX_AT_ONCE: NodeId = 20_000;

    /// Applies what concerns the bar and its condition; the model goes to the nodes.
    pub fn apply(&mut self, action: FindAction) {
        match action {
            FindAction::Open => {
                self.is_open = true;
                self.n_opened = self.n_opened.wrapping_add(1);
            }
            FindAction::Close => {
                self.is_open = false;
                self.search = None;
            }
            FindAction::Condition(condition) => {
                if self.condition != condition {
                    self.condition = condition;
                    self.search = None;
                }
            }
            FindAction::Next | FindAction::Previous => {}
        }
    }

    /// Takes what was found, and searches the active run if that has not been done.
    pub fn poll(&mut self, runs: &Runs, wake: &Wake) {
        let entry = runs.active().filter(|it| it.run.trace().n_nodes() > 0);
        self.has_record = entry.is_some();
        let Some(entry) = entry.filter(|_| self.is_open && !self.condition.trim().is_empty())
        else {
            self.search = None;
            return;
        };
        if let Some(search) = &mut self.search
            && let Stage::Working(shared) = &search.stage
        {
            let mut place = shared.found.lock().unwrap_or_else(PoisonError::into_inner);
            let found = place.take();
            drop(place);
            if let Some(found) = found {
                search.stage = Stage::Done(found);
            }
        }
        // A thread that reads the record of a run that goes on would hold it up.
        let is_idle = matches!(entry.run.state(), RunState::Paused | RunState::Ended);
        let n_nodes = entry.run.trace().n_nodes();
        let is_of = |search: &Search| search.run == entry.id && search.n_nodes == n_nodes;
        if !is_idle || !self.search.as_ref().is_some_and(is_of) {
            self.search = None;
        }
        if self.search.is_none() && (is_idle || n_nodes <= Self::MAX_AT_ONCE) {
            self.search = self.begin(entry, wake);
        }
    }

    fn begin(&self, entry: &RunEntry, wake: &Wake) -> Option<Search> {
        let (job, trace) = (entry.run.job(), entry.run.trace());
        let stage = match Condition::parse(&self.condition, job) {
            Err(error) => Stage::Wrong(error),
            Ok(condition) => {
                let mut finder = Finder::new(condition, &job.problem, trace);
                if trace.n_nodes() <= Self::MAX_AT_ONCE {
                    while !finder.step(trace, u32::MAX) {}
                    Stage::Done(finder.finish())
                } else {
                    Stage::Working(spawn(finder, entry.run.shared_trace(), wake)?)
                }
            }
        };
        Some(Search {
            run: entry.id,
            n_nodes: trace.n_nodes(),
            stage,
        })
    }

    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Changes whenever the bar is opened, or is to have the focus.
    pub fn n_opened(&self) -> u32 {
        self.n_opened
    }

    pub fn condition(&self) -> &str {
        &self.condition
    }

    pub fn state(&self) -> FindState<'_> {
        match self.search.as_ref().map(|search| &search.stage) {
            Some(Stage::Wrong(error)) => FindState::Wrong(error),
            Some(Stage::Working(shared)) => {
                let thousandths = shared.thousandths.load(Ordering::Relaxed);
                FindState::Searching(f64::from(thousandths) / 1000.0)
            }
            Some(Stage::Done(matches)) => FindState::Found(matches),
            None if !self.has_record => FindState::NoRecord,
            None if self.condition.trim().is_empty() => FindState::Idle,
            None => FindState::WaitsForPause,
        }
    }

    /// The nodes that were found; `None` while there is no result.
    pub fn matches(&self) -> Option<&Matches> {
        match self.state() {
            FindState::Found(matches) => Some(matches),
            _ => None,
        }
    }

    /// The node to go to from the selected one; after the last comes the first.
    pub fn neighbour(&self, action: &FindAction, selected: Option<NodeId>) -> Option<NodeId> {
        let matches = self.matches()?;
        match action {
            FindAction::Next => {
                let after = selected.map_or(0, |node| node + 1);
                (matches.first_from(after)).or_else(|| matches.first_from(0))
            }
            FindAction::Previous => {
                let before = selected.and_then(|node| matches.last_before(node));
                before.or_else(|| matches.last_before(NodeId::MAX))
            }
            _ => None,
        }
    }
}

/// Starts a thread that searches; `None` if the system has none.
fn spawn(mut finder: Finder, trace: Arc<Trace>, wake: &Wake) -> Option<Arc<Shared>> {
    /// The nodes of a step, a few milliseconds of work.
    const STEP: u32 = 1 << 17;
    let shared = Arc::new(Shared::default());
    let (own, wake) = (Arc::clone(&shared), Arc::clone(wake));
    let thread = std::thread::Builder::new().name("find".to_owned());
    let work = move || {
        while !finder.step(&trace, STEP) {
            if own.is_stopped.load(Ordering::Relaxed) {
                return;
            }
            let thousandths = (1000.0 * finder.progress()) as u32;
            if own.thousandths.swap(thousandths, Ordering::Relaxed) != thousandths {
                wake();
            }
        }
        // Before the result is handed over, so that the run can go on.
        drop(trace);
        *own.found.lock().unwrap_or_else(PoisonError::into_inner) = Some(finder.finish());
        wake();
    };
    thread.spawn(work).ok()?;
    Some(shared)
}
