//! A word of digits a puzzle: `123456780`. Boards of up to ten cells have one digit a tile.

use super::scan::{self, ReadError, Word};
use super::{BLANK_LAST_FIRST, Format, RawPuzzle, numbered};
use crate::collection::Collection;
use tilescope_puzzle::Size;

/// The most cells that have a digit each.
const MAX_CELLS: usize = 10;

pub const FORMAT: Format = Format {
    key: "digits",
    name: "a word of digits a puzzle",
    extension: "txt",
    recognises: |text| {
        let lines = scan::first_lines(text, 1);
        lines.first().is_some_and(|line| {
            let word = line.trim();
            let is_digit = |c: char| c.is_ascii_digit() || "_xX.".contains(c);
            (4..=MAX_CELLS).contains(&word.len()) && word.chars().all(is_digit)
        })
    },
    read,
    write,
    meaning: None,
    goals: BLANK_LAST_FIRST,
};

fn read(text: &str, size: Option<Size>) -> Result<Vec<RawPuzzle>, ReadError> {
    let mut puzzles = Vec::new();
    for (line, text) in scan::lines(text) {
        let mut words = scan::words(line, scan::without_comment(text));
        let Some(word) = words.next() else { continue };
        if let Some(second) = words.next() {
            return Err(second.error("a line has one word of digits, but here is a second one"));
        }
        if word.text.chars().count() > MAX_CELLS {
            return Err(word.error(format!(
                "more than {MAX_CELLS} digits: separate the numbers by spaces"
            )));
        }
        let digits: Vec<Word> = (word.text.char_indices().zip(word.column..))
            .map(|((at, c), column)| Word {
                text: &word.text[at..at + c.len_utf8()],
                line,
                column,
            })
            .collect();
        let size = scan::size(digits.len(), size, &word)?;
        puzzles.push(scan::puzzle(&digits, size)?);
    }
    Ok(puzzles)
}

fn write(collection: &Collection) -> Result<String, String> {
    let mut text = String::new();
    for (index, entry) in collection.puzzles.iter().enumerate() {
        let size = entry.puzzle.size();
        if size.n_cells() > MAX_CELLS || size.rows() != size.columns() {
            return Err(format!(
                "{} is {size}, and a word of digits is a board of 2×2 or 3×3",
                numbered(index, entry)
            ));
        }
        text += &super::lines::joined(entry.puzzle.start.tiles(), "");
        text.push('\n');
    }
    Ok(text)
}
