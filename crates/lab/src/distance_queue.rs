//! h\* of single boards, proved one after the other on threads of their own, for boards with too many
//! states to search them all.

use crate::exact::search_for_distance;
use crate::worker::Worker;
use crate::{Interrupt, Limits, RunOutcome};
use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;
use tilescope_puzzle::{Board, Costs, Direction, Puzzle};
use tilescope_search::Cost;

/// Boards with the same goal whose h\* is sought. Dropping it stops the threads.
#[derive(Debug)]
pub struct DistanceQueue {
    /// With the goal.
    puzzle: Puzzle,
    boards: Arc<Mutex<VecDeque<Board>>>,
    threads: Vec<Worker<Distance, ()>>,
}

/// What was found of a board.
#[derive(Clone, Debug)]
pub struct Distance {
    pub board: Board,
    /// The boards along a shortest path, `board` first, each with its h\*; empty if none was found
    /// within the limits.
    pub path: Vec<(Board, Cost)>,
}

impl DistanceQueue {
    /// The greatest board, in cells. An engine solves one of them within a second, most much sooner.
    pub const MAX_CELLS: usize = 16;
    /// A board that takes longer is given up.
    const PATIENCE: Duration = Duration::from_secs(10);
    /// The limit on memory, in bytes, of each search.
    const MEMORY: u64 = 1 << 30;
    const MAX_THREADS: usize = 4;

    /// Why no h\* can be found for the boards of a search of `puzzle`; `None` if it can.
    pub fn unsupported(puzzle: &Puzzle) -> Option<&'static str> {
        if puzzle.size().n_cells() > Self::MAX_CELLS {
            Some("h* is known for boards of up to 16 cells and for road maps.")
        } else if puzzle.costs != Costs::UNIT {
            Some("Where moves differ in cost, h* is known for boards of up to 9 cells.")
        } else if !puzzle.solvability().is_solvable() {
            Some("No board of this search reaches the goal.")
        } else {
            None
        }
    }

    pub fn new(puzzle: Puzzle) -> Self {
        DistanceQueue {
            puzzle,
            boards: Arc::default(),
            threads: Vec::new(),
        }
    }

    /// Adds boards at the end. `wake` is called when something is found.
    pub fn add(&mut self, boards: Vec<Board>, wake: impl Fn() + Clone + Send + 'static) {
        if boards.is_empty() {
            return;
        }
        self.lock().extend(boards);
        // One core is left to the window.
        let n = available_parallelism().map_or(1, NonZero::get) - 1;
        for _ in self.threads.len()..n.clamp(1, Self::MAX_THREADS) {
            let (puzzle, boards) = (self.puzzle.clone(), Arc::clone(&self.boards));
            self.threads.push(Worker::spawn(
                "exact distances",
                wake.clone(),
                move |interrupt, send| {
                    while !interrupt.is_stopped()
                        && let Some(board) = lock(&boards).pop_front()
                    {
                        let path = shortest_path(&puzzle, &board, interrupt);
                        if !interrupt.is_stopped() {
                            send(Distance { board, path });
                        }
                    }
                },
            ));
        }
    }

    /// Forgets the boards that are not begun.
    pub fn clear(&self) {
        self.lock().clear();
    }

    /// Passes on what was found since; never blocks.
    pub fn poll(&mut self, wake: impl Fn() + Clone + Send + 'static, mut on: impl FnMut(Distance)) {
        self.threads.retain(|thread| thread.poll(&mut on).is_none());
        // A thread may have ended just when boards were added.
        if self.threads.is_empty() {
            let left = std::mem::take(&mut *self.lock());
            self.add(left.into(), wake);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<Board>> {
        lock(&self.boards)
    }
}

fn lock(boards: &Mutex<VecDeque<Board>>) -> std::sync::MutexGuard<'_, VecDeque<Board>> {
    boards.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The boards along a shortest path from `board` to the goal, each with its h\*.
fn shortest_path(puzzle: &Puzzle, board: &Board, interrupt: &Interrupt) -> Vec<(Board, Cost)> {
    let limits = Limits {
        expanded: None,
        memory: Some(DistanceQueue::MEMORY),
        time: Some(DistanceQueue::PATIENCE),
    };
    let puzzle = Puzzle {
        start: board.clone(),
        ..puzzle.clone()
    };
    let one = Some(NonZero::<usize>::MIN);
    let outcome = search_for_distance(puzzle, limits, one, interrupt).map(|it| it.outcome);
    let Ok(RunOutcome::Solved {
        moves,
        optimal: true,
        ..
    }) = outcome
    else {
        return Vec::new();
    };
    let mut board = board.clone();
    let mut path = vec![(board.clone(), moves.len() as Cost)];
    for (i, &action) in moves.iter().enumerate() {
        board.slide(Direction::from(action));
        path.push((board.clone(), (moves.len() - i - 1) as Cost));
    }
    path
}
