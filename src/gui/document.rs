//! The document: the problem, how it came to be, and the file that holds it.

mod changed;
mod edits;
mod history;
mod names;
mod saving;
mod steps;

use super::edit::{Clip, Edit, Side};
use super::requests::{Expected, Notice, OriginId, Request, SaveJob};
use history::{History, Origin};
use std::collections::BTreeSet;
use std::path::PathBuf;
use tilescope_lab::Problem;
use tilescope_lab::files::exchange::How;
use tilescope_puzzle::presets::GoalPreset;
use tilescope_puzzle::{Board, Puzzle, Size};
use tilescope_search::Action;

/// Something that can happen to the document.
#[derive(Clone, Debug)]
pub enum DocumentAction {
    Edit(Edit),
    Undo,
    Redo,
    /// The last edit was none: what there was to redo before it comes back.
    TakeBack,
    /// Goes to the version with this index in the history.
    GoTo(usize),
    /// A new puzzle of this size. Asks first if changes would be lost.
    New(Size),
    /// Asks for a file, then opens it.
    OpenDialog,
    /// Opens a file. What is open already is lost only by a puzzle.
    Open(PathBuf),
    /// Opens a problem that comes with the program. Asks first if changes would be lost.
    Example(Box<Problem>),
    /// A file was read: it becomes the problem. Asks first if changes would be lost.
    Opened(PathBuf, Box<Problem>),
    /// Takes a board into `Side`, a whole problem, several, or moves, from text.
    Paste(Side, String),
    /// The same from the text that the picture of a board holds.
    PastePicture(Side, String),
    /// A text was pasted that has one puzzle.
    Pasted(Side, Box<Problem>, Option<How>, Clip),
    /// Saves to the puzzle's file, or asks for one.
    Save,
    SaveAs,
    /// This was written to this file.
    Saved(PathBuf, SaveJob),
    /// The puzzle was not written: there was an error, or no file was chosen.
    NotSaved,
    /// The puzzle was not written yet: the file holds something that would be lost.
    Conflict(PathBuf, SaveJob),
    /// The answer to a conflict.
    Resolve(Resolution),
    /// The puzzle's file was read again.
    Reloaded(PathBuf, Box<Problem>),
    /// The puzzle's file was touched by another program, and holds this.
    FileTouched(PathBuf, Box<Problem>),
    /// The puzzle's file is no longer there.
    FileGone(PathBuf),
    /// Takes what the touched file holds.
    TakeTheirs,
    /// Keeps what is shown instead of that.
    KeepMine,
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
    /// Gives up this one, and all others that would be asked about.
    DiscardAll,
    Cancel,
}

/// What is to be done about a file that would be overwritten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resolution {
    Overwrite,
    SaveAs,
    /// Takes the file's content into the window.
    Reload,
    Cancel,
}

/// Whether an action put another problem in place of the document's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Replaced {
    Yes,
    No,
}

/// The question whether to save changes before they are lost.
pub struct Question<'a> {
    /// What loses them.
    pub before: &'a DocumentAction,
    /// What the window calls the problem that has them; empty if it has no name and no file.
    pub name: String,
    /// Whether that is the problem on the screen. Otherwise another has taken its place.
    pub is_shown: bool,
}

/// An action that waits until unsaved changes are saved or discarded.
#[derive(Clone, Debug)]
struct Pending {
    action: Box<DocumentAction>,
    /// The problem with unsaved changes.
    origin: OriginId,
    /// Whether the question is open; otherwise the puzzle is being saved.
    is_asked: bool,
}

/// A problem that is edited.
#[derive(Clone, Debug)]
pub struct Document {
    history: History,
    /// The files last opened or saved, newest first.
    recent: Vec<PathBuf>,
    pending: Option<Pending>,
    /// Problems whose changes are lost when the pending action is carried out.
    discarded: BTreeSet<OriginId>,
    conflict: Option<(PathBuf, SaveJob)>,
    /// The puzzle's file and what another program has written into it.
    changed: Option<(PathBuf, Box<Problem>)>,
    /// Whether a file is being written, and what is to be saved afterwards.
    is_saving: bool,
    save_next: Option<OriginId>,
    rng: fastrand::Rng,
}

impl Document {
    const MAX_RECENT: usize = 10;

    /// The document of the first start: the harder puzzle of Kantz (2005), 13 moves.
    pub fn first() -> Self {
        let size = Size::EIGHT_PUZZLE;
        let puzzle = Puzzle {
            name: names::FIRST.into(),
            start: Board::new(size, &[2, 7, 3, 1, 6, 4, 8, 0, 5]).expect("a board"),
            goal: GoalPreset::BlankLast.board(size),
            ..Puzzle::default_for(size)
        };
        Document {
            history: History::new(puzzle.clone().into(), as_made(puzzle.into())),
            recent: Vec::new(),
            pending: None,
            discarded: BTreeSet::new(),
            conflict: None,
            changed: None,
            is_saving: false,
            save_next: None,
            rng: fastrand::Rng::new(),
        }
    }

    pub fn problem(&self) -> &Problem {
        self.history.problem()
    }

    /// As it was last saved or opened, or made without the user.
    pub fn saved(&self) -> Option<&Problem> {
        self.history.origin()?.saved.as_ref()
    }

    pub fn file(&self) -> Option<&PathBuf> {
        self.history.origin()?.file.as_ref()
    }

    /// Number of the problem: its edits have the same.
    pub fn origin_id(&self) -> OriginId {
        self.history.origin_id()
    }

    pub fn has_unsaved_changes(&self) -> bool {
        self.history.has_unsaved_changes()
    }

    /// Whether an action waits for an answer of the user, or for a file to be saved.
    pub fn has_pending(&self) -> bool {
        self.pending.is_some()
    }

    pub fn can_undo(&self) -> bool {
        self.history.present() > 0
    }

    pub fn can_redo(&self) -> bool {
        self.history.present() + 1 < self.history.n_versions()
    }

    /// The number of versions in the history, and the index of the present one.
    pub fn versions(&self) -> (usize, usize) {
        (self.history.n_versions(), self.history.present())
    }

    /// The name of the step that led to a version.
    pub fn step_name(&self, index: usize) -> &str {
        self.history.name(index)
    }

    /// The problem that is played, if the present version is a move that was played, and the moves
    /// from its start.
    pub fn played(&self) -> Option<(&Problem, Vec<Action>)> {
        self.history.played()
    }

    /// The moves of the solution that the moves of [`played`](Self::played) follow, those to come included.
    pub fn followed(&self) -> Option<&[Action]> {
        let (_, moves) = self.played()?;
        let shown = self.history.shown_before_game()?;
        shown.starts_with(&moves).then_some(shown)
    }

    /// What was shown when the next version was played, and how many of its moves were made; `None`
    /// unless that version begins a game.
    pub fn shown_before_play(&self) -> Option<(&Problem, &[Action], usize)> {
        self.history.shown_before_play()
    }

    /// Takes the last of these moves from the start of `problem` into the history. `shown` are the
    /// moves that were shown before it, those to come included.
    pub fn play(&mut self, problem: &Problem, moves: &[Action], shown: &[Action]) {
        let name = steps::name_of_move(problem, moves);
        self.history.play(name, problem, moves, shown);
    }

    /// The files last opened or saved, newest first.
    pub fn recent(&self) -> &[PathBuf] {
        &self.recent
    }

    /// What is asked before changes are lost, if that is.
    pub fn question(&self) -> Option<Question<'_>> {
        let pending = self.pending.as_ref().filter(|pending| pending.is_asked)?;
        let mut unsaved = self.history.unsaved().into_iter();
        let (origin, problem) = unsaved.find(|(origin, _)| *origin == pending.origin)?;
        Some(Question {
            before: &pending.action,
            name: names::shown(problem, self.history.origin_of(origin)),
            is_shown: origin == self.history.origin_id(),
        })
    }

    /// What the window calls the problem; empty if it has no name and no file.
    pub fn shown_name(&self) -> String {
        names::shown(self.problem(), self.history.origin())
    }

    /// The file that saving would overwrite, and whether it is the puzzle's own, which another
    /// program has changed: then it can be read into the window instead.
    pub fn conflict(&self) -> Option<(&PathBuf, bool)> {
        let (path, job) = self.conflict.as_ref()?;
        let is_present = job.origin == self.history.origin_id() && self.file() == Some(path);
        let is_known = matches!(job.expected, Expected::Problem(_));
        Some((path, is_present && is_known))
    }

    /// Applies `action`. What the application has to do is added to `requests`.
    pub fn apply(&mut self, action: DocumentAction, requests: &mut Vec<Request>) -> Replaced {
        use DocumentAction as A;
        match action {
            A::New(_) | A::Opened(..) | A::Example(_) | A::Quit
                if self.to_ask_about().is_some() =>
            {
                // Asked again if a question is open, or if saving has not come to an end.
                self.conflict = None;
                self.pending = self.to_ask_about().map(|origin| Pending {
                    action: action.into(),
                    origin,
                    is_asked: true,
                });
            }
            A::Edit(edit) => self.edit(edit),
            A::Undo => self.history.go_to(self.history.present().saturating_sub(1)),
            A::Redo => self.history.go_to(self.history.present() + 1),
            A::TakeBack => self.history.take_back(),
            A::GoTo(index) => self.history.go_to(index),
            A::New(size) => {
                let problem = Problem::from(Puzzle::default_for(size));
                return self.replace(problem.clone(), as_made(problem));
            }
            A::OpenDialog => requests.push(Request::OpenDialog),
            A::Open(path) => requests.push(Request::Load(path)),
            A::Example(problem) => return self.replace((*problem).clone(), as_made(*problem)),
            A::Opened(path, problem) => {
                self.remember(&path);
                let origin = Origin {
                    saved: Some((*problem).clone()),
                    file: Some(path),
                    ..Origin::default()
                };
                return self.replace(*problem, origin);
            }
            // The model reads the text.
            A::Paste(..) | A::PastePicture(..) => {}
            A::Pasted(side, problem, how, clip) => {
                let how = self.paste(side, *problem, how);
                let notice = how.map(|how| match clip {
                    Clip::Text => Notice::Done(format!("Pasted {how}.")),
                    Clip::Picture => Notice::Done("Pasted the board of the picture.".to_owned()),
                });
                requests.extend(notice.map(Request::Notify));
            }
            A::Save => self.save(self.history.origin_id(), requests),
            A::SaveAs => self.save_as(requests),
            A::Saved(path, job) => return self.saved_to(path, job, requests),
            A::NotSaved => {
                self.end_saving();
                self.forget_pending();
            }
            A::Conflict(path, job) => {
                self.end_saving();
                self.conflict = Some((path, job));
            }
            A::Resolve(resolution) => self.resolve(resolution, requests),
            A::Reloaded(path, problem) => self.reloaded(path, *problem, requests),
            A::FileTouched(path, problem) => self.file_touched(path, problem),
            A::FileGone(path) => self.file_gone(&path, requests),
            A::TakeTheirs => self.take_theirs(requests),
            A::KeepMine => self.keep_mine(requests),
            A::Quit => {
                // The next window does not show what was discarded.
                if self.discarded.contains(&self.history.origin_id())
                    && self.history.discard_changes().is_none()
                {
                    self.history = Document::first().history;
                }
                requests.push(Request::Quit);
            }
            A::Confirm(confirmation) => return self.confirm(confirmation, requests),
        }
        Replaced::No
    }

    /// Restores the recent files and, if there is one, the problem of an earlier window.
    pub fn restore(
        &mut self,
        mut recent: Vec<PathBuf>,
        problem: Option<Problem>,
        saved: Option<Problem>,
        file: Option<PathBuf>,
    ) {
        recent.truncate(Self::MAX_RECENT);
        self.recent = recent;
        if let Some(mut problem) = problem {
            let origin = Origin {
                saved,
                file,
                ..Origin::default()
            };
            // Earlier versions kept the name of an example that was edited.
            if names::is_shipped(problem.name()) {
                names::drop_untrue(&mut problem, Some(&origin));
            }
            self.history.replace(problem, origin);
        }
    }

    /// The problem to ask about before another takes its place.
    fn to_ask_about(&self) -> Option<OriginId> {
        let unsaved = self.history.unsaved().into_iter();
        let mut origins = unsaved.map(|(origin, _)| origin);
        origins.find(|origin| !self.discarded.contains(origin))
    }

    fn confirm(&mut self, confirmation: Confirmation, requests: &mut Vec<Request>) -> Replaced {
        use DocumentAction as A;
        let Some(pending) = self.pending.take() else {
            return Replaced::No;
        };
        match confirmation {
            Confirmation::Save => {
                let own = self.file();
                let reopens = matches!(&*pending.action, A::Opened(path, _) if Some(path) == own);
                self.save(pending.origin, requests);
                // What was read of its own file is older than what is saved there.
                self.pending = (!reopens).then_some(Pending {
                    is_asked: false,
                    ..pending
                });
                Replaced::No
            }
            Confirmation::Discard | Confirmation::DiscardAll => {
                self.discarded.insert(pending.origin);
                self.apply(*pending.action, requests)
            }
            Confirmation::Cancel => {
                self.forget_pending();
                Replaced::No
            }
        }
    }

    fn forget_pending(&mut self) {
        self.pending = None;
        self.discarded.clear();
    }

    /// Changes the problem, or begins another. An edit without effect adds nothing to undo.
    fn edit(&mut self, edit: Edit) {
        let mut problem = self.problem().clone();
        let name = steps::name_of(&edit, &problem);
        match &mut problem {
            Problem::Tiles(puzzle) => {
                let is_resized = matches!(edit, Edit::Resize(_));
                let is_another = is_resized || matches!(edit, Edit::Scramble | Edit::Walk(_));
                edits::edit_puzzle(puzzle, edit, &mut self.rng);
                names::follow_size(self.problem(), puzzle);
                if is_another && problem != *self.problem() {
                    self.begin_another(name, problem, is_resized);
                    return;
                }
            }
            Problem::Route(route) => edits::edit_route(route, edit),
        }
        names::drop_untrue(&mut problem, self.history.origin());
        self.history.edit(name, problem);
    }

    /// Another board begins in place of this one, without its file.
    fn begin_another(&mut self, step: String, mut problem: Problem, is_resized: bool) {
        if let Problem::Tiles(puzzle) = &mut problem {
            names::remove(puzzle, self.history.origin());
        }
        // Work that is in no file yet goes on in the new board. What belongs to a file stays with it,
        // but for tiles that were taken along to another size.
        let goes_on = self.has_unsaved_changes() && (is_resized || self.file().is_none());
        let is_users = goes_on || names::is_users(&problem);
        let origin = match is_users {
            true => Origin {
                continues: goes_on.then(|| self.history.origin_id()),
                ..Origin::default()
            },
            false => as_made(problem.clone()),
        };
        self.history.begin(step, problem, origin);
    }

    /// Takes a board into `side`, or a whole problem. It is another problem, unless it is what is there already.
    /// Returns how its text was read, if it is no text of Tilescope's own.
    fn paste(&mut self, side: Side, pasted: Problem, how: Option<How>) -> Option<String> {
        let is_whole = how.as_ref().is_none_or(|how| how.reading.has_goals());
        let how = how.map(|how| {
            let reading = how.reading.describe_numbers();
            // Otherwise the goal stays, or is the board that was pasted.
            let goal = if is_whole { "; with a goal" } else { "" };
            let remarks: String = how.remarks.iter().map(|it| format!("; {it}")).collect();
            format!("{}: {reading}{goal}{remarks}", how.singular)
        });
        let problem = match (pasted, self.problem()) {
            (Problem::Tiles(pasted), Problem::Tiles(puzzle)) if !is_whole => {
                let mut taken = edits::take_board(puzzle.clone(), side, pasted);
                if taken == *puzzle {
                    return how;
                }
                names::remove(&mut taken, self.history.origin());
                taken.into()
            }
            (pasted, present) if pasted == *present => return how,
            (pasted, _) => pasted,
        };
        self.history
            .begin("paste".into(), problem, Origin::default());
        how
    }

    /// Puts another problem in place of this one.
    fn replace(&mut self, problem: Problem, origin: Origin) -> Replaced {
        self.forget_pending();
        self.conflict = None;
        self.history.replace(problem, origin);
        Replaced::Yes
    }

    /// Puts `file` first among the recent files.
    pub fn remember(&mut self, file: &PathBuf) {
        self.recent.retain(|path| path != file);
        self.recent.insert(0, file.clone());
        self.recent.truncate(Self::MAX_RECENT);
    }
}

/// The origin of a problem that was made without the user: it counts as saved.
fn as_made(problem: Problem) -> Origin {
    Origin {
        saved: Some(problem),
        ..Origin::default()
    }
}
