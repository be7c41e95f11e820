//! The user's own heuristics, which are kept in a file that all windows share.

use super::requests::{Notice, Request, Wake};
use super::text::sentence;
use std::collections::VecDeque;
use std::path::PathBuf;
use tilescope_lab::own_heuristics::file::{self, Loaded};
use tilescope_lab::own_heuristics::{Change, OwnHeuristics};
use tilescope_lab::worker::Worker;

/// Something that can happen to them.
#[derive(Clone, Debug)]
pub enum OwnHeuristicsAction {
    /// They are kept in this file, which is read.
    KeepIn(PathBuf),
    /// Another window may have changed the file.
    Reload,
    Change(Box<Change>),
}

/// The user's heuristics.
#[derive(Default)]
pub struct OwnHeuristicsFile {
    list: OwnHeuristics,
    /// Without one they are forgotten with the window.
    path: Option<PathBuf>,
    /// What is done to the file now, and then.
    work: Option<(Order, Work)>,
    waiting: VecDeque<Order>,
    /// How many changes have been made, and what was wrong with the last that was not.
    n_changes: u64,
    error: Option<String>,
}

type Work = Worker<(), Result<Loaded, String>>;

#[derive(Clone, Debug)]
enum Order {
    Load,
    Change(Box<Change>),
}

impl OwnHeuristicsFile {
    pub fn list(&self) -> &OwnHeuristics {
        &self.list
    }

    /// How many changes have been made.
    pub fn n_changes(&self) -> u64 {
        self.n_changes
    }

    /// Why the last change was not made.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    pub fn apply(&mut self, action: OwnHeuristicsAction, wake: &Wake) {
        let order = match action {
            OwnHeuristicsAction::KeepIn(path) => {
                self.path = Some(path);
                Order::Load
            }
            OwnHeuristicsAction::Reload => Order::Load,
            OwnHeuristicsAction::Change(change) => {
                self.error = None;
                Order::Change(change)
            }
        };
        match (&self.path, order) {
            (Some(_), order) => {
                self.waiting.push_back(order);
                self.begin(wake);
            }
            (None, Order::Load) => {}
            (None, Order::Change(change)) => {
                let changed = self.list.apply(&change);
                self.note(changed.map_err(|error| error.to_string()));
            }
        }
    }

    /// Receives what the thread has sent.
    pub fn poll(&mut self, wake: &Wake, requests: &mut Vec<Request>) {
        let Some((order, work)) = &self.work else {
            return;
        };
        let Some(ended) = work.poll(|()| ()) else {
            return;
        };
        let is_change = matches!(order, Order::Change(_));
        self.work = None;
        let ended = ended.unwrap_or_else(|error| Err(error.to_string()));
        let failed = |text: &str| Request::Notify(Notice::Failed(sentence(text)));
        match ended {
            Ok(loaded) => {
                self.list = loaded.content;
                requests.extend(loaded.note.map(|note| failed(&note)));
                if is_change {
                    self.note(Ok(()));
                }
            }
            Err(reason) if is_change => self.note(Err(reason)),
            Err(reason) => requests.push(failed(&reason)),
        }
        self.begin(wake);
    }

    fn note(&mut self, changed: Result<(), String>) {
        match changed {
            Ok(()) => self.n_changes += 1,
            Err(reason) => self.error = Some(sentence(&reason)),
        }
    }

    /// Does what waits, if nothing is being done.
    fn begin(&mut self, wake: &Wake) {
        if self.work.is_some() {
            return;
        }
        let (Some(path), Some(order)) = (self.path.clone(), self.waiting.pop_front()) else {
            return;
        };
        let (wake, own) = (wake.clone(), order.clone());
        let work = Worker::spawn(
            "own heuristics",
            move || wake(),
            move |_, _| match own {
                Order::Load => file::load(&path),
                Order::Change(change) => file::change(&path, &change),
            },
        );
        self.work = Some((order, work));
    }
}
