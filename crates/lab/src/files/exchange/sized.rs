//! A size, then the numbers: `3` or `3 4` on a line, then the rows; `#` begins a comment.
//!
//! Princeton's `puzzle3x3-17.txt` begins with n, and n×n numbers follow. Two numbers in front are rows and
//! columns if the count of the numbers after them is their product. Otherwise they are n and the cell of
//! the goal's blank, from 0.

use super::grid::rows;
use super::scan::{self, ReadError, Word, is_numbers};
use super::{BLANK_LAST_FIRST, Format, Meaning, RawPuzzle};
use crate::collection::Collection;
use crate::format::excerpt;
use tilescope_puzzle::{GoalPreset, Size};

pub const FORMAT: Format = Format {
    key: "sized",
    name: "a size and its rows",
    extension: "txt",
    recognises: |text| {
        let lines = scan::first_lines(text, 3);
        let widths: Vec<usize> = lines
            .iter()
            .map(|line| scan::words(1, line).count())
            .collect();
        let is_numbers = lines.iter().all(|line| is_numbers(line));
        let is_header = match widths[..] {
            [1, ..] => lines[0].trim().len() <= 2,
            [2, second, third] => second == third && second != 2,
            _ => false,
        };
        is_numbers && is_header
    },
    read,
    write,
    meaning: Some(Meaning::TileAtPlace),
    goals: BLANK_LAST_FIRST,
};

fn read(text: &str, _: Option<Size>) -> Result<Vec<RawPuzzle>, ReadError> {
    let mut lines = scan::lines(text)
        .map(|(line, text)| scan::words(line, scan::without_comment(text)).collect::<Vec<Word>>())
        .filter(|words| !words.is_empty())
        .peekable();
    let mut puzzles = Vec::new();
    while let Some(header) = lines.next() {
        let side = |word: &Word| match word.text.parse::<usize>() {
            Ok(side) => Ok(side),
            Err(_) => Err(word.error(format!(
                "“{}” is not a number of rows or columns",
                excerpt(word.text)
            ))),
        };
        let first = header[0];
        let (n_rows, second) = match header[..] {
            [rows] => (side(&rows)?, None),
            [rows, second] => (side(&rows)?, Some((side(&second)?, second))),
            _ => return Err(first.error("a puzzle begins with its size, such as 3 or 3 4")),
        };
        // A row has as many words as the board has columns, so the next line decides.
        let width = lines.peek().map_or(0, Vec::len);
        let (size, goal_blank) = match second {
            Some((columns, _)) if width == columns => (Size::new(n_rows, columns), None),
            Some((cell, word)) => (Size::new(n_rows, n_rows), Some((cell, word))),
            None => (Size::new(n_rows, n_rows), None),
        };
        let size = size.map_err(|error| first.error(error.to_string()))?;
        let mut words = Vec::with_capacity(size.n_cells());
        while words.len() < size.n_cells() {
            let Some(row) = lines.next() else {
                let last = words.last().copied().unwrap_or(first);
                return Err(last.error(format!(
                    "a {size} board has {} numbers, but {} are given",
                    size.n_cells(),
                    words.len()
                )));
            };
            words.extend(row);
        }
        let mut puzzle = scan::puzzle(&words, size)?;
        puzzle.line = first.line;
        if let Some((cell, word)) = goal_blank {
            if cell >= size.n_cells() {
                return Err(word.error(format!(
                    "the goal's blank is in cell 0 to {}, not {cell}",
                    size.n_cells() - 1
                )));
            }
            let mut goal: Vec<u64> = (1..size.n_cells() as u64).collect();
            goal.insert(cell, 0);
            puzzle.goal = Some(goal);
        }
        puzzles.push(puzzle);
    }
    Ok(puzzles)
}

fn write(collection: &Collection) -> Result<String, String> {
    let mut text = String::new();
    for entry in &collection.puzzles {
        let (start, size) = (&entry.puzzle.start, entry.puzzle.size());
        let is_square = size.rows() == size.columns();
        let goal = &entry.puzzle.goal;
        let mut in_order = goal.tiles().iter().filter(|tile| **tile != 0).zip(1..);
        let has_other_blank = *goal != GoalPreset::BlankLast.board(size)
            && in_order.all(|(&tile, number)| tile == number);
        text += &match (is_square, goal.blank()) {
            (false, _) => format!("{} {}\n", size.rows(), size.columns()),
            // It would be read as rows and columns.
            (true, blank) if has_other_blank && blank != size.columns() => {
                format!("{} {blank}\n", size.rows())
            }
            (true, _) => format!("{}\n", size.rows()),
        };
        text += &rows(start.tiles(), size);
    }
    Ok(text)
}
