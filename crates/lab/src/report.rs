//! The result of a run: its outcome and its counts.

use super::audit::Audited;
use super::breakpoint::Hit;
use super::{DeadEnd, Job, format};
use std::fmt::{self, Display, Formatter};
use std::time::Duration;
use tilescope_search::{Action, Cost, MAX_EXPANDED_COST, StopReason};
use tilescope_trace::{NodeId, Sample, Series, Trace};

/// The outcome of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunOutcome {
    /// A solution.
    Solved {
        /// The actions from the start: moves of the blank, or drives along roads.
        moves: Vec<Action>,
        cost: Cost,
        /// Whether the solution is guaranteed to be optimal.
        optimal: bool,
    },
    /// There is no solution: proved by parity without a search, or by exhausting the search space.
    Unsolvable { by_parity: bool },
    /// It ended without a solution and proved nothing.
    Exhausted(DeadEnd),
    /// Stopped before it finished.
    Stopped(StoppedBy),
    /// The search could not start, or it failed; the reason.
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
    /// A path costs more than can be counted: see [`MAX_EXPANDED_COST`].
    Cost,
    /// The search went on, but the file of its record ends here.
    FileEnd,
    /// A breakpoint's condition holds.
    Breakpoint,
    /// It is a game by hand, which was left before the goal.
    Game,
}

impl StoppedBy {
    fn words(self) -> &'static str {
        match self {
            StoppedBy::Memory => "stopped: memory limit",
            StoppedBy::Time => "stopped: time limit",
            StoppedBy::Expanded => "stopped: expansion limit",
            StoppedBy::Depth => "stopped: depth limit",
            StoppedBy::Interrupt => "stopped by the user",
            StoppedBy::Cost => "stopped: a path costs too much",
            StoppedBy::FileEnd => "cut short in its file",
            StoppedBy::Breakpoint => "stopped: breakpoint",
            StoppedBy::Game => "game left",
        }
    }
}

/// The counts of a run so far.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Counts {
    pub expanded: u64,
    /// Nodes generated, including the root, or both roots in a bidirectional search. A successor
    /// that is made again counts again; a node that is [requeued](tilescope_search::Observer::requeued)
    /// does not.
    pub generated: u64,
    /// Nodes on the frontier; `None` if unknown, as in engines without a frontier.
    pub frontier: Option<u64>,
    pub peak_frontier: Option<u64>,
    /// Peak memory of the search in bytes, without its record.
    pub peak_bytes: u64,
    /// Excludes pauses.
    pub elapsed: Duration,
    /// The part of `elapsed` spent on tables.
    pub for_tables: Duration,
    /// The bound of the current iteration, in iterative searches.
    pub bound: Option<Cost>,
}

/// The best solution so far of an anytime search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Incumbent {
    pub n_moves: usize,
    pub cost: Cost,
}

/// The tables that a run used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablesUsed {
    pub n_bytes: u64,
    pub from: TablesSource,
    /// The time to load or build them.
    pub elapsed: Duration,
}

/// Where tables came from; with several sources, the slowest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TablesSource {
    /// They were already in memory.
    Memory,
    Disk,
    Built,
}

/// The most promising node of a run: lowest h, ties broken by lowest g.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestNode {
    pub g: Cost,
    pub h: Cost,
    /// Its number in the record, if it was recorded.
    pub node: Option<NodeId>,
}

/// The result of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    pub outcome: RunOutcome,
    /// How an audit has proved that the solution is optimal, where the heuristic claims nothing:
    /// “admissible: audited on all 181 440 states”.
    pub proof: Option<String>,
    /// What stopped the run, also if it had found a solution and looked for a better one.
    pub stopped_by: Option<StoppedBy>,
    /// The breakpoint at which the run was stopped or paused last.
    pub breakpoint: Option<Hit>,
    pub counts: Counts,
    pub best: Option<BestNode>,
    /// The goal node's number in the record, if it was recorded.
    pub goal: Option<NodeId>,
    /// Whether every node was recorded.
    pub recorded_in_full: bool,
    /// The method that was used, if the engine has several.
    pub method: Option<String>,
    pub tables: Option<TablesUsed>,
    /// Whether the run was stopped while building tables. An engine that builds larger ones has
    /// searched before.
    pub while_building: bool,
    /// Warnings: problems that did not stop the run, and what would fit if there was not enough
    /// memory for tables.
    pub notes: Vec<String>,
    /// The number of units in a cost of 1: see [`Costs::unit`](tilescope_puzzle::Costs::unit).
    pub unit: Cost,
}

impl Report {
    /// The report on a job that ended with `outcome` without a search.
    pub(super) fn without_search(outcome: RunOutcome) -> Self {
        Report {
            outcome,
            proof: None,
            stopped_by: None,
            breakpoint: None,
            while_building: false,
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

    /// Counts the frontier at the end from the record, if that is complete. The search has selected
    /// the goal from the frontier, which a meter can't know.
    pub(super) fn count_frontier(&mut self, trace: &Trace, series: &mut Series) {
        if !self.recorded_in_full || self.counts.frontier.is_none() || trace.n_nodes() == 0 {
            return;
        }
        let frontier = Some(u64::from(trace.frontier_size(trace.n_expanded())));
        self.counts.frontier = frontier;
        if let Some(&last) = series.samples().last()
            && last.frontier != frontier
        {
            series.replace_last(Sample { frontier, ..last });
        }
    }

    /// One sentence: “Solved in 20 moves, optimal” or “Stopped at the memory limit
    /// after 1 234 567 expansions; the best node so far has h = 3 and g = 27”.
    pub fn sentence(&self) -> String {
        let after = format!("after {}", counted(self.counts.expanded, "expansion"));
        let after = match (self.while_building, self.counts.expanded) {
            (false, _) => after,
            (true, 0) => "while building its tables".to_owned(),
            (true, _) => format!("{after}, while building larger tables"),
        };
        let stopped = match &self.outcome {
            RunOutcome::Solved {
                moves,
                cost,
                optimal,
            } => {
                let solved = solved(moves.len(), *cost, self.unit, *optimal);
                let proof = self.proof.as_ref().map(|proof| format!("; h is {proof}"));
                let solved = solved + &proof.unwrap_or_default();
                return match self.stopped_by {
                    Some(by) => format!("{solved}; {}", by.phrase().to_lowercase()),
                    None => solved,
                };
            }
            RunOutcome::Unsolvable { by_parity: true } => {
                return "There is no solution: the parities of start and goal differ".into();
            }
            RunOutcome::Unsolvable { by_parity: false } => {
                return format!("There is no solution: no nodes are left to expand {after}");
            }
            RunOutcome::Failed(message) => {
                return format!("The search failed: {message}");
            }
            RunOutcome::Exhausted(dead_end) => {
                let h = (self.best).map(|best| format::cost(best.h.into(), self.unit));
                match dead_end.sentence(&after, h.as_deref()) {
                    (sentence, true) => return sentence,
                    (sentence, false) => sentence,
                }
            }
            RunOutcome::Stopped(StoppedBy::Cost) => format!(
                "Stopped {after} at a path that costs more than {}, the most that is counted",
                format::count(u64::from(MAX_EXPANDED_COST / self.unit))
            ),
            RunOutcome::Stopped(StoppedBy::Game) => {
                return "The game was left before the goal".into();
            }
            RunOutcome::Stopped(by) => match &self.breakpoint {
                Some(hit) if *by == StoppedBy::Breakpoint => {
                    format!("Stopped {after} by the breakpoint {hit}")
                }
                _ => format!("{} {after}", by.phrase()),
            },
        };
        match self.best {
            Some(BestNode { g, h, .. }) => format!(
                "{stopped}; the best node so far has h = {} and g = {}",
                format::cost(h.into(), self.unit),
                format::cost(g.into(), self.unit)
            ),
            None => stopped,
        }
    }

    /// Returns true if the search had found a solution when it was stopped, as an anytime search may.
    pub fn is_stopped_with_solution(&self) -> bool {
        self.stopped_by.is_some() && self.outcome.solution().is_some()
    }

    /// The outcome in a word or two, capitalised, and with details in lower case: “Solved”, “solved,
    /// optimal”.
    pub fn words(&self) -> (&'static str, &'static str) {
        match &self.outcome {
            RunOutcome::Solved { .. } if self.is_stopped_with_solution() => {
                ("Stopped", "stopped with a solution")
            }
            RunOutcome::Solved { optimal: true, .. } => ("Solved", "solved, optimal"),
            RunOutcome::Solved { optimal: false, .. } => ("Solved", "solved"),
            RunOutcome::Unsolvable { by_parity: true } => ("No solution", "no solution, by parity"),
            RunOutcome::Unsolvable { by_parity: false } => ("No solution", "no solution, proved"),
            RunOutcome::Exhausted(dead_end) => dead_end.words(),
            RunOutcome::Stopped(by) => ("Stopped", by.words()),
            RunOutcome::Failed(_) => ("Failed", "failed"),
        }
    }

    /// The solution is optimal if an audit says so. `job` is what was run. Returns true if that was
    /// not known before.
    pub fn accept(&mut self, job: &Job, audited: &Audited) -> bool {
        let RunOutcome::Solved { optimal, .. } = &mut self.outcome else {
            return false;
        };
        // What was stopped has not ended as the proof wants it.
        let is_new = !*optimal && self.stopped_by.is_none() && job.proves_optimal_knowing(audited);
        if is_new {
            *optimal = true;
            self.proof = Some(audited.words());
        }
        is_new
    }

    /// The method and the tables that the run used: “Pattern databases: databases 8-7; tables of
    /// 274.9 MiB, loaded in 152 ms”.
    pub fn used(&self) -> Option<String> {
        let tables = self.tables.map(|tables| tables.to_string());
        let used: Vec<String> = self.method.clone().into_iter().chain(tables).collect();
        (!used.is_empty()).then(|| used.join("; "))
    }

    /// The effective branching factor b*: the branching factor of a uniform tree of the solution's
    /// depth with as many nodes as were generated (Russell & Norvig 3.6.1). `None` without a
    /// solution, or if it has no moves.
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
        // Bisection: the number of nodes grows with b, and b = n_nodes is an upper bound.
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
            TablesSource::Memory => write!(f, "already in memory"),
            TablesSource::Disk => write!(f, "loaded in {time}"),
            TablesSource::Built => write!(f, "built in {time}"),
        }
    }
}

impl RunOutcome {
    /// The actions of the solution, its cost, and whether it is guaranteed to be optimal; `None` if
    /// the run found none.
    pub fn solution(&self) -> Option<(&[Action], Cost, bool)> {
        match self {
            RunOutcome::Solved {
                moves,
                cost,
                optimal,
            } => Some((moves, *cost, *optimal)),
            RunOutcome::Unsolvable { .. }
            | RunOutcome::Exhausted(_)
            | RunOutcome::Stopped(_)
            | RunOutcome::Failed(_) => None,
        }
    }

    /// The name in JSON.
    pub fn key(&self) -> &'static str {
        match self {
            RunOutcome::Solved { .. } => "solved",
            RunOutcome::Unsolvable { .. } => "unsolvable",
            RunOutcome::Exhausted(_) => "exhausted",
            RunOutcome::Stopped(_) => "stopped",
            RunOutcome::Failed(_) => "failed",
        }
    }
}

impl StoppedBy {
    /// The name in JSON.
    pub fn key(self) -> &'static str {
        match self {
            StoppedBy::Memory => "memory",
            StoppedBy::Time => "time",
            StoppedBy::Expanded => "expanded",
            StoppedBy::Depth => "depth",
            StoppedBy::Interrupt => "interrupt",
            StoppedBy::Cost => "cost",
            StoppedBy::FileEnd => "file-end",
            StoppedBy::Breakpoint => "breakpoint",
            StoppedBy::Game => "game",
        }
    }

    /// The beginning of a sentence: “Stopped at the time limit”.
    fn phrase(self) -> &'static str {
        match self {
            StoppedBy::Memory => "Stopped at the memory limit",
            StoppedBy::Time => "Stopped at the time limit",
            StoppedBy::Expanded => "Stopped at the limit on expansions",
            StoppedBy::Depth => "Stopped at the depth limit",
            StoppedBy::Interrupt => "Stopped by the user",
            StoppedBy::Cost => "Stopped at a path that costs too much to be counted",
            StoppedBy::FileEnd => "The file of the trace ends",
            StoppedBy::Breakpoint => "Stopped by a breakpoint",
            StoppedBy::Game => "The game was left",
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
            StopReason::Cost => StoppedBy::Cost,
            StopReason::Breakpoint => StoppedBy::Breakpoint,
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
