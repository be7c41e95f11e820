//! Random boards, drawn by a Markov chain that prefers those with a low h.

use super::estimator::Estimator;
use tilescope_puzzle::{Board, Direction, scramble};
use tilescope_search::Cost;

/// A Markov chain of boards (Metropolis et al. 1953). It prefers no board among those with the same h.
pub struct Chain {
    pub board: Board,
    pub h: Cost,
    /// How much likelier a board is for each unit that its h is lower.
    pub preference: f64,
}

impl Chain {
    /// Begins with a random board that can reach `goal`.
    pub fn new(goal: &Board, estimator: &Estimator, rng: &mut fastrand::Rng) -> Self {
        let board = scramble::solvable(goal, rng);
        Chain {
            h: estimator.h(&board),
            board,
            preference: 1.0,
        }
    }

    pub fn walk(&mut self, n_steps: usize, estimator: &Estimator, rng: &mut fastrand::Rng) {
        for _ in 0..n_steps {
            self.step(estimator, rng);
        }
    }

    /// Proposes another board that can reach the goal, as likely to be proposed from there, and
    /// goes there or stays.
    fn step(&mut self, estimator: &Estimator, rng: &mut fastrand::Rng) {
        /// A move of the blank changes little, so few of the steps are moves: where this was every second
        /// one, the intervals of the 15-puzzle were a fifth wider.
        const STEPS_PER_MOVE: usize = 5;
        let mut next = self.board.clone();
        if rng.usize(..STEPS_PER_MOVE) == 0 {
            if !next.slide(Direction::ALL[rng.usize(..4)]) {
                return;
            }
        } else {
            // Three tiles change places in a circle, which keeps the parity.
            let n_cells = next.size().n_cells();
            let [a, b, c] = [(); 3].map(|()| rng.usize(..n_cells));
            let blank = next.blank();
            if a == b || b == c || a == c || [a, b, c].contains(&blank) {
                return;
            }
            next.swap(a, b);
            next.swap(b, c);
        }
        let h = estimator.h(&next);
        let rise = i64::from(h) - i64::from(self.h);
        if rise <= 0 || rng.f64() < self.preference.powi(-(rise as i32)) {
            (self.board, self.h) = (next, h);
        }
    }
}
