//! What the record says at the moments of samples: the duplicates so far, and the least f on the
//! frontier.
//!
//! One pass over the nodes in order of generation finds both. A node is on the frontier at
//! neighbouring samples, from its generation until it leaves; a segment tree over the samples keeps
//! the least f of such stretches, so that the work is the same for any number of different f.

use super::Sample;
use crate::{Moment, NodeId, Trace};
use tilescope_search::NodeOutcome;

/// The counts at each sample that the record reaches.
#[derive(Debug)]
pub struct Counted {
    /// The expansions at the first and the last sample, and the number of nodes.
    of: (usize, u64, NodeId),
    duplicates: Vec<u32>,
    least_f: Vec<Option<u64>>,
}

impl Counted {
    /// Counts at once. For a large trace use a [`Counter`] on a thread of its own.
    pub fn new(trace: &Trace, samples: &[Sample], factors: Option<(u32, u32)>) -> Self {
        let mut counter = Counter::new(trace, samples, factors);
        while !counter.step(trace, u32::MAX) {}
        counter.finish()
    }

    /// Whether it is of these samples, and of all nodes of the trace.
    pub fn is_of(&self, trace: &Trace, samples: &[Sample]) -> bool {
        self.of == key(trace, samples)
    }

    /// The nodes discarded as duplicates until sample number `i`; `None` beyond the record.
    pub fn duplicates(&self, i: usize) -> Option<u32> {
        self.duplicates.get(i).copied()
    }

    /// The least f on the frontier at sample number `i`, in thousandths; `None` if the frontier is
    /// empty, the algorithm has no f, or the record ends before.
    pub fn least_f(&self, i: usize) -> Option<u64> {
        *self.least_f.get(i)?
    }
}

fn key(trace: &Trace, samples: &[Sample]) -> (usize, u64, NodeId) {
    let last = samples.last().map_or(0, |sample| sample.expanded);
    (samples.len(), last, trace.n_nodes())
}

/// Counts in steps, so that it can be stopped and can say how far it is.
#[derive(Debug)]
pub struct Counter {
    of: (usize, u64, NodeId),
    /// f = the first · g + the second · h, in thousandths.
    factors: Option<(u32, u32)>,
    /// The moments of the samples that the record reaches, and the nodes that exist at each.
    moments: Vec<Moment>,
    n_generated: Vec<NodeId>,
    /// The nodes that the search ended with, which are on no frontier at its end.
    ended: [Option<NodeId>; 2],
    n_expanded: Moment,
    n_nodes: NodeId,
    next: NodeId,
    /// The first sample at which the next node exists.
    born: usize,
    /// For each sample, the duplicates since the one before.
    duplicates: Vec<u32>,
    /// The segment tree: the leaves are the second half.
    least: Vec<u64>,
}

impl Counter {
    /// `factors` are those of g and h in f, in thousandths; `None` if the algorithm has no f.
    pub fn new(trace: &Trace, samples: &[Sample], factors: Option<(u32, u32)>) -> Self {
        let n_expanded = trace.n_expanded();
        let moments: Vec<Moment> = (samples.iter())
            .map_while(|sample| Moment::try_from(sample.expanded).ok())
            .take_while(|t| *t <= n_expanded)
            .collect();
        Counter {
            of: key(trace, samples),
            factors,
            n_generated: moments.iter().map(|t| trace.n_generated(*t)).collect(),
            ended: [trace.goal(), trace.meeting().map(|it| it.backward)],
            n_expanded,
            n_nodes: trace.n_nodes(),
            next: 0,
            born: 0,
            duplicates: vec![0; moments.len()],
            least: vec![u64::MAX; 2 * moments.len()],
            moments,
        }
    }

    /// Looks at the next `n` nodes; returns whether all is done. The trace must be the one that it
    /// began with; it may have grown.
    pub fn step(&mut self, trace: &Trace, n: u32) -> bool {
        let end = self.next.saturating_add(n).min(self.n_nodes);
        for node in self.next..end {
            while (self.n_generated.get(self.born)).is_some_and(|&n_nodes| n_nodes <= node) {
                self.born += 1;
            }
            if self.born == self.moments.len() {
                self.next = self.n_nodes;
                return true;
            }
            match trace.outcome(node) {
                NodeOutcome::Duplicate | NodeOutcome::Cycle => self.duplicates[self.born] += 1,
                NodeOutcome::Cut | NodeOutcome::Goal => {}
                NodeOutcome::Frontier | NodeOutcome::Improved | NodeOutcome::Reopened => {
                    self.wait(trace, node);
                }
            }
        }
        self.next = end;
        end == self.n_nodes
    }

    /// A node that is on the frontier from its generation.
    fn wait(&mut self, trace: &Trace, node: NodeId) {
        let mut left_at = trace.left_frontier_at(node);
        if self.ended.contains(&Some(node)) {
            left_at = left_at.min(self.n_expanded);
        }
        let left = self.moments.partition_point(|&t| t < left_at);
        if let Some(duplicates) = self.duplicates.get_mut(left)
            && let Some((_, NodeOutcome::Duplicate | NodeOutcome::Cycle)) = trace.discarded_at(node)
        {
            *duplicates += 1;
        }
        let Some((of_g, of_h)) = self.factors else {
            return;
        };
        let f =
            u64::from(of_g) * u64::from(trace.g(node)) + u64::from(of_h) * u64::from(trace.h(node));
        let n = self.moments.len();
        let (mut from, mut to) = (self.born + n, left + n);
        while from < to {
            if from % 2 == 1 {
                self.least[from] = self.least[from].min(f);
                from += 1;
            }
            if to % 2 == 1 {
                to -= 1;
                self.least[to] = self.least[to].min(f);
            }
            from /= 2;
            to /= 2;
        }
    }

    /// How much is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        f64::from(self.next) / f64::from(self.n_nodes.max(1))
    }

    /// The counts, when [`step`](Self::step) has done all.
    pub fn finish(mut self) -> Counted {
        let mut n_duplicates = 0;
        for duplicates in &mut self.duplicates {
            n_duplicates += *duplicates;
            *duplicates = n_duplicates;
        }
        let n = self.moments.len();
        let least = |i: usize| {
            let path = std::iter::successors(Some(i + n), |at| Some(at / 2).filter(|at| *at > 0));
            let least = path.map(|at| self.least[at]).min();
            least.filter(|f| *f < u64::MAX)
        };
        Counted {
            of: self.of,
            least_f: (0..n).map(least).collect(),
            duplicates: self.duplicates,
        }
    }
}
