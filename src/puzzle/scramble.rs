//! Random starts: any solvable board with equal chance, or a random walk from the goal.

use super::{Board, Direction};

/// A random board that can be solved to `goal`, every one with equal chance.
pub fn solvable(goal: &Board, rng: &mut fastrand::Rng) -> Board {
    let _ = (goal, rng);
    todo!()
}

/// The board after `n_moves` random moves from `goal`, none undoing the one before, and
/// these moves.
pub fn random_walk(
    goal: &Board,
    n_moves: usize,
    rng: &mut fastrand::Rng,
) -> (Board, Vec<Direction>) {
    let _ = (goal, n_moves, rng);
    todo!()
}
