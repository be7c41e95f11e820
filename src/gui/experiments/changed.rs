//! The experiment's file that another program has changed or removed, and what the user wants to have of it.

use super::Experiments;
use crate::gui::requests::{Notice, Request};
use std::path::Path;
use tilescope_lab::experiment::Draft;
use tilescope_lab::format;

impl Experiments {
    /// The file that another program has changed, if the user has not said yet what is to be done.
    pub fn changed_file(&self) -> Option<&Path> {
        self.changed.as_ref()?;
        self.file()
    }

    /// Whether it is being written.
    pub fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

    /// Another program has touched this file, which holds `theirs` now.
    pub(super) fn file_touched(&mut self, path: &Path, theirs: Draft) {
        // What is being written here is no news.
        if self.file() != Some(path) || self.saving.is_some() {
            return;
        }
        if theirs == self.draft {
            self.saved = theirs;
            self.changed = None;
        } else {
            self.changed = Some(theirs).filter(|theirs| *theirs != self.saved);
        }
    }

    /// The file is no longer there: the experiment is in no file then, as a new one. Its records stay.
    pub(super) fn file_gone(&mut self, path: &Path) -> Option<Request> {
        if self.file() != Some(path) || self.saving.is_some() {
            return None;
        }
        self.file = None;
        self.saved = Draft::default();
        self.changed = None;
        let name = format::file_name(path);
        let text =
            format!("“{name}” is no longer on the disk. Save keeps the experiment in a new file.");
        Some(Request::Notify(Notice::Failed(text)))
    }

    /// Puts what the file holds in place of the experiment; its file of records stays.
    /// A notice that nothing was saved because of the change is over.
    pub(super) fn take_theirs(&mut self) -> Option<Request> {
        let theirs = self.changed.take()?;
        self.saved = theirs.clone();
        self.edit(theirs);
        Some(Request::ForgetNotOpened)
    }

    /// Keeps the experiment: saving it overwrites what another program has written.
    pub(super) fn keep_mine(&mut self) -> Option<Request> {
        self.saved = self.changed.take()?;
        let name = format::file_name(self.file()?);
        let text = format!("Kept the experiment. Saving it overwrites {name}.");
        Some(Request::Notify(Notice::Done(text)))
    }
}
