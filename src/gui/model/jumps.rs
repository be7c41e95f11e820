//! Goes to moments, nodes and landmarks of the shown run, and plays the path to a node or its subtree.

use super::Model;
use crate::gui::jumps::Arrival;
use crate::gui::requests::{Notice, Request};
use crate::gui::runs::RunNode;
use crate::gui::timeline::TimelineAction;
use tilescope_lab::landmark::{Landmark, Place, Towards};
use tilescope_trace::Moment;

impl Model {
    /// Changes what is shown of the active run. A node that is selected brings its iteration with it.
    pub(super) fn change_timeline(&mut self, action: TimelineAction) {
        self.jumps.cancel();
        let end = self.end();
        if let TimelineAction::Select(Some(node)) | TimelineAction::Reveal(node) = action
            && let Some(last) = self.end_of_other_iteration(node)
        {
            self.timeline.apply(TimelineAction::Seek(last), end);
        }
        self.timeline.apply(action, end);
    }

    /// The last moment of the iteration of a node that the present iteration does not have.
    fn end_of_other_iteration(&self, node: RunNode) -> Option<Moment> {
        let entry = self.runs.active()?;
        let (trace, node) = (entry.run.trace(), entry.number_of(node)?);
        // All iterations have the root.
        trace.parent(node)?;
        let number = trace.iteration_of(node)?;
        let present = trace.iteration(self.cursor().t)?;
        let of_node = trace.iteration(trace.first_moment_of(number)?)?;
        (number != present.number).then(|| *of_node.moments.end())
    }

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
