//! The nodes at any moment, counted by depth and f, and iteration by iteration.
//!
//! A *cell* is the nodes of equal depth and equal f. Layout: for some moments, the *checkpoints*, the
//! index has the [`Counts`] of every cell. The counts at a moment begin at the last checkpoint before
//! it, and the events since are counted. Checkpoints are at least 65,536 events apart, and at least 16
//! events for each cell, so that they take at most 1¼ bytes per event.
//!
//! A node of an iteration is *repeated* if the iteration before generated a node by the same actions.
//! A bit per node says so, with a sum before every 64, in searches with iterations alone.
//!
//! An index of a run that goes on stays right for the moments that it covers.

mod bits;
mod build;
mod replay;

pub use build::Builder;

use super::{Moment, NodeId, Trace};
use bits::Bits;
use replay::Replay;
use std::collections::HashMap;
use std::ops::AddAssign;
use tilescope_search::hashing::QuickHash;
use tilescope_search::{Cost, NodeOutcome};

/// The nodes of equal depth and equal f.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    pub depth: u32,
    /// In thousandths; 0 if the algorithm has no f.
    pub f: u64,
}

/// The nodes of a cell at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    pub generated: u32,
    /// Expansions: a node that is expanded again counts again.
    pub expanded: u32,
    /// On the frontier at the moment.
    pub frontier: u32,
    /// Discarded because the state was reached before, at generation or later.
    pub duplicates: u32,
    /// Discarded beyond the bound, the depth limit or the width of the beam, at generation or later.
    pub cut: u32,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.generated += other.generated;
        self.expanded += other.expanded;
        self.frontier += other.frontier;
        self.duplicates += other.duplicates;
        self.cut += other.cut;
    }
}

impl Counts {
    fn discard(&mut self, outcome: NodeOutcome) {
        match outcome {
            NodeOutcome::Duplicate | NodeOutcome::Cycle => self.duplicates += 1,
            NodeOutcome::Cut => self.cut += 1,
            NodeOutcome::Frontier
            | NodeOutcome::Improved
            | NodeOutcome::Reopened
            | NodeOutcome::Goal => {}
        }
    }
}

/// An iteration, as far as it had come at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IterationCounts {
    /// From 0.
    pub number: usize,
    pub bound: Cost,
    /// The expansions of the run when it began.
    pub begin: Moment,
    /// The expansions of the run when it ended, or at the moment.
    pub end: Moment,
    /// Nodes generated, besides the root.
    pub generated: u32,
    /// Nodes that the iteration before generated too, by the same actions.
    pub repeated: u32,
}

impl IterationCounts {
    pub fn expanded(&self) -> u32 {
        self.end - self.begin
    }

    /// Nodes that the iteration before did not generate.
    pub fn new_nodes(&self) -> u32 {
        self.generated - self.repeated
    }
}

/// An index of a trace that counts its nodes at any moment.
#[derive(Debug)]
pub struct LevelIndex {
    /// f = the first · g + the second · h, in thousandths.
    factors: Option<(u32, u32)>,
    /// The nodes and the last moment that it covers.
    n_nodes: NodeId,
    last: Moment,
    cells: Vec<Cell>,
    numbers: HashMap<Cell, u32, QuickHash>,
    /// The nodes that were discarded from the frontier, in the order in which they left.
    discarded: Vec<NodeId>,
    checkpoints: Vec<Checkpoint>,
    /// For each checkpoint, the counts of each cell.
    counts: Vec<Counts>,
    repeated: Bits,
}

/// A moment whose counts are kept.
#[derive(Clone, Copy, Debug)]
struct Checkpoint {
    t: Moment,
    /// The number of discarded nodes that had left until then.
    n_discarded: u32,
}

impl LevelIndex {
    /// Indexes the trace, as far as it has arrived. `factors` are those of g and h in f, in
    /// thousandths; `None` if the algorithm has no f. For a large trace use a [`Builder`] on a thread
    /// of its own.
    pub fn new(trace: &Trace, factors: Option<(u32, u32)>) -> Self {
        let mut builder = Builder::new(trace, factors);
        while !builder.step(trace, u32::MAX) {}
        builder.finish()
    }

    /// Whether its cells differ in f.
    pub fn has_f(&self) -> bool {
        self.factors.is_some()
    }

    /// Whether it knows the counts at `t`. In a run that goes on, the last moment changes still.
    pub fn covers(&self, trace: &Trace, t: Moment) -> bool {
        let is_whole = self.n_nodes == trace.n_nodes() && self.last == trace.n_expanded();
        t < self.last || is_whole
    }

    /// The cells with nodes at `t`, or at the last moment that the index covers, by depth and then
    /// by f. Counts the events since a checkpoint: a millisecond or two.
    pub fn at(&self, trace: &Trace, t: Moment) -> Vec<(Cell, Counts)> {
        let t = t.min(self.last);
        let mut replay = Replay::before(self, t);
        while replay.t < t {
            replay.advance(self, trace);
        }
        if t >= trace.n_expanded() {
            replay.end(self, trace);
        }
        let counted = self.cells.iter().copied().zip(replay.counts);
        let mut cells: Vec<(Cell, Counts)> = counted
            .filter(|(_, counts)| *counts != Counts::default())
            .collect();
        cells.sort_unstable_by_key(|(cell, _)| *cell);
        cells
    }

    /// The iterations that had begun at `t`; empty in a search without iterations. Constant time for
    /// each.
    pub fn iterations(&self, trace: &Trace, t: Moment) -> Vec<IterationCounts> {
        let t = t.min(self.last);
        let starts = trace.iteration_starts();
        let n_begun = starts.partition_point(|&(begin, ..)| begin < t || begin == 0);
        let nodes = trace.n_generated(t).min(self.n_nodes);
        let count = |(number, &(begin, first, bound)): (usize, &(Moment, NodeId, Cost))| {
            let next = starts.get(number + 1);
            let (end, last) = next.map_or((t, nodes), |&(end, last, _)| (end.min(t), last));
            let last = last.max(1).min(nodes.max(1));
            let first = first.max(1).min(last);
            IterationCounts {
                number,
                bound,
                begin,
                end,
                generated: last - first,
                repeated: self.repeated.count(first..last),
            }
        };
        starts[..n_begun].iter().enumerate().map(count).collect()
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<Cell>()
            + self.numbers.capacity() * (size_of::<(Cell, u32)>() + 1)
            + self.discarded.capacity() * size_of::<NodeId>()
            + self.checkpoints.capacity() * size_of::<Checkpoint>()
            + self.counts.capacity() * size_of::<Counts>()
            + self.repeated.bytes()
    }

    fn cell(&self, trace: &Trace, node: NodeId) -> Cell {
        let (g, h) = (u64::from(trace.g(node)), u64::from(trace.h(node)));
        let f = |(of_g, of_h): (u32, u32)| u64::from(of_g) * g + u64::from(of_h) * h;
        Cell {
            depth: trace.depth(node),
            f: self.factors.map_or(0, f),
        }
    }
}
