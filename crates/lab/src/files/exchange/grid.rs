//! Plain grids: rows of numbers, an empty line between two puzzles.

use super::scan::{self, ReadError, Scan, Words};
use super::sink::{Found, Sink};
use super::written::push_rows;
use super::{BLANK_LAST_FIRST, Format, Meaning, sized};
use crate::collection::Puzzles;
use tilescope_puzzle::Size;

pub const FORMAT: Format = Format {
    key: "grid",
    name: "plain grids",
    singular: "rows of numbers",
    extension: "txt",
    looks_like,
    is_ambiguous: true,
    read,
    write,
    meaning: Some(Meaning::TileAtPlace),
    goals: BLANK_LAST_FIRST,
};

/// Whether the first row could be one of a board, and others follow. Rows that could be boards by
/// themselves are lines.
fn looks_like(head: &str) -> bool {
    let lines = head.lines().map(scan::without_comment);
    let rows = lines.skip_while(|line| line.trim().is_empty());
    let mut rows = rows.take_while(|line| !line.trim().is_empty());
    let (first, has_more) = (rows.next().unwrap_or(""), rows.next().is_some());
    let width = scan::n_words(first);
    let is_lines = width.isqrt().pow(2) == width && width > 4;
    let is_row = scan::is_numbers(first) && (2..=10).contains(&width) && !is_lines;
    is_row && has_more && !(sized::FORMAT.looks_like)(head)
}

fn read(text: &str, _: Option<Size>, sink: &mut Sink) -> Result<(), ReadError> {
    let mut scan = Scan::new(text);
    let mut words = Words::default();
    let (mut n_rows, mut n_columns) = (0, 0);
    loop {
        let line = scan.next(&mut words)?;
        match line {
            Some(line) if line.is_comment => {}
            Some(line) if line.n_words > 0 => {
                if n_rows == 0 {
                    n_columns = line.n_words;
                }
                n_rows += 1;
                let found = line.n_words;
                if found != n_columns || n_rows > 10 {
                    return Err(scan.error(
                        words.last_at(line.at),
                        match n_rows {
                            11.. => "a board has at most 10 rows: separate boards by an empty line"
                                .to_owned(),
                            _ => format!(
                                "row {n_rows} has {found} numbers, but row 1 has {n_columns}"
                            ),
                        },
                    ));
                }
            }
            _ if n_rows > 0 => {
                let size = Size::new(n_rows, n_columns);
                let size = size.map_err(|error| scan.error(words.last_at(0), error.to_string()))?;
                let board = scan.board(&words, 0, size)?;
                sink.push(&Found::new(&board, words.at(0)), &scan)?;
                words.clear();
                n_rows = 0;
            }
            _ => {}
        }
        if line.is_none() {
            return Ok(());
        }
    }
}

fn write(puzzles: &Puzzles) -> Result<String, String> {
    super::written::each(puzzles, |text, index, puzzle| {
        if index > 0 {
            text.push('\n');
        }
        push_rows(text, puzzle.start, puzzle.size);
        Ok(())
    })
}
