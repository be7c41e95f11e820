//! The depth-first search within a bound: several subtrees at a time, on several threads.
//!
//! A depth-first search waits for memory at every node. Here a thread has several of them under
//! way, each in a subtree of its own, and expands a node of each at a time: see
//! [`Ground::expand`].

use super::super::budget::Budget;
use super::super::team::{self, ReportFn};
use super::atlas::Lookups;
use super::instructions::{Work, with_more_instructions};
use super::node::{AT_A_TIME, Child, DfsNode, Ground, Mailbox};
use super::prefixes::Prefixes;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use tilescope_search::{Action, Cost, EngineObserver, Progress, StopReason};

/// A search for one board of up to `CELLS` cells, with the greatest of up to `SUMS` sums of up to
/// `PARTS` databases.
pub struct ParallelDfs<A, const CELLS: usize, const SUMS: usize, const PARTS: usize> {
    ground: Ground<A, CELLS, SUMS, PARTS>,
    start: DfsNode<CELLS, SUMS, PARTS>,
    threads: NonZero<usize>,
    /// How many nodes were expanded in the last iteration.
    n_expanded: u64,
}

/// So many nodes are expanded between two tallies: less than a millisecond's work.
const BETWEEN_TALLIES: u64 = 1 << 12;

/// So many nodes of the last iteration make a subtree of the next one, which has several times as
/// many: as small as they may be, for when a solution is found others are under way in vain. It
/// does not depend on the threads, so neither does which solution is first.
const NODES_OF_SUBTREE: u64 = 32;
const LEAST_SUBTREES: u64 = 64;
const MOST_SUBTREES: u64 = 1 << 14;

/// After an iteration of so many nodes the next one is worth more threads.
const MANY: u64 = 20_000;

impl<A: Lookups<SUMS, PARTS>, const CELLS: usize, const SUMS: usize, const PARTS: usize>
    ParallelDfs<A, CELLS, SUMS, PARTS>
{
    pub fn new(
        ground: Ground<A, CELLS, SUMS, PARTS>,
        start: DfsNode<CELLS, SUMS, PARTS>,
        threads: NonZero<usize>,
    ) -> Self {
        ParallelDfs {
            ground,
            start,
            threads,
            n_expanded: 0,
        }
    }

    /// How many moves the start takes at least.
    pub fn h(&self) -> Cost {
        self.start.h()
    }

    /// Searches for a solution of at most `bound` moves.
    ///
    /// The threads take subtrees in order. One that finds a solution lets those be finished that
    /// come before, so which one is found does not depend on how many threads there are.
    ///
    /// # Errors
    /// If `observer` stops it.
    pub fn search<O: EngineObserver>(
        &mut self,
        bound: Cost,
        observer: &mut O,
    ) -> Result<Option<Vec<Action>>, StopReason> {
        let start = self.start.within(bound);
        let n_subtrees = self.n_expanded / NODES_OF_SUBTREE;
        let n_subtrees = n_subtrees.clamp(LEAST_SUBTREES, MOST_SUBTREES);
        let prefixes = Prefixes::new(&self.ground, start, n_subtrees as usize, observer)?;
        let crew = WorkerPool {
            ground: &self.ground,
            start: &self.start,
            prefixes: &prefixes,
            next: AtomicUsize::new(0),
            solved: AtomicUsize::new(usize::MAX),
            n_expanded: AtomicU64::new(prefixes.n_expanded),
            leave: Budget::new(observer.expansion_budget()),
        };
        let threads = match self.n_expanded {
            MANY.. => self.threads,
            _ => NonZero::<usize>::MIN,
        };
        let found = team::run(threads, observer, |tell| {
            with_more_instructions(Shift { crew: &crew, tell })
        })?;
        self.n_expanded = crew.n_expanded.into_inner();
        let first = found
            .into_iter()
            .flatten()
            .min_by_key(|(number, _)| *number);
        if first.is_none() && crew.leave.is_exhausted() {
            return Err(StopReason::Expanded);
        }
        Ok(first.map(|(number, rest)| {
            let mut actions = prefixes.actions(number);
            actions.extend(rest);
            actions
        }))
    }
}

/// Those who search in an iteration, and what they share.
struct WorkerPool<'a, A, const CELLS: usize, const SUMS: usize, const PARTS: usize> {
    ground: &'a Ground<A, CELLS, SUMS, PARTS>,
    start: &'a DfsNode<CELLS, SUMS, PARTS>,
    prefixes: &'a Prefixes<CELLS, SUMS, PARTS>,
    /// The subtree that is taken next.
    next: AtomicUsize,
    /// The first subtree that is known to have a solution.
    solved: AtomicUsize,
    n_expanded: AtomicU64,
    /// How many nodes they may expand.
    leave: Budget,
}

/// What one of a crew does.
struct Shift<'a, 'b, A, const CELLS: usize, const SUMS: usize, const PARTS: usize> {
    crew: &'a WorkerPool<'a, A, CELLS, SUMS, PARTS>,
    tell: &'a mut ReportFn<'b>,
}

impl<A, const CELLS: usize, const SUMS: usize, const PARTS: usize> Work
    for Shift<'_, '_, A, CELLS, SUMS, PARTS>
where
    A: Lookups<SUMS, PARTS>,
{
    type Output = Result<Option<Found>, StopReason>;

    #[inline(always)]
    fn done(self) -> Self::Output {
        self.crew.work(self.tell)
    }
}

/// A depth-first search in one subtree after the other.
struct Lane<const CELLS: usize, const SUMS: usize, const PARTS: usize> {
    /// The number of the subtree.
    number: usize,
    /// How deep its root is.
    depth: u16,
    /// What is left to expand, the next node last.
    stack: Vec<DfsNode<CELLS, SUMS, PARTS>>,
    /// What leads from the subtree's root to the node that was taken last.
    actions: Vec<Action>,
}

/// A solution: the number of the subtree that it is in, and the actions from the root of that.
type Found = (usize, Vec<Action>);

impl<A: Lookups<SUMS, PARTS>, const CELLS: usize, const SUMS: usize, const PARTS: usize>
    WorkerPool<'_, A, CELLS, SUMS, PARTS>
{
    /// Searches until no subtree is left; the first solution.
    #[inline(always)]
    fn work(&self, tell: &mut ReportFn) -> Result<Option<Found>, StopReason> {
        let mut lanes: [_; AT_A_TIME] = std::array::from_fn(|_| Lane {
            number: 0,
            depth: 0,
            stack: Vec::new(),
            actions: Vec::new(),
        });
        let mut desk = Mailbox::default();
        let mut found: Option<Found> = None;
        let mut done = Progress::default();
        let mut hold = self.leave.lease();
        loop {
            let solved = self.solved.load(Relaxed);
            for lane in &mut lanes {
                self.supply(lane, solved);
                if lane.stack.last().is_some_and(DfsNode::is_goal) {
                    self.solved.fetch_min(lane.number, Relaxed);
                    if found.as_ref().is_none_or(|(first, _)| lane.number < *first) {
                        found = Some((lane.number, lane.actions.clone()));
                    }
                    lane.stack.clear();
                }
            }
            let (mut nodes, mut owners) = ([self.start; AT_A_TIME], [0; AT_A_TIME]);
            let mut n_nodes = 0;
            for (i, lane) in lanes.iter().enumerate() {
                if let Some(node) = lane.stack.last() {
                    (nodes[n_nodes], owners[n_nodes]) = (node, i);
                    n_nodes += 1;
                }
            }
            // Subtrees are taken in order: where there is none left, none comes before a solution.
            if n_nodes == 0 {
                break;
            }
            let Ok(n_paid) = hold.charge_up_to(n_nodes as u64) else {
                // The others still use up what they hold.
                break;
            };
            let n_nodes = n_paid as usize;
            let mut children = self
                .ground
                .expand(&nodes[..n_nodes], &mut desk, &mut done)
                .peekable();
            for (node, owner) in owners[..n_nodes].iter().enumerate() {
                let stack = &mut lanes[*owner].stack;
                let at = stack.len() - 1;
                let is_of_node = |child: &&Child<SUMS>| usize::from(child.node) == node;
                // The first of them takes the place of the node; copies of that become the others.
                let Some(first) = children.next_if(is_of_node) else {
                    stack.pop();
                    continue;
                };
                while let Some(other) = children.next_if(is_of_node) {
                    stack.extend_from_within(at..=at);
                    let end = stack.len() - 1;
                    self.ground.go(&mut stack[end], other);
                }
                self.ground.go(&mut stack[at], first);
            }
            if done.expanded >= BETWEEN_TALLIES {
                self.n_expanded.fetch_add(done.expanded, Relaxed);
                tell(std::mem::take(&mut done))?;
            }
        }
        self.n_expanded.fetch_add(done.expanded, Relaxed);
        tell(done)?;
        Ok(found)
    }

    /// Sees to it that a lane's next node is there, of its subtree or else the next one; there is
    /// none if there is none before the one that is solved.
    #[inline(always)]
    fn supply(&self, lane: &mut Lane<CELLS, SUMS, PARTS>, solved: usize) {
        if lane.number < solved
            && let Some(node) = lane.stack.last()
        {
            let n_before = usize::from(node.depth - lane.depth);
            if let Some(n_before) = n_before.checked_sub(1) {
                lane.actions.truncate(n_before);
                lane.actions.push(node.action);
            }
            return;
        }
        lane.stack.clear();
        if self.next.load(Relaxed) >= self.prefixes.len().min(solved) {
            return;
        }
        lane.number = self.next.fetch_add(1, Relaxed);
        if let Some(root) = self.prefixes.root(lane.number) {
            lane.depth = root.depth;
            lane.actions.clear();
            lane.stack.push(*root);
        }
    }
}
