//! The engines on boards drawn by lot: against the whole space where there is one, and against
//! each other on the 15-puzzle. The lots are the same each time.

mod fifteen;
mod three_by_four;

use std::num::NonZero;
use tilescope_engines::{self as engines, Engine};
use tilescope_puzzle::{Board, Direction, Puzzle, scramble};
use tilescope_search::{
    Action, Cost, EngineObserver, NodeOutcome, Observer, Options, Outcome, Progress, StopReason,
};

/// So many puzzles with this goal, each solvable start with equal chance.
fn draw(goal: &Board, n: usize, seed: u64) -> Vec<Puzzle> {
    let mut lots = fastrand::Rng::with_seed(seed);
    let mut start = || scramble::solvable(goal, &mut lots);
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

/// What a search came to.
struct Solved {
    /// As long as its path, which was replayed to the goal.
    length: Cost,
    expanded: u64,
    /// What it said that it used, if it said anything.
    method: String,
}

/// Solves with the engine of this key, within so many expansions; `None` if it has found no
/// solution by then.
fn solve(key: &str, puzzle: &Puzzle, limit: u64) -> Option<Solved> {
    let mut watcher = Watcher::new(puzzle, limit);
    let ending = engines::search(key, puzzle, &one_thread(), &mut watcher);
    let ending = ending.expect("an engine").expect("one for this puzzle");
    watcher.came_to(ending)
}

/// The same with an engine that is made already.
fn solve_with(engine: &impl Engine, puzzle: &Puzzle, limit: u64) -> Option<Solved> {
    let mut watcher = Watcher::new(puzzle, limit);
    let ending = engine.search(&mut watcher);
    watcher.came_to(ending)
}

/// Counts, and replays every solution.
struct Watcher<'a> {
    puzzle: &'a Puzzle,
    limit: u64,
    expanded: u64,
    bytes: usize,
    /// The length of the best solution that was told of on the way.
    best: Option<Cost>,
    method: String,
}

/// A machine with less would stop a search for want of memory, not let the test fail.
const MOST_BYTES: usize = 3 << 30;

impl<'a> Watcher<'a> {
    fn new(puzzle: &'a Puzzle, limit: u64) -> Self {
        Watcher {
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

    fn came_to(self, ending: Outcome<()>) -> Option<Solved> {
        let length = match ending {
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

impl Observer for Watcher<'_> {
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
        if self.bytes > MOST_BYTES {
            return Err(StopReason::Memory);
        }
        Ok(())
    }
}

impl EngineObserver for Watcher<'_> {
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
    fn method_chosen(&mut self, method: &str) {
        self.method = method.to_owned();
    }
    fn tables_started(&mut self) {}
    fn tables_ready(&mut self, _: u64, _: bool) {}
}
