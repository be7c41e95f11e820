//! Memory and build time of pattern databases, estimated before they are built.

use crate::gui::text::about;
use tilescope_lab::format::bytes;
use tilescope_lab::tables::Pace;
use tilescope_lab::tables::jobs::{BuildEstimate, estimate};
use tilescope_puzzle::{Board, Costs, HeuristicExpr};

/// A cache of estimates. Each takes a fraction of a millisecond and is shown in every frame.
#[derive(Default)]
pub struct Figures {
    /// This machine's speed of building tables, if known.
    pub pace: Option<Pace>,
    known: Vec<CachedEstimate>,
}

type CachedEstimate = (HeuristicExpr, Board, Costs, Option<BuildEstimate>);

/// Maximum number of cached estimates.
const MAX_CACHED: usize = 16;

impl Figures {
    /// Size and build time of the tables of `formula`, in a sentence; `None` if they don't fit the
    /// board.
    pub fn of(&mut self, formula: &HeuristicExpr, goal: &Board, costs: Costs) -> Option<String> {
        let is_it =
            |(known, to, at, _): &&CachedEstimate| known == formula && to == goal && *at == costs;
        let known = self
            .known
            .iter()
            .find(is_it)
            .map(|(.., estimate)| *estimate);
        let estimate = known.unwrap_or_else(|| {
            if self.known.len() >= MAX_CACHED {
                self.known.remove(0);
            }
            let partition = formula.partition(goal);
            let estimate = partition.and_then(|it| estimate(goal, costs, &it).ok());
            self.known
                .push((formula.clone(), goal.clone(), costs, estimate));
            estimate
        })?;
        Some(format!(
            "Tables of {}, built in {}; {} meanwhile.",
            bytes(estimate.n_bytes),
            about(estimate.time(self.pace)),
            bytes(estimate.peak_bytes)
        ))
    }
}
