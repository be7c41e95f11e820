//! Whether a board can be turned into a goal: decided by parity, and said in words.

use super::Board;

/// Whether a start can reach a goal, and the parities that decide it.
///
/// A move of the blank is one transposition and one step of the blank: it changes both the
/// parity of the permutation that takes start to goal and the parity of the blank's way.
/// So both must agree, on every m×n (Johnson & Story 1879).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Whether the permutation from start to goal is odd.
    pub permutation_is_odd: bool,
    /// Whether the blank's distance (rows plus columns) from start to goal is odd.
    pub blank_way_is_odd: bool,
}

impl Verdict {
    /// Decides whether `start` can reach `goal`.
    ///
    /// # Panics
    /// If the boards differ in size.
    pub fn new(start: &Board, goal: &Board) -> Verdict {
        let _ = (start, goal);
        todo!()
    }

    pub fn is_solvable(self) -> bool {
        self.permutation_is_odd == self.blank_way_is_odd
    }

    /// Why, in a sentence or two for people: which parity differs.
    pub fn reason(self) -> String {
        todo!()
    }
}

/// Two cells of `start` whose swap makes an unsolvable puzzle solvable: the two
/// tiles (neither the blank) that stand last in the goal, the famous 14 and 15.
pub fn repair(start: &Board, goal: &Board) -> (usize, usize) {
    let _ = (start, goal);
    todo!()
}
