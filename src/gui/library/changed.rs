//! A file of the collection that another program has changed, and what the user wants to have of it.

use super::{CollectionFile, CollectionSource, Library};
use crate::gui::requests::{Notice, Request};
use std::path::{Path, PathBuf};
use tilescope_lab::collection::KnownLength;
use tilescope_lab::{Problem, format};

impl Library {
    /// The file that another program has changed, if the user has not said yet what is to be done.
    pub fn changed_file(&self) -> Option<&Path> {
        let path = self.changed.as_deref()?;
        self.file.as_ref()?.is_from(path).then_some(path)
    }

    /// Notes a change; what is being written here is no news.
    pub(super) fn file_changed(&mut self, path: PathBuf) {
        if !self.is_saving {
            self.changed = Some(path);
            self.may_overwrite = false;
        }
    }

    /// Reads the files of the collection again.
    pub(super) fn take_theirs(&mut self, requests: &mut Vec<Request>) {
        let (Some(_), Some(file)) = (self.changed.take(), &self.file) else {
            return;
        };
        self.is_reloading = true;
        requests.push(match &file.source {
            CollectionSource::Own(path) => Request::Load(path.clone()),
            CollectionSource::Foreign(path) => Request::LoadReading(path.clone(), file.reading),
            CollectionSource::SeveralFiles => Request::LoadReadings(file.read_as(None, usize::MAX)),
            CollectionSource::Bundled(_)
            | CollectionSource::Chosen
            | CollectionSource::Generated => return,
        });
    }

    /// Keeps the open collection: saving it overwrites what another program has written.
    pub(super) fn keep_mine(&mut self, requests: &mut Vec<Request>) {
        let (Some(path), Some(file)) = (self.changed.take(), &self.file) else {
            return;
        };
        if let CollectionSource::Own(_) = file.source {
            self.may_overwrite = true;
            let name = format::file_name(&path);
            let text = format!("Kept the collection. Saving it overwrites {name}.");
            requests.push(Request::Notify(Notice::Done(text)));
        }
    }

    /// Whether this is the collection that is read again.
    pub(super) fn is_reload(&mut self, file: &CollectionFile) -> bool {
        let is_same = |open: &CollectionFile| {
            open.source == file.source && file.files.iter().all(|it| open.is_from(&it.path))
        };
        std::mem::take(&mut self.is_reloading) && self.file.as_ref().is_some_and(is_same)
    }

    /// Puts the collection as it was read again in place of the open one. What runs have found stays
    /// beside the puzzles that are still there.
    pub(super) fn reload(&mut self, file: CollectionFile) {
        let puzzle = |library: &Library, index: usize| {
            let entry = library.collection()?.puzzles.get(index)?;
            Some(Problem::from(entry.puzzle))
        };
        let found = std::mem::take(&mut self.found);
        let found: Vec<(Problem, KnownLength)> = found
            .into_iter()
            .filter_map(|(index, found)| Some((puzzle(self, index)?, found)))
            .collect();
        let chosen = self.chosen.and_then(|index| puzzle(self, index));
        let before = self.replace(file);
        before.discard();
        for (problem, found) in found {
            self.note_solution(&problem, found.moves, found.optimal, &found.by);
        }
        let places = chosen.and_then(|problem| {
            let file = self.file.as_ref()?;
            Some(file.index.of(problem.puzzle()?, &file.collection.puzzles))
        });
        self.chosen = places.and_then(|places| places.first().copied());
    }
}
