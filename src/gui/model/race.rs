//! The race: its searches begin together, or one after the other.

use super::Model;
use crate::gui::breakpoints::Breakpoints;
use crate::gui::races::{RaceAction, Races};
use crate::gui::requests::Request;
use crate::gui::runs::{NextRun, RunEntry, RunId, RunsAction, ShownRun};
use std::time::Duration;
use tilescope_lab::RunState;

impl Model {
    pub fn races(&self) -> &Races {
        &self.races
    }

    pub(super) fn change_race(&mut self, action: RaceAction) {
        // A command may have asked for it while the panel is hidden.
        if let RaceAction::AskStart | RaceAction::Replay(_) = action {
            self.requests.push(Request::ShowPanel("Race"));
        }
        (self.races).apply(action, self.document.problem(), &self.runs);
    }

    /// The newest runs of the present puzzle that have a record and are shown in the plots, the oldest
    /// first: those that can be raced.
    pub fn recorded_runs(&self) -> Vec<RunId> {
        let is_recorded = |entry: &&RunEntry| {
            entry.visible
                && entry.run.state() == RunState::Ended
                && entry.run.trace().n_nodes() > 0
                && entry.run.job().problem.is_same_task(self.problem())
        };
        let newest = self.runs.iter().rev().filter(is_recorded);
        let mut runs: Vec<RunId> = newest.take(Races::MAX).map(|entry| entry.id).collect();
        runs.reverse();
        runs
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
                replaces: None,
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
