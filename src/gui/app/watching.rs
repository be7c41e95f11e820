//! What follows when another program has touched a file that is open here.

use super::App;
use crate::gui::actions::Action;
use crate::gui::document::DocumentAction;
use crate::gui::experiments::ExperimentAction;
use crate::gui::file_watch::Touched;
use crate::gui::library::{CollectionSource, LibraryAction};
use std::path::{Path, PathBuf};

impl App {
    /// Watches the files that are open, and has those read that were touched.
    pub(super) fn watch_files(&mut self, is_focused: bool, actions: &mut Vec<Action>) {
        let open = self.model.library().open().iter();
        let of_collections = open.flat_map(|it| it.file().paths());
        let files = self.model.file().into_iter().chain(of_collections);
        let of_experiment = self.model.experiments().file().into_iter();
        let files = files.map(Path::new).chain(of_experiment);
        let touched = self.watch.poll(files, is_focused);
        for news in touched {
            match news {
                Touched::Changed(path) => self.file_changed(path, actions),
                Touched::Gone(path) => actions.extend([
                    DocumentAction::FileGone(path.clone()).into(),
                    ExperimentAction::FileGone(path.clone()).into(),
                    LibraryAction::FileGone(path).into(),
                ]),
            }
        }
    }

    fn file_changed(&self, path: PathBuf, actions: &mut Vec<Action>) {
        if self.model.file() == Some(&path) {
            self.io.examine(path.clone());
        }
        if self.model.experiments().file() == Some(&path) {
            self.io.examine_experiment(path.clone());
        }
        let mut is_foreign = false;
        for open in self.model.library().open() {
            match &open.file().source {
                CollectionSource::Own(own) if *own == path => {
                    self.io.examine_collection(path.clone(), open.job());
                }
                // These are never written here.
                CollectionSource::Foreign(_) | CollectionSource::SeveralFiles => {
                    is_foreign |= open.file().is_from(&path);
                }
                _ => {}
            }
        }
        if is_foreign {
            actions.push(LibraryAction::FileChanged(path).into());
        }
    }
}
