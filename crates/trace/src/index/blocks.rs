//! Queries about many nodes in a row, which take less time than one query for each.

use super::{NEVER, Status, Trace};
use crate::NodeId;
use crate::label::Label;
use tilescope_search::{Cost, NodeOutcome};

impl Trace {
    /// Copies the path costs of the nodes from `first` on.
    ///
    /// # Panics
    /// As the other methods here, if they have not arrived.
    pub fn copy_g(&self, first: NodeId, to: &mut [Cost]) {
        self.g.copy_to(first as usize, to);
    }

    /// Copies the estimates.
    pub fn copy_h(&self, first: NodeId, to: &mut [Cost]) {
        self.h.copy_to(first as usize, to);
    }

    /// Copies the depths.
    pub fn copy_depths(&self, first: NodeId, to: &mut [u32]) {
        self.depth.copy_to(first as usize, to);
    }

    /// What [`outcome`](Self::outcome) says of the nodes from `first` on.
    pub fn copy_outcomes(&self, first: NodeId, to: &mut [NodeOutcome]) {
        self.with_labels(first, to, |_, label| label.outcome());
    }

    /// What [`status`](Self::status) says at the last moment of the nodes from `first` on.
    pub fn copy_last_statuses(&self, first: NodeId, to: &mut [Status]) {
        let mut left = vec![NEVER; to.len()];
        self.left_frontier.copy_to(first as usize, &mut left);
        self.with_labels(first, to, |i, label| match label.outcome() {
            NodeOutcome::Goal => Status::Goal,
            outcome @ (NodeOutcome::Duplicate | NodeOutcome::Cycle | NodeOutcome::Cut) => {
                Status::Discarded(outcome)
            }
            _ if left[i] == NEVER => Status::Frontier,
            _ => label
                .discarded()
                .map_or(Status::Expanded, Status::Discarded),
        });
        // The nodes that the search ended with.
        let last = [self.goal(), self.meeting().map(|meeting| meeting.backward)];
        for node in last.into_iter().flatten() {
            let place = node.checked_sub(first).and_then(|i| to.get_mut(i as usize));
            if let Some(place) = place {
                *place = self.status(node, self.n_expanded());
            }
        }
    }

    fn with_labels<T>(&self, first: NodeId, to: &mut [T], of: impl Fn(usize, Label) -> T) {
        let mut labels = vec![0; to.len()];
        self.label.copy_to(first as usize, &mut labels);
        for (i, (to, label)) in to.iter_mut().zip(labels).enumerate() {
            *to = of(i, Label(label));
        }
    }
}
