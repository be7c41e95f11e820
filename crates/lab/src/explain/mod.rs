//! Explanations of a run: the formula of f, the reason for a node's status, the legend.
//!
//! Everything here follows from the fields of the algorithm's [`About`],
//! the options and the record, so a new algorithm is explained without a change.

mod evaluation;
mod pair;
mod reasons;
mod why;

pub use evaluation::{f, f_text, formula, terms};
pub use why::why;

use super::{Job, format};
use tilescope_search::{About, NodeOutcome, Pruning};
use tilescope_trace::{Iteration, Status, Trace};

/// The legend of an algorithm's record: the statuses that its nodes may have, except goals and
/// meetings.
pub fn legend(algorithm: &About) -> Vec<(&'static str, Status)> {
    let mut entries = vec![
        ("frontier", Status::Frontier),
        ("expanded", Status::Expanded),
        ("duplicate", Status::Discarded(NodeOutcome::Duplicate)),
    ];
    if algorithm.pruning != Pruning::None {
        entries.push(("cut", Status::Discarded(NodeOutcome::Cut)));
    }
    entries
}

/// A line on an iteration: “Iteration 3 of 5, bound 17”.
pub fn iteration(job: &Job, trace: &Trace, iteration: &Iteration) -> String {
    // A bound on f is a cost; other bounds are depths or numbers of restarts.
    let bound = match job.settings.algorithm.pruning {
        Pruning::FBound => format::cost(iteration.bound.into(), job.problem.unit()),
        _ => iteration.bound.to_string(),
    };
    format!(
        "Iteration {} of {}, bound {bound}",
        iteration.number + 1,
        trace.n_iterations()
    )
}
