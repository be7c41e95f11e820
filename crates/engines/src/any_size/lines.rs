//! A first solution, line by line, as people solve the puzzle.
//!
//! The solver takes an outer row or column without the blank's goal cell. It places the tiles of
//! this line one by one, the last two together, and never moves them again. What remains shrinks
//! to 2×2 cells, whose three tiles are placed together. Each search distinguishes only the tiles
//! it places and the blank, so even the largest board takes milliseconds.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use tilescope_puzzle::{Board, Direction, Size};

/// Moves from `start` to `goal`, which must be reachable.
pub fn solve(start: &Board, goal: &Board) -> Vec<Direction> {
    let mut solver = Solver {
        board: start.clone(),
        goal,
        is_fixed: vec![false; start.tiles().len()],
        moves: Vec::new(),
    };
    let lines = outer_lines(goal, 2);
    for line in &lines {
        let (singles, last_two) = line.split_at(line.len() - 2);
        for cell in singles {
            solver.solve_cells(&[*cell]);
        }
        solver.solve_cells(last_two);
    }
    let rest = (0..start.tiles().len()).filter(|&cell| !solver.is_fixed[cell]);
    let rest: Vec<usize> = rest.filter(|&cell| cell != goal.blank()).collect();
    solver.solve_cells(&rest);
    solver.moves
}

/// The cells of the outer rows and columns in the order in which they are finished, none of them
/// with the blank's goal cell, until at most `max_region` rows and columns are left.
pub fn outer_lines(goal: &Board, max_region: usize) -> Vec<Vec<usize>> {
    let size = goal.size();
    let (blank_row, blank_column) = (goal.blank() / size.columns(), goal.blank() % size.columns());
    let (mut rows, mut columns) = (0..size.rows(), 0..size.columns());
    let mut lines = Vec::new();
    while rows.len() > max_region || columns.len() > max_region {
        lines.push(if rows.len() >= columns.len() {
            let row = outermost(&mut rows, blank_row);
            let columns = columns.clone();
            columns
                .map(|column| row * size.columns() + column)
                .collect()
        } else {
            let column = outermost(&mut columns, blank_column);
            let rows = rows.clone();
            rows.map(|row| row * size.columns() + column).collect()
        });
    }
    lines
}

/// Removes the first or the last of `lines`: one that is not the blank's.
fn outermost(lines: &mut std::ops::Range<usize>, blank_line: usize) -> usize {
    if lines.start == blank_line {
        lines.end -= 1;
        lines.end
    } else {
        lines.start += 1;
        lines.start - 1
    }
}

struct Solver<'a> {
    board: Board,
    goal: &'a Board,
    /// For each cell: whether its tile stays there for good.
    is_fixed: Vec<bool>,
    moves: Vec<Direction>,
}

/// The cells of the blank and of up to three tiles.
type Positions = [u8; 4];

impl Solver<'_> {
    /// Brings the right tiles to these cells, at most three, by a weighted A* search in which
    /// the other tiles are indistinguishable.
    fn solve_cells(&mut self, cells: &[usize]) {
        let size = self.board.size();
        let mut positions: Positions = [u8::MAX; 4];
        positions[0] = self.board.blank() as u8;
        for (position, &cell) in positions[1..].iter_mut().zip(cells) {
            *position = self.board.cell_of(self.goal.tiles()[cell]) as u8;
        }
        // The path cost and the last action of each state reached.
        let mut reached: HashMap<Positions, (u32, Option<Direction>)> = HashMap::new();
        reached.insert(positions, (0, None));
        let mut open = BinaryHeap::from([(Reverse(0), 0, positions)]);
        let mut found = None;
        while let Some((_, g, positions)) = open.pop() {
            if h(size, &positions, cells) == 0 {
                found = Some(positions);
                break;
            }
            if reached[&positions].0 < g {
                continue;
            }
            for direction in Direction::ALL {
                let Some(next) = self.after_move(&positions, direction) else {
                    continue;
                };
                let (g, known) = (g + 1, reached.get(&next));
                if known.is_none_or(|&(before, _)| g < before) {
                    reached.insert(next, (g, Some(direction)));
                    // The blank needs more moves to get behind a tile for its next step.
                    let f = g + 3 * h(size, &next, cells);
                    open.push((Reverse(f), g, next));
                }
            }
        }
        let mut at = found.expect("the free cells always allow it");
        let mut moves = Vec::new();
        while let Some(direction) = reached[&at].1 {
            moves.push(direction);
            at = self
                .after_move(&at, direction.opposite())
                .expect("the search came that way");
        }
        moves.reverse();
        for &direction in &moves {
            self.board.slide(direction);
        }
        self.moves.extend(moves);
        for &cell in cells {
            self.is_fixed[cell] = true;
        }
    }

    /// The positions after the blank moves in `direction`, if it can.
    fn after_move(&self, positions: &Positions, direction: Direction) -> Option<Positions> {
        let from = positions[0];
        let to = self.board.size().neighbour(from.into(), direction)?;
        if self.is_fixed[to] {
            return None;
        }
        let mut next = *positions;
        next[0] = to as u8;
        for position in &mut next[1..] {
            if *position == to as u8 {
                *position = from;
            }
        }
        Some(next)
    }
}

/// The sum of the Manhattan distances of the tiles from these cells.
fn h(size: Size, positions: &Positions, cells: &[usize]) -> u32 {
    let distance = |(&position, &cell): (&u8, &usize)| {
        let position = usize::from(position);
        let rows = (position / size.columns()).abs_diff(cell / size.columns());
        rows + (position % size.columns()).abs_diff(cell % size.columns())
    };
    positions[1..]
        .iter()
        .zip(cells)
        .map(distance)
        .sum::<usize>() as u32
}
