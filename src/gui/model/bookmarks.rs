//! The bookmarks of the active run: marking the present step, and going to one. Bookmarks that are in
//! no file hold back what would lose them.

use super::Model;
use crate::gui::bookmarks::{Before, Bookmarks, BookmarksAction, Place};
use crate::gui::document::{Confirmation, DocumentAction};
use crate::gui::races::RaceAction;
use crate::gui::requests::{Notice, Page, Request};
use crate::gui::runs::RunsAction;
use crate::gui::timeline::TimelineAction;
use crate::gui::trace_files::{TraceFileAction, ask_where_to_save};
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
        match action {
            BookmarksAction::Confirm(answer) => return self.answer_on_bookmarks(answer),
            BookmarksAction::NotSaved => return self.cancel_bookmarks(),
            _ => {}
        }
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
                // At its own step, even if the iteration there is not that of the node.
                let select = node.map_or(TimelineAction::Select(None), TimelineAction::Reveal);
                self.timeline.apply(select, self.end());
            }
            BookmarksAction::Edit { index, name, note } => {
                self.bookmarks.edit(run, index, name, note);
            }
            BookmarksAction::Remove(index) => self.bookmarks.remove(run, index),
            BookmarksAction::Confirm(_) | BookmarksAction::NotSaved => {}
        }
    }

    /// Whether the window must not close yet, since bookmarks would be lost: then the user is asked.
    pub(super) fn bookmarks_hold_back_quit(&mut self) -> bool {
        let all = self.runs.iter().map(|entry| entry.id).collect();
        self.bookmarks.ask(Before::Quit, all)
    }

    /// The same before an action on the runs.
    pub(super) fn bookmarks_hold_back_runs(&mut self, action: RunsAction) -> bool {
        use RunsAction as A;
        let lost = match action {
            A::Solve | A::SolveOptimally | A::Step
                if self.runs.working_on(self.document.problem()).is_none() =>
            {
                // Without its record, a run has no use for them.
                let dropped = self
                    .runs
                    .next_dropped(self.settings.current().limits.memory);
                self.runs.removed_by(1).chain(dropped).collect()
            }
            A::SolveAgain(run) => {
                let entry = self.runs.get(run);
                let limits = entry.map(|entry| entry.run.job().settings.limits);
                self.runs
                    .next_dropped(limits.and_then(|limits| limits.memory))
            }
            A::RecordGame => self.runs.removed_by(1).collect(),
            A::Remove(run) => vec![run],
            A::Clear => self.runs.iter().map(|entry| entry.id).collect(),
            _ => return false,
        };
        self.bookmarks.ask(Before::Runs(action), lost)
    }

    /// The same before a race, which adds several runs.
    pub(super) fn bookmarks_hold_back_race(&mut self, action: &RaceAction) -> bool {
        let RaceAction::Start(searches, _) = action else {
            return false;
        };
        let lost = self.runs.removed_by(searches.len()).collect();
        self.bookmarks.ask(Before::Race(action.clone()), lost)
    }

    fn answer_on_bookmarks(&mut self, confirmation: Confirmation) {
        match confirmation {
            Confirmation::Save => {
                self.bookmarks.begin_saving();
                self.go_on_after_bookmarks();
            }
            Confirmation::Discard | Confirmation::DiscardAll => {
                if let Some(before) = self.bookmarks.give_up() {
                    self.do_after_bookmarks(before);
                }
            }
            Confirmation::Cancel => self.cancel_bookmarks(),
        }
    }

    /// Forgets the question, and the answers before it if it was asked before the window closes.
    pub(super) fn cancel_bookmarks(&mut self) {
        self.bookmarks.cancel();
        self.experiments.keep_changes();
    }

    /// Saves the next of the traces whose bookmarks would be lost; if there is none, does what they
    /// held back.
    pub(super) fn go_on_after_bookmarks(&mut self) {
        match self.bookmarks.go_on() {
            Some(Ok(before)) => self.do_after_bookmarks(before),
            Some(Err(run)) => {
                let request = self.runs.get(run).and_then(ask_where_to_save);
                if request.is_none() {
                    self.cancel_bookmarks();
                }
                self.requests.extend(request);
            }
            None => {}
        }
    }

    fn do_after_bookmarks(&mut self, before: Before) {
        match before {
            Before::Quit => self.change_document(DocumentAction::Quit),
            Before::Runs(action) => self.change_runs(action),
            Before::Race(action) => self.change_race(action),
            Before::Open(path) => self.change_trace_files(TraceFileAction::Open(path)),
        }
    }
}
