//! A size, then the numbers: `3` or `3 4` on a line, then the rows; `#` begins a comment.
//!
//! Princeton's `puzzle3x3-17.txt` begins with n, and n×n numbers follow. Two numbers in front are rows and
//! columns if the next line has as many numbers as there are columns. Otherwise they are n and the
//! cell of the goal's blank, from 0.

use super::scan::{self, Numbers, ReadError, Scan, Words};
use super::sink::{Found, Sink};
use super::written::{push_number, push_rows};
use super::{BLANK_LAST_FIRST, Format, Meaning};
use crate::collection::Puzzles;
use tilescope_puzzle::{GoalPreset, Size};

pub const FORMAT: Format = Format {
    key: "sized",
    name: "a size and its rows",
    singular: "a size and its rows",
    extension: "txt",
    looks_like: |head| {
        let is_numbers = scan::first_lines(head, 3).all(scan::is_numbers);
        let mut lines = scan::first_lines(head, 3);
        let mut next = || lines.next().unwrap_or("");
        let [first, second, third] = [next(), next(), next()];
        let is_header = match [first, second, third].map(scan::n_words) {
            [1, ..] => first.trim().len() <= 2,
            [2, second, third] => second == third && second != 2,
            _ => false,
        };
        is_numbers && is_header
    },
    is_ambiguous: true,
    read,
    write,
    meaning: Some(Meaning::TileAtPlace),
    goals: BLANK_LAST_FIRST,
};

fn read(text: &str, _: Option<Size>, sink: &mut Sink) -> Result<(), ReadError> {
    const WHAT: &str = "a number of rows or columns";
    let mut scan = Scan::new(text);
    let mut words = Words::default();
    while scan.next_words(&mut words)?.is_some() {
        let at = words.at(0);
        let n_rows = scan.number(&words, 0, WHAT)?;
        let second = match words.len() {
            1 => None,
            2 => Some((scan.number(&words, 1, WHAT)?, words.at(1))),
            _ => {
                let cause = "a puzzle begins with its size, such as 3 or 3 4";
                return Err(scan.error(at, cause));
            }
        };
        // A row has as many words as the board has columns, so the next line decides.
        let (size, goal_blank) = match second {
            None => (Size::new(n_rows, n_rows), None),
            Some((second, word)) => {
                let width = scan.clone().next_words(&mut words)?;
                match width.map_or(0, |line| line.n_words) == second {
                    true => (Size::new(n_rows, second), None),
                    false => (Size::new(n_rows, n_rows), Some((second, word))),
                }
            }
        };
        let size = size.map_err(|error| scan.error(at, error.to_string()))?;
        words.clear();
        while words.len() < size.n_cells() {
            if scan.next(&mut words)?.is_none() {
                return Err(scan.error(
                    words.last_at(at),
                    format!(
                        "a {size} board has {} numbers, but {} are given",
                        size.n_cells(),
                        words.len()
                    ),
                ));
            }
        }
        let board = scan.board(&words, 0, size)?;
        let goal = match goal_blank {
            None => None,
            Some((cell, _)) if cell < size.n_cells() => {
                let mut goal = Numbers::new(size, false);
                let tiles = 1..size.n_cells() as u32;
                let tiles = tiles.clone().take(cell).chain([0]).chain(tiles.skip(cell));
                for (cell, tile) in tiles.enumerate() {
                    // Each is there once.
                    let _ = goal.set(cell, tile);
                }
                Some(goal)
            }
            Some((cell, word)) => {
                return Err(scan.error(
                    word,
                    format!(
                        "the goal's blank is in cell 0 to {}, not {cell}",
                        size.n_cells() - 1
                    ),
                ));
            }
        };
        let found = Found {
            goal: goal.as_ref(),
            ..Found::new(&board, at)
        };
        sink.push(&found, &scan)?;
    }
    Ok(())
}

fn write(puzzles: &Puzzles) -> Result<String, String> {
    super::written::each(puzzles, |text, _, puzzle| {
        let (goal, size) = (puzzle.goal, puzzle.size);
        let is_square = size.rows() == size.columns();
        let mut in_order = goal.iter().filter(|tile| **tile != 0).zip(1..);
        let has_other_blank = goal != GoalPreset::BlankLast.board(size).tiles()
            && in_order.all(|(&tile, number)| tile == number);
        let blank = goal.iter().position(|tile| *tile == 0).unwrap_or(0);
        push_number(text, size.rows() as u32);
        let second = match is_square {
            false => Some(size.columns()),
            // It would be read as rows and columns.
            true => Some(blank).filter(|blank| has_other_blank && *blank != size.columns()),
        };
        if let Some(second) = second {
            text.push(' ');
            push_number(text, second as u32);
        }
        text.push('\n');
        push_rows(text, puzzle.start, size);
        Ok(())
    })
}
