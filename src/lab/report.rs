//! How a run ended, and what it took.

use crate::puzzle::Direction;
use crate::search::Cost;
use crate::trace::NodeId;
use std::time::Duration;

/// What came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A solution.
    Solved {
        /// The moves of the blank.
        moves: Vec<Direction>,
        cost: Cost,
        /// Whether it is certainly a cheapest one.
        optimal: bool,
    },
    /// Proved: there is no solution. `by_parity` without a search, else by exhausting it.
    Unsolvable { by_parity: bool },
    /// Nothing was left to expand, but not everything had been looked at.
    Exhausted,
    /// Stopped before the end.
    Stopped(StoppedBy),
    /// The worker failed: a bug, with its message.
    Failed(String),
}

/// What stopped a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoppedBy {
    Memory,
    Time,
    Expanded,
    Depth,
    Interrupt,
}

/// What a run has done so far.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Counts {
    pub expanded: u64,
    /// Nodes born, the root included.
    pub generated: u64,
    /// Nodes on the frontier now.
    pub frontier: u64,
    pub peak_frontier: u64,
    /// Bytes that the search has asked for (not the record of it).
    pub peak_bytes: u64,
    /// Without the time in which it was paused.
    pub elapsed: Duration,
    /// The bound of the present iteration, in searches that have iterations.
    pub bound: Option<Cost>,
}

/// The most promising node that a run has seen: least h, and among those least g.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Best {
    pub g: Cost,
    pub h: Cost,
    /// Its number in the record, where it was recorded.
    pub node: Option<NodeId>,
}

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    pub outcome: Outcome,
    pub counts: Counts,
    pub best: Option<Best>,
    /// The goal's number in the record, where it was recorded.
    pub goal: Option<NodeId>,
    /// Whether the record holds every node.
    pub recorded_in_full: bool,
}

impl Report {
    /// One calm sentence: “Solved in 20 moves, optimal” or “Stopped at the memory limit
    /// after 1 234 567 expansions; the best node so far has h = 3 at depth 27”.
    pub fn sentence(&self) -> String {
        todo!()
    }

    /// The effective branching factor b*: the branching of the uniform tree of the
    /// solution's depth that has as many nodes as were generated (Russell & Norvig 3.6.1);
    /// `None` without a solution or for one of no moves.
    pub fn effective_branching_factor(&self) -> Option<f64> {
        todo!()
    }
}
