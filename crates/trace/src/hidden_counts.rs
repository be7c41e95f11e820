//! The number of nodes hidden below each node that a layout shows folded, counted incrementally as
//! the trace grows.
//!
//! A layout visits only the nodes it shows; millions more may be hidden. These are counted
//! separately, a stretch at a time, in order of generation. A node is counted where its parent is,
//! unless its parent shows its children: then the node is visible itself, as roots always are.
//! Nodes that are folded later are merged into their parents without recounting. Where more is
//! unfolded, the nodes hidden there are recounted from the top down; if they are many, it is
//! faster to start over.
//!
//! Invariant: a node counted in an open slot that is not its own is counted wrongly; it, or an
//! ancestor that is also counted wrongly, is on the recount list.
//!
//! Layout, in bytes: 4 per counted node, the number of the slot in which it is counted; 16 per
//! visible node, for its slot.

use super::column::Column;
use super::fold::Unfolding;
use super::{NodeId, Trace};

/// If more than one in this many nodes were to be recounted, the count starts over: following
/// links is this much slower than going in order of generation.
const MAX_RECOUNT_SHARE: NodeId = 4;

/// The counts of hidden nodes in a growing tree.
#[derive(Clone, Debug, Default)]
pub struct HiddenCounts {
    unfolding: Unfolding,
    /// For each node of the tree but the root, the slot in which it was counted. Entries beyond
    /// [`n_counted`](Self::n_counted) are stale.
    slots: Column<u32>,
    n_counted: NodeId,
    /// The slots of visible nodes, parents before children, so a slot precedes those merged into
    /// it. The root's is first. Empty until there is a root.
    visible: Vec<VisibleNode>,
    /// Nodes to be recounted with their descendants.
    recount: Vec<NodeId>,
}

/// A node that is or was visible.
#[derive(Clone, Copy, Debug)]
struct VisibleNode {
    node: NodeId,
    /// The slot it was merged into, never itself a merged one; its own number while it is visible.
    merged_into: u32,
    /// The number of nodes hidden below it.
    n_hidden: NodeId,
    is_open: bool,
}

impl HiddenCounts {
    /// Changes to another unfolding of the same trace, which may have grown. Takes time
    /// proportional to the number of visible nodes.
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

    /// Counts at most `limit` more nodes of the tree, whose nodes end before `end`.
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

    /// The visible node that represents `node`: itself, or the ancestor into which it is folded.
    /// `None` if it is not counted yet, or not in the tree.
    pub fn visible_ancestor(&self, node: NodeId) -> Option<NodeId> {
        let slot = self.visible[self.slot(node)? as usize];
        (slot.node == node || !slot.is_open).then_some(slot.node)
    }

    /// The number of nodes counted so far that are folded into `node`.
    pub fn n_hidden(&self, node: NodeId) -> NodeId {
        let slot = self.slot(node).map(|slot| self.visible[slot as usize]);
        slot.filter(|slot| slot.node == node && !slot.is_open)
            .map_or(0, |slot| slot.n_hidden)
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.slots.bytes()
            + self.visible.capacity() * size_of::<VisibleNode>()
            + self.recount.capacity() * size_of::<NodeId>()
    }

    /// Merges slots of nodes no longer visible into those that hide them.
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

    /// Counts a node, and returns its slot.
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

    /// Recounts a node if it is counted wrongly, and schedules its children.
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

    /// Adds a slot for a visible node.
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

    /// The slot in which the parent of `node` is counted; the first root's for a root.
    fn slot_of_parent(&self, trace: &Trace, node: NodeId) -> u32 {
        let parent = trace.parent(node);
        parent.and_then(|parent| self.slot(parent)).unwrap_or(0)
    }

    /// The slot in which a node is counted, if it is.
    fn slot(&self, node: NodeId) -> Option<u32> {
        if node == 0 {
            return (!self.visible.is_empty()).then_some(0);
        }
        let i = node.checked_sub(self.unfolding.nodes.start)?;
        (i < self.n_counted).then(|| self.visible[self.slots.get(i as usize) as usize].merged_into)
    }
}
