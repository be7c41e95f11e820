//! The model: what the window shows. It is changed by [`Model::apply`] alone.

mod bookmarks;
mod breakpoints;
mod comparison;
mod experiment;
mod games;
mod generated;
mod hint;
mod indices;
mod jumps;
mod library;
mod paste;
mod published;
mod race;
mod recovery;
mod runs;
mod trace_files;
mod view;

use super::actions::Action;
use super::audits::Audits;
use super::bookmarks::Bookmarks;
use super::breakpoints::Breakpoints;
use super::colouring::Colouring;
use super::comparisons::Comparisons;
use super::conversions::Conversions;
use super::curve_counts::CurveCounts;
use super::document::{Document, DocumentAction, Replaced};
use super::edit::{BoardView, Clip, Side};
use super::experiments::Experiments;
use super::exports::Exports;
use super::finds::{FindAction, Finds};
use super::frontiers::Frontiers;
use super::games::{Games, Until};
use super::generation::Generation;
use super::hints::Hints;
use super::jumps::Jumps;
use super::levels::Levels;
use super::library::Library;
use super::optima::Optima;
use super::originals::RunOriginals;
use super::own_heuristics::OwnHeuristicsFile;
use super::pasting::Pasting;
use super::pictures::{Choice, Pictures, PicturesAction};
use super::player::Player;
use super::predictions::Predictions;
use super::published::PublishedRuns;
use super::puzzle_lists::PuzzleLists;
use super::races::Races;
use super::requests::{Notice, Request, Wake};
use super::runs::{RunMoment, Runs};
use super::search_settings::SearchSettings;
use super::session::{SessionData, Source};
use super::spaces::Spaces;
use super::subtrees::RunSubtrees;
use super::tables::{Tables, TablesAction};
use super::timeline::{Timeline, TimelineAction};
use super::trace_files::TraceFiles;
use super::unfinished_games::UnfinishedGames;
use std::sync::Arc;
use std::time::Duration;
use tilescope_lab::{Problem, Settings};
use tilescope_puzzle::Board;
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_search::DEFAULT_ALGORITHM;

/// What the window shows. Each part applies its own actions; the model applies those that
/// concern several parts.
pub struct Model {
    document: Document,
    settings: SearchSettings,
    runs: Runs,
    bookmarks: Bookmarks,
    breakpoints: Breakpoints,
    colouring: Colouring,
    comparisons: Comparisons,
    conversions: Conversions,
    curve_counts: CurveCounts,
    experiments: Experiments,
    jumps: Jumps,
    frontiers: Frontiers,
    optima: Optima,
    originals: RunOriginals,
    finds: Finds,
    levels: Levels,
    subtrees: RunSubtrees,
    spaces: Spaces,
    timeline: Timeline,
    player: Player,
    predictions: Predictions,
    view: BoardView,
    n_opened: u32,
    n_boards: u32,
    /// What is solved optimally as soon as the document has it.
    to_solve: Option<Problem>,
    /// Whether the notes of the problem were put away since it was opened.
    put_notes_away: bool,
    /// The end of a run at which Step has said that the search is finished.
    finished: Option<RunMoment>,
    tables: Tables,
    exports: Exports,
    trace_files: TraceFiles,
    published: PublishedRuns,
    races: Races,
    audits: Audits,
    own_heuristics: OwnHeuristicsFile,
    library: Library,
    puzzle_lists: PuzzleLists,
    games: Games,
    pictures: Pictures,
    generation: Generation,
    pasting: Pasting,
    hints: Hints,
    theme: egui::ThemePreference,
    /// The names of the layouts of the user's own, as the workspace has them.
    own_layouts: Vec<String>,
    requests: Vec<Request>,
    wake: Wake,
}

impl Model {
    /// The model at the first start. `wake` is called from other threads when there is
    /// something new to show.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        let document = Document::first();
        Model {
            player: Player::new(document.problem().clone(), Vec::new()),
            document,
            settings: SearchSettings::new(Settings::new(DEFAULT_ALGORITHM, DEFAULT_HEURISTIC)),
            runs: Runs::default(),
            bookmarks: Bookmarks::default(),
            breakpoints: Breakpoints::default(),
            colouring: Colouring::default(),
            comparisons: Comparisons::default(),
            conversions: Conversions::default(),
            curve_counts: CurveCounts::default(),
            experiments: Experiments::default(),
            jumps: Jumps::default(),
            frontiers: Frontiers::default(),
            optima: Optima::default(),
            originals: RunOriginals::default(),
            finds: Finds::default(),
            levels: Levels::default(),
            subtrees: RunSubtrees::default(),
            spaces: Spaces::default(),
            timeline: Timeline::default(),
            predictions: Predictions::default(),
            view: BoardView::Edit(Side::Start),
            n_opened: 0,
            n_boards: 0,
            to_solve: None,
            put_notes_away: false,
            finished: None,
            tables: Tables::default(),
            exports: Exports::default(),
            trace_files: TraceFiles::default(),
            published: PublishedRuns::default(),
            races: Races::default(),
            audits: Audits::default(),
            own_heuristics: OwnHeuristicsFile::default(),
            library: Library::default(),
            puzzle_lists: PuzzleLists::default(),
            games: Games::default(),
            pictures: Pictures::default(),
            generation: Generation::default(),
            pasting: Pasting::default(),
            hints: Hints::default(),
            theme: egui::ThemePreference::System,
            own_layouts: Vec::new(),
            requests: Vec::new(),
            wake: Arc::new(wake),
        }
    }

    /// Takes the requests that were made since this was last called.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// The only function that changes the model.
    pub fn apply(&mut self, action: Action) {
        match action {
            Action::Document(DocumentAction::Paste(side, text)) => {
                self.paste(side, text, Clip::Text);
            }
            Action::Document(DocumentAction::PastePicture(side, text)) => {
                self.paste(side, text, Clip::Picture);
            }
            Action::Document(DocumentAction::Quit) if self.holds_back_quit() => {}
            Action::Document(action) => self.change_document(action),
            Action::Runs(action) if self.bookmarks_hold_back_runs(action) => {}
            Action::Runs(action) => self.change_runs(action),
            Action::Timeline(action) => self.change_timeline(action),
            Action::Player(action) => self.play(action),
            Action::Tables(action) => {
                let request = self.tables.apply(action, &self.wake);
                self.requests.extend(request);
            }
            Action::Export(action) => {
                let request = self.exports.apply(action, &self.wake);
                self.requests.extend(request);
            }
            Action::TraceFile(action) => self.change_trace_files(action),
            Action::Published(action) => self.change_published(action),
            Action::Audits(action) => self.audits.apply(action, &self.wake),
            Action::OwnHeuristics(action) => self.own_heuristics.apply(action, &self.wake),
            Action::Library(action) => self.change_library(action),
            Action::PuzzleLists(action) => self.change_puzzle_lists(action),
            Action::Find(action) => self.find(action),
            Action::Pictures(action) => {
                self.pictures.apply(action, &mut self.requests, &self.wake);
            }
            Action::Games(action) => self.games.apply(action),
            Action::Generation(action) => self.generation.apply(action, &self.wake),
            Action::Bookmarks(action) => self.change_bookmarks(action),
            Action::Breakpoints(action) => self.change_breakpoints(action),
            Action::Comparison(action) => self.compare(action),
            Action::Conversion(action) => {
                let mut problem = self.document.problem().clone();
                *problem.name_mut() = self.document.shown_name();
                let known = self.known_length();
                let conversions = &mut self.conversions;
                let request = conversions.apply(action, &problem, &self.library, known, &self.wake);
                self.requests.extend(request);
            }
            Action::Race(action) if self.bookmarks_hold_back_race(&action) => {}
            Action::Race(action) => self.change_race(action),
            Action::Experiment(action) => self.change_experiment(action),
            Action::Space(action) => self.spaces.apply(action, &self.runs, &self.wake),

            Action::Settings(settings) => self.settings.choose(*settings),
            Action::ColourBy(chosen) => self.colour_by(chosen),
            Action::WantSubtrees(run) => self.subtrees.want(run),
            Action::WantCurveCounts => self.curve_counts.want(),
            Action::WantPrediction(run) => self.predictions.want(run),
            Action::Contours(has_contours) => self.colouring.set_contours(has_contours),
            Action::Colouring(action) => self.colouring.apply(action),
            Action::Jump(landmark, towards) => self.jump(landmark, towards),
            Action::PlayPath => self.play_path(),
            Action::PlaySubtree => self.play_subtree(),
            Action::Point(from, to) => self.timeline.point(from, to),
            Action::PutNotesAway => self.put_notes_away = true,
            Action::ShowPanel(key) => self.requests.push(Request::ShowPanel(key)),
            Action::View(view) => self.set_view(view),
            Action::PlaySolution => self.play_solution(),
            Action::Hint => self.hint_or_move(),

            Action::Theme(theme) => {
                self.theme = theme;
                self.requests.push(Request::Theme(theme));
            }
            Action::Copy(what, text) => self.copy(what, text),
            Action::CopyBoard => {
                let line = self.problem().state_line(&self.shown_state());
                let notice = Notice::Done(format!("Copied {line}"));
                self.requests
                    .extend([Request::Copy(line), Request::Notify(notice)]);
            }
            Action::Layout(change) => self.requests.push(Request::Layout(change)),
            Action::OwnLayouts(names) => self.own_layouts = names,
            Action::CopyPicture => self.requests.push(Request::CopyPicture),
            Action::Notify(notice) => self.requests.push(Request::Notify(notice)),
            Action::SaveImage(image) => self.requests.push(Request::SaveImage(image)),
            Action::SaveText(text) => self.requests.push(Request::SaveTextDialog(text)),
            Action::Visit(t) => self.timeline.visit(t.map(|t| t.min(self.end()))),
            Action::AskSaveAnimation(animation) => {
                self.requests.push(Request::SaveAnimationDialog(animation));
            }
            Action::SaveAnimation(path, animation) => {
                self.requests.push(Request::SaveAnimation(path, animation));
            }
            Action::SaveSolution(path, solution) => {
                self.requests.push(Request::SaveSolution(path, solution));
            }
            Action::Restore(session) => self.restore(session.restore()),
            Action::Recover(to) => self.recover(*to),
            Action::Tick(elapsed) => self.tick(elapsed),
        }
        let problem = self.document.problem();
        self.settings.drop_measure_of_other_size(problem);
    }

    fn change_document(&mut self, action: DocumentAction) {
        use DocumentAction as A;
        let was_played = self.document.played().is_some();
        if let A::Opened(..) = action {
            self.requests.push(Request::ForgetNotOpened);
        }
        if matches!(action, A::Undo) && self.hides_game() {
            // A solution is shown in place of the game: the game comes back first.
            self.sync_to_moves(was_played, false);
            return;
        }
        let is_undo = matches!(action, A::Undo);
        let is_travel = matches!(action, A::Undo | A::Redo | A::TakeBack | A::GoTo(_));
        if let A::Saved(path, _) = &action {
            self.library.puzzle_saved(path, &mut self.requests);
        }
        let is_list_stale = matches!(action, A::Saved(..) | A::Reloaded(..) | A::TakeTheirs);
        let before = self.document.problem().clone();
        let origin = self.document.origin_id();
        let game = self.unfinished_game(Until::Now);
        self.keep_experiment(&action);
        let replaced = self.document.apply(action, &mut self.requests);
        if is_list_stale {
            // It may lack the file, or have it as it was.
            self.puzzle_lists
                .refresh(self.document.recent(), &self.wake);
        }
        self.drop_discarded_experiment();
        if self.document.origin_id() != origin {
            self.begin_settings();
        }
        self.sync_to_problem();
        if is_travel {
            self.sync_to_moves(was_played, is_undo);
        } else if self.view == BoardView::Play && !self.document.problem().is_same_task(&before) {
            // Another puzzle is another game.
            let problem = self.document.problem().clone();
            self.player.restart(problem, Vec::new());
        }
        self.tell_of_generated(replaced);
        if replaced == Replaced::Yes {
            self.n_opened += 1;
            self.n_boards += 1;
            self.put_notes_away = false;
            self.library.note_opened(self.document.problem());
            let problem = self.document.problem().clone();
            self.player.restart(problem, Vec::new());
            self.games.leave(game);
            self.resume_game();
            self.leave_goal();
        }
        self.start_published(replaced);
        self.solve_opened();
    }

    /// Drops the settings of the problem before.
    fn begin_settings(&mut self) {
        let dropped = self.settings.begin_problem(self.document.problem());
        let notices = dropped.into_iter().map(Notice::Done);
        self.requests.extend(notices.map(Request::Notify));
    }

    /// Restarts the player and shows no run if the problem is now of another kind.
    fn sync_to_problem(&mut self) {
        if !self.player.fits(self.document.problem()) {
            let problem = self.document.problem().clone();
            self.player.restart(problem, Vec::new());
            self.leave_goal();
            self.runs.deactivate();
            self.timeline.show_other_run(self.end());
        }
    }

    /// Another problem shows its start. Who plays goes on to play.
    fn leave_goal(&mut self) {
        if self.view != BoardView::Play {
            self.view = BoardView::Edit(Side::Start);
        }
    }

    /// Restores what an earlier window saved.
    fn restore(&mut self, data: SessionData) {
        self.tables.set_pace(data.pace);
        if let Some(kept) = data.kept_runs {
            self.runs.keep(kept);
        }
        self.runs.restore(data.runs);
        self.timeline.show_other_run(self.end());
        if let Some(settings) = data.settings {
            self.settings = SearchSettings::new(settings);
        }
        self.colouring.choose(data.colour_by);
        self.colouring.set_contours(data.contours);
        self.breakpoints.restore(data.breakpoints);
        self.experiments.restore(data.experiment);
        self.document
            .restore(data.recent, data.problem, data.saved, data.file);
        self.sync_to_problem();
        self.games.restore(UnfinishedGames::new(data.games));
        self.resume_game();
        if data.plays {
            self.set_view(BoardView::Play);
        }
        if let Some((goal, partition)) = data.painted {
            self.apply(TablesAction::Painted(goal, partition).into());
        }
        if let Some(picture) = data.picture {
            self.apply(PicturesAction::Choose(Choice::from_text(&picture)).into());
        }
        if let Some(has_numbers) = data.picture_numbers {
            self.apply(PicturesAction::Numbers(has_numbers).into());
        }
        self.puzzle_lists
            .set_folder(data.puzzle_folder, &mut self.requests);
        let has_collections = !data.collections.open.is_empty();
        self.library.restore(data.collections, &mut self.requests);
        if data.list != Source::Collection || has_collections {
            self.puzzle_lists.restore(data.list);
        }
        self.apply(Action::Theme(data.theme));
    }

    fn copy(&mut self, what: &str, text: String) {
        let notice = Notice::Done(format!("Copied {what}."));
        self.requests
            .extend([Request::Copy(text), Request::Notify(notice)]);
    }

    fn set_view(&mut self, view: BoardView) {
        let problem = self.document.problem();
        if view == BoardView::Play && !self.player.plays(problem) {
            let problem = problem.clone();
            self.player.restart(problem, Vec::new());
        }
        if view == self.view {
            self.n_boards += 1;
        }
        self.view = view;
    }

    fn play_solution(&mut self) {
        if let Some((problem, moves)) = self.runs.active_solution() {
            self.player.restart(problem.clone(), moves.to_vec());
            self.player.toggle();
            self.view = BoardView::Play;
        }
    }

    /// Changes the condition that is searched for, or goes to a node for which it holds.
    fn find(&mut self, action: FindAction) {
        let found = self.finds.neighbour(&action, self.selection());
        if let Some((entry, node)) = self.runs.active().zip(found)
            && let Some(run_node) = entry.node(node)
        {
            // A node is shown from the step that generates it.
            let born = entry.run.trace().generated_at(node);
            if born > self.cursor().t {
                let by = i64::from(born) - i64::from(self.cursor().t);
                self.apply(TimelineAction::SeekBy(by).into());
            }
            self.apply(TimelineAction::Reveal(run_node).into());
        }
        self.finds.apply(action);
        self.finds.poll(&self.runs, &self.wake);
    }

    fn tick(&mut self, elapsed: Duration) {
        let has_ended = self.runs.poll(&mut self.requests);
        self.runs.accept(self.audits.proved());
        if has_ended {
            self.tables.run_ended(&self.wake);
            self.library.note_runs(&self.runs);
        }
        self.tick_race(elapsed);
        self.show_hit();
        self.bookmarks.poll(&self.runs);
        self.poll_indices();
        self.finds.poll(&self.runs, &self.wake);
        let shown = self.shown_node();
        self.colouring.poll(&self.runs, shown, &self.wake);
        self.curve_counts.poll(&self.runs, &self.wake);
        self.predictions.poll(&self.runs, &self.wake);
        self.optima.poll(&self.runs, &self.wake);
        self.poll_comparison();
        self.spaces.poll(&self.runs, &self.wake);
        self.poll_experiment();
        self.arrive();
        self.requests.extend(self.tables.poll(&self.wake));
        self.published.poll();
        self.audits.poll();
        self.conversions.poll();
        self.own_heuristics.poll(&self.wake, &mut self.requests);
        self.requests.extend(self.exports.poll());
        self.poll_generation();
        self.poll_paste();
        self.poll_trace_files();
        self.puzzle_lists.poll();
        if self.runs.take_to_play(self.document.problem()) {
            self.play_solution();
        }
        self.player.tick(elapsed);
        self.tick_game();
        self.pictures.poll(&mut self.requests, &self.wake);
        self.timeline.tick(elapsed, self.end());
        let shown = self.shown_puzzle();
        let tables = &self.tables;
        let has_large = |goal: &Board| tables.has_large(goal);
        self.hints.poll(shown.as_ref(), &has_large, &self.wake);
    }
}
