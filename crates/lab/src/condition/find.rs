//! Finds the nodes of a record for which a condition holds.

use super::expr::{BLOCK, Block, Condition};
use super::matches::Matches;
use super::walk;
use crate::{Interrupt, Problem};
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use tilescope_engines::team;
use tilescope_trace::{NodeId, Trace};

/// The nodes that a thread tests between two looks at the interrupt; a multiple of [`BLOCK`].
const PART: usize = 1 << 16;

/// Finds all nodes of a record that meet a condition; `None` if it was interrupted. `progress` is told
/// the part that is done, from 0 to 1.
///
/// If the condition names a state, it first walks through the trees. Then it tests blocks of nodes. A
/// large record is shared by as many threads as the machine has.
pub fn find(
    condition: &Condition,
    problem: &Problem,
    trace: &Trace,
    interrupt: &Interrupt,
    progress: &mut (dyn FnMut(f64) + Send),
) -> Option<Matches> {
    let n_nodes = trace.n_nodes() as usize;
    let n_passes = 1 + u64::from(!condition.patterns.is_empty());
    let team = Team {
        interrupt,
        progress: Mutex::new(progress),
        n_done: AtomicU64::new(0),
        n_all: n_passes * n_nodes as u64,
        n_threads: n_nodes.div_ceil(PART),
    };
    let states = match condition.patterns.is_empty() {
        true => Vec::new(),
        false => walk::matching_states(&condition.patterns, problem, trace, &team),
    };
    let tested = Tested {
        condition,
        trace,
        n_nodes,
        solution: &sorted_solution(trace),
        states: &states,
    };
    let mut words = vec![0_u64; n_nodes.div_ceil(64)];
    let parts = words.chunks_mut(PART / 64).zip((0..).step_by(PART));
    let parts = Mutex::new(parts);
    team.run(&|| {
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        while let Some((part, first)) = next() {
            tested.test(part, first);
            if !team.goes_on(PART.min(n_nodes - first)) {
                break;
            }
        }
    });
    (!interrupt.is_stopped()).then(|| Matches::new(words))
}

/// The nodes of the solution path, in order of generation.
pub(super) fn sorted_solution(trace: &Trace) -> Vec<NodeId> {
    let mut solution = trace.solution();
    solution.sort_unstable();
    solution
}

/// The nodes that are tested.
pub(super) struct Tested<'a> {
    pub condition: &'a Condition,
    pub trace: &'a Trace,
    pub n_nodes: usize,
    /// In order.
    pub solution: &'a [NodeId],
    /// For each pattern a bit a node.
    pub states: &'a [Vec<u64>],
}

impl Tested<'_> {
    /// Tests the nodes from `first` on, 64 a word.
    pub fn test(&self, words: &mut [u64], first: usize) {
        for (words, first) in words.chunks_mut(BLOCK / 64).zip((first..).step_by(BLOCK)) {
            let n = BLOCK.min(self.n_nodes - first);
            let block = Block {
                trace: self.trace,
                costs: self.condition.costs,
                first: first as NodeId,
                n,
                solution: self.solution,
                states: self.states,
            };
            words.copy_from_slice(&block.test(&self.condition.expr)[..words.len()]);
            // Bits beyond the last node mean nothing.
            if let Some(last) = words.last_mut().filter(|_| !n.is_multiple_of(64)) {
                *last &= (1 << (n % 64)) - 1;
            }
        }
    }
}

/// The threads that share a search, and how far they are.
pub(super) struct Team<'a> {
    interrupt: &'a Interrupt,
    progress: Mutex<&'a mut (dyn FnMut(f64) + Send)>,
    n_done: AtomicU64,
    n_all: u64,
    /// At most.
    n_threads: usize,
}

impl Team<'_> {
    /// Does `work` on each thread; returns when all have ended.
    pub fn run(&self, work: &(dyn Fn() + Sync)) {
        let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
        thread::scope(|scope| {
            for _ in 1..n_threads.min(self.n_threads) {
                // Without a thread, the others do its work.
                let _ = team::spawn(scope, "find", work);
            }
            work();
        });
    }

    /// Adds `n` nodes to those that are done; whether the search goes on.
    pub fn goes_on(&self, n: usize) -> bool {
        let n_done = self.n_done.fetch_add(n as u64, Relaxed) + n as u64;
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress((n_done as f64 / self.n_all as f64).min(1.0));
        !self.interrupt.is_stopped()
    }
}
