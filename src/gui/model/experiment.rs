//! What the experiment does to the other parts of the model: a run of it is opened and solved.

use super::Model;
use crate::gui::document::{Confirmation, DocumentAction, Resolution};
use crate::gui::experiments::ExperimentAction;
use crate::gui::requests::Request;
use crate::gui::runs::RunsAction;

impl Model {
    /// Whether the collection, the experiment or the bookmarks would lose something when the window
    /// closes: then the user is asked, about all of them again if an earlier closing was cancelled.
    pub(super) fn holds_back_quit(&mut self) -> bool {
        self.experiments.keep_changes();
        self.library.holds_back_quit()
            || self.experiment_holds_back_quit()
            || self.bookmarks_hold_back_quit()
    }

    pub(super) fn experiment_holds_back_quit(&mut self) -> bool {
        let holds_back = self.experiments.is_unsaved();
        if holds_back {
            self.change_experiment(ExperimentAction::Quit);
        }
        holds_back
    }

    pub(super) fn change_experiment(&mut self, action: ExperimentAction) {
        let request = self.experiments.apply(action, &self.wake);
        self.requests.extend(request);
        self.quit_if_agreed();
        if let Some(problem) = self.experiments.problem_to_open().cloned()
            && *self.problem() != problem
            && self.document.question().is_none()
        {
            self.apply(DocumentAction::Example(problem.into()).into());
        }
    }

    /// Keeps what of the experiment was to be discarded, if the window stays open after all.
    pub(super) fn keep_experiment(&mut self, action: &DocumentAction) {
        use DocumentAction as A;
        if let A::Confirm(Confirmation::Cancel) | A::NotSaved | A::Resolve(Resolution::Cancel) =
            action
        {
            self.experiments.keep_changes();
        }
    }

    /// Drops it if the window closes now.
    pub(super) fn drop_discarded_experiment(&mut self) {
        if let Some(Request::Quit) = self.requests.last() {
            self.experiments.drop_discarded();
        }
    }

    fn quit_if_agreed(&mut self) {
        if self.experiments.take_may_quit() && !self.bookmarks_hold_back_quit() {
            self.change_document(DocumentAction::Quit);
        }
    }

    pub(super) fn poll_experiment(&mut self) {
        let requests = self.experiments.poll(&self.wake);
        self.requests.extend(requests);
        for (job, found) in self.experiments.take_solved(self.library.n_opened()) {
            let moves = found.moves.unwrap_or_default() as u32;
            (self.library).note_solution(&job.problem, moves, found.optimal, &job.title());
        }
        if self.experiments.has_untold() {
            (self.wake)();
        }
        self.quit_if_agreed();
        let may_come = self.document.has_pending();
        let problem = self.document.problem();
        if let Some(job) = self.experiments.take_to_open(problem, may_come) {
            self.settings.bring(job.settings);
            self.apply(RunsAction::Solve.into());
            self.requests.push(Request::ShowPanel("Tree"));
        }
    }
}
