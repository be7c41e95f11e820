//! Which part of a tree is shown: the wish, and what it comes to in a given tree.

use super::{NodeId, Trace};
use std::collections::HashMap;
use std::ops::Range;

/// Which part of a tree is to be laid out.
#[derive(Clone, PartialEq, Debug)]
pub struct Fold {
    /// The nodes, besides the root, that belong to the tree: all, one iteration's, or
    /// those born by some moment. With a node its parent is among them, or is the root.
    pub nodes: Range<NodeId>,
    /// At most about so many nodes are laid out; deeper subtrees are folded into a glyph.
    /// What is unfolded by hand or kept comes on top of it, to [`Fold::EXTRA`] nodes.
    pub budget: usize,
    /// What a person folded (`true`) or unfolded (`false`), against the rule.
    pub by_hand: HashMap<NodeId, bool>,
    /// Nodes whose paths are always unfolded, as far down as there is room: the goal, the
    /// selection.
    pub keep: Vec<NodeId>,
}

impl Fold {
    /// About how many nodes beyond the budget are laid out on demand. A path of a
    /// depth-first search may be millions of nodes long, and no window shows them.
    pub const EXTRA: usize = 1 << 14;

    /// `nodes` within `budget`, with nothing done by hand.
    pub fn new(nodes: Range<NodeId>, budget: usize) -> Self {
        Fold {
            nodes,
            budget,
            by_hand: HashMap::new(),
            keep: Vec::new(),
        }
    }
}

/// What a [`Fold`] comes to: which nodes show their children. It says so of nodes that are
/// still to come as well.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Unfolding {
    /// The nodes of the tree, besides the root.
    pub(super) nodes: Range<NodeId>,
    /// Nodes less deep than this are unfolded unless a person folded them. The rule is by
    /// whole rows, so that what is shown of a growing tree does not depend on which of its
    /// branches grew first.
    pub(super) by_rule: u32,
    /// From this depth on there is no room to unfold anything.
    pub(super) end: u32,
    /// What the rule would unfold and is not to, sorted.
    folded: Vec<NodeId>,
    /// What the rule would fold and is not to, sorted.
    unfolded: Vec<NodeId>,
}

impl Unfolding {
    /// Of a tree with room for all its rows.
    pub(super) fn new(trace: &Trace, fold: &Fold) -> Self {
        let nodes = fold.nodes.start.max(1)..fold.nodes.end.min(trace.n_nodes());
        let by_hand = |is_folded| {
            let nodes = fold.by_hand.iter();
            nodes.filter_map(move |(&node, &folded)| (folded == is_folded).then_some(node))
        };
        let kept = fold.keep.iter().filter(|&node| nodes.contains(node));
        let mut unfolded: Vec<_> = kept.flat_map(|&node| trace.ancestors(node)).collect();
        unfolded.sort_unstable();
        let mut folded: Vec<_> = by_hand(true)
            .filter(|node| unfolded.binary_search(node).is_err())
            .collect();
        folded.sort_unstable();
        unfolded.extend(by_hand(false));
        unfolded.sort_unstable();
        Unfolding {
            nodes,
            by_rule: u32::MAX,
            end: u32::MAX,
            folded,
            unfolded,
        }
    }

    /// Whether `node` shows its children, if it is shown itself.
    pub(super) fn is_open(&self, node: NodeId, depth: u32) -> bool {
        if depth < self.by_rule {
            self.folded.binary_search(&node).is_err()
        } else {
            depth < self.end && self.unfolded.binary_search(&node).is_ok()
        }
    }

    /// The children of `node` that belong to the tree.
    pub(super) fn children(&self, trace: &Trace, node: NodeId) -> impl Iterator<Item = NodeId> {
        let children = trace.children(node);
        children.filter(|child| self.nodes.contains(child))
    }
}
