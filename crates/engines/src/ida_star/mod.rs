//! Fast IDA*: iterative deepening with Manhattan distance, specialised on the board.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod code;
mod grid;
mod lanes;
mod prefixes;
mod recursion;
mod stacks;
mod words;

pub use code::Code;

use super::leave::{Budget, ReportFn};
use super::team;
use super::{Engine, UnsupportedPuzzle, want_unit_costs};
use crate::dynamic::{DynObserver, search_with};
use code::Stacked;
use grid::{FiveByFive, FourByFour, FourByThree, Goal, Grid, Position, ThreeByFour, ThreeByThree};
use prefixes::{Prefix, Prefixes};
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tilescope_puzzle::{Puzzle, Size};
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
    code: Code,
}

impl Engine for FastIdaStar {
    const ABOUT: About = About {
        key: "fast-ida-star",
        name: "Fast IDA*",
        summary: "IDA* with Manhattan distance, compiled for each cell of the blank.",
        kind: Kind::Engine(Databases::None),
        evaluation: EvaluationFunction::Sum,
        selection: Selection::Deepest,
        pruning: Pruning::FBound,
        complete: Completeness::Always,
        optimal: Optimality::Always,
        uses_heuristic: false,
        ends: Directionality::Unidirectional,
        options: &[Applies::Threads],
        description: "Searches as IDA* does with Manhattan distance, the moves tried in the order Up, \
               Left, Right, Down and none undone at once, so an iteration that finds no \
               solution makes the same nodes. What makes it fast is that the search is \
               compiled once for each cell of the blank and each move that led there: which \
               cells are next, and for which tiles a move leads nearer to their goal, are \
               constants then, and a node is a packed board and the slack that the bound \
               leaves, each in a register. Up to 4×4 cells, nodes wait in stacks from which they \
               are taken many at a time: eight by a processor with AVX-512, four by one with \
               AVX2. Two threads and more share the subtrees some moves \
               below the start. With stacks or threads the last iteration, in which several \
               subtrees are looked at together, varies. The limit on expansions is kept to the \
               node by one thread without stacks, to a thousand by one with them; several may \
               end somewhat below it. Every move must cost 1.",
    };

    fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, UnsupportedPuzzle> {
        want_unit_costs(&Self::ABOUT, puzzle)?;
        if !is_for(puzzle.size()) {
            let reason = "it is compiled for 3×3, 3×4, 4×3, 4×4 and 5×5";
            return Err(UnsupportedPuzzle::new(&Self::ABOUT, puzzle, reason));
        }
        Ok(FastIdaStar {
            puzzle: puzzle.clone(),
            threads: options.threads,
            code: Code::quickest(),
        })
    }

    fn search<O: EngineObserver>(&self, observer: &mut O) -> Outcome<O::Node> {
        search_with(observer, |observer| self.search_dyn(observer))
    }
}

/// Whether it is compiled for boards of this size.
fn is_for(size: Size) -> bool {
    matches!(
        (size.rows(), size.columns()),
        (3, 3) | (3, 4) | (4, 3) | (4, 4) | (5, 5)
    )
}

impl FastIdaStar {
    fn search_dyn(&self, observer: &mut DynObserver) -> Outcome<()> {
        let size = self.puzzle.size();
        let ending = match (size.rows(), size.columns()) {
            (3, 3) => self.deepen::<ThreeByThree>(observer),
            (3, 4) => self.deepen::<ThreeByFour>(observer),
            (4, 3) => self.deepen::<FourByThree>(observer),
            (4, 4) => self.deepen::<FourByFour>(observer),
            _ => self.deepen::<FiveByFive>(observer),
        };
        ending.unwrap_or_else(Outcome::Stopped)
    }

    /// The same with `code`; `None` if the processor cannot run that. What it does not pay for,
    /// a board of other sizes than 3×4 and 4×4 or a short iteration, is left to the recursion.
    #[must_use]
    pub fn with_code(self, code: Code) -> Option<Self> {
        code.is_there().then_some(FastIdaStar { code, ..self })
    }

    /// Iterates with bounds that rise by 2, for a move changes the estimate by one up or
    /// down, until there is a solution.
    fn deepen<G: Grid>(&self, observer: &mut DynObserver) -> Result<Outcome<()>, StopReason> {
        let mut start = Position::<G>::new(&self.puzzle);
        let h = start.manhattan();
        observer.iteration(h);
        observer.root(h);
        let mut crew = WorkerPool::new(self, observer);
        loop {
            let bound = h + 2 * start.slack;
            if let Some(actions) = crew.iterate(start, bound, observer)? {
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

/// Those who search, and what they have.
struct WorkerPool<G: Grid> {
    threads: NonZero<usize>,
    code: Code,
    /// Those that nobody uses at present.
    stacks: Mutex<Vec<Box<dyn Stacked<G>>>>,
    /// How long the searches are that the stacks are made for.
    n_moves: usize,
    /// How many nodes were expanded in the last iteration.
    n_expanded: AtomicU64,
}

impl<G: Grid> WorkerPool<G> {
    /// From so many nodes in the last iteration on, the next one is for stacks.
    const MANY: u64 = 200_000;
    /// Into so many subtrees a search is cut for several threads and for stacks: enough that
    /// none waits long for another. To make four times as many costs a twentieth in searches
    /// of a tenth of a second.
    const N_SUBTREES: usize = 4096;
    /// Into so many shares for stacks, which want many subtrees at a time.
    const N_SHARES: usize = 128;
    /// So many nodes are expanded before they are handed in.
    const ENOUGH: u64 = 1 << 16;

    fn new<O: EngineObserver>(engine: &FastIdaStar, observer: &mut O) -> Self {
        let threads = team::size(engine.threads);
        observer.method_chosen(&said(Code::Recursion, threads));
        WorkerPool {
            threads,
            code: engine.code,
            stacks: Mutex::default(),
            n_moves: 0,
            n_expanded: AtomicU64::new(0),
        }
    }

    /// Searches all that is within the slack of `start`; the first solution.
    ///
    /// The threads take shares of the subtrees from the left to the right. One that finds a
    /// solution lets the others finish what lies to the left of it, so which solution is
    /// found does not depend on how many they are.
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
        // The leftmost share in which there is a solution.
        let solved = AtomicUsize::new(usize::MAX);
        let leave = Budget::new(observer.expansion_budget());
        let found = team::work_together(self.threads, observer, |tell| {
            let mut stacks = self.take_stacks(with_stacks);
            let mut found = None;
            let mut hold = leave.hold();
            // What was not handed in yet: too little.
            let mut done = Progress::default();
            loop {
                let number = next.fetch_add(1, Relaxed);
                let is_moot = || solved.load(Relaxed) < number;
                let Some(share) = shares.get(number).filter(|_| !is_moot()) else {
                    break;
                };
                let mut tell = |tally: Progress| {
                    hold.pay(tally.expanded)?;
                    self.n_expanded.fetch_add(tally.expanded, Relaxed);
                    done = sum([done, tally].into_iter());
                    if done.expanded >= Self::ENOUGH {
                        tell(std::mem::take(&mut done))?;
                    }
                    if is_moot() {
                        return Err(StopReason::Interrupt);
                    }
                    hold.something()
                };
                match search(share, start.goal, stacks.as_mut(), &mut tell) {
                    Ok(None) => {}
                    Ok(Some(actions)) => {
                        solved.fetch_min(number, Relaxed);
                        found = Some((number, actions));
                    }
                    // There is a solution to the left of it.
                    Err(_) if is_moot() => {}
                    // The others still use up what they hold.
                    Err(_) if hold.is_refused() => break,
                    Err(halt) => return Err(halt),
                }
            }
            tell(done)?;
            self.lock().extend(stacks);
            Ok(found)
        })?;
        if leave.is_used_up() {
            return Err(StopReason::Expanded);
        }
        let leftmost = found
            .into_iter()
            .flatten()
            .min_by_key(|(number, _)| *number);
        Ok(leftmost.map(|(_, actions)| actions))
    }

    /// Makes stacks for an iteration that is worth it; whether there are any.
    fn make_stacks<O: EngineObserver>(
        &mut self,
        slack: u32,
        bound: Cost,
        observer: &mut O,
    ) -> Result<bool, StopReason> {
        let is_worth_it = *self.n_expanded.get_mut() >= Self::MANY && slack <= stacks::MOST_SLACK;
        let Some(make) = G::STACKS.filter(|_| is_worth_it && self.code != Code::Recursion) else {
            return Ok(false);
        };
        let n_moves = bound as usize;
        if n_moves <= self.n_moves {
            return Ok(true);
        }
        // For some iterations to come as well.
        self.n_moves = n_moves + 8;
        self.lock().clear();
        observer.reserve(self.threads.get() * stacks::bytes::<G>(self.n_moves))?;
        observer.method_chosen(&said(self.code, self.threads));
        let made = (0..self.threads.get()).filter_map(|_| make(self.code, self.n_moves));
        self.lock().extend(made);
        Ok(true)
    }

    fn take_stacks(&self, are_wanted: bool) -> Option<Box<dyn Stacked<G>>> {
        self.lock().pop().filter(|_| are_wanted)
    }

    /// What a panic leaves behind is whole.
    fn lock(&self) -> MutexGuard<'_, Vec<Box<dyn Stacked<G>>>> {
        self.stacks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Searches some subtrees from the left to the right; the actions to the first goal.
fn search<G: Grid>(
    mut share: &[Prefix<G>],
    goal: Goal<G::Word>,
    stacks: Option<&mut Box<dyn Stacked<G>>>,
    tell: &mut ReportFn,
) -> Result<Option<Vec<Action>>, StopReason> {
    if let Some(stacks) = stacks {
        tell(sum(share.iter().map(|prefix| prefix.before)))?;
        match with_goal(share, goal, stacks.as_mut(), tell)? {
            Some(few) => share = few,
            None => return Ok(None),
        }
    }
    for prefix in share {
        tell(prefix.before)?;
        let Some(root) = &prefix.root else {
            break;
        };
        if let Some(rest) = recursion::search(root, goal, tell)? {
            let actions = prefix.actions().iter().copied().chain(rest);
            return Ok(Some(actions.collect()));
        }
    }
    Ok(None)
}

/// A few of these subtrees, among them the first with a goal; `None` if there is no goal.
///
/// Stacks do not tell where they have found a goal, so they look again for it in ever fewer
/// subtrees.
fn with_goal<'a, G: Grid>(
    subtrees: &'a [Prefix<G>],
    goal: Goal<G::Word>,
    stacks: &mut dyn Stacked<G>,
    tell: &mut ReportFn,
) -> Result<Option<&'a [Prefix<G>]>, StopReason> {
    const FEW: usize = 8;
    for subtrees in subtrees.chunks(stacks::MOST_ROOTS) {
        let mut roots = subtrees.iter().filter_map(|prefix| prefix.root);
        if !stacks.find_goal(&mut roots, goal, tell)? {
            continue;
        }
        if subtrees.len() <= FEW {
            return Ok(Some(subtrees));
        }
        for part in subtrees.chunks(subtrees.len().div_ceil(FEW)) {
            if let Some(few) = with_goal(part, goal, stacks, tell)? {
                return Ok(Some(few));
            }
        }
    }
    Ok(None)
}

fn sum(tallies: impl Iterator<Item = Progress>) -> Progress {
    tallies.fold(Progress::default(), |sum, tally| Progress {
        expanded: sum.expanded + tally.expanded,
        generated: sum.generated + tally.generated,
        ..Progress::default()
    })
}

/// “AVX-512, 2 threads”.
fn said(code: Code, threads: NonZero<usize>) -> String {
    let method = code.name();
    match threads.get() {
        1 => format!("{method}, 1 thread"),
        n => format!("{method}, {n} threads"),
    }
}
