//! A node's outcome, action and direction, packed into a few bits.

use tilescope_search::{Action, NodeOutcome, SearchDirection};

/// The outcome of generating a node (3 bits), the outcome plus one with which it was discarded
/// from the frontier (3 bits, 0 if it was not), its action (8 bits), and the direction of its tree
/// (the rest, so it takes no space in a unidirectional search).
#[derive(Clone, Copy)]
pub(super) struct Label(pub u32);

impl Label {
    pub fn new(direction: SearchDirection, action: Action, outcome: NodeOutcome) -> Self {
        Label((direction as u32) << 14 | u32::from(action.0) << 6 | outcome as u32)
    }

    #[inline]
    pub fn direction(self) -> SearchDirection {
        if self.0 >> 14 == 0 {
            SearchDirection::Forward
        } else {
            SearchDirection::Backward
        }
    }

    pub fn discarded_as(self, outcome: NodeOutcome) -> Self {
        Label(self.0 & !(0b111 << 3) | (outcome as u32 + 1) << 3)
    }

    #[inline]
    pub fn outcome(self) -> NodeOutcome {
        NodeOutcome::ALL[(self.0 & 0b111) as usize]
    }

    #[inline]
    pub fn discarded(self) -> Option<NodeOutcome> {
        let outcome = (self.0 >> 3 & 0b111) as usize;
        outcome
            .checked_sub(1)
            .map(|outcome| NodeOutcome::ALL[outcome])
    }

    pub fn action(self) -> Action {
        Action((self.0 >> 6) as u8)
    }
}
