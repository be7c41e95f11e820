//! Puzzles that were generated: one is opened, several are a collection.

use super::Model;
use crate::gui::document::{DocumentAction, Replaced};
use crate::gui::generation::Made;
use crate::gui::library::LibraryAction;
use crate::gui::requests::{Notice, Request};

impl Model {
    pub(super) fn poll_generation(&mut self) {
        match self.generation.poll(&mut self.requests) {
            Some(Made::One(problem)) => {
                self.generation.offer();
                self.apply(DocumentAction::Example(problem).into());
            }
            Some(Made::Several(file)) => self.apply(LibraryAction::Opened(file).into()),
            None => {}
        }
    }

    /// Says how to make the puzzle again that was generated, if a question kept it from being opened.
    pub(super) fn tell_of_generated(&mut self, replaced: Replaced) {
        if !self.document.has_pending()
            && let Some(seed) = self.generation.take_offer()
            && replaced == Replaced::No
        {
            let text = format!(
                "The puzzle that was generated was not opened. The seed {seed} generates it again."
            );
            self.requests.push(Request::Notify(Notice::Failed(text)));
        }
    }
}
