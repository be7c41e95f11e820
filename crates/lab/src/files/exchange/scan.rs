//! Lines of numbers, read byte by byte into arrays that are used again, with their places.

use crate::collection::{Cells, MAX_CELLS};
use crate::format::excerpt;
use tilescope_puzzle::Size;
use tilescope_search::Cost;

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{cause}, at line {line}, column {column}")]
pub struct ReadError {
    pub cause: String,
    /// The byte of the text where it is.
    pub at: usize,
    /// From 1.
    pub line: usize,
    /// In characters from 1.
    pub column: usize,
}

impl ReadError {
    /// An error at a byte of a text. The place is found now, since few texts are damaged.
    pub fn new(text: &str, at: usize, cause: impl Into<String>) -> ReadError {
        let before = text.get(..at).unwrap_or(text);
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        ReadError {
            cause: cause.into(),
            at,
            line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
            column: before[line..].chars().count() + 1,
        }
    }
}

/// What can be done about a board whose size is not known.
pub const ROWS: &str = "write each row on a line of its own";

/// More words than the largest board has cells, with room for what stands in front of them.
const MAX_WORDS: usize = 110;

/// The signs of the blank, for messages.
pub const BLANKS: &str = "0, _, x, . or -";

/// The number of a word that is none.
const NOT_A_NUMBER: u32 = u32::MAX;

/// Words, as numbers and with their places.
#[derive(Clone)]
pub struct Words {
    n: usize,
    numbers: [u32; MAX_WORDS],
    starts: [usize; MAX_WORDS],
    ends: [usize; MAX_WORDS],
    /// The number of words before each slash.
    slashes: [usize; MAX_WORDS],
    n_slashes: usize,
}

impl Default for Words {
    fn default() -> Self {
        Words {
            n: 0,
            numbers: [0; MAX_WORDS],
            starts: [0; MAX_WORDS],
            ends: [0; MAX_WORDS],
            slashes: [0; MAX_WORDS],
            n_slashes: 0,
        }
    }
}

impl Words {
    pub fn len(&self) -> usize {
        self.n
    }

    pub fn clear(&mut self) {
        (self.n, self.n_slashes) = (0, 0);
    }

    /// Leaves out the words behind the first `n`.
    pub fn truncate(&mut self, n: usize) {
        self.n = self.n.min(n);
    }

    /// Where a word begins.
    pub fn at(&self, word: usize) -> usize {
        self.starts[word]
    }

    /// Where the last word begins, or else `other`.
    pub fn last_at(&self, other: usize) -> usize {
        self.n
            .checked_sub(1)
            .map_or(other, |last| self.starts[last])
    }

    pub fn text<'a>(&self, word: usize, text: &'a str) -> &'a str {
        &text[self.starts[word]..self.ends[word]]
    }

    /// The number of words in each row that has some; slashes are between the rows.
    pub fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        let ends = self.slashes[..self.n_slashes].iter().copied();
        let mut before = 0;
        let widths = ends.chain([self.n]).map(move |end| {
            let width = end - before;
            before = end;
            width
        });
        widths.filter(|width| *width > 0)
    }
}

/// A line that was read.
#[derive(Clone, Copy)]
pub struct Line {
    /// How many words it has.
    pub n_words: usize,
    /// Whether it is nothing but a comment.
    pub is_comment: bool,
    /// Where it begins.
    pub at: usize,
}

/// Reads a text line by line.
#[derive(Clone)]
pub struct Scan<'a> {
    pub text: &'a str,
    /// The first byte of the next line.
    pub at: usize,
    /// Whether `/` and `;` are between rows; otherwise `;` is between words.
    has_slashes: bool,
}

impl<'a> Scan<'a> {
    pub fn new(text: &'a str) -> Self {
        Scan {
            text,
            at: 0,
            has_slashes: false,
        }
    }

    /// `/` and `;` are between rows.
    pub fn with_slashes(text: &'a str) -> Self {
        Scan {
            has_slashes: true,
            ..Scan::new(text)
        }
    }

    pub fn error(&self, at: usize, cause: impl Into<String>) -> ReadError {
        ReadError::new(self.text, at, cause)
    }

    /// Adds the words of the next line; `None` at the end of the text. A `#` begins a comment.
    pub fn next(&mut self, words: &mut Words) -> Result<Option<Line>, ReadError> {
        let bytes = self.text.as_bytes();
        let (began, before) = (self.at, words.n);
        if began >= bytes.len() {
            return Ok(None);
        }
        let mut at = began;
        let mut is_comment = false;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'0'..=b'9' => {
                    let start = at;
                    let mut number = u32::from(byte - b'0');
                    at += 1;
                    while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
                        number = number
                            .saturating_mul(10)
                            .saturating_add(u32::from(digit - b'0'));
                        at += 1;
                    }
                    number = number.min(NOT_A_NUMBER - 1);
                    if !self.ends_word(at) {
                        at = self.word_end(at);
                        number = NOT_A_NUMBER;
                    }
                    self.add(words, number, start, at)?;
                }
                b'\n' => {
                    at += 1;
                    break;
                }
                b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c' | b',' => at += 1,
                b';' if !self.has_slashes => at += 1,
                b'#' => {
                    is_comment = words.n == before;
                    let rest = &bytes[at..];
                    at += rest
                        .iter()
                        .position(|byte| *byte == b'\n')
                        .unwrap_or(rest.len());
                }
                b'/' | b';' if self.has_slashes => {
                    if words.n_slashes == MAX_WORDS {
                        return Err(self.error(at, "there are more slashes than rows of a board"));
                    }
                    words.slashes[words.n_slashes] = words.n;
                    words.n_slashes += 1;
                    at += 1;
                }
                _ => {
                    let start = at;
                    at = self.word_end(at);
                    if at == start {
                        // White space outside of ASCII.
                        at += self.text[at..].chars().next().map_or(1, char::len_utf8);
                        continue;
                    }
                    let number = match &self.text[start..at] {
                        "_" | "x" | "X" | "." | "-" => 0,
                        _ => NOT_A_NUMBER,
                    };
                    self.add(words, number, start, at)?;
                }
            }
        }
        self.at = at;
        Ok(Some(Line {
            n_words: words.n - before,
            is_comment,
            at: began,
        }))
    }

    /// The next line that has words, of which there were none before; `None` at the end.
    pub fn next_words(&mut self, words: &mut Words) -> Result<Option<Line>, ReadError> {
        words.clear();
        loop {
            match self.next(words)? {
                Some(line) if line.n_words == 0 && words.n_slashes == 0 => {}
                other => return Ok(other),
            }
        }
    }

    fn add(
        &self,
        words: &mut Words,
        number: u32,
        start: usize,
        end: usize,
    ) -> Result<(), ReadError> {
        if words.n == MAX_WORDS {
            return Err(self.error(
                start,
                format!("more numbers than {MAX_CELLS}, which the largest board has"),
            ));
        }
        words.numbers[words.n] = number;
        words.starts[words.n] = start;
        words.ends[words.n] = end;
        words.n += 1;
        Ok(())
    }

    /// Whether no word has the byte at `at`; if it is no ASCII, that is still to be found.
    fn ends_word(&self, at: usize) -> bool {
        match self.text.as_bytes().get(at) {
            None => true,
            Some(byte) => match byte {
                b' ' | b'\n' | b'\t' | b'\r' | b'\x0b' | b'\x0c' | b',' | b';' | b'#' => true,
                b'/' => self.has_slashes,
                _ => false,
            },
        }
    }

    /// The end of the word to which the byte at `at` belongs.
    fn word_end(&self, mut at: usize) -> usize {
        while !self.ends_word(at) {
            let c = self.text[at..].chars().next();
            match c.filter(|c| !c.is_whitespace()) {
                Some(c) => at += c.len_utf8(),
                None => break,
            }
        }
        at
    }

    /// The size of a board with this number of cells: `given`, or else square.
    pub fn size(&self, n_cells: usize, given: Option<Size>, at: usize) -> Result<Size, ReadError> {
        size(n_cells, given).map_err(|cause| self.error(at, cause))
    }

    /// The numbers of `words` from `first` on, if they are each of 0 to n_cells − 1, or 1 to n_cells,
    /// once.
    pub fn board(&self, words: &Words, first: usize, size: Size) -> Result<Numbers, ReadError> {
        let n_cells = size.n_cells();
        let numbers = &words.numbers[first..words.n];
        if numbers.len() != n_cells {
            return Err(self.error(
                words.last_at(0),
                format!(
                    "a {size} board has {n_cells} cells, but {} are given",
                    numbers.len()
                ),
            ));
        }
        let blank = numbers.iter().position(|number| *number == 0);
        let mut board = Numbers::new(size, blank.is_none());
        board.has_sign =
            blank.is_some_and(|cell| !words.text(first + cell, self.text).starts_with('0'));
        for (cell, &number) in numbers.iter().enumerate() {
            board.set(cell, number).map_err(|wrong| {
                let word = first + cell;
                let text = excerpt(words.text(word, self.text));
                let from = u32::from(board.is_from_1);
                self.error(
                    words.at(word),
                    match wrong {
                        _ if number == NOT_A_NUMBER => {
                            format!("“{text}” is neither a tile's number nor a blank ({BLANKS})")
                        }
                        Wrong::Outside => format!(
                            "{text} is not a number of a {size} board, which has {from} to {}",
                            n_cells as u32 - 1 + from
                        ),
                        Wrong::Twice => format!("{text} is there twice"),
                    },
                )
            })?;
        }
        Ok(board)
    }

    /// The word as a number of moves.
    pub fn moves(&self, words: &Words, word: usize) -> Result<Cost, ReadError> {
        let text = words.text(word, self.text);
        text.parse().map_err(|_| {
            self.error(
                words.at(word),
                format!("“{}” is not a number of moves", excerpt(text)),
            )
        })
    }

    /// The word as a number.
    pub fn number(&self, words: &Words, word: usize, what: &str) -> Result<usize, ReadError> {
        match words.numbers[word] {
            NOT_A_NUMBER => {
                let text = excerpt(words.text(word, self.text));
                Err(self.error(words.at(word), format!("“{text}” is not {what}")))
            }
            number => Ok(number as usize),
        }
    }
}

/// The size of a board with this number of cells: `given`, or else square.
pub fn size(n_cells: usize, given: Option<Size>) -> Result<Size, String> {
    if let Some(size) = given {
        return match size.n_cells() == n_cells {
            true => Ok(size),
            false => Err(format!(
                "there are {n_cells} numbers, but a {size} board has {} cells",
                size.n_cells()
            )),
        };
    }
    let side = n_cells.isqrt();
    match Size::new(side, side) {
        Ok(size) if side * side == n_cells => Ok(size),
        _ => Err(match n_cells {
            1 => "a single number is no board: write the tiles with spaces between them".to_owned(),
            n => format!("{n} numbers are no square board of 2×2 to 10×10: {ROWS}"),
        }),
    }
}

/// A board as a file has it: each number once.
#[derive(Clone)]
pub struct Numbers {
    pub size: Size,
    /// The numbers from 0.
    cells: Cells,
    pub is_from_1: bool,
    /// Whether a sign such as _ stands for the blank.
    pub has_sign: bool,
    /// Whether the permutation of the numbers is odd.
    pub is_odd: bool,
    /// A bit for each number that is there, 64 to a word.
    seen: [u64; 2],
    /// For each number, whether an odd number of those that are there are greater.
    odd_greater: [u64; 2],
}

/// Why a number is none of a board.
pub enum Wrong {
    Outside,
    Twice,
}

impl Numbers {
    pub fn new(size: Size, is_from_1: bool) -> Numbers {
        Numbers {
            size,
            cells: [0; MAX_CELLS],
            is_from_1,
            has_sign: false,
            is_odd: false,
            seen: [0; 2],
            odd_greater: [0; 2],
        }
    }

    /// Puts a number into the next cell.
    pub fn set(&mut self, cell: usize, number: u32) -> Result<(), Wrong> {
        let number = number.wrapping_sub(u32::from(self.is_from_1));
        if number as usize >= self.size.n_cells() {
            return Err(Wrong::Outside);
        }
        let (word, bit) = (number as usize / 64, number % 64);
        if self.seen[word] >> bit & 1 == 1 {
            return Err(Wrong::Twice);
        }
        // The numbers before it that are greater.
        self.is_odd ^= self.odd_greater[word] >> bit & 1 == 1;
        self.seen[word] |= 1 << bit;
        self.odd_greater[word] ^= (1 << bit) - 1;
        if word == 1 {
            self.odd_greater[0] = !self.odd_greater[0];
        }
        self.cells[cell] = number as u8;
        Ok(())
    }

    pub fn cells(&self) -> &[u8] {
        &self.cells[..self.size.n_cells()]
    }
}

/// The first lines that are neither empty nor comments, without comments at their ends.
pub fn first_lines(head: &str, n: usize) -> impl Iterator<Item = &str> {
    let lines = head.lines().map(without_comment);
    lines.filter(|line| !line.trim().is_empty()).take(n)
}

/// A line up to its `#`.
pub fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or("")
}

fn words_of(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || c == ',' || c == ';')
        .filter(|word| !word.is_empty())
}

/// The greatest number of a text, 0 if there is none.
pub fn greatest(text: &str) -> usize {
    let lines = text.lines().map(without_comment);
    let numbers = lines
        .flat_map(words_of)
        .filter_map(|word| word.parse().ok());
    numbers.max().unwrap_or(0)
}

/// The number of words of a line.
pub fn n_words(line: &str) -> usize {
    words_of(line).count()
}

/// Whether a line has words, each a number or a sign of the blank.
pub fn is_numbers(line: &str) -> bool {
    let is_number = |word: &str| {
        matches!(word, "_" | "x" | "X" | "." | "-") || word.bytes().all(|it| it.is_ascii_digit())
    };
    n_words(line) > 0 && words_of(line).all(is_number)
}
