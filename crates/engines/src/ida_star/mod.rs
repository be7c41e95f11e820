//! Fast IDA*: IDA* with Manhattan distance, compiled for each board size.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod grid;
mod kernel;
mod lanes;
mod prefixes;
mod recursion;
mod stacks;
mod words;

pub use kernel::Kernel;

use super::budget::{Budget, BudgetFn};
use super::team;
use super::{Engine, UnsupportedPuzzle, require_unit_costs};
use crate::dynamic::{DynObserver, search_with};
use grid::{FiveByFive, FourByFour, FourByThree, Goal, Grid, Position, ThreeByFour, ThreeByThree};
use kernel::StackSearch;
use prefixes::{Prefix, Prefixes};
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tilescope_puzzle::heuristics::{HeuristicAbout, Manhattan, TileHeuristic};
use tilescope_puzzle::{Puzzle, Size};
use tilescope_search::memory::check_machine;
use tilescope_search::{
    About, Action, Applies, Completeness, Cost, Directionality, EngineObserver, Observer,
    Optimality, Options, Outcome, Progress, Solution, StopReason,
};
use tilescope_search::{Databases, EvaluationFunction, Kind, Pruning, Selection};

/// IDA* with Manhattan distance for boards of 3×3, 3×4, 4×3, 4×4 and 5×5 cells.
#[derive(Clone, Debug)]
pub struct FastIdaStar {
    puzzle: Puzzle,
    threads: Option<NonZero<usize>>,
    kernel: Kernel,
}

impl Engine for FastIdaStar {
    const ABOUT: About = About {
        key: "fast-ida-star",
        name: "Fast IDA*",
        other_names: &[],
        summary: "IDA* with Manhattan distance, compiled for each cell of the blank.",
        kind: Kind::Engine(Databases::None),
        evaluation: EvaluationFunction::Sum,
        selection: Selection::Deepest,
        pruning: Pruning::FBound,
        complete: Completeness::Always,
        optimal: Optimality::Always,
        uses_heuristic: false,
        directionality: Directionality::Unidirectional,
        options: &[Applies::Threads],
        description: "IDA* with Manhattan distance. It tries the moves in the order Up, Left, Right, \
               Down and never undoes the last one, so an iteration without a solution generates \
               the same nodes as IDA* does. It is fast because the search is compiled for each \
               cell of the blank and each last move: the neighbouring cells, and the tiles that \
               a move brings nearer to their goal, are constants, and a node is a packed board \
               and its slack, each in a register. On boards of up to 4×4 cells, open nodes are \
               on stacks and are expanded many at a time: eight with AVX-512, four with AVX2. \
               Several threads share the subtrees some moves below the start. With stacks or \
               threads, the number of nodes in the last iteration varies and is greater than \
               IDA*'s, because several subtrees are searched at once, and those with the goal \
               again for its path. One thread without stacks obeys the limit on \
               expansions exactly, with stacks to within a thousand nodes; several threads may \
               stop somewhat below it. Every move must cost 1.",
    };

    const HEURISTIC: Option<&'static HeuristicAbout> = Some(&Manhattan::ABOUT);

    fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, UnsupportedPuzzle> {
        require_unit_costs(&Self::ABOUT, puzzle)?;
        if !supports(puzzle.size()) {
            let reason = "it is compiled for 3×3, 3×4, 4×3, 4×4 and 5×5";
            return Err(UnsupportedPuzzle::new(&Self::ABOUT, puzzle, reason));
        }
        Ok(FastIdaStar {
            puzzle: puzzle.clone(),
            threads: options.threads,
            kernel: Kernel::fastest(),
        })
    }

    fn search<O: EngineObserver>(&self, observer: &mut O) -> Outcome<O::Node> {
        search_with(observer, |observer| self.search_dyn(observer))
    }
}

/// Whether the search is compiled for boards of this size.
fn supports(size: Size) -> bool {
    matches!(
        (size.rows(), size.columns()),
        (3, 3) | (3, 4) | (4, 3) | (4, 4) | (5, 5)
    )
}

impl FastIdaStar {
    fn search_dyn(&self, observer: &mut DynObserver) -> Outcome<()> {
        let size = self.puzzle.size();
        let outcome = match (size.rows(), size.columns()) {
            (3, 3) => self.deepen::<ThreeByThree>(observer),
            (3, 4) => self.deepen::<ThreeByFour>(observer),
            (4, 3) => self.deepen::<FourByThree>(observer),
            (4, 4) => self.deepen::<FourByFour>(observer),
            _ => self.deepen::<FiveByFive>(observer),
        };
        outcome.unwrap_or_else(Outcome::Stopped)
    }

    /// The engine with `kernel`; `None` if the processor can't run it. Short iterations and sizes
    /// that have no stacks still use the recursion.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Option<Self> {
        kernel
            .is_supported()
            .then_some(FastIdaStar { kernel, ..self })
    }

    /// Iterates until there is a solution. The bound rises by 2, because a move changes h by 1.
    fn deepen<G: Grid>(&self, observer: &mut DynObserver) -> Result<Outcome<()>, StopReason> {
        let mut start = Position::<G>::new(&self.puzzle);
        let h = start.manhattan();
        observer.iteration(h);
        observer.root(h);
        let mut pool = WorkerPool::new(self, observer);
        loop {
            let bound = h + 2 * start.slack;
            if let Some(actions) = pool.iterate(start, bound, observer)? {
                let cost = actions.len() as Cost;
                return Ok(Outcome::Solved(Solution {
                    actions,
                    cost,
                    node: (),
                }));
            }
            start.slack += 1;
            observer.iteration(bound + 2);
        }
    }
}

/// The threads of the search, and what they keep from one iteration to the next.
struct WorkerPool<G: Grid> {
    threads: NonZero<usize>,
    kernel: Kernel,
    /// The stacks not in use, at most one set per thread.
    stacks: Mutex<Vec<Box<dyn StackSearch<G>>>>,
    /// The longest path that the stacks have space for.
    n_moves: usize,
    /// Expansions of the last iteration.
    n_expanded: AtomicU64,
}

impl<G: Grid> WorkerPool<G> {
    /// Expansions of the last iteration from which stacks are worthwhile in the next.
    const MIN_FOR_STACKS: u64 = 200_000;
    /// Subtrees of an iteration for several threads or for stacks: enough that no thread is idle
    /// for long. Four times as many cost 5 % in a search of a tenth of a second.
    const N_SUBTREES: usize = 4096;
    /// Shares of an iteration with stacks, which need many subtrees at a time.
    const N_SHARES: usize = 128;
    /// Expansions between two reports.
    const REPORT_INTERVAL: u64 = 1 << 16;

    fn new<O: EngineObserver>(engine: &FastIdaStar, observer: &mut O) -> Self {
        let threads = team::n_threads(engine.threads);
        observer.method_chosen(&method_text(Kernel::Recursion, threads));
        WorkerPool {
            threads,
            kernel: engine.kernel,
            stacks: Mutex::default(),
            n_moves: 0,
            n_expanded: AtomicU64::new(0),
        }
    }

    /// Searches everything within the slack of `start`. Returns the first solution.
    ///
    /// The threads take shares of the subtrees from left to right. When one finds a solution, the
    /// others finish the shares to the left of it, so the solution does not depend on the number
    /// of threads.
    fn iterate<O: EngineObserver>(
        &mut self,
        start: Position<G>,
        bound: Cost,
        observer: &mut O,
    ) -> Result<Option<Vec<Action>>, StopReason> {
        let with_stacks = self.make_stacks(start.slack, bound, observer)?;
        let n_subtrees = if with_stacks || self.threads.get() > 1 {
            Self::N_SUBTREES
        } else {
            1
        };
        let prefixes = Prefixes::new(start, n_subtrees);
        let shares = if with_stacks {
            prefixes.shares(Self::N_SHARES)
        } else {
            prefixes.shares(usize::MAX)
        };
        self.n_expanded = AtomicU64::new(0);
        let next = AtomicUsize::new(0);
        // The leftmost share with a solution.
        let solved = AtomicUsize::new(usize::MAX);
        let budget = Budget::new(observer.expansion_budget());
        let found = team::run(self.threads, observer, |report| {
            let mut stacks = self.take_stacks(with_stacks);
            let mut found = None;
            let mut lease = budget.lease();
            // Progress not reported yet.
            let mut unreported = Progress::default();
            loop {
                let number = next.fetch_add(1, Relaxed);
                let is_moot = || solved.load(Relaxed) < number;
                let Some(share) = shares.get(number).filter(|_| !is_moot()) else {
                    break;
                };
                let mut charge = |progress: Progress| {
                    lease.charge(progress.expanded)?;
                    self.n_expanded.fetch_add(progress.expanded, Relaxed);
                    unreported = sum([unreported, progress].into_iter());
                    if unreported.expanded >= Self::REPORT_INTERVAL {
                        report(std::mem::take(&mut unreported))?;
                    }
                    if is_moot() {
                        return Err(StopReason::Interrupt);
                    }
                    lease.available()
                };
                match search(share, start.goal, stacks.as_mut(), &mut charge) {
                    Ok(None) => {}
                    Ok(Some(actions)) => {
                        solved.fetch_min(number, Relaxed);
                        found = Some((number, actions));
                    }
                    // A solution lies to the left.
                    Err(_) if is_moot() => {}
                    // The other threads still use up their leases.
                    Err(_) if lease.is_refused() => break,
                    Err(reason) => return Err(reason),
                }
            }
            report(unreported)?;
            self.lock().extend(stacks);
            Ok(found)
        })?;
        if budget.is_exhausted() {
            return Err(StopReason::Expanded);
        }
        let leftmost = found
            .into_iter()
            .flatten()
            .min_by_key(|(number, _)| *number);
        Ok(leftmost.map(|(_, actions)| actions))
    }

    /// Allocates stacks for an iteration that is large enough. Returns whether there are any.
    fn make_stacks<O: EngineObserver>(
        &mut self,
        slack: u32,
        bound: Cost,
        observer: &mut O,
    ) -> Result<bool, StopReason> {
        let is_worthwhile =
            *self.n_expanded.get_mut() >= Self::MIN_FOR_STACKS && slack <= stacks::MAX_SLACK;
        let Some(construct) =
            G::STACKS.filter(|_| is_worthwhile && self.kernel != Kernel::Recursion)
        else {
            return Ok(false);
        };
        let n_moves = bound as usize;
        if n_moves <= self.n_moves {
            return Ok(true);
        }
        // With a reserve for the next iterations.
        self.n_moves = n_moves + 8;
        self.lock().clear();
        // A thread for which the machine has no memory recurses.
        let bytes = |n_threads: usize| n_threads * stacks::bytes::<G>(self.n_moves);
        let mut n_threads = (1..=self.threads.get()).rev();
        let Some(n_stacks) = n_threads.find(|&n| check_machine(bytes(n)).is_ok()) else {
            self.kernel = Kernel::Recursion;
            return Ok(false);
        };
        observer.reserve(bytes(n_stacks))?;
        observer.method_chosen(&method_text(self.kernel, self.threads));
        let made = (0..n_stacks).filter_map(|_| construct(self.kernel, self.n_moves));
        self.lock().extend(made);
        Ok(true)
    }

    fn take_stacks(&self, are_wanted: bool) -> Option<Box<dyn StackSearch<G>>> {
        self.lock().pop().filter(|_| are_wanted)
    }

    /// A panic can't leave the list half changed, so a poisoned lock is harmless.
    fn lock(&self) -> MutexGuard<'_, Vec<Box<dyn StackSearch<G>>>> {
        self.stacks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Searches some subtrees from left to right. Returns the actions to the first goal.
fn search<G: Grid>(
    mut share: &[Prefix<G>],
    goal: Goal<G::Word>,
    stacks: Option<&mut Box<dyn StackSearch<G>>>,
    report: &mut BudgetFn,
) -> Result<Option<Vec<Action>>, StopReason> {
    if let Some(stacks) = stacks {
        report(sum(share.iter().map(|prefix| prefix.before)))?;
        match subtrees_with_goal(share, goal, stacks.as_mut(), report)? {
            Some(few) => share = few,
            None => return Ok(None),
        }
    }
    for prefix in share {
        report(prefix.before)?;
        let Some(root) = &prefix.root else {
            break;
        };
        if let Some(rest) = recursion::search(root, goal, report)? {
            let actions = prefix.actions().iter().copied().chain(rest);
            return Ok(Some(actions.collect()));
        }
    }
    Ok(None)
}

/// A few of these subtrees, including the first with a goal; `None` if there is no goal.
///
/// A stack search does not say where it found a goal, so it is repeated on fewer and fewer
/// subtrees.
fn subtrees_with_goal<'a, G: Grid>(
    subtrees: &'a [Prefix<G>],
    goal: Goal<G::Word>,
    stacks: &mut dyn StackSearch<G>,
    report: &mut BudgetFn,
) -> Result<Option<&'a [Prefix<G>]>, StopReason> {
    const FEW: usize = 8;
    for subtrees in subtrees.chunks(stacks::MAX_ROOTS) {
        let mut roots = subtrees.iter().filter_map(|prefix| prefix.root);
        if !stacks.find_goal(&mut roots, goal, report)? {
            continue;
        }
        if subtrees.len() <= FEW {
            return Ok(Some(subtrees));
        }
        for part in subtrees.chunks(subtrees.len().div_ceil(FEW)) {
            if let Some(few) = subtrees_with_goal(part, goal, stacks, report)? {
                return Ok(Some(few));
            }
        }
    }
    Ok(None)
}

fn sum(reports: impl Iterator<Item = Progress>) -> Progress {
    reports.fold(Progress::default(), |sum, progress| Progress {
        expanded: sum.expanded + progress.expanded,
        generated: sum.generated + progress.generated,
        ..Progress::default()
    })
}

/// “AVX-512, 2 threads”.
fn method_text(kernel: Kernel, threads: NonZero<usize>) -> String {
    let method = kernel.name();
    match threads.get() {
        1 => format!("{method}, 1 thread"),
        n => format!("{method}, {n} threads"),
    }
}
