//! The steps that expand nodes of a subtree, in order.
//!
//! A parent is generated before its children, so one pass over the nodes marks those of the subtree, a
//! bit each, and one over the expansions gathers the steps.

use crate::{Moment, NodeId, Trace};

/// Gathers the steps in parts, so that no frame waits for them.
#[derive(Debug)]
pub struct StepsBelow {
    root: NodeId,
    /// For each node from the root on, whether it is in the subtree.
    is_inside: Vec<u64>,
    /// The next node that is looked at; when there is none, the next step.
    next: NodeId,
    t: Moment,
    steps: Vec<Moment>,
}

impl StepsBelow {
    pub fn new(root: NodeId) -> Self {
        StepsBelow {
            root,
            is_inside: Vec::new(),
            next: root,
            t: 0,
            steps: Vec::new(),
        }
    }

    /// Looks at about `n` nodes or steps; returns whether all is done. The trace may grow meanwhile.
    pub fn step(&mut self, trace: &Trace, n: u32) -> bool {
        let end = self.next.saturating_add(n).min(trace.n_nodes());
        if self.next < end {
            for node in self.next..end {
                let parent = trace.parent(node);
                let is_inside = node == self.root || parent.is_some_and(|it| self.has(it));
                let i = node - self.root;
                if i.is_multiple_of(64) {
                    self.is_inside.push(0);
                }
                if let Some(word) = self.is_inside.last_mut() {
                    *word |= u64::from(is_inside) << (i % 64);
                }
            }
            self.next = end;
            return false;
        }
        let end = self.t.saturating_add(n).min(trace.n_expanded());
        for t in self.t + 1..=end {
            if trace.expanded_node(t).is_some_and(|node| self.has(node)) {
                self.steps.push(t);
            }
        }
        self.t = end;
        end == trace.n_expanded()
    }

    fn has(&self, node: NodeId) -> bool {
        let Some(i) = node.checked_sub(self.root) else {
            return false;
        };
        let word = self.is_inside.get(i as usize / 64);
        word.is_some_and(|word| word >> (i % 64) & 1 != 0)
    }

    /// The steps, in ascending order, when [`step`](Self::step) has done all.
    pub fn finish(self) -> Vec<Moment> {
        self.steps
    }
}
