//! The search tree, or the two trees of a bidirectional search.

use super::Trace;
use crate::{NO_NODE, NodeId};
use tilescope_search::SearchDirection;

/// A walk along siblings in order of generation, which can be broken off and resumed. The trace may
/// grow meanwhile; siblings that arrive later are left out.
#[derive(Clone, Copy, Debug)]
pub struct Siblings {
    next: Option<NodeId>,
    last: Option<NodeId>,
}

impl Siblings {
    /// The children of a node.
    #[inline]
    pub fn below(trace: &Trace, node: NodeId) -> Self {
        Siblings {
            next: trace.first_child(node),
            last: trace.last_child(node),
        }
    }

    /// A node and the siblings that were generated after it.
    pub fn from(trace: &Trace, node: NodeId) -> Self {
        let parent = trace.parent(node);
        Siblings {
            next: Some(node),
            last: parent.map_or(Some(node), |parent| trace.last_child(parent)),
        }
    }

    /// A node alone.
    pub fn only(node: NodeId) -> Self {
        Siblings {
            next: Some(node),
            last: Some(node),
        }
    }

    #[inline]
    pub fn next(&mut self, trace: &Trace) -> Option<NodeId> {
        let node = self.next?;
        let is_last = self.next == self.last;
        self.next = (!is_last).then(|| trace.next_sibling.get(node as usize));
        Some(node)
    }
}

impl Trace {
    /// The nodes of the solution path, from the start on; empty until it is known. Where two trees
    /// meet, the node of the forward tree represents both.
    pub fn solution(&self) -> Vec<NodeId> {
        let mut path = self.goal().map_or(Vec::new(), |goal| self.path(goal));
        if let Some(meeting) = self.meeting() {
            path.extend(self.ancestors(meeting.backward));
        }
        path
    }

    /// The direction of its tree.
    #[inline]
    pub fn direction(&self, node: NodeId) -> SearchDirection {
        self.label(node).direction()
    }

    /// The root of the tree in this direction; `None` if there is none.
    pub fn root(&self, direction: SearchDirection) -> Option<NodeId> {
        match direction {
            SearchDirection::Forward => (self.n_nodes() > 0).then_some(0),
            SearchDirection::Backward => self.second_root,
        }
    }

    /// Its children, in order of generation.
    #[inline]
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut siblings = Siblings::below(self, node);
        std::iter::from_fn(move || siblings.next(self))
    }

    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.last_child(node)
            .map(|last| self.next_sibling.get(last as usize))
    }

    pub fn last_child(&self, node: NodeId) -> Option<NodeId> {
        let last = self.last_child.get(node as usize);
        (last != NO_NODE).then_some(last)
    }

    /// Prefetches what is asked of the children of a node.
    #[inline]
    pub fn prefetch_children(&self, node: NodeId) {
        let last = self.last_child.get(node as usize) as usize;
        self.next_sibling.prefetch(last);
        self.last_child.prefetch(last);
        self.label.prefetch(last);
    }

    /// The sibling generated after it.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        let last = self.last_child(self.parent(node)?);
        (last != Some(node)).then(|| self.next_sibling.get(node as usize))
    }

    /// The sibling generated before it. Takes time proportional to the number of siblings.
    pub fn previous_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.children(self.parent(node)?)
            .take_while(|&sibling| sibling != node)
            .last()
    }

    /// Its parent, its parent's parent and so on up to the root.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(node), |&node| self.parent(node))
    }

    /// Whether `ancestor` is a proper ancestor of `node`.
    pub fn is_ancestor(&self, ancestor: NodeId, node: NodeId) -> bool {
        // A parent is generated before its children.
        self.ancestors(node)
            .take_while(|&above| above >= ancestor)
            .any(|above| above == ancestor)
    }

    /// The nodes from the root to `node`, both included; empty if it has not arrived.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        if node >= self.n_nodes() {
            return Vec::new();
        }
        let mut path = Vec::with_capacity(self.depth(node) as usize + 1);
        path.push(node);
        path.extend(self.ancestors(node));
        path.reverse();
        path
    }
}
