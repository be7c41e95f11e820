//! Follows a run from moment to moment and counts its nodes by cell.

use super::{Counts, LevelIndex};
use crate::{Moment, NodeId, Trace};

/// The counts of each cell at a moment, which can go on to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Replay {
    pub t: Moment,
    pub counts: Vec<Counts>,
    /// The number of discarded nodes that have left.
    pub n_discarded: usize,
}

impl Replay {
    /// The counts at the last checkpoint until `t`.
    pub fn before(index: &LevelIndex, t: Moment) -> Self {
        let after = index
            .checkpoints
            .partition_point(|checkpoint| checkpoint.t <= t);
        let number = after.saturating_sub(1);
        let n_cells = index.cells.len();
        let begin = number * n_cells;
        let Some(checkpoint) = index.checkpoints.get(number) else {
            return Replay::default();
        };
        Replay {
            t: checkpoint.t,
            counts: index.counts[begin..begin + n_cells].to_vec(),
            n_discarded: checkpoint.n_discarded as usize,
        }
    }

    /// The events at moment 0.
    pub fn start(&mut self, index: &LevelIndex, trace: &Trace) {
        for node in 0..trace.n_generated(0).min(index.n_nodes) {
            self.generate(index, trace, node);
        }
        self.discard(index, trace);
    }

    /// The events of the next moment; returns how many there were.
    pub fn advance(&mut self, index: &LevelIndex, trace: &Trace) -> usize {
        self.t += 1;
        let mut n_events = 1;
        let generated = trace.generated_in(self.t);
        for node in generated.start..generated.end.min(index.n_nodes) {
            self.generate(index, trace, node);
            n_events += 1;
        }
        if let Some(node) = trace.expanded_node(self.t) {
            let leaves =
                trace.outcome(node).is_on_frontier() && trace.expanded_at(node) == Some(self.t);
            let counts = self.counts_of(index, trace, node);
            counts.expanded += 1;
            counts.frontier -= u32::from(leaves);
        }
        n_events + self.discard(index, trace)
    }

    /// The nodes that the search ended with are on the frontier no longer.
    pub fn end(&mut self, index: &LevelIndex, trace: &Trace) {
        let last = [
            trace.goal(),
            trace.meeting().map(|meeting| meeting.backward),
        ];
        for node in last.into_iter().flatten() {
            let never_left = trace.left_frontier_at(node) == Moment::MAX;
            if never_left && trace.outcome(node).is_on_frontier() {
                self.counts_of(index, trace, node).frontier -= 1;
            }
        }
    }

    fn generate(&mut self, index: &LevelIndex, trace: &Trace, node: NodeId) {
        let outcome = trace.outcome(node);
        let counts = self.counts_of(index, trace, node);
        counts.generated += 1;
        counts.frontier += u32::from(outcome.is_on_frontier());
        counts.discard(outcome);
    }

    /// Nodes that are discarded from the frontier until this moment; returns how many.
    fn discard(&mut self, index: &LevelIndex, trace: &Trace) -> usize {
        let before = self.n_discarded;
        while let Some(&node) = index.discarded.get(self.n_discarded)
            && let Some((at, outcome)) = trace.discarded_at(node)
            && at <= self.t
        {
            let counts = self.counts_of(index, trace, node);
            counts.frontier -= 1;
            counts.discard(outcome);
            self.n_discarded += 1;
        }
        self.n_discarded - before
    }

    fn counts_of(&mut self, index: &LevelIndex, trace: &Trace, node: NodeId) -> &mut Counts {
        let number = index.numbers[&index.cell(trace, node)];
        &mut self.counts[number as usize]
    }
}
