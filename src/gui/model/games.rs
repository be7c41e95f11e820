//! The game: how it goes on with time, and how it becomes a run.

use super::Model;
use crate::gui::edit::BoardView;
use crate::gui::games::Played;
use crate::gui::requests::Request;
use crate::gui::unfinished_games::UnfinishedGame;
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

    /// The game of the open puzzle as it would be left, unless there is none or it is won.
    pub(super) fn unfinished_game(&self) -> Option<UnfinishedGame> {
        let puzzle = self.puzzle()?;
        let shown = (self.player.begins_as(self.problem()))
            .then(|| (self.games).to_leave(puzzle, self.player.moves(), self.player.at()));
        // A solution may be shown in its place.
        let hidden = || {
            let (_, moves) = self.document.played()?;
            self.games.to_leave(puzzle, &moves, moves.len())
        };
        shown.flatten().or_else(hidden)
    }

    /// All games that a later window goes on with, that of the open puzzle last.
    pub(super) fn unfinished_games(&self) -> Vec<UnfinishedGame> {
        let mut games = self.games.unfinished().clone();
        self.unfinished_game()
            .into_iter()
            .for_each(|game| games.leave(game));
        games.as_slice().to_vec()
    }

    /// Goes on with the game of the open puzzle, if one was left. Its moves can be taken back.
    pub(super) fn resume_game(&mut self) {
        let problem = self.document.problem().clone();
        let Some(game) = problem.puzzle().and_then(|it| self.games.resume(it)) else {
            return;
        };
        for n in 1..=game.at {
            self.document.play(&problem, &game.moves[..n]);
        }
        self.player.restart(problem, game.moves);
        self.player.seek(game.at);
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
