//! What happens to the runs.

use super::Model;
use crate::gui::requests::{Notice, Request};
use crate::gui::runs::{NextRun, RunsAction, ShownRun};
use tilescope_lab::RunState;

impl Model {
    pub(super) fn change_runs(&mut self, action: RunsAction) {
        if action == RunsAction::RecordGame {
            return self.record_game();
        }
        if action == RunsAction::Step && self.has_just_finished() {
            let text = "Finished. Press again to start over.";
            self.requests
                .push(Request::Notify(Notice::Done(text.to_owned())));
            return;
        }
        let publication = match action {
            RunsAction::Solve => self.take_publication(),
            _ => None,
        };
        // A problem without a name is called after its file.
        let mut problem = self.document.problem().clone();
        *problem.name_mut() = self.document.shown_name();
        let next = NextRun {
            problem: &problem,
            settings: self.settings.current(),
            breakpoints: &self.breakpoints,
            publication: publication.as_ref(),
            replaces: None,
        };
        let requests = &mut self.requests;
        let shown = (self.runs).apply(action, next, &self.wake, requests);
        if shown == ShownRun::Changed {
            self.timeline.show_other_run(self.end());
        }
    }

    /// Returns true if the shown run has ended and Step would repeat it.
    pub fn would_repeat(&self) -> bool {
        let is_free = self.runs.working_on(self.problem()).is_none();
        self.runs.active().is_some_and(|entry| {
            is_free
                && entry.run.state() == RunState::Ended
                && entry.is_of(self.problem())
                && entry.run.job().settings == *self.settings.current()
        })
    }

    /// Returns true if Step would repeat the shown run and has not said so yet at the present step.
    fn has_just_finished(&mut self) -> bool {
        if !self.would_repeat() {
            return false;
        }
        let t = self.cursor().t;
        let now = self.runs.active().map(|entry| entry.moment(t));
        std::mem::replace(&mut self.finished, now) != now
    }
}
