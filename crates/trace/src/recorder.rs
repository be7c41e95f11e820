//! An observer that records a search, in batches.

use super::{NO_NODE, NodeId};
use tilescope_search::{Action, Cost, NodeOutcome, Observer, StopReason};

/// A piece of a trace, to be appended to the preceding ones.
///
/// `parent`, `action`, `outcome`, `g` and `h` have an entry per node; `expanded` and `n_generated`
/// one per expansion; the others are rare.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Batch {
    /// [`NO_NODE`] for a root; a bidirectional search has two.
    pub parent: Vec<NodeId>,
    /// The number of the action that generated the node; in the tree from the goal it leads from
    /// the node to its parent. 0 for a root.
    pub action: Vec<u8>,
    pub outcome: Vec<NodeOutcome>,
    pub g: Vec<Cost>,
    pub h: Vec<Cost>,
    /// The node of each expansion.
    pub expanded: Vec<NodeId>,
    /// The number of nodes generated in the whole run when each expansion began.
    pub n_generated: Vec<NodeId>,
    /// Nodes discarded from the frontier: the number of expansions before, the node, the reason.
    pub discarded: Vec<(u32, NodeId, NodeOutcome)>,
    /// Iterations: the number of expansions and of nodes before, and the bound.
    pub iterations: Vec<(u32, NodeId, Cost)>,
    /// Meetings of the two trees of a bidirectional search, each on a cheaper path than the one
    /// before: the number of expansions before, the node of the forward tree, that of the backward
    /// tree.
    pub meetings: Vec<(u32, NodeId, NodeId)>,
    /// Nodes that were not generated but are nodes of before, back on the frontier: see
    /// [`Observer::requeued`].
    pub requeued: Vec<NodeId>,
}

impl Batch {
    /// An empty batch with the capacity of a full one, so that recording never reallocates.
    fn with_capacity() -> Self {
        let capacity = Recorder::<fn(Batch)>::BATCH_LEN + MAX_STAGED;
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
            requeued: Vec::new(),
        }
    }

    /// Appends the batch that follows this one.
    pub fn extend(&mut self, next: &Batch) {
        let Batch {
            parent,
            action,
            outcome,
            g,
            h,
            expanded,
            n_generated,
            discarded,
            iterations,
            meetings,
            requeued,
        } = next;
        self.parent.extend_from_slice(parent);
        self.action.extend_from_slice(action);
        self.outcome.extend_from_slice(outcome);
        self.g.extend_from_slice(g);
        self.h.extend_from_slice(h);
        self.expanded.extend_from_slice(expanded);
        self.n_generated.extend_from_slice(n_generated);
        self.discarded.extend_from_slice(discarded);
        self.iterations.extend_from_slice(iterations);
        self.meetings.extend_from_slice(meetings);
        self.requeued.extend_from_slice(requeued);
    }

    pub fn is_empty(&self) -> bool {
        self.parent.is_empty()
            && self.expanded.is_empty()
            && self.discarded.is_empty()
            && self.iterations.is_empty()
            && self.meetings.is_empty()
    }
}

/// Records a search and emits it in batches: whenever one is full, and on [`flush`](Self::flush),
/// which must be called at the end of the search.
///
/// Stops recording, but not the search, after `max_nodes` nodes. From then on every node is
/// [`NO_NODE`] and nothing is recorded, so the trace is an exact prefix of the run.
pub struct Recorder<F> {
    batch: Batch,
    /// The newest nodes, not in the columns of `batch` yet: one write each instead of five.
    staged: Box<[NewNode; MAX_STAGED]>,
    n_staged: usize,
    /// The newest expansions: the node, and the number of nodes generated before.
    staged_expansions: Box<[[NodeId; 2]; MAX_STAGED]>,
    n_staged_expansions: usize,
    sink: F,
    n_nodes: NodeId,
    n_expanded: u32,
    max_nodes: NodeId,
    is_full: bool,
}

/// An entry of each column of a [`Batch`] that has one per node.
#[derive(Clone, Copy)]
struct NewNode {
    parent: NodeId,
    g: Cost,
    h: Cost,
    action: u8,
    outcome: NodeOutcome,
}

impl NewNode {
    /// Room for one.
    const NONE: NewNode = NewNode {
        parent: NO_NODE,
        g: 0,
        h: 0,
        action: 0,
        outcome: NodeOutcome::Frontier,
    };
}

/// The most nodes that are staged, and expansions: 4 KiB, which stay in the first cache. Divides
/// [`Recorder::BATCH_LEN`].
const MAX_STAGED: usize = 1 << 8;

impl<F: FnMut(Batch)> Recorder<F> {
    /// The number of nodes, or of expansions, in a full batch.
    pub const BATCH_LEN: usize = 1 << 14;

    /// The number of nodes in the first batch. Each has as many as there are before it, up to
    /// [`BATCH_LEN`](Self::BATCH_LEN).
    pub const MIN_BATCH_LEN: usize = 1 << 10;

    /// A recorder of at most `max_nodes` nodes that emits its batches to `sink`.
    pub fn new(max_nodes: NodeId, sink: F) -> Self {
        Recorder {
            batch: Batch::with_capacity(),
            staged: Box::new([NewNode::NONE; MAX_STAGED]),
            n_staged: 0,
            staged_expansions: Box::new([[NO_NODE; 2]; MAX_STAGED]),
            n_staged_expansions: 0,
            sink,
            n_nodes: 0,
            n_expanded: 0,
            max_nodes: max_nodes.min(NO_NODE - 1),
            is_full: false,
        }
    }

    /// Emits the current batch, unless it is empty.
    pub fn flush(&mut self) {
        self.unstage();
        if !self.batch.is_empty() {
            self.emit();
        }
    }

    /// Whether something was left out because `max_nodes` nodes were recorded.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// The number of nodes recorded.
    pub fn n_nodes(&self) -> NodeId {
        self.n_nodes
    }

    /// Moves what is staged to its columns.
    fn unstage(&mut self) {
        let Batch {
            parent,
            action,
            outcome,
            g,
            h,
            expanded,
            n_generated,
            ..
        } = &mut self.batch;
        let staged = &self.staged_expansions[..self.n_staged_expansions];
        expanded.extend(staged.iter().map(|[node, _]| node));
        n_generated.extend(staged.iter().map(|[_, n_generated]| n_generated));
        self.n_staged_expansions = 0;
        let staged = &self.staged[..self.n_staged];
        parent.extend(staged.iter().map(|node| node.parent));
        action.extend(staged.iter().map(|node| node.action));
        outcome.extend(staged.iter().map(|node| node.outcome));
        g.extend(staged.iter().map(|node| node.g));
        h.extend(staged.iter().map(|node| node.h));
        self.n_staged = 0;
    }

    /// Moves what is staged to its columns, and emits the batch if it is full.
    #[cold]
    fn unstage_and_emit(&mut self) {
        self.unstage();
        let n_here = self.batch.parent.len();
        // The first batches are short, so that a file of them that is cut short keeps most.
        let n_before = self.n_nodes as usize - n_here;
        if n_here >= n_before.clamp(Self::MIN_BATCH_LEN, Self::BATCH_LEN)
            || self.batch.expanded.len() >= Self::BATCH_LEN
        {
            self.emit();
        }
    }

    #[cold]
    fn emit(&mut self) {
        self.unstage();
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
        let node = self.n_nodes;
        if node >= self.max_nodes {
            self.is_full = true;
            return NO_NODE;
        }
        self.n_nodes += 1;
        // It is below the length; the remainder spares a check.
        self.staged[self.n_staged % MAX_STAGED] = NewNode {
            parent,
            g,
            h,
            action,
            outcome,
        };
        self.n_staged += 1;
        if self.n_staged >= MAX_STAGED {
            self.unstage_and_emit();
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
        // An iterative search may expand more often than there are nodes.
        if self.n_expanded == u32::MAX {
            self.is_full = true;
            self.max_nodes = self.n_nodes;
        }
        if !self.is_full {
            self.n_expanded += 1;
            self.staged_expansions[self.n_staged_expansions % MAX_STAGED] = [node, self.n_nodes];
            self.n_staged_expansions += 1;
            if self.n_staged_expansions >= MAX_STAGED {
                self.unstage_and_emit();
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

    /// A new node in the trace.
    fn requeued(&mut self, parent: NodeId, action: Action, g: Cost, h: Cost) -> NodeId {
        if !self.is_full && self.n_nodes < self.max_nodes {
            // Before the node, which may fill the batch.
            self.batch.requeued.push(self.n_nodes);
        }
        self.write(parent, action.0, g, h, NodeOutcome::Reopened)
    }

    /// The solution is in the report.
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
