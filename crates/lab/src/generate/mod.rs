//! Generates puzzles: at random, at a given distance, or the hardest ones. The same request gives
//! the same puzzles.

mod distance;
mod lengths;
mod manhattan;
mod small;

pub use lengths::{Lengths, find_lengths};

use super::Interrupt;
use super::collection::{Collection, Entry, KnownLength};
use super::whole_space::WholeSpaceError;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Board, Puzzle, Size, WholeSpace, scramble};
use tilescope_search::Cost;

/// How the starts are chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// Uniformly among all boards that can reach the goal.
    Uniform,
    /// By a random walk of this many moves from the goal, none undoing the one before.
    Walk(usize),
    /// At exactly this distance from the goal. Up to [`WholeSpace::MAX_CELLS`] cells uniformly
    /// among all of them; on larger boards by random walks, with a proof of each distance.
    Distance(Cost),
    /// At the greatest distance that any board has.
    Hardest,
    /// With a Manhattan distance in this range.
    Manhattan(RangeInclusive<Cost>),
}

/// What to generate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    pub goal: Board,
    pub method: Method,
    /// The number of different puzzles.
    pub count: usize,
    pub seed: u64,
}

/// The puzzles, and a remark if they are fewer than requested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    pub collection: Collection,
    pub note: Option<String>,
}

/// Why no puzzles were generated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GenerateError {
    #[error("{count} puzzles are too many: ask for 1 to {max}", max = MAX_COUNT)]
    Count { count: usize },
    #[error("a walk of {moves} moves is too long: ask for 1 to {max}", max = MAX_WALK)]
    Walk { moves: usize },
    #[error(
        "no {size} board is {distance} moves from this goal: the farthest are {farthest} moves away"
    )]
    TooFar {
        size: Size,
        distance: Cost,
        farthest: Cost,
    },
    #[error("no {size} board is {distance} moves from this goal: none is farther than {bound}")]
    BeyondBound {
        size: Size,
        distance: Cost,
        bound: Cost,
    },
    #[error(
        "the hardest {0} boards are not known: choose a board of up to {max} cells or 4×4, or ask \
         for a distance",
        max = WholeSpace::MAX_CELLS
    )]
    HardestUnknown(Size),
    #[error(
        "the hardest 4×4 boards are known for goals with the blank in a corner and the tiles in \
         order: choose blank-last or blank-first"
    )]
    HardestOfOtherGoal,
    #[error("{0}")]
    NotProved(String),
    #[error(
        "no board with a Manhattan distance from {from} to {to} was found: this goal has {least} to \
         about {greatest}"
    )]
    NoManhattan {
        from: Cost,
        to: Cost,
        least: Cost,
        greatest: Cost,
    },
    #[error("the range {from}..{to} is empty: write the lower number first")]
    EmptyRange { from: Cost, to: Cost },
    #[error(transparent)]
    WholeSpace(#[from] WholeSpaceError),
    #[error("interrupted")]
    Interrupted,
}

/// The maximum number of puzzles of a request.
pub const MAX_COUNT: usize = 1_000_000;

/// The longest walk, in moves.
pub const MAX_WALK: usize = 1_000_000;

/// On boards of at most this many cells, all boards are listed if random draws find too few.
const MAX_LISTED_CELLS: usize = 9;

/// What the generators share: limits, interruption and progress.
pub struct Context<'a> {
    /// For a search of the whole space, in bytes.
    pub memory: u64,
    pub interrupt: &'a Interrupt,
    /// Receives the fraction done, from 0 to 1.
    pub on_progress: &'a mut dyn FnMut(f64),
}

/// Generates the puzzles of `request`.
///
/// # Errors
/// If there are none, or they cannot be found within the limits.
pub fn generate(request: &Request, context: &mut Context) -> Result<Generated, GenerateError> {
    let &Request {
        ref goal,
        ref method,
        count,
        seed,
    } = request;
    if !(1..=MAX_COUNT).contains(&count) {
        return Err(GenerateError::Count { count });
    }
    let mut rng = fastrand::Rng::with_seed(seed);
    let starts = match method {
        Method::Uniform => {
            let starts = random_starts(count, 1, context, || scramble::solvable(goal, &mut rng))?;
            match starts.boards.len() < count && goal.size().n_cells() <= MAX_LISTED_CELLS {
                true => small::with_the_rest(goal, starts.boards, count, &mut rng),
                false => starts,
            }
        }
        &Method::Walk(moves) => {
            if !(1..=MAX_WALK).contains(&moves) {
                return Err(GenerateError::Walk { moves });
            }
            random_starts(count, moves, context, || {
                scramble::random_walk(goal, moves, &mut rng).0
            })?
        }
        &Method::Distance(distance) => distance::starts(goal, distance, count, &mut rng, context)?,
        Method::Hardest => small::hardest(goal, count, &mut rng, context)?,
        Method::Manhattan(range) => manhattan::starts(goal, range, count, &mut rng, context)?,
    };
    Ok(generated(request, starts))
}

/// The starts of a method, and their common distance if it is known.
struct Starts {
    boards: Vec<Board>,
    known: Option<KnownLength>,
    /// Why there are no more than these.
    limit: Option<String>,
}

impl Starts {
    fn new(boards: Vec<Board>) -> Starts {
        Starts {
            boards,
            known: None,
            limit: None,
        }
    }
}

fn generated(request: &Request, starts: Starts) -> Generated {
    let Request {
        goal,
        method,
        count,
        seed,
    } = request;
    let Starts {
        boards,
        known,
        limit,
    } = starts;
    let found = boards.len();
    let note = (found < *count).then(|| {
        let why = limit.unwrap_or_else(|| "no more different ones were found".into());
        format!("{found} puzzles instead of {count}: {why}")
    });
    let entry = |start: Board| {
        // As one of a file without names, it is called after its place wherever it is shown.
        let puzzle = Puzzle::new("", start, goal.clone()).expect("a generator keeps the size");
        Entry {
            puzzle,
            result: known.clone(),
        }
    };
    let what = method.describe();
    let collection = Collection {
        name: format!("{}, {what}", goal.size()),
        notes: String::new(),
        source: format!(
            "Generated by Tilescope: {what}, goal {}, seed {seed}.",
            board_line(goal)
        ),
        puzzles: boards.into_iter().map(entry).collect(),
    };
    Generated { collection, note }
}

impl Method {
    /// In a few words: “25 moves from the goal”.
    pub fn describe(&self) -> String {
        match self {
            Method::Uniform => "uniformly random".into(),
            Method::Walk(moves) => format!("random walk of {moves} moves"),
            Method::Distance(1) => "1 move from the goal".into(),
            Method::Distance(distance) => format!("{distance} moves from the goal"),
            Method::Hardest => "hardest".into(),
            Method::Manhattan(range) => {
                format!("Manhattan distance {} to {}", range.start(), range.end())
            }
        }
    }
}

/// Different boards drawn from `draw`, which makes `n_moves` moves each time. Gives up where nearly
/// all draws are duplicates, and sooner if a draw takes long.
fn random_starts(
    count: usize,
    n_moves: usize,
    context: &mut Context,
    mut draw: impl FnMut() -> Board,
) -> Result<Starts, GenerateError> {
    /// Duplicates in a row, and the moves that they may take: a second's work.
    const MAX_DUPLICATES: usize = 10_000;
    const MAX_MOVES: usize = 20_000_000;
    const MIN_DUPLICATES: usize = 100;
    let max_duplicates = (MAX_MOVES / n_moves.max(1)).clamp(MIN_DUPLICATES, MAX_DUPLICATES);
    let mut seen = HashSet::new();
    let mut boards = Vec::new();
    let mut n_duplicates = 0;
    while boards.len() < count && n_duplicates < max_duplicates {
        if context.interrupt.is_stopped() {
            return Err(GenerateError::Interrupted);
        }
        let board = draw();
        if seen.insert(board.clone()) {
            n_duplicates = 0;
            boards.push(board);
            if boards.len().is_multiple_of(1000) {
                (context.on_progress)(boards.len() as f64 / count as f64);
            }
        } else {
            n_duplicates += 1;
        }
    }
    Ok(Starts::new(boards))
}
