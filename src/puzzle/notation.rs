//! Boards as text: `2 8 3 / 1 6 4 / 7 _ 5`, one line or several, and moves as `URDL`.

use super::{Board, BoardError, Direction, Size};

/// Text that is no board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotationError {
    #[error("there is no board here: write rows of tiles, such as 1 2 3 / 4 5 6 / 7 8 _")]
    Empty,
    #[error(
        "row {row}, entry {entry}: “{found}” is neither a tile's number nor a blank (0, _, x or .)"
    )]
    NoTile {
        row: usize,
        entry: usize,
        found: String,
    },
    #[error("row {row} has {found} entries, but row 1 has {expected}")]
    Ragged {
        row: usize,
        found: usize,
        expected: usize,
    },
    #[error(transparent)]
    Size(#[from] super::SizeError),
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// Reads a board: rows parted by `/`, `;` or line ends, tiles by blanks or commas.
///
/// # Errors
/// If it is no board; says which row and entry.
pub fn parse_board(text: &str) -> Result<Board, NotationError> {
    let _ = (text, Size::new(2, 2));
    todo!()
}

/// The board on one line: `2 8 3 / 1 6 4 / 7 _ 5`.
pub fn board_line(board: &Board) -> String {
    let _ = board;
    todo!()
}

/// Moves of the blank as letters: `URDL`.
pub fn moves(directions: impl IntoIterator<Item = Direction>) -> String {
    directions.into_iter().map(Direction::letter).collect()
}
