//! How often a child with some h follows a type of nodes.
//!
//! Up to [`MAX_CELLS`] cells every board is a node by each move that leads to it. Of larger boards a
//! sample is drawn by a Markov chain, in which a board is likelier by a factor b^t for each unit that its h
//! is lower, with t from 0 to 1 in steps: deep in an iteration boards with a low h are expanded, and
//! among uniform boards there are next to none. A chain prefers no board among those with the same h,
//! and so what follows a type is as frequent as among all boards.

use super::Type;
use crate::Interrupt;
use crate::audit::states::{MAX_KEPT_CELLS, States};
use crate::audit::{AuditError, Limits, values_of_states};
use crate::predict::chain::Chain;
use crate::predict::estimator::Estimator;
use crate::predict::{COSTS, MAX_BOUND, branching_factor};
use std::collections::HashMap;
use tilescope_puzzle::{Board, Direction, HeuristicExpr};
use tilescope_search::Cost;
use tilescope_search::hashing::QuickHash;

/// The largest board, in cells, all of whose states are counted.
const MAX_CELLS: usize = MAX_KEPT_CELLS;

/// The chains of a sample, the boards of each, and the steps between two of these.
const N_CHAINS: usize = 5;
const BOARDS_OF_CHAIN: usize = 40_000;
const STEPS: usize = 10;
/// The steps before the first.
const STEPS_AT_FIRST: usize = 20_000;
const SEED: u64 = 1;

/// What follows what: counts of children.
pub struct Transitions {
    /// A type and a child's move and h, with their number; sorted.
    pub(super) children: Vec<(Type, Direction, Cost, u64)>,
    pub(super) n_boards: u64,
    pub(super) is_exhaustive: bool,
}

impl Transitions {
    /// Counts them for a goal and a heuristic.
    ///
    /// # Errors
    /// If the heuristic does not fit, there is not enough memory, or the work was interrupted.
    pub(super) fn count(
        goal: &Board,
        heuristic: &HeuristicExpr,
        limits: Limits,
        interrupt: &Interrupt,
        on_progress: &mut (dyn FnMut(f64) + Send),
    ) -> Result<Self, AuditError> {
        let mut counts = Counts::default();
        let is_exhaustive = goal.size().n_cells() <= MAX_CELLS;
        if is_exhaustive {
            let states = States::new(goal, COSTS)?;
            let values = values_of_states(
                &states,
                COSTS,
                heuristic,
                None,
                limits,
                interrupt,
                on_progress,
            )?;
            let h = |state: u32| values[state as usize].min(MAX_BOUND as Cost + 1);
            for state in 0..states.n_states() as u32 {
                let near = Direction::ALL.map(|by| states.successor(state, by).map(h));
                counts.add(states.blank(state), h(state), near);
            }
        } else {
            sample(goal, heuristic, &mut counts, interrupt, on_progress)?;
        }
        Ok(counts.sorted(is_exhaustive))
    }

    /// The number of types that have children.
    pub(super) fn n_types(&self) -> usize {
        self.children.chunk_by(|a, b| a.0 == b.0).count()
    }
}

/// Draws boards and counts.
fn sample(
    goal: &Board,
    heuristic: &HeuristicExpr,
    counts: &mut Counts,
    interrupt: &Interrupt,
    on_progress: &mut (dyn FnMut(f64) + Send),
) -> Result<(), AuditError> {
    let estimator = Estimator::new(goal, heuristic)?;
    let mut rng = fastrand::Rng::with_seed(SEED);
    let factor = branching_factor(goal.size());
    for chain in 0..N_CHAINS {
        let mut chain_ = Chain::new(goal, &estimator, &mut rng);
        chain_.preference = factor.powf(chain as f64 / (N_CHAINS - 1) as f64);
        chain_.walk(STEPS_AT_FIRST, &estimator, &mut rng);
        for i in 0..BOARDS_OF_CHAIN {
            chain_.walk(STEPS, &estimator, &mut rng);
            let Chain { board, h, .. } = &mut chain_;
            let near = Direction::ALL.map(|by| {
                let h = board.slide(by).then(|| estimator.h(board))?;
                board.slide(by.opposite());
                Some(h)
            });
            counts.add(board.blank(), *h, near);
            if i % 1000 == 0 {
                if interrupt.is_stopped() {
                    return Err(AuditError::Interrupted);
                }
                let n_done = chain * BOARDS_OF_CHAIN + i;
                on_progress(n_done as f64 / (N_CHAINS * BOARDS_OF_CHAIN) as f64);
            }
        }
    }
    Ok(())
}

/// Counts by a type and a child, packed.
#[derive(Default)]
struct Counts {
    n_boards: u64,
    children: HashMap<u64, u64, QuickHash>,
}

impl Counts {
    /// Counts the children of a board with its blank in this cell. `near` has h of the boards that each
    /// move leads to, and the move back leads from.
    fn add(&mut self, blank: usize, h: Cost, near: [Option<Cost>; 4]) {
        self.n_boards += 1;
        for (from, h_of_parent) in near.iter().enumerate() {
            let Some(h_of_parent) = *h_of_parent else {
                continue;
            };
            let by = Direction::ALL[from].opposite();
            for (to, h_of_child) in near.iter().enumerate().filter(|(to, _)| *to != from) {
                if let Some(h_of_child) = *h_of_child {
                    let parts = [
                        blank as Cost,
                        by as Cost,
                        h_of_parent,
                        h,
                        to as Cost,
                        h_of_child,
                    ];
                    *self.children.entry(pack(parts)).or_default() += 1;
                }
            }
        }
    }

    fn sorted(self, is_exhaustive: bool) -> Transitions {
        let unpacked = |(key, n): (u64, u64)| {
            let [blank, by, h_of_parent, h, to, h_of_child] = unpack(key);
            let kind = Type {
                blank: blank as u8,
                by: Direction::ALL[by as usize],
                h_of_parent,
                h,
            };
            (kind, Direction::ALL[to as usize], h_of_child, n)
        };
        // In the order of their packed keys they are sorted by type and move.
        let mut children: Vec<(u64, u64)> = self.children.into_iter().collect();
        children.sort_unstable();
        Transitions {
            children: children.into_iter().map(unpacked).collect(),
            n_boards: self.n_boards,
            is_exhaustive,
        }
    }
}

/// The bits of each part: a cell of up to 100, a direction, values up to [`MAX_BOUND`] + 1.
const BITS: [u32; 6] = [7, 2, 9, 9, 2, 9];

fn pack(parts: [Cost; 6]) -> u64 {
    let joined = parts.into_iter().zip(BITS);
    joined.fold(0, |key, (part, bits)| key << bits | u64::from(part))
}

fn unpack(mut key: u64) -> [Cost; 6] {
    let mut parts = [0; 6];
    for (part, bits) in parts.iter_mut().zip(BITS).rev() {
        *part = (key & ((1 << bits) - 1)) as Cost;
        key >>= bits;
    }
    parts
}
