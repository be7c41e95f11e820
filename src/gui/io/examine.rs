//! Reads files that another program has touched, and tells the model if they hold something else.

use super::Io;
use crate::gui::document::DocumentAction;
use crate::gui::experiments::ExperimentAction;
use crate::gui::library::LibraryAction;
use crate::gui::library_file;
use crate::gui::requests::SaveCollection;
use std::path::PathBuf;
use tilescope_lab::experiment::Draft;
use tilescope_lab::files;

impl Io {
    /// Reads the file of the puzzle; [`DocumentAction::FileTouched`] follows. A file that can't be read
    /// is being written, or damaged: saving asks before it overwrites that.
    pub fn examine(&self, path: PathBuf) {
        self.work("read a changed file", move || {
            let read = files::load(&path).ok();
            let touched = |problem: tilescope_lab::Problem| {
                DocumentAction::FileTouched(path, problem.into()).into()
            };
            read.map(touched).into_iter().collect()
        });
    }

    /// Reads the file of the experiment; [`ExperimentAction::FileTouched`] follows.
    pub fn examine_experiment(&self, path: PathBuf) {
        self.work("read a changed file", move || {
            let read = Draft::load(&path).ok();
            let touched = |draft: Draft| ExperimentAction::FileTouched(path, draft.into()).into();
            read.map(touched).into_iter().collect()
        });
    }

    /// Reads the file of an open collection; [`LibraryAction::FileChanged`] follows if it holds
    /// something else.
    pub fn examine_collection(&self, path: PathBuf, job: SaveCollection) {
        self.work("read a changed file", move || {
            let is_changed = library_file::is_changed(&path, &job);
            let changed = is_changed.then(|| LibraryAction::FileChanged(path).into());
            changed.into_iter().collect()
        });
    }
}
