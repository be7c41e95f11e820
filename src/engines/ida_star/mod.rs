//! Fast IDA*: iterative deepening with Manhattan distance, specialised on the board.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod grid;
mod no_vectors;
mod portable;
mod prefixes;

use super::team::{self, Tell};
use super::{Engine, Misfit, want_unit_costs};
use crate::puzzle::{Puzzle, Size};
use crate::search::{
    About, Action, Applies, Completeness, Cost, Ending, Ends, Halt, Observer, Optimality, Options,
    Solution, Tally,
};
use grid::{FiveByFive, FourByFour, FourByThree, Goal, Grid, Position, ThreeByFour, ThreeByThree};
use prefixes::{Prefix, Prefixes};
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// IDA* with Manhattan distance for boards of 3×3, 3×4, 4×3, 4×4 and 5×5 cells.
#[derive(Clone, Debug)]
pub struct FastIdaStar {
    puzzle: Puzzle,
    threads: Option<NonZero<usize>>,
    uses_vectors: bool,
}

impl Engine for FastIdaStar {
    const ABOUT: About = About {
        key: "fast-ida-star",
        name: "Fast IDA*",
        summary: "IDA* with Manhattan distance, compiled for each cell of the blank.",
        complete: Completeness::Always,
        optimal: Optimality::Always,
        uses_heuristic: false,
        ends: Ends::Start,
        options: &[Applies::Threads],
        text: "Searches as IDA* does with Manhattan distance, the moves tried in the order Up, \
               Left, Right, Down and none undone at once, so an iteration that finds no \
               solution makes the same nodes. What makes it fast is that the search is \
               compiled once for each cell of the blank and each move that led there: which \
               cells are next, and for which tiles a move leads nearer to their goal, are \
               constants then, and a node is a packed board and the slack that the bound \
               leaves, each in a register. On the 4×4 board a processor with AVX-512 works on \
               eight nodes at a time. Two threads and more share the subtrees some moves \
               below the start; then the last iteration, in which they look at several \
               subtrees at a time, varies. Every move must cost 1.",
    };

    fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, Misfit> {
        want_unit_costs(&Self::ABOUT, puzzle)?;
        if !is_for(puzzle.size()) {
            let reason = "it is compiled for 3×3, 3×4, 4×3, 4×4 and 5×5";
            return Err(Misfit::new(&Self::ABOUT, puzzle, reason));
        }
        Ok(FastIdaStar {
            puzzle: puzzle.clone(),
            threads: options.threads,
            uses_vectors: true,
        })
    }

    fn search<O: Observer>(&self, observer: &mut O) -> Ending<O::Node> {
        let size = self.puzzle.size();
        let ending = match (size.rows(), size.columns()) {
            (3, 3) => self.deepen::<ThreeByThree, O>(observer),
            (3, 4) => self.deepen::<ThreeByFour, O>(observer),
            (4, 3) => self.deepen::<FourByThree, O>(observer),
            (4, 4) => self.deepen::<FourByFour, O>(observer),
            _ => self.deepen::<FiveByFive, O>(observer),
        };
        ending.unwrap_or_else(Ending::Stopped)
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
    /// The same without the processor's vectors.
    #[must_use]
    pub fn without_vectors(self) -> Self {
        FastIdaStar {
            uses_vectors: false,
            ..self
        }
    }

    /// Iterates with bounds that rise by 2, for a move changes the estimate by one up or
    /// down, until there is a solution.
    fn deepen<G: Grid, O: Observer>(&self, observer: &mut O) -> Result<Ending<O::Node>, Halt> {
        let mut start = Position::<G>::new(&self.puzzle);
        let h = start.manhattan();
        observer.iteration(h);
        let node = observer.root(h);
        let mut crew = Crew::new(self, observer);
        loop {
            let bound = h + 2 * start.slack;
            if let Some(actions) = crew.iterate(start, bound, observer)? {
                let cost = actions.len() as Cost;
                return Ok(Ending::Solved(Solution {
                    actions,
                    cost,
                    node,
                }));
            }
            start.slack += 1;
            observer.iteration(bound + 2);
        }
    }
}

/// Searches many nodes at a time.
pub trait Vectors<G: Grid>: Sized + Send {
    /// What does it, in a word for people.
    const NAME: &str;
    /// It takes so many subtrees at a time.
    const MOST_ROOTS: usize;
    /// It takes subtrees with so much slack.
    const MOST_SLACK: u32;

    /// Whether the processor has them.
    fn are_there() -> bool;

    /// Makes ready for searches of up to so many moves; `None` if the processor has none.
    fn new(n_moves: usize) -> Option<Self>;

    /// The memory that [`Self::new`] takes, in bytes.
    fn bytes(n_moves: usize) -> usize;

    /// Whether there is a goal within the slack below any of `roots`, which are of one depth;
    /// not where it is.
    ///
    /// # Errors
    /// If it is told to stop.
    fn find_goal(
        &mut self,
        roots: impl Iterator<Item = Position<G>>,
        goal: Goal<G::Word>,
        tell: &mut Tell,
    ) -> Result<bool, Halt>;
}

/// Those who search, and what they have.
struct Crew<G: Grid> {
    threads: NonZero<usize>,
    uses_vectors: bool,
    /// Those that nobody uses at present.
    vectors: Mutex<Vec<G::Vectors>>,
    /// How long the searches are that they are made for.
    n_moves: usize,
    /// How many nodes were expanded in the last iteration.
    n_expanded: AtomicU64,
}

impl<G: Grid> Crew<G> {
    /// From so many nodes in the last iteration on, the next one is for vectors.
    const MANY: u64 = 200_000;
    /// Into so many subtrees a search is cut for several threads: enough that none waits long
    /// for another.
    const N_SUBTREES: usize = 4096;
    /// And for vectors, which want many at a time.
    const N_SHARES: usize = 128;

    fn new<O: Observer>(engine: &FastIdaStar, observer: &mut O) -> Self {
        let threads = team::size(engine.threads);
        observer.uses(&said("portable code", threads));
        Crew {
            threads,
            uses_vectors: engine.uses_vectors && G::Vectors::are_there(),
            vectors: Mutex::default(),
            n_moves: 0,
            n_expanded: AtomicU64::new(0),
        }
    }

    /// Searches all that is within the slack of `start`; the first solution.
    ///
    /// The threads take shares of the subtrees from the left to the right. One that finds a
    /// solution lets the others finish what lies to the left of it, so which solution is
    /// found does not depend on how many they are.
    fn iterate<O: Observer>(
        &mut self,
        start: Position<G>,
        bound: Cost,
        observer: &mut O,
    ) -> Result<Option<Vec<Action>>, Halt> {
        let with_vectors = self.make_vectors(start.slack, bound, observer)?;
        let n_subtrees = match (with_vectors, self.threads.get()) {
            (true, _) => 4 * Self::N_SUBTREES,
            (false, 1) => 1,
            (false, _) => Self::N_SUBTREES,
        };
        let prefixes = Prefixes::new(start, n_subtrees);
        let shares = if with_vectors {
            prefixes.shares(Self::N_SHARES)
        } else {
            prefixes.shares(usize::MAX)
        };
        self.n_expanded = AtomicU64::new(0);
        let next = AtomicUsize::new(0);
        // The leftmost share in which there is a solution.
        let solved = AtomicUsize::new(usize::MAX);
        let found = team::work_together(self.threads, observer, |tell| {
            let mut vectors = self.take_vectors(with_vectors);
            let mut found = None;
            loop {
                let number = next.fetch_add(1, Relaxed);
                let is_moot = || solved.load(Relaxed) < number;
                let Some(share) = shares.get(number).filter(|_| !is_moot()) else {
                    break;
                };
                let mut tell = |tally: Tally| {
                    self.n_expanded.fetch_add(tally.expanded, Relaxed);
                    tell(tally)?;
                    if is_moot() {
                        Err(Halt::Interrupt)
                    } else {
                        Ok(())
                    }
                };
                match search(share, start.goal, vectors.as_mut(), &mut tell) {
                    Ok(None) => {}
                    Ok(Some(actions)) => {
                        solved.fetch_min(number, Relaxed);
                        found = Some((number, actions));
                    }
                    // There is a solution to the left of it.
                    Err(_) if is_moot() => {}
                    Err(halt) => return Err(halt),
                }
            }
            self.lock().extend(vectors);
            Ok(found)
        })?;
        let leftmost = found
            .into_iter()
            .flatten()
            .min_by_key(|(number, _)| *number);
        Ok(leftmost.map(|(_, actions)| actions))
    }

    /// Makes vectors for an iteration that is worth it; whether it is.
    fn make_vectors<O: Observer>(
        &mut self,
        slack: u32,
        bound: Cost,
        observer: &mut O,
    ) -> Result<bool, Halt> {
        let is_worth_it = *self.n_expanded.get_mut() >= Self::MANY;
        if !self.uses_vectors || !is_worth_it || slack > G::Vectors::MOST_SLACK {
            return Ok(false);
        }
        let n_moves = bound as usize;
        if n_moves <= self.n_moves {
            return Ok(true);
        }
        // For some iterations to come as well.
        self.n_moves = n_moves + 8;
        self.lock().clear();
        observer.grow(self.threads.get() * G::Vectors::bytes(self.n_moves))?;
        observer.uses(&said(G::Vectors::NAME, self.threads));
        let made = (0..self.threads.get()).filter_map(|_| G::Vectors::new(self.n_moves));
        self.lock().extend(made);
        Ok(true)
    }

    fn take_vectors(&self, are_wanted: bool) -> Option<G::Vectors> {
        self.lock().pop().filter(|_| are_wanted)
    }

    /// What a panic leaves behind is whole.
    fn lock(&self) -> MutexGuard<'_, Vec<G::Vectors>> {
        self.vectors.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Searches some subtrees from the left to the right; the actions to the first goal.
fn search<G: Grid>(
    mut share: &[Prefix<G>],
    goal: Goal<G::Word>,
    vectors: Option<&mut G::Vectors>,
    tell: &mut Tell,
) -> Result<Option<Vec<Action>>, Halt> {
    if let Some(vectors) = vectors {
        tell(sum(share.iter().map(|prefix| prefix.before)))?;
        match with_goal(share, goal, vectors, tell)? {
            Some(few) => share = few,
            None => return Ok(None),
        }
    }
    let mut walk = portable::Walk::new(goal, tell);
    for prefix in share {
        walk.count(prefix.before);
        let Some(root) = &prefix.root else {
            break;
        };
        if let Some(rest) = walk.search(root)? {
            walk.finish()?;
            let actions = prefix.actions().iter().copied().chain(rest);
            return Ok(Some(actions.collect()));
        }
    }
    walk.finish()?;
    Ok(None)
}

/// A few of these subtrees, among them the first with a goal; `None` if there is no goal.
///
/// Vectors do not tell where they have found a goal, so they look again for it in ever fewer
/// subtrees.
fn with_goal<'a, G: Grid>(
    subtrees: &'a [Prefix<G>],
    goal: Goal<G::Word>,
    vectors: &mut G::Vectors,
    tell: &mut Tell,
) -> Result<Option<&'a [Prefix<G>]>, Halt> {
    const FEW: usize = 8;
    for subtrees in subtrees.chunks(G::Vectors::MOST_ROOTS) {
        let roots = subtrees.iter().filter_map(|prefix| prefix.root);
        if !vectors.find_goal(roots, goal, tell)? {
            continue;
        }
        if subtrees.len() <= FEW {
            return Ok(Some(subtrees));
        }
        for part in subtrees.chunks(subtrees.len().div_ceil(FEW)) {
            if let Some(few) = with_goal(part, goal, vectors, tell)? {
                return Ok(Some(few));
            }
        }
    }
    Ok(None)
}

fn sum(tallies: impl Iterator<Item = Tally>) -> Tally {
    tallies.fold(Tally::default(), |sum, tally| Tally {
        expanded: sum.expanded + tally.expanded,
        generated: sum.generated + tally.generated,
        frontier: None,
    })
}

/// “AVX-512, 2 threads”.
fn said(method: &str, threads: NonZero<usize>) -> String {
    match threads.get() {
        1 => format!("{method}, 1 thread"),
        n => format!("{method}, {n} threads"),
    }
}
