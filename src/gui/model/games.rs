//! The game: how it goes on with time, and how it becomes a run.

use super::Model;
use crate::gui::edit::BoardView;
use crate::gui::games::Played;
use crate::gui::requests::Request;
use tilescope_lab::Run;
use tilescope_puzzle::Puzzle;

impl Model {
    pub(super) fn tick_game(&mut self) {
        let problem = self.document.problem();
        let is_shown = self.view == BoardView::Play && self.player.begins_as(problem);
        let has_large = |puzzle: &Puzzle| self.tables.has_large(&puzzle.goal);
        let puzzle = problem.puzzle();
        let played = puzzle.map(|puzzle| Played {
            puzzle,
            moves: self.player.moves(),
            at: self.player.at(),
            is_shown,
        });
        let has_large = puzzle.is_some_and(has_large);
        self.games.tick(played, has_large, &self.wake);
        if let Some(loaded) = self.games.poll_recording(&mut self.requests) {
            let bookmarks = loaded.bookmarks.clone();
            let id = self.runs.add_made(Run::loaded(loaded));
            self.bookmarks.load(id, bookmarks);
            self.timeline.show_other_run(self.end());
            self.requests.push(Request::ShowPanel("Tree"));
        }
    }

    /// Begins to make a run of the game that is shown.
    pub(super) fn record_game(&mut self) {
        if let Some(puzzle) = self.document.problem().puzzle() {
            let has_large = self.tables.has_large(&puzzle.goal);
            let moves = self.player.moves();
            (self.games).begin_recording(puzzle, moves, has_large, &self.wake);
        }
    }
}
