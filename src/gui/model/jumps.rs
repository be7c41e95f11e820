//! Goes to landmarks of the shown run, and plays the path to a node or its subtree.

use super::Model;
use crate::gui::jumps::Arrival;
use crate::gui::requests::{Notice, Request};
use crate::gui::timeline::TimelineAction;
use tilescope_lab::landmark::{Landmark, Place, Towards};

impl Model {
    /// Begins to look for a landmark. In most records it is found at once.
    pub(super) fn jump(&mut self, landmark: Landmark, towards: Towards) {
        let (t, selected) = (self.cursor().t, self.selection());
        if let Some(entry) = self.runs.active() {
            self.jumps.seek(entry, landmark, towards, t, selected);
            self.arrive();
        }
    }

    /// Goes to the landmark that was looked for, if it has been found, and plays the steps that were
    /// gathered.
    pub(super) fn arrive(&mut self) {
        if let Some((node, steps)) = self.jumps.gathered(&self.runs, &self.wake) {
            let end = self.end();
            self.timeline.play_path(steps, node, end);
        }
        match self.jumps.poll(&self.runs, &self.wake) {
            None => {}
            Some(Arrival::Nowhere(words)) => {
                self.requests.push(Request::Notify(Notice::Done(words)));
            }
            Some(Arrival::At(Place { step, node })) => {
                let by = i64::from(step) - i64::from(self.cursor().t);
                let end = self.end();
                self.timeline.apply(TimelineAction::SeekBy(by), end);
                let node = node.and_then(|node| self.runs.active()?.node(node));
                let select = match node {
                    Some(node) => TimelineAction::Reveal(node),
                    None => TimelineAction::Select(None),
                };
                self.timeline.apply(select, end);
            }
        }
    }

    /// Begins to gather the steps that expand nodes of the selected node's subtree; they are played once
    /// they are known.
    pub(super) fn play_subtree(&mut self) {
        if let Some(node) = self.timeline.selection()
            && let Some(number) = self.selection()
        {
            self.jumps.gather(node, number);
            self.arrive();
        }
    }

    /// Plays the steps that led to the selected node.
    pub(super) fn play_path(&mut self) {
        if let Some((steps, node)) = self.path_steps().zip(self.timeline.selection()) {
            let end = self.end();
            self.jumps.cancel();
            self.timeline.play_path(steps, node, end);
        }
    }
}
