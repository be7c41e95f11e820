//! Solutions as text: the moves of the blank or of the tiles, each by itself or runs collapsed.
//!
//! `URDDL` is a letter a move, `URD2L` collapses runs. In tile moves each letter is the direction in
//! which a tile slides: `DLU2R` is the same solution.

use super::Direction;
use super::notation::excerpt;

/// How a solution is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveNotation {
    Blank,
    BlankRuns,
    Tile,
    TileRuns,
}

/// A text that is not a solution.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveNotationError {
    #[error("column {column}: “{found}” is not one of U, L, R and D")]
    NotAMove { column: usize, found: String },
    #[error("column {column}: the number {found} follows no move: write it as in U3")]
    NumberFirst { column: usize, found: String },
    #[error("column {column}: more than {max} moves", max = MoveNotation::MAX_MOVES)]
    TooMany { column: usize },
}

impl MoveNotation {
    /// Every notation, the default first.
    pub const ALL: &'static [MoveNotation] = &[
        MoveNotation::Blank,
        MoveNotation::BlankRuns,
        MoveNotation::Tile,
        MoveNotation::TileRuns,
    ];

    /// The longest solution that is read.
    pub const MAX_MOVES: usize = 1_000_000;

    /// The name on the command line.
    pub fn key(self) -> &'static str {
        match self {
            MoveNotation::Blank => "blank",
            MoveNotation::BlankRuns => "blank-runs",
            MoveNotation::Tile => "tile",
            MoveNotation::TileRuns => "tile-runs",
        }
    }

    pub fn from_key(key: &str) -> Option<MoveNotation> {
        MoveNotation::ALL
            .iter()
            .copied()
            .find(|notation| notation.key() == key)
    }

    /// The name in a menu.
    pub fn name(self) -> &'static str {
        match self {
            MoveNotation::Blank => "Moves of the blank",
            MoveNotation::BlankRuns => "Moves of the blank, runs collapsed",
            MoveNotation::Tile => "Moves of the tiles",
            MoveNotation::TileRuns => "Moves of the tiles, runs collapsed",
        }
    }

    /// Moves of the blank in this notation.
    pub fn write(self, moves: &[Direction]) -> String {
        let (collapses, is_tile) = match self {
            MoveNotation::Blank => (false, false),
            MoveNotation::BlankRuns => (true, false),
            MoveNotation::Tile => (false, true),
            MoveNotation::TileRuns => (true, true),
        };
        let mut text = String::new();
        let mut rest = moves;
        while let [first, ..] = rest {
            let n = match collapses {
                true => rest.iter().take_while(|next| *next == first).count(),
                false => 1,
            };
            text.push(if is_tile { first.opposite() } else { *first }.letter());
            if n > 1 {
                text += &n.to_string();
            }
            rest = &rest[n..];
        }
        text
    }

    /// The moves of the blank that a text in this notation means. Runs, lower case, white space and
    /// commas are accepted in each.
    ///
    /// # Errors
    /// At the first character that is out of place; columns count from 1.
    pub fn read(self, text: &str) -> Result<Vec<Direction>, MoveNotationError> {
        let is_tile = matches!(self, MoveNotation::Tile | MoveNotation::TileRuns);
        let mut moves: Vec<Direction> = Vec::new();
        let mut chars = (1..).zip(text.chars()).peekable();
        // Whether a number may follow.
        let mut is_after_move = false;
        while let Some((column, c)) = chars.next() {
            if c.is_whitespace() || c == ',' {
                is_after_move = false;
                continue;
            }
            if c.is_ascii_digit() {
                let mut found = String::from(c);
                while let Some((_, digit)) = chars.next_if(|(_, c)| c.is_ascii_digit()) {
                    found.push(digit);
                }
                let last = moves.last().copied().filter(|_| is_after_move);
                let Some(last) = last else {
                    let found = excerpt(&found);
                    return Err(MoveNotationError::NumberFirst { column, found });
                };
                let n = found.parse::<usize>().unwrap_or(usize::MAX);
                if n > Self::MAX_MOVES - (moves.len() - 1) {
                    return Err(MoveNotationError::TooMany { column });
                }
                moves.truncate(moves.len() - 1);
                moves.extend(std::iter::repeat_n(last, n));
                is_after_move = false;
                continue;
            }
            let Some(direction) = Direction::from_letter(c) else {
                let found = excerpt(c.encode_utf8(&mut [0; 4]));
                return Err(MoveNotationError::NotAMove { column, found });
            };
            if moves.len() == Self::MAX_MOVES {
                return Err(MoveNotationError::TooMany { column });
            }
            moves.push(if is_tile {
                direction.opposite()
            } else {
                direction
            });
            is_after_move = true;
        }
        Ok(moves)
    }
}
