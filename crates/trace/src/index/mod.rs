//! A trace that is asked: the columns as they have arrived, and what follows from them.
//!
//! Layout, in bytes a node: parent 4, label (fate, end, action) 1, g 1, h 1, depth 1, when
//! it left the frontier 4, last child 4, next sibling 4: **20**, as long as costs and
//! depths stay below 256 and actions below 4; a chunk of 65,536 entries with larger ones
//! takes 2 or 4 bytes for each of those. In bytes an expansion: its node 4, the nodes born
//! before it 4, the frontier before it 4: **12**.
//!
//! No states are kept: a state is the replay of the actions on the path to it. A search from
//! both ends has a second root, the goal; below that, actions are replayed backwards.

mod moments;
mod tree;

pub use moments::{Iteration, Status};

use super::column::{Column, NarrowColumn};
use super::label::Label;
use super::{Batch, Moment, NO_NODE, NodeId};
use tilescope_search::{Action, Cost, NodeOutcome, SearchDirection};

/// The record of a run, as far as it has arrived.
///
/// Everything asked about one node or one moment is answered in constant time, except
/// where a method says otherwise. Methods that take a node panic if it has not arrived,
/// but for [`status`](Self::status) and [`path`](Self::path).
#[derive(Clone, Debug, Default)]
pub struct Trace {
    parent: Column<NodeId>,
    label: NarrowColumn,
    g: NarrowColumn,
    h: NarrowColumn,
    depth: NarrowColumn,
    /// The moment from which a node is not on the frontier any more, expanded or
    /// discarded (its label says which); [`NEVER`] while it is, and if it never was.
    left_frontier: Column<Moment>,
    /// [`NO_NODE`] if it has no child.
    last_child: Column<NodeId>,
    /// A ring: the last child's next sibling is the first child. So both ends of a list
    /// that grows at its end, out of order with others, are found with one link a parent.
    next_sibling: Column<NodeId>,

    expanded: Column<NodeId>,
    n_generated_before: Column<NodeId>,
    /// How large the frontier was when each expansion began.
    frontier: Column<NodeId>,
    /// How large it is after all that has arrived.
    n_frontier: NodeId,

    /// How many nodes each depth has.
    levels: Vec<NodeId>,
    iterations: Vec<(Moment, NodeId, Cost)>,
    goal: Option<NodeId>,
    /// The root of the tree from the goal, in a search from both ends.
    second_root: Option<NodeId>,
    /// The last meeting of the two trees.
    meeting: Option<MeetingNodes>,
}

/// Two nodes with the same state, of the two trees of a search from both ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeetingNodes {
    /// The moment from which both exist.
    pub at: Moment,
    /// Of the tree from the start.
    pub forward: NodeId,
    /// Of the tree from the goal.
    pub backward: NodeId,
}

/// The moment that never comes.
const NEVER: Moment = Moment::MAX;

impl Trace {
    /// Adds the next batch. Time and memory in proportion to the batch.
    ///
    /// # Panics
    /// If the batch does not continue this trace: it names nodes that were not born.
    pub fn append(&mut self, batch: &Batch) {
        let first = self.parent.len();
        self.parent.extend_from_slice(&batch.parent);
        let outcomes = batch.parent.iter().zip(&batch.action).zip(&batch.outcome);
        for (node, ((&parent, &action), &outcome)) in (first..).zip(outcomes) {
            let direction = self.direction_of_new(node as NodeId, parent);
            self.label
                .push(Label::new(direction, Action(action), outcome).0);
        }
        batch.g.iter().for_each(|&g| self.g.push(g));
        batch.h.iter().for_each(|&h| self.h.push(h));
        self.left_frontier.extend_with(NEVER, batch.parent.len());
        self.last_child.extend_with(NO_NODE, batch.parent.len());
        for (node, &parent) in (first..).zip(&batch.parent) {
            self.link(node as NodeId, parent);
        }

        let mut outcomes = batch.outcome.iter();
        let mut n_generated = first as NodeId;
        let mut discarded = batch.discarded.iter().peekable();
        for (&node, &generated) in batch.expanded.iter().zip(&batch.n_generated) {
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
        if let Some(&(at, forward, backward)) = batch.meetings.last() {
            self.meeting = Some(MeetingNodes {
                at,
                forward,
                backward,
            });
        }
    }

    /// From which end a newborn node's tree grows.
    fn direction_of_new(&mut self, node: NodeId, parent: NodeId) -> SearchDirection {
        if parent != NO_NODE {
            return self.direction(parent);
        }
        if node == 0 {
            return SearchDirection::Forward;
        }
        self.second_root = Some(node);
        SearchDirection::Backward
    }

    /// Gives a newborn node its depth and its place among its siblings.
    fn link(&mut self, node: NodeId, parent: NodeId) {
        let depth = if parent == NO_NODE {
            self.next_sibling.push(node);
            0
        } else {
            let last = self.last_child.get(parent as usize);
            if last == NO_NODE {
                self.next_sibling.push(node);
            } else {
                self.next_sibling.push(self.next_sibling.get(last as usize));
                self.next_sibling.set(last as usize, node);
            }
            self.last_child.set(parent as usize, node);
            self.depth.get(parent as usize) + 1
        };
        self.depth.push(depth);
        match self.levels.get_mut(depth as usize) {
            Some(n) => *n += 1,
            None => self.levels.push(1),
        }
    }

    /// `node` leaves the frontier at `t`, expanded or discarded; once only.
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

    /// Says which node the search ended with, when it is known.
    pub fn set_goal(&mut self, goal: Option<NodeId>) {
        self.goal = goal.filter(|&node| node != NO_NODE);
    }

    /// The node that the search ended with, once it has arrived.
    pub fn goal(&self) -> Option<NodeId> {
        self.goal.filter(|&node| node < self.n_nodes())
    }

    /// Where the two trees meet on the path that the search ended with, once all that has
    /// arrived; `None` in a search from one end.
    pub fn meeting(&self) -> Option<MeetingNodes> {
        let goal = self.goal()?;
        (self.meeting)
            .filter(|meeting| meeting.forward == goal && meeting.backward < self.n_nodes())
    }

    pub fn n_nodes(&self) -> NodeId {
        self.parent.len() as NodeId
    }

    /// How many expansions: the last moment.
    pub fn n_expanded(&self) -> Moment {
        self.expanded.len() as Moment
    }

    /// `None` for a root.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.parent.get(node as usize);
        (parent != NO_NODE).then_some(parent)
    }

    /// The action that made it; `None` for a root. In the tree from the goal it leads from the
    /// node to its parent.
    pub fn action(&self, node: NodeId) -> Option<Action> {
        let action = self.label(node).action();
        self.parent(node).map(|_| action)
    }

    /// Its fate at birth.
    pub fn outcome(&self, node: NodeId) -> NodeOutcome {
        self.label(node).outcome()
    }

    pub fn g(&self, node: NodeId) -> Cost {
        self.g.get(node as usize)
    }

    pub fn h(&self, node: NodeId) -> Cost {
        self.h.get(node as usize)
    }

    /// How many actions lead to it from its root; or, in the tree from the goal, from it.
    #[inline]
    pub fn depth(&self, node: NodeId) -> u32 {
        self.depth.get(node as usize)
    }

    /// The depth of the deepest node; 0 if there is none.
    pub fn max_depth(&self) -> u32 {
        self.levels.len().saturating_sub(1) as u32
    }

    /// How many nodes each depth has, the root's first, over all iterations and both trees.
    pub fn levels(&self) -> &[NodeId] {
        &self.levels
    }

    /// The bytes that it holds.
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
        ];
        numbers.map(NarrowColumn::bytes).iter().sum::<usize>()
            + words.map(Column::bytes).iter().sum::<usize>()
            + self.levels.capacity() * size_of::<NodeId>()
            + self.iterations.capacity() * size_of::<(Moment, NodeId, Cost)>()
    }

    #[inline]
    fn label(&self, node: NodeId) -> Label {
        Label(self.label.get(node as usize))
    }
}
