//! The counts by depth and f, and the bounds of iterations, in words.

use crate::{Job, format};
use tilescope_search::{Cost, Pruning};

/// The factors of g and h in f, in thousandths; `None` if the algorithm compares no costs.
pub fn factors(job: &Job) -> Option<(u32, u32)> {
    let settings = &job.settings;
    settings.strategy().evaluation.factors(&settings.options)
}

/// An f in thousandths as a number: “57”, “12.5”.
pub fn level_f_text(job: &Job, f: u64) -> String {
    let unit = job.problem.unit();
    match f.is_multiple_of(1000) {
        true => format::cost(f / 1000, unit),
        false => (f as f64 / 1000.0 / f64::from(unit)).to_string(),
    }
}

/// The bound of an iteration: a bound on f and the cost of a solution are costs, other bounds are
/// depths.
pub fn bound_text(job: &Job, bound: Cost) -> String {
    format::cost(bound.into(), unit_of_bound(job))
}

/// The bound of an iteration as a number.
pub fn bound_value(job: &Job, bound: Cost) -> f64 {
    f64::from(bound) / f64::from(unit_of_bound(job))
}

fn unit_of_bound(job: &Job) -> u32 {
    match job.settings.strategy().pruning {
        Pruning::FBound | Pruning::BestSolution | Pruning::Backtracking => job.problem.unit(),
        _ => 1,
    }
}
