//! The bookmarks: steps of the runs that were marked, with notes. They are saved with a run's trace.

use super::document::Confirmation;
use super::races::RaceAction;
use super::runs::{RunId, Runs, RunsAction};
use super::text::name_or_untitled;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tilescope_lab::trace_file::Bookmark;
use tilescope_trace::{Moment, NodeId};

/// Something that can happen to the bookmarks of the active run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookmarksAction {
    /// Marks the present step and the selected node, and opens the page of bookmarks.
    Add,
    /// Shows the step and the node of the bookmark with this index.
    GoTo(usize),
    /// Replaces the name and the note of the bookmark with this index.
    Edit {
        index: usize,
        name: String,
        note: String,
    },
    Remove(usize),
    /// The answer to the question whether to save bookmarks before they are lost.
    Confirm(Confirmation),
    /// The trace that was to be saved first is not saved.
    NotSaved,
}

/// What is done only when no bookmarks are lost by it, or the user has given them up.
#[derive(Clone, Debug)]
pub enum Before {
    Quit,
    Runs(RunsAction),
    Race(RaceAction),
    /// Opens a trace.
    Open(PathBuf),
}

/// The question whether to save the bookmarks of some runs first.
#[derive(Clone, Debug)]
pub struct Question {
    pub before: Before,
    /// The runs whose bookmarks would be lost; at least one.
    pub runs: Vec<RunId>,
    /// Whether it is asked; otherwise the traces are being saved.
    is_asked: bool,
}

/// The bookmarks of each run, in the order of their steps.
#[derive(Default)]
pub struct Bookmarks {
    runs: BTreeMap<RunId, Vec<Bookmark>>,
    /// Those that are in files, or that the user has given up.
    saved: BTreeMap<RunId, Vec<Bookmark>>,
    question: Option<Question>,
}

/// A step, and a node that is selected in it.
pub type Place = (Moment, Option<NodeId>);

/// What a bookmark marks.
pub fn place(bookmark: &Bookmark) -> Place {
    (bookmark.step, bookmark.node)
}

/// Its name, or else the first line of its note.
pub fn title(bookmark: &Bookmark) -> &str {
    let note = bookmark.note.lines().next().unwrap_or_default();
    match &*bookmark.name {
        "" => name_or_untitled(note),
        name => name,
    }
}

impl Bookmarks {
    /// Those of a run, by step.
    pub fn of(&self, run: RunId) -> &[Bookmark] {
        self.runs.get(&run).map_or(&[], Vec::as_slice)
    }

    /// Takes those of a run that was loaded from a file.
    pub fn load(&mut self, run: RunId, mut bookmarks: Vec<Bookmark>) {
        bookmarks.sort_by_key(place);
        self.note_saved(run, bookmarks.clone());
        self.runs.insert(run, bookmarks);
    }

    /// Notes that a file has these.
    pub fn note_saved(&mut self, run: RunId, bookmarks: Vec<Bookmark>) {
        self.saved.insert(run, bookmarks);
    }

    /// Whether a run has bookmarks that would be lost with it.
    pub fn is_unsaved(&self, run: RunId) -> bool {
        let saved = self.saved.get(&run).map_or(&[][..], Vec::as_slice);
        !self.of(run).is_empty() && self.of(run) != saved
    }

    /// Asks whether to save the bookmarks of those of these runs that would lose some. Returns whether
    /// there is one.
    pub fn ask(&mut self, before: Before, runs: Vec<RunId>) -> bool {
        let unsaved = runs.into_iter().filter(|&run| self.is_unsaved(run));
        let runs: Vec<RunId> = unsaved.collect();
        let asks = !runs.is_empty();
        if asks {
            self.question = Some(Question {
                before,
                runs,
                is_asked: true,
            });
        }
        asks
    }

    /// The question that is open.
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref().filter(|it| it.is_asked)
    }

    /// Gives up the bookmarks in question; returns what may be done now.
    pub fn give_up(&mut self) -> Option<Before> {
        let question = self.question.take()?;
        // The window may stay open after all: then the next closing asks again.
        if !matches!(question.before, Before::Quit) {
            for run in question.runs {
                let given_up = self.of(run).to_vec();
                self.note_saved(run, given_up);
            }
        }
        Some(question.before)
    }

    /// Begins to save the bookmarks in question.
    pub fn begin_saving(&mut self) {
        if let Some(question) = &mut self.question {
            question.is_asked = false;
        }
    }

    /// The run whose trace is to be saved now; or what may be done, if all are saved.
    pub fn go_on(&mut self) -> Option<Result<Before, RunId>> {
        let mut question = self.question.take_if(|it| !it.is_asked)?;
        question.runs.retain(|&run| self.is_unsaved(run));
        match question.runs.first() {
            None => Some(Ok(question.before)),
            Some(&next) => {
                self.question = Some(question);
                Some(Err(next))
            }
        }
    }

    /// Forgets the question, and what was to be done.
    pub fn cancel(&mut self) {
        self.question = None;
    }

    /// Marks a place, unless it is marked already; false if the run has as many bookmarks as it can.
    pub fn add(&mut self, run: RunId, (step, node): Place) -> bool {
        let bookmarks = self.runs.entry(run).or_default();
        let Err(at) = bookmarks.binary_search_by_key(&(step, node), place) else {
            return true;
        };
        if bookmarks.len() >= Bookmark::MAX {
            return false;
        }
        let bookmark = Bookmark {
            step,
            node,
            name: String::new(),
            note: String::new(),
        };
        bookmarks.insert(at, bookmark);
        true
    }

    /// Replaces name and note, cut to their greatest lengths.
    pub fn edit(&mut self, run: RunId, index: usize, name: String, note: String) {
        let bookmarks = self.runs.get_mut(&run);
        if let Some(bookmark) = bookmarks.and_then(|it| it.get_mut(index)) {
            (bookmark.name, bookmark.note) = (name, note);
            bookmark.fit();
        }
    }

    pub fn remove(&mut self, run: RunId, index: usize) {
        if let Some(bookmarks) = self.runs.get_mut(&run)
            && index < bookmarks.len()
        {
            bookmarks.remove(index);
        }
    }

    /// The index of the first bookmark after this place.
    pub fn next(&self, run: RunId, from: Place) -> Option<usize> {
        let bookmarks = self.of(run);
        let at = bookmarks.partition_point(|it| place(it) <= from);
        (at < bookmarks.len()).then_some(at)
    }

    /// The index of the last bookmark before this place.
    pub fn previous(&self, run: RunId, from: Place) -> Option<usize> {
        let at = self.of(run).partition_point(|it| place(it) < from);
        at.checked_sub(1)
    }

    /// Forgets those of runs that were removed.
    pub fn poll(&mut self, runs: &Runs) {
        self.runs.retain(|run, _| runs.get(*run).is_some());
        self.saved.retain(|run, _| runs.get(*run).is_some());
    }
}
