//! The game: how moves are made and undone, how it goes on with time, and how it becomes a run.

use super::Model;
use crate::gui::edit::BoardView;
use crate::gui::games::{Played, Until};
use crate::gui::player::PlayerAction;
use crate::gui::requests::Request;
use crate::gui::unfinished_games::UnfinishedGame;
use tilescope_lab::game::GAME;
use tilescope_lab::{Problem, Run};
use tilescope_puzzle::Puzzle;
use tilescope_search::Action;

impl Model {
    pub(super) fn play(&mut self, action: PlayerAction) {
        let (shown, before) = (self.player.moves().to_vec(), self.player.at());
        self.player.apply(action);
        if matches!(action, PlayerAction::Move(_)) && self.player.at() > before {
            let moves = &self.player.moves()[..self.player.at()];
            self.document.play(self.player.problem(), moves, &shown);
            let problem = self.document.problem();
            if let Some(puzzle) = problem.puzzle()
                && self.player.begins_as(problem)
            {
                self.games.note_move(puzzle, moves, &mut self.requests);
            }
        }
    }

    /// Shows the moves of the present version, if that is a move that was played, or with `is_undo` a solution
    /// that stood in their place until the next version. If the version before was played, shows the start,
    /// or a solution from which the first move by hand has led away. A move that is taken back is seen in *Play*.
    pub(super) fn sync_to_moves(&mut self, was_played: bool, is_undo: bool) {
        let shown = self.document.shown_before_play().filter(|_| was_played);
        match (self.document.played(), shown) {
            (Some((_, played)), Some((problem, moves, at)))
                if is_undo && self.is_in_place_of(problem, moves, &played) =>
            {
                self.player.restart_at(problem.clone(), moves.to_vec(), at);
                self.view = BoardView::Play;
            }
            (Some((problem, moves)), _) => {
                let is_shown = self.player.problem() == problem
                    && self.player.moves()[..self.player.at()] == moves[..];
                if !is_shown || self.hides_game() {
                    let n_moves = moves.len();
                    let with_next = self.document.followed().map(<[_]>::to_vec);
                    let moves = with_next.unwrap_or(moves);
                    self.player.restart_at(problem.clone(), moves, n_moves);
                }
                // Whoever takes back an edit goes on to edit.
                if was_played || !is_undo {
                    self.view = BoardView::Play;
                }
            }
            // A game or a solution of another start or goal is not shown as one of this.
            (None, shown) if was_played || !self.player.plays(self.document.problem()) => {
                let (problem, moves, at) = match shown {
                    Some((problem, moves, at)) => (problem.clone(), moves.to_vec(), at),
                    None => (self.document.problem().clone(), Vec::new(), 0),
                };
                self.player.restart_at(problem, moves, at);
                // Whoever takes back the first move sees it taken back.
                if was_played && is_undo {
                    self.view = BoardView::Play;
                }
            }
            (None, _) => {}
        }
        if let Some((problem, moves)) = self.document.played()
            && let Some(puzzle) = problem.puzzle()
        {
            self.games.return_to(puzzle, &moves);
        }
    }

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
        if let Some((puzzle, n_moves, is_shortest)) = self.games.take_won() {
            let (problem, by) = (puzzle.into(), GAME.name);
            (self.library).note_solution(&problem, n_moves as u32, is_shortest, by);
        }
        if let Some(loaded) = self.games.poll_recording(&mut self.requests) {
            let bookmarks = loaded.bookmarks.clone();
            let id = self.runs.add_made(Run::loaded(loaded));
            self.bookmarks.load(id, bookmarks);
            self.library.note_runs(&self.runs);
            self.timeline.show_other_run(self.end());
            self.requests.push(Request::ShowPanel("Tree"));
        }
    }

    /// Whether a solution is shown in place of the moves of the present version: another one than they follow, or
    /// another step of it.
    pub(super) fn hides_game(&self) -> bool {
        let Some((problem, played)) = self.document.played() else {
            return false;
        };
        let shown = self.player.moves();
        let follows = self.document.followed() == Some(shown) && self.player.at() == played.len();
        !follows && self.is_in_place_of(problem, shown, &played)
    }

    /// Whether a solution is shown in place of the moves that were `played` by hand. It may begin with them.
    fn is_in_place_of(&self, problem: &Problem, shown: &[Action], played: &[Action]) -> bool {
        let by_hand = || (self.games).game(problem.puzzle()?, shown);
        shown != played && by_hand().is_none()
    }

    /// The game of the open puzzle as it would be left, unless there is none or it is won.
    pub(super) fn unfinished_game(&self, until: Until) -> Option<UnfinishedGame> {
        let puzzle = self.puzzle()?;
        let shown = (self.player.begins_as(self.problem()))
            .then(|| (self.games).to_leave(puzzle, self.player.moves(), self.player.at(), until));
        // A solution may be shown in its place.
        let hidden = || match self.document.played() {
            Some((_, moves)) => self.games.to_leave(puzzle, &moves, moves.len(), until),
            None => self.games.to_leave_at_start(puzzle, until),
        };
        shown.flatten().or_else(hidden)
    }

    /// All games that a later window goes on with, that of the open puzzle last.
    pub(super) fn unfinished_games(&self, until: Until) -> Vec<UnfinishedGame> {
        let games = self.games.left(self.unfinished_game(until), until);
        games.as_slice().to_vec()
    }

    /// Goes on with the game of the open puzzle, if one was left. Its moves can be taken back.
    pub(super) fn resume_game(&mut self) {
        let problem = self.document.problem().clone();
        let Some(game) = problem.puzzle().and_then(|it| self.games.resume(it)) else {
            return;
        };
        for n in 1..=game.at {
            self.document
                .play(&problem, &game.moves[..n], &game.moves[..n - 1]);
        }
        self.player.restart_at(problem, game.moves, game.at);
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
