//! The model: what the window shows, changed by [`Model::apply`] alone.

mod view;

use super::actions::{Action, BoardView, Confirmation, Edit, Notice, Side};
use super::classics::Classics;
use super::cursor::Cursor;
use super::document::Document;
use super::exports::Exports;
use super::hints::{Hint, Hints};
use super::player::Player;
use super::requests::Request;
use super::runs::{RunId, Runs};
use super::session::Restored;
use super::tables::{Tables, TablesAction};
use super::words::sentence;
use std::path::PathBuf;
use std::time::Duration;
use tilescope_engines::Engine;
use tilescope_engines::fastest_optimal::FastestOptimal;
use tilescope_lab::classics::ClassicRun;
use tilescope_lab::{self as lab, Job, Problem, RunOutcome, RunState, Settings};
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_puzzle::{Board, Puzzle};
use tilescope_search::DEFAULT_ALGORITHM;
use tilescope_trace::{Moment, NodeId};

/// What waits until unsaved changes are saved or given up.
struct Pending {
    action: Box<Action>,
    /// Whether the question is open; else the puzzle is being saved.
    is_asked: bool,
}

/// What the window shows.
pub struct Model {
    document: Document,
    recent: Vec<PathBuf>,
    settings: Settings,
    runs: Runs,
    classics: Classics,
    exports: Exports,
    tables: Tables,
    hints: Hints,
    cursor: Cursor,
    selection: Option<NodeId>,
    /// The run whose solution is to be played when it ends.
    to_play: Option<RunId>,
    /// How often a node was to be brought into view.
    reveal_generation: u32,
    view: BoardView,
    player: Player,
    theme: egui::ThemePreference,
    /// What waits for an answer to “save changes first?”.
    pending: Option<Pending>,
    requests: Vec<Request>,
    wake: std::sync::Arc<dyn Fn() + Send + Sync>,
    /// How many nodes of a run are recorded.
    record: u32,
}

impl Model {
    const MOST_RECENT: usize = 10;
    /// How long taking in news may hold up a frame.
    const POLL: Duration = Duration::from_millis(4);

    /// The model at the first start: a puzzle that one press solves.
    /// `wake` is called from other threads when there is something new to show.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        let document = Document::first();
        Model {
            player: Player::new(document.problem().clone(), Vec::new()),
            document,
            recent: Vec::new(),
            settings: Settings::new(DEFAULT_ALGORITHM, DEFAULT_HEURISTIC),
            runs: Runs::default(),
            classics: Classics::default(),
            exports: Exports::default(),
            tables: Tables::default(),
            hints: Hints::default(),
            cursor: Cursor::default(),
            selection: None,
            to_play: None,
            reveal_generation: 0,
            view: BoardView::Edit(Side::Start),
            theme: egui::ThemePreference::System,
            pending: None,
            requests: Vec::new(),
            wake: std::sync::Arc::new(wake),
            record: 50_000_000,
        }
    }

    /// What the model wants done outside of it, since this was last asked.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// The only function that changes the model.
    pub fn apply(&mut self, action: Action) {
        match action {
            Action::Edit(edit) => self.document.edit(edit),
            Action::Undo => {
                self.document.undo();
                self.sync_to_problem();
            }
            Action::Redo => {
                self.document.redo();
                self.sync_to_problem();
            }

            Action::New(_)
            | Action::OpenDialog
            | Action::Open(_)
            | Action::Example(_)
            | Action::Quit
                if self.has_unsaved_changes() && self.pending.is_none() =>
            {
                self.pending = Some(Pending {
                    action: action.into(),
                    is_asked: true,
                });
            }
            Action::New(size) => self.replace(Puzzle::default_for(size).into(), None),
            Action::OpenDialog => self.requests.push(Request::OpenDialog),
            Action::Open(path) => self.requests.push(Request::Load(path)),
            Action::Example(problem) => self.replace(*problem, None),
            Action::Quit => self.requests.push(Request::Quit),
            Action::Opened(path, problem) => self.replace(*problem, Some(path)),
            Action::Save => match self.document.file().cloned() {
                Some(path) => self
                    .requests
                    .push(Request::Save(path, self.problem().clone().into())),
                None => self.apply(Action::SaveAs),
            },
            Action::SaveAs => {
                self.requests
                    .push(Request::SaveDialog(self.problem().clone().into()));
            }
            Action::Export(action) => {
                let wake = self.wake.clone();
                self.requests
                    .extend(self.exports.apply(action, move || wake()));
            }
            Action::Tables(action) => {
                let asked = self.tables.apply(action, &self.wake);
                self.requests.extend(asked);
            }
            Action::NotSaved => self.pending = None,
            Action::Saved(path, problem) => self.was_saved(path, *problem),
            Action::Confirm(confirmation) => self.confirm(confirmation),
            Action::Tell(notice) => self.tell(notice),

            Action::Settings(settings) => self.settings = *settings,

            Action::Solve => self.start(self.settings.clone(), false),
            Action::SolveOptimally => self.solve_optimally(),
            Action::StepRun => match self.runs.working() {
                Some(entry) => {
                    entry.run.pause();
                    entry.run.step(1);
                }
                None => self.start(self.settings.clone(), true),
            },
            Action::PauseRun => self.with_working(|run| run.pause()),
            Action::ResumeRun => self.with_working(|run| run.resume()),
            Action::StopRun => self.with_working(|run| run.stop()),
            Action::Activate(id) => {
                if self.runs.activate(id) {
                    self.shown_run_changed();
                }
            }
            Action::ToggleVisible(id) => {
                if let Some(entry) = self.runs.get_mut(id) {
                    entry.visible = !entry.visible;
                }
            }
            Action::Remove(id) => {
                let was_active = self.runs.active().is_some_and(|entry| entry.id == id);
                self.runs.remove(id);
                if was_active {
                    self.shown_run_changed();
                }
            }

            Action::RunClassic(classic) => {
                let wake = self.wake.clone();
                self.classics
                    .add(ClassicRun::spawn(classic, move || wake()));
            }
            Action::StopClassic(classic) => {
                if let Some(run) = self.classics.of(classic) {
                    run.stop();
                }
            }

            Action::Seek(t) => self.cursor.seek(t, self.end()),
            Action::SeekBy(steps) => self.cursor.seek_by(steps, self.end()),
            Action::SeekEnd => self.cursor.seek(self.end(), self.end()),
            Action::TogglePlay => self.cursor.toggle(self.end()),
            Action::Speed(speed) => self.cursor.speed = speed,
            Action::Select(node) => self.selection = node,
            Action::Reveal(node) => {
                self.selection = Some(node);
                self.reveal_generation = self.reveal_generation.wrapping_add(1);
            }

            Action::View(view) => {
                if view == BoardView::Play && !self.player.begins_as(self.problem()) {
                    let problem = self.document.problem().clone();
                    self.player.restart(problem, Vec::new());
                }
                self.view = view;
            }
            Action::PlaySolution => self.play_solution(),
            Action::PlayerToggle => self.player.toggle(),
            Action::PlayerSeek(at) => {
                self.player.playing = false;
                self.player.seek(at);
            }
            Action::PlayerMove(action) => self.player.make(action),
            Action::PlayerSpeed(speed) => self.player.speed = speed,
            Action::Hint => {
                // It is for the board that is shown, so that one stays.
                self.player.playing = false;
                self.hint_or_move();
            }

            Action::Theme(theme) => {
                self.theme = theme;
                self.requests.push(Request::Theme(theme));
            }
            Action::Copy(text) => self.requests.push(Request::Copy(text)),
            Action::CopyBoard => {
                let line = self.problem().state_line(&self.shown_state());
                self.requests.push(Request::Copy(line));
            }
            Action::Paste(text) => self.paste(&text),
            Action::Restore(session) => self.restore(session.restore()),
            Action::Tick(elapsed) => self.tick(elapsed),
        }
    }

    /// The last moment of the shown run.
    pub fn end(&self) -> Moment {
        self.runs
            .active()
            .map_or(0, |entry| entry.run.trace().n_expanded())
    }

    /// Another problem takes the place of this one.
    fn replace(&mut self, problem: Problem, file: Option<PathBuf>) {
        self.remember(file.as_ref());
        self.document.replace(problem, file);
        self.sync_to_problem();
        self.view = BoardView::Edit(Side::Start);
    }

    /// Lays by what is played and shown if there is another kind of problem now.
    fn sync_to_problem(&mut self) {
        if !self.player.fits(self.problem()) {
            self.player
                .restart(self.document.problem().clone(), Vec::new());
            self.view = BoardView::Edit(Side::Start);
            self.runs.deactivate();
            self.shown_run_changed();
        }
    }

    /// Takes up what an earlier window left.
    fn restore(&mut self, restored: Restored) {
        self.recent = restored.recent;
        self.tables.set_pace(restored.pace);
        if let Some(settings) = restored.settings {
            self.settings = settings;
        }
        if let Some(problem) = restored.problem {
            self.document.replace(problem, None);
            self.document.was_saved(restored.saved, restored.file);
            self.sync_to_problem();
        }
        if let Some((goal, partition)) = restored.painted {
            self.apply(Action::Tables(TablesAction::Painted(goal, partition)));
        }
        self.apply(Action::Theme(restored.theme));
    }

    fn was_saved(&mut self, path: PathBuf, problem: Problem) {
        self.remember(Some(&path));
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        self.tell(Notice::Done(format!("Saved {name}")));
        self.document.was_saved(Some(problem), Some(path));
        // What waited for this goes on.
        if let Some(pending) = self.pending.take() {
            self.apply(*pending.action);
        }
    }

    fn remember(&mut self, file: Option<&PathBuf>) {
        if let Some(file) = file {
            self.recent.retain(|path| path != file);
            self.recent.insert(0, file.clone());
            self.recent.truncate(Self::MOST_RECENT);
        }
    }

    fn confirm(&mut self, confirmation: Confirmation) {
        let Some(pending) = self.pending.take() else {
            return;
        };
        match confirmation {
            Confirmation::Save => {
                self.pending = Some(Pending {
                    is_asked: false,
                    ..pending
                });
                self.apply(Action::Save);
            }
            Confirmation::Discard => {
                let file = self.document.file().cloned();
                self.document.was_saved(Some(self.problem().clone()), file);
                self.apply(*pending.action);
            }
            Confirmation::Cancel => {}
        }
    }

    fn start(&mut self, settings: Settings, paused: bool) {
        if self.runs.working().is_some() {
            return;
        }
        self.to_play = None;
        let job = Job {
            problem: self.problem().clone(),
            settings,
            search_unsolvable: false,
            record: self.record,
        };
        let wake = self.wake.clone();
        match lab::spawn(job, paused, move || wake()) {
            Ok(run) => {
                self.runs.add(run);
                self.shown_run_changed();
            }
            Err(error) => self
                .requests
                .push(Request::Tell(Notice::Failed(error.to_string()))),
        }
    }

    /// The quickest engine, under the limits that are set, and its solution is played.
    fn solve_optimally(&mut self) {
        if self.puzzle().is_none() || self.runs.working().is_some() {
            return;
        }
        let n_runs = self.runs.last();
        let settings = self.settings.with_algorithm(&FastestOptimal::ABOUT);
        self.start(settings, false);
        self.to_play = self.runs.last().filter(|last| Some(*last) != n_runs);
    }

    /// Plays the solution that was waited for, once it is there and nobody has turned to another
    /// run or another puzzle.
    fn play_when_solved(&mut self) {
        let Some(entry) = self.to_play.and_then(|id| self.runs.get(id)) else {
            return;
        };
        if entry.run.state() == RunState::Ended {
            let is_active = self.runs.active().map(|active| active.id) == self.to_play;
            let is_present = entry.run.job().problem.is_same_task(self.problem());
            self.to_play = None;
            if is_active && is_present {
                self.play_solution();
            }
        }
    }

    /// Asks for a hint; makes the move if it is there.
    fn hint_or_move(&mut self) {
        let Some(puzzle) = self.shown_puzzle() else {
            return;
        };
        match self.hints.hint(&puzzle) {
            Some(Hint::Move(next)) => {
                let direction = next.direction;
                self.apply(match self.view {
                    BoardView::Edit(side) => Action::Edit(Edit::Slide(side, direction)),
                    BoardView::Play => Action::PlayerMove(direction.into()),
                });
            }
            Some(_) => {}
            None => {
                // Large tables help, where there are any.
                if !self.tables.is_listed() {
                    self.apply(Action::Tables(TablesAction::List));
                }
                let tables = &self.tables;
                self.hints
                    .ask(puzzle, &|goal| tables.has_large(goal), &self.wake);
            }
        }
    }

    fn with_working(&self, act: impl FnOnce(&lab::Run)) {
        if let Some(entry) = self.runs.working() {
            act(&entry.run);
        }
    }

    fn shown_run_changed(&mut self) {
        self.cursor.follow(self.end());
        self.selection = None;
    }

    fn play_solution(&mut self) {
        let Some(run) = self.runs.active().map(|entry| &entry.run) else {
            return;
        };
        if let Some(RunOutcome::Solved { moves, .. }) = run.report().map(|report| &report.outcome) {
            self.player
                .restart(run.job().problem.clone(), moves.clone());
            self.player.toggle();
            self.view = BoardView::Play;
        }
    }

    fn paste(&mut self, text: &str) {
        let side = if self.view == BoardView::Edit(Side::Goal) {
            Side::Goal
        } else {
            Side::Start
        };
        match self.document.paste(side, text) {
            Ok(()) => self.sync_to_problem(),
            Err(error) => self.tell(Notice::Failed(format!("The text is no board: {error}"))),
        }
    }

    fn tell(&mut self, notice: Notice) {
        self.requests.push(Request::Tell(notice));
    }

    fn tick(&mut self, elapsed: Duration) {
        for entry in self
            .runs
            .iter_mut()
            .filter(|entry| entry.run.state() != RunState::Ended)
        {
            entry.run.poll(Self::POLL);
            // Once, when it has ended: the result keeps them.
            let notes = entry.run.report().map_or(&[][..], |report| &report.notes);
            let notices = notes.iter().map(|note| Notice::Failed(sentence(note)));
            self.requests.extend(notices.map(Request::Tell));
            if entry.run.state() == RunState::Ended {
                self.tables.run_ended(&self.wake);
            }
        }
        self.requests.extend(self.tables.poll(&self.wake));
        self.classics.poll();
        self.requests.extend(self.exports.poll());
        self.play_when_solved();
        self.player.tick(elapsed);
        self.cursor.tick(elapsed, self.end());
        let shown = self.shown_puzzle();
        let tables = &self.tables;
        let has_large = |goal: &Board| tables.has_large(goal);
        self.hints.poll(shown.as_ref(), &has_large, &self.wake);
    }
}
