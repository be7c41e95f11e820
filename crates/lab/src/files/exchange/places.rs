//! The place of each tile, one a line:
//!
//! ```text
//! 4 4
//! starting positions for each tile:
//! 14
//! …
//! goal positions:
//! 0
//! …
//! ```
//!
//! The first number of a list is the place of the blank, the next that of tile 1, and so on. Places
//! count from 0, row by row.

use super::scan::{self, Numbers, ReadError, Scan, Words};
use super::sink::{Found, Sink};
use super::written::push_number;
use super::{BLANK_FIRST_FIRST, Format, Meaning};
use crate::collection::Puzzles;
use tilescope_puzzle::Size;

const START: &str = "starting positions for each tile:";
const GOAL: &str = "goal positions:";

pub const FORMAT: Format = Format {
    key: "places",
    name: "the places of the tiles, one a line",
    singular: "the places of the tiles",
    extension: "tile",
    looks_like: |head| {
        scan::first_lines(head, 2).any(|line| line.trim().starts_with("starting positions"))
    },
    is_ambiguous: false,
    read,
    write,
    meaning: Some(Meaning::PlaceOfTile),
    goals: BLANK_FIRST_FIRST,
};

fn read(text: &str, _: Option<Size>, sink: &mut Sink) -> Result<(), ReadError> {
    const WHAT: &str = "a number of rows or columns";
    let mut scan = Scan::new(text);
    let mut words = Words::default();
    while scan.next_words(&mut words)?.is_some() {
        let at = words.at(0);
        if words.len() != 2 {
            let cause = "a puzzle begins with rows and columns, such as 4 4";
            return Err(scan.error(at, cause));
        }
        let [rows, columns] = [scan.number(&words, 0, WHAT)?, scan.number(&words, 1, WHAT)?];
        let size = Size::new(rows, columns);
        let size = size.map_err(|error| scan.error(at, error.to_string()))?;
        let start = list(&mut scan, &mut words, size, START, "starting positions")?;
        let goal = list(&mut scan, &mut words, size, GOAL, "goal positions")?;
        let found = Found {
            goal: Some(&goal),
            ..Found::new(&start, at)
        };
        sink.push(&found, &scan)?;
    }
    Ok(())
}

/// A heading, and the numbers below it.
fn list(
    scan: &mut Scan,
    words: &mut Words,
    size: Size,
    heading: &str,
    prefix: &str,
) -> Result<Numbers, ReadError> {
    let text = scan.text;
    let before = scan.at.saturating_sub(1);
    let Some(line) = scan.next_words(words)? else {
        return Err(scan.error(before, format!("the line “{heading}” is missing")));
    };
    if !text[line.at..].trim_start().starts_with(prefix) {
        return Err(scan.error(line.at, format!("here should be the line “{heading}”")));
    }
    words.clear();
    while words.len() < size.n_cells() {
        if scan.next(words)?.is_none() {
            return Err(scan.error(
                words.last_at(line.at),
                format!(
                    "a {size} board has {} places, but {} are given",
                    size.n_cells(),
                    words.len()
                ),
            ));
        }
    }
    scan.board(words, 0, size)
}

fn write(puzzles: &Puzzles) -> Result<String, String> {
    super::written::each(puzzles, |text, _, puzzle| {
        let size = puzzle.size;
        push_number(text, size.rows() as u32);
        text.push(' ');
        push_number(text, size.columns() as u32);
        for (heading, board) in [(START, puzzle.start), (GOAL, puzzle.goal)] {
            text.push('\n');
            text.push_str(heading);
            let mut places = [0; crate::collection::MAX_CELLS];
            for (place, &tile) in (0..).zip(board) {
                places[usize::from(tile)] = place;
            }
            for &place in &places[..board.len()] {
                text.push('\n');
                push_number(text, place);
            }
        }
        text.push('\n');
        Ok(())
    })
}
