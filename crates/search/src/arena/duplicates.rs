//! What an arena does about duplicates.

use super::{Arena, Keep};
use crate::node::{NO_PARENT, NodeIndex};
use crate::reached::Slot;
use crate::{Action, Cost, Duplicates, Heuristic, NodeOutcome, Space};

/// A successor that is classified, and what it takes to add it.
pub struct Classified {
    pub outcome: NodeOutcome,
    /// The latest node of the same state, which is in `slot`. If none, `slot` is free.
    pub earlier: NodeIndex,
    pub slot: Slot,
}

impl<S: Space, H: Heuristic<S>, N: Copy> Arena<'_, S, H, N> {
    /// Classifies the child with the state `key` and path cost `g` that `action` on `parent`
    /// makes.
    #[inline(always)]
    pub(super) fn classify(
        &self,
        parent: NodeIndex,
        action: Action,
        key: &S::Key,
        g: Cost,
    ) -> Classified {
        let mut classified = Classified {
            outcome: NodeOutcome::Frontier,
            earlier: NO_PARENT,
            slot: Slot::default(),
        };
        if !self.has_table {
            if self.duplicates == Duplicates::Path && self.is_on_path(parent, key) {
                classified.outcome = NodeOutcome::Cycle;
            }
            return classified;
        }
        if self.undo == Step::new(parent, action) {
            classified.outcome = NodeOutcome::Duplicate;
            return classified;
        }
        let (slot, earlier) = self.table.find(key, |row| self.nodes[row as usize].key);
        classified.slot = slot;
        if let Some(earlier) = earlier {
            classified.earlier = earlier;
            let is_open = self.is_open(earlier);
            let earlier = self.node(earlier);
            let is_better = self.keep == Keep::Cheapest && g < earlier.g;
            classified.outcome = match self.duplicates {
                Duplicates::Frontier if !is_open => NodeOutcome::Frontier,
                Duplicates::Graph | Duplicates::GraphWithoutReopening if is_open && is_better => {
                    NodeOutcome::Improved
                }
                Duplicates::Graph if is_better => NodeOutcome::Reopened,
                _ => NodeOutcome::Duplicate,
            };
        }
        classified
    }

    fn is_on_path(&self, mut index: NodeIndex, key: &S::Key) -> bool {
        while let Some(&node) = self.nodes.get(index as usize) {
            if { node.key } == *key {
                return true;
            }
            index = node.parent;
        }
        false
    }
}

/// Whether an expanded state is not opened again unless by a cheaper path.
pub fn keeps_closed(duplicates: Duplicates) -> bool {
    match duplicates {
        Duplicates::Graph | Duplicates::GraphWithoutReopening => true,
        Duplicates::Frontier | Duplicates::None | Duplicates::Parent | Duplicates::Path => false,
    }
}

/// Whether duplicates are found by a table of all states.
pub fn needs_table(duplicates: Duplicates) -> bool {
    match duplicates {
        Duplicates::Frontier | Duplicates::Graph | Duplicates::GraphWithoutReopening => true,
        Duplicates::None | Duplicates::Parent | Duplicates::Path => false,
    }
}

/// An action on a node, in one word: they are compared for every node that is generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step(u64);

impl Step {
    pub const NONE: Step = Step(u64::MAX);

    #[inline(always)]
    pub fn new(parent: NodeIndex, action: Action) -> Self {
        Step(u64::from(parent) << 8 | u64::from(action.0))
    }
}
