//! What the iterations of a run are called: iterations with a bound, the restarts of a climb, the phases of an
//! anytime search.

use super::levels::bound_text;
use crate::{Job, format};
use tilescope_search::{About, Applies};
use tilescope_trace::levels::Iterations;
use tilescope_trace::{Iteration, Trace};

/// Whether the iterations of an algorithm are restarts.
pub fn has_restarts(algorithm: &About) -> bool {
    let is_restarts = |applies: &Applies| matches!(applies, Applies::Restarts);
    algorithm.options.iter().any(is_restarts)
}

/// What the iterations of an algorithm are called, and one of them.
pub fn iteration_words(algorithm: &About) -> (&'static str, &'static str) {
    match Iterations::of(algorithm) {
        Iterations::Solutions => ("Solutions", "Phase"),
        _ if has_restarts(algorithm) => ("Restarts", "Restart"),
        _ => ("Iterations", "Iteration"),
    }
}

/// What an iteration is called, by its number from zero: “Iteration 3”, “First climb”, “Restart 2”.
pub fn iteration_name(algorithm: &About, number: usize) -> String {
    match number {
        0 if has_restarts(algorithm) => FIRST_CLIMB.to_owned(),
        _ => {
            let (_, word) = iteration_words(algorithm);
            format!("{word} {}", iteration_number(algorithm, number))
        }
    }
}

const FIRST_CLIMB: &str = "First climb";

/// The number that people read. The first climb is no restart, so restarts count from it.
pub fn iteration_number(algorithm: &About, number: usize) -> String {
    let first = u64::from(!has_restarts(algorithm));
    format::count(number as u64 + first)
}

/// A label and a value for an iteration: “iteration” and “3, bound 17”, or “restart” and “41”.
pub fn iteration_row(job: &Job, iteration: &Iteration) -> (&'static str, String) {
    let algorithm = job.settings.algorithm;
    let number = iteration_number(algorithm, iteration.number);
    if !has_restarts(algorithm) {
        let bound = bound_text(job, iteration.bound);
        return ("iteration", format!("{number}, bound {bound}"));
    }
    match iteration.number {
        0 => ("restart", "none, first climb".to_owned()),
        _ => ("restart", number),
    }
}

/// A line on an iteration: “Iteration 3 of 5, bound 17”, “Restart 41 of 100”, “First climb”.
pub fn iteration(job: &Job, trace: &Trace, iteration: &Iteration) -> String {
    let algorithm = job.settings.algorithm;
    let name = iteration_name(algorithm, iteration.number);
    let last = iteration_number(algorithm, trace.n_iterations().saturating_sub(1));
    match has_restarts(algorithm) {
        true if iteration.number == 0 => name,
        true => format!("{name} of {last}"),
        false => format!(
            "{name} of {last}, bound {}",
            bound_text(job, iteration.bound)
        ),
    }
}

/// The same where there is little room: “bound 17”, “Restart 41”, “First climb”.
pub fn iteration_short(job: &Job, iteration: &Iteration) -> String {
    let algorithm = job.settings.algorithm;
    match has_restarts(algorithm) {
        true => iteration_name(algorithm, iteration.number),
        false => format!("bound {}", bound_text(job, iteration.bound)),
    }
}
