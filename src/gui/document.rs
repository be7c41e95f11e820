//! The document: the puzzle, how it came to be, and the file that holds it.

use super::actions::{Edit, Side};
use crate::lab::files::{self, FileError};
use crate::puzzle::presets::GoalPreset;
use crate::puzzle::{Board, Puzzle, Size, scramble, solvability};
use std::path::PathBuf;

/// A puzzle that is edited. Undo and redo are snapshots of it: it is small.
pub struct Document {
    puzzle: Puzzle,
    undo: Vec<Puzzle>,
    redo: Vec<Puzzle>,
    /// As it was last saved or opened; `None` for a puzzle that never was.
    saved: Option<Puzzle>,
    file: Option<PathBuf>,
    rng: fastrand::Rng,
}

impl Document {
    const MOST_UNDO: usize = 1000;

    /// The document of the first start: the harder puzzle of Kantz (2005), 13 moves.
    pub fn first() -> Self {
        let size = Size::new(3, 3).expect("3×3 is a size");
        let puzzle = Puzzle {
            name: "Kantz 2005, the harder one".into(),
            start: Board::new(size, &[2, 7, 3, 1, 6, 4, 8, 0, 5]).expect("a board"),
            goal: GoalPreset::BlankLast.board(size),
            ..Puzzle::default_for(size)
        };
        Document {
            saved: Some(puzzle.clone()),
            puzzle,
            undo: Vec::new(),
            redo: Vec::new(),
            file: None,
            rng: fastrand::Rng::new(),
        }
    }

    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    pub fn board(&self, side: Side) -> &Board {
        match side {
            Side::Start => &self.puzzle.start,
            Side::Goal => &self.puzzle.goal,
        }
    }

    pub fn saved(&self) -> Option<&Puzzle> {
        self.saved.as_ref()
    }

    pub fn file(&self) -> Option<&PathBuf> {
        self.file.as_ref()
    }

    pub fn has_unsaved_changes(&self) -> bool {
        self.saved.as_ref() != Some(&self.puzzle)
    }

    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    pub fn undo(&mut self) {
        swap_snapshot(&mut self.puzzle, &mut self.undo, &mut self.redo);
    }

    pub fn redo(&mut self) {
        swap_snapshot(&mut self.puzzle, &mut self.redo, &mut self.undo);
    }

    /// Changes the puzzle; a change that changes nothing leaves nothing to undo.
    pub fn edit(&mut self, edit: Edit) {
        let mut puzzle = self.puzzle.clone();
        match edit {
            Edit::Board(side, board) if board.size() == puzzle.start.size() => {
                *board_mut(&mut puzzle, side) = board;
            }
            Edit::Board(..) => return,
            Edit::Swap(side, a, b) => board_mut(&mut puzzle, side).swap(a, b),
            Edit::Slide(side, direction) => {
                board_mut(&mut puzzle, side).slide(direction);
            }
            Edit::Put { side, cell, tile } => {
                let board = board_mut(&mut puzzle, side);
                let from = board.cell_of(tile);
                board.swap(cell, from);
            }
            Edit::Resize(size) => {
                let ordered = Puzzle::default_for(size);
                puzzle = Puzzle {
                    start: ordered.start,
                    goal: ordered.goal,
                    ..puzzle
                };
            }
            Edit::Goal(preset) => puzzle.goal = preset.board(puzzle.goal.size()),
            Edit::Scramble => puzzle.start = scramble::solvable(&puzzle.goal, &mut self.rng),
            Edit::Walk(n) => puzzle.start = scramble::random_walk(&puzzle.goal, n, &mut self.rng).0,
            Edit::Repair => {
                let (a, b) = solvability::repair(&puzzle.start, &puzzle.goal);
                puzzle.start.swap(a, b);
            }
            Edit::Exchange => std::mem::swap(&mut puzzle.start, &mut puzzle.goal),
            Edit::Costs(costs) => puzzle.costs = costs,
            Edit::Name(name) => puzzle.name = name,
            Edit::Notes(notes) => puzzle.notes = notes,
            Edit::Source(source) => puzzle.source = source,
        }
        self.change_to(puzzle);
    }

    /// Takes a board into `side`, or a whole puzzle, from its text.
    ///
    /// # Errors
    /// If the text holds neither.
    pub fn paste(&mut self, side: Side, text: &str) -> Result<(), FileError> {
        let pasted = files::from_text(text)?;
        if text.trim_start().starts_with('{') {
            self.change_to(pasted);
            return Ok(());
        }
        let mut puzzle = self.puzzle.clone();
        if pasted.size() != puzzle.size() {
            puzzle = Puzzle {
                start: pasted.goal.clone(),
                goal: pasted.goal,
                ..puzzle
            };
        }
        *board_mut(&mut puzzle, side) = pasted.start;
        self.change_to(puzzle);
        Ok(())
    }

    /// Another puzzle takes the place of this one, which is as saved as it gets.
    pub fn replace(&mut self, puzzle: Puzzle, file: Option<PathBuf>) {
        self.undo.clear();
        self.redo.clear();
        self.saved = Some(puzzle.clone());
        self.puzzle = puzzle;
        self.file = file;
    }

    /// `puzzle` was written to `file`, or (`None`) nobody wants its changes any more.
    pub fn was_saved(&mut self, puzzle: Option<Puzzle>, file: Option<PathBuf>) {
        self.saved = puzzle;
        self.file = file;
    }

    fn change_to(&mut self, puzzle: Puzzle) {
        if puzzle != self.puzzle {
            self.undo.push(std::mem::replace(&mut self.puzzle, puzzle));
            if self.undo.len() > Self::MOST_UNDO {
                self.undo.remove(0);
            }
            self.redo.clear();
        }
    }
}

fn board_mut(puzzle: &mut Puzzle, side: Side) -> &mut Board {
    match side {
        Side::Start => &mut puzzle.start,
        Side::Goal => &mut puzzle.goal,
    }
}

/// Takes the newest snapshot from one stack and leaves the present on the other.
fn swap_snapshot(present: &mut Puzzle, from: &mut Vec<Puzzle>, to: &mut Vec<Puzzle>) {
    if let Some(snapshot) = from.pop() {
        to.push(std::mem::replace(present, snapshot));
    }
}
