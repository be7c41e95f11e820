//! Boards as text: `2 8 3 / 1 6 4 / 7 _ 5`, one line or several, and moves as `URDL`.

use super::{Board, BoardError, Direction, Size, SizeError};

/// Why a text is not a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotationError {
    #[error("there is no board here: write rows of tiles, such as 1 2 3 / 4 5 6 / 7 8 _")]
    Empty,
    #[error(
        "row {row}, entry {entry}: “{found}” is neither a tile's number nor a blank (0, _, x, . or -)"
    )]
    NotATile {
        row: usize,
        entry: usize,
        found: String,
    },
    #[error("row {row}, entry {entry}: a board has at most 10×10 cells, but there are more")]
    TooMany { row: usize, entry: usize },
    #[error("row {row} has {found} entries, but row 1 has {expected}")]
    Ragged {
        row: usize,
        found: usize,
        expected: usize,
    },
    #[error(
        "{} in a single row {} no {}: separate the {} by /, as in 1 2 3 / 4 5 _",
        if *found == 1 { "1 entry".to_owned() } else { format!("{found} entries") },
        if *found == 1 { "is" } else { "are" },
        if *found == 1 { "board" } else { "square board" },
        if *found == 1 { "tiles by spaces and the rows" } else { "rows" },
    )]
    NotSquare { found: usize },
    #[error(transparent)]
    Size(#[from] SizeError),
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// Parses a board: rows separated by `/`, `;` or line ends, entries by white space or commas, the
/// blank as `0`, `_`, `x`, `.` or `-`. Empty rows are skipped. A single row is read as a square board,
/// row by row.
///
/// # Errors
/// If the text is not a board. The error names the row and entry, counted from 1.
pub fn parse_board(text: &str) -> Result<Board, NotationError> {
    let mut tiles = Vec::new();
    let mut rows: Vec<usize> = Vec::new();
    for line in text.split(['/', ';', '\n', '\r']) {
        let row = rows.len() + 1;
        let mut n_entries = 0;
        for found in entries(line) {
            n_entries += 1;
            let entry = n_entries;
            if tiles.len() == MAX_CELLS {
                return Err(NotationError::TooMany { row, entry });
            }
            let tile = tile(found).ok_or_else(|| NotationError::NotATile {
                row,
                entry,
                found: excerpt(found),
            })?;
            tiles.push(tile);
        }
        if n_entries > 0 {
            rows.push(n_entries);
        }
    }
    Ok(Board::new(shape(&rows)?, &tiles)?)
}

const MAX_CELLS: usize = 100;

fn entries(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || c == ',')
        .filter(|entry| !entry.is_empty())
}

/// The tile of an entry; 0 is the blank.
fn tile(entry: &str) -> Option<u64> {
    match entry {
        "_" | "x" | "X" | "." | "-" => Some(0),
        // `parse` alone would accept a sign.
        _ if entry.bytes().all(|byte| byte.is_ascii_digit()) => entry.parse().ok(),
        _ => None,
    }
}

/// The size of a board, given the number of entries in each row.
fn shape(rows: &[usize]) -> Result<Size, NotationError> {
    match *rows {
        [] => Err(NotationError::Empty),
        [found] => {
            let side = found.isqrt();
            if side >= 2 && side * side == found {
                Ok(Size::new(side, side)?)
            } else {
                Err(NotationError::NotSquare { found })
            }
        }
        [expected, ..] => match rows.iter().position(|&found| found != expected) {
            Some(row) => Err(NotationError::Ragged {
                row: row + 1,
                found: rows[row],
                expected,
            }),
            None => Ok(Size::new(rows.len(), expected)?),
        },
    }
}

/// The board on one line: `2 8 3 / 1 6 4 / 7 _ 5`.
pub fn board_line(board: &Board) -> String {
    let row = |tiles: &[u8]| {
        let entries: Vec<String> = (tiles.iter())
            .map(|&tile| match tile {
                0 => "_".into(),
                tile => tile.to_string(),
            })
            .collect();
        entries.join(" ")
    };
    let rows: Vec<String> = (board.tiles().chunks(board.size().columns()))
        .map(row)
        .collect();
    rows.join(" / ")
}

/// Moves of the blank as letters: `URDL`.
pub fn moves(directions: impl IntoIterator<Item = Direction>) -> String {
    directions.into_iter().map(Direction::letter).collect()
}

/// A letter that is not a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {number}: “{found}” is not one of U, L, R and D, the moves of the blank")]
pub struct MovesError {
    /// The index of the move, from 1.
    pub number: usize,
    pub found: String,
}

/// Parses moves of the blank as [`moves`] writes them; lower case, white space and commas are
/// accepted too.
///
/// # Errors
/// At the first letter that is not a move.
pub fn parse_moves(text: &str) -> Result<Vec<Direction>, MovesError> {
    (text.chars())
        .filter(|&c| !c.is_whitespace() && c != ',')
        .enumerate()
        .map(|(i, letter)| {
            Direction::from_letter(letter).ok_or_else(|| MovesError {
                number: i + 1,
                found: excerpt(letter.encode_utf8(&mut [0; 4])),
            })
        })
        .collect()
}

/// User input for a message: its first 40 characters, escaped.
///
/// Every text from a file, an argument or a path goes through this or [`escaped`] before it stands
/// in a message. So no message has a second line, moves the terminal's cursor, or is a megabyte
/// long.
pub fn excerpt(text: &str) -> String {
    escaped(text, 40)
}

/// The first `max_chars` characters of `text` on one line. Characters that are invisible or control
/// a terminal are written as Rust writes them: `\n`, `\u{1b}`.
pub fn escaped(text: &str, max_chars: usize) -> String {
    let mut escaped = String::new();
    let mut chars = text.chars();
    for c in chars.by_ref().take(max_chars) {
        match is_invisible(c) {
            true => escaped.extend(c.escape_default()),
            false => escaped.push(c),
        }
    }
    if chars.next().is_some() {
        escaped.push('…');
    }
    escaped
}

/// Whether a character is a control character, ends a line, or changes the direction of text or
/// nothing that can be seen.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}
