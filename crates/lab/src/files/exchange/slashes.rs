//! A board a line with a slash between its rows: `5 3 8 9/0 2 4 1/…`.

use super::scan::{self, ReadError, Scan, Words};
use super::sink::{Found, Sink};
use super::written::push_slashes;
use super::{BLANK_LAST_FIRST, Format, Meaning};
use crate::collection::Puzzles;
use tilescope_puzzle::Size;

pub const FORMAT: Format = Format {
    key: "slashes",
    name: "a board a line with slashes between its rows",
    singular: "rows with slashes between them",
    extension: "txt",
    looks_like: |head| {
        scan::first_lines(head, 1).next().is_some_and(|line| {
            let mut rows = line.split('/').filter(|row| !row.trim().is_empty());
            line.contains('/') && rows.all(scan::is_numbers)
        })
    },
    is_ambiguous: true,
    read,
    write,
    meaning: Some(Meaning::TileAtPlace),
    goals: BLANK_LAST_FIRST,
};

fn read(text: &str, _: Option<Size>, sink: &mut Sink) -> Result<(), ReadError> {
    let mut scan = Scan::with_slashes(text);
    let mut words = Words::default();
    while let Some(line) = scan.next_words(&mut words)? {
        if words.len() == 0 {
            return Err(scan.error(line.at, "there is no number here: write rows of tiles"));
        }
        let last = words.last_at(line.at);
        let n_columns = words.rows().next().unwrap_or(0);
        let n_rows = words.rows().count();
        let other = (1..)
            .zip(words.rows())
            .find(|(_, width)| *width != n_columns);
        if let Some((row, found)) = other {
            return Err(scan.error(
                last,
                format!("row {row} has {found} numbers, but row 1 has {n_columns}"),
            ));
        }
        let size = Size::new(n_rows, n_columns);
        let size = size.map_err(|error| scan.error(last, error.to_string()))?;
        let board = scan.board(&words, 0, size)?;
        sink.push(&Found::new(&board, words.at(0)), &scan)?;
    }
    Ok(())
}

fn write(puzzles: &Puzzles) -> Result<String, String> {
    super::written::each(puzzles, |text, _, puzzle| {
        push_slashes(text, puzzle.start, puzzle.size);
        text.push('\n');
        Ok(())
    })
}
