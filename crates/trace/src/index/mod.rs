//! The trace as a queryable index: its columns, and what is derived from them.
//!
//! Layout, in bytes per node: parent 4, label (outcome, direction, action) 1, g 1, h 1, depth 1,
//! when it left the frontier 4, last child 4, next sibling 4: **20**, as long as costs and depths
//! stay below 256 and actions below 4. A chunk of 65,536 entries with larger ones takes 2 or 4
//! bytes for each of those. In bytes per expansion: its node 4, the number of nodes generated
//! before it 4, the frontier size before it 4: **12**.
//!
//! States are not stored: a state is the replay of the actions on the path to it. A bidirectional
//! search has a second root, the goal; in its tree actions are replayed in reverse.

mod batches;
mod blocks;
mod moments;
mod tree;

pub use moments::{Iteration, Status};
pub(crate) use tree::Siblings;

use super::column::{Column, NarrowColumn};
use super::label::Label;
use super::{Batch, Moment, NO_NODE, NodeId};
use tilescope_search::{Action, Cost, NodeOutcome, SearchDirection};

/// The trace of a run, as far as it has arrived.
///
/// Queries about one node or one moment take constant time, unless a method says otherwise.
/// Methods that take a node panic if it has not arrived, except [`status`](Self::status) and
/// [`path`](Self::path).
#[derive(Clone, Debug, Default)]
pub struct Trace {
    parent: Column<NodeId>,
    label: NarrowColumn,
    g: NarrowColumn,
    h: NarrowColumn,
    depth: NarrowColumn,
    /// The moment from which a node is no longer on the frontier, expanded or discarded (its label
    /// says which); [`NEVER`] while it is, and if it never was.
    left_frontier: Column<Moment>,
    /// [`NO_NODE`] if it has no child.
    last_child: Column<NodeId>,
    /// Circular: the last child's next sibling is the first child. So a list of children can be
    /// appended to and read from its start with one link per parent.
    next_sibling: Column<NodeId>,

    expanded: Column<NodeId>,
    n_generated_before: Column<NodeId>,
    /// The frontier size when each expansion began.
    frontier: Column<NodeId>,
    /// The present frontier size.
    n_frontier: NodeId,

    /// The outcomes that occur, a bit each.
    outcomes: u8,
    /// The number of nodes at each depth.
    levels: Vec<NodeId>,
    iterations: Vec<(Moment, NodeId, Cost)>,
    goal: Option<NodeId>,
    /// The root of the backward tree of a bidirectional search.
    second_root: Option<NodeId>,
    /// Every meeting of the two trees: the moment, the forward node, the backward node.
    meetings: Vec<(Moment, NodeId, NodeId)>,
    /// Nodes that were not generated but put back on the frontier.
    requeued: Column<NodeId>,
}

/// The two nodes with the same state at which the trees of a bidirectional search meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeetingNodes {
    /// The moment from which both exist.
    pub at: Moment,
    /// In the forward tree.
    pub forward: NodeId,
    /// In the backward tree.
    pub backward: NodeId,
}

/// How far ahead a batch is prefetched: parents and expanded nodes are anywhere in the trace.
const PREFETCHED_NODES: usize = 16;
const PREFETCHED_EXPANSIONS: usize = 8;

/// After every moment.
const NEVER: Moment = Moment::MAX;

impl Trace {
    /// Appends the next batch. Takes time and memory proportional to the batch.
    ///
    /// # Panics
    /// If the batch does not continue this trace: it refers to nodes that have not arrived.
    pub fn append(&mut self, batch: &Batch) {
        let first = self.parent.len();
        self.parent.extend_from_slice(&batch.parent);
        self.g.extend_from_slice(&batch.g);
        self.h.extend_from_slice(&batch.h);
        self.left_frontier.extend_with(NEVER, batch.parent.len());
        self.last_child.extend_with(NO_NODE, batch.parent.len());
        let mut begin = 0;
        // A root is no sibling of the other one.
        let are_siblings = |one: &NodeId, other: &NodeId| one == other && *one != NO_NODE;
        for siblings in batch.parent.chunk_by(are_siblings) {
            if let Some(&parent) = batch.parent.get(begin + PREFETCHED_NODES) {
                self.prefetch_parent(parent);
            }
            let all = begin..begin + siblings.len();
            let outcomes = &batch.outcome[all.clone()];
            self.add_siblings(
                (first + begin) as NodeId,
                siblings[0],
                &batch.action[all],
                outcomes,
            );
            begin += siblings.len();
        }

        self.outcomes |= (batch.outcome.iter()).fold(0, |all, &outcome| all | 1 << outcome as u8);

        let mut expanded = batch.expanded.iter().skip(PREFETCHED_EXPANSIONS);
        let mut outcomes = batch.outcome.iter();
        let mut n_generated = first as NodeId;
        let mut discarded = batch.discarded.iter().peekable();
        for (&node, &generated) in batch.expanded.iter().zip(&batch.n_generated) {
            if let Some(&node) = expanded.next() {
                self.left_frontier.prefetch(node as usize);
                self.label.prefetch(node as usize);
            }
            let now = self.expanded.len() as Moment;
            let between = outcomes.by_ref().take((generated - n_generated) as usize);
            self.n_frontier += between.filter(|outcome| outcome.is_on_frontier()).count() as NodeId;
            n_generated = generated;
            while let Some(&(t, node, outcome)) = discarded.next_if(|discard| discard.0 <= now) {
                self.leave_frontier(node, t, Some(outcome));
            }
            self.expanded.push(node);
            self.n_generated_before.push(generated);
            self.frontier.push(self.n_frontier);
            self.leave_frontier(node, now + 1, None);
        }
        self.n_frontier += outcomes.filter(|outcome| outcome.is_on_frontier()).count() as NodeId;
        for &(t, node, outcome) in discarded {
            self.leave_frontier(node, t, Some(outcome));
        }
        self.iterations.extend_from_slice(&batch.iterations);
        self.meetings.extend_from_slice(&batch.meetings);
        self.requeued.extend_from_slice(&batch.requeued);
    }

    /// Adds siblings: new nodes with this parent, `node` and those after it.
    fn add_siblings(
        &mut self,
        node: NodeId,
        parent: NodeId,
        actions: &[u8],
        outcomes: &[NodeOutcome],
    ) {
        let n = actions.len() as NodeId;
        let (direction, depth) = match parent {
            NO_NODE => (self.direction_of_root(node), 0),
            _ => (self.direction(parent), self.depth(parent) + 1),
        };
        for (&action, &outcome) in actions.iter().zip(outcomes) {
            let label = Label::new(direction, Action(action), outcome);
            self.label.push(label.0);
            self.depth.push(depth);
        }
        match self.levels.get_mut(depth as usize) {
            Some(n_nodes) => *n_nodes += n,
            None => self.levels.push(n),
        }
        // A root is alone.
        let mut first_sibling = node;
        if parent != NO_NODE {
            let last = self.last_child.get(parent as usize);
            if last != NO_NODE {
                first_sibling = self.next_sibling.get(last as usize);
                self.next_sibling.set(last as usize, node);
            }
            self.last_child.set(parent as usize, node + n - 1);
        }
        (node + 1..node + n).for_each(|next| self.next_sibling.push(next));
        self.next_sibling.push(first_sibling);
    }

    /// Prefetches what [`Self::add_siblings`] reads of a parent.
    fn prefetch_parent(&self, parent: NodeId) {
        self.label.prefetch(parent as usize);
        self.depth.prefetch(parent as usize);
        self.last_child.prefetch(parent as usize);
    }

    /// The direction of a new root's tree.
    fn direction_of_root(&mut self, node: NodeId) -> SearchDirection {
        if node == 0 {
            return SearchDirection::Forward;
        }
        self.second_root = Some(node);
        SearchDirection::Backward
    }

    /// `node` leaves the frontier at `t`, expanded or discarded. Only the first time counts.
    fn leave_frontier(&mut self, node: NodeId, t: Moment, discarded: Option<NodeOutcome>) {
        let i = node as usize;
        if self.left_frontier.get(i) != NEVER {
            return;
        }
        self.left_frontier.set(i, t);
        let label = Label(self.label.get(i));
        if label.outcome().is_on_frontier() {
            self.n_frontier -= 1;
        }
        if let Some(outcome) = discarded {
            self.label.set(i, label.discarded_as(outcome).0);
        }
    }

    /// Sets the node that the search ended with.
    pub fn set_goal(&mut self, goal: Option<NodeId>) {
        self.goal = goal.filter(|&node| node != NO_NODE);
    }

    /// The node that the search ended with, once it has arrived.
    pub fn goal(&self) -> Option<NodeId> {
        self.goal.filter(|&node| node < self.n_nodes())
    }

    /// The meeting of the two trees on the solution path, once it has arrived; `None` in a
    /// unidirectional search.
    pub fn meeting(&self) -> Option<MeetingNodes> {
        let goal = self.goal()?;
        let &(at, forward, backward) = self.meetings.last()?;
        Some(MeetingNodes {
            at,
            forward,
            backward,
        })
        .filter(|meeting| meeting.forward == goal && meeting.backward < self.n_nodes())
    }

    pub fn n_nodes(&self) -> NodeId {
        self.parent.len() as NodeId
    }

    /// The number of nodes without those that were requeued: what a run counts as generated.
    pub fn n_generated_without_requeued(&self) -> NodeId {
        self.n_nodes() - self.requeued.len() as NodeId
    }

    /// The number of requeued nodes in a range.
    pub(crate) fn n_requeued(&self, nodes: std::ops::Range<NodeId>) -> NodeId {
        let before = |end| self.requeued.partition_point(|node| node < end);
        (before(nodes.end) - before(nodes.start)) as NodeId
    }

    /// The number of expansions: the last moment.
    pub fn n_expanded(&self) -> Moment {
        self.expanded.len() as Moment
    }

    /// `None` for a root.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.parent.get(node as usize);
        (parent != NO_NODE).then_some(parent)
    }

    /// The action that generated it; `None` for a root. In the backward tree it leads from the
    /// node to its parent.
    pub fn action(&self, node: NodeId) -> Option<Action> {
        let is_root = node == 0 || self.second_root == Some(node);
        let action = self.label(node).action();
        (!is_root).then_some(action)
    }

    /// The outcome of its generation.
    pub fn outcome(&self, node: NodeId) -> NodeOutcome {
        self.label(node).outcome()
    }

    /// Whether any node was generated with this outcome.
    pub fn has_outcome(&self, outcome: NodeOutcome) -> bool {
        self.outcomes & 1 << outcome as u8 != 0
    }

    pub fn g(&self, node: NodeId) -> Cost {
        self.g.get(node as usize)
    }

    pub fn h(&self, node: NodeId) -> Cost {
        self.h.get(node as usize)
    }

    /// The number of actions on the path between it and the root of its tree.
    #[inline]
    pub fn depth(&self, node: NodeId) -> u32 {
        self.depth.get(node as usize)
    }

    /// The depth of the deepest node; 0 if there is none.
    pub fn max_depth(&self) -> u32 {
        self.levels.len().saturating_sub(1) as u32
    }

    /// The number of nodes at each depth, from the root's on, over all iterations and both trees.
    pub fn levels(&self) -> &[NodeId] {
        &self.levels
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let numbers = [&self.label, &self.g, &self.h, &self.depth];
        let words = [
            &self.parent,
            &self.left_frontier,
            &self.last_child,
            &self.next_sibling,
            &self.expanded,
            &self.n_generated_before,
            &self.frontier,
            &self.requeued,
        ];
        numbers.map(NarrowColumn::bytes).iter().sum::<usize>()
            + words.map(Column::bytes).iter().sum::<usize>()
            + self.levels.capacity() * size_of::<NodeId>()
            + self.iterations.capacity() * size_of::<(Moment, NodeId, Cost)>()
            + self.meetings.capacity() * size_of::<(Moment, NodeId, NodeId)>()
    }

    #[inline]
    fn label(&self, node: NodeId) -> Label {
        Label(self.label.get(node as usize))
    }
}
