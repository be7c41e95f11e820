//! CSV of boards: a header, then a puzzle a row. Only a column of starts must be there. A name that a
//! spreadsheet would take for a formula has an apostrophe before it ([`spreadsheet_name`]).
//!
//! ```csv
//! name,start,goal,moves
//! 12,14 1 9 6/4 8 12 5/7 2 3 0/10 11 13 15,0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15,45
//! ```
//!
//! Fields are separated by commas, semicolons or tabs, whichever the header has. A board has slashes
//! between its rows, is a list of a square board, a word of digits, or whatever else a single board
//! is written as.

use super::labels::{self, Field, field};
use super::scan::{Numbers, ReadError, Scan, Words};
use super::sink::{Found, Sink};
use super::written::{push_number, push_slashes};
use super::{BLANK_LAST_FIRST, Format, Meaning, digits, loose};
use crate::collection::Puzzles;
use crate::format::{excerpt, name_in_spreadsheet, spreadsheet_name};
use std::borrow::Cow;
use std::ops::Range;
use tilescope_puzzle::Size;

/// The columns that are written.
const COLUMNS: [&str; 4] = ["name", "start", "goal", "moves"];

/// Characters that may separate fields.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

pub const FORMAT: Format = Format {
    key: "csv",
    name: "CSV of boards",
    singular: "CSV",
    extension: "csv",
    looks_like: |head| {
        let Some(separator) = separator(head) else {
            return false;
        };
        // A heading above a board is no header.
        let mut lines = head.lines();
        lines
            .next()
            .is_some_and(|header| header.contains(char::from(separator)))
            || lines.next().is_some_and(|row| {
                let row = row.trim().trim_matches('"');
                // Four numbers may be a row of a larger board.
                let is_whole = row.split_whitespace().count() != 4;
                is_whole && board(row, 0..row.len(), &mut Words::default()).is_ok()
            })
    },
    is_ambiguous: false,
    read,
    write,
    meaning: Some(Meaning::TileAtPlace),
    goals: BLANK_LAST_FIRST,
};

/// Returns the separator of a header that names a column of starts.
fn separator(text: &str) -> Option<u8> {
    let header = text.trim_start().lines().next().unwrap_or("");
    SEPARATORS.into_iter().find(|&separator| {
        let names = || names(header, separator);
        names().all(is_name) && names().any(|name| field(name) == Some(Field::Start))
    })
}

/// The names in a header.
fn names(header: &str, separator: u8) -> impl Iterator<Item = &str> {
    let names = header.split(char::from(separator));
    names.map(|name| name.trim().trim_matches('"'))
}

/// Returns true if a text can be the name of a column: no board can.
fn is_name(text: &str) -> bool {
    text.is_empty()
        || text.starts_with(|c: char| c.is_alphabetic() || c == '#')
            && !text.contains([':', '=', '/', '[', '{', ','])
}

/// Explains why a text that looks like a CSV has no boards.
pub fn why_not(text: &str) -> Option<ReadError> {
    let mut lines = text.lines();
    let (header, row) = (lines.next()?, lines.next()?);
    let is_header = |separator: u8| {
        let n = |line: &str| line.matches(char::from(separator)).count();
        n(header) > 0 && n(row) >= n(header) && names(header, separator).all(is_name)
    };
    SEPARATORS.into_iter().any(is_header).then(|| {
        let cause = format!(
            "this CSV has no column of boards; these columns are read: {}",
            labels::KNOWN
        );
        ReadError::new(text, 0, cause)
    })
}

/// The fields of a row: where each is, without its quotation marks.
#[derive(Default)]
struct Row {
    separator: u8,
    fields: Vec<Range<usize>>,
    /// Whether a field has quotation marks that stand for one.
    has_doubled: bool,
}

fn read(text: &str, _: Option<Size>, sink: &mut Sink) -> Result<(), ReadError> {
    let mut scan = Scan::new(text);
    let no_column = |at: usize| {
        let known = labels::KNOWN;
        ReadError::new(
            text,
            at,
            format!("there is no column of boards; these are read: {known}"),
        )
    };
    let separator = separator(text).ok_or_else(|| no_column(0))?;
    let mut row = Row {
        separator,
        ..Row::default()
    };
    if !row.next(&mut scan)? {
        return Ok(());
    }
    let names: Vec<&str> = row
        .fields
        .iter()
        .map(|at| text[at.clone()].trim())
        .collect();
    let starts = names
        .iter()
        .filter(|name| field(name) == Some(Field::Start));
    let start = starts
        .min_by_key(|name| labels::rank_of_start(name))
        .copied();
    let column = |of: Field| {
        let mut all = (0..names.len()).filter(|&index| field(names[index]) == Some(of));
        match of {
            Field::Start => all.find(|&index| Some(names[index]) == start),
            _ => all.next(),
        }
    };
    let at = [Field::Name, Field::Start, Field::Goal, Field::Moves].map(column);
    let left_out = (0..names.len()).filter(|index| !at.contains(&Some(*index)));
    let left_out: Vec<String> = left_out.map(|index| excerpt(names[index])).collect();
    if !left_out.is_empty() {
        let s = if left_out.len() == 1 { "" } else { "s" };
        sink.remark(format!("the column{s} {} left out", left_out.join(", ")));
    }
    let [name_at, Some(start_at), goal_at, moves_at] = at else {
        return Err(no_column(row.fields[0].start));
    };
    let n_fields = row.fields.len();
    let mut words = Words::default();
    while row.next(&mut scan)? {
        let start = row.fields[0].start;
        if row.fields.len() != n_fields {
            let last = row.fields.last().map_or(start, |field| field.start);
            return Err(scan.error(
                last,
                format!(
                    "this row has {} fields, but the header has {n_fields}",
                    row.fields.len()
                ),
            ));
        }
        let field = |at: Option<usize>| {
            let field = at.map(|at| row.fields[at].clone());
            field.filter(|field| !text[field.clone()].trim().is_empty())
        };
        let board_at = row.fields[start_at].clone();
        let board = board(text, board_at, &mut words)?;
        let goal = match field(goal_at) {
            None => None,
            Some(field) => {
                let goal = self::board(text, field.clone(), &mut words)?;
                if goal.size != board.size {
                    return Err(scan.error(
                        field.start,
                        format!(
                            "the start is {} and the goal is {}: both must have the same size",
                            board.size, goal.size
                        ),
                    ));
                }
                Some(goal)
            }
        };
        let moves = match field(moves_at) {
            None => None,
            Some(field) => {
                let number = text[field.clone()].trim();
                Some(number.parse().map_err(|_| {
                    let text = format!("“{}” is not a number of moves", excerpt(number));
                    scan.error(field.start, text)
                })?)
            }
        };
        let name = name_at.map_or("", |at| &text[row.fields[at].clone()]);
        let name = match row.has_doubled {
            true => Cow::Owned(name.replace("\"\"", "\"")),
            false => Cow::Borrowed(name),
        };
        let found = Found {
            name: name_in_spreadsheet(&name),
            start: &board,
            goal: goal.as_ref(),
            moves,
            at: start,
        };
        sink.push(&found, &scan)?;
    }
    Ok(())
}

/// The numbers of the board in a field.
fn board(text: &str, field: Range<usize>, words: &mut Words) -> Result<Numbers, ReadError> {
    let word = text[field.clone()].trim();
    if digits::is_word(word) && !word.contains(['-', '.']) {
        return digits::board(&Scan::new(text), word, field.start, None);
    }
    let error = match rows(text, field.clone(), words) {
        Ok(board) => return Ok(board),
        Err(error) => error,
    };
    // A single board may be written in other ways.
    let plain = loose::board_line(&text[field]).ok_or(error.clone())?;
    rows(&plain, 0..plain.len(), words).map_err(|_| error)
}

/// The numbers of a board with slashes between its rows, or of a square board without.
fn rows(text: &str, field: Range<usize>, words: &mut Words) -> Result<Numbers, ReadError> {
    // The places of words count from the beginning of the text.
    let mut scan = Scan::with_slashes(&text[..field.end]);
    scan.at = field.start;
    words.clear();
    scan.next(words)?;
    let mut rows = words.rows();
    let first = rows.next().unwrap_or(0);
    let size = match rows.next() {
        None => scan.size(first, None, field.start)?,
        Some(second) if second == first && rows.all(|width| width == first) => {
            let size = Size::new(words.rows().count(), first);
            size.map_err(|error| scan.error(field.start, error.to_string()))?
        }
        Some(_) => {
            return Err(scan.error(field.start, "the rows of this board differ in length"));
        }
    };
    scan.board(words, 0, size)
}

impl Row {
    /// Reads the next row that is not empty; `false` at the end. A quoted field ends on its line.
    fn next(&mut self, scan: &mut Scan) -> Result<bool, ReadError> {
        let bytes = scan.text.as_bytes();
        loop {
            let start = scan.at;
            if start >= bytes.len() {
                return Ok(false);
            }
            let rest = &bytes[start..];
            let length = rest.iter().position(|byte| *byte == b'\n');
            let end = start + length.unwrap_or(rest.len());
            scan.at = end + 1;
            let end = end - usize::from(bytes[start..end].last() == Some(&b'\r'));
            if !scan.text[start..end].trim().is_empty() {
                return self.split(scan, start, end).map(|()| true);
            }
        }
    }

    fn split(&mut self, scan: &Scan, start: usize, end: usize) -> Result<(), ReadError> {
        let bytes = &scan.text.as_bytes()[..end];
        self.fields.clear();
        self.has_doubled = false;
        let mut at = start;
        loop {
            let mut field = at..at;
            if bytes.get(at) == Some(&b'"') {
                at += 1;
                field.start = at;
                loop {
                    match (bytes.get(at), bytes.get(at + 1)) {
                        (Some(b'"'), Some(b'"')) => {
                            self.has_doubled = true;
                            at += 2;
                        }
                        (Some(b'"'), _) => break,
                        (Some(_), _) => at += 1,
                        (None, _) => {
                            let cause = "this quotation mark is not closed on its line";
                            return Err(scan.error(field.start - 1, cause));
                        }
                    }
                }
                field.end = at;
                at += 1;
                if bytes.get(at).is_some_and(|byte| *byte != self.separator) {
                    let cause = "after a quotation mark that closes a field the next field begins";
                    return Err(scan.error(at, cause));
                }
            } else {
                while bytes.get(at).is_some_and(|byte| *byte != self.separator) {
                    at += 1;
                }
                field.end = at;
            }
            self.fields.push(field);
            if at >= end {
                return Ok(());
            }
            at += 1;
        }
    }
}

fn write(puzzles: &Puzzles) -> Result<String, String> {
    let rows = super::written::each(puzzles, |text, _, puzzle| {
        let name = spreadsheet_name(puzzle.name);
        if name.contains([',', '"', '\r', '\n']) || name.trim() != &*name {
            text.push('"');
            // A line ends a row, even in quotes.
            let name = name.replace(['\r', '\n'], " ");
            text.push_str(&name.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(&name);
        }
        text.push(',');
        push_slashes(text, puzzle.start, puzzle.size);
        text.push(',');
        push_slashes(text, puzzle.goal, puzzle.size);
        text.push(',');
        if let Some(known) = puzzle.result {
            push_number(text, known.moves);
        }
        text.push('\n');
        Ok(())
    })?;
    Ok(COLUMNS.join(",") + "\n" + &rows)
}
