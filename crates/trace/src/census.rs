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
const DEAR: NodeId = 4;

/// The count of what is hidden in a growing tree.
#[derive(Clone, Debug, Default)]
pub struct Census {
    unfolding: Unfolding,
    /// For each node of the tree besides the root, from its first on, the slot in which it
    /// was counted. What is beyond [`n_counted`](Self::n_counted) is of an earlier count.
    home: Column<u32>,
    n_counted: NodeId,
    /// Parents before children, so that what a slot is merged into comes before it; the
    /// root's first. Empty until the root is there.
    slots: Vec<Slot>,
    /// Nodes to be counted again, and everything below them.
    again: Vec<NodeId>,
}

/// A node that is shown, or was.
#[derive(Clone, Copy, Debug)]
struct Slot {
    node: NodeId,
    /// The slot that it was merged into, never one that was merged itself; its own number
    /// while it is shown.
    into: u32,
    /// How many nodes are hidden below it.
    n_hidden: NodeId,
    is_open: bool,
}

impl Census {
    /// Goes over to another unfolding of the same trace, which may have grown. Time in
    /// proportion to what was shown.
    pub fn follow(&mut self, trace: &Trace, unfolding: &Unfolding) {
        let before = std::mem::replace(&mut self.unfolding, unfolding.clone());
        let after = &self.unfolding;
        let is_other_tree = before.nodes.start != after.nodes.start
            || after.nodes.start + self.n_counted > after.nodes.end;
        let is_opened = |number: &usize| {
            let slot = self.slots[*number];
            let is_shown = slot.into as usize == *number;
            is_shown && !slot.is_open && after.is_open(slot.node, trace.depth(slot.node))
        };
        let opened: Vec<usize> = (0..self.slots.len()).filter(is_opened).collect();
        let n_again: NodeId = opened.iter().map(|&i| self.slots[i].n_hidden).sum();
        if is_other_tree || n_again > self.n_counted / DEAR {
            self.n_counted = 0;
            self.slots.clear();
            self.again.clear();
            return;
        }
        self.merge(trace);
        for number in opened {
            let Slot { node, into, .. } = self.slots[number];
            if into as usize == number {
                self.again.extend(self.unfolding.children(trace, node));
            }
        }
    }

    /// Counts at most `most` more nodes, of those that the tree has by now: `end` is beyond
    /// its last.
    pub fn advance(&mut self, trace: &Trace, end: NodeId, most: NodeId) {
        if self.slots.is_empty() && trace.n_nodes() > 0 {
            self.show(trace, 0);
        }
        let start = self.unfolding.nodes.start;
        self.unfolding.nodes.end = end.min(trace.n_nodes()).max(start);
        let n_nodes = self.unfolding.nodes.end - start;
        let mut left = most;
        while left > 0
            && let Some(node) = self.again.pop()
        {
            self.count_again(trace, node);
            left -= 1;
        }
        for i in self.n_counted..n_nodes.min(self.n_counted.saturating_add(left)) {
            let home = self.count(trace, start + i);
            if (i as usize) < self.home.len() {
                self.home.set(i as usize, home);
            } else {
                self.home.push(home);
            }
            self.n_counted = i + 1;
        }
    }

    /// Whether all nodes that the tree had at the last advance are counted.
    pub fn is_complete(&self) -> bool {
        self.n_counted as usize == self.unfolding.nodes.len() && self.again.is_empty()
    }

    /// The node that is shown and stands for `node`: itself, or the ancestor into which it
    /// is folded. `None` if it is not counted there yet, or not in the tree.
    pub fn shown(&self, node: NodeId) -> Option<NodeId> {
        let slot = self.slots[self.slot(node)? as usize];
        (slot.node == node || !slot.is_open).then_some(slot.node)
    }

    /// How many of the nodes that are counted are folded into `node`.
    pub fn n_hidden(&self, node: NodeId) -> NodeId {
        let slot = self.slot(node).map(|slot| self.slots[slot as usize]);
        slot.filter(|slot| slot.node == node && !slot.is_open)
            .map_or(0, |slot| slot.n_hidden)
    }

    /// The bytes that it holds.
    pub fn bytes(&self) -> usize {
        self.home.bytes()
            + self.slots.capacity() * size_of::<Slot>()
            + self.again.capacity() * size_of::<NodeId>()
    }

    /// Merges what is not shown any more into what hides it.
    fn merge(&mut self, trace: &Trace) {
        for number in 0..self.slots.len() {
            let Slot { node, into, .. } = self.slots[number];
            if into != number as u32 {
                self.slots[number].into = self.slots[into as usize].into;
                continue;
            }
            let above = self.slot_of_parent(trace, node);
            let parent = self.slots[above as usize];
            let is_root = trace.parent(node).is_none();
            let is_shown = is_root || parent.is_open && Some(parent.node) == trace.parent(node);
            if is_shown {
                self.slots[number].is_open = self.unfolding.is_open(node, trace.depth(node));
            } else {
                self.slots[number].into = above;
                self.slots[above as usize].n_hidden += self.slots[number].n_hidden + 1;
            }
        }
    }

    /// Counts a node where it belongs, and returns the slot.
    fn count(&mut self, trace: &Trace, node: NodeId) -> u32 {
        let above = self.slot_of_parent(trace, node);
        let slot = &mut self.slots[above as usize];
        let is_root = trace.parent(node).is_none();
        if is_root || slot.is_open && Some(slot.node) == trace.parent(node) {
            return self.show(trace, node);
        }
        slot.n_hidden += 1;
        above
    }

    /// Counts a node again if it counts wrongly, and sees to it that those below it are.
    fn count_again(&mut self, trace: &Trace, node: NodeId) {
        let Some(number) = self.slot(node) else {
            return;
        };
        let slot = &mut self.slots[number as usize];
        if slot.node == node || !slot.is_open {
            return;
        }
        slot.n_hidden -= 1;
        let home = self.count(trace, node);
        let i = node - self.unfolding.nodes.start;
        self.home.set(i as usize, home);
        self.again.extend(self.unfolding.children(trace, node));
    }

    /// Makes a slot for a node that is shown.
    fn show(&mut self, trace: &Trace, node: NodeId) -> u32 {
        let number = self.slots.len() as u32;
        self.slots.push(Slot {
            node,
            into: number,
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
            return (!self.slots.is_empty()).then_some(0);
        }
        let i = node.checked_sub(self.unfolding.nodes.start)?;
        (i < self.n_counted).then(|| self.slots[self.home.get(i as usize) as usize].into)
    }
}
