//! The distribution of h, by the cell of the blank.

use super::COSTS;
use super::walks::Walks;
use crate::Interrupt;
use crate::audit::{AuditError, Limits, values_by_blank};
use tilescope_puzzle::{Board, HeuristicExpr};

/// For each cell of the blank, the number of boards with each value of h, from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByBlank(pub Vec<Vec<u64>>);

/// Looks at every board that can reach `goal`.
///
/// # Errors
/// If the heuristic does not fit, there is not enough memory, or the work was interrupted.
pub fn enumerate(
    goal: &Board,
    heuristic: &HeuristicExpr,
    limits: Limits,
    interrupt: &Interrupt,
    on_progress: &mut (dyn FnMut(f64) + Send),
) -> Result<ByBlank, AuditError> {
    let counts = values_by_blank(goal, COSTS, heuristic, limits, interrupt, on_progress)?;
    Ok(ByBlank(counts))
}

impl ByBlank {
    /// The number of boards with each value of h.
    pub fn histogram(&self) -> Vec<u64> {
        let n_values = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let of_value = |h| self.0.iter().filter_map(|counts| counts.get(h)).sum();
        (0..n_values).map(of_value).collect()
    }

    /// The same boards, each with h = 0.
    pub fn without_heuristic(&self) -> ByBlank {
        ByBlank(
            self.0
                .iter()
                .map(|counts| vec![counts.iter().sum()])
                .collect(),
        )
    }

    /// The nodes that an iteration with this bound expands, on average over all starts.
    pub fn expanded(&self, walks: &Walks, bound: usize) -> f64 {
        let n_boards: u64 = self.0.iter().flatten().sum();
        let mut expanded = 0.0;
        for (blank, counts) in self.0.iter().enumerate() {
            // The boards with h up to what is left of the bound.
            let mut n_within = 0;
            for left in 0..=bound {
                n_within += counts.get(left).copied().unwrap_or(0);
                expanded += walks.starting_at(blank, bound - left) * n_within as f64;
            }
        }
        expanded / n_boards as f64
    }
}
