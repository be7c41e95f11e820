//! How many nodes are hidden below each node that a layout shows folded, counted as the
//! record grows.
//!
//! A layout visits what it shows; what it hides may be millions of nodes more. So they are
//! counted apart, a stretch at a time, in the order of birth: a node counts where its parent
//! does, unless its parent shows its children, and then it is itself one of those shown, as a
//! root always is.
//! Nodes that are folded later are merged into their parents, without counting anew. Where
//! more is unfolded, the nodes that were hidden there are counted again, from the top down;
//! if they are many, it is quicker to start over.
//!
//! Invariant: a node that counts in a slot which is open, and is not the slot's own, counts
//! wrongly; it or an ancestor that counts wrongly too is among those to be counted again.
//!
//! Layout, in bytes: a node counted takes 4, the number of the slot that it counts in; a
//! node shown has a slot of 16.

use super::column::Column;
use super::fold::Unfolding;
use super::{NodeId, Trace};

/// Where more than one in so many nodes were to be counted again, the count starts over:
/// going down links it is so much slower than in the order of birth.
const MAX_RECOUNT_SHARE: NodeId = 4;

/// The count of what is hidden in a growing tree.
#[derive(Clone, Debug, Default)]
pub struct HiddenCounts {
    unfolding: Unfolding,
    /// For each node of the tree besides the root, from its first on, the slot in which it
    /// was counted. What is beyond [`n_counted`](Self::n_counted) is of an earlier count.
    slots: Column<u32>,
    n_counted: NodeId,
    /// Parents before children, so that what a slot is merged into comes before it; the
    /// root's first. Empty until the root is there.
    visible: Vec<VisibleNode>,
    /// Nodes to be counted again, and everything below them.
    recount: Vec<NodeId>,
}

/// A node that is shown, or was.
#[derive(Clone, Copy, Debug)]
struct VisibleNode {
    node: NodeId,
    /// The slot that it was merged into, never one that was merged itself; its own number
    /// while it is shown.
    merged_into: u32,
    /// How many nodes are hidden below it.
    n_hidden: NodeId,
    is_open: bool,
}

impl HiddenCounts {
    /// Goes over to another unfolding of the same trace, which may have grown. Time in
    /// proportion to what was shown.
    pub fn set_unfolding(&mut self, trace: &Trace, unfolding: &Unfolding) {
        let previous = std::mem::replace(&mut self.unfolding, unfolding.clone());
        let current = &self.unfolding;
        let is_other_tree = previous.nodes.start != current.nodes.start
            || current.nodes.start + self.n_counted > current.nodes.end;
        let is_opened = |number: &usize| {
            let slot = self.visible[*number];
            let is_shown = slot.merged_into as usize == *number;
            is_shown && !slot.is_open && current.is_open(slot.node, trace.depth(slot.node))
        };
        let opened: Vec<usize> = (0..self.visible.len()).filter(is_opened).collect();
        let n_recount: NodeId = opened.iter().map(|&i| self.visible[i].n_hidden).sum();
        if is_other_tree || n_recount > self.n_counted / MAX_RECOUNT_SHARE {
            self.n_counted = 0;
            self.visible.clear();
            self.recount.clear();
            return;
        }
        self.merge(trace);
        for number in opened {
            let VisibleNode {
                node, merged_into, ..
            } = self.visible[number];
            if merged_into as usize == number {
                self.recount.extend(self.unfolding.children(trace, node));
            }
        }
    }

    /// Counts at most `limit` more nodes, of those that the tree has by now: `end` is beyond
    /// its last.
    pub fn advance(&mut self, trace: &Trace, end: NodeId, limit: NodeId) {
        if self.visible.is_empty() && trace.n_nodes() > 0 {
            self.add_visible(trace, 0);
        }
        let start = self.unfolding.nodes.start;
        self.unfolding.nodes.end = end.min(trace.n_nodes()).max(start);
        let n_nodes = self.unfolding.nodes.end - start;
        let mut left = limit;
        while left > 0
            && let Some(node) = self.recount.pop()
        {
            self.recount_node(trace, node);
            left -= 1;
        }
        for i in self.n_counted..n_nodes.min(self.n_counted.saturating_add(left)) {
            let slots = self.count(trace, start + i);
            if (i as usize) < self.slots.len() {
                self.slots.set(i as usize, slots);
            } else {
                self.slots.push(slots);
            }
            self.n_counted = i + 1;
        }
    }

    /// Whether all nodes that the tree had at the last advance are counted.
    pub fn is_complete(&self) -> bool {
        self.n_counted as usize == self.unfolding.nodes.len() && self.recount.is_empty()
    }

    /// The node that is shown and stands for `node`: itself, or the ancestor into which it
    /// is folded. `None` if it is not counted there yet, or not in the tree.
    pub fn visible_ancestor(&self, node: NodeId) -> Option<NodeId> {
        let slot = self.visible[self.slot(node)? as usize];
        (slot.node == node || !slot.is_open).then_some(slot.node)
    }

    /// How many of the nodes that are counted are folded into `node`.
    pub fn n_hidden(&self, node: NodeId) -> NodeId {
        let slot = self.slot(node).map(|slot| self.visible[slot as usize]);
        slot.filter(|slot| slot.node == node && !slot.is_open)
            .map_or(0, |slot| slot.n_hidden)
    }

    /// The bytes that it holds.
    pub fn bytes(&self) -> usize {
        self.slots.bytes()
            + self.visible.capacity() * size_of::<VisibleNode>()
            + self.recount.capacity() * size_of::<NodeId>()
    }

    /// Merges what is not shown any more into what hides it.
    fn merge(&mut self, trace: &Trace) {
        for number in 0..self.visible.len() {
            let VisibleNode {
                node, merged_into, ..
            } = self.visible[number];
            if merged_into != number as u32 {
                self.visible[number].merged_into = self.visible[merged_into as usize].merged_into;
                continue;
            }
            let parent_slot = self.slot_of_parent(trace, node);
            let parent = self.visible[parent_slot as usize];
            let is_root = trace.parent(node).is_none();
            let is_shown = is_root || parent.is_open && Some(parent.node) == trace.parent(node);
            if is_shown {
                self.visible[number].is_open = self.unfolding.is_open(node, trace.depth(node));
            } else {
                self.visible[number].merged_into = parent_slot;
                self.visible[parent_slot as usize].n_hidden += self.visible[number].n_hidden + 1;
            }
        }
    }

    /// Counts a node where it belongs, and returns the slot.
    fn count(&mut self, trace: &Trace, node: NodeId) -> u32 {
        let parent_slot = self.slot_of_parent(trace, node);
        let slot = &mut self.visible[parent_slot as usize];
        let is_root = trace.parent(node).is_none();
        if is_root || slot.is_open && Some(slot.node) == trace.parent(node) {
            return self.add_visible(trace, node);
        }
        slot.n_hidden += 1;
        parent_slot
    }

    /// Counts a node again if it counts wrongly, and sees to it that those below it are.
    fn recount_node(&mut self, trace: &Trace, node: NodeId) {
        let Some(number) = self.slot(node) else {
            return;
        };
        let slot = &mut self.visible[number as usize];
        if slot.node == node || !slot.is_open {
            return;
        }
        slot.n_hidden -= 1;
        let slots = self.count(trace, node);
        let i = node - self.unfolding.nodes.start;
        self.slots.set(i as usize, slots);
        self.recount.extend(self.unfolding.children(trace, node));
    }

    /// Makes a slot for a node that is shown.
    fn add_visible(&mut self, trace: &Trace, node: NodeId) -> u32 {
        let number = self.visible.len() as u32;
        self.visible.push(VisibleNode {
            node,
            merged_into: number,
            n_hidden: 0,
            is_open: self.unfolding.is_open(node, trace.depth(node)),
        });
        number
    }

    /// The slot in which the parent of `node` counts; the first root's for a root.
    fn slot_of_parent(&self, trace: &Trace, node: NodeId) -> u32 {
        let parent = trace.parent(node);
        parent.and_then(|parent| self.slot(parent)).unwrap_or(0)
    }

    /// The slot in which a node counts, if it does.
    fn slot(&self, node: NodeId) -> Option<u32> {
        if node == 0 {
            return (!self.visible.is_empty()).then_some(0);
        }
        let i = node.checked_sub(self.unfolding.nodes.start)?;
        (i < self.n_counted).then(|| self.visible[self.slots.get(i as usize) as usize].merged_into)
    }
}
