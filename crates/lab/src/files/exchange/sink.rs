//! Takes in the puzzles that a reader finds, and finds the readings that suit all of them.

use super::reading::{Boards, Choices, Goal, Meaning};
use super::scan::{Numbers, ReadError, Scan};
use crate::collection::Puzzles;
use tilescope_puzzle::{GoalPreset, Size};
use tilescope_search::Cost;

/// A puzzle as a file has it.
pub struct Found<'a> {
    pub name: &'a str,
    pub start: &'a Numbers,
    pub goal: Option<&'a Numbers>,
    pub moves: Option<Cost>,
    /// The byte of the text where it begins.
    pub at: usize,
}

impl<'a> Found<'a> {
    pub fn new(start: &'a Numbers, at: usize) -> Found<'a> {
        Found {
            name: "",
            start,
            goal: None,
            moves: None,
            at,
        }
    }
}

/// The puzzles of a file.
pub struct Sink<'a> {
    choices: &'a Choices,
    pub puzzles: Puzzles,
    /// No more puzzles than these are taken.
    max: usize,
    /// Whether a puzzle has the number 0.
    pub has_zero: bool,
    /// Whether a puzzle has a sign for the blank: only a list of tiles can have one.
    pub has_sign: bool,
    /// Whether a puzzle has no goal.
    pub needs_goal: bool,
    /// Assumptions and omissions, in a few words each.
    pub remarks: Vec<String>,
    /// True if the second board is the goal of the first.
    is_pair: bool,
    /// The first two boards without a goal.
    first_two: [Option<Numbers>; 2],
    /// For each candidate, whether it makes all puzzles without a goal solvable.
    fits: Candidates,
    parities: Vec<Parities>,
}

/// Of each candidate: a blank, a meaning and a goal.
type Candidates = [[[bool; GoalPreset::ALL.len()]; 2]; 2];

/// What decides whether boards of a size are solvable.
#[derive(Clone, Copy)]
struct Parities {
    size: Size,
    /// Of each goal, whether its permutation is odd, and whether its blank's row and column add up
    /// to an odd number.
    goals: [(bool, bool); GoalPreset::ALL.len()],
}

impl<'a> Sink<'a> {
    pub fn new(choices: &'a Choices, max: usize) -> Self {
        Sink {
            choices,
            puzzles: Puzzles::default(),
            max,
            has_zero: false,
            has_sign: false,
            needs_goal: false,
            remarks: Vec::new(),
            is_pair: false,
            first_two: [None, None],
            fits: [[[true; 3]; 2]; 2],
            parities: Vec::new(),
        }
    }

    /// Takes two boards, a start and its goal.
    pub fn of_a_pair(choices: &'a Choices) -> Self {
        Sink {
            is_pair: true,
            ..Sink::new(choices, 1)
        }
    }

    /// Keeps what was assumed or left out, in a few words.
    pub fn remark(&mut self, remark: String) {
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }

    /// Returns the meaning of two boards alike without a goal: a start and its goal if the second
    /// is a usual goal.
    pub fn two_boards(&self) -> Option<Boards> {
        let [Some(first), Some(second)] = &self.first_two else {
            return None;
        };
        let is_alike = first.size == second.size && first.is_from_1 == second.is_from_1;
        if self.puzzles.len() != 2 || !is_alike {
            return None;
        }
        let n_cells = second.size.n_cells() as u8;
        // Without a 0 the greatest number is the blank.
        let tile = |&number: &u8| match second.is_from_1 {
            true => (number + 1) % n_cells,
            false => number,
        };
        let is_usual = GoalPreset::ALL.into_iter().any(|preset| {
            let goal = preset.board(second.size);
            second
                .cells()
                .iter()
                .map(tile)
                .eq(goal.tiles().iter().copied())
        });
        Some(match is_usual && first.cells() != second.cells() {
            true => Boards::StartAndGoal,
            false => Boards::Puzzles,
        })
    }

    /// Takes a puzzle.
    pub fn push(&mut self, found: &Found, scan: &Scan) -> Result<(), ReadError> {
        let error = |cause: String| Err(scan.error(found.at, cause));
        if self.is_pair && found.goal.is_none() {
            let Some(first) = self.first_two[0].take() else {
                self.first_two[0] = Some(found.start.clone());
                return Ok(());
            };
            self.is_pair = false;
            return self.push(
                &Found {
                    start: &first,
                    goal: Some(found.start),
                    ..*found
                },
                scan,
            );
        }
        if self.puzzles.len() == self.max {
            let max = crate::format::count(self.max as u64);
            return error(format!("there are more than {max} puzzles: split the file"));
        }
        let start = found.start;
        let size = start.size;
        let choices = self.choices;
        let (blank, goal) = match &choices.reading {
            Some(reading) => (reading.blank, Some(&reading.goal)),
            None => (choices.blank, choices.goal.as_ref()),
        };
        if let Some(blank) = blank {
            let first = u64::from(start.is_from_1);
            let last = size.n_cells() as u64 - 1 + first;
            if !(first..=last).contains(&blank) {
                return error(format!(
                    "{blank} cannot be the blank: the numbers are {first} to {last}"
                ));
            }
        }
        if let Some(Goal::Board(goal)) = goal
            && goal.size() != size
        {
            return error(format!(
                "the puzzle is {size} but the goal is {}: both must have the same size",
                goal.size()
            ));
        }
        self.has_zero |= !start.is_from_1;
        self.has_sign |= start.has_sign;
        if found.goal.is_none() {
            self.needs_goal = true;
            if let Some(room) = self.first_two.get_mut(self.puzzles.len()) {
                *room = Some(start.clone());
            }
            self.compare(start);
        }
        let goal = found.goal.map(|goal| (goal.cells(), goal.is_from_1));
        self.puzzles.push_numbers(
            size,
            (start.cells(), start.is_from_1),
            goal,
            found.name,
            found.moves,
        );
        Ok(())
    }

    /// Whether this reading makes all puzzles without a goal solvable. `blank` is 0 for the one that
    /// was chosen or is usual, and 1 for the number 1.
    pub fn fits(&self, blank: usize, meaning: Meaning, goal: usize) -> bool {
        self.fits[blank][meaning as usize][goal]
    }

    /// A start and a goal have to differ by an even permutation if the blanks are an even number of
    /// moves apart, and else by an odd one. Reading places for tiles inverts the permutation, which
    /// keeps its parity. Another blank b is a cycle of b + 1 numbers, counted from 0.
    fn compare(&mut self, start: &Numbers) {
        let size = start.size;
        let goals = match self.parities.iter().find(|of| of.size == size) {
            Some(of) => of.goals,
            None => {
                let of = Parities::new(size);
                self.parities.push(of);
                of.goals
            }
        };
        let cells = start.cells();
        let first = u64::from(start.is_from_1);
        let usual = match self.choices.blank {
            Some(blank) => (blank - first) as usize,
            None => first as usize * (cells.len() - 1),
        };
        for (fits, blank) in self.fits.iter_mut().zip([usual, 0]) {
            let is_odd = start.is_odd ^ (blank % 2 == 1);
            let at_place = cells.iter().position(|&cell| usize::from(cell) == blank);
            let places = [at_place.unwrap_or(0), usize::from(cells[blank])];
            for (fits, place) in fits.iter_mut().zip(places) {
                let is_far = (place / size.columns() + place % size.columns()) % 2 == 1;
                for (fits, (goal_is_odd, goal_is_far)) in fits.iter_mut().zip(goals) {
                    *fits &= (is_odd ^ goal_is_odd) == (is_far ^ goal_is_far);
                }
            }
        }
    }
}

impl Parities {
    fn new(size: Size) -> Parities {
        let goals = GoalPreset::ALL.map(|preset| {
            let board = preset.board(size);
            let mut numbers = Numbers::new(size, false);
            for (cell, &tile) in board.tiles().iter().enumerate() {
                // A board has each number once.
                let _ = numbers.set(cell, tile.into());
            }
            let blank = board.blank();
            let is_far = (blank / size.columns() + blank % size.columns()) % 2 == 1;
            (numbers.is_odd, is_far)
        });
        Parities { size, goals }
    }
}
