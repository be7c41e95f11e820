//! Builds an index of a frontier in steps.

use super::order::{SortKey, is_same_expansion};
use super::replay::Replay;
use super::{BLOCK, Bucket, Checkpoint, FrontierIndex, Order, SEGMENT};
use crate::{NodeId, Trace};

/// Builds a [`FrontierIndex`] in steps, so that it can be stopped and can say how far it is.
#[derive(Debug)]
pub struct Builder {
    index: FrontierIndex,
    phase: Phase,
    /// How much of the phase is done, in its own units.
    done: usize,
    /// By bucket, in the order of first appearance: the number of nodes. Then, in sorted order, the
    /// position of the next node.
    cursors: Vec<u32>,
    replay: Replay,
    /// The events since the last checkpoint.
    n_events: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Nodes are counted by key.
    Count,
    /// Nodes are put into their places.
    Place,
    /// The latest moment of each block is found.
    Blocks,
    /// The run is followed from moment to moment.
    Checkpoints,
    Done,
}

impl Builder {
    /// A builder of the index of the trace, as far as it has arrived.
    pub fn new(trace: &Trace, order: Order) -> Self {
        Builder {
            index: FrontierIndex {
                order,
                n_nodes: trace.n_nodes(),
                last: trace.n_expanded(),
                nodes: Vec::new(),
                buckets: Vec::new(),
                numbers: Default::default(),
                segments: vec![0],
                last_left: Vec::new(),
                discarded: Vec::new(),
                checkpoints: Vec::new(),
                counts: Vec::new(),
            },
            phase: Phase::Count,
            done: 0,
            cursors: Vec::new(),
            replay: Replay::default(),
            n_events: 0,
        }
    }

    /// The bytes that an index of the trace takes at most, apart from the discarded nodes.
    pub fn max_bytes(trace: &Trace) -> u64 {
        // Places 4, checkpoints 1, and room for the rest.
        6 * u64::from(trace.n_nodes()) + (1 << 20)
    }

    /// Does about `n` nodes' worth of work; returns whether all is done. The trace must be the one
    /// that it began with; it may have grown.
    pub fn step(&mut self, trace: &Trace, n: u32) -> bool {
        let n = n as usize;
        match self.phase {
            Phase::Count => self.count(trace, n),
            Phase::Place => self.place(trace, n),
            Phase::Blocks => self.blocks(trace, n),
            Phase::Checkpoints => self.checkpoints(trace, n),
            Phase::Done => {}
        }
        self.phase == Phase::Done
    }

    /// How much is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        let n_nodes = f64::from(self.index.n_nodes.max(1));
        let done = self.done as f64;
        // The weights are the shares of the time that the phases take.
        match self.phase {
            Phase::Count => 0.15 * done / n_nodes,
            Phase::Place => 0.15 + 0.25 * done / n_nodes,
            Phase::Blocks => 0.4 + 0.1 * done / n_nodes,
            Phase::Checkpoints => 0.5 + 0.5 * done / f64::from(self.index.last.max(1)),
            Phase::Done => 1.0,
        }
    }

    /// The index, when [`step`](Self::step) has done all.
    pub fn finish(self) -> FrontierIndex {
        self.index
    }

    fn go_on(&mut self, phase: Phase) {
        (self.phase, self.done) = (phase, 0);
    }

    fn count(&mut self, trace: &Trace, n: usize) {
        let index = &mut self.index;
        let end = self.done.saturating_add(n).min(index.n_nodes as usize);
        for node in self.done as NodeId..end as NodeId {
            if !trace.outcome(node).is_on_frontier() {
                continue;
            }
            let key = index.order.sort_key(trace, node);
            let next = self.cursors.len() as u32;
            let number = *index.numbers.entry(key).or_insert(next);
            if number == next {
                self.cursors.push(0);
            }
            self.cursors[number as usize] += 1;
            if trace.discarded_at(node).is_some() {
                index.discarded.push(node);
            }
        }
        self.done = end;
        if end == index.n_nodes as usize {
            self.sort_buckets(trace);
            self.go_on(Phase::Place);
        }
    }

    /// Sorts the buckets by their keys, and divides them into segments.
    fn sort_buckets(&mut self, trace: &Trace) {
        let index = &mut self.index;
        let mut sorted: Vec<(SortKey, u32)> = index
            .numbers
            .iter()
            .map(|(&key, &number)| (key, number))
            .collect();
        sorted.sort_unstable();
        let sizes = std::mem::take(&mut self.cursors);
        let mut position = 0;
        for (new, &(key, old)) in sorted.iter().enumerate() {
            index.numbers.insert(key, new as u32);
            index.buckets.push(Bucket {
                key,
                first_segment: index.segments.len() as u32 - 1,
            });
            let end = position + sizes[old as usize];
            self.cursors.push(match index.order.is_descending() {
                true => end,
                false => position,
            });
            while position < end {
                position = end.min(position + SEGMENT as u32);
                index.segments.push(position);
            }
        }
        index.nodes = vec![0; position as usize];
        let left = |node: &NodeId| trace.left_frontier_at(*node);
        index.discarded.sort_by_cached_key(left);
        index.discarded.shrink_to_fit();
    }

    fn place(&mut self, trace: &Trace, n: usize) {
        let index = &mut self.index;
        let end = self.done.saturating_add(n).min(index.n_nodes as usize);
        let is_descending = index.order.is_descending();
        for node in self.done as NodeId..end as NodeId {
            if !trace.outcome(node).is_on_frontier() {
                continue;
            }
            let key = index.order.sort_key(trace, node);
            let cursor = &mut self.cursors[index.numbers[&key] as usize];
            if is_descending {
                *cursor -= 1;
                index.nodes[*cursor as usize] = node;
            } else {
                index.nodes[*cursor as usize] = node;
                *cursor += 1;
            }
        }
        self.done = end;
        if end == index.n_nodes as usize {
            self.cursors = Vec::new();
            if index.order.equals == super::Equals::NewestExpansion {
                let siblings = |&a: &NodeId, &b: &NodeId| is_same_expansion(trace, a, b);
                for number in 0..index.buckets.len() {
                    let segments = index.segments_of(number);
                    let [begin, end] =
                        [segments.start, segments.end].map(|it| index.segments[it] as usize);
                    let bucket = &mut index.nodes[begin..end];
                    bucket.chunk_by_mut(siblings).for_each(<[NodeId]>::reverse);
                }
            }
            self.go_on(Phase::Blocks);
        }
    }

    fn blocks(&mut self, trace: &Trace, n: usize) {
        let index = &mut self.index;
        let end = self.done.saturating_add(n).min(index.nodes.len());
        let end = end.next_multiple_of(BLOCK).min(index.nodes.len());
        for block in index.nodes[self.done..end].chunks(BLOCK) {
            let left = block.iter().map(|&node| trace.left_frontier_at(node));
            index.last_left.push(left.max().unwrap_or_default());
        }
        self.done = end;
        if end == index.nodes.len() {
            self.replay.counts = vec![0; index.n_segments()];
            self.replay.come_at_start(index, trace);
            self.add_checkpoint();
            self.go_on(Phase::Checkpoints);
        }
    }

    fn checkpoints(&mut self, trace: &Trace, n: usize) {
        /// Counts fewer events than this in any case.
        const MIN_EVENTS: usize = 1 << 14;
        let interval = MIN_EVENTS.max(4 * self.index.n_segments());
        let mut n_left = n;
        while self.replay.t < self.index.last && n_left > 0 {
            let n_events = self.replay.advance(&self.index, trace);
            self.n_events += n_events;
            n_left = n_left.saturating_sub(n_events.max(1));
            if self.n_events >= interval {
                self.add_checkpoint();
            }
        }
        self.done = self.replay.t as usize;
        if self.replay.t == self.index.last {
            self.replay = Replay::default();
            self.go_on(Phase::Done);
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
