//! What each edit does to a puzzle or a route.

use crate::gui::edit::{Edit, Side};
use tilescope_puzzle::presets::GoalPreset;
use tilescope_puzzle::routes::Route;
use tilescope_puzzle::{Board, Puzzle, Size, scramble, solvability};

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
        Edit::SlideLine(side, directions) => {
            let board = board_mut(puzzle, side);
            for direction in directions {
                board.slide(direction);
            }
        }
        Edit::Put { side, cell, tile } => {
            if cell.max(tile.into()) < puzzle.size().n_cells() {
                let board = board_mut(puzzle, side);
                let from = board.cell_of(tile);
                board.swap(cell, from);
            }
        }
        Edit::Resize(size) => {
            resize(puzzle, size);
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
        Edit::Rotate => {
            puzzle.start = rotated(&puzzle.start);
            puzzle.goal = rotated(&puzzle.goal);
        }
        Edit::Mirror => {
            puzzle.start = mirrored(&puzzle.start);
            puzzle.goal = mirrored(&puzzle.goal);
        }
        Edit::StartAsGoal => puzzle.goal = puzzle.start.clone(),
        Edit::Relabel => relabel(puzzle),
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
        | Edit::SlideLine(..)
        | Edit::Put { .. }
        | Edit::Resize(_)
        | Edit::Goal(_)
        | Edit::Scramble
        | Edit::Walk(_)
        | Edit::Repair
        | Edit::Rotate
        | Edit::Mirror
        | Edit::StartAsGoal
        | Edit::Relabel
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

/// Takes both boards to another size. Where the start could not reach the goal any more, two that
/// fill cells change places, if that mends it.
fn resize(puzzle: &mut Puzzle, size: Size) {
    if size == puzzle.size() {
        return;
    }
    let was_solvable = puzzle.solvability().is_solvable();
    let mut presets = GoalPreset::ALL.into_iter();
    let preset = presets.find(|preset| preset.board(puzzle.size()) == puzzle.goal);
    let was_goal = puzzle.start == puzzle.goal;
    puzzle.goal = preset.map_or_else(|| resized(&puzzle.goal, size).0, |it| it.board(size));
    if was_goal {
        puzzle.start = puzzle.goal.clone();
        return;
    }
    let (start, filled) = resized(&puzzle.start, size);
    puzzle.start = start;
    if was_solvable {
        make_solvable(puzzle, &filled);
    }
}

/// If the start cannot reach the goal, what is in two of these cells changes places, so that it can;
/// nothing changes where no two of them do.
fn make_solvable(puzzle: &mut Puzzle, cells: &[usize]) {
    if puzzle.solvability().is_solvable() {
        return;
    }
    for (i, &a) in cells.iter().enumerate().rev() {
        for &b in cells[..i].iter().rev() {
            puzzle.start.swap(a, b);
            if puzzle.solvability().is_solvable() {
                return;
            }
            puzzle.start.swap(a, b);
        }
    }
}

/// The board with each tile in its row and column, if the new size has both the tile and the
/// cell; the tiles that are missing fill the other cells in order. Those cells are returned too.
fn resized(board: &Board, size: Size) -> (Board, Vec<usize>) {
    let n_cells = size.n_cells();
    let mut cells: Vec<Option<u64>> = vec![None; n_cells];
    let mut is_there = vec![false; n_cells];
    for (cell, &tile) in board.tiles().iter().enumerate() {
        let (row, column) = (cell / board.size().columns(), cell % board.size().columns());
        let fits = row < size.rows() && column < size.columns() && usize::from(tile) < n_cells;
        if fits {
            cells[row * size.columns() + column] = Some(tile.into());
            is_there[usize::from(tile)] = true;
        }
    }
    let filled = (0..n_cells).filter(|&cell| cells[cell].is_none());
    let filled: Vec<usize> = filled.collect();
    // The blank comes last of those that are missing.
    let mut missing = (1..n_cells).chain([0]).filter(|&tile| !is_there[tile]);
    let tiles: Vec<u64> = cells
        .into_iter()
        .map(|kept| kept.unwrap_or_else(|| missing.next().unwrap_or(0) as u64))
        .collect();
    let board = Board::new(size, &tiles).unwrap_or_else(|_| GoalPreset::BlankLast.board(size));
    (board, filled)
}

/// The board turned by a quarter, clockwise: the first column becomes the first row.
fn rotated(board: &Board) -> Board {
    let (rows, columns) = (board.size().rows(), board.size().columns());
    let Ok(size) = Size::new(columns, rows) else {
        return board.clone();
    };
    arranged(board, size, |row, column| (rows - 1 - column, row))
}

/// The board reflected, left to right.
fn mirrored(board: &Board) -> Board {
    let columns = board.size().columns();
    arranged(board, board.size(), |row, column| {
        (row, columns - 1 - column)
    })
}

/// A board of `size` with the tile of `from(row, column)` at each row and column.
fn arranged(board: &Board, size: Size, from: impl Fn(usize, usize) -> (usize, usize)) -> Board {
    let columns = board.size().columns();
    let tile = |cell: usize| {
        let (row, column) = from(cell / size.columns(), cell % size.columns());
        u64::from(board.tiles()[row * columns + column])
    };
    let tiles: Vec<u64> = (0..size.n_cells()).map(tile).collect();
    Board::new(size, &tiles).unwrap_or_else(|_| board.clone())
}

/// Gives the tiles other numbers: those of the goal are 1, 2, … in reading order.
fn relabel(puzzle: &mut Puzzle) {
    let mut number = vec![0; puzzle.size().n_cells()];
    let tiles = puzzle.goal.tiles().iter().filter(|&&tile| tile != 0);
    for (&tile, new) in tiles.zip(1_u64..) {
        number[usize::from(tile)] = new;
    }
    let renumbered = |board: &Board| {
        let tiles = board.tiles().iter().map(|&tile| number[usize::from(tile)]);
        Board::new(board.size(), &tiles.collect::<Vec<u64>>()).unwrap_or_else(|_| board.clone())
    };
    puzzle.start = renumbered(&puzzle.start);
    puzzle.goal = renumbered(&puzzle.goal);
}

fn board_mut(puzzle: &mut Puzzle, side: Side) -> &mut Board {
    match side {
        Side::Start => &mut puzzle.start,
        Side::Goal => &mut puzzle.goal,
    }
}
