//! What is known of the solutions of a collection's puzzles. Who or what found them is kept once.

use super::KnownLength;
use std::collections::HashMap;
use tilescope_search::Cost;

/// The length of a known solution, as [`KnownLength`], with a borrowed text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known<'a> {
    pub moves: Cost,
    pub optimal: bool,
    pub by: &'a str,
}

impl Known<'_> {
    pub fn to_owned(self) -> KnownLength {
        KnownLength {
            moves: self.moves,
            optimal: self.optimal,
            by: self.by.to_owned(),
        }
    }
}

impl<'a> From<&'a KnownLength> for Known<'a> {
    fn from(known: &'a KnownLength) -> Self {
        Known {
            moves: known.moves,
            optimal: known.optimal,
            by: &known.by,
        }
    }
}

/// The results of some puzzles by their index.
#[derive(Clone, Default, Debug)]
pub struct Results {
    /// The moves, and a [`Tag`]; up to the last puzzle that has a result.
    all: Vec<(Cost, Tag)>,
    found_by: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u32>,
}

/// 0 for no result; else twice the number of who found it, from 1, plus 1 if it is optimal.
type Tag = u32;

impl Results {
    pub fn set(&mut self, index: usize, known: Known) {
        let number = match self.numbers.get(known.by) {
            Some(number) => *number,
            None => {
                self.found_by.push(known.by.into());
                let number = self.found_by.len() as u32;
                self.numbers.insert(known.by.into(), number);
                number
            }
        };
        if self.all.len() <= index {
            self.all.resize(index + 1, (0, 0));
        }
        self.all[index] = (known.moves, number << 1 | u32::from(known.optimal));
    }

    pub fn get(&self, index: usize) -> Option<Known<'_>> {
        let &(moves, tag) = self.all.get(index)?;
        let number = (tag >> 1).checked_sub(1)?;
        Some(Known {
            moves,
            optimal: tag & 1 == 1,
            by: &self.found_by[number as usize],
        })
    }
}
