//! The depth-first search within a bound: several subtrees at once, on several threads.
//!
//! A depth-first search with pattern databases waits for memory at every node. So each thread
//! interleaves several, each in a subtree of its own, and expands one node of each together: see
//! [`Expander::expand`].

use super::super::budget::Budget;
use super::super::team::{self, ReportFn};
use super::cpu_features::{Work, with_cpu_features};
use super::lookups::Lookups;
use super::node::{BATCH, Child, DfsNode, Expander, ExpansionBuffer};
use super::prefixes::Prefixes;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use tilescope_search::{Action, Cost, EngineObserver, Progress, StopReason};

/// A search of one board of up to `CELLS` cells. h is the maximum of up to `SUMS` sums of up to
/// `PARTS` databases.
pub struct ParallelDfs<A, const CELLS: usize, const SUMS: usize, const PARTS: usize> {
    expander: Expander<A, CELLS, SUMS, PARTS>,
    start: DfsNode<CELLS, SUMS, PARTS>,
    threads: NonZero<usize>,
    /// Expansions of the last iteration.
    n_expanded: u64,
}

/// Expansions between two reports: less than a millisecond's work.
const REPORT_INTERVAL: u64 = 1 << 12;

/// An iteration has one subtree for this many expansions of the last one. Small subtrees waste
/// less work when a solution is found. Their number does not depend on the threads, so neither
/// does the solution.
const NODES_PER_SUBTREE: u64 = 32;
const MIN_SUBTREES: u64 = 64;
const MAX_SUBTREES: u64 = 1 << 14;

/// Expansions of the last iteration from which several threads are worthwhile in the next.
const MIN_FOR_THREADS: u64 = 20_000;

impl<A: Lookups<SUMS, PARTS>, const CELLS: usize, const SUMS: usize, const PARTS: usize>
    ParallelDfs<A, CELLS, SUMS, PARTS>
{
    pub fn new(
        expander: Expander<A, CELLS, SUMS, PARTS>,
        start: DfsNode<CELLS, SUMS, PARTS>,
        threads: NonZero<usize>,
    ) -> Self {
        ParallelDfs {
            expander,
            start,
            threads,
            n_expanded: 0,
        }
    }

    /// The h of the start.
    pub fn h(&self) -> Cost {
        self.start.h()
    }

    /// Searches for a solution of at most `bound` moves.
    ///
    /// The threads take subtrees in order. When one finds a solution, the earlier subtrees are
    /// finished, so the solution does not depend on the number of threads.
    ///
    /// # Errors
    /// If `observer` stops the search.
    pub fn search<O: EngineObserver>(
        &mut self,
        bound: Cost,
        observer: &mut O,
    ) -> Result<Option<Vec<Action>>, StopReason> {
        let start = self.start.with_slack(bound);
        let n_subtrees = self.n_expanded / NODES_PER_SUBTREE;
        let n_subtrees = n_subtrees.clamp(MIN_SUBTREES, MAX_SUBTREES);
        let prefixes = Prefixes::new(&self.expander, start, n_subtrees as usize, observer)?;
        let iteration = Iteration {
            expander: &self.expander,
            start: &self.start,
            bound: bound as usize,
            prefixes: &prefixes,
            next: AtomicUsize::new(0),
            solved: AtomicUsize::new(usize::MAX),
            n_expanded: AtomicU64::new(prefixes.n_expanded),
            budget: Budget::new(observer.expansion_budget()),
        };
        let threads = match self.n_expanded {
            MIN_FOR_THREADS.. => self.threads,
            _ => NonZero::<usize>::MIN,
        };
        let found = team::run(threads, observer, |report| {
            with_cpu_features(WorkerTask {
                iteration: &iteration,
                report,
            })
        })?;
        self.n_expanded = iteration.n_expanded.into_inner();
        let first = found
            .into_iter()
            .flatten()
            .min_by_key(|(number, _)| *number);
        if first.is_none() && iteration.budget.is_exhausted() {
            return Err(StopReason::Expanded);
        }
        Ok(first.map(|(number, rest)| {
            let mut actions = prefixes.actions(number);
            actions.extend(rest);
            actions
        }))
    }
}

/// What the threads of one iteration share.
struct Iteration<'a, A, const CELLS: usize, const SUMS: usize, const PARTS: usize> {
    expander: &'a Expander<A, CELLS, SUMS, PARTS>,
    start: &'a DfsNode<CELLS, SUMS, PARTS>,
    /// The moves of the longest solution that is sought.
    bound: usize,
    prefixes: &'a Prefixes<CELLS, SUMS, PARTS>,
    /// The next subtree to search.
    next: AtomicUsize,
    /// The first subtree known to contain a solution.
    solved: AtomicUsize,
    n_expanded: AtomicU64,
    /// How many nodes the threads may expand.
    budget: Budget,
}

/// The work of one thread.
struct WorkerTask<'a, 'b, A, const CELLS: usize, const SUMS: usize, const PARTS: usize> {
    iteration: &'a Iteration<'a, A, CELLS, SUMS, PARTS>,
    report: &'a mut ReportFn<'b>,
}

impl<A, const CELLS: usize, const SUMS: usize, const PARTS: usize> Work
    for WorkerTask<'_, '_, A, CELLS, SUMS, PARTS>
where
    A: Lookups<SUMS, PARTS>,
{
    type Output = Result<Option<Found>, StopReason>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.iteration.work(self.report)
    }
}

/// A depth-first search of one subtree after another.
struct SubtreeSearch<const CELLS: usize, const SUMS: usize, const PARTS: usize> {
    /// The number of the subtree.
    number: usize,
    /// The depth of its root.
    depth: u16,
    /// Nodes to expand, the next one last.
    stack: Vec<DfsNode<CELLS, SUMS, PARTS>>,
    /// The actions from the subtree's root to the next node, and behind them those of nodes that
    /// were deeper. A subtree is at most as deep as the bound.
    actions: Vec<Action>,
}

/// A solution: the number of its subtree, and the actions from the root of that subtree.
type Found = (usize, Vec<Action>);

impl<A: Lookups<SUMS, PARTS>, const CELLS: usize, const SUMS: usize, const PARTS: usize>
    Iteration<'_, A, CELLS, SUMS, PARTS>
{
    /// Searches until no subtree is left. Returns the first solution.
    #[inline(always)]
    fn work(&self, report: &mut ReportFn) -> Result<Option<Found>, StopReason> {
        let mut subtrees: [_; BATCH] = std::array::from_fn(|_| SubtreeSearch {
            number: 0,
            depth: 0,
            stack: Vec::new(),
            actions: vec![Action(0); self.bound],
        });
        let mut buffer = ExpansionBuffer::default();
        let mut found: Option<Found> = None;
        let mut progress = Progress::default();
        let mut lease = self.budget.lease();
        loop {
            let solved = self.solved.load(Relaxed);
            for subtree in &mut subtrees {
                self.advance(subtree, solved);
                if let Some(node) = subtree.stack.last()
                    && node.is_goal()
                {
                    self.solved.fetch_min(subtree.number, Relaxed);
                    if found
                        .as_ref()
                        .is_none_or(|(first, _)| subtree.number < *first)
                    {
                        let n_actions = usize::from(node.depth - subtree.depth);
                        found = Some((subtree.number, subtree.actions[..n_actions].to_vec()));
                    }
                    subtree.stack.clear();
                }
            }
            let (mut nodes, mut owners) = ([self.start; BATCH], [0; BATCH]);
            let mut n_nodes = 0;
            for (i, subtree) in subtrees.iter().enumerate() {
                if let Some(node) = subtree.stack.last() {
                    (nodes[n_nodes], owners[n_nodes]) = (node, i);
                    n_nodes += 1;
                }
            }
            // Subtrees are taken in order, so none before a solution is left unsearched.
            if n_nodes == 0 {
                break;
            }
            let Ok(n_charged) = lease.charge_up_to(n_nodes as u64) else {
                // The other threads still use up their leases.
                break;
            };
            let n_nodes = n_charged as usize;
            let mut children = self
                .expander
                .expand(&nodes[..n_nodes], &mut buffer, &mut progress)
                .peekable();
            for (node, owner) in owners[..n_nodes].iter().enumerate() {
                let stack = &mut subtrees[*owner].stack;
                let at = stack.len() - 1;
                let is_of_node = |child: &&Child<SUMS>| usize::from(child.node) == node;
                // The first child replaces the node; the others are made of copies of the node.
                let Some(first) = children.next_if(is_of_node) else {
                    stack.pop();
                    continue;
                };
                while let Some(other) = children.next_if(is_of_node) {
                    stack.extend_from_within(at..=at);
                    let end = stack.len() - 1;
                    self.expander.make_child(&mut stack[end], other);
                }
                self.expander.make_child(&mut stack[at], first);
            }
            if progress.expanded >= REPORT_INTERVAL {
                self.n_expanded.fetch_add(progress.expanded, Relaxed);
                report(std::mem::take(&mut progress))?;
            }
        }
        self.n_expanded.fetch_add(progress.expanded, Relaxed);
        report(progress)?;
        Ok(found)
    }

    /// Brings up the next node, of this subtree or of the next one. The stack is empty if no
    /// subtree before the solved one is left.
    #[inline(always)]
    fn advance(&self, subtree: &mut SubtreeSearch<CELLS, SUMS, PARTS>, solved: usize) {
        if subtree.number < solved
            && let Some(node) = subtree.stack.last()
        {
            let n_actions = usize::from(node.depth - subtree.depth);
            if let Some(last) = subtree.actions.get_mut(n_actions.wrapping_sub(1)) {
                *last = node.action;
            }
            return;
        }
        subtree.stack.clear();
        if self.next.load(Relaxed) >= self.prefixes.len().min(solved) {
            return;
        }
        subtree.number = self.next.fetch_add(1, Relaxed);
        if let Some(root) = self.prefixes.root(subtree.number) {
            subtree.depth = root.depth;
            subtree.stack.push(*root);
        }
    }
}
