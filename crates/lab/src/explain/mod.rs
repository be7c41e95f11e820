//! Explanations of a run: the formula of f, the reason for a node's status, the legend.
//!
//! Everything here follows from the fields of the algorithm's [`About`],
//! the options and the record, so a new algorithm is explained without a change.

mod backed_up;
mod climb;
pub mod estimate;
mod evaluation;
mod frontier;
mod iterations;
mod level;
mod levels;
mod list;
mod memory_bounded;
mod original;
mod originals;
mod pair;
mod path_search;
pub mod pseudocode;
mod reasons;
mod repeated;
mod why;

pub use backed_up::BackedUp;
pub use evaluation::{compared, costs, equation, f, f_text, formula, has_sum, terms};
pub use frontier::{
    frontier_rule, key_text, least_value_text, next_text, nodes_text, order, replayed_rule,
    tie_rule,
};
pub use iterations::{
    has_restarts, iteration, iteration_name, iteration_number, iteration_row, iteration_short,
    iteration_words,
};
pub use levels::{bound_text, bound_value, factors, level_f_text};
pub use original::{Sought, original, original_by_scan};
pub use originals::{Originals, OriginalsBuilder};
pub use path_search::{PathLevel, alternative, keeps_path_alone, path_levels};
pub use reasons::MAX_SCANNED;
pub use why::{why, why_with};

use super::Settings;
use tilescope_search::{About, NodeOutcome, Pruning, Selection};
use tilescope_trace::{NodeId, Status, Trace};

/// The legend of a record with these settings: the statuses that its nodes may have, except goals and
/// meetings.
pub fn legend(settings: &Settings) -> Vec<(&'static str, Status)> {
    let mut entries = vec![
        ("frontier", Status::Frontier),
        ("expanded", Status::Expanded),
        ("duplicate", Status::Discarded(NodeOutcome::Duplicate)),
    ];
    let discarded = match settings.strategy().pruning {
        Pruning::None => None,
        Pruning::OtherSuccessors | Pruning::Commitment => Some("not chosen"),
        Pruning::Chance => Some("rejected"),
        Pruning::Backtracking | Pruning::NodeBudget => Some("forgotten"),
        _ => Some("cut"),
    };
    entries.extend(discarded.map(|word| (word, Status::Discarded(NodeOutcome::Cut))));
    entries
}

/// If `node` is a better path to a state that was reached before: [`NodeOutcome::Improved`] or
/// [`NodeOutcome::Reopened`]. A node that a memory-bounded search puts back on the frontier is not.
pub fn better_path(algorithm: &About, trace: &Trace, node: NodeId) -> Option<NodeOutcome> {
    let outcome = trace.outcome(node);
    better_path_word(algorithm, outcome).map(|_| outcome)
}

/// The word for nodes with this outcome in the legend, if they are better paths.
pub fn better_path_word(algorithm: &About, outcome: NodeOutcome) -> Option<&'static str> {
    match outcome {
        _ if is_requeueing(algorithm) => None,
        NodeOutcome::Improved => Some("improved"),
        NodeOutcome::Reopened => Some("reopened"),
        _ => None,
    }
}

/// Whether the algorithm puts nodes back on the frontier when their successors are forgotten.
fn is_requeueing(algorithm: &About) -> bool {
    algorithm.selection == Selection::LowestBackedUpF
}
