//! CSV of boards: a header, then a puzzle a row. Only the column `start` must be there.
//!
//! ```csv
//! name,start,goal,moves
//! 12,14 1 9 6/4 8 12 5/7 2 3 0/10 11 13 15,0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15,45
//! ```

use super::lines::joined;
use super::scan::{self, ReadError, Word};
use super::{BLANK_LAST_FIRST, Format, Meaning, RawPuzzle};
use crate::collection::Collection;
use crate::format::excerpt;
use tilescope_puzzle::{Board, Size};

const COLUMNS: [&str; 4] = ["name", "start", "goal", "moves"];

pub const FORMAT: Format = Format {
    key: "csv",
    name: "CSV of boards",
    extension: "csv",
    recognises: |text| {
        let header = text.lines().next().unwrap_or("");
        let mut names = header.split(',').map(|name| name.trim().trim_matches('"'));
        names.any(|name| name.eq_ignore_ascii_case("start"))
    },
    read,
    write,
    meaning: Some(Meaning::TileAtPlace),
    goals: BLANK_LAST_FIRST,
};

/// A field: its text, and the column where it begins.
type Field = (String, usize);

fn read(text: &str, _: Option<Size>) -> Result<Vec<RawPuzzle>, ReadError> {
    let mut rows = (1..)
        .zip(text.lines())
        .filter(|(_, row)| !row.trim().is_empty());
    let Some((line, header)) = rows.next() else {
        return Ok(Vec::new());
    };
    let header = fields(line, header)?;
    for (name, column) in &header {
        if !COLUMNS.iter().any(|known| name.eq_ignore_ascii_case(known)) {
            let known = COLUMNS.join(", ");
            let place = Word {
                text: name,
                line,
                column: *column,
            };
            return Err(place.error(format!(
                "a CSV of boards has no column “{}”; its columns are {known}",
                excerpt(name)
            )));
        }
    }
    let at = |name: &str| {
        header
            .iter()
            .position(|(found, _)| found.eq_ignore_ascii_case(name))
    };
    let [name_at, start_at, goal_at, moves_at] = COLUMNS.map(at);
    let Some(start_at) = start_at else {
        return Err(Word {
            text: "",
            line,
            column: 1,
        }
        .error("there is no column “start”"));
    };
    let mut puzzles = Vec::new();
    for (line, row) in rows {
        let fields = fields(line, row)?;
        if fields.len() != header.len() {
            let column = fields.last().map_or(1, |field| field.1);
            let place = Word {
                text: "",
                line,
                column,
            };
            return Err(place.error(format!(
                "this row has {} fields, but the header has {}",
                fields.len(),
                header.len()
            )));
        }
        let field = |at: Option<usize>| {
            at.map(|at| &fields[at])
                .filter(|field| !field.0.trim().is_empty())
        };
        let (numbers, size) = board(line, &fields[start_at])?;
        let mut puzzle = RawPuzzle {
            name: String::new(),
            size,
            numbers,
            goal: None,
            moves: None,
            line,
        };
        if let Some((name, _)) = field(name_at) {
            puzzle.name.clone_from(name);
        }
        if let Some(goal) = field(goal_at) {
            let (goal_numbers, goal_size) = board(line, goal)?;
            if goal_size != size {
                let place = Word {
                    text: "",
                    line,
                    column: goal.1,
                };
                return Err(place.error(format!(
                    "the start is {size} and the goal is {goal_size}: both must have the same size"
                )));
            }
            puzzle.goal = Some(goal_numbers);
        }
        if let Some((moves, column)) = field(moves_at) {
            puzzle.moves = Some(scan::moves(&Word {
                text: moves.trim(),
                line,
                column: *column,
            })?);
        }
        puzzles.push(puzzle);
    }
    Ok(puzzles)
}

/// The numbers of a board with slashes between its rows, or of a square board without.
fn board(line: usize, (text, column): &Field) -> Result<(Vec<u64>, Size), ReadError> {
    let mut words: Vec<Word> = Vec::new();
    let mut n_before = column - 1;
    let mut widths = Vec::new();
    for row in text.split('/') {
        let before = words.len();
        words.extend(scan::words(line, row).map(|word| Word {
            column: word.column + n_before,
            ..word
        }));
        n_before += row.chars().count() + 1;
        widths.push(words.len() - before);
    }
    let place = Word {
        text: "",
        line,
        column: *column,
    };
    let size = match widths[..] {
        [n_cells] => scan::size(n_cells, None, &place)?,
        [first, ..] if widths.iter().all(|&width| width == first) => {
            Size::new(widths.len(), first).map_err(|error| place.error(error.to_string()))?
        }
        _ => return Err(place.error("the rows of this board differ in length")),
    };
    Ok((scan::permutation(&words, size)?, size))
}

/// The fields of a row; a quoted one ends on its line.
fn fields(line: usize, row: &str) -> Result<Vec<Field>, ReadError> {
    let mut fields = Vec::new();
    let mut chars = (1..).zip(row.chars()).peekable();
    loop {
        let column = chars
            .peek()
            .map_or_else(|| row.chars().count() + 1, |(column, _)| *column);
        let mut text = String::new();
        if chars.next_if(|(_, c)| *c == '"').is_some() {
            loop {
                match chars.next() {
                    Some((_, '"')) if chars.next_if(|(_, c)| *c == '"').is_some() => text.push('"'),
                    Some((_, '"')) => break,
                    Some((_, c)) => text.push(c),
                    None => {
                        return Err(Word {
                            text: "",
                            line,
                            column,
                        }
                        .error("this quotation mark is not closed on its line"));
                    }
                }
            }
        }
        while let Some((_, c)) = chars.next_if(|(_, c)| *c != ',') {
            text.push(c);
        }
        fields.push((text, column));
        if chars.next().is_none() {
            return Ok(fields);
        }
    }
}

fn write(collection: &Collection) -> Result<String, String> {
    let board = |board: &Board| -> String {
        let rows = board.tiles().chunks(board.size().columns());
        rows.map(|row| joined(row, " "))
            .collect::<Vec<_>>()
            .join("/")
    };
    let mut text = COLUMNS.join(",") + "\n";
    for entry in &collection.puzzles {
        let puzzle = &entry.puzzle;
        // A line ends a row, even in quotes.
        let name = puzzle.name.replace(['\r', '\n'], " ");
        let name = match name.contains([',', '"']) || name.trim() != name {
            true => format!("\"{}\"", name.replace('"', "\"\"")),
            false => name,
        };
        let moves = entry
            .result
            .as_ref()
            .map_or(String::new(), |result| result.moves.to_string());
        text += &format!(
            "{name},{},{},{moves}\n",
            board(&puzzle.start),
            board(&puzzle.goal)
        );
    }
    Ok(text)
}
