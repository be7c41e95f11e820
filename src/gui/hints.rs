//! Hints: the next move on the board that is shown, and how far it is to the goal.
//!
//! A thread searches for a hint: first with the fastest search for a shortest solution; if that
//! takes too long, with one that finds any solution; then, if large tables of the board are on
//! disk, again for a shortest one. The solution is kept, so that the boards along it have a hint
//! at once. When the board changes, the search is stopped.

use super::requests::Wake;
use std::time::Duration;
use tilescope_engines::Engine;
use tilescope_engines::any_size::AnySize;
use tilescope_engines::fastest_optimal::FastestOptimal;
use tilescope_lab::{self as lab, Job, Limits, Run, RunOutcome, Settings, format};
use tilescope_puzzle::heuristics::{LinearConflict, Manhattan, TileHeuristic};
use tilescope_puzzle::{Board, Costs, Direction, HeuristicAbout, Puzzle};
use tilescope_search::best_first::GreedyBestFirst;
use tilescope_search::ida_star::IdaStar;
use tilescope_search::{About, Algorithm};

/// A hint for a board.
#[derive(Clone, PartialEq, Debug)]
pub enum Hint {
    /// The search is running.
    Searching,
    /// The board is the goal.
    AtGoal,
    /// By parity the goal cannot be reached.
    Unsolvable,
    /// No solution was found within the time limit.
    NotFound,
    Move(NextMove),
}

/// The first move of a solution.
#[derive(Clone, PartialEq, Debug)]
pub struct NextMove {
    /// Of the blank.
    pub direction: Direction,
    /// The tile that moves, in the opposite direction.
    pub tile: u8,
    /// The length of the solution from here, this move included.
    pub n_moves: usize,
    /// The cost of these moves.
    pub cost: u64,
    /// Whether no solution is cheaper.
    pub is_optimal: bool,
    /// The method that found the solution, and its time.
    pub used: String,
}

/// The newest hint and the newest solution.
#[derive(Default)]
pub struct Hints {
    query: Option<Query>,
    solution: Option<Solution>,
}

struct Query {
    puzzle: Puzzle,
    hint: Hint,
    search: Option<Search>,
}

struct Search {
    run: Run,
    attempt: Attempt,
}

/// What a search for a hint looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attempt {
    /// A shortest solution, with large tables if they are on disk.
    Shortest {
        has_large: bool,
    },
    Some,
    /// A shortest one with large tables and more time, while another hint is shown.
    Long,
}

/// The settings of a search for a shortest solution in the background.
pub fn shortest(puzzle: &Puzzle, has_large: bool) -> Settings {
    let mut settings = match has_large {
        true => Attempt::Long.settings(puzzle),
        false => Attempt::Shortest { has_large }.settings(puzzle),
    };
    if puzzle.size().n_cells() <= SMALL {
        settings.limits.time = Some(PATIENCE);
    }
    settings
}

/// A solution, from its first board to the goal.
struct Solution {
    puzzle: Puzzle,
    moves: Vec<Direction>,
    is_optimal: bool,
    used: String,
}

/// Whether the large tables of the engine are kept for a goal.
type HasLarge<'a> = &'a dyn Fn(&Board) -> bool;

/// On boards of at most this many cells the engine finds a shortest solution within a second. On
/// larger ones it would first build tables for about 15 s.
const SMALL: usize = 16;

/// The time limit of a search in the background.
const PATIENCE: Duration = Duration::from_secs(30);

/// The memory limit of a search for a hint, in bytes.
const MEMORY: u64 = 1 << 30;

impl Hints {
    /// How long polling may hold up a frame.
    const POLL: Duration = Duration::from_millis(1);

    /// The hint for the start of `puzzle`, if one was asked for.
    pub fn hint(&self, puzzle: &Puzzle) -> Option<&Hint> {
        let query = self.query.as_ref()?;
        query.puzzle.is_same_task(puzzle).then_some(&query.hint)
    }

    /// Searches for a hint for the start of `puzzle`, unless there is one.
    pub fn ask(&mut self, puzzle: Puzzle, has_large: HasLarge, wake: &Wake) {
        if self.hint(&puzzle).is_some() {
            return;
        }
        let known = (self.solution.as_ref()).and_then(|solution| solution.next_move(&puzzle));
        let hint = match known {
            _ if puzzle.start == puzzle.goal => Hint::AtGoal,
            _ if !puzzle.solvability().is_solvable() => Hint::Unsolvable,
            Some(known) => Hint::Move(known),
            None => Hint::Searching,
        };
        // Nearer to the goal a shortest solution may be found where it was not before.
        let may_improve = match &hint {
            Hint::Searching => true,
            Hint::Move(known) => !known.is_optimal,
            Hint::AtGoal | Hint::Unsolvable | Hint::NotFound => false,
        };
        let attempt = Attempt::Shortest {
            has_large: is_helped(&puzzle, has_large),
        };
        let search = may_improve.then(|| Search::begin(&puzzle, attempt, wake));
        let mut query = Query {
            puzzle,
            hint,
            search: search.flatten(),
        };
        if may_improve && query.search.is_none() {
            query.go_on(attempt, has_large, wake);
        }
        self.query = Some(query);
    }

    /// Receives what the search has found. Stops it if `shown` is another board.
    pub fn poll(&mut self, shown: Option<&Puzzle>, has_large: HasLarge, wake: &Wake) {
        let Some(query) = &mut self.query else {
            return;
        };
        if !shown.is_some_and(|shown| shown.is_same_task(&query.puzzle)) {
            self.query = None;
            return;
        }
        let Some(search) = &mut query.search else {
            return;
        };
        search.run.poll(Self::POLL);
        let Some(report) = search.run.report() else {
            return;
        };
        let RunOutcome::Solved { moves, optimal, .. } = &report.outcome else {
            let attempt = search.attempt;
            query.go_on(attempt, has_large, wake);
            return;
        };
        let attempt = search.attempt;
        let name = search.run.job().settings.algorithm.name;
        let solution = Solution {
            puzzle: query.puzzle.clone(),
            moves: moves.iter().copied().map(Direction::from).collect(),
            is_optimal: *optimal,
            used: format!(
                "{}, {}",
                report.method.as_deref().unwrap_or(name),
                format::duration(report.counts.elapsed)
            ),
        };
        query.search = None;
        if let Some(next) = solution.next_move(&query.puzzle) {
            query.hint = Hint::Move(next);
        }
        if !solution.is_optimal {
            query.go_on(attempt, has_large, wake);
        }
        self.solution = Some(solution);
    }
}

impl Query {
    /// Starts the next attempt after one that found no solution, or not a shortest one.
    fn go_on(&mut self, after: Attempt, has_large: HasLarge, wake: &Wake) {
        let is_searching = self.hint == Hint::Searching;
        let next = match after {
            Attempt::Shortest { .. } if is_searching => Some(Attempt::Some),
            Attempt::Shortest { .. } | Attempt::Some if is_helped(&self.puzzle, has_large) => {
                Some(Attempt::Long)
            }
            Attempt::Shortest { .. } | Attempt::Some | Attempt::Long => None,
        };
        self.search = next.and_then(|next| Search::begin(&self.puzzle, next, wake));
        if is_searching && self.search.is_none() {
            self.hint = Hint::NotFound;
        }
    }
}

impl Search {
    /// `None` if it cannot begin.
    fn begin(puzzle: &Puzzle, attempt: Attempt, wake: &Wake) -> Option<Search> {
        let job = Job {
            problem: puzzle.clone().into(),
            settings: attempt.settings(puzzle),
            search_unsolvable: false,
            record: 0,
        };
        let wake = wake.clone();
        let run = lab::spawn(job, false, move || wake()).ok()?;
        Some(Search { run, attempt })
    }
}

impl Attempt {
    fn settings(self, puzzle: &Puzzle) -> Settings {
        let is_counted = puzzle.costs == Costs::UNIT;
        let is_small = puzzle.size().n_cells() <= SMALL;
        let fastest = &FastestOptimal::ABOUT;
        let manhattan = &Manhattan::ABOUT;
        let (algorithm, heuristic, milliseconds): (&About, &HeuristicAbout, _) = match self {
            // It takes longer only where nothing is to be waited for.
            Attempt::Shortest { .. } if !is_counted || is_small => (fastest, manhattan, 5_000),
            Attempt::Shortest { has_large: true } => (fastest, manhattan, 500),
            // Near the goal this is quick however large the board.
            Attempt::Shortest { .. } => (&IdaStar::ABOUT, &LinearConflict::ABOUT, 300),
            Attempt::Long => (fastest, manhattan, 5_000),
            Attempt::Some if is_counted => (&AnySize::ABOUT, manhattan, 400),
            Attempt::Some => (&GreedyBestFirst::ABOUT, manhattan, 2_000),
        };
        let mut settings = Settings::new(algorithm, heuristic);
        settings.limits = Limits {
            expanded: None,
            memory: Some(MEMORY),
            time: Some(Duration::from_millis(milliseconds)),
        };
        settings
    }
}

impl Solution {
    /// Its move from the start of `puzzle`, if that is on its path.
    fn next_move(&self, puzzle: &Puzzle) -> Option<NextMove> {
        if self.puzzle.goal != puzzle.goal || self.puzzle.costs != puzzle.costs {
            return None;
        }
        let mut board = self.puzzle.start.clone();
        let at = self.moves.iter().position(|&direction| {
            let is_here = board == puzzle.start;
            if !is_here {
                board.slide(direction);
            }
            is_here
        })?;
        let rest = &self.moves[at..];
        let size = board.size();
        let tile_of = |board: &Board, direction| {
            let cell = size.neighbour(board.blank(), direction);
            cell.map_or(0, |cell| board.tiles()[cell])
        };
        let direction = *rest.first()?;
        let tile = tile_of(&board, direction);
        let mut cost = 0;
        for &direction in rest {
            let tile = tile_of(&board, direction);
            cost += u64::from(puzzle.costs.move_cost(direction, tile, size));
            board.slide(direction);
        }
        Some(NextMove {
            direction,
            tile,
            n_moves: rest.len(),
            cost,
            is_optimal: self.is_optimal,
            used: self.used.clone(),
        })
    }
}

/// Whether large tables help: smaller boards are solved quickly without them.
fn is_helped(puzzle: &Puzzle, has_large: HasLarge) -> bool {
    let is_large = puzzle.size().n_cells() > SMALL;
    is_large && puzzle.costs == Costs::UNIT && has_large(&puzzle.goal)
}
