//! Builds an index of levels in steps.

use super::bits::Bits;
use super::recursive::{Recursion, Regenerations};
use super::replay::Replay;
use super::{Checkpoint, Counts, Iterations, LevelIndex};
use crate::{NO_NODE, NodeId, Trace};
use tilescope_search::{Action, NodeOutcome};

/// Builds a [`LevelIndex`] in steps, so that it can be stopped and can say how far it is.
#[derive(Debug)]
pub struct Builder {
    index: LevelIndex,
    phase: Phase,
    /// The nodes looked at so far, or the moments.
    done: usize,
    twins: Twins,
    regenerations: Regenerations,
    recursion: Recursion,
    replay: Replay,
    /// The events since the last checkpoint.
    n_events: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The cells are found, and the nodes that are repeated.
    Nodes,
    /// The run is followed from moment to moment.
    Moments,
    Done,
}

impl Builder {
    /// A builder of the index of the trace, as far as it has arrived. `factors` are those of g and
    /// h in f, in thousandths.
    pub fn new(trace: &Trace, factors: Option<(u32, u32)>, iterations: Iterations) -> Self {
        let starts = match iterations {
            _ if trace.n_nodes() == 0 => Vec::new(),
            Iterations::Reported => Vec::new(),
            Iterations::Solutions => vec![(0, 0, None)],
            Iterations::Recursions => vec![(0, 0, Some(trace.h(0)))],
        };
        Builder {
            index: LevelIndex {
                factors,
                n_nodes: trace.n_nodes(),
                last: trace.n_expanded(),
                cells: Vec::new(),
                numbers: Default::default(),
                discarded: Vec::new(),
                checkpoints: Vec::new(),
                counts: Vec::new(),
                iterations,
                starts,
                repeated: Bits::default(),
            },
            phase: Phase::Nodes,
            done: 0,
            twins: Twins::default(),
            regenerations: Regenerations::default(),
            recursion: Recursion::default(),
            replay: Replay::default(),
            n_events: 0,
        }
    }

    /// The bytes that building an index of the trace takes at most, apart from the discarded nodes.
    pub fn max_bytes(trace: &Trace) -> u64 {
        // The checkpoints, 1¼ per event, and of iterations the twins or the nodes that are generated
        // again, 8 per node, and the bits.
        let events = u64::from(trace.n_nodes()) + u64::from(trace.n_expanded());
        let of_iterations = match trace.n_iterations() {
            0 | 1 if trace.n_requeued(0..trace.n_nodes()) == 0 => 0,
            _ => 9 * u64::from(trace.n_nodes()),
        };
        events * 5 / 4 + of_iterations + (1 << 20)
    }

    /// Does about `n` nodes' worth of work; returns whether all is done. The trace must be the one
    /// that it began with; it may have grown.
    pub fn step(&mut self, trace: &Trace, n: u32) -> bool {
        match self.phase {
            Phase::Nodes => self.nodes(trace, n as usize),
            Phase::Moments => self.moments(trace, n as usize),
            Phase::Done => {}
        }
        self.phase == Phase::Done
    }

    /// How much is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        let done = self.done as f64;
        match self.phase {
            Phase::Nodes => 0.5 * done / f64::from(self.index.n_nodes.max(1)),
            Phase::Moments => 0.5 + 0.5 * done / f64::from(self.index.last.max(1)),
            Phase::Done => 1.0,
        }
    }

    /// The index, when [`step`](Self::step) has done all.
    pub fn finish(self) -> LevelIndex {
        self.index
    }

    fn nodes(&mut self, trace: &Trace, n: usize) {
        let index = &mut self.index;
        let end = self.done.saturating_add(n).min(index.n_nodes as usize);
        let has_iterations = trace.n_iterations() > 1;
        for node in self.done as NodeId..end as NodeId {
            let cell = index.cell(trace, node);
            let next = index.cells.len() as u32;
            if *index.numbers.entry(cell).or_insert(next) == next {
                index.cells.push(cell);
            }
            if trace.outcome(node).is_on_frontier() && trace.discarded_at(node).is_some() {
                index.discarded.push(node);
            }
            match index.iterations {
                Iterations::Reported if has_iterations => {
                    index.repeated.push(self.twins.push(trace, node));
                }
                Iterations::Recursions => {
                    index.repeated.push(self.regenerations.push(trace, node));
                }
                Iterations::Solutions if trace.outcome(node) == NodeOutcome::Goal => {
                    let begin = trace.generated_at(node);
                    let first = trace.n_generated(begin).min(index.n_nodes);
                    // Of two in a step, the second is better.
                    index.starts.pop_if(|&mut (before, ..)| before == begin);
                    index.starts.push((begin, first, Some(trace.g(node))));
                }
                Iterations::Reported | Iterations::Solutions => {}
            }
        }
        self.done = end;
        if end == index.n_nodes as usize {
            let left = |node: &NodeId| trace.left_frontier_at(*node);
            index.discarded.sort_by_cached_key(left);
            index.discarded.shrink_to_fit();
            self.twins = Twins::default();
            self.regenerations = Regenerations::default();
            self.replay.counts = vec![Counts::default(); index.cells.len()];
            self.replay.start(index, trace);
            self.add_checkpoint();
            (self.phase, self.done) = (Phase::Moments, 0);
        }
    }

    fn moments(&mut self, trace: &Trace, n: usize) {
        /// Fewer events than this are counted in any case.
        const MIN_EVENTS: usize = 1 << 16;
        let interval = MIN_EVENTS.max(16 * self.index.cells.len());
        let mut n_left = n;
        while self.replay.t < self.index.last && n_left > 0 {
            let n_events = self.replay.advance(&self.index, trace);
            self.find_start(trace);
            self.n_events += n_events;
            n_left = n_left.saturating_sub(n_events);
            if self.n_events >= interval {
                self.add_checkpoint();
            }
        }
        self.done = self.replay.t as usize;
        if self.replay.t == self.index.last {
            self.replay = Replay::default();
            self.phase = Phase::Done;
        }
    }

    /// Notes whether the step just followed begins an iteration of recursive best-first search.
    fn find_start(&mut self, trace: &Trace) {
        let t = self.replay.t;
        if self.index.iterations == Iterations::Recursions
            && let Some(bound) = self.recursion.advance(trace, t)
        {
            let first = trace.n_generated(t - 1).min(self.index.n_nodes);
            self.index.starts.push((t - 1, first, Some(bound)));
        }
    }

    fn add_checkpoint(&mut self) {
        self.n_events = 0;
        self.index.checkpoints.push(Checkpoint {
            t: self.replay.t,
            n_discarded: self.replay.n_discarded as u32,
        });
        self.index.counts.extend_from_slice(&self.replay.counts);
    }
}

/// Finds, for each node of an iteration, its *twin*: the node of the iteration before that was
/// generated by the same actions.
#[derive(Debug, Default)]
struct Twins {
    /// The present iteration, and the number of those that have begun.
    n_begun: usize,
    /// The first node of the present iteration, and of the one before.
    first: NodeId,
    first_before: NodeId,
    /// The twin of each node of the present iteration.
    twins: Vec<NodeId>,
    /// The children of a root in the present iteration and in the one before: an action, a child.
    of_root: Vec<(Action, NodeId)>,
    of_root_before: Vec<(Action, NodeId)>,
}

impl Twins {
    /// Takes the next node; returns whether it has a twin.
    fn push(&mut self, trace: &Trace, node: NodeId) -> bool {
        let starts = trace.iteration_starts();
        while (starts.get(self.n_begun)).is_some_and(|&(_, first, _)| first <= node) {
            self.n_begun += 1;
            self.first_before = self.first;
            self.first = node;
            self.twins.clear();
            self.of_root_before = std::mem::take(&mut self.of_root);
        }
        let twin = self.find(trace, node);
        self.twins.push(twin);
        twin != NO_NODE
    }

    fn find(&mut self, trace: &Trace, node: NodeId) -> NodeId {
        let (Some(parent), Some(action)) = (trace.parent(node), trace.action(node)) else {
            return NO_NODE;
        };
        if trace.parent(parent).is_none() {
            self.of_root.push((action, node));
            let found = (self.of_root_before.iter()).find(|(other, _)| *other == action);
            return found.map_or(NO_NODE, |&(_, twin)| twin);
        }
        let number = parent.checked_sub(self.first);
        let twin = number.and_then(|number| self.twins.get(number as usize));
        let Some(&twin) = twin.filter(|twin| **twin != NO_NODE) else {
            return NO_NODE;
        };
        let before = self.first_before..self.first;
        let is_same =
            |child: &NodeId| before.contains(child) && trace.action(*child) == Some(action);
        trace.children(twin).find(is_same).unwrap_or(NO_NODE)
    }
}
