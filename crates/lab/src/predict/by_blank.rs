//! The distribution of h, by the cell of the blank.

use super::COSTS;
use super::walks::Walks;
use crate::Interrupt;
use crate::audit::{AuditError, Limits, values_by_blank};
use tilescope_puzzle::{Board, HeuristicExpr};

/// For each cell of the blank, the number of boards with each value of h, from 0, or their share of all.
/// Numbers are whole and exact.
#[derive(Clone, PartialEq, Debug)]
pub struct ByBlank(pub Vec<Vec<f64>>);

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
    let exact = |counts: Vec<u64>| counts.into_iter().map(|n| n as f64).collect();
    Ok(ByBlank(counts.into_iter().map(exact).collect()))
}

impl ByBlank {
    /// The number of boards with each value of h.
    pub fn histogram(&self) -> Vec<f64> {
        let n_values = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let of_value = |h| {
            self.0
                .iter()
                .filter_map(|counts| counts.get(h))
                .sum::<f64>()
        };
        (0..n_values).map(of_value).collect()
    }

    /// Boards with h = 0: as many with the blank in each cell.
    pub fn without_heuristic(n_cells: usize) -> ByBlank {
        ByBlank(vec![vec![1.0]; n_cells])
    }

    /// The nodes that an iteration with this bound expands, on average over all starts.
    pub fn expanded(&self, walks: &Walks, bound: usize) -> f64 {
        let n_boards: f64 = self.0.iter().flatten().sum();
        let mut expanded = 0.0;
        for (blank, counts) in self.0.iter().enumerate() {
            // The boards with h up to what is left of the bound.
            let mut n_within = 0.0;
            for left in 0..=bound {
                n_within += counts.get(left).copied().unwrap_or(0.0);
                expanded += walks.starting_at(blank, bound - left) * n_within;
            }
        }
        expanded / n_boards
    }
}
