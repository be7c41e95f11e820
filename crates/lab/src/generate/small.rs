//! Boards of up to twelve cells by their distance, from the whole space; and the hardest boards.

use super::distance::FARTHEST_4X4;
use super::{Context, GenerateError, Starts};
use crate::collection::KnownLength;
use crate::whole_space::{self, Level};
use std::collections::{BTreeSet, HashSet};
use tilescope_puzzle::{Board, Direction, GoalPreset, Size, WholeSpace};
use tilescope_search::Cost;

/// Boards uniform among all at `distance`.
pub fn at_distance(
    goal: &Board,
    distance: Cost,
    count: usize,
    rng: &mut fastrand::Rng,
    context: &mut Context,
) -> Result<Starts, GenerateError> {
    let level = level(goal, Some(distance), context)?;
    if level.distance() < distance {
        return Err(GenerateError::TooFar {
            size: goal.size(),
            distance,
            farthest: level.distance(),
        });
    }
    Ok(sample(goal, &level, count, rng))
}

/// The boards at the greatest distance.
pub fn hardest(
    goal: &Board,
    count: usize,
    rng: &mut fastrand::Rng,
    context: &mut Context,
) -> Result<Starts, GenerateError> {
    if goal.size().n_cells() <= WholeSpace::MAX_CELLS {
        let level = level(goal, None, context)?;
        return Ok(sample(goal, &level, count, rng));
    }
    if goal.size() != Size::FIFTEEN_PUZZLE {
        return Err(GenerateError::HardestUnknown(goal.size()));
    }
    let mut boards = hardest_4x4(goal).ok_or(GenerateError::HardestOfOtherGoal)?;
    let n_boards = boards.len();
    rng.shuffle(&mut boards);
    boards.truncate(count);
    Ok(Starts {
        known: Some(KnownLength {
            moves: FARTHEST_4X4,
            optimal: true,
            by: "Brüngger, Marzetta, Fukuda & Nievergelt (1999)".into(),
        }),
        limit: Some(format!("there are only {n_boards}")),
        ..Starts::new(boards)
    })
}

/// These boards, and in random order the others that can reach the goal, up to `count` in all.
pub fn with_the_rest(
    goal: &Board,
    mut boards: Vec<Board>,
    count: usize,
    rng: &mut fastrand::Rng,
) -> Starts {
    let found: HashSet<&Board> = boards.iter().collect();
    let mut rest = reachable(goal);
    let n_boards = rest.len();
    rest.retain(|board| !found.contains(board));
    rng.shuffle(&mut rest);
    boards.extend(rest);
    boards.truncate(count);
    Starts {
        limit: Some(format!("there are only {n_boards}")),
        ..Starts::new(boards)
    }
}

/// All boards from which `goal` can be reached, itself among them.
fn reachable(goal: &Board) -> Vec<Board> {
    let mut seen = HashSet::from([goal.clone()]);
    let mut boards = vec![goal.clone()];
    let mut at = 0;
    while let Some(board) = boards.get(at).cloned() {
        for direction in Direction::ALL {
            let mut next = board.clone();
            if next.slide(direction) && seen.insert(next.clone()) {
                boards.push(next);
            }
        }
        at += 1;
    }
    boards
}

fn level(
    goal: &Board,
    distance: Option<Cost>,
    context: &mut Context,
) -> Result<Level, GenerateError> {
    let Context {
        memory,
        interrupt,
        on_progress,
    } = context;
    let level = whole_space::level(goal, distance, *memory, interrupt, *on_progress);
    level.map_err(|error| match error {
        whole_space::WholeSpaceError::Interrupted => GenerateError::Interrupted,
        error => error.into(),
    })
}

/// Different boards of a level, uniformly distributed, in random order.
fn sample(goal: &Board, level: &Level, count: usize, rng: &mut fastrand::Rng) -> Starts {
    let n_boards = level.n_boards();
    // Floyd's sampling: each set of `count` numbers is equally likely.
    let mut chosen = BTreeSet::new();
    for last in n_boards.saturating_sub(count as u64)..n_boards {
        let number = rng.u64(..=last);
        if !chosen.insert(number) {
            chosen.insert(last);
        }
    }
    let mut boards = level.boards(goal, chosen.into_iter());
    rng.shuffle(&mut boards);
    Starts {
        known: Some(KnownLength {
            moves: level.distance(),
            optimal: true,
            by: "whole space".into(),
        }),
        limit: Some(format!("there are only {n_boards}")),
        ..Starts::new(boards)
    }
}

/// The 17 boards of 80 moves from the goal with the blank last (Brüngger, Marzetta, Fukuda &
/// Nievergelt, The parallel search bench ZRAM and its applications, 1999).
const FARTHEST_FROM_BLANK_LAST: [[u64; 16]; 17] = [
    [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1],
    [0, 12, 10, 13, 15, 11, 14, 9, 3, 7, 2, 5, 4, 8, 6, 1],
    [0, 11, 9, 13, 12, 15, 10, 14, 3, 7, 6, 2, 4, 8, 5, 1],
    [0, 15, 9, 13, 11, 12, 10, 14, 3, 7, 6, 2, 4, 8, 5, 1],
    [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 6, 2, 4, 8, 5, 1],
    [0, 12, 14, 13, 15, 11, 9, 10, 3, 7, 6, 2, 4, 8, 5, 1],
    [0, 12, 10, 13, 15, 11, 14, 9, 3, 7, 6, 2, 4, 8, 5, 1],
    [0, 12, 11, 13, 15, 14, 10, 9, 3, 7, 6, 2, 4, 8, 5, 1],
    [0, 12, 10, 13, 15, 11, 9, 14, 7, 3, 6, 2, 4, 8, 5, 1],
    [0, 12, 9, 13, 15, 11, 14, 10, 3, 8, 6, 2, 4, 7, 5, 1],
    [0, 12, 9, 13, 15, 11, 10, 14, 8, 3, 6, 2, 4, 7, 5, 1],
    [0, 12, 14, 13, 15, 11, 9, 10, 8, 3, 6, 2, 4, 7, 5, 1],
    [0, 12, 9, 13, 15, 11, 10, 14, 7, 8, 6, 2, 4, 3, 5, 1],
    [0, 12, 10, 13, 15, 11, 14, 9, 7, 8, 6, 2, 4, 3, 5, 1],
    [0, 12, 9, 13, 15, 8, 10, 14, 11, 7, 6, 2, 4, 3, 5, 1],
    [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 5, 6, 4, 8, 2, 1],
    [0, 12, 9, 13, 15, 11, 10, 14, 7, 8, 5, 6, 4, 3, 2, 1],
];

/// The hardest 4×4 boards of `goal`, if it is one of two presets. Half a turn of the board takes
/// one goal to the other, where tile t is tile 16 − t.
fn hardest_4x4(goal: &Board) -> Option<Vec<Board>> {
    let preset = [GoalPreset::BlankLast, GoalPreset::BlankFirst].into_iter();
    let preset = { preset }.find(|preset| preset.board(Size::FIFTEEN_PUZZLE) == *goal)?;
    let board = |tiles: &[u64; 16]| {
        let tiles: Vec<u64> = match preset {
            GoalPreset::BlankLast => tiles.to_vec(),
            _ => tiles.iter().rev().map(|tile| (16 - tile) % 16).collect(),
        };
        Board::new(Size::FIFTEEN_PUZZLE, &tiles).expect("each tile is there once")
    };
    Some(FARTHEST_FROM_BLANK_LAST.iter().map(board).collect())
}
