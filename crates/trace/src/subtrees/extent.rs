//! A part of a search tree: a subtree, or several side by side.

use super::Subtrees;
use crate::index::Siblings;
use crate::{NodeId, Trace};
use tilescope_search::SearchDirection;

/// Subtrees side by side, whose roots are at the same depth.
///
/// Their nodes have *positions*, from 0 to [`n_nodes`](Self::n_nodes): their places in preorder, each
/// node before its children, siblings in order of generation. So a subtree is an interval of
/// positions, as long as it has nodes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Extent {
    tops: Vec<NodeId>,
    n_nodes: NodeId,
    first_depth: u32,
    n_depths: u32,
}

impl Extent {
    /// The whole tree, or the two trees of a bidirectional search.
    pub fn whole(trace: &Trace, subtrees: &Subtrees) -> Self {
        let roots = SearchDirection::BOTH.map(|direction| trace.root(direction));
        Extent::new(trace, subtrees, roots.into_iter().flatten().collect())
    }

    /// The subtree of a node.
    pub fn of_node(trace: &Trace, subtrees: &Subtrees, node: NodeId) -> Self {
        Extent::new(trace, subtrees, vec![node])
    }

    /// The nodes of one iteration, besides the root; `None` if there is no such iteration, or if it has
    /// no such nodes.
    pub fn of_iteration(trace: &Trace, subtrees: &Subtrees, number: usize) -> Option<Self> {
        let starts = trace.iteration_starts();
        // Whatever was generated before the first iteration began belongs to it.
        let first = starts.get(number)?.1 * NodeId::from(number > 0);
        let end = starts.get(number + 1).map_or(NodeId::MAX, |next| next.1);
        // An iteration begins with the root's children. Those of the iterations before, of which there
        // may be hundreds of thousands, are then passed over.
        let begins_below_root = first < trace.n_nodes() && trace.parent(first) == Some(0);
        let mut tops = match begins_below_root {
            true => Siblings::from(trace, first),
            false => Siblings::below(trace, 0),
        };
        let tops = std::iter::from_fn(|| tops.next(trace)).take_while(|&top| top < end);
        let tops: Vec<NodeId> = tops.filter(|&top| top >= first).collect();
        (!tops.is_empty()).then(|| Extent::new(trace, subtrees, tops))
    }

    fn new(trace: &Trace, subtrees: &Subtrees, mut tops: Vec<NodeId>) -> Self {
        tops.retain(|&top| top < subtrees.n_nodes());
        let height = tops.iter().map(|&top| subtrees.height(top)).max();
        Extent {
            n_nodes: tops.iter().map(|&top| subtrees.size(top)).sum(),
            first_depth: tops.first().map_or(0, |&top| trace.depth(top)),
            n_depths: height.map_or(0, |height| height + 1),
            tops,
        }
    }

    /// The roots of its subtrees.
    pub fn tops(&self) -> &[NodeId] {
        &self.tops
    }

    pub fn n_nodes(&self) -> NodeId {
        self.n_nodes
    }

    /// The depth of the roots of its subtrees.
    pub fn first_depth(&self) -> u32 {
        self.first_depth
    }

    /// The number of depths at which it has nodes.
    pub fn n_depths(&self) -> u32 {
        self.n_depths
    }
}
