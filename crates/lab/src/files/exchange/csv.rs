//! CSV of boards: a header, then a puzzle a row. Only the column `start` must be there. A name that a
//! spreadsheet would take for a formula has an apostrophe before it ([`spreadsheet_name`]).
//!
//! ```csv
//! name,start,goal,moves
//! 12,14 1 9 6/4 8 12 5/7 2 3 0/10 11 13 15,0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15,45
//! ```

use super::scan::{Numbers, ReadError, Scan, Words};
use super::sink::{Found, Sink};
use super::written::{push_number, push_slashes};
use super::{BLANK_LAST_FIRST, Format, Meaning};
use crate::collection::Puzzles;
use crate::format::{excerpt, name_in_spreadsheet, spreadsheet_name};
use std::borrow::Cow;
use std::ops::Range;
use tilescope_puzzle::Size;

const COLUMNS: [&str; 4] = ["name", "start", "goal", "moves"];

/// What other programs call these columns, in the same order.
const OTHER_NAMES: [&[&str]; COLUMNS.len()] = [
    &["id", "no", "number"],
    &["board", "puzzle", "initial"],
    &[],
    &["length", "optimal", "depth"],
];

/// The index of the column of boards.
const START: usize = 1;

/// The index of the column with this name.
fn column(name: &str) -> Option<usize> {
    let name = name.trim();
    (0..COLUMNS.len()).find(|&index| {
        let mut names = OTHER_NAMES[index].iter().chain([&COLUMNS[index]]);
        names.any(|it| name.eq_ignore_ascii_case(it))
    })
}

pub const FORMAT: Format = Format {
    key: "csv",
    name: "CSV of boards",
    singular: "CSV",
    extension: "csv",
    looks_like: |head| {
        let header = head.lines().next().unwrap_or("");
        let mut names = header.split(',').map(|name| name.trim().trim_matches('"'));
        names.any(|name| column(name) == Some(START))
    },
    is_ambiguous: false,
    read,
    write,
    meaning: Some(Meaning::TileAtPlace),
    goals: BLANK_LAST_FIRST,
};

/// The fields of a row: where each is, without its quotation marks.
#[derive(Default)]
struct Row {
    fields: Vec<Range<usize>>,
    /// Whether a field has quotation marks that stand for one.
    has_doubled: bool,
}

fn read(text: &str, _: Option<Size>, sink: &mut Sink) -> Result<(), ReadError> {
    let mut scan = Scan::new(text);
    let mut row = Row::default();
    if !row.next(&mut scan)? {
        return Ok(());
    }
    let mut at: [Option<usize>; COLUMNS.len()] = [None; COLUMNS.len()];
    for (index, field) in row.fields.iter().enumerate() {
        let name = &text[field.clone()];
        let Some(column) = column(name) else {
            let known = COLUMNS.join(", ");
            return Err(scan.error(
                field.start,
                format!(
                    "a CSV of boards has no column “{}”; its columns are {known}",
                    excerpt(name)
                ),
            ));
        };
        at[column].get_or_insert(index);
    }
    let [name_at, Some(start_at), goal_at, moves_at] = at else {
        return Err(scan.error(row.fields[0].start, "there is no column “start”"));
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

/// The numbers of a board with slashes between its rows, or of a square board without.
fn board(text: &str, field: Range<usize>, words: &mut Words) -> Result<Numbers, ReadError> {
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
                if bytes.get(at).is_some_and(|byte| *byte != b',') {
                    let cause = "after a quotation mark that closes a field comes a comma";
                    return Err(scan.error(at, cause));
                }
            } else {
                while bytes.get(at).is_some_and(|byte| *byte != b',') {
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
