//! A state that is searched for: a board, of which some cells may be any tile, or a city.

use super::ConditionError;
use super::lexer::{error, excerpt};
use crate::dispatch::cell_bits;
use crate::{Problem, State};
use tilescope_puzzle::routes::City;
use tilescope_puzzle::{Puzzle, Size};

/// A state, or a board with cells that may be any tile.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    /// The cells that matter and their tiles, 0 the blank.
    Board(Vec<(usize, u8)>),
    City(City),
}

impl Pattern {
    /// The pattern of one state.
    pub fn of(state: &State) -> Self {
        match state {
            State::Board(board) => {
                Pattern::Board((0..).zip(board.tiles().iter().copied()).collect())
            }
            State::City(city) => Pattern::City(*city),
        }
    }

    /// Which bits of the [word](tilescope_search::Space::word) of a state of `problem` it says
    /// something about, and what they are.
    pub fn word(&self, problem: &Problem) -> (u64, u64) {
        let cells = match self {
            Pattern::Board(cells) => cells,
            Pattern::City(city) => return (u64::MAX, city.index() as u64),
        };
        let n_cells = problem.puzzle().map_or(0, |puzzle| puzzle.size().n_cells());
        let bits = cell_bits(n_cells);
        let in_word = cells.iter().filter(|&&(cell, _)| bits * (cell + 1) <= 64);
        in_word.fold((0, 0), |(mask, word), &(cell, tile)| {
            let ones = (1 << bits) - 1;
            (
                mask | ones << (bits * cell),
                word | u64::from(tile) << (bits * cell),
            )
        })
    }

    /// Whether it matches the state with these parts: the tiles of a board, or the index of a city.
    pub fn matches(&self, part: impl Fn(usize) -> usize) -> bool {
        match self {
            Pattern::Board(cells) => {
                (cells.iter()).all(|&(cell, tile)| part(cell) == usize::from(tile))
            }
            Pattern::City(city) => part(0) == city.index(),
        }
    }

    /// Whether it matches the board with the tile `get(cell)` in each cell.
    #[inline]
    pub fn matches_tiles(&self, get: impl Fn(usize) -> u8) -> bool {
        match self {
            Pattern::Board(cells) => cells.iter().all(|&(cell, tile)| get(cell) == tile),
            Pattern::City(_) => false,
        }
    }

    pub fn matches_city(&self, other: City) -> bool {
        matches!(self, Pattern::City(city) if *city == other)
    }

    /// Reads the board in quotation marks at `column`.
    pub fn board(problem: &Problem, text: &str, column: usize) -> Result<Self, ConditionError> {
        let Some(size) = problem.puzzle().map(Puzzle::size) else {
            return Err(error(
                column,
                "this search is on a road map: write city = \"…\"",
            ));
        };
        let is_gap = |c: char| c.is_whitespace() || c == ',';
        let rows: Vec<Vec<&str>> = text
            .split(['/', ';', '\n'])
            .map(|row| row.split(is_gap).filter(|it| !it.is_empty()).collect())
            .collect();
        let is_whole =
            rows.len() == size.rows() && rows.iter().all(|row| row.len() == size.columns());
        let is_list = rows.len() == 1 && rows[0].len() == size.n_cells();
        if !is_whole && !is_list {
            let (n_rows, n_columns) = (size.rows(), size.columns());
            let n_cells = size.n_cells();
            return Err(error(
                column,
                &format!(
                    "the boards of this search have {n_rows} rows of {n_columns}: write all \
                     {n_cells} cells, with a slash between the rows or without, and * for any tile"
                ),
            ));
        }
        let mut cells = Vec::new();
        for (cell, &written) in rows.iter().flatten().enumerate() {
            let tile = match written {
                "*" | "?" => continue,
                "0" | "_" | "x" | "X" | "." | "·" => 0,
                _ => tile(written, size, column)?,
            };
            if cells.iter().any(|&(_, other)| other == tile) {
                let written = excerpt(written);
                return Err(error(
                    column,
                    &format!("“{written}” is twice on this board"),
                ));
            }
            cells.push((cell, tile));
        }
        Ok(Pattern::Board(cells))
    }

    /// Reads the name of a city in quotation marks at `column`.
    pub fn city(problem: &Problem, text: &str, column: usize) -> Result<Self, ConditionError> {
        let Some(route) = problem.route() else {
            return Err(error(
                column,
                "this search is on boards: write board = \"…\"",
            ));
        };
        let name = text.trim();
        let found = route.map.city(name);
        found.map(Pattern::City).map_err(|_| {
            let name = excerpt(name);
            error(column, &format!("there is no city “{name}” on this map"))
        })
    }
}

fn tile(written: &str, size: Size, column: usize) -> Result<u8, ConditionError> {
    let last = size.n_cells() - 1;
    let tile = written
        .parse::<u8>()
        .ok()
        .filter(|&tile| usize::from(tile) <= last);
    tile.ok_or_else(|| {
        let written = excerpt(written);
        error(
            column,
            &format!("“{written}” is no tile of these boards, which have 1 to {last}, _ and *"),
        )
    })
}
