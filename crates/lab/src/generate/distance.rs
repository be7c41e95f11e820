//! Boards at an exact distance from the goal.
//!
//! Up to twelve cells the whole level is searched, and the boards are uniform among it. On larger
//! boards a random walk starts at the goal, and an engine proves the distance D of the board it
//! has reached. While D is less than the distance d that is wanted, the walk goes on for d − D
//! moves. A move changes the distance by one, so the walk cannot pass d unnoticed.

use super::{Context, GenerateError, Starts, small};
use crate::collection::KnownLength;
use crate::exact::search_for_distance;
use crate::{Limits, RunOutcome};
use std::collections::HashSet;
use tilescope_engines::Engine;
use tilescope_engines::fastest_optimal::FastestOptimal;
use tilescope_puzzle::{Board, Direction, Puzzle, Size, WholeSpace};
use tilescope_search::{About, Cost};

/// The engine that proves distances.
const ENGINE: &About = &FastestOptimal::ABOUT;

/// Expansions per proof.
const MAX_EXPANDED: u64 = 200_000_000;

/// Proofs per board.
const MAX_PROOFS: usize = 200;

/// Duplicates in a row.
const MAX_DUPLICATES: usize = 1000;

/// The greatest distance on 4×4 from a goal with the blank in a corner (Brüngger, Marzetta, Fukuda &
/// Nievergelt 1999).
pub const FARTHEST_4X4: Cost = 80;

pub fn starts(
    goal: &Board,
    distance: Cost,
    count: usize,
    rng: &mut fastrand::Rng,
    context: &mut Context,
) -> Result<Starts, GenerateError> {
    if goal.size().n_cells() <= WholeSpace::MAX_CELLS {
        return small::at_distance(goal, distance, count, rng, context);
    }
    if goal.size() == Size::FIFTEEN_PUZZLE {
        refuse_beyond_4x4(goal, distance)?;
    }
    let mut seen = HashSet::new();
    let mut boards = Vec::new();
    let mut n_duplicates = 0;
    while boards.len() < count && n_duplicates < MAX_DUPLICATES {
        let board = walk_to(goal, distance, rng, context)?;
        if seen.insert(board.clone()) {
            n_duplicates = 0;
            boards.push(board);
            (context.on_progress)(boards.len() as f64 / count as f64);
        } else {
            n_duplicates += 1;
        }
    }
    Ok(Starts {
        known: Some(KnownLength {
            moves: distance,
            optimal: true,
            by: ENGINE.name.into(),
        }),
        ..Starts::new(boards)
    })
}

/// The farthest boards are known for a goal with the blank in a corner. Another goal is a few moves from such
/// a one, whose farthest boards are as far away whatever its order of tiles; so no board is farther than both
/// together.
fn refuse_beyond_4x4(goal: &Board, distance: Cost) -> Result<(), GenerateError> {
    let size = goal.size();
    let to_edge = |line: usize| line.min(3 - line) as Cost;
    let to_corner = to_edge(goal.blank() / 4) + to_edge(goal.blank() % 4);
    let bound = FARTHEST_4X4 + to_corner;
    match (distance > bound, to_corner) {
        (false, _) => Ok(()),
        (true, 0) => Err(GenerateError::TooFar {
            size,
            distance,
            farthest: bound,
        }),
        (true, _) => Err(GenerateError::BeyondBound {
            size,
            distance,
            bound,
        }),
    }
}

/// A board at `distance`, reached by one walk.
fn walk_to(
    goal: &Board,
    distance: Cost,
    rng: &mut fastrand::Rng,
    context: &mut Context,
) -> Result<Board, GenerateError> {
    let mut board = goal.clone();
    let mut last = None;
    let mut reached = 0;
    for _ in 0..MAX_PROOFS {
        walk(&mut board, distance - reached, &mut last, rng);
        reached = prove(&board, goal, context)?;
        if reached == distance {
            return Ok(board);
        }
    }
    Err(GenerateError::NotProved(format!(
        "no {} board at distance {distance} was found in {MAX_PROOFS} steps of a random walk: ask \
         for a smaller distance",
        goal.size()
    )))
}

fn walk(board: &mut Board, n_moves: Cost, last: &mut Option<Direction>, rng: &mut fastrand::Rng) {
    let mut n_done = 0;
    while n_done < n_moves {
        let direction = Direction::ALL[rng.usize(..4)];
        let undoes = last.is_some_and(|last| direction == last.opposite());
        if !undoes && board.slide(direction) {
            *last = Some(direction);
            n_done += 1;
        }
    }
}

/// The distance of `board` from `goal`, proved by an engine.
fn prove(board: &Board, goal: &Board, context: &Context) -> Result<Cost, GenerateError> {
    let failed = |why: String| GenerateError::NotProved(why);
    let puzzle = Puzzle::new("", board.clone(), goal.clone()).expect("a walk keeps the size");
    let limits = Limits {
        expanded: Some(MAX_EXPANDED),
        memory: Some(context.memory),
        ..Limits::default()
    };
    let report = search_for_distance(puzzle, limits, None, context.interrupt)
        .map_err(|error| failed(error.to_string()))?;
    match report.outcome {
        RunOutcome::Solved {
            cost,
            optimal: true,
            ..
        } => Ok(cost),
        _ if context.interrupt.is_stopped() => Err(GenerateError::Interrupted),
        RunOutcome::Failed(why) => Err(failed(why)),
        _ => Err(failed(format!(
            "the distance of a {} board was not proved within {} expansions and {}: ask for a \
             smaller distance",
            goal.size(),
            crate::format::count(MAX_EXPANDED),
            crate::format::bytes(context.memory)
        ))),
    }
}
