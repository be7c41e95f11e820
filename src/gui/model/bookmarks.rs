//! The bookmarks of the active run: marking the present step, and going to one.

use super::Model;
use crate::gui::bookmarks::{Bookmarks, BookmarksAction, Place};
use crate::gui::requests::{Notice, Page, Request};
use crate::gui::timeline::TimelineAction;
use tilescope_lab::trace_file::Bookmark;

impl Model {
    pub fn bookmarks(&self) -> &Bookmarks {
        &self.bookmarks
    }

    /// The bookmarks of the active run, by step.
    pub fn shown_bookmarks(&self) -> &[Bookmark] {
        let active = self.runs.active();
        active.map_or(&[], |entry| self.bookmarks.of(entry.id))
    }

    /// The present step, and the node that is selected.
    pub fn place(&self) -> Place {
        (self.cursor().t, self.selection())
    }

    /// The index of the bookmark after the present step.
    pub fn next_bookmark(&self) -> Option<usize> {
        self.bookmarks.next(self.runs.active()?.id, self.place())
    }

    /// The index of the bookmark before the present step.
    pub fn previous_bookmark(&self) -> Option<usize> {
        (self.bookmarks).previous(self.runs.active()?.id, self.place())
    }

    pub(super) fn change_bookmarks(&mut self, action: BookmarksAction) {
        let Some(entry) = self.runs.active() else {
            return;
        };
        let run = entry.id;
        match action {
            BookmarksAction::Add if entry.run.trace().n_nodes() == 0 => {}
            BookmarksAction::Add => {
                let (step, node) = self.place();
                // With a later end, the step stays the present one while the run goes on.
                self.timeline
                    .apply(TimelineAction::SeekBy(0), step.saturating_add(1));
                self.requests
                    .push(match self.bookmarks.add(run, (step, node)) {
                        true => Request::Show(Page::Bookmarks),
                        false => Request::Notify(Notice::Failed(format!(
                            "A run has at most {} bookmarks. Delete one to add another.",
                            Bookmark::MAX
                        ))),
                    });
            }
            BookmarksAction::GoTo(index) => {
                let Some(bookmark) = self.bookmarks.of(run).get(index) else {
                    return;
                };
                let trace = entry.run.trace();
                // A file may have any.
                let node = (bookmark.node).filter(|&it| it < trace.n_generated(bookmark.step));
                let node = node.and_then(|node| entry.node(node));
                let step = bookmark.step;
                self.apply(TimelineAction::Seek(step).into());
                self.apply(match node {
                    Some(node) => TimelineAction::Reveal(node).into(),
                    None => TimelineAction::Select(None).into(),
                });
            }
            BookmarksAction::Edit { index, name, note } => {
                self.bookmarks.edit(run, index, name, note);
            }
            BookmarksAction::Remove(index) => self.bookmarks.remove(run, index),
        }
    }
}
