//! What the model shows: methods that read it.

use super::Model;
use crate::gui::audits::Audits;
use crate::gui::breakpoints::Breakpoints;
use crate::gui::colouring::Colouring;
use crate::gui::comparisons::Comparisons;
use crate::gui::conversions::Conversions;
use crate::gui::cursor::Cursor;
use crate::gui::curve_counts::CurveCounts;
use crate::gui::document::Question;
use crate::gui::edit::{BoardView, Side};
use crate::gui::experiments::Experiments;
use crate::gui::exports::Exports;
use crate::gui::finds::Finds;
use crate::gui::frontiers::Frontiers;
use crate::gui::games::{Game, Games, Until};
use crate::gui::generation::Generation;
use crate::gui::hints::Hint;
use crate::gui::levels::Levels;
use crate::gui::library::Library;
use crate::gui::optima::Optima;
use crate::gui::originals::RunOriginals;
use crate::gui::own_heuristics::OwnHeuristicsFile;
use crate::gui::pictures::Pictures;
use crate::gui::player::Player;
use crate::gui::predictions::Predictions;
use crate::gui::published::PublishedRuns;
use crate::gui::runs::Runs;
use crate::gui::session::SessionData;
use crate::gui::spaces::Spaces;
use crate::gui::subtrees::RunSubtrees;
use crate::gui::tables::Tables;
use crate::gui::trace_files::TraceFiles;
use std::path::{Path, PathBuf};
use tilescope_lab::collection::KnownLength;
use tilescope_lab::{Job, Problem, RunState, Settings, State};
use tilescope_puzzle::routes::Route;
use tilescope_puzzle::{Puzzle, Solvability};
use tilescope_trace::{Moment, NodeId};

impl Model {
    pub fn problem(&self) -> &Problem {
        self.document.problem()
    }

    /// What the window calls the problem; empty if it has no name and no file.
    pub fn shown_name(&self) -> String {
        self.document.shown_name()
    }

    /// The problem, if it is a puzzle.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.problem().puzzle()
    }

    /// The problem, if it is a route.
    pub fn route(&self) -> Option<&Route> {
        self.problem().route()
    }

    /// The state that the puzzle panel shows.
    pub fn shown_state(&self) -> State {
        match self.view {
            BoardView::Edit(Side::Start) => self.problem().start(),
            BoardView::Edit(Side::Goal) => self.problem().goal(),
            BoardView::Play => self.player.state().clone(),
        }
    }

    /// The puzzle from the board that the puzzle panel shows to the goal; `None` where there is
    /// none, or the goal itself is shown.
    pub fn shown_puzzle(&self) -> Option<Puzzle> {
        match self.view {
            BoardView::Edit(Side::Goal) => None,
            BoardView::Edit(Side::Start) | BoardView::Play => self.hinted_puzzle(),
        }
    }

    /// The puzzle from the board for which a hint can be asked to the goal: the one that is shown, or the start
    /// where the goal is shown.
    pub fn hinted_puzzle(&self) -> Option<Puzzle> {
        let puzzle = self.puzzle()?;
        let start = match (self.view, self.player.state()) {
            (BoardView::Edit(_), _) => puzzle.start.clone(),
            (BoardView::Play, State::Board(board)) => board.clone(),
            (BoardView::Play, State::City(_)) => return None,
        };
        let hinted = Puzzle::new("", start, puzzle.goal.clone()).ok()?;
        Some(Puzzle {
            costs: puzzle.costs,
            ..hinted
        })
    }

    /// Whether a hint can be asked for: there is none if the board can't be solved, or is the goal.
    pub fn can_hint(&self) -> bool {
        let can =
            |puzzle: Puzzle| puzzle.solvability().is_solvable() && puzzle.start != puzzle.goal;
        self.hinted_puzzle().is_some_and(can)
    }

    /// Whether the board for which a hint can be asked is the goal.
    pub fn is_at_goal(&self) -> bool {
        let hinted = self.hinted_puzzle();
        hinted.is_some_and(|puzzle| puzzle.start == puzzle.goal)
    }

    /// The hint for the board that is shown, if one was asked for.
    pub fn hint(&self) -> Option<&Hint> {
        self.hints.hint(&self.shown_puzzle()?)
    }

    /// Whether the puzzle can be solved; of a route nothing is known beforehand.
    pub fn verdict(&self) -> Option<Solvability> {
        self.puzzle().map(Puzzle::solvability)
    }

    pub fn can_undo(&self) -> bool {
        self.document.can_undo()
    }

    pub fn can_redo(&self) -> bool {
        self.document.can_redo()
    }

    /// The number of versions in the history of the problem, and the index of the present one.
    pub fn versions(&self) -> (usize, usize) {
        self.document.versions()
    }

    /// The name of the step that led to a version.
    pub fn step_name(&self, index: usize) -> &str {
        self.document.step_name(index)
    }

    /// How often another problem was opened.
    pub fn n_opened(&self) -> u32 {
        self.n_opened
    }

    /// How often a board was opened or pasted, or asked for again while it was shown.
    pub fn n_boards(&self) -> u32 {
        self.n_boards
    }

    /// Whether the notes of the problem were put away since it was opened.
    pub fn has_put_notes_away(&self) -> bool {
        self.put_notes_away
    }

    /// Whether the problem differs from what was last saved or opened.
    pub fn has_unsaved_changes(&self) -> bool {
        self.document.has_unsaved_changes()
    }

    /// The problem as it was last saved or opened; `None` for one that never was.
    pub fn saved(&self) -> Option<&Problem> {
        self.document.saved()
    }

    pub fn file(&self) -> Option<&PathBuf> {
        self.document.file()
    }

    /// The puzzle's file, if another program has changed it since.
    pub fn changed_file(&self) -> Option<&Path> {
        self.document.changed_file()
    }

    /// The files last opened or saved, newest first.
    pub fn recent(&self) -> &[PathBuf] {
        self.document.recent()
    }

    pub fn settings(&self) -> &Settings {
        self.settings.current()
    }

    pub fn runs(&self) -> &Runs {
        &self.runs
    }

    pub fn own_heuristics(&self) -> &OwnHeuristicsFile {
        &self.own_heuristics
    }

    pub fn audits(&self) -> &Audits {
        &self.audits
    }

    pub fn breakpoints(&self) -> &Breakpoints {
        &self.breakpoints
    }

    /// The job that the next run would have.
    pub fn next_job(&self) -> Job {
        Job {
            problem: self.problem().clone(),
            settings: self.settings().clone(),
            search_unsolvable: false,
            record: Runs::MAX_RECORDED,
        }
    }

    pub fn finds(&self) -> &Finds {
        &self.finds
    }

    /// By which number the nodes are coloured, and its values in the active run.
    pub fn colouring(&self) -> &Colouring {
        &self.colouring
    }

    /// The least costs of problems whose runs have not proved them.
    pub fn optima(&self) -> &Optima {
        &self.optima
    }

    /// The comparison of two runs.
    pub fn comparisons(&self) -> &Comparisons {
        &self.comparisons
    }

    /// The puzzles that are being exported.
    pub fn conversions(&self) -> &Conversions {
        &self.conversions
    }

    /// What the plots count from the records of the runs.
    pub fn predictions(&self) -> &Predictions {
        &self.predictions
    }

    pub fn curve_counts(&self) -> &CurveCounts {
        &self.curve_counts
    }

    /// The experiment of the user's.
    pub fn experiments(&self) -> &Experiments {
        &self.experiments
    }

    /// The map of the whole space.
    pub fn spaces(&self) -> &Spaces {
        &self.spaces
    }

    /// The indices that count the runs' nodes by depth and f.
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// The sizes of the runs' subtrees.
    pub fn subtrees(&self) -> &RunSubtrees {
        &self.subtrees
    }

    pub fn frontiers(&self) -> &Frontiers {
        &self.frontiers
    }

    /// The earlier nodes that duplicates and better paths have the state of.
    pub fn originals(&self) -> &RunOriginals {
        &self.originals
    }

    /// The open collections.
    pub fn library(&self) -> &Library {
        &self.library
    }

    pub fn pictures(&self) -> &Pictures {
        &self.pictures
    }

    pub fn games(&self) -> &Games {
        &self.games
    }

    /// What is known of the length of the open puzzle: by an open collection, a run, the search beside a
    /// game, or a list of the library.
    pub fn known_length(&self) -> Option<KnownLength> {
        let puzzle = self.puzzle()?;
        let beside_game = || {
            Some(KnownLength {
                moves: self.games.fewest(puzzle)?.try_into().ok()?,
                optimal: true,
                by: String::new(),
            })
        };
        (self.library.known(puzzle))
            .or_else(|| self.runs.known(self.problem()))
            .or_else(beside_game)
            .or_else(|| self.puzzle_lists.known(puzzle))
    }

    /// The game that the puzzle panel plays, if its moves were made by hand.
    pub fn game(&self) -> Option<&Game> {
        let puzzle = self.puzzle()?;
        let is_its = self.player.begins_as(self.problem());
        self.games
            .game(puzzle, self.player.moves())
            .filter(|_| is_its)
    }

    /// The puzzles that are being generated.
    pub fn generation(&self) -> &Generation {
        &self.generation
    }

    pub fn published(&self) -> &PublishedRuns {
        &self.published
    }

    pub fn trace_files(&self) -> &TraceFiles {
        &self.trace_files
    }

    pub fn exports(&self) -> &Exports {
        &self.exports
    }

    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    pub fn cursor(&self) -> &Cursor {
        self.timeline.cursor()
    }

    /// Whether the moment is that of a frame of an animation.
    pub fn is_visiting(&self) -> bool {
        self.timeline.is_visiting()
    }

    /// The last moment of the active run.
    pub fn end(&self) -> Moment {
        let active = self.runs.active();
        active.map_or(0, |entry| entry.run.trace().n_expanded())
    }

    /// The last step of the active run, if its steps can be animated.
    ///
    /// # Errors
    /// If not; says why, in a sentence.
    pub fn end_of_animation(&self) -> Result<Moment, &'static str> {
        let Some(entry) = self.runs.active() else {
            return Err("There is no run to animate: press Solve first.");
        };
        if !matches!(entry.run.state(), RunState::Ended | RunState::Paused) {
            return Err("The search is still running: pause it, or wait for its end.");
        }
        if entry.run.trace().n_nodes() == 0 {
            return Err("The shown run has no record of its steps: choose another one.");
        }
        Ok(self.end())
    }

    /// The selected node of the active run.
    pub fn selection(&self) -> Option<NodeId> {
        self.runs.active()?.number_of(self.timeline.selection()?)
    }

    /// The node of the active run that the pointer is on, in any panel.
    pub fn pointed(&self) -> Option<NodeId> {
        self.runs.active()?.number_of(self.timeline.pointed()?)
    }

    /// Whether the subtree of the selected node has steps to play.
    pub fn can_play_subtree(&self) -> bool {
        let node = self.runs.active().zip(self.selection());
        node.is_some_and(|(entry, node)| entry.run.trace().expanded_at(node).is_some())
    }

    /// The node that is shown beside the tree: the selected one, else the one expanded by
    /// the step that leads to the cursor's moment, else the root.
    pub fn shown_node(&self) -> Option<NodeId> {
        let trace = self.runs.active()?.run.trace();
        let root = (trace.n_nodes() > 0).then_some(0);
        self.selection()
            .or_else(|| trace.expanded_node(self.cursor().t))
            .or(root)
    }

    /// The steps that expanded the selected node's ancestors, the root's first; `None` if no node is
    /// selected that has been generated by expansions.
    pub fn path_steps(&self) -> Option<Vec<Moment>> {
        let trace = self.runs.active()?.run.trace();
        let steps = trace.path(self.selection()?);
        // Each node on the path is generated by the expansion of the one before.
        let mut steps: Vec<Moment> = (steps.iter().skip(1))
            .map(|&node| trace.generated_at(node))
            .collect();
        steps.dedup();
        (!steps.is_empty()).then_some(steps)
    }

    /// Changes whenever the selected node should be brought into view.
    pub fn reveal_generation(&self) -> u32 {
        self.timeline.reveal_generation()
    }

    pub fn view(&self) -> BoardView {
        self.view
    }

    /// The side that a pasted board goes to.
    pub fn edited_side(&self) -> Side {
        match self.view {
            BoardView::Edit(side) => side,
            BoardView::Play => Side::Start,
        }
    }

    pub fn player(&self) -> &Player {
        &self.player
    }

    pub fn theme(&self) -> egui::ThemePreference {
        self.theme
    }

    /// The names of the layouts that the user has saved.
    pub fn own_layouts(&self) -> &[String] {
        &self.own_layouts
    }

    /// What is asked before changes of a problem are lost, if that is.
    pub fn question(&self) -> Option<Question<'_>> {
        self.document.question()
    }

    /// The file that saving would overwrite, and whether it is the puzzle's own, which another
    /// program has changed.
    pub fn conflict(&self) -> Option<(&PathBuf, bool)> {
        self.document.conflict()
    }

    /// What a later window restores.
    pub fn session(&self) -> SessionData {
        SessionData {
            problem: Some(self.problem().clone()),
            saved: self.saved().cloned(),
            file: self.file().cloned(),
            recent: self.recent().to_vec(),
            puzzle_folder: self.puzzle_lists.chosen_folder().cloned(),
            theme: self.theme,
            settings: Some(self.settings().clone()),
            pace: self.tables.pace(),
            kept_runs: Some(self.runs.kept()),
            picture: self.pictures.kept().text(),
            picture_numbers: Some(self.pictures.has_numbers()),
            painted: self.tables.painted().1.cloned(),
            colour_by: self.colouring.chosen(),
            contours: self.colouring.has_contours(),
            breakpoints: self.breakpoints.kept(),
            experiment: self.experiments.kept(),
            collections: self.library.to_save(),
            list: self.puzzle_lists.source(),
            plays: self.view == BoardView::Play,
            games: self.unfinished_games(Until::LastMove),
            runs: self.runs.to_save(false),
        }
    }

    /// Returns the session of a closing window: all games are left, and all searches are stopped.
    pub fn last_session(&self) -> SessionData {
        SessionData {
            games: self.unfinished_games(Until::Now),
            runs: self.runs.to_save(true),
            ..self.session()
        }
    }

    /// Whether something is playing, so that another frame is due.
    pub fn is_moving(&self) -> bool {
        self.cursor().playing || self.player.playing || self.races.playing()
    }
}
