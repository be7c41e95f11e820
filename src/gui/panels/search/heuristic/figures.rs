//! Where the tables of pattern databases are, and memory and build time of those that are missing.

use crate::gui::tables::Tables;
use crate::gui::text::about;
use tilescope_lab::format::bytes;
use tilescope_lab::tables::Pace;
use tilescope_lab::tables::jobs::{BuildEstimate, estimate, estimate_of, loading_time};
use tilescope_puzzle::heuristics::required_patterns;
use tilescope_puzzle::pattern_database::Pattern;
use tilescope_puzzle::{Board, Costs, HeuristicExpr};

/// A cache of sentences. Each takes a fraction of a millisecond and is shown in every frame.
#[derive(Default)]
pub struct Figures {
    /// This machine's speed of building tables, if known.
    pace: Option<Pace>,
    /// The tables on disk and whole, and those in memory.
    on_disk: Vec<Pattern>,
    in_memory: Vec<Pattern>,
    known: Vec<CachedSentence>,
}

type CachedSentence = (HeuristicExpr, Board, Costs, Option<String>);

/// Maximum number of cached sentences.
const MAX_CACHED: usize = 16;

impl Figures {
    /// Sees which tables there are now.
    pub fn see(&mut self, tables: &Tables) {
        let is_seen = self.pace == tables.pace()
            && tables.on_disk().eq(&self.on_disk)
            && tables.in_memory().eq(&self.in_memory);
        if !is_seen {
            self.pace = tables.pace();
            self.on_disk = tables.on_disk().cloned().collect();
            self.in_memory = tables.in_memory().cloned().collect();
            self.known.clear();
        }
    }

    /// Where the tables of `formula` are, or what building them takes, in a sentence; `None` if
    /// they don't fit the board.
    pub fn of(&mut self, formula: &HeuristicExpr, goal: &Board, costs: Costs) -> Option<String> {
        let is_it =
            |(known, to, at, _): &&CachedSentence| known == formula && to == goal && *at == costs;
        if let Some((.., known)) = self.known.iter().find(is_it) {
            return known.clone();
        }
        if self.known.len() >= MAX_CACHED {
            self.known.remove(0);
        }
        let sentence = self.sentence(formula, goal, costs);
        self.known
            .push((formula.clone(), goal.clone(), costs, sentence.clone()));
        sentence
    }

    fn sentence(&self, formula: &HeuristicExpr, goal: &Board, costs: Costs) -> Option<String> {
        let partition = formula.partition(goal)?;
        let whole = estimate(goal, costs, &partition).ok()?;
        let size = bytes(whole.n_bytes);
        let wanted = required_patterns(goal, costs, &partition).ok()?;
        let is_loaded = |pattern: &Pattern| self.in_memory.contains(pattern);
        let is_there = |pattern: &Pattern| is_loaded(pattern) || self.on_disk.contains(pattern);
        if wanted.is_empty() || !wanted.iter().any(is_there) {
            return Some(format!("Tables of {size}; {}.", self.building(&whole)));
        }
        if wanted.iter().all(is_loaded) {
            return Some(format!("Tables of {size}, in memory."));
        }
        if wanted.iter().all(is_there) {
            let time = about(loading_time(whole.n_bytes));
            return Some(format!("Tables of {size}, on disk: loaded in {time}."));
        }
        let missing: Vec<Pattern> = wanted.into_iter().filter(|it| !is_there(it)).collect();
        let building = self.building(&estimate_of(&missing));
        Some(format!("Tables of {size}, in part on disk; {building}."))
    }

    fn building(&self, estimate: &BuildEstimate) -> String {
        let time = about(estimate.time(self.pace));
        format!("building takes {time} and {}", bytes(estimate.peak_bytes))
    }
}
