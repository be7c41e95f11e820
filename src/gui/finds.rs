//! What is found in the record of a run: the nodes for which a condition holds, searched for on
//! threads, or a part in each frame while the run goes on.

use super::requests::Wake;
use super::runs::{RunEntry, RunId, Runs};
use super::work::{Work, WorkState};
use std::convert::Infallible;
use tilescope_lab::condition::{Condition, ConditionError, Finder, Matches, find};
use tilescope_lab::{Interrupt, RunState};
use tilescope_trace::NodeId;

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
    /// The search was stopped.
    Stopped,
    Wrong(&'a ConditionError),
    /// This part of the record is searched, from 0 to 1.
    Searching(f64),
    Failed(&'a str),
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
    /// What is wrong with the condition; else the search for it.
    work: Result<Work<Matches>, ConditionError>,
    /// In a run that goes on, a part of the record is searched in each frame.
    finder: Option<Finder>,
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
        if let Some(Search { work: Ok(work), .. }) = &mut self.search {
            work.poll();
        }
        // A thread that reads the record of a run that goes on would hold it up.
        let is_idle = matches!(entry.run.state(), RunState::Paused | RunState::Ended);
        let n_nodes = entry.run.trace().n_nodes();
        let is_of = |search: &Search| search.run == entry.id && search.n_nodes == n_nodes;
        // In a run that goes on, it is searched again when there are twice as many nodes.
        let is_recent = |search: &Search| {
            let is_enough = n_nodes <= search.n_nodes.saturating_mul(2);
            search.run == entry.id
                && (search.finder.is_some() || search.n_nodes > Self::MAX_AT_ONCE && is_enough)
                && !matches!(&search.work, Ok(work) if search.finder.is_none()
                    && matches!(work.state(), WorkState::Working(_)))
        };
        let keeps = |search: &Search| match is_idle {
            true => is_of(search) && search.finder.is_none(),
            false => is_of(search) && n_nodes <= Self::MAX_AT_ONCE || is_recent(search),
        };
        if !self.search.as_ref().is_some_and(keeps) {
            self.search = Some(self.begin(entry, is_idle, wake));
        }
        if let Some(search) = &mut self.search {
            search.go_on(entry);
        }
    }

    fn begin(&self, entry: &RunEntry, is_idle: bool, wake: &Wake) -> Search {
        let (job, trace) = (entry.run.job(), entry.run.trace());
        let mut live = None;
        let work = Condition::parse(&self.condition, job).map(|condition| {
            if trace.n_nodes() > Self::MAX_AT_ONCE {
                if is_idle {
                    return spawn(condition, entry, wake);
                }
                live = Some(Finder::new(condition, &job.problem, trace));
                return Work::done(Ok::<_, Infallible>(Matches::default()));
            }
            let interrupt = Interrupt::default();
            let found = find(&condition, &job.problem, trace, &interrupt, &mut |_| {});
            Work::done(found.ok_or("stopped"))
        });
        Search {
            run: entry.id,
            n_nodes: trace.n_nodes(),
            work,
            finder: live,
        }
    }

    /// The number of nodes that were searched, or are.
    pub fn n_searched(&self) -> NodeId {
        self.search.as_ref().map_or(0, |search| search.n_nodes)
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
        let work = match &self.search {
            Some(Search {
                finder: Some(finder),
                ..
            }) => return FindState::Searching(finder.progress()),
            Some(Search { work: Ok(work), .. }) => work.state(),
            Some(Search {
                work: Err(error), ..
            }) => return FindState::Wrong(error),
            None if !self.has_record => return FindState::NoRecord,
            None if self.condition.trim().is_empty() => return FindState::Idle,
            None => WorkState::Due,
        };
        match work {
            WorkState::Due | WorkState::Stopped => FindState::Stopped,
            WorkState::Working(done) => FindState::Searching(done),
            WorkState::Failed(reason) => FindState::Failed(reason),
            WorkState::Done(matches) => FindState::Found(matches),
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

impl Search {
    /// Searches the next part of a run that goes on.
    fn go_on(&mut self, entry: &RunEntry) {
        /// The nodes of a part, a few milliseconds of work.
        const PART: u32 = 1 << 15;
        let Some(finder) = &mut self.finder else {
            return;
        };
        if finder.step(entry.run.trace(), PART)
            && let Some(finder) = self.finder.take()
        {
            self.work = Ok(Work::done(Ok::<_, Infallible>(finder.finish())));
        }
    }
}

/// Searches a run on threads.
fn spawn(condition: Condition, entry: &RunEntry, wake: &Wake) -> Work<Matches> {
    let trace = entry.run.shared_trace();
    let problem = entry.run.job().problem.clone();
    Work::spawn("find", wake, move |interrupt, progress| {
        find(&condition, &problem, &trace, interrupt, progress).ok_or("stopped")
    })
}
