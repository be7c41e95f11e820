//! What a later window opens again of the open collections, and what an earlier one had open.

use super::Library;
use super::collection_file::CollectionFile;
use super::open_collection::OpenCollection;
use crate::gui::requests::{LibraryRequest, Request};
use crate::gui::session::{SavedCollection, SavedCollections};

impl Library {
    /// What a later window opens again: all that are in files or ship.
    pub fn to_save(&self) -> SavedCollections {
        let mut saved = self.to_restore.clone();
        for (index, open) in self.open.iter().enumerate() {
            if let Some(file) = open.to_save() {
                if index == self.active {
                    saved.active = saved.open.len();
                }
                saved.open.push(file);
            }
        }
        saved
    }

    /// Whether what an earlier window had open is still being read.
    pub fn is_restoring(&self) -> bool {
        !self.to_restore.open.is_empty()
    }

    /// Has what an earlier window had open read.
    pub fn restore(&mut self, saved: SavedCollections, requests: &mut Vec<Request>) {
        if !saved.open.is_empty() {
            let files: Vec<SavedCollection> = saved.open.clone();
            let restore = LibraryRequest::Restore(files);
            requests.push(Request::Library(restore));
        }
        self.to_restore = saved;
    }

    /// Puts what was read before what was opened meanwhile, which stays active.
    pub(super) fn restored(&mut self, files: Vec<Option<CollectionFile>>) {
        let saved = std::mem::take(&mut self.to_restore);
        let since = std::mem::take(&mut self.open);
        let shown = since.get(self.active).map(OpenCollection::id);
        let mut shown_again = None;
        for (index, file) in files.into_iter().enumerate() {
            let is_open = |file: &CollectionFile| since.iter().any(|it| it.file.is_same_file(file));
            if let Some(file) = file.filter(|file| !is_open(file)) {
                let id = self.next_id();
                shown_again = shown_again.or((index == saved.active).then_some(id));
                self.open.push(OpenCollection::new(id, file));
            }
        }
        self.open.extend(since);
        let active = shown.or(shown_again);
        self.active = active.and_then(|id| self.index_of(id)).unwrap_or(0);
    }
}
