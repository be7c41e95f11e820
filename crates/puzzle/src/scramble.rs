//! Random starts: uniform over the solvable boards, or a random walk from the goal.

use super::{Board, Direction, Solvability, solvability};

/// A random board from which `goal` can be reached, uniformly distributed.
pub fn solvable(goal: &Board, rng: &mut fastrand::Rng) -> Board {
    let mut board = goal.clone();
    for cell in (1..goal.size().n_cells()).rev() {
        board.swap(cell, rng.usize(..=cell));
    }
    // The swap is a bijection from unsolvable to solvable boards, so the distribution stays
    // uniform.
    if !Solvability::new(&board, goal).is_solvable() {
        let (a, b) = solvability::repairing_swap(&board, goal);
        board.swap(a, b);
    }
    board
}

/// The board after `n_moves` random moves from `goal`, none undoing the one before, and these
/// moves.
pub fn random_walk(
    goal: &Board,
    n_moves: usize,
    rng: &mut fastrand::Rng,
) -> (Board, Vec<Direction>) {
    let mut board = goal.clone();
    let mut walk: Vec<Direction> = Vec::new();
    while walk.len() < n_moves {
        let direction = Direction::ALL[rng.usize(..4)];
        let undoes = walk.last().is_some_and(|last| direction == last.opposite());
        if !undoes && board.slide(direction) {
            walk.push(direction);
        }
    }
    (board, walk)
}
