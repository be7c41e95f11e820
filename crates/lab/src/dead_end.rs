//! How a search that proves nothing ended without a solution.

use super::{BestNode, Counts, Job, format};
use tilescope_search::{Applies, Pruning, Selection};

/// How a search that proves nothing ended without a solution. It follows from the algorithm's
/// fields, the options and the counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeadEnd {
    /// No nodes were left, but some had been pruned.
    Pruned,
    /// A climb: no neighbour has a lower h.
    LocalMinimum,
    /// A climb: no neighbour has a lower h, and the limit on sideways moves in a row is reached.
    Plateau { sideways: u32 },
    /// A climb with sideways moves, where costs differ: one of the two above.
    LocalMinimumOrPlateau,
    /// This many climbs ended so.
    LocalMinima { n_climbs: u32 },
    /// No state that can be reached from the last stage has a lower h.
    NothingLower,
    /// The steps were used up.
    NoStepsLeft,
    /// The temperature was too low for another step.
    Frozen,
}

impl DeadEnd {
    /// How the search of `job` ended, of which this was the best node.
    pub(super) fn of(job: &Job, counts: &Counts, best: Option<BestNode>) -> Self {
        let settings = &job.settings;
        let options = &settings.options;
        let restarts = |applies: &Applies| matches!(applies, Applies::Restarts);
        match (settings.strategy().selection, settings.strategy().pruning) {
            (Selection::BetterSuccessor, _) if settings.algorithm.options.iter().any(restarts) => {
                let n_climbs = options.restarts.saturating_add(1);
                DeadEnd::LocalMinima { n_climbs }
            }
            (Selection::BetterSuccessor, _) if options.sideways == 0 => DeadEnd::LocalMinimum,
            (Selection::BetterSuccessor, _) if job.problem.has_unit_costs() => {
                // The climb expands each node of its path. It reaches the least h at the best node
                // and moves sideways from there.
                let n_sideways =
                    best.map(|best| counts.expanded.checked_sub(1 + u64::from(best.g)));
                let sideways = options.sideways;
                match n_sideways.flatten() == Some(sideways.into()) {
                    true => DeadEnd::Plateau { sideways },
                    false => DeadEnd::LocalMinimum,
                }
            }
            (Selection::BetterSuccessor, _) => DeadEnd::LocalMinimumOrPlateau,
            // Every step generates a node.
            (Selection::RandomSuccessor, _) if counts.generated > options.steps.into() => {
                DeadEnd::NoStepsLeft
            }
            (Selection::RandomSuccessor, _) => DeadEnd::Frozen,
            (_, Pruning::Commitment) => DeadEnd::NothingLower,
            _ => DeadEnd::Pruned,
        }
    }

    /// The outcome in a word, capitalised, and in a few in lower case.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            DeadEnd::Pruned => ("Exhausted", "exhausted, not proved"),
            DeadEnd::LocalMinimum => ("Stuck", "stuck in a local minimum"),
            DeadEnd::Plateau { .. } => ("Stuck", "stuck on a plateau"),
            DeadEnd::LocalMinimumOrPlateau => ("Stuck", "stuck: no lower neighbour"),
            DeadEnd::LocalMinima { .. } => ("Stuck", "stuck in local minima"),
            DeadEnd::NothingLower => ("Stuck", "stuck: no lower h in reach"),
            DeadEnd::NoStepsLeft => ("Ended", "ended: steps used up"),
            DeadEnd::Frozen => ("Frozen", "frozen, not solved"),
        }
    }

    /// The outcome in a sentence without its full stop, and whether the best node is part of it.
    /// `after` is “after 12 expansions”, `h` the least h.
    pub(super) fn sentence(self, after: &str, h: Option<&str>) -> (String, bool) {
        let h = h.unwrap_or("unknown");
        let stuck = |place: &str, why: &str| {
            (
                format!("Stuck {place} {after}: h = {h}, no neighbour is lower{why}"),
                true,
            )
        };
        match self {
            DeadEnd::Pruned => (
                format!("No nodes are left to expand {after}, but some were pruned"),
                false,
            ),
            DeadEnd::LocalMinimum => stuck("in a local minimum", ""),
            DeadEnd::Plateau { sideways } => {
                let moves = match sideways {
                    1 => "1 sideways move".to_owned(),
                    n => format!("{} sideways moves in a row", format::count(n.into())),
                };
                stuck(
                    "on a plateau",
                    &format!(", and the limit of {moves} is reached"),
                )
            }
            DeadEnd::LocalMinimumOrPlateau => stuck("in a local minimum or on a plateau", ""),
            DeadEnd::LocalMinima { n_climbs: 1 } => (
                format!("The only climb ended in a local minimum {after}"),
                false,
            ),
            DeadEnd::LocalMinima { n_climbs } => {
                let n_climbs = format::count(n_climbs.into());
                let all = format!("All {n_climbs} climbs ended in local minima {after}");
                (all, false)
            }
            DeadEnd::NothingLower => (
                format!("Stuck {after}: h = {h}, and no state in reach has a lower h"),
                true,
            ),
            DeadEnd::NoStepsLeft => (format!("The steps were used up {after}"), false),
            DeadEnd::Frozen => (
                format!("The temperature was too low for another step {after}"),
                false,
            ),
        }
    }
}
