//! The subtree of every node: how many nodes it has, and how deep it goes.
//!
//! Most subtrees are small, and take a byte each; `packed` has the layout. A parent is generated before
//! its children, so one pass over the parents, from the last node to the first, finds all sizes and
//! heights. It needs 5 bytes per node that it has not passed, as long as heights stay below 256, and
//! packs a chunk of nodes as soon as it has passed them.
//!
//! An index of a run that goes on stays right for the nodes that it knows.

mod extent;
mod grid;
mod packed;
mod places;
mod steps;
mod summary;

pub use extent::Extent;
pub use grid::{Grid, Sampler};
pub use places::{Locator, Place};
pub use steps::StepsBelow;
pub use summary::{Counter, Summary};

use super::column::{Column, NarrowColumn};
use super::{Moment, NodeId, Trace};
use packed::{Measures, PackedMeasures};

/// An index of a trace that knows the size and the height of each subtree.
#[derive(Debug)]
pub struct Subtrees {
    measures: PackedMeasures,
    /// The last moment that it covers.
    last: Moment,
}

impl Subtrees {
    /// Indexes the trace, as far as it has arrived. For a large trace use a [`Builder`] on a thread
    /// of its own.
    pub fn new(trace: &Trace) -> Self {
        let mut builder = Builder::new(trace);
        while !builder.step(trace, u32::MAX) {}
        builder.finish()
    }

    /// Whether it knows all nodes of the moment `t`. In a run that goes on, the last moment changes
    /// still.
    pub fn covers(&self, trace: &Trace, t: Moment) -> bool {
        let is_whole = self.n_nodes() == trace.n_nodes() && self.last == trace.n_expanded();
        t < self.last || is_whole
    }

    /// The last moment that it covers.
    pub fn last(&self) -> Moment {
        self.last
    }

    /// The number of nodes that it knows.
    pub fn n_nodes(&self) -> NodeId {
        self.measures.len() as NodeId
    }

    /// The number of nodes in the subtree of `node`, itself included. In a search with iterations, the
    /// subtree of the root has the nodes of all of them.
    ///
    /// # Panics
    /// If the index does not know the node.
    #[inline]
    pub fn size(&self, node: NodeId) -> NodeId {
        self.measures.get(node as usize).size
    }

    /// How many levels the subtree of `node` has below it; 0 if it has no child.
    ///
    /// # Panics
    /// If the index does not know the node.
    #[inline]
    pub fn height(&self, node: NodeId) -> u32 {
        self.measures.get(node as usize).height
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.measures.bytes()
    }
}

/// How far ahead of the pass a parent is prefetched, in nodes.
const PREFETCHED: NodeId = 24;

/// Builds [`Subtrees`] in steps, so that it can be stopped and can say how far it is.
#[derive(Debug)]
pub struct Builder {
    index: Subtrees,
    /// Of the nodes whose subtrees are not packed yet.
    sizes: Column<NodeId>,
    heights: NarrowColumn,
    n_nodes: NodeId,
    /// The nodes that have their places in these columns.
    n_added: NodeId,
    /// The nodes whose subtrees are not yet added to their parents'.
    n_left: NodeId,
}

impl Builder {
    /// A builder of the index of the trace, as far as it has arrived.
    pub fn new(trace: &Trace) -> Self {
        Builder {
            index: Subtrees {
                measures: PackedMeasures::default(),
                last: trace.n_expanded(),
            },
            sizes: Column::default(),
            heights: NarrowColumn::default(),
            n_nodes: trace.n_nodes(),
            n_added: 0,
            n_left: trace.n_nodes(),
        }
    }

    /// The bytes that building an index of the trace takes at most.
    pub fn max_bytes(trace: &Trace) -> u64 {
        let of_height = match trace.max_depth() {
            0..256 => 1,
            256..65_536 => 2,
            _ => 4,
        };
        // A large subtree takes as much as before it is packed, besides its code.
        let n_nodes = u64::from(trace.n_nodes());
        (4 + of_height + 1) * n_nodes + n_nodes / 16 + (1 << 20)
    }

    /// Does about `n` nodes' worth of work; returns whether all is done. The trace must be the one
    /// that it began with; it may have grown.
    pub fn step(&mut self, trace: &Trace, n: u32) -> bool {
        let (sizes, heights) = (&mut self.sizes, &mut self.heights);
        if self.n_added < self.n_nodes {
            let more = n.min(self.n_nodes - self.n_added);
            sizes.extend_with(1, more as usize);
            (0..more).for_each(|_| heights.push(0));
            self.n_added += more;
            return false;
        }
        if self.n_left == 0 {
            return true;
        }
        // Within one chunk.
        let first = (self.n_left - 1) as usize / PackedMeasures::CHUNK;
        let first = (first * PackedMeasures::CHUNK) as NodeId;
        let end = self.n_left.saturating_sub(n).max(first);
        for node in (end..self.n_left).rev() {
            if let Some(ahead) = node.checked_sub(PREFETCHED)
                && let Some(parent) = trace.parent(ahead)
            {
                sizes.prefetch(parent as usize);
                heights.prefetch(parent as usize);
            }
            let Some(parent) = trace.parent(node) else {
                continue;
            };
            let parent = parent as usize;
            let size = sizes.get(parent) + sizes.get(node as usize);
            sizes.set(parent, size);
            let height = heights.get(node as usize) + 1;
            if heights.get(parent) < height {
                heights.set(parent, height);
            }
        }
        self.n_left = end;
        if end == first {
            // No later node is left that could be below these.
            let here = first as usize..sizes.len();
            let measures = here.map(|i| Measures {
                size: sizes.get(i),
                height: heights.get(i),
            });
            self.index.measures.add_chunk(measures);
            sizes.drop_last_chunk();
            heights.drop_last_chunk();
        }
        if end == 0 {
            self.index.measures.finish();
        }
        end == 0
    }

    /// How much is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        let n_nodes = f64::from(self.n_nodes.max(1));
        let passed = f64::from(self.n_nodes - self.n_left) / n_nodes;
        0.1 * f64::from(self.n_added) / n_nodes + 0.9 * passed
    }

    /// The index, when [`step`](Self::step) has done all.
    pub fn finish(self) -> Subtrees {
        self.index
    }
}
