//! What fits into a few bits of a node: how it came about, and what became of it.

use tilescope_search::{Action, NodeOutcome, SearchDirection};

/// A node's fate at birth (3 bits), the fate with which it left the frontier unexpanded
/// plus one (3 bits, 0 if it did not), its action (8 bits), and the end that its tree grows
/// from (the rest: so it takes no room in a search from the start).
#[derive(Clone, Copy)]
pub(super) struct Label(pub u32);

impl Label {
    const OUTCOMES: [NodeOutcome; 6] = [
        NodeOutcome::Frontier,
        NodeOutcome::Reopened,
        NodeOutcome::Duplicate,
        NodeOutcome::Cycle,
        NodeOutcome::Cut,
        NodeOutcome::Goal,
    ];

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
        Self::OUTCOMES[(self.0 & 0b111) as usize]
    }

    #[inline]
    pub fn discarded(self) -> Option<NodeOutcome> {
        let outcome = (self.0 >> 3 & 0b111) as usize;
        outcome
            .checked_sub(1)
            .map(|outcome| Self::OUTCOMES[outcome])
    }

    pub fn action(self) -> Action {
        Action((self.0 >> 6) as u8)
    }
}
