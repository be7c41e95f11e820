//! Follows a run from moment to moment and counts the nodes on the frontier.

use super::FrontierIndex;
use crate::{Moment, NodeId, Trace};

/// The number of nodes on the frontier in each segment at a moment, which can go on to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Replay {
    pub t: Moment,
    pub counts: Vec<u16>,
    /// The number of discarded nodes that have left.
    pub n_discarded: usize,
}

impl Replay {
    /// The counts at the last checkpoint until `t`.
    pub fn before(index: &FrontierIndex, t: Moment) -> Self {
        let after = index
            .checkpoints
            .partition_point(|checkpoint| checkpoint.t <= t);
        let number = after.saturating_sub(1);
        let n_segments = index.n_segments();
        let begin = number * n_segments;
        let Some(checkpoint) = index.checkpoints.get(number) else {
            return Replay::default();
        };
        Replay {
            t: checkpoint.t,
            counts: index.counts[begin..begin + n_segments].to_vec(),
            n_discarded: checkpoint.n_discarded as usize,
        }
    }

    /// The events at moment 0.
    pub fn come_at_start(&mut self, index: &FrontierIndex, trace: &Trace) {
        for node in 0..trace.n_generated(0).min(index.n_nodes) {
            self.come(index, trace, node);
        }
        self.leave_discarded(index, trace);
    }

    /// The events of the next moment; returns how many there were.
    pub fn advance(&mut self, index: &FrontierIndex, trace: &Trace) -> usize {
        self.t += 1;
        let mut n_events = 0;
        let generated = trace.generated_in(self.t);
        for node in generated.start..generated.end.min(index.n_nodes) {
            n_events += usize::from(self.come(index, trace, node));
        }
        if let Some(node) = trace.expanded_node(self.t)
            && trace.outcome(node).is_on_frontier()
            && trace.expanded_at(node) == Some(self.t)
        {
            self.leave(index, trace, node);
            n_events += 1;
        }
        n_events + self.leave_discarded(index, trace)
    }

    fn leave_discarded(&mut self, index: &FrontierIndex, trace: &Trace) -> usize {
        let before = self.n_discarded;
        while let Some(&node) = index.discarded.get(self.n_discarded)
            && trace.left_frontier_at(node) <= self.t
        {
            self.leave(index, trace, node);
            self.n_discarded += 1;
        }
        self.n_discarded - before
    }

    fn come(&mut self, index: &FrontierIndex, trace: &Trace, node: NodeId) -> bool {
        let is_on_frontier = trace.outcome(node).is_on_frontier();
        if is_on_frontier && let Some(segment) = index.segment_of(trace, node) {
            self.counts[segment] += 1;
        }
        is_on_frontier
    }

    fn leave(&mut self, index: &FrontierIndex, trace: &Trace, node: NodeId) {
        if let Some(segment) = index.segment_of(trace, node) {
            self.counts[segment] -= 1;
        }
    }
}
