//! The frontier at one moment: its rows in order, the rank of a node, counts and ties.

use super::{BLOCK, FrontierIndex, Replay};
use crate::{Moment, NodeId, Status, Trace};
use std::ops::Range;
use std::sync::Arc;
use tilescope_search::SearchDirection;

/// The frontier at a moment, in order.
///
/// Its methods take the trace that the index was made of; it may have grown. A row's number counts
/// from 0, in one tree.
#[derive(Clone, Debug)]
pub struct Frontier {
    index: Arc<FrontierIndex>,
    t: Moment,
    /// The number of nodes on the frontier before each segment; at the end, the number of all.
    before: Vec<NodeId>,
}

/// Nodes on the frontier with the same f (or, without f, of the same level), which tie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tie {
    /// Their rows.
    pub rows: Range<usize>,
    /// Their f in thousandths, or their level; 0 if the order has no key.
    pub key: u64,
}

impl Frontier {
    pub(super) fn new(index: Arc<FrontierIndex>, trace: &Trace, t: Moment) -> Self {
        let mut replay = Replay::before(&index, t);
        while replay.t < t {
            replay.advance(&index, trace);
        }
        // A node that the search ended with is no longer on the frontier.
        let ended = [trace.goal(), trace.meeting().map(|it| it.backward)];
        for node in ended.into_iter().flatten() {
            let is_counted = trace.outcome(node).is_on_frontier()
                && trace.left_frontier_at(node) > t
                && node < trace.n_generated(t).min(index.n_nodes);
            if is_counted
                && trace.status(node, t) != Status::Frontier
                && let Some(segment) = index.segment_of(trace, node)
            {
                replay.counts[segment] -= 1;
            }
        }
        let mut before = Vec::with_capacity(replay.counts.len() + 1);
        let mut n = 0;
        before.push(n);
        for count in replay.counts {
            n += NodeId::from(count);
            before.push(n);
        }
        Frontier { index, t, before }
    }

    pub fn t(&self) -> Moment {
        self.t
    }

    pub fn index(&self) -> &Arc<FrontierIndex> {
        &self.index
    }

    /// The number of nodes in both trees.
    pub fn n_nodes(&self) -> usize {
        self.before.last().map_or(0, |&n| n as usize)
    }

    /// The number of nodes in one tree.
    pub fn len(&self, side: SearchDirection) -> usize {
        let segments = self.index.segments_on(side);
        (self.before[segments.end] - self.before[segments.start]) as usize
    }

    /// The nodes of these rows. Takes time in proportion to the rows, and to 4,096 nodes at each
    /// end.
    pub fn rows(&self, trace: &Trace, side: SearchDirection, rows: Range<usize>) -> Vec<NodeId> {
        let segments = self.index.segments_on(side);
        let first = self.before[segments.start] as usize;
        let end = (first + rows.end.min(self.len(side))) as u32;
        let begin = (first + rows.start) as u32;
        if begin >= end {
            return Vec::new();
        }
        let mut found = Vec::with_capacity((end - begin) as usize);
        // The last segment that begins at this row or before it; empty ones begin there too.
        let mut segment = self.before.partition_point(|&before| before <= begin) - 1;
        while found.len() < (end - begin) as usize && segment < segments.end {
            if self.before[segment] < self.before[segment + 1] {
                let n_skipped = begin.saturating_sub(self.before[segment]) as usize;
                let n_missing = (end - begin) as usize - found.len();
                let nodes = self.nodes_in(trace, self.index.positions(segment));
                found.extend(nodes.skip(n_skipped).take(n_missing));
            }
            segment += 1;
        }
        found
    }

    /// The first `k` nodes.
    pub fn first(&self, trace: &Trace, side: SearchDirection, k: usize) -> Vec<NodeId> {
        self.rows(trace, side, 0..k)
    }

    /// The row of a node in its tree; `None` if it is not on the frontier.
    pub fn rank(&self, trace: &Trace, node: NodeId) -> Option<usize> {
        if node >= self.index.n_nodes || trace.status(node, self.t) != Status::Frontier {
            return None;
        }
        let segment = self.index.segment_of(trace, node)?;
        let side = self.index.segments_on(trace.direction(node));
        let before = self.before[segment] - self.before[side.start];
        let mut nodes = self.nodes_in(trace, self.index.positions(segment));
        Some(before as usize + nodes.position(|other| other == node)?)
    }

    /// The ties of one tree in order: its frontier divided by f. Takes time in proportion to the
    /// number of different keys.
    pub fn ties(&self, side: SearchDirection) -> Vec<Tie> {
        let index = &self.index;
        let first = self.before[index.segments_on(side).start];
        let mut ties: Vec<Tie> = Vec::new();
        for (number, bucket) in index.buckets.iter().enumerate() {
            let segments = index.segments_of(number);
            let rows = [segments.start, segments.end].map(|it| self.before[it]);
            if bucket.key.side != side as u8 || rows[0] == rows[1] {
                continue;
            }
            let [begin, end] = rows.map(|it| (it - first) as usize);
            let key = bucket.key.primary;
            match ties.last_mut().filter(|last| last.key == key) {
                Some(last) => last.rows.end = end,
                None => ties.push(Tie {
                    rows: begin..end,
                    key,
                }),
            }
        }
        ties
    }

    /// The number of nodes on the frontier in the segments before this one.
    pub(super) fn n_before_segment(&self, segment: usize) -> usize {
        self.before[segment] as usize
    }

    /// The nodes on the frontier at these positions of the index, in order.
    pub(super) fn nodes_in<'a>(
        &'a self,
        trace: &'a Trace,
        positions: Range<usize>,
    ) -> impl Iterator<Item = NodeId> + 'a {
        let (index, t) = (&*self.index, self.t);
        let n_generated = trace.n_generated(t).min(index.n_nodes);
        let blocks = positions.start / BLOCK..positions.end.div_ceil(BLOCK);
        let blocks = blocks.filter(move |&block| index.last_left[block] > t);
        blocks.flat_map(move |block| {
            let begin = (block * BLOCK).max(positions.start);
            let end = ((block + 1) * BLOCK).min(positions.end);
            let is_on_frontier = move |&node: &NodeId| {
                node < n_generated && trace.status(node, t) == Status::Frontier
            };
            index.nodes[begin..end]
                .iter()
                .copied()
                .filter(is_on_frontier)
        })
    }
}
