//! A line of m·n numbers a puzzle, as Korf's lists and HOG2 have it, with or without a number of the
//! puzzle in front: `12 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15`.

use super::scan::{self, ReadError, Word, is_numbers};
use super::{BLANK_FIRST_FIRST, Format, RawPuzzle, numbered};
use crate::collection::Collection;
use tilescope_puzzle::Size;

pub const FORMAT: Format = Format {
    key: "lines",
    name: "a line of numbers a puzzle",
    extension: "txt",
    recognises: |text| {
        scan::first_lines(text, 1)
            .first()
            .is_some_and(|line| is_numbers(line))
    },
    read,
    write,
    meaning: None,
    goals: BLANK_FIRST_FIRST,
};

fn read(text: &str, size: Option<Size>) -> Result<Vec<RawPuzzle>, ReadError> {
    let mut puzzles = Vec::new();
    for (line, text) in scan::lines(text) {
        let words: Vec<Word> = scan::words(line, scan::without_comment(text)).collect();
        let Some(first) = words.first() else { continue };
        let is_whole = |n_cells: usize| match size {
            Some(size) => size.n_cells() == n_cells,
            None => n_cells.isqrt().pow(2) == n_cells,
        };
        let has_id = !is_whole(words.len()) && is_whole(words.len() - 1);
        let cells = if has_id { &words[1..] } else { &words[..] };
        let size = scan::size(cells.len(), size, first)?;
        let mut puzzle = scan::puzzle(cells, size)?;
        if has_id {
            puzzle.name = first.text.to_owned();
        }
        puzzles.push(puzzle);
    }
    Ok(puzzles)
}

fn write(collection: &Collection) -> Result<String, String> {
    let mut text = String::new();
    // All have their number in front, or none has.
    let is_id = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let has_ids = collection
        .puzzles
        .iter()
        .all(|entry| is_id(&entry.puzzle.name));
    for (index, entry) in collection.puzzles.iter().enumerate() {
        let size = entry.puzzle.size();
        if size.rows() != size.columns() {
            return Err(format!(
                "{} is {size}, and a line of numbers has no size",
                numbered(index, entry)
            ));
        }
        if has_ids {
            text += &entry.puzzle.name;
            text.push(' ');
        }
        text += &joined(entry.puzzle.start.tiles(), " ");
        text.push('\n');
    }
    Ok(text)
}

/// The numbers with `between` between them.
pub fn joined(tiles: &[u8], between: &str) -> String {
    let numbers: Vec<String> = tiles.iter().map(u8::to_string).collect();
    numbers.join(between)
}
