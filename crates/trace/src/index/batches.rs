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
        let (mut from, mut first, mut written) = (0, 0, 0);
        let mut is_done = self.n_nodes() == 0 && self.iterations.is_empty();
        std::iter::from_fn(move || {
            if is_done {
                return None;
            }
            let left = &discards[written..];
            // The first discard without room begins the next batch, or is alone with its like.
            let limit = left.get(Self::DISCARDS).map_or(Moment::MAX, |&(t, _)| t);
            let n = from.clamp(Self::MIN_EXPANSIONS, Self::EXPANSIONS);
            let to = self.n_expanded().min(from + n).min(limit);
            is_done = to == self.n_expanded() && left.len() <= Self::DISCARDS;
            let end = self.n_generated(to);
            let mut batch = self.batch(from..to, first..end, is_done);
            let now = left.iter().take(Self::DISCARDS);
            let now = now.take_while(|&&(t, _)| t <= to);
            let discard = |&(t, node)| Some((t, node, self.label(node).discarded()?));
            batch.discarded = now.filter_map(discard).collect();
            written += batch.discarded.len();
            (from, first) = (to, end);
            Some(batch)
        })
    }

    /// Expansions in a batch, at most. Each generates fewer than 256 nodes.
    const EXPANSIONS: u32 = 1 << 12;
    /// Expansions in the first batch. Each has as many as there are before it.
    const MIN_EXPANSIONS: u32 = 1 << 9;
    /// Discards in a batch, at most.
    const DISCARDS: usize = 1 << 16;

    fn batch(&self, moments: Range<Moment>, nodes: Range<NodeId>, is_last: bool) -> Batch {
        let is_here =
            |t: Moment| (t >= moments.start) && (t < moments.end || t == moments.end && is_last);
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
