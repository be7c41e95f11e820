//! Traces that are saved and opened: what that does to the other parts of the model.

use super::Model;
use crate::gui::bookmarks::Before;
use crate::gui::document::DocumentAction;
use crate::gui::requests::Request;
use crate::gui::trace_files::{Ended, Opened, TraceFileAction};

impl Model {
    pub(super) fn change_trace_files(&mut self, action: TraceFileAction) {
        if let TraceFileAction::Open(path) = &action {
            let lost = self.runs.removed_by(1).collect();
            if self.bookmarks.ask(Before::Open(path.clone()), lost) {
                return;
            }
        }
        let is_refused = match action {
            TraceFileAction::Save(..) => self.trace_files.working().is_some(),
            TraceFileAction::Stop => true,
            _ => false,
        };
        let (runs, bookmarks) = (&self.runs, &self.bookmarks);
        let request = (self.trace_files).apply(action, runs, bookmarks, &self.wake);
        self.requests.extend(request);
        if is_refused {
            self.cancel_bookmarks();
        }
    }

    pub(super) fn poll_trace_files(&mut self) {
        match self.trace_files.poll(&mut self.requests) {
            Some(Ended::Opened(opened)) => self.show_loaded(*opened),
            Some(Ended::Saved(run, bookmarks)) => {
                self.bookmarks.note_saved(run, bookmarks);
                self.go_on_after_bookmarks();
            }
            Some(Ended::Failed) => self.cancel_bookmarks(),
            None => {}
        }
    }

    /// Shows a run that was loaded from a file, and its problem. Asks first if changes of the
    /// present one would be lost.
    fn show_loaded(&mut self, opened: Opened) {
        let Opened {
            run,
            file,
            bookmarks,
        } = opened;
        let problem = run.job().problem.clone();
        if *self.problem() != problem {
            self.apply(DocumentAction::Example(problem.clone().into()).into());
        }
        let id = self.runs.add_loaded(run, file);
        self.bookmarks.load(id, bookmarks);
        if self.player.fits(&problem) {
            self.timeline.show_other_run(self.end());
            self.requests.push(Request::ShowPanel("Tree"));
        } else {
            // The present problem is of another kind.
            self.runs.deactivate();
        }
    }
}
