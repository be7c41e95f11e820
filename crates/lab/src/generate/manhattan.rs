//! Boards with a Manhattan distance in a range.
//!
//! Uniformly random boards are drawn while some of them are in the range; those are uniform among
//! all in the range. Where the range is too rare for that, three tiles of a random board change
//! places in turn as long as that brings it no farther from the range. These boards are solvable,
//! because the change is an even permutation, but not uniform.

use super::{Context, GenerateError, Starts};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use tilescope_puzzle::{Board, scramble};
use tilescope_search::Cost;

/// Random boards that are drawn for one in the range.
const MAX_DRAWS: usize = 2000;

/// Changes of three tiles that are tried on a board.
const MAX_CHANGES: usize = 20_000;

/// Boards that are changed for one in the range.
const MAX_BOARDS: usize = 20;

/// Duplicates in a row.
const MAX_DUPLICATES: usize = 200;

pub fn starts(
    goal: &Board,
    range: &RangeInclusive<Cost>,
    count: usize,
    rng: &mut fastrand::Rng,
    context: &mut Context,
) -> Result<Starts, GenerateError> {
    if range.is_empty() {
        let (from, to) = (*range.start(), *range.end());
        return Err(GenerateError::EmptyRange { from, to });
    }
    let mut is_rare = false;
    let mut seen = HashSet::new();
    let mut boards = Vec::new();
    let mut n_duplicates = 0;
    let mut greatest = 0;
    while boards.len() < count && n_duplicates < MAX_DUPLICATES {
        if context.interrupt.is_stopped() {
            return Err(GenerateError::Interrupted);
        }
        let drawn = match is_rare {
            false => draw(goal, range, rng),
            true => None,
        };
        is_rare |= drawn.is_none();
        let found = drawn.or_else(|| {
            (0..MAX_BOARDS).find_map(|_| {
                let board = change(goal, range, rng);
                let distance = distance(&board, goal);
                greatest = greatest.max(distance);
                range.contains(&distance).then_some(board)
            })
        });
        let Some(board) = found else { break };
        if seen.insert(board.clone()) {
            n_duplicates = 0;
            boards.push(board);
            (context.on_progress)(boards.len() as f64 / count as f64);
        } else {
            n_duplicates += 1;
        }
    }
    if boards.is_empty() {
        return Err(GenerateError::NoManhattan {
            from: *range.start(),
            to: *range.end(),
            least: 0,
            greatest,
        });
    }
    Ok(Starts::new(boards))
}

/// A uniformly random board that is in the range.
fn draw(goal: &Board, range: &RangeInclusive<Cost>, rng: &mut fastrand::Rng) -> Option<Board> {
    (0..MAX_DRAWS)
        .map(|_| scramble::solvable(goal, rng))
        .find(|board| range.contains(&distance(board, goal)))
}

/// A random board, brought towards the range.
fn change(goal: &Board, range: &RangeInclusive<Cost>, rng: &mut fastrand::Rng) -> Board {
    let off = |distance: Cost| {
        let below = range.start().saturating_sub(distance);
        below.max(distance.saturating_sub(*range.end()))
    };
    let mut board = scramble::solvable(goal, rng);
    let mut is_off = off(distance(&board, goal));
    let n_cells = goal.size().n_cells();
    for _ in 0..MAX_CHANGES {
        if is_off == 0 {
            break;
        }
        let [a, b, c] = [(); 3].map(|()| rng.usize(..n_cells));
        let is_cycle = a != b && b != c && a != c;
        if !is_cycle || [a, b, c].contains(&board.blank()) {
            continue;
        }
        let mut changed = board.clone();
        changed.swap(a, b);
        changed.swap(b, c);
        let changed_off = off(distance(&changed, goal));
        if changed_off <= is_off {
            (board, is_off) = (changed, changed_off);
        }
    }
    board
}

/// The Manhattan distance of `board` from `goal`, without the blank.
pub fn distance(board: &Board, goal: &Board) -> Cost {
    let columns = goal.size().columns();
    let mut goal_cell = [0; 100];
    for (cell, &tile) in goal.tiles().iter().enumerate() {
        goal_cell[usize::from(tile)] = cell;
    }
    let tiles = board
        .tiles()
        .iter()
        .enumerate()
        .filter(|(_, tile)| **tile != 0);
    let distances = tiles.map(|(cell, &tile)| {
        let to = goal_cell[usize::from(tile)];
        (cell / columns).abs_diff(to / columns) + (cell % columns).abs_diff(to % columns)
    });
    distances.sum::<usize>() as Cost
}
