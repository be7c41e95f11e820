//! A board a line with a slash between its rows: `5 3 8 9/0 2 4 1/…`.

use super::lines::joined;
use super::scan::{self, ReadError, Word};
use super::{BLANK_LAST_FIRST, Format, Meaning, RawPuzzle};
use crate::collection::Collection;
use tilescope_puzzle::Size;

pub const FORMAT: Format = Format {
    key: "slashes",
    name: "a board a line with slashes between its rows",
    extension: "txt",
    recognises: |text| {
        let lines = scan::first_lines(text, 1);
        lines.first().is_some_and(|line| {
            line.contains('/')
                && line
                    .split('/')
                    .all(|row| row.trim().is_empty() || scan::is_numbers(row))
        })
    },
    read,
    write,
    meaning: Some(Meaning::TileAtPlace),
    goals: BLANK_LAST_FIRST,
};

fn read(text: &str, _: Option<Size>) -> Result<Vec<RawPuzzle>, ReadError> {
    let mut puzzles = Vec::new();
    for (line, text) in scan::lines(text) {
        let text = scan::without_comment(text);
        if text.trim().is_empty() {
            continue;
        }
        let mut words: Vec<Word> = Vec::new();
        let (mut n_rows, mut n_columns) = (0, 0);
        // The characters before a row: the rows before it, and a slash each.
        let mut n_before = 0;
        for row in text.split('/') {
            let before = words.len();
            let found = scan::words(line, row);
            words.extend(found.map(|word| Word {
                column: word.column + n_before,
                ..word
            }));
            n_before += row.chars().count() + 1;
            if row.trim().is_empty() {
                continue;
            }
            let found = words.len() - before;
            n_rows += 1;
            if n_rows == 1 {
                n_columns = found;
            }
            if let Some(last) = words.last().filter(|_| found != n_columns) {
                return Err(last.error(format!(
                    "row {n_rows} has {found} numbers, but row 1 has {n_columns}"
                )));
            }
        }
        let Some(last) = words.last() else {
            let word = Word {
                text: "/",
                line,
                column: 1,
            };
            return Err(word.error("there is no number here: write rows of tiles"));
        };
        let size = Size::new(n_rows, n_columns).map_err(|error| last.error(error.to_string()))?;
        puzzles.push(scan::puzzle(&words, size)?);
    }
    Ok(puzzles)
}

fn write(collection: &Collection) -> Result<String, String> {
    let line = |tiles: &[u8], size: Size| {
        let rows: Vec<String> = tiles
            .chunks(size.columns())
            .map(|row| joined(row, " "))
            .collect();
        rows.join("/") + "\n"
    };
    let lines = collection.puzzles.iter();
    Ok(lines
        .map(|entry| line(entry.puzzle.start.tiles(), entry.puzzle.size()))
        .collect())
}
