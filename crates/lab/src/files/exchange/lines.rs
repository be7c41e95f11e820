//! A line of m·n numbers a puzzle, as Korf's lists and HOG2 have it, with or without a number of the
//! puzzle in front: `12 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15`.

use super::scan::{self, ReadError, Scan, Words};
use super::sink::{Found, Sink};
use super::written::{is_id, numbered, push_numbers};
use super::{BLANK_FIRST_FIRST, Format};
use crate::collection::Puzzles;
use tilescope_puzzle::Size;

pub const FORMAT: Format = Format {
    key: "lines",
    name: "a line of numbers a puzzle",
    singular: "numbers in one line",
    extension: "txt",
    looks_like: |head| {
        scan::first_lines(head, 1)
            .next()
            .is_some_and(scan::is_numbers)
    },
    is_ambiguous: true,
    read,
    write,
    meaning: None,
    goals: BLANK_FIRST_FIRST,
};

fn read(text: &str, given: Option<Size>, sink: &mut Sink) -> Result<(), ReadError> {
    let mut scan = Scan::new(text);
    let mut words = Words::default();
    let is_whole = |n_cells: usize| match given {
        Some(size) => size.n_cells() == n_cells,
        None => n_cells.isqrt().pow(2) == n_cells,
    };
    while scan.next_words(&mut words)?.is_some() {
        let n_words = words.len();
        let has_id = !is_whole(n_words) && is_whole(n_words - 1);
        let first = usize::from(has_id);
        let size = scan.size(n_words - first, given, words.at(0))?;
        let board = scan.board(&words, first, size)?;
        let found = Found {
            name: if has_id { words.text(0, text) } else { "" },
            ..Found::new(&board, words.at(0))
        };
        sink.push(&found, &scan)?;
    }
    Ok(())
}

fn write(puzzles: &Puzzles) -> Result<String, String> {
    // All have their number in front, or none has.
    let has_ids = (0..puzzles.len()).all(|index| is_id(puzzles.name(index)));
    super::written::each(puzzles, |text, index, puzzle| {
        let size = puzzle.size;
        if size.rows() != size.columns() {
            return Err(format!(
                "{} is {size}, and a line of numbers has no size",
                numbered(index, puzzle.name)
            ));
        }
        if has_ids {
            text.push_str(puzzle.name);
            text.push(' ');
        }
        push_numbers(text, puzzle.start, ' ');
        text.push('\n');
        Ok(())
    })
}
