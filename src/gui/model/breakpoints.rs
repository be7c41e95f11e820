//! The breakpoints: changing them, and showing where one held.

use super::Model;
use crate::gui::breakpoints::BreakpointsAction;
use crate::gui::requests::{Notice, Request};
use crate::gui::runs::RunEntry;
use crate::gui::timeline::TimelineAction;
use tilescope_lab::RunState;

impl Model {
    /// Changes the breakpoints, also of the run that goes on.
    pub(super) fn change_breakpoints(&mut self, action: BreakpointsAction) {
        self.breakpoints.apply(action);
        // A race is not paused.
        let working = self.runs.working();
        if let Some(entry) = working.filter(|_| !self.races.is_searching(&self.runs)) {
            let (breakpoints, _) = self.breakpoints.of(entry.run.job());
            entry.run.set_breakpoints(breakpoints);
        }
    }

    /// Shows the node at which a breakpoint of the newest run held.
    pub(super) fn show_hit(&mut self) {
        let newest = self.runs.last().and_then(|id| self.runs.get(id));
        let is_idle =
            |entry: &&RunEntry| matches!(entry.run.state(), RunState::Paused | RunState::Ended);
        let Some(entry) = newest.filter(is_idle) else {
            return;
        };
        let Some(hit) = self.breakpoints.take_hit(entry.id.0, &entry.run) else {
            return;
        };
        let is_active = self
            .runs
            .active()
            .is_some_and(|active| active.id == entry.id);
        let has_ended = entry.run.state() == RunState::Ended;
        let node = u32::try_from(hit.node)
            .ok()
            .and_then(|node| entry.node(node));
        let notice = match has_ended {
            true => format!("The search ended in the step of the breakpoint {hit}."),
            false => format!("Paused by the breakpoint {hit}."),
        };
        self.requests.push(Request::Notify(Notice::Done(notice)));
        if is_active {
            self.timeline.apply(TimelineAction::SeekEnd, self.end());
            if let Some(node) = node {
                self.apply(TimelineAction::Reveal(node).into());
            }
        }
    }
}
