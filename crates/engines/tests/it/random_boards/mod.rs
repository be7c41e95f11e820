//! The engines on random boards: against the whole space on 3×4, and against each other on the
//! 15-puzzle. The seeds are fixed.

mod fifteen;
mod three_by_four;

use std::num::NonZero;
use tilescope_engines::{self as engines, Engine};
use tilescope_puzzle::{Board, Direction, Puzzle, scramble};
use tilescope_search::{
    Action, Cost, EngineObserver, NodeOutcome, Observer, Options, Outcome, Progress, StopReason,
};

/// `n` puzzles with this goal; each solvable start is equally likely.
fn draw(goal: &Board, n: usize, seed: u64) -> Vec<Puzzle> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut start = || scramble::solvable(goal, &mut rng);
    (0..n)
        .map(|_| Puzzle::new("", start(), goal.clone()).unwrap())
        .collect()
}

fn one_thread() -> Options {
    Options {
        threads: NonZero::new(1),
        ..Options::default()
    }
}

/// The result of a search.
struct Solved {
    /// The length of the path, which was replayed to the goal.
    length: Cost,
    expanded: u64,
    /// The method it reported, if any.
    method: String,
}

/// Solves with the engine of this key, within `limit` expansions; `None` if it finds no solution
/// by then.
fn solve(key: &str, puzzle: &Puzzle, limit: u64) -> Option<Solved> {
    let mut observer = ReplayingObserver::new(puzzle, limit);
    let outcome = engines::search(key, puzzle, &one_thread(), &mut observer);
    let outcome = outcome.expect("an engine").expect("one for this puzzle");
    observer.finish(outcome)
}

/// [`solve`] with a given engine.
fn solve_with(engine: &impl Engine, puzzle: &Puzzle, limit: u64) -> Option<Solved> {
    let mut observer = ReplayingObserver::new(puzzle, limit);
    let outcome = engine.search(&mut observer);
    observer.finish(outcome)
}

/// Counts, and replays every solution.
struct ReplayingObserver<'a> {
    puzzle: &'a Puzzle,
    limit: u64,
    expanded: u64,
    bytes: usize,
    /// The length of the best solution reported so far.
    best: Option<Cost>,
    method: String,
}

/// On a machine with less memory, searches stop for want of it instead of crashing the test.
const MAX_BYTES: usize = 3 << 30;

impl<'a> ReplayingObserver<'a> {
    fn new(puzzle: &'a Puzzle, limit: u64) -> Self {
        ReplayingObserver {
            puzzle,
            limit,
            expanded: 0,
            bytes: 0,
            best: None,
            method: String::new(),
        }
    }

    #[track_caller]
    fn replay(&self, actions: &[Action], cost: Cost) {
        let mut board = self.puzzle.start.clone();
        for &action in actions {
            assert!(board.slide(Direction::from(action)), "a move over the edge");
        }
        assert_eq!(board, self.puzzle.goal);
        assert_eq!(actions.len(), cost as usize);
    }

    fn finish(self, outcome: Outcome<()>) -> Option<Solved> {
        let length = match outcome {
            Outcome::Solved(solution) => {
                self.replay(&solution.actions, solution.cost);
                Some(solution.cost)
            }
            Outcome::Stopped(StopReason::Expanded | StopReason::Memory) => self.best,
            other => panic!("{other:?}"),
        };
        Some(Solved {
            length: length?,
            expanded: self.expanded,
            method: self.method,
        })
    }
}

impl Observer for ReplayingObserver<'_> {
    type Node = ();
    fn root(&mut self, _: Cost) {}
    fn generated(&mut self, (): (), _: Action, _: Cost, _: Cost, _: NodeOutcome) {}
    fn expand(&mut self, (): ()) -> Result<(), StopReason> {
        let one = Progress {
            expanded: 1,
            ..Progress::default()
        };
        self.progress(one)
    }
    fn discard(&mut self, (): (), _: NodeOutcome) {}
    fn requeued(&mut self, (): (), _: Action, _: Cost, _: Cost) {}
    fn solution(&mut self, (): (), cost: Cost, actions: &[Action]) {
        self.replay(actions, cost);
        self.best = Some(cost);
    }
    fn meeting(&mut self, (): (), (): ()) {}
    fn iteration(&mut self, _: Cost) {}
    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.bytes += bytes;
        if self.bytes > MAX_BYTES {
            return Err(StopReason::Memory);
        }
        Ok(())
    }
}

impl EngineObserver for ReplayingObserver<'_> {
    fn progress(&mut self, progress: Progress) -> Result<(), StopReason> {
        self.expanded += progress.expanded;
        if self.expanded >= self.limit {
            return Err(StopReason::Expanded);
        }
        Ok(())
    }
    fn expansion_budget(&self) -> u64 {
        u64::MAX
    }
    fn has_room(&self, bytes: usize) -> bool {
        self.bytes + bytes <= MAX_BYTES
    }
    fn time_used(&self) -> Option<f64> {
        None
    }
    fn method_chosen(&mut self, method: &str) {
        self.method = method.to_owned();
    }
    fn tables_started(&mut self) {}
    fn tables_ready(&mut self, _: u64, _: bool) {}
}
