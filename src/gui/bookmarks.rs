//! The bookmarks: steps of the runs that were marked, with notes. They are saved with a run's trace.

use super::runs::{RunId, Runs};
use super::text::name_or_untitled;
use std::collections::BTreeMap;
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
}

/// The bookmarks of each run, in the order of their steps.
#[derive(Default)]
pub struct Bookmarks {
    runs: BTreeMap<RunId, Vec<Bookmark>>,
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
        self.runs.insert(run, bookmarks);
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
    }
}
