//! A first solution, line by line: the way people do it.
//!
//! The line farthest from where the blank is to end is brought home, tile by tile, but for its
//! last two tiles, which come together; then it is never touched again. So what is left shrinks
//! to 2×2 cells, whose three tiles come together. Each search looks at these tiles and the
//! blank alone, so even the greatest board takes milliseconds.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use tilescope_puzzle::{Board, Direction, Size};

/// Moves that bring `start` to `goal`, of which it has to be known that there are some.
pub fn solve(start: &Board, goal: &Board) -> Vec<Direction> {
    let mut work = Work {
        board: start.clone(),
        goal,
        is_home: vec![false; start.tiles().len()],
        moves: Vec::new(),
    };
    let size = start.size();
    let (blank_row, blank_column) = (goal.blank() / size.columns(), goal.blank() % size.columns());
    let (mut rows, mut columns) = (0..size.rows(), 0..size.columns());
    while rows.len() > 2 || columns.len() > 2 {
        let line: Vec<usize> = if rows.len() >= columns.len() {
            let row = outermost(&mut rows, blank_row);
            columns
                .clone()
                .map(|column| row * size.columns() + column)
                .collect()
        } else {
            let column = outermost(&mut columns, blank_column);
            rows.clone()
                .map(|row| row * size.columns() + column)
                .collect()
        };
        let (alone, together) = line.split_at(line.len() - 2);
        for cell in alone {
            work.bring_home(&[*cell]);
        }
        work.bring_home(together);
    }
    let left = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
    let left = left.map(|(row, column)| row * size.columns() + column);
    let left: Vec<usize> = left.filter(|&cell| cell != goal.blank()).collect();
    work.bring_home(&left);
    work.moves
}

/// Takes the first or the last of `lines` off, whichever is not that of the blank.
fn outermost(lines: &mut std::ops::Range<usize>, of_blank: usize) -> usize {
    if lines.start == of_blank {
        lines.end -= 1;
        lines.end
    } else {
        lines.start += 1;
        lines.start - 1
    }
}

struct Work<'a> {
    board: Board,
    goal: &'a Board,
    /// For each cell: whether its tile is home for good.
    is_home: Vec<bool>,
    moves: Vec<Direction>,
}

/// Where the blank and up to three tiles are.
type Places = [u8; 4];

impl Work<'_> {
    /// Brings the tiles of these cells home, at most three: a weighted A* search in which all
    /// other tiles are alike.
    fn bring_home(&mut self, cells: &[usize]) {
        let size = self.board.size();
        let mut places: Places = [u8::MAX; 4];
        places[0] = self.board.blank() as u8;
        for (place, &cell) in places[1..].iter_mut().zip(cells) {
            *place = self.board.cell_of(self.goal.tiles()[cell]) as u8;
        }
        // From where each was reached, and how far that is.
        let mut reached: HashMap<Places, (u32, Option<Direction>)> = HashMap::new();
        reached.insert(places, (0, None));
        let mut waiting = BinaryHeap::from([(Reverse(0), 0, places)]);
        let mut found = None;
        while let Some((_, g, places)) = waiting.pop() {
            if h(size, &places, cells) == 0 {
                found = Some(places);
                break;
            }
            if reached[&places].0 < g {
                continue;
            }
            for direction in Direction::ALL {
                let Some(next) = self.moved(&places, direction) else {
                    continue;
                };
                let (g, known) = (g + 1, reached.get(&next));
                if known.is_none_or(|&(before, _)| g < before) {
                    reached.insert(next, (g, Some(direction)));
                    // The blank has to come round for each step of a tile.
                    let f = g + 3 * h(size, &next, cells);
                    waiting.push((Reverse(f), g, next));
                }
            }
        }
        let mut at = found.expect("what is left to move can always be brought there");
        let mut moves = Vec::new();
        while let Some(direction) = reached[&at].1 {
            moves.push(direction);
            at = self
                .moved(&at, direction.opposite())
                .expect("it has come that way");
        }
        moves.reverse();
        for &direction in &moves {
            self.board.slide(direction);
        }
        self.moves.extend(moves);
        for &cell in cells {
            self.is_home[cell] = true;
        }
    }

    /// The places after the blank has gone in `direction`, if it may.
    fn moved(&self, places: &Places, direction: Direction) -> Option<Places> {
        let from = places[0];
        let to = self.board.size().neighbour(from.into(), direction)?;
        if self.is_home[to] {
            return None;
        }
        let mut next = *places;
        next[0] = to as u8;
        for place in &mut next[1..] {
            if *place == to as u8 {
                *place = from;
            }
        }
        Some(next)
    }
}

/// How far the tiles are from these cells, all together.
fn h(size: Size, places: &Places, cells: &[usize]) -> u32 {
    let distance = |(&place, &cell): (&u8, &usize)| {
        let place = usize::from(place);
        let rows = (place / size.columns()).abs_diff(cell / size.columns());
        rows + (place % size.columns()).abs_diff(cell % size.columns())
    };
    places[1..].iter().zip(cells).map(distance).sum::<usize>() as u32
}
