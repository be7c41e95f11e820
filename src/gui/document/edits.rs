//! What each edit does to a puzzle or a route.

use crate::gui::edit::{Edit, Side};
use tilescope_puzzle::routes::Route;
use tilescope_puzzle::{Board, Puzzle, scramble, solvability};

/// Changes a puzzle; a change of cities does nothing.
pub fn edit_puzzle(puzzle: &mut Puzzle, edit: Edit, rng: &mut fastrand::Rng) {
    match edit {
        Edit::Board(side, board) => {
            if board.size() == puzzle.size() {
                *board_mut(puzzle, side) = board;
            }
        }
        Edit::Swap(side, a, b) => {
            if a.max(b) < puzzle.size().n_cells() {
                board_mut(puzzle, side).swap(a, b);
            }
        }
        Edit::Slide(side, direction) => {
            board_mut(puzzle, side).slide(direction);
        }
        Edit::Put { side, cell, tile } => {
            if cell.max(tile.into()) < puzzle.size().n_cells() {
                let board = board_mut(puzzle, side);
                let from = board.cell_of(tile);
                board.swap(cell, from);
            }
        }
        Edit::Resize(size) => {
            let ordered = Puzzle::default_for(size);
            puzzle.start = ordered.start;
            puzzle.goal = ordered.goal;
        }
        Edit::Goal(preset) => puzzle.goal = preset.board(puzzle.goal.size()),
        Edit::Scramble => puzzle.start = scramble::solvable(&puzzle.goal, rng),
        Edit::Walk(n) => puzzle.start = scramble::random_walk(&puzzle.goal, n, rng).0,
        Edit::Repair => {
            let (a, b) = solvability::repairing_swap(&puzzle.start, &puzzle.goal);
            puzzle.start.swap(a, b);
        }
        Edit::City(..) => {}
        Edit::SwapSides => std::mem::swap(&mut puzzle.start, &mut puzzle.goal),
        Edit::Costs(costs) => puzzle.costs = costs,
        Edit::Name(name) => puzzle.name = name,
        Edit::Notes(notes) => puzzle.notes = notes,
        Edit::Source(source) => puzzle.source = source,
    }
}

/// Changes a route; a change of boards does nothing.
pub fn edit_route(route: &mut Route, edit: Edit) {
    match edit {
        Edit::City(_, city) if city.index() >= route.map.cities().len() => {}
        Edit::City(Side::Start, city) => route.start = city,
        Edit::City(Side::Goal, city) => route.goal = city,
        Edit::SwapSides => std::mem::swap(&mut route.start, &mut route.goal),
        Edit::Name(name) => route.name = name,
        Edit::Notes(notes) => route.notes = notes,
        Edit::Source(source) => route.source = source,
        Edit::Board(..)
        | Edit::Swap(..)
        | Edit::Slide(..)
        | Edit::Put { .. }
        | Edit::Resize(_)
        | Edit::Goal(_)
        | Edit::Scramble
        | Edit::Walk(_)
        | Edit::Repair
        | Edit::Costs(_) => {}
    }
}

/// `puzzle` with the start of `pasted` for one of its boards; of another size, for both.
pub fn take_board(mut puzzle: Puzzle, side: Side, pasted: Puzzle) -> Puzzle {
    if pasted.size() != puzzle.size() {
        puzzle.start = pasted.goal.clone();
        puzzle.goal = pasted.goal;
    }
    *board_mut(&mut puzzle, side) = pasted.start;
    puzzle
}

fn board_mut(puzzle: &mut Puzzle, side: Side) -> &mut Board {
    match side {
        Side::Start => &mut puzzle.start,
        Side::Goal => &mut puzzle.goal,
    }
}
