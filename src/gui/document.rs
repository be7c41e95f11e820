//! The document: the problem, how it came to be, and the file that holds it.

use super::actions::{Edit, Side};
use std::path::PathBuf;
use tilescope_lab::files::{self, FileError};
use tilescope_lab::{Problem, examples};
use tilescope_puzzle::presets::GoalPreset;
use tilescope_puzzle::routes::Route;
use tilescope_puzzle::{Board, Puzzle, Size, scramble, solvability};

/// A problem that is edited. Undo and redo are snapshots of it: it is small.
pub struct Document {
    problem: Problem,
    undo: Vec<Problem>,
    redo: Vec<Problem>,
    /// As it was last saved or opened; `None` for a problem that never was.
    saved: Option<Problem>,
    file: Option<PathBuf>,
    rng: fastrand::Rng,
}

/// The name of the puzzle of the first start.
const FIRST: &str = "Kantz 2005, the harder one";

impl Document {
    const MOST_UNDO: usize = 1000;

    /// The document of the first start: the harder puzzle of Kantz (2005), 13 moves.
    pub fn first() -> Self {
        let size = Size::EIGHT_PUZZLE;
        let puzzle = Puzzle {
            name: FIRST.into(),
            start: Board::new(size, &[2, 7, 3, 1, 6, 4, 8, 0, 5]).expect("a board"),
            goal: GoalPreset::BlankLast.board(size),
            ..Puzzle::default_for(size)
        };
        Document {
            saved: Some(puzzle.clone().into()),
            problem: puzzle.into(),
            undo: Vec::new(),
            redo: Vec::new(),
            file: None,
            rng: fastrand::Rng::new(),
        }
    }

    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    pub fn saved(&self) -> Option<&Problem> {
        self.saved.as_ref()
    }

    pub fn file(&self) -> Option<&PathBuf> {
        self.file.as_ref()
    }

    pub fn has_unsaved_changes(&self) -> bool {
        self.saved.as_ref() != Some(&self.problem)
    }

    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    pub fn undo(&mut self) {
        swap_snapshot(&mut self.problem, &mut self.undo, &mut self.redo);
    }

    pub fn redo(&mut self) {
        swap_snapshot(&mut self.problem, &mut self.redo, &mut self.undo);
    }

    /// Changes the problem; a change that changes nothing leaves nothing to undo.
    pub fn edit(&mut self, edit: Edit) {
        let mut problem = self.problem.clone();
        match &mut problem {
            Problem::Tiles(puzzle) => {
                let is_another = matches!(edit, Edit::Resize(_) | Edit::Scramble | Edit::Walk(_));
                edit_puzzle(puzzle, edit, &mut self.rng);
                if is_another {
                    lose_name(puzzle);
                }
            }
            Problem::Route(route) => edit_route(route, edit),
        }
        self.change_to(problem);
    }

    /// Takes a board into `side`, or a whole problem, from its text.
    ///
    /// # Errors
    /// If the text holds neither.
    pub fn paste(&mut self, side: Side, text: &str) -> Result<(), FileError> {
        let is_whole = text.trim_start().starts_with('{');
        let problem = match (files::from_text(text)?, &self.problem) {
            (Problem::Tiles(pasted), Problem::Tiles(puzzle)) if !is_whole => {
                take_board(puzzle.clone(), side, pasted).into()
            }
            (pasted, _) => pasted,
        };
        self.change_to(problem);
        Ok(())
    }

    /// Another problem takes the place of this one, which is as saved as it gets.
    pub fn replace(&mut self, problem: Problem, file: Option<PathBuf>) {
        self.undo.clear();
        self.redo.clear();
        self.saved = Some(problem.clone());
        self.problem = problem;
        self.file = file;
    }

    /// `problem` was written to `file`, or (`None`) nobody wants its changes any more.
    pub fn was_saved(&mut self, problem: Option<Problem>, file: Option<PathBuf>) {
        self.saved = problem;
        self.file = file;
    }

    fn change_to(&mut self, problem: Problem) {
        if problem != self.problem {
            self.undo
                .push(std::mem::replace(&mut self.problem, problem));
            if self.undo.len() > Self::MOST_UNDO {
                self.undo.remove(0);
            }
            self.redo.clear();
        }
    }
}

fn edit_puzzle(puzzle: &mut Puzzle, edit: Edit, rng: &mut fastrand::Rng) {
    match edit {
        Edit::Board(side, board) => {
            if board.size() == puzzle.size() {
                *board_mut(puzzle, side) = board;
            }
        }
        Edit::Swap(side, a, b) => board_mut(puzzle, side).swap(a, b),
        Edit::Slide(side, direction) => {
            board_mut(puzzle, side).slide(direction);
        }
        Edit::Put { side, cell, tile } => {
            let board = board_mut(puzzle, side);
            let from = board.cell_of(tile);
            board.swap(cell, from);
        }
        Edit::Resize(size) => {
            let ordered = Puzzle::default_for(size);
            puzzle.start = ordered.start;
            puzzle.goal = ordered.goal;
        }
        Edit::Goal(preset) => puzzle.goal = preset.board(puzzle.goal.size()),
        Edit::Scramble => puzzle.start = scramble::solvable(&puzzle.goal, rng),
        Edit::Walk(n) => puzzle.start = scramble::random_walk(&puzzle.goal, n, rng).0,
        Edit::Repair => {
            let (a, b) = solvability::repair(&puzzle.start, &puzzle.goal);
            puzzle.start.swap(a, b);
        }
        Edit::City(..) => {}
        Edit::Exchange => std::mem::swap(&mut puzzle.start, &mut puzzle.goal),
        Edit::Costs(costs) => puzzle.costs = costs,
        Edit::Name(name) => puzzle.name = name,
        Edit::Notes(notes) => puzzle.notes = notes,
        Edit::Source(source) => puzzle.source = source,
    }
}

fn edit_route(route: &mut Route, edit: Edit) {
    match edit {
        Edit::City(Side::Start, city) => route.start = city,
        Edit::City(Side::Goal, city) => route.goal = city,
        Edit::Exchange => std::mem::swap(&mut route.start, &mut route.goal),
        Edit::Name(name) => route.name = name,
        Edit::Notes(notes) => route.notes = notes,
        Edit::Source(source) => route.source = source,
        Edit::Board(..)
        | Edit::Swap(..)
        | Edit::Slide(..)
        | Edit::Put { .. }
        | Edit::Resize(_)
        | Edit::Goal(_)
        | Edit::Scramble
        | Edit::Walk(_)
        | Edit::Repair
        | Edit::Costs(_) => {}
    }
}

/// `puzzle` with the start of `pasted` for one of its boards; of another size, for both.
fn take_board(mut puzzle: Puzzle, side: Side, pasted: Puzzle) -> Puzzle {
    if pasted.size() != puzzle.size() {
        puzzle.start = pasted.goal.clone();
        puzzle.goal = pasted.goal;
    }
    *board_mut(&mut puzzle, side) = pasted.start;
    lose_name(&mut puzzle);
    puzzle
}

/// What is known of a puzzle that ships with the program is known of no other; a name that the
/// user gave stays.
fn lose_name(puzzle: &mut Puzzle) {
    let is_its = |example: &Problem| example.name() == puzzle.name;
    if puzzle.name == FIRST || examples::all().iter().any(is_its) {
        puzzle.name.clear();
        puzzle.notes.clear();
        puzzle.source.clear();
    }
}

fn board_mut(puzzle: &mut Puzzle, side: Side) -> &mut Board {
    match side {
        Side::Start => &mut puzzle.start,
        Side::Goal => &mut puzzle.goal,
    }
}

/// Takes the newest snapshot from one stack and leaves the present on the other.
fn swap_snapshot(present: &mut Problem, from: &mut Vec<Problem>, to: &mut Vec<Problem>) {
    if let Some(snapshot) = from.pop() {
        to.push(std::mem::replace(present, snapshot));
    }
}
