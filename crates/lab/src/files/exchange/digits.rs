//! A word of digits a puzzle: `123456780`. Boards of up to ten cells have one digit a tile.

use super::scan::{self, Numbers, ReadError, Scan, Words, Wrong};
use super::sink::{Found, Sink};
use super::written::{numbered, push_number};
use super::{BLANK_LAST_FIRST, Format};
use crate::collection::Puzzles;
use crate::format::excerpt;
use tilescope_puzzle::Size;

/// The most cells that have a digit each.
const MAX_CELLS: usize = 10;

pub const FORMAT: Format = Format {
    key: "digits",
    name: "a word of digits a puzzle",
    singular: "digits without spaces",
    extension: "txt",
    looks_like: |head| is_word(scan::first_lines(head, 1).next().unwrap_or("").trim()),
    is_ambiguous: true,
    read,
    write,
    meaning: None,
    goals: BLANK_LAST_FIRST,
};

fn read(text: &str, given: Option<Size>, sink: &mut Sink) -> Result<(), ReadError> {
    let mut scan = Scan::new(text);
    let mut words = Words::default();
    while scan.next_words(&mut words)?.is_some() {
        let at = words.at(0);
        if words.len() > 1 {
            let cause = "a line has one word of digits, but here is a second one";
            return Err(scan.error(words.at(1), cause));
        }
        let board = board(&scan, words.text(0, text), at, given)?;
        sink.push(&Found::new(&board, at), &scan)?;
    }
    Ok(())
}

/// Returns true if a word may be a board of its own.
pub fn is_word(word: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit() || is_blank(c);
    (4..=MAX_CELLS).contains(&word.len()) && word.chars().all(is_digit)
}

fn is_blank(c: char) -> bool {
    matches!(c, '0' | '_' | 'x' | 'X' | '.' | '-')
}

/// The board of a word that stands at `at`, a digit for each cell.
pub fn board(
    scan: &Scan,
    word: &str,
    at: usize,
    given: Option<Size>,
) -> Result<Numbers, ReadError> {
    let n_cells = word.chars().count();
    if n_cells > MAX_CELLS {
        return Err(scan.error(
            at,
            format!("more than {MAX_CELLS} digits: separate the numbers by spaces"),
        ));
    }
    let size = scan.size(n_cells, given, at)?;
    let mut board = Numbers::new(size, !word.contains(is_blank));
    board.has_sign = word.contains(|c: char| c != '0' && is_blank(c));
    for (cell, (offset, c)) in word.char_indices().enumerate() {
        let error = |cause: String| Err(scan.error(at + offset, cause));
        let found = || excerpt(c.encode_utf8(&mut [0; 4]));
        let number = match c {
            c if is_blank(c) => Some(0),
            c => c.to_digit(10),
        };
        let Some(number) = number else {
            return error(format!(
                "“{}” is neither a tile's number nor a blank ({})",
                found(),
                scan::BLANKS
            ));
        };
        match board.set(cell, number) {
            Ok(()) => {}
            Err(Wrong::Twice) => return error(format!("{} is there twice", found())),
            Err(Wrong::Outside) => {
                return error(format!("{} is not a number of a {size} board", found()));
            }
        }
    }
    Ok(board)
}

fn write(puzzles: &Puzzles) -> Result<String, String> {
    super::written::each(puzzles, |text, index, puzzle| {
        let size = puzzle.size;
        if size.n_cells() > MAX_CELLS || size.rows() != size.columns() {
            return Err(format!(
                "{} is {size}, and a word of digits is a board of 2×2 or 3×3",
                numbered(index, puzzle.name)
            ));
        }
        puzzle
            .start
            .iter()
            .for_each(|&tile| push_number(text, tile.into()));
        text.push('\n');
        Ok(())
    })
}
