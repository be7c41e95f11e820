//! h\* of single boards, proved one after the other on threads of their own, for boards with too many
//! states to search them all.

use crate::exact::{engine_without_building, search_by};
use crate::worker::Worker;
use crate::{Interrupt, Limits, RunOutcome, StoppedBy};
use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;
use tilescope_puzzle::{Board, Costs, Direction, Puzzle};
use tilescope_search::Cost;

/// Boards with the same goal whose h\* is sought. Dropping it stops the threads.
#[derive(Debug)]
pub struct DistanceQueue {
    /// With the goal.
    puzzle: Puzzle,
    waiting: Arc<Waiting>,
    threads: Vec<Worker<Distance, ()>>,
    n_threads: usize,
    patience: [Duration; 2],
}

/// The boards that no thread searches.
#[derive(Debug, Default)]
struct Waiting(Mutex<[VecDeque<Board>; 2]>);

impl Waiting {
    /// The board that is searched next, and whether it is one that was put off. The queues are
    /// locked for this call alone, not while the board is searched.
    fn take(&self) -> Option<(Board, bool)> {
        let [new, put_off] = &mut *self.lock();
        let take = |queue: &mut VecDeque<Board>, is_put_off| Some((queue.pop_front()?, is_put_off));
        take(new, false).or_else(|| take(put_off, true))
    }

    fn add(&self, boards: Vec<Board>) {
        self.lock()[0].extend(boards);
    }

    fn put_off(&self, board: Board) {
        self.lock()[1].push_back(board);
    }

    fn n_boards(&self) -> usize {
        self.lock().iter().map(VecDeque::len).sum()
    }

    fn clear(&self) {
        self.lock().iter_mut().for_each(VecDeque::clear);
    }

    fn lock(&self) -> MutexGuard<'_, [VecDeque<Board>; 2]> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was found of a board.
#[derive(Clone, Debug)]
pub struct Distance {
    pub board: Board,
    /// The boards along a shortest path, `board` first, each with its h\*; empty if the board was
    /// given up.
    pub path: Vec<(Board, Cost)>,
}

impl DistanceQueue {
    /// The greatest board of any shape, in cells. An engine solves one of them within a second, most
    /// much sooner.
    pub const MAX_CELLS: usize = 16;
    /// The rows and columns of the only greater board for which there is a fast engine. It solves those
    /// near the goal, and many others if their pattern databases are built.
    const GREATEST: (usize, usize) = (5, 5);
    /// A board that takes longer is put off until no other waits; if it then takes longer than the
    /// second time, it is given up.
    const PATIENCE: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(10)];
    /// The limit on memory, in bytes, of each search.
    const MEMORY: u64 = 1 << 30;
    const MAX_THREADS: usize = 4;

    /// Why no h\* can be found for the boards of a search of `puzzle`; `None` if it can.
    pub fn unsupported(puzzle: &Puzzle) -> Option<&'static str> {
        let size = puzzle.size();
        let is_greatest = (size.rows(), size.columns()) == Self::GREATEST;
        if size.n_cells() > Self::MAX_CELLS && !is_greatest {
            Some("h* is known for boards of up to 16 cells, for 5×5 boards and for road maps.")
        } else if puzzle.costs != Costs::UNIT {
            Some("Where moves differ in cost, h* is known for boards of up to 9 cells.")
        } else if !puzzle.solvability().is_solvable() {
            Some("No board of this search reaches the goal.")
        } else {
            None
        }
    }

    pub fn new(puzzle: Puzzle) -> Self {
        // One core is left to the window.
        let n = available_parallelism().map_or(1, NonZero::get) - 1;
        DistanceQueue {
            puzzle,
            waiting: Arc::default(),
            threads: Vec::new(),
            n_threads: n.clamp(1, Self::MAX_THREADS),
            patience: Self::PATIENCE,
        }
    }

    /// How many boards are searched at once.
    #[must_use]
    pub fn with_threads(mut self, n_threads: NonZero<usize>) -> Self {
        self.n_threads = n_threads.get();
        self
    }

    /// How long a board is searched at first, and how long once no other waits.
    #[must_use]
    pub fn with_patience(mut self, patience: [Duration; 2]) -> Self {
        self.patience = patience;
        self
    }

    /// Adds boards at the end. `wake` is called when something is found.
    pub fn add(&mut self, boards: Vec<Board>, wake: impl Fn() + Clone + Send + 'static) {
        self.waiting.add(boards);
        self.start_threads(wake);
    }

    /// Forgets the boards that are not begun.
    pub fn clear(&self) {
        self.waiting.clear();
    }

    /// Passes on what was found since; never blocks.
    pub fn poll(&mut self, wake: impl Fn() + Clone + Send + 'static, mut on: impl FnMut(Distance)) {
        self.threads.retain(|thread| thread.poll(&mut on).is_none());
        // A thread may have ended just when boards were added.
        self.start_threads(wake);
    }

    /// Starts as many threads as there is work for.
    fn start_threads(&mut self, wake: impl Fn() + Clone + Send + 'static) {
        let free = self.n_threads.saturating_sub(self.threads.len());
        for _ in 0..free.min(self.waiting.n_boards()) {
            let (puzzle, waiting) = (self.puzzle.clone(), Arc::clone(&self.waiting));
            let patience = self.patience;
            self.threads.push(Worker::spawn(
                "exact distances",
                wake.clone(),
                move |interrupt, send| {
                    while !interrupt.is_stopped()
                        && let Some((board, is_put_off)) = waiting.take()
                    {
                        let patience = patience[usize::from(is_put_off)];
                        let path = shortest_path(&puzzle, &board, patience, interrupt);
                        if interrupt.is_stopped() {
                            return;
                        }
                        match path {
                            Some(path) => send(Distance { board, path }),
                            None if is_put_off => send(Distance {
                                board,
                                path: Vec::new(),
                            }),
                            None => waiting.put_off(board),
                        }
                    }
                },
            ));
        }
    }
}

/// The boards along a shortest path from `board` to the goal, each with its h\*; empty if there
/// is none, and `None` if none is found within this time.
fn shortest_path(
    puzzle: &Puzzle,
    board: &Board,
    patience: Duration,
    interrupt: &Interrupt,
) -> Option<Vec<(Board, Cost)>> {
    let limits = Limits {
        expanded: None,
        memory: Some(DistanceQueue::MEMORY),
        time: Some(patience),
    };
    let puzzle = Puzzle {
        start: board.clone(),
        ..puzzle.clone()
    };
    let one = Some(NonZero::<usize>::MIN);
    let engine = engine_without_building(&puzzle.goal);
    let outcome = search_by(engine, puzzle, limits, one, interrupt).map(|it| it.outcome);
    let moves = match outcome {
        Ok(RunOutcome::Solved { moves, optimal, .. }) if optimal => moves,
        Ok(RunOutcome::Stopped(StoppedBy::Time | StoppedBy::Interrupt)) => return None,
        _ => return Some(Vec::new()),
    };
    let mut board = board.clone();
    let mut path = vec![(board.clone(), moves.len() as Cost)];
    for (i, &action) in moves.iter().enumerate() {
        board.slide(Direction::from(action));
        path.push((board.clone(), (moves.len() - i - 1) as Cost));
    }
    Some(path)
}
