//! The model: what the window shows, changed by [`Model::apply`] alone.

use super::actions::{Action, BoardView, Confirmation, Edit, Notice, Side};
use super::player::Player;
use super::runs::Runs;
use super::session::Restored;
use crate::lab::{self, Job, Outcome, RunState, Settings};
use crate::puzzle::presets::GoalPreset;
use crate::puzzle::{Board, HEURISTICS, Puzzle, Size, Verdict, notation, scramble, solvability};
use crate::search::ALGORITHMS;
use crate::trace::{Moment, NodeId};
use std::path::PathBuf;
use std::time::Duration;

/// What the model wants done outside of it.
#[derive(Clone, Debug)]
pub enum Request {
    /// Ask for a file to open.
    OpenDialog,
    /// Ask where to save this puzzle, then save it.
    SaveDialog(Box<Puzzle>),
    /// Read this file.
    Load(PathBuf),
    /// Write this puzzle to this file.
    Save(PathBuf, Box<Puzzle>),
    Copy(String),
    Tell(Notice),
    Theme(egui::ThemePreference),
    Quit,
}

/// The moment that is shown, and whether it moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cursor {
    pub t: Moment,
    pub playing: bool,
    /// Steps a second while playing.
    pub speed: f32,
    /// Whether it stays at the end of a run that works.
    pub follows: bool,
    since: f32,
}

impl Cursor {
    /// The steps a second that can be chosen.
    pub const SPEEDS: [f32; 8] = [1.0, 2.0, 5.0, 10.0, 50.0, 200.0, 1000.0, 10_000.0];
}

/// What the window shows.
pub struct Model {
    puzzle: Puzzle,
    undo: Vec<Puzzle>,
    redo: Vec<Puzzle>,
    /// As it was last saved or opened; `None` for a puzzle that never was.
    saved: Option<Puzzle>,
    file: Option<PathBuf>,
    recent: Vec<PathBuf>,
    settings: Settings,
    runs: Runs,
    cursor: Cursor,
    selection: Option<NodeId>,
    /// How often a node was to be brought into view.
    reveals: u32,
    view: BoardView,
    player: Player,
    theme: egui::ThemePreference,
    /// What waits for an answer to “save changes first?”.
    pending: Option<Box<Action>>,
    requests: Vec<Request>,
    wake: std::sync::Arc<dyn Fn() + Send + Sync>,
    /// How many nodes of a run are recorded.
    record: u32,
    rng: fastrand::Rng,
}

impl Model {
    const MOST_UNDO: usize = 1000;
    const MOST_RECENT: usize = 10;
    /// How long taking in news may hold up a frame.
    const POLL: Duration = Duration::from_millis(4);

    /// The model at the first start: a puzzle that one press solves.
    /// `wake` is called from other threads when there is something new to show.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        let puzzle = first_puzzle();
        let algorithm = lab::job::algorithm("a-star").unwrap_or(ALGORITHMS[0]);
        let heuristic = lab::job::heuristic("manhattan").unwrap_or(HEURISTICS[0]);
        Model {
            player: Player::new(puzzle.start.clone(), Vec::new()),
            saved: Some(puzzle.clone()),
            puzzle,
            undo: Vec::new(),
            redo: Vec::new(),
            file: None,
            recent: Vec::new(),
            settings: Settings::new(algorithm, heuristic),
            runs: Runs::default(),
            cursor: Cursor {
                t: 0,
                playing: false,
                speed: 10.0,
                follows: true,
                since: 0.0,
            },
            selection: None,
            reveals: 0,
            view: BoardView::Edit(Side::Start),
            theme: egui::ThemePreference::System,
            pending: None,
            requests: Vec::new(),
            wake: std::sync::Arc::new(wake),
            record: 50_000_000,
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

    /// The board that the puzzle panel shows.
    pub fn shown_board(&self) -> &Board {
        match self.view {
            BoardView::Edit(side) => self.board(side),
            BoardView::Play => self.player.board(),
        }
    }

    pub fn verdict(&self) -> Verdict {
        Verdict::new(&self.puzzle.start, &self.puzzle.goal)
    }

    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Whether the puzzle differs from what was last saved or opened.
    pub fn has_unsaved_changes(&self) -> bool {
        self.saved.as_ref() != Some(&self.puzzle)
    }

    /// The puzzle as it was last saved or opened; `None` for one that never was.
    pub fn saved(&self) -> Option<&Puzzle> {
        self.saved.as_ref()
    }

    pub fn file(&self) -> Option<&PathBuf> {
        self.file.as_ref()
    }

    /// The files last opened or saved, newest first.
    pub fn recent(&self) -> &[PathBuf] {
        &self.recent
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn runs(&self) -> &Runs {
        &self.runs
    }

    pub fn cursor(&self) -> &Cursor {
        &self.cursor
    }

    pub fn selection(&self) -> Option<NodeId> {
        self.selection
    }

    /// The node that is shown beside the tree: the selected one, else the one expanded by
    /// the step that leads to the cursor's moment, else the root.
    pub fn shown_node(&self) -> Option<NodeId> {
        let trace = self.runs.active()?.run.trace();
        let root = (trace.n_nodes() > 0).then_some(0);
        let selected = self.selection.filter(|&node| node < trace.n_nodes());
        selected
            .or_else(|| trace.expanded_node(self.cursor.t))
            .or(root)
    }

    /// Changes whenever [`Action::Reveal`] asks for the selected node to be brought into
    /// view.
    pub fn reveals(&self) -> u32 {
        self.reveals
    }

    pub fn view(&self) -> BoardView {
        self.view
    }

    pub fn player(&self) -> &Player {
        &self.player
    }

    pub fn theme(&self) -> egui::ThemePreference {
        self.theme
    }

    /// What waits for an answer to “save changes first?”.
    pub fn pending(&self) -> Option<&Action> {
        self.pending.as_deref()
    }

    /// What the model wants done outside of it, since this was last asked.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// Whether something moves by itself, so that another frame is due.
    pub fn is_moving(&self) -> bool {
        self.cursor.playing || self.player.playing
    }

    /// The only function that changes the model.
    pub fn apply(&mut self, action: Action) {
        match action {
            Action::Edit(edit) => self.edit(edit),
            Action::Undo => swap_snapshot(&mut self.puzzle, &mut self.undo, &mut self.redo),
            Action::Redo => swap_snapshot(&mut self.puzzle, &mut self.redo, &mut self.undo),

            Action::New(_)
            | Action::OpenDialog
            | Action::Open(_)
            | Action::Example(_)
            | Action::Quit
                if self.has_unsaved_changes() && self.pending.is_none() =>
            {
                self.pending = Some(Box::new(action));
            }
            Action::New(size) => self.replace(Puzzle::default_for(size), None),
            Action::OpenDialog => self.requests.push(Request::OpenDialog),
            Action::Open(path) => self.requests.push(Request::Load(path)),
            Action::Example(puzzle) => self.replace(*puzzle, None),
            Action::Quit => self.requests.push(Request::Quit),
            Action::Opened(path, puzzle) => self.replace(*puzzle, Some(path)),
            Action::Save => match self.file.clone() {
                Some(path) => self
                    .requests
                    .push(Request::Save(path, self.puzzle.clone().into())),
                None => self.apply(Action::SaveAs),
            },
            Action::SaveAs => {
                self.requests
                    .push(Request::SaveDialog(self.puzzle.clone().into()));
            }
            Action::Saved(path, puzzle) => self.was_saved(path, *puzzle),
            Action::Confirm(confirmation) => self.confirm(confirmation),
            Action::Tell(notice) => self.requests.push(Request::Tell(notice)),

            Action::Settings(settings) => self.settings = *settings,

            Action::Solve => self.start(false),
            Action::StepRun => match self.runs.working() {
                Some(entry) => {
                    entry.run.pause();
                    entry.run.step(1);
                }
                None => self.start(true),
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

            Action::Seek(t) => {
                self.cursor.t = t.min(self.end());
                self.cursor.follows = t >= self.end();
            }
            Action::SeekBy(steps) => {
                let t = (i64::from(self.cursor.t) + steps).clamp(0, i64::from(self.end()));
                self.cursor.playing = false;
                self.apply(Action::Seek(t as Moment));
            }
            Action::SeekEnd => self.apply(Action::Seek(self.end())),
            Action::TogglePlay => {
                if !self.cursor.playing && self.cursor.t == self.end() {
                    self.cursor.t = 0;
                }
                self.cursor.playing = !self.cursor.playing && self.end() > 0;
                self.cursor.follows = false;
                self.cursor.since = 0.0;
            }
            Action::Speed(speed) => self.cursor.speed = speed,
            Action::Select(node) => self.selection = node,
            Action::Reveal(node) => {
                self.selection = Some(node);
                self.reveals = self.reveals.wrapping_add(1);
            }

            Action::View(view) => {
                if view == BoardView::Play && *self.player.start() != self.puzzle.start {
                    self.player.restart(self.puzzle.start.clone(), Vec::new());
                }
                self.view = view;
            }
            Action::PlaySolution => self.play_solution(),
            Action::PlayerToggle => self.player.toggle(),
            Action::PlayerSeek(at) => {
                self.player.playing = false;
                self.player.seek(at);
            }
            Action::PlayerMove(direction) => self.player.make(direction),
            Action::PlayerSpeed(speed) => self.player.speed = speed,

            Action::Theme(theme) => {
                self.theme = theme;
                self.requests.push(Request::Theme(theme));
            }
            Action::Copy(text) => self.requests.push(Request::Copy(text)),
            Action::CopyBoard => {
                let line = notation::board_line(self.shown_board());
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

    fn edit(&mut self, edit: Edit) {
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
        if puzzle != self.puzzle {
            self.undo.push(std::mem::replace(&mut self.puzzle, puzzle));
            if self.undo.len() > Self::MOST_UNDO {
                self.undo.remove(0);
            }
            self.redo.clear();
        }
    }

    /// Another puzzle takes the place of this one, which is as saved as it gets.
    fn replace(&mut self, puzzle: Puzzle, file: Option<PathBuf>) {
        self.undo.clear();
        self.redo.clear();
        self.saved = Some(puzzle.clone());
        self.puzzle = puzzle;
        self.view = BoardView::Edit(Side::Start);
        self.remember(file.as_ref());
        self.file = file;
    }

    /// Takes up what an earlier window left.
    fn restore(&mut self, restored: Restored) {
        self.recent = restored.recent;
        if let Some(settings) = restored.settings {
            self.settings = settings;
        }
        if let Some(puzzle) = restored.puzzle {
            self.replace(puzzle, None);
            self.saved = restored.saved;
            self.file = restored.file;
        }
        self.apply(Action::Theme(restored.theme));
    }

    fn was_saved(&mut self, path: PathBuf, puzzle: Puzzle) {
        self.saved = Some(puzzle);
        self.remember(Some(&path));
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        self.requests
            .push(Request::Tell(Notice::Done(format!("Saved {name}"))));
        self.file = Some(path);
        // What waited for this goes on.
        if let Some(pending) = self.pending.take() {
            self.apply(*pending);
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
        match confirmation {
            Confirmation::Save => self.apply(Action::Save),
            Confirmation::Discard => {
                if let Some(pending) = self.pending.take() {
                    self.saved = Some(self.puzzle.clone());
                    self.apply(*pending);
                }
            }
            Confirmation::Cancel => self.pending = None,
        }
    }

    fn start(&mut self, paused: bool) {
        if self.runs.working().is_some() {
            return;
        }
        let job = Job {
            puzzle: self.puzzle.clone(),
            settings: self.settings.clone(),
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

    fn with_working(&self, act: impl FnOnce(&lab::Run)) {
        if let Some(entry) = self.runs.working() {
            act(&entry.run);
        }
    }

    fn shown_run_changed(&mut self) {
        self.cursor.t = self.end();
        self.cursor.follows = true;
        self.cursor.playing = false;
        self.selection = None;
    }

    fn play_solution(&mut self) {
        let Some(run) = self.runs.active().map(|entry| &entry.run) else {
            return;
        };
        if let Some(Outcome::Solved { moves, .. }) = run.report().map(|report| &report.outcome) {
            let start = run.job().puzzle.start.clone();
            self.player.restart(start, moves.clone());
            self.player.toggle();
            self.view = BoardView::Play;
        }
    }

    fn paste(&mut self, text: &str) {
        if text.trim_start().starts_with('{') {
            match lab::files::from_json(text) {
                Ok(puzzle) => {
                    self.undo.push(std::mem::replace(&mut self.puzzle, puzzle));
                    self.redo.clear();
                }
                Err(error) => self.apply(Action::Tell(Notice::Failed(error.to_string()))),
            }
            return;
        }
        let side = if self.view == BoardView::Edit(Side::Goal) {
            Side::Goal
        } else {
            Side::Start
        };
        match notation::parse_board(text) {
            Ok(board) => {
                if board.size() != self.puzzle.start.size() {
                    self.edit(Edit::Resize(board.size()));
                }
                self.edit(Edit::Board(side, board));
            }
            Err(error) => {
                self.apply(Action::Tell(Notice::Failed(format!(
                    "The text is no board: {error}"
                ))));
            }
        }
    }

    fn tick(&mut self, elapsed: Duration) {
        for entry in self
            .runs
            .iter_mut()
            .filter(|entry| entry.run.state() != RunState::Ended)
        {
            entry.run.poll(Self::POLL);
        }
        self.player.tick(elapsed);
        let end = self.end();
        if self.cursor.playing {
            let since = self.cursor.since + elapsed.as_secs_f32() * self.cursor.speed;
            self.cursor.t = self.cursor.t.saturating_add(since as Moment).min(end);
            self.cursor.since = since.fract();
            self.cursor.playing = self.cursor.t < end;
        } else if self.cursor.follows {
            self.cursor.t = end;
        }
        self.cursor.t = self.cursor.t.min(end);
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

/// The puzzle of the first start: the harder one of Kantz (2005), 13 moves.
fn first_puzzle() -> Puzzle {
    let size = Size::new(3, 3).expect("3×3 is a size");
    Puzzle {
        name: "Kantz 2005, the harder one".into(),
        start: Board::new(size, &[2, 7, 3, 1, 6, 4, 8, 0, 5]).expect("a board"),
        goal: GoalPreset::BlankLast.board(size),
        ..Puzzle::default_for(size)
    }
}
