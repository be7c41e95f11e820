//! What happens to the runs.

use super::Model;
use crate::gui::runs::{NextRun, RunsAction, ShownRun};

impl Model {
    pub(super) fn change_runs(&mut self, action: RunsAction) {
        if action == RunsAction::RecordGame {
            return self.record_game();
        }
        let publication = match action {
            RunsAction::Solve => self.take_publication(),
            _ => None,
        };
        // A run of an edited example is not listed as one of the example.
        let mut problem = self.document.problem().clone();
        *problem.name_mut() = self.document.shown_name();
        let next = NextRun {
            problem: &problem,
            settings: &self.settings,
            breakpoints: &self.breakpoints,
            publication: publication.as_ref(),
        };
        let requests = &mut self.requests;
        let shown = (self.runs).apply(action, next, &self.wake, requests);
        if shown == ShownRun::Changed {
            self.timeline.show_other_run(self.end());
        }
    }
}
