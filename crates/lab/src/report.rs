//! How a run ended, and what it took.

use super::format;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;
use tilescope_search::{Action, Cost, StopReason};
use tilescope_trace::NodeId;

/// What came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunOutcome {
    /// A solution.
    Solved {
        /// The actions from the start: moves of the blank, or drives along roads.
        moves: Vec<Action>,
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
    /// There was no search, or it broke off: why.
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
    /// Nodes born, the root included; both roots in a search from both ends.
    pub generated: u64,
    /// Nodes on the frontier now; `None` if it is not known, as in engines that keep none.
    pub frontier: Option<u64>,
    pub peak_frontier: Option<u64>,
    /// Bytes that the search has asked for (not the record of it).
    pub peak_bytes: u64,
    /// Without the time in which it was paused.
    pub elapsed: Duration,
    /// How much of it went into tables.
    pub for_tables: Duration,
    /// The bound of the present iteration, in searches that have iterations.
    pub bound: Option<Cost>,
}

/// The best solution so far of a search that goes on for a better one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SoFar {
    pub n_moves: usize,
    pub cost: Cost,
}

/// The tables that a run has searched with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablesUsed {
    pub n_bytes: u64,
    pub from: TablesFrom,
    /// How long it took until they were there.
    pub elapsed: Duration,
}

/// Where tables came from; if from several places, the last of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TablesFrom {
    /// They were there already.
    Memory,
    Disk,
    Built,
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
    pub outcome: RunOutcome,
    pub counts: Counts,
    pub best: Option<Best>,
    /// The goal's number in the record, where it was recorded.
    pub goal: Option<NodeId>,
    /// Whether the record holds every node.
    pub recorded_in_full: bool,
    /// Which of several methods was used, where there was a choice.
    pub method: Option<String>,
    pub tables: Option<TablesUsed>,
    /// Whether it ended while tables were built, before the search.
    pub in_tables: bool,
    /// What went wrong on the way and did not stop it, in sentences; where there was no memory for
    /// tables, what would fit.
    pub notes: Vec<String>,
    /// How many units of cost make 1: see [`Costs::unit`](tilescope_puzzle::Costs::unit).
    pub unit: Cost,
}

impl Report {
    /// The report on a job that came to `outcome` before it was searched.
    pub(super) fn without_search(outcome: RunOutcome) -> Self {
        Report {
            outcome,
            in_tables: false,
            notes: Vec::new(),
            unit: 1,
            counts: Counts {
                frontier: Some(0),
                peak_frontier: Some(0),
                ..Counts::default()
            },
            best: None,
            goal: None,
            recorded_in_full: false,
            method: None,
            tables: None,
        }
    }

    /// One calm sentence: “Solved in 20 moves, optimal” or “Stopped at the memory limit
    /// after 1 234 567 expansions; the best node so far has h = 3 and g = 27”.
    pub fn sentence(&self) -> String {
        let after = if self.in_tables {
            "while its tables were built".to_owned()
        } else {
            format!("after {}", counted(self.counts.expanded, "expansion"))
        };
        let stopped = match &self.outcome {
            RunOutcome::Solved {
                moves,
                cost,
                optimal,
            } => return solved(moves.len(), *cost, self.unit, *optimal),
            RunOutcome::Unsolvable { by_parity: true } => {
                return "There is no solution: the parities of start and goal differ".into();
            }
            RunOutcome::Unsolvable { by_parity: false } => {
                return format!("There is no solution: nothing is left to expand {after}");
            }
            RunOutcome::Failed(message) => {
                return format!("The search failed: {message}");
            }
            RunOutcome::Exhausted => {
                format!("Nothing is left to expand {after}, but some nodes were left out")
            }
            RunOutcome::Stopped(StoppedBy::Memory) => {
                format!("Stopped at the memory limit {after}")
            }
            RunOutcome::Stopped(StoppedBy::Time) => format!("Stopped at the time limit {after}"),
            RunOutcome::Stopped(StoppedBy::Expanded) => {
                format!("Stopped at the limit on expansions {after}")
            }
            RunOutcome::Stopped(StoppedBy::Depth) => format!("Stopped at the depth limit {after}"),
            RunOutcome::Stopped(StoppedBy::Interrupt) => format!("Stopped by hand {after}"),
        };
        match self.best {
            Some(Best { g, h, .. }) => format!(
                "{stopped}; the best node so far has h = {} and g = {}",
                format::cost(h.into(), self.unit),
                format::cost(g.into(), self.unit)
            ),
            None => stopped,
        }
    }

    /// What it has used, where there was a choice or there were tables: “Pattern databases:
    /// databases 8-7; tables of 274.9 MiB, from disk in 152 ms”.
    pub fn used(&self) -> Option<String> {
        let tables = self.tables.map(|tables| tables.to_string());
        let used: Vec<String> = self.method.clone().into_iter().chain(tables).collect();
        (!used.is_empty()).then(|| used.join("; "))
    }

    /// The effective branching factor b*: the branching of the uniform tree of the
    /// solution's depth that has as many nodes as were generated (Russell & Norvig 3.6.1);
    /// `None` without a solution or for one of no moves.
    pub fn effective_branching_factor(&self) -> Option<f64> {
        let RunOutcome::Solved { moves, .. } = &self.outcome else {
            return None;
        };
        if moves.is_empty() {
            return None;
        }
        let n_nodes = self.counts.generated as f64;
        // 1 + b + … + b^d = (b^(d + 1) − 1) / (b − 1), exact near b = 1 too.
        let n_levels = moves.len() as f64 + 1.0;
        let n_nodes_for = |b: f64| match b - 1.0 {
            0.0 => n_levels,
            above => (n_levels * above.ln_1p()).exp_m1() / above,
        };
        // The number of nodes rises with b, and b = n_nodes gives more than n_nodes.
        let (mut low, mut high) = (0.0, n_nodes);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if n_nodes_for(middle) < n_nodes {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(high)
    }
}

impl Display for TablesUsed {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let time = format::duration(self.elapsed);
        write!(f, "tables of {}, ", format::bytes(self.n_bytes))?;
        match self.from {
            TablesFrom::Memory => write!(f, "there already"),
            TablesFrom::Disk => write!(f, "from disk in {time}"),
            TablesFrom::Built => write!(f, "built in {time}"),
        }
    }
}

impl From<StopReason> for StoppedBy {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::Expanded => StoppedBy::Expanded,
            StopReason::Memory => StoppedBy::Memory,
            StopReason::Time => StoppedBy::Time,
            StopReason::Interrupt => StoppedBy::Interrupt,
        }
    }
}

fn solved(n_moves: usize, cost: Cost, unit: Cost, optimal: bool) -> String {
    if n_moves == 0 {
        return "Solved in 0 moves: the start is the goal".into();
    }
    let moves = counted(n_moves as u64, "move");
    let at_cost = if unit == 1 && cost as usize == n_moves {
        String::new()
    } else {
        format!(" at cost {}", format::cost(cost.into(), unit))
    };
    let claim = if optimal {
        "optimal"
    } else {
        "not proved optimal"
    };
    format!("Solved in {moves}{at_cost}, {claim}")
}

/// “1 move”, “1 234 moves”.
fn counted(n: u64, noun: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", format::count(n))
}
