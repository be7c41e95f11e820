//! What is counted, and the counts at a moment.

use crate::gui::runs::{RunEntry, RunMoment};
use std::sync::Arc;
use tilescope_trace::levels::{Cell, Counts, IterationCounts};
use tilescope_trace::{LevelIndex, Moment};

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Measure {
    #[default]
    Generated,
    Expanded,
    Frontier,
    Duplicates,
    Cut,
}

impl Measure {
    pub const ALL: [Measure; 5] = [
        Measure::Generated,
        Measure::Expanded,
        Measure::Frontier,
        Measure::Duplicates,
        Measure::Cut,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Measure::Generated => "Generated",
            Measure::Expanded => "Expanded",
            Measure::Frontier => "Frontier",
            Measure::Duplicates => "Duplicates",
            Measure::Cut => "Cut",
        }
    }

    pub fn of(self, counts: &Counts) -> u32 {
        match self {
            Measure::Generated => counts.generated,
            Measure::Expanded => counts.expanded,
            Measure::Frontier => counts.frontier,
            Measure::Duplicates => counts.duplicates,
            Measure::Cut => counts.cut,
        }
    }
}

/// The counts at a moment.
pub struct Counted {
    pub index: Arc<LevelIndex>,
    pub moment: RunMoment,
    pub cells: Vec<(Cell, Counts)>,
    pub iterations: Vec<IterationCounts>,
    /// All iterations of the record, also those that begin later, as they are at its end.
    pub all_iterations: Vec<IterationCounts>,
}

impl Counted {
    pub fn new(index: &Arc<LevelIndex>, entry: &RunEntry, t: Moment) -> Self {
        let trace = entry.run.trace();
        Counted {
            index: Arc::clone(index),
            moment: entry.moment(t),
            cells: index.at(trace, t),
            iterations: index.iterations(trace, t),
            all_iterations: index.iterations(trace, trace.n_expanded()),
        }
    }

    pub fn is_of(&self, index: &Arc<LevelIndex>, moment: RunMoment) -> bool {
        Arc::ptr_eq(&self.index, index) && self.moment == moment
    }
}
