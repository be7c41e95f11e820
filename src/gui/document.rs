//! The document: the problem, how it came to be, and the file that holds it.

use super::edit::{Edit, Side};
use super::requests::{Notice, Request};
use std::path::PathBuf;
use tilescope_lab::files::{self, FileError};
use tilescope_lab::{Problem, examples};
use tilescope_puzzle::presets::GoalPreset;
use tilescope_puzzle::routes::Route;
use tilescope_puzzle::{Board, Puzzle, Size, scramble, solvability};

/// Something that can happen to the document.
#[derive(Clone, Debug)]
pub enum DocumentAction {
    Edit(Edit),
    Undo,
    Redo,
    /// A new puzzle of this size. Asks first if changes would be lost.
    New(Size),
    /// Asks for a file, then opens it. Asks first if changes would be lost.
    OpenDialog,
    /// Opens a file. Asks first if changes would be lost.
    Open(PathBuf),
    /// Opens a problem that comes with the program. Asks first if changes would be lost.
    Example(Box<Problem>),
    /// A file was read: it becomes the problem.
    Opened(PathBuf, Box<Problem>),
    /// Takes a board into `Side`, or a whole problem, from text.
    Paste(Side, String),
    /// Saves to the puzzle's file, or asks for one.
    Save,
    SaveAs,
    /// This problem was written to this file.
    Saved(PathBuf, Box<Problem>),
    /// The puzzle was not written: there was an error, or no file was chosen.
    NotSaved,
    /// Closes the window. Asks first if changes would be lost.
    Quit,
    /// The answer to “save changes first?”.
    Confirm(Confirmation),
}

/// What is to be done about unsaved changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirmation {
    Save,
    Discard,
    Cancel,
}

/// Whether an action put another problem in place of the document's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Replaced {
    Yes,
    No,
}

/// An action that waits until unsaved changes are saved or discarded.
struct Pending {
    action: Box<DocumentAction>,
    /// Whether the question is open; otherwise the puzzle is being saved.
    is_asked: bool,
}

/// A problem that is edited. Undo and redo are snapshots of it: it is small.
pub struct Document {
    problem: Problem,
    undo: Vec<Problem>,
    redo: Vec<Problem>,
    /// As it was last saved or opened; `None` for a problem that never was.
    saved: Option<Problem>,
    file: Option<PathBuf>,
    /// The files last opened or saved, newest first.
    recent: Vec<PathBuf>,
    pending: Option<Pending>,
    rng: fastrand::Rng,
}

/// The name of the puzzle of the first start.
const FIRST: &str = "Kantz 2005, the harder one";

impl Document {
    const MAX_UNDO: usize = 1000;
    const MAX_RECENT: usize = 10;

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
            recent: Vec::new(),
            pending: None,
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

    /// The files last opened or saved, newest first.
    pub fn recent(&self) -> &[PathBuf] {
        &self.recent
    }

    /// The action that waits for an answer to “save changes first?”.
    pub fn pending(&self) -> Option<&DocumentAction> {
        let pending = self.pending.as_ref();
        pending
            .filter(|pending| pending.is_asked)
            .map(|pending| &*pending.action)
    }

    /// Applies `action`. What the application has to do is added to `requests`.
    pub fn apply(&mut self, action: DocumentAction, requests: &mut Vec<Request>) -> Replaced {
        use DocumentAction as A;
        match action {
            A::New(_) | A::OpenDialog | A::Open(_) | A::Example(_) | A::Quit
                if self.has_unsaved_changes() && self.pending.is_none() =>
            {
                self.pending = Some(Pending {
                    action: action.into(),
                    is_asked: true,
                });
            }
            A::Edit(edit) => self.edit(edit),
            A::Undo => swap_snapshot(&mut self.problem, &mut self.undo, &mut self.redo),
            A::Redo => swap_snapshot(&mut self.problem, &mut self.redo, &mut self.undo),
            A::New(size) => return self.replace(Puzzle::default_for(size).into(), None),
            A::OpenDialog => requests.push(Request::OpenDialog),
            A::Open(path) => requests.push(Request::Load(path)),
            A::Example(problem) => return self.replace(*problem, None),
            A::Opened(path, problem) => return self.replace(*problem, Some(path)),
            A::Paste(side, text) => {
                if let Err(error) = self.paste(side, &text) {
                    let text = format!("The text is no board: {error}");
                    requests.push(Request::Notify(Notice::Failed(text)));
                }
            }
            A::Save => {
                let problem = self.problem.clone().into();
                requests.push(match self.file.clone() {
                    Some(path) => Request::Save(path, problem),
                    None => Request::SaveDialog(problem),
                });
            }
            A::SaveAs => requests.push(Request::SaveDialog(self.problem.clone().into())),
            A::Saved(path, problem) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let notice = Notice::Done(format!("Saved {name}"));
                requests.push(Request::Notify(notice));
                self.remember(&path);
                self.saved = Some(*problem);
                self.file = Some(path);
                if let Some(pending) = self.pending.take() {
                    return self.apply(*pending.action, requests);
                }
            }
            A::NotSaved => self.pending = None,
            A::Quit => requests.push(Request::Quit),
            A::Confirm(confirmation) => return self.confirm(confirmation, requests),
        }
        Replaced::No
    }

    /// Restores the recent files and, if there is one, the problem of an earlier window.
    pub fn restore(
        &mut self,
        recent: Vec<PathBuf>,
        problem: Option<Problem>,
        saved: Option<Problem>,
        file: Option<PathBuf>,
    ) {
        self.recent = recent;
        if let Some(problem) = problem {
            self.undo.clear();
            self.redo.clear();
            self.problem = problem;
            self.saved = saved;
            self.file = file;
        }
    }

    fn confirm(&mut self, confirmation: Confirmation, requests: &mut Vec<Request>) -> Replaced {
        let Some(pending) = self.pending.take() else {
            return Replaced::No;
        };
        match confirmation {
            Confirmation::Save => {
                self.pending = Some(Pending {
                    is_asked: false,
                    ..pending
                });
                self.apply(DocumentAction::Save, requests)
            }
            Confirmation::Discard => {
                self.saved = Some(self.problem.clone());
                self.apply(*pending.action, requests)
            }
            Confirmation::Cancel => Replaced::No,
        }
    }

    /// Changes the problem. An edit without effect adds nothing to undo.
    fn edit(&mut self, edit: Edit) {
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
    fn paste(&mut self, side: Side, text: &str) -> Result<(), FileError> {
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

    /// Puts another problem in place of this one. It counts as saved.
    fn replace(&mut self, problem: Problem, file: Option<PathBuf>) -> Replaced {
        if let Some(file) = &file {
            self.remember(file);
        }
        self.undo.clear();
        self.redo.clear();
        self.saved = Some(problem.clone());
        self.problem = problem;
        self.file = file;
        Replaced::Yes
    }

    /// Puts `file` first among the recent files.
    fn remember(&mut self, file: &PathBuf) {
        self.recent.retain(|path| path != file);
        self.recent.insert(0, file.clone());
        self.recent.truncate(Self::MAX_RECENT);
    }

    fn change_to(&mut self, problem: Problem) {
        if problem != self.problem {
            self.undo
                .push(std::mem::replace(&mut self.problem, problem));
            if self.undo.len() > Self::MAX_UNDO {
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
            let (a, b) = solvability::repairing_swap(&puzzle.start, &puzzle.goal);
            puzzle.start.swap(a, b);
        }
        Edit::City(..) => {}
        Edit::SwapSides => std::mem::swap(&mut puzzle.start, &mut puzzle.goal),
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
        Edit::SwapSides => std::mem::swap(&mut route.start, &mut route.goal),
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
