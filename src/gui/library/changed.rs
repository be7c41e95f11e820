//! A file of a collection that another program has changed or removed, and what the user wants to have of it.

use super::Library;
use super::collection_file::{CollectionFile, CollectionSource};
use super::open_collection::{Awaited, CollectionId, OpenCollection};
use crate::gui::requests::{Notice, Request};
use std::path::{Path, PathBuf};
use tilescope_lab::collection::KnownLength;
use tilescope_lab::{Problem, format};

impl Library {
    /// The first file that another program has changed, if the user has not said yet what is to be done, and
    /// the collections that were read from it.
    pub fn changed(&self) -> Option<(&Path, Vec<&OpenCollection>)> {
        let path = self.open.iter().find_map(OpenCollection::changed_file)?;
        let is_its = |it: &&OpenCollection| it.changed_file() == Some(path);
        Some((path, self.open.iter().filter(is_its).collect()))
    }

    /// A puzzle was saved to this file: the collections that were read from it are in no file then, as if they
    /// had been generated. Those that were read from it and from others show it as it is now.
    pub fn puzzle_saved(&mut self, path: &Path, requests: &mut Vec<Request>) {
        let open = self.open.iter_mut();
        for collection in open.filter(|it| it.own_file() == Some(path)) {
            collection.lose_file();
            let (file, name) = (format::file_name(path), collection.name());
            let text = format!(
                "“{file}” holds the puzzle now. Save collection keeps “{name}” in a new file."
            );
            requests.push(Request::Notify(Notice::Done(text)));
        }
        let open = self.open.iter_mut();
        for collection in open.filter(|it| it.is_of_several_files() && it.file.is_from(path)) {
            collection.saved_here = Some(path.to_owned());
        }
    }

    /// Puzzles were saved to this file, those of the collection `by` if it is open. What else was read from it
    /// is shown as the file is now; unsaved changes stay, and are in no file then.
    pub(super) fn overwritten(
        &mut self,
        path: &Path,
        by: Option<CollectionId>,
        requests: &mut Vec<Request>,
    ) {
        let is_other = |it: &&OpenCollection| it.own_file() == Some(path) && Some(it.id()) != by;
        let others = self.open.iter().filter(is_other).map(OpenCollection::id);
        for id in others.collect::<Vec<_>>() {
            let Some(index) = self.index_of(id) else {
                continue;
            };
            let other = &mut self.open[index];
            if other.is_unsaved() {
                other.lose_file();
                let (file, name) = (format::file_name(path), other.name());
                let text = format!(
                    "“{file}” holds other puzzles now. Save collection keeps “{name}” in a new file."
                );
                requests.push(Request::Notify(Notice::Done(text)));
            } else if by.is_some() {
                // What is in the file is open already.
                self.remove(index);
            } else {
                other.take_theirs(requests);
            }
        }
    }

    /// One answer serves for all collections of a changed file.
    pub(super) fn answer_change(&mut self, answer: impl FnMut(&mut OpenCollection)) {
        let Some((path, _)) = self.changed() else {
            return;
        };
        let path = path.to_owned();
        let is_its = |it: &&mut OpenCollection| it.changed_file() == Some(&path);
        self.open.iter_mut().filter(is_its).for_each(answer);
    }
}

impl OpenCollection {
    /// The file that another program has changed, if the user has not said yet what is to be done.
    pub fn changed_file(&self) -> Option<&Path> {
        let path = self.changed.as_deref()?;
        self.file.is_from(path).then_some(path)
    }

    /// Whether its puzzles were read from several files.
    pub fn is_of_several_files(&self) -> bool {
        self.file.source == CollectionSource::SeveralFiles
    }

    /// Notes a change; what is being written here is no news.
    pub(super) fn file_changed(&mut self, path: PathBuf, requests: &mut Vec<Request>) {
        let is_ours = self.saved_here.take_if(|saved| *saved == path).is_some();
        if is_ours && !self.is_unsaved() {
            self.take_theirs(requests);
        } else if !self.is_saving {
            self.changed = Some(path);
            self.may_overwrite = false;
        }
    }

    /// Its file is no longer there: the puzzles are in no file then, as if they had been generated. Of several
    /// files the others are still there.
    pub(super) fn file_gone(&mut self, path: &Path, requests: &mut Vec<Request>) {
        if self.is_saving || self.is_of_several_files() {
            return;
        }
        self.lose_file();
        let name = format::file_name(path);
        let text =
            format!("“{name}” is no longer on the disk. Save keeps its puzzles in a new file.");
        requests.push(Request::Notify(Notice::Failed(text)));
    }

    /// The puzzles are in no file any more.
    fn lose_file(&mut self) {
        self.file.has_made_name = self.file.gives_name();
        self.file.source = CollectionSource::Generated;
        (self.changed, self.may_overwrite) = (None, false);
        self.n_changes += 1;
    }

    /// Reads the files of the collection again.
    pub(super) fn take_theirs(&mut self, requests: &mut Vec<Request>) {
        self.changed = None;
        let file = &self.file;
        requests.push(match &file.source {
            CollectionSource::Own(path) => Request::Load(path.clone()),
            CollectionSource::Foreign(path) => Request::LoadReading(path.clone(), file.reading),
            CollectionSource::SeveralFiles => Request::LoadReadings(file.read_as(None, usize::MAX)),
            CollectionSource::Bundled(_)
            | CollectionSource::Chosen
            | CollectionSource::Generated
            | CollectionSource::Pasted(_) => return,
        });
        self.awaited = Awaited::Reload;
    }

    /// Keeps the collection as it is, which is in no file then: saving it overwrites what another program has
    /// written.
    pub(super) fn keep_mine(&mut self, requests: &mut Vec<Request>) {
        let Some(path) = self.changed.take() else {
            return;
        };
        self.is_kept = true;
        self.n_changes += 1;
        let text = match self.file.source {
            CollectionSource::Own(_) => {
                self.may_overwrite = true;
                let name = format::file_name(&path);
                format!("Kept the collection. Saving it overwrites {name}.")
            }
            _ => "Kept the collection. Save keeps its puzzles in a new file.".to_owned(),
        };
        requests.push(Request::Notify(Notice::Done(text)));
    }

    /// Puts the collection as it was read again in place of the open one. What runs have found stays
    /// beside the puzzles that are still there.
    pub(super) fn reload(&mut self, file: CollectionFile) {
        let puzzle = |open: &OpenCollection, index: usize| {
            let entry = open.collection().puzzles.get(index)?;
            Some(Problem::from(entry.puzzle))
        };
        let found = std::mem::take(&mut self.found);
        let found: Vec<(Problem, KnownLength)> = found
            .into_iter()
            .filter_map(|(index, found)| Some((puzzle(self, index)?, found)))
            .collect();
        let chosen = self.chosen;
        let problem = chosen.and_then(|index| puzzle(self, index));
        self.replace(self.id(), file);
        for (problem, found) in found {
            self.note_solution(&problem, found.moves, found.optimal, &found.by);
        }
        let places = problem.and_then(|problem| Some(self.file.places_of(problem.puzzle()?)));
        let places = places.unwrap_or_default();
        self.chosen = chosen.filter(|index| places.contains(index));
        self.chosen = self.chosen.or(places.first().copied());
    }
}
