//! A collection: many puzzles, each with what is known about its solution.

mod boards;
mod index;
mod meaning;
mod puzzles;
mod results;
mod texts;

pub(crate) use boards::{Cells, MAX_CELLS};
pub use index::Index;
pub(crate) use meaning::ToTiles;
pub use puzzles::{PuzzleRef, Puzzles, Unpacked};
pub use results::Known;

use std::collections::BTreeMap;
use tilescope_puzzle::Puzzle;
use tilescope_search::Cost;

/// Many puzzles under one name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Collection {
    pub name: String,
    /// Free text: what it teaches, what to try.
    pub notes: String,
    /// Its source.
    pub source: String,
    pub puzzles: Puzzles,
}

/// A puzzle of a collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub puzzle: Puzzle,
    pub result: Option<KnownLength>,
}

/// The length of a known solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownLength {
    /// In moves.
    pub moves: Cost,
    /// Whether no solution is shorter.
    pub optimal: bool,
    /// Who or what found it: an algorithm, or a publication. Empty if unknown.
    pub by: String,
}

/// No puzzle of a collection answers to a name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoSuchPuzzle {
    #[error("the collection is empty: it has no puzzle to choose")]
    Empty,
    #[error("there is no puzzle {wanted}: choose a number from 1 to {n_puzzles}, or a name")]
    Unknown { wanted: String, n_puzzles: usize },
    #[error("{n} puzzles are named {wanted}: choose one by its number, such as {first}")]
    Several {
        wanted: String,
        n: usize,
        first: usize,
    },
}

impl Entry {
    /// An entry about which nothing is known.
    pub fn new(puzzle: Puzzle) -> Entry {
        Entry {
            puzzle,
            result: None,
        }
    }
}

impl Collection {
    /// The index of the puzzle that `wanted` chooses: its number from 1, or else its name.
    ///
    /// # Errors
    /// If no puzzle or several answer to it.
    pub fn find(&self, wanted: &str) -> Result<usize, NoSuchPuzzle> {
        let n_puzzles = self.puzzles.len();
        if n_puzzles == 0 {
            return Err(NoSuchPuzzle::Empty);
        }
        let number = wanted.parse::<usize>().ok();
        if let Some(number) = number.filter(|number| (1..=n_puzzles).contains(number)) {
            return Ok(number - 1);
        }
        let mut named = (0..n_puzzles).filter(|&index| self.puzzles.name(index) == wanted);
        let wanted = super::format::excerpt(wanted);
        match (named.next(), named.count()) {
            (None, _) => Err(NoSuchPuzzle::Unknown { wanted, n_puzzles }),
            (Some(index), 0) => Ok(index),
            (Some(index), others) => Err(NoSuchPuzzle::Several {
                wanted,
                n: others + 1,
                first: index + 1,
            }),
        }
    }

    /// Writes these results beside the puzzles with these indices.
    pub fn add_results(&mut self, results: &BTreeMap<usize, KnownLength>) {
        for (&index, result) in results {
            self.puzzles.set_result(index, result);
        }
    }
}
