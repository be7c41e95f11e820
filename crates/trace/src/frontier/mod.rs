//! The frontier at any moment, in the order in which the algorithm takes it.
//!
//! A node is on the frontier from its generation until it is expanded or discarded, and its place
//! in the order never changes ([`Order`]). So the index sorts all nodes that were ever on the
//! frontier once. A moment is then a selection from this list: the nodes that have been generated
//! and have not left.
//!
//! Layout. The list is cut into *segments* of at most 4,096 nodes with equal keys. For some moments,
//! the *checkpoints*, the index has the number of nodes on the frontier in each segment. A
//! [`Frontier`] begins at the last checkpoint before its moment and counts the events since. Its
//! prefix sums find the segment of any row. Within a segment, blocks of 64 nodes that have all left
//! are skipped: each has the latest moment at which one left.
//!
//! In bytes: 4 per node that was ever on the frontier, 4 more per node that was discarded from it,
//! 1/16 per node for the blocks, and for the checkpoints at most ½ per event, that is, per node
//! that came or left.
//!
//! An index of a run that goes on stays right for the moments that it covers.

mod build;
mod moment;
mod order;
mod replay;
mod standing;

pub use build::Builder;
pub use moment::{Frontier, Tie};
pub use order::{Equals, Key, Order, Rank, has_frontier, sides};
pub use standing::Standing;

use super::{Moment, NodeId, Trace};
use order::SortKey;
use replay::Replay;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use tilescope_search::SearchDirection;
use tilescope_search::hashing::QuickHash;

/// The most nodes in a segment. The number of nodes of one that are on the frontier is a `u16`.
const SEGMENT: usize = 4096;
/// The nodes in a block.
const BLOCK: usize = 64;

/// An index of a trace that answers questions about its frontier at any moment.
#[derive(Debug)]
pub struct FrontierIndex {
    order: Order,
    /// The nodes and the last moment that it covers.
    n_nodes: NodeId,
    last: Moment,
    /// The nodes that were ever on the frontier, in order.
    nodes: Vec<NodeId>,
    /// The buckets: stretches of nodes with equal keys, in order.
    buckets: Vec<Bucket>,
    /// The number of the bucket of each key.
    numbers: HashMap<SortKey, u32, QuickHash>,
    /// Where each segment begins; at the end, the number of nodes.
    segments: Vec<u32>,
    /// For each block, the latest moment at which one of its nodes left the frontier.
    last_left: Vec<Moment>,
    /// The nodes that were discarded from the frontier, in the order in which they left.
    discarded: Vec<NodeId>,
    checkpoints: Vec<Checkpoint>,
    /// For each checkpoint, the number of nodes on the frontier in each segment.
    counts: Vec<u16>,
}

/// Nodes with equal keys.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    key: SortKey,
    /// Its first segment. The next bucket's is where it ends.
    first_segment: u32,
}

/// A moment whose counts are kept.
#[derive(Clone, Copy, Debug)]
struct Checkpoint {
    t: Moment,
    /// The number of discarded nodes that had left until then.
    n_discarded: u32,
}

impl FrontierIndex {
    /// Indexes the trace, as far as it has arrived. Takes about 0.1 µs per node and event: for a
    /// large trace use a [`Builder`] on a thread of its own.
    pub fn new(trace: &Trace, order: Order) -> Self {
        let mut builder = Builder::new(trace, order);
        while !builder.step(trace, u32::MAX) {}
        builder.finish()
    }

    pub fn order(&self) -> Order {
        self.order
    }

    /// Whether it knows the frontier at `t`. In a run that goes on, the last moment changes still.
    pub fn covers(&self, trace: &Trace, t: Moment) -> bool {
        let is_whole = self.n_nodes == trace.n_nodes() && self.last == trace.n_expanded();
        t < self.last || is_whole
    }

    /// The last moment that it covers.
    pub fn last(&self) -> Moment {
        self.last
    }

    /// The frontier at `t`, or at the last moment that the index covers. Takes time in proportion
    /// to the number of segments, a few milliseconds for 40 million nodes.
    pub fn at(self: &Arc<Self>, trace: &Trace, t: Moment) -> Frontier {
        Frontier::new(Arc::clone(self), trace, t.min(self.last))
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<NodeId>()
            + self.buckets.capacity() * size_of::<Bucket>()
            + self.numbers.capacity() * (size_of::<(SortKey, u32)>() + 1)
            + self.segments.capacity() * size_of::<u32>()
            + self.last_left.capacity() * size_of::<Moment>()
            + self.discarded.capacity() * size_of::<NodeId>()
            + self.checkpoints.capacity() * size_of::<Checkpoint>()
            + self.counts.capacity() * size_of::<u16>()
    }

    fn n_segments(&self) -> usize {
        self.segments.len() - 1
    }

    /// The positions of the nodes in a segment.
    fn positions(&self, segment: usize) -> Range<usize> {
        self.segments[segment] as usize..self.segments[segment + 1] as usize
    }

    /// The segments of bucket number `bucket`.
    fn segments_of(&self, bucket: usize) -> Range<usize> {
        let end = match self.buckets.get(bucket + 1) {
            Some(next) => next.first_segment as usize,
            None => self.n_segments(),
        };
        self.buckets[bucket].first_segment as usize..end
    }

    /// The segments of one tree.
    fn segments_on(&self, side: SearchDirection) -> Range<usize> {
        let begin = |side| {
            let bucket = self
                .buckets
                .partition_point(|bucket| bucket.key.side < side);
            (self.buckets.get(bucket)).map_or(self.n_segments(), |it| it.first_segment as usize)
        };
        begin(side as u8)..begin(side as u8 + 1)
    }

    /// The segment of a node that was ever on the frontier; `None` if the index has not got it.
    fn segment_of(&self, trace: &Trace, node: NodeId) -> Option<usize> {
        let key = self.order.sort_key(trace, node);
        let segments = self.segments_of(*self.numbers.get(&key)? as usize);
        let own = &self.segments[segments.clone()];
        let is_behind = |&position: &u32| {
            let first = self.nodes[position as usize];
            self.order.among_equals(trace, first, node).is_le()
        };
        let n_before = own.partition_point(is_behind);
        n_before.checked_sub(1).map(|it| segments.start + it)
    }
}
