//! One level of a whole space: all boards at one distance from the goal.

use super::numbering::Numbering;
use crate::Board;
use tilescope_search::Cost;

/// All boards at one distance from the goal that was searched from.
#[derive(Debug)]
pub struct Level {
    numbering: Numbering,
    /// A bit for each state, at `word × cells + cell of the blank`, see [`Numbering`].
    words: Vec<u64>,
    n_boards: u64,
    distance: Cost,
}

impl Level {
    pub(super) fn new(
        numbering: Numbering,
        words: Vec<u64>,
        n_boards: u64,
        distance: usize,
    ) -> Self {
        Level {
            numbering,
            words,
            n_boards,
            distance: distance as Cost,
        }
    }

    /// In moves.
    pub fn distance(&self) -> Cost {
        self.distance
    }

    pub fn n_boards(&self) -> u64 {
        self.n_boards
    }

    /// The boards with these numbers, which count from 0 and increase. Numbers from
    /// [`Self::n_boards`] on have no board. `goal` must be the goal that was searched from.
    pub fn boards(&self, goal: &Board, numbers: impl Iterator<Item = u64>) -> Vec<Board> {
        let n_cells = goal.size().n_cells();
        let mut boards = Vec::new();
        let mut numbers = numbers.peekable();
        let mut n_before = 0;
        for (at, &bits) in self.words.iter().enumerate() {
            if numbers.peek().is_none() {
                break;
            }
            let n_here = u64::from(bits.count_ones());
            while let Some(number) = numbers.next_if(|number| *number < n_before + n_here) {
                let skipped = (n_before..number).fold(bits, |bits, _| bits & (bits - 1));
                let (word, blank) = (at / n_cells, at % n_cells);
                let bit = skipped.trailing_zeros();
                boards.push(self.numbering.board(goal, word, bit, blank));
            }
            n_before += n_here;
        }
        boards
    }
}
