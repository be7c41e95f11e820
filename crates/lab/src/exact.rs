//! The exact distance h\*: of every board to the goal where the whole space is small, and of one board
//! by an engine.

use crate::audit::distances::Distances;
use crate::audit::states::States;
use crate::audit::team::Watch;
use crate::cache::Cache;
use crate::{Interrupt, Job, JobError, Limits, Problem, Report, Settings, solve_under};
use std::num::NonZero;
use tilescope_engines::Engine;
use tilescope_engines::fastest_optimal::FastestOptimal;
use tilescope_engines::ida_star::FastIdaStar;
use tilescope_engines::pattern_database::large_partition;
use tilescope_puzzle::heuristics::{DEFAULT_HEURISTIC, required_patterns};
use tilescope_puzzle::pattern_database::{Pattern, registry};
use tilescope_puzzle::{Board, Cells, Costs, Nibbles, Puzzle};
use tilescope_search::{About, Action, Cost};

/// Solves `puzzle` by the fastest engine, whose solutions are optimal.
///
/// # Errors
/// If the puzzle has no search, such as for its costs.
pub fn search_for_distance(
    puzzle: Puzzle,
    limits: Limits,
    threads: Option<NonZero<usize>>,
    interrupt: &Interrupt,
) -> Result<Report, JobError> {
    search_by(&FastestOptimal::ABOUT, puzzle, limits, threads, interrupt)
}

/// The engine that finds the distances of boards with this goal soonest, of those that build no large
/// tables for it: one board is not worth that.
pub(crate) fn engine_without_building(goal: &Board) -> &'static About {
    let is_built = |pattern: &Pattern| {
        let is_cached = || Cache::for_user().is_some_and(|cache| cache.path(pattern).exists());
        registry::get(pattern).is_some() || is_cached()
    };
    let large = large_partition(goal);
    let large = large.and_then(|it| required_patterns(goal, Costs::UNIT, &it).ok());
    let is_ready = large.is_some_and(|patterns| patterns.iter().all(is_built));
    match goal.size().n_cells() > Nibbles::MAX_CELLS && !is_ready {
        true => &FastIdaStar::ABOUT,
        false => &FastestOptimal::ABOUT,
    }
}

/// The same by this engine, whose solutions must be optimal.
pub(crate) fn search_by(
    engine: &'static About,
    puzzle: Puzzle,
    limits: Limits,
    threads: Option<NonZero<usize>>,
    interrupt: &Interrupt,
) -> Result<Report, JobError> {
    let mut settings = Settings::new(engine, DEFAULT_HEURISTIC);
    settings.limits = limits;
    settings.options.threads = threads;
    let job = Job {
        problem: Problem::Tiles(puzzle),
        settings,
        search_unsolvable: false,
        record: 0,
    };
    solve_under(&job, interrupt)
}

/// h\* of every board that can reach the goal of a puzzle.
pub struct ExactDistances {
    states: States,
    distances: Distances,
    goal: Board,
}

impl ExactDistances {
    /// The largest board, in cells: its 181,440 states are searched in well under a second.
    pub const MAX_CELLS: usize = 9;

    /// Searches the whole space backward from the goal of `puzzle`, with its costs, on this thread.
    /// `None` if the board has more than [`MAX_CELLS`](Self::MAX_CELLS).
    pub fn find(puzzle: &Puzzle) -> Option<Self> {
        if puzzle.size().n_cells() > Self::MAX_CELLS {
            return None;
        }
        let states = States::new(&puzzle.goal, puzzle.costs).ok()?;
        let interrupt = Interrupt::default();
        let mut ignore = |_: f64| {};
        let watch = Watch::new(1, Some(NonZero::<usize>::MIN), &interrupt, &mut ignore);
        let distances = Distances::find(&states, &watch).ok()?;
        Some(ExactDistances {
            states,
            distances,
            goal: puzzle.goal.clone(),
        })
    }

    /// h\* of `board`, in units of cost; `None` if it has another size or cannot reach the goal.
    pub fn get(&self, board: &Board) -> Option<Cost> {
        self.number(board).and_then(|state| self.at(state))
    }

    /// The number of `board` among those that can reach the goal; `None` if it is none of them.
    pub fn number(&self, board: &Board) -> Option<u32> {
        let reaches = board.size() == self.goal.size()
            && Puzzle::new("", board.clone(), self.goal.clone())
                .is_ok_and(|puzzle| puzzle.solvability().is_solvable());
        reaches.then(|| self.states.number(board))
    }

    /// The number of the board to which `action` leads; `None` if the blank is at that edge.
    pub fn after(&self, state: u32, action: Action) -> Option<u32> {
        let mut moves = self.states.moves(state);
        let found = moves.find(|&(direction, ..)| Action::from(direction) == action);
        found.map(|(_, to, _)| to)
    }

    /// h\* of the board with this number, in units of cost; `None` if there is no such board.
    pub fn at(&self, state: u32) -> Option<Cost> {
        let state = state as usize;
        (state < self.states.n_states()).then(|| self.distances.get(state))
    }
}

impl std::fmt::Debug for ExactDistances {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ExactDistances({} states)", self.states.n_states())
    }
}
