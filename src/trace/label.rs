//! What fits into a few bits of a node: how it came about, and what became of it.

use crate::search::{Action, End, Fate};

/// A node's fate at birth (3 bits), the fate with which it left the frontier unexpanded
/// plus one (3 bits, 0 if it did not), its action (8 bits), and the end that its tree grows
/// from (the rest: so it takes no room in a search from the start).
#[derive(Clone, Copy)]
pub(super) struct Label(pub u32);

impl Label {
    const FATES: [Fate; 6] = [
        Fate::Frontier,
        Fate::Reopened,
        Fate::Duplicate,
        Fate::Cycle,
        Fate::Cut,
        Fate::Goal,
    ];

    pub fn new(end: End, action: Action, fate: Fate) -> Self {
        Label((end as u32) << 14 | u32::from(action.0) << 6 | fate as u32)
    }

    #[inline]
    pub fn end(self) -> End {
        if self.0 >> 14 == 0 {
            End::Start
        } else {
            End::Goal
        }
    }

    pub fn ended(self, fate: Fate) -> Self {
        Label(self.0 & !(0b111 << 3) | (fate as u32 + 1) << 3)
    }

    #[inline]
    pub fn fate(self) -> Fate {
        Self::FATES[(self.0 & 0b111) as usize]
    }

    #[inline]
    pub fn dropped(self) -> Option<Fate> {
        let fate = (self.0 >> 3 & 0b111) as usize;
        fate.checked_sub(1).map(|fate| Self::FATES[fate])
    }

    pub fn action(self) -> Action {
        Action((self.0 >> 6) as u8)
    }
}
