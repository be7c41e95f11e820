//! The runs in the window: each with its number, its look and its handle.

use tilescope_lab::{Run, RunState, figures};

/// A run's number in this window, from 1; never used twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RunId(pub u32);

/// A run and how it is shown.
pub struct RunEntry {
    pub id: RunId,
    pub run: Run,
    /// Which colour and dash it has, in the tree's frame, plots and lists
    /// ([`super::theme::run_style`]).
    pub style: usize,
    /// Whether its curves are drawn.
    pub visible: bool,
}

/// The runs, oldest first, and which of them is shown in tree and node panel.
#[derive(Default)]
pub struct Runs {
    entries: Vec<RunEntry>,
    active: Option<RunId>,
    last: u32,
}

impl RunEntry {
    /// A cost of the run's problem, for people.
    pub fn cost(&self, n: u64) -> String {
        figures::cost(n, self.run.job().problem.unit())
    }
}

impl Runs {
    /// So many runs are kept; the oldest go.
    pub const MOST: usize = 12;

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &RunEntry> {
        self.entries.iter()
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut RunEntry> {
        self.entries.iter_mut()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn get(&self, id: RunId) -> Option<&RunEntry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    pub fn get_mut(&mut self, id: RunId) -> Option<&mut RunEntry> {
        self.entries.iter_mut().find(|entry| entry.id == id)
    }

    /// The run that is shown.
    pub fn active(&self) -> Option<&RunEntry> {
        self.get(self.active?)
    }

    /// The number of the newest run.
    pub fn last(&self) -> Option<RunId> {
        self.entries.last().map(|entry| entry.id)
    }

    /// The run that works or is paused, if any: always the newest.
    pub fn working(&self) -> Option<&RunEntry> {
        self.entries
            .last()
            .filter(|entry| matches!(entry.run.state(), RunState::Running | RunState::Paused))
    }

    /// Adds a run and shows it, with the first look that no other has.
    pub fn add(&mut self, run: Run) -> RunId {
        while self.entries.len() >= Self::MOST {
            self.entries.remove(0);
        }
        self.last += 1;
        let id = RunId(self.last);
        let style = (0..).find(|style| self.entries.iter().all(|entry| entry.style != *style));
        let style = style.unwrap_or_default();
        self.entries.push(RunEntry {
            id,
            run,
            style,
            visible: true,
        });
        self.active = Some(id);
        id
    }

    /// Shows another run; `false` if there is none of that number.
    pub fn activate(&mut self, id: RunId) -> bool {
        let exists = self.get(id).is_some();
        if exists {
            self.active = Some(id);
        }
        exists
    }

    /// Shows none, until one is added or activated.
    pub fn deactivate(&mut self) {
        self.active = None;
    }

    /// Stops and forgets a run; the newest that is left is shown if it was the shown one.
    pub fn remove(&mut self, id: RunId) {
        self.entries.retain(|entry| entry.id != id);
        if self.active == Some(id) {
            self.active = self.entries.last().map(|entry| entry.id);
        }
    }
}
