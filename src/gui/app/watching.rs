//! What follows when another program has touched a file that is open here.

use super::App;
use crate::gui::actions::Action;
use crate::gui::library::{CollectionSource, LibraryAction};
use std::path::Path;

impl App {
    /// Watches the files that are open, and has those read that were touched.
    pub(super) fn watch_files(&mut self, is_focused: bool, actions: &mut Vec<Action>) {
        let collection = self.model.library().file();
        let one = collection.and_then(|file| file.path());
        let several = collection.iter().flat_map(|file| &file.files);
        let files = self.model.file().into_iter().chain(one);
        let files = files.chain(several.map(|file| &file.path));
        let touched = self.watch.poll(files.map(Path::new), is_focused);
        for path in touched {
            if self.model.file() == Some(&path) {
                self.io.examine(path.clone());
            }
            let library = self.model.library();
            let Some(file) = library.file() else {
                continue;
            };
            match &file.source {
                CollectionSource::Own(own) if *own == path => {
                    if let Some(job) = library.job() {
                        self.io.examine_collection(path, job);
                    }
                }
                // These are never written here.
                CollectionSource::Foreign(_) | CollectionSource::SeveralFiles
                    if file.is_from(&path) =>
                {
                    actions.push(LibraryAction::FileChanged(path).into());
                }
                _ => {}
            }
        }
    }
}
