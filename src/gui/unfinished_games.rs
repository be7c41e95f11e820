//! Games that were left before the goal was reached. Each goes on when its puzzle is opened again, in a
//! later window too.

use std::time::Duration;
use tilescope_puzzle::Puzzle;
use tilescope_search::Action;

/// A game that was left.
#[derive(Clone, Debug)]
pub struct UnfinishedGame {
    pub puzzle: Puzzle,
    /// From the start; those that were taken back are among them.
    pub moves: Vec<Action>,
    /// How many of them are made.
    pub at: usize,
    /// The time that was played until the last move.
    pub time: Duration,
    /// Whether a hint was looked at.
    pub had_hint: bool,
}

impl UnfinishedGame {
    fn is_of(&self, puzzle: &Puzzle) -> bool {
        self.puzzle.is_same_task(puzzle)
    }
}

/// The games that were left last, the newest last; one a puzzle.
#[derive(Clone, Debug, Default)]
pub struct UnfinishedGames {
    games: Vec<UnfinishedGame>,
}

impl UnfinishedGames {
    /// The greatest number that is kept.
    pub const MAX: usize = 100;

    pub fn new(games: Vec<UnfinishedGame>) -> UnfinishedGames {
        UnfinishedGames { games }
    }

    /// A game is left, in place of an older one of its puzzle.
    pub fn leave(&mut self, game: UnfinishedGame) {
        self.take(&game.puzzle);
        if self.games.len() >= Self::MAX {
            self.games.remove(0);
        }
        self.games.push(game);
    }

    /// The game of this puzzle, which goes on and is no longer among them.
    pub fn take(&mut self, puzzle: &Puzzle) -> Option<UnfinishedGame> {
        let index = self.games.iter().position(|game| game.is_of(puzzle))?;
        Some(self.games.remove(index))
    }

    /// All of them, the newest last.
    pub fn as_slice(&self) -> &[UnfinishedGame] {
        &self.games
    }
}
