//! Lines and numbers of a text, with their places.

use super::RawPuzzle;
use crate::format::excerpt;
use tilescope_puzzle::Size;
use tilescope_search::Cost;

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{cause}, at line {line}, column {column}")]
pub struct ReadError {
    pub cause: String,
    /// From 1.
    pub line: usize,
    /// In characters from 1.
    pub column: usize,
}

/// A word of a line, with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word<'a> {
    pub text: &'a str,
    pub line: usize,
    pub column: usize,
}

impl Word<'_> {
    pub fn error(&self, cause: impl Into<String>) -> ReadError {
        ReadError {
            cause: cause.into(),
            line: self.line,
            column: self.column,
        }
    }

    /// The number it is, or 0 for a sign of the blank.
    pub fn number(&self) -> Result<u64, ReadError> {
        let is_number = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = match self.text {
            "_" | "x" | "X" | "." | "-" => Some(0),
            text if is_number => text.parse().ok(),
            _ => None,
        };
        number.ok_or_else(|| {
            self.error(format!(
                "“{}” is neither a tile's number nor a blank (0, _, x or .)",
                excerpt(self.text)
            ))
        })
    }
}

/// The lines of a text that have a word, from 1.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| words(1, line).next().is_some())
}

/// The words of a line, separated by white space or commas.
pub fn words(line: usize, text: &str) -> impl Iterator<Item = Word<'_>> {
    // Columns count characters; each word starts where the one before was counted to.
    let (mut counted, mut column) = (0, 1);
    text.split(|c: char| c.is_whitespace() || c == ',' || c == ';')
        .filter(|word| !word.is_empty())
        .map(move |word| {
            let at = word.as_ptr() as usize - text.as_ptr() as usize;
            column += text[counted..at].chars().count();
            counted = at;
            Word {
                text: word,
                line,
                column,
            }
        })
}

/// Whether every word of a line is a number or a sign of the blank.
pub fn is_numbers(line: &str) -> bool {
    let mut words = words(1, line).peekable();
    words.peek().is_some() && words.all(|word| word.number().is_ok())
}

/// The first lines that are neither empty nor comments, without comments at their ends.
pub fn first_lines(text: &str, n: usize) -> Vec<&str> {
    text.lines()
        .map(without_comment)
        .filter(|line| !line.trim().is_empty())
        .take(n)
        .collect()
}

/// A line up to its `#`.
pub fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or("")
}

/// The size of a board with this number of cells: `given`, or else square.
pub fn size(n_cells: usize, given: Option<Size>, at: &Word) -> Result<Size, ReadError> {
    if let Some(size) = given {
        return match size.n_cells() == n_cells {
            true => Ok(size),
            false => Err(at.error(format!(
                "there are {n_cells} numbers, but a {size} board has {} cells",
                size.n_cells()
            ))),
        };
    }
    let side = n_cells.isqrt();
    match Size::new(side, side) {
        Ok(size) if side * side == n_cells => Ok(size),
        _ => Err(at.error(format!(
            "{n_cells} numbers are no square board of 2×2 to 10×10: give its size, as in --board-size 3x4"
        ))),
    }
}

/// The puzzle of these words.
pub fn puzzle(words: &[Word], size: Size) -> Result<RawPuzzle, ReadError> {
    let numbers = permutation(words, size)?;
    Ok(RawPuzzle {
        name: String::new(),
        size,
        numbers,
        goal: None,
        moves: None,
        line: words.first().map_or(1, |word| word.line),
    })
}

/// The numbers of these words, if they are each of 0 to n_cells − 1, or 1 to n_cells, once.
pub fn permutation(words: &[Word], size: Size) -> Result<Vec<u64>, ReadError> {
    let n_cells = size.n_cells();
    let end = Word {
        text: "",
        line: 1,
        column: 1,
    };
    let last = words.last().copied().unwrap_or(end);
    if words.len() != n_cells {
        return Err(last.error(format!(
            "a {size} board has {n_cells} cells, but {} are given",
            words.len()
        )));
    }
    let mut numbers = Vec::with_capacity(n_cells);
    for word in words {
        numbers.push(word.number()?);
    }
    let first = u64::from(!numbers.contains(&0));
    let mut seen = vec![false; n_cells];
    for (word, &number) in words.iter().zip(&numbers) {
        let seen = usize::try_from(number - first)
            .ok()
            .and_then(|at| seen.get_mut(at));
        match seen {
            None => {
                return Err(word.error(format!(
                    "{number} is not a number of a {size} board, which has {first} to {}",
                    n_cells as u64 - 1 + first
                )));
            }
            Some(true) => return Err(word.error(format!("{number} is there twice"))),
            Some(seen) => *seen = true,
        }
    }
    Ok(numbers)
}

/// A number of moves.
pub fn moves(word: &Word) -> Result<Cost, ReadError> {
    word.text
        .parse()
        .map_err(|_| word.error(format!("“{}” is not a number of moves", excerpt(word.text))))
}
