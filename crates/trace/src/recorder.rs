//! The observer that writes a search down, in batches.

use super::{NO_NODE, NodeId};
use tilescope_search::{Action, Cost, NodeOutcome, Observer, StopReason};

/// A piece of a trace, to be appended to the pieces before it.
///
/// One entry a node in `parent`, `action`, `fate`, `g`, `h`; one an expansion in `expanded`
/// and `born`; the rest are rare.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// [`NO_NODE`] for the root, and for the second one of a search from both ends.
    pub parent: Vec<NodeId>,
    /// The number of the action that made it, which in the tree from the goal leads from it to
    /// its parent; 0 for a root.
    pub action: Vec<u8>,
    pub outcome: Vec<NodeOutcome>,
    pub g: Vec<Cost>,
    pub h: Vec<Cost>,
    /// The node of each expansion.
    pub expanded: Vec<NodeId>,
    /// How many nodes had been born, in the whole run, when each expansion began.
    pub n_generated: Vec<NodeId>,
    /// Nodes that left the frontier unexpanded: after how many expansions, which, why.
    pub discarded: Vec<(u32, NodeId, NodeOutcome)>,
    /// Iterations: after how many expansions, after how many births, with which bound.
    pub iterations: Vec<(u32, NodeId, Cost)>,
    /// Meetings of the trees from both ends, each on a cheaper path than the one before: after
    /// how many expansions, the node of the tree from the start, that of the other.
    pub meetings: Vec<(u32, NodeId, NodeId)>,
}

impl Batch {
    /// An empty batch with room for what a recorder puts in, so that writing never
    /// stops to make room.
    fn with_capacity() -> Self {
        let capacity = Recorder::<fn(Batch)>::BATCH_LEN;
        Batch {
            parent: Vec::with_capacity(capacity),
            action: Vec::with_capacity(capacity),
            outcome: Vec::with_capacity(capacity),
            g: Vec::with_capacity(capacity),
            h: Vec::with_capacity(capacity),
            expanded: Vec::with_capacity(capacity),
            n_generated: Vec::with_capacity(capacity),
            discarded: Vec::new(),
            iterations: Vec::new(),
            meetings: Vec::new(),
        }
    }

    fn is_empty(&self) -> bool {
        self.parent.is_empty()
            && self.expanded.is_empty()
            && self.discarded.is_empty()
            && self.iterations.is_empty()
            && self.meetings.is_empty()
    }
}

/// Writes a search down and hands it out in batches: when one is full, and when its owner
/// asks for it by [`flush`](Self::flush), as he must at the end of the search.
///
/// Stops recording, but not the search, when it has written down `max_nodes` nodes; from then
/// on it knows every node as [`NO_NODE`] and writes nothing, so that what it wrote is a
/// true account of the run's beginning.
pub struct Recorder<F> {
    batch: Batch,
    sink: F,
    n_nodes: NodeId,
    n_expanded: u32,
    max_nodes: NodeId,
    is_full: bool,
}

impl<F: FnMut(Batch)> Recorder<F> {
    /// How many nodes, or expansions, a batch holds before it is handed out.
    pub const BATCH_LEN: usize = 1 << 14;

    /// A recorder of at most `max_nodes` nodes that hands its batches to `sink`.
    pub fn new(max_nodes: NodeId, sink: F) -> Self {
        Recorder {
            batch: Batch::with_capacity(),
            sink,
            n_nodes: 0,
            n_expanded: 0,
            max_nodes: max_nodes.min(NO_NODE - 1),
            is_full: false,
        }
    }

    /// Hands out what is written and not yet handed out, if anything.
    pub fn flush(&mut self) {
        if !self.batch.is_empty() {
            self.emit();
        }
    }

    /// Whether something was left out because `max_nodes` nodes were written down.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// How many nodes were written down.
    pub fn n_nodes(&self) -> NodeId {
        self.n_nodes
    }

    #[cold]
    fn emit(&mut self) {
        (self.sink)(std::mem::replace(&mut self.batch, Batch::with_capacity()));
    }

    #[inline]
    fn write(
        &mut self,
        parent: NodeId,
        action: u8,
        g: Cost,
        h: Cost,
        outcome: NodeOutcome,
    ) -> NodeId {
        if self.n_nodes == self.max_nodes {
            self.is_full = true;
        }
        if self.is_full {
            return NO_NODE;
        }
        let node = self.n_nodes;
        self.n_nodes += 1;
        self.batch.parent.push(parent);
        self.batch.action.push(action);
        self.batch.outcome.push(outcome);
        self.batch.g.push(g);
        self.batch.h.push(h);
        if self.batch.parent.len() >= Self::BATCH_LEN {
            self.emit();
        }
        node
    }
}

impl<F: FnMut(Batch)> Observer for Recorder<F> {
    type Node = NodeId;

    fn root(&mut self, h: Cost) -> NodeId {
        self.write(NO_NODE, 0, 0, h, NodeOutcome::Frontier)
    }

    #[inline]
    fn generated(
        &mut self,
        parent: NodeId,
        action: Action,
        g: Cost,
        h: Cost,
        outcome: NodeOutcome,
    ) -> NodeId {
        self.write(parent, action.0, g, h, outcome)
    }

    #[inline]
    fn expand(&mut self, node: NodeId) -> Result<(), StopReason> {
        // A search that starts over for ever may expand more often than nodes are born.
        self.is_full |= self.n_expanded == u32::MAX;
        if !self.is_full {
            self.n_expanded += 1;
            self.batch.expanded.push(node);
            self.batch.n_generated.push(self.n_nodes);
            if self.batch.expanded.len() >= Self::BATCH_LEN {
                self.emit();
            }
        }
        Ok(())
    }

    #[inline]
    fn discard(&mut self, node: NodeId, outcome: NodeOutcome) {
        if !self.is_full {
            self.batch.discarded.push((self.n_expanded, node, outcome));
            if self.batch.discarded.len() >= Self::BATCH_LEN {
                self.emit();
            }
        }
    }

    /// A new node in the record.
    fn requeued(&mut self, parent: NodeId, action: Action, g: Cost, h: Cost) -> NodeId {
        self.generated(parent, action, g, h, NodeOutcome::Reopened)
    }

    /// The report has the solution.
    fn solution(&mut self, _: NodeId, _: Cost, _: &[Action]) {}

    fn meeting(&mut self, forward: NodeId, backward: NodeId) {
        if !self.is_full {
            let meeting = (self.n_expanded, forward, backward);
            self.batch.meetings.push(meeting);
        }
    }

    fn iteration(&mut self, bound: Cost) {
        if !self.is_full {
            let start = (self.n_expanded, self.n_nodes, bound);
            self.batch.iterations.push(start);
        }
    }

    #[inline(always)]
    fn reserve(&mut self, _: usize) -> Result<(), StopReason> {
        Ok(())
    }
}
