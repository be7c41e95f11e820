//! The goals that books use.

use super::{Board, Size};

/// A goal known by name, for every size that it makes sense on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GoalPreset {
    /// 1 2 3 / 4 5 6 / 7 8 _.
    BlankLast,
    /// _ 1 2 / 3 4 5 / 6 7 8.
    BlankFirst,
    /// The tiles wind inward clockwise, the blank last: 1 2 3 / 8 _ 4 / 7 6 5 on 3×3.
    Spiral,
}

impl GoalPreset {
    pub const ALL: [GoalPreset; 3] = [
        GoalPreset::BlankLast,
        GoalPreset::BlankFirst,
        GoalPreset::Spiral,
    ];

    /// The goal on a board of `size`.
    pub fn board(self, size: Size) -> Board {
        let _ = size;
        todo!()
    }

    /// “Blank last”, and so on.
    pub fn name(self) -> &'static str {
        match self {
            GoalPreset::BlankLast => "Blank last",
            GoalPreset::BlankFirst => "Blank first",
            GoalPreset::Spiral => "Spiral",
        }
    }
}
