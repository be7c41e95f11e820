//! A file that another program has changed or removed, and what the user wants to have of it.

use super::Document;
use crate::gui::requests::{Notice, Request};
use std::path::{Path, PathBuf};
use tilescope_lab::files::collection::default_name;
use tilescope_lab::{Problem, format};

impl Document {
    /// The file of the present puzzle, if another program has changed it and the user has not said yet
    /// what is to be done.
    pub fn changed_file(&self) -> Option<&Path> {
        let (path, _) = self.changed.as_ref()?;
        (self.file() == Some(path)).then_some(path)
    }

    /// The puzzle's file was touched, and holds this.
    pub(super) fn file_touched(&mut self, path: PathBuf, found: Box<Problem>) {
        // What is being written here is no news.
        if self.file() != Some(&path) || self.is_saving {
            return;
        }
        let is_found = |known: &Problem| as_read(known, &path) == *found;
        let is_known = self.saved().is_some_and(is_found);
        let is_shown = is_found(self.problem());
        if is_shown {
            self.set_saved(Some(self.problem().clone()));
        }
        self.changed = (!is_known && !is_shown).then_some((path, found));
    }

    /// The puzzle's file is no longer there: the puzzle counts as unsaved, and saving writes the file again.
    pub(super) fn file_gone(&mut self, path: &Path, requests: &mut Vec<Request>) {
        if self.file().map(PathBuf::as_path) != Some(path) || self.is_saving {
            return;
        }
        self.changed = None;
        self.set_saved(None);
        let name = format::file_name(path);
        let text = format!("“{name}” is no longer on the disk. Save writes it again.");
        requests.push(Request::Notify(Notice::Failed(text)));
    }

    /// The file of the present problem holds this.
    pub(super) fn set_saved(&mut self, saved: Option<Problem>) {
        if let Some(origin) = self.history.origin_mut(self.history.origin_id()) {
            origin.saved = saved;
        }
    }

    /// Takes what the file holds.
    pub(super) fn take_theirs(&mut self, requests: &mut Vec<Request>) {
        if let Some((path, found)) = self.changed.take() {
            self.reloaded(path, *found, requests);
        }
    }

    /// Keeps what is shown: it differs from what the file holds, and overwrites it when it is saved.
    pub(super) fn keep_mine(&mut self, requests: &mut Vec<Request>) {
        let Some((path, found)) = self.changed.take() else {
            return;
        };
        if self.file() != Some(&path) {
            return;
        }
        self.set_saved(Some(*found));
        let name = format::file_name(&path);
        let text = format!("Kept your puzzle. Saving it overwrites {name}.");
        requests.push(Request::Notify(Notice::Done(text)));
    }
}

/// A problem as it is when it is read from its file: without a name it has that of the file.
fn as_read(problem: &Problem, path: &Path) -> Problem {
    let mut problem = problem.clone();
    if problem.name().is_empty() {
        *problem.name_mut() = default_name(path);
    }
    problem
}
