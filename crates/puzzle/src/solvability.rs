//! Solvability by parity, with the reason in words.

use super::Board;

/// Whether a start can reach a goal, and the parities that decide it.
///
/// A move of the blank is one transposition and one step of the blank: it flips both the parity of
/// the permutation from start to goal and the parity of the blank's distance to its goal cell. So
/// a puzzle is solvable if and only if both parities agree, on every m×n board (Johnson & Story
/// 1879).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solvability {
    /// Whether the permutation from start to goal is odd.
    pub is_permutation_odd: bool,
    /// Whether the blank's distance (rows plus columns) from start to goal is odd.
    pub is_blank_distance_odd: bool,
}

impl Solvability {
    /// Decides whether `start` can reach `goal`.
    ///
    /// # Panics
    /// If the boards differ in size.
    pub fn new(start: &Board, goal: &Board) -> Solvability {
        assert_eq!(start.size(), goal.size(), "a puzzle has one size");
        let columns = start.size().columns();
        let (from, to) = (start.blank(), goal.blank());
        let blank_distance =
            (from / columns).abs_diff(to / columns) + (from % columns).abs_diff(to % columns);
        Solvability {
            is_permutation_odd: is_odd(start, goal),
            is_blank_distance_odd: blank_distance % 2 == 1,
        }
    }

    pub fn is_solvable(self) -> bool {
        self.is_permutation_odd == self.is_blank_distance_odd
    }

    /// The reason, in a sentence or two for the user: which parities agree or differ.
    pub fn reason(self) -> String {
        let parity = |is_odd| if is_odd { "odd" } else { "even" };
        let permutation = parity(self.is_permutation_odd);
        let distance = parity(self.is_blank_distance_odd);
        if self.is_solvable() {
            format!(
                "Start and goal differ by an {permutation} permutation, and the blank is an \
                 {distance} number of moves from its goal cell."
            )
        } else {
            format!(
                "Start and goal differ by an {permutation} permutation, but the blank is an \
                 {distance} number of moves from its goal cell. Each move flips both parities, \
                 so the goal can't be reached."
            )
        }
    }
}

/// Whether the permutation from `start` to `goal`, including the blank, is odd. A cycle of even
/// length is an odd permutation.
fn is_odd(start: &Board, goal: &Board) -> bool {
    let mut goal_cell = vec![0; goal.tiles().len()];
    for (cell, &tile) in goal.tiles().iter().enumerate() {
        goal_cell[usize::from(tile)] = cell;
    }
    let mut seen = vec![false; goal_cell.len()];
    let mut is_odd = false;
    for first in 0..seen.len() {
        let mut cell = first;
        let mut length = 0;
        while !std::mem::replace(&mut seen[cell], true) {
            cell = goal_cell[usize::from(start.tiles()[cell])];
            length += 1;
        }
        is_odd ^= length > 0 && length % 2 == 0;
    }
    is_odd
}

/// Two cells of `start` whose swap makes an unsolvable puzzle solvable: those of the last two
/// tiles of the goal, the famous 14 and 15.
pub fn repairing_swap(start: &Board, goal: &Board) -> (usize, usize) {
    let mut last = (goal.tiles().iter().rev())
        .filter(|&&tile| tile != 0)
        .map(|&tile| start.cell_of(tile));
    let mut next = || last.next().expect("a board has at least three tiles");
    let b = next();
    (next(), b)
}
