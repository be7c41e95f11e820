//! A trace as the batches that it is made of, so that it can be written to a file.

use super::Trace;
use crate::{Batch, Moment, NodeId};
use std::ops::Range;
use tilescope_search::Action;

impl Trace {
    /// Batches that make an equal trace when they are appended to an empty one. They are not cut
    /// where those were that made this trace, and discards of one moment are in the order of their
    /// nodes.
    ///
    /// Sorts the discarded nodes first, which takes eight bytes for each.
    pub fn batches(&self) -> impl Iterator<Item = Batch> + '_ {
        let mut discards: Vec<(Moment, NodeId)> = (0..self.n_nodes())
            .filter(|&node| self.label(node).discarded().is_some())
            .map(|node| (self.left_frontier.get(node as usize), node))
            .collect();
        discards.sort_unstable();
        let mut discards = discards.into_iter().peekable();
        let mut begin = (self.n_nodes() > 0 || !self.iterations.is_empty()).then_some(0);
        std::iter::from_fn(move || {
            let from = begin?;
            let to = self.n_expanded().min(from + Self::EXPANSIONS);
            let is_last = to == self.n_expanded();
            begin = (!is_last).then_some(to);
            let first = if from == 0 { 0 } else { self.n_generated(from) };
            let mut batch = self.batch(from..to, first..self.n_generated(to), is_last);
            while let Some((t, node)) = discards.next_if(|&(t, _)| t <= to) {
                if let Some(outcome) = self.label(node).discarded() {
                    batch.discarded.push((t, node, outcome));
                }
            }
            Some(batch)
        })
    }

    /// Expansions in a batch.
    const EXPANSIONS: u32 = 1 << 14;

    fn batch(&self, moments: Range<Moment>, nodes: Range<NodeId>, is_last: bool) -> Batch {
        let is_here = |t: Moment| {
            (t >= moments.start) && (t < moments.end || t == moments.end && is_last)
        };
        let all = || nodes.clone().map(|node| node as usize);
        let at = |i: usize| self.label(i as NodeId);
        let requeued = self.requeued.partition_point(|node| node < nodes.start);
        Batch {
            parent: all().map(|i| self.parent.get(i)).collect(),
            action: all().map(|i| at(i).action()).map(|Action(it)| it).collect(),
            outcome: all().map(|i| at(i).outcome()).collect(),
            g: all().map(|i| self.g.get(i)).collect(),
            h: all().map(|i| self.h.get(i)).collect(),
            expanded: (moments.clone())
                .map(|t| self.expanded.get(t as usize))
                .collect(),
            n_generated: (moments.clone())
                .map(|t| self.n_generated_before.get(t as usize))
                .collect(),
            discarded: Vec::new(),
            iterations: (self.iterations.iter().copied())
                .filter(|&(t, ..)| is_here(t))
                .collect(),
            meetings: (self.meetings.iter().copied())
                .filter(|&(t, ..)| is_here(t))
                .collect(),
            requeued: (requeued..self.requeued.len())
                .map(|i| self.requeued.get(i))
                .take_while(|&node| node < nodes.end)
                .collect(),
        }
    }
}
