//! What fits into a few bits of a node: how it came about, and what became of it.

use tilescope_search::{Action, NodeOutcome, SearchDirection};

/// A node's fate at birth (3 bits), the fate with which it left the frontier unexpanded
/// plus one (3 bits, 0 if it did not), its action (8 bits), and the end that its tree grows
/// from (the rest: so it takes no room in a search from the start).
#[derive(Clone, Copy)]
pub(super) struct Label(pub u32);

impl Label {
    const FATES: [NodeOutcome; 6] = [
        NodeOutcome::Frontier,
        NodeOutcome::Reopened,
        NodeOutcome::Duplicate,
        NodeOutcome::Cycle,
        NodeOutcome::Cut,
        NodeOutcome::Goal,
    ];

    pub fn new(end: SearchDirection, action: Action, fate: NodeOutcome) -> Self {
        Label((end as u32) << 14 | u32::from(action.0) << 6 | fate as u32)
    }

    #[inline]
    pub fn end(self) -> SearchDirection {
        if self.0 >> 14 == 0 {
            SearchDirection::Forward
        } else {
            SearchDirection::Backward
        }
    }

    pub fn ended(self, fate: NodeOutcome) -> Self {
        Label(self.0 & !(0b111 << 3) | (fate as u32 + 1) << 3)
    }

    #[inline]
    pub fn fate(self) -> NodeOutcome {
        Self::FATES[(self.0 & 0b111) as usize]
    }

    #[inline]
    pub fn dropped(self) -> Option<NodeOutcome> {
        let fate = (self.0 >> 3 & 0b111) as usize;
        fate.checked_sub(1).map(|fate| Self::FATES[fate])
    }

    pub fn action(self) -> Action {
        Action((self.0 >> 6) as u8)
    }
}
