//! The race: its searches begin together, or one after the other.

use super::Model;
use crate::gui::breakpoints::Breakpoints;
use crate::gui::races::{RaceAction, Races};
use crate::gui::runs::{NextRun, RunsAction, ShownRun};
use std::time::Duration;

impl Model {
    pub fn races(&self) -> &Races {
        &self.races
    }

    pub(super) fn change_race(&mut self, action: RaceAction) {
        (self.races).apply(action, self.document.problem(), &self.runs);
    }

    /// Begins the next search, and lets time pass.
    pub(super) fn tick_race(&mut self, elapsed: Duration) {
        let problem = self.document.problem();
        if let Some(settings) = self.races.take_next(problem, &self.runs) {
            let before = self.runs.last();
            // A race is not paused.
            let next = NextRun {
                problem,
                settings: &settings,
                breakpoints: &Breakpoints::default(),
                publication: None,
            };
            let requests = &mut self.requests;
            let shown = (self.runs).apply(RunsAction::SolveBeside, next, &self.wake, requests);
            if shown == ShownRun::Changed {
                self.timeline.show_other_run(self.end());
            }
            if let Some(run) = self.runs.last().filter(|last| Some(*last) != before) {
                self.races.note_begun(run);
            }
            // The next one begins in a frame of its own.
            (self.wake)();
        }
        self.races.tick(elapsed, &self.runs);
    }
}
