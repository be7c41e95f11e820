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

use super::scan::{self, ReadError, Word};
use super::{BLANK_FIRST_FIRST, Format, Meaning, RawPuzzle};
use crate::collection::Collection;
use crate::format::excerpt;
use tilescope_puzzle::{Board, Size};

const START: &str = "starting positions for each tile:";
const GOAL: &str = "goal positions:";

pub const FORMAT: Format = Format {
    key: "places",
    name: "the places of the tiles, one a line",
    extension: "tile",
    recognises: |text| {
        scan::first_lines(text, 2)
            .iter()
            .any(|line| line.trim().starts_with("starting positions"))
    },
    read,
    write,
    meaning: Some(Meaning::PlaceOfTile),
    goals: BLANK_FIRST_FIRST,
};

fn read(text: &str, _: Option<Size>) -> Result<Vec<RawPuzzle>, ReadError> {
    let mut lines = scan::lines(text);
    let mut puzzles = Vec::new();
    while let Some((line, text)) = lines.next() {
        let sides: Vec<Word> = scan::words(line, text).collect();
        let [rows, columns] = sides[..] else {
            return Err(sides[0].error("a puzzle begins with rows and columns, such as 4 4"));
        };
        let side = |word: Word| {
            word.text.parse::<usize>().map_err(|_| {
                word.error(format!(
                    "“{}” is not a number of rows or columns",
                    excerpt(word.text)
                ))
            })
        };
        let size = Size::new(side(rows)?, side(columns)?)
            .map_err(|error| rows.error(error.to_string()))?;
        let mut list = |heading: &'static str, prefix: &str| -> Result<Vec<u64>, ReadError> {
            let end = Word {
                text: "",
                line,
                column: 1,
            };
            let Some((line, text)) = lines.next() else {
                return Err(end.error(format!("the line “{heading}” is missing")));
            };
            if !text.trim().starts_with(prefix) {
                return Err(Word {
                    text,
                    line,
                    column: 1,
                }
                .error(format!("here should be the line “{heading}”")));
            }
            let mut words = Vec::with_capacity(size.n_cells());
            let mut last = line;
            while words.len() < size.n_cells() {
                let Some((line, text)) = lines.next() else {
                    let place = Word {
                        text: "",
                        line: last,
                        column: 1,
                    };
                    return Err(place.error(format!(
                        "a {size} board has {} places, but {} are given",
                        size.n_cells(),
                        words.len()
                    )));
                };
                last = line;
                words.extend(scan::words(line, text));
            }
            scan::permutation(&words, size)
        };
        let numbers = list(START, "starting positions")?;
        let goal = list(GOAL, "goal positions")?;
        puzzles.push(RawPuzzle {
            name: String::new(),
            size,
            numbers,
            goal: Some(goal),
            moves: None,
            line,
        });
    }
    Ok(puzzles)
}

fn write(collection: &Collection) -> Result<String, String> {
    let places = |board: &Board| -> String {
        (0..board.size().n_cells() as u8)
            .map(|tile| format!("{}\n", board.cell_of(tile)))
            .collect()
    };
    let one = |start: &Board, goal: &Board| {
        let size = start.size();
        format!(
            "{} {}\n{START}\n{}{GOAL}\n{}",
            size.rows(),
            size.columns(),
            places(start),
            places(goal)
        )
    };
    let puzzles = collection.puzzles.iter();
    Ok(puzzles
        .map(|entry| one(&entry.puzzle.start, &entry.puzzle.goal))
        .collect())
}
