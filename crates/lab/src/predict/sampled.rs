//! The distribution of h where there are too many boards to count: estimated from random ones.
//!
//! Deep in a search the boards with a low h count, and among uniform boards there are next to none. So
//! boards are drawn at several levels of preference for a low h, from none to beyond b, the factor by
//! which a search grows with each unit of its bound: umbrella sampling (Torrie & Valleau 1977). What is
//! drawn at two neighbouring levels overlaps, which tells the ratio of their sums of weights (Bennett
//! 1976); with these the counts of all levels are joined (Ferrenberg & Swendsen 1989). All of it is done
//! several times, independently: how the results differ tells how far they can be trusted.

use super::branching_factor;
use super::by_blank::ByBlank;
use super::chain::Chain;
use super::estimator::Estimator;
use crate::Interrupt;
use crate::audit::{AuditError, Limits, tables};
use crate::predict::COSTS;
use tilescope_puzzle::{Board, HeuristicExpr};
use tilescope_search::Cost;

/// The independent estimates.
pub const N_ESTIMATES: usize = 8;
/// The greatest preference, as a power of b.
const MOST: f64 = 1.2;
/// Greater values of h count as this.
const MAX_H: usize = 4000;

/// How boards are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The seed of the random numbers: the same one gives the same figures.
    pub seed: u64,
    /// The steps of the chains of all estimates together.
    pub n_steps: usize,
}

impl Default for Drawing {
    fn default() -> Self {
        Drawing {
            seed: 1,
            n_steps: 8_000_000,
        }
    }
}

/// The boards that were drawn, and the shares of boards with each h, by the cell of the blank, that
/// each of [`N_ESTIMATES`] estimates found.
pub struct Sampled {
    pub n_drawn: u64,
    pub shares: Vec<ByBlank>,
}

/// Draws the boards.
///
/// # Errors
/// If the heuristic does not fit, there is not enough memory, or the work was interrupted.
pub fn sample(
    goal: &Board,
    heuristic: &HeuristicExpr,
    drawing: Drawing,
    limits: Limits,
    interrupt: &Interrupt,
    on_progress: &mut (dyn FnMut(f64) + Send),
) -> Result<Sampled, AuditError> {
    let _tables = tables(goal, COSTS, heuristic, limits, interrupt, on_progress)?;
    let estimator = Estimator::up_to(MAX_H as Cost, goal, heuristic)?;
    let mut rng = fastrand::Rng::with_seed(drawing.seed);
    let plan = Plan::new(goal, &estimator, drawing.n_steps, &mut rng);
    let mut shares = Vec::new();
    for i in 0..N_ESTIMATES {
        let mut progress = |part: f64| {
            on_progress((i as f64 + part) / N_ESTIMATES as f64);
            match interrupt.is_stopped() {
                true => Err(AuditError::Interrupted),
                false => Ok(()),
            }
        };
        shares.push(plan.estimate(goal, &estimator, &mut rng, &mut progress)?);
    }
    Ok(Sampled {
        n_drawn: (N_ESTIMATES * plan.preferences.len() * plan.n_boards) as u64,
        shares,
    })
}

/// How boards are drawn for one estimate.
struct Plan {
    /// The logarithm of the preference at each level, from 0.
    preferences: Vec<f64>,
    /// The boards of a level, and the steps between two of them.
    n_boards: usize,
    n_steps: usize,
}

impl Plan {
    fn new(
        goal: &Board,
        estimator: &Estimator,
        n_steps_of_all: usize,
        rng: &mut fastrand::Rng,
    ) -> Self {
        const N_FIRST: usize = 400;
        let values: Vec<f64> = (0..N_FIRST)
            .map(|_| f64::from(Chain::new(goal, estimator, rng).h))
            .collect();
        let mean = values.iter().sum::<f64>() / N_FIRST as f64;
        let variance = values.iter().map(|h| (h - mean).powi(2)).sum::<f64>() / N_FIRST as f64;
        let most = MOST * branching_factor(goal.size()).ln();
        // So close that neighbouring levels overlap.
        let n_levels = (2.0 * most * variance.sqrt()).ceil() as usize + 2;
        let n_steps = goal.size().n_cells() / 2 + 1;
        let last = (n_levels - 1) as f64;
        Plan {
            preferences: (0..n_levels).map(|i| most * i as f64 / last).collect(),
            n_boards: (n_steps_of_all / (N_ESTIMATES * n_levels * n_steps)).max(100),
            n_steps,
        }
    }

    /// One estimate. `progress` receives the fraction done, and may end it.
    fn estimate(
        &self,
        goal: &Board,
        estimator: &Estimator,
        rng: &mut fastrand::Rng,
        progress: &mut dyn FnMut(f64) -> Result<(), AuditError>,
    ) -> Result<ByBlank, AuditError> {
        let n_levels = self.preferences.len();
        let mut chain = Chain::new(goal, estimator, rng);
        // By the cell of the blank and h: the boards of all levels.
        let mut drawn = vec![vec![0.0; MAX_H + 1]; goal.size().n_cells()];
        let mut by_level = vec![vec![0.0; MAX_H + 1]; n_levels];
        for (level, preference) in self.preferences.iter().enumerate() {
            progress(level as f64 / n_levels as f64)?;
            chain.preference = preference.exp();
            chain.walk(self.n_boards / 5 * self.n_steps, estimator, rng);
            for _ in 0..self.n_boards {
                chain.walk(self.n_steps, estimator, rng);
                let h = chain.h as usize;
                drawn[chain.board.blank()][h] += 1.0;
                by_level[level][h] += 1.0;
            }
        }
        let weights = self.weights(&by_level);
        let of_blank = |counts: Vec<f64>| {
            let joined = counts.into_iter().zip(&weights);
            let mut shares: Vec<f64> = joined.map(|(n, weight)| n * weight).collect();
            let len = shares.iter().rposition(|share| *share > 0.0);
            shares.truncate(len.map_or(0, |last| last + 1));
            shares
        };
        Ok(ByBlank(drawn.into_iter().map(of_blank).collect()))
    }

    /// For each h, the share of all boards that one which was drawn at any level stands for.
    fn weights(&self, by_level: &[Vec<f64>]) -> Vec<f64> {
        // The logarithm of the mean weight of all boards at each level.
        let mut sums = vec![0.0];
        for (pair, counts) in self.preferences.windows(2).zip(by_level.windows(2)) {
            let half = (pair[1] - pair[0]) / 2.0;
            let down = log_mean(&counts[0], |h| -half * h);
            let up = log_mean(&counts[1], |h| half * h);
            sums.push(sums[sums.len() - 1] + down - up);
        }
        let weight = |h: usize| {
            let levels = self.preferences.iter().zip(&sums);
            let terms = levels.map(|(preference, sum)| -preference * h as f64 - sum);
            (-log_sum(terms) - (self.n_boards as f64).ln()).exp()
        };
        (0..MAX_H + 1).map(weight).collect()
    }
}

/// The logarithm of the mean of e^(term of h), over boards counted by h.
fn log_mean(counts: &[f64], term: impl Fn(f64) -> f64) -> f64 {
    let n: f64 = counts.iter().sum();
    let there = counts.iter().enumerate().filter(|(_, n)| **n > 0.0);
    log_sum(there.map(|(h, n)| term(h as f64) + n.ln())) - n.ln()
}

/// The logarithm of the sum of e^term, which may itself be too small or too great for a number.
fn log_sum(terms: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = terms.clone().fold(f64::NEG_INFINITY, f64::max);
    most + terms.map(|term| (term - most).exp()).sum::<f64>().ln()
}
