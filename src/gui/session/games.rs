//! Reads and writes the games of a session that were left before the goal was reached.

use crate::gui::unfinished_games::UnfinishedGame;
use serde::Serialize;
use serde_json::Value;
use std::time::Duration;
use tilescope_lab::{Problem, files};
use tilescope_puzzle::{Board, Direction, notation};

/// A longer game is not kept.
const MAX_MOVES: usize = 10_000;

/// A game in the file.
#[derive(Serialize)]
pub(super) struct GameForm {
    /// In the form of its file.
    puzzle: String,
    /// Of the blank, as letters.
    moves: String,
    /// How many of them are made.
    at: usize,
    milliseconds: u64,
    hints: bool,
}

impl GameForm {
    /// `None` if it is too long.
    pub(super) fn of(game: &UnfinishedGame) -> Option<Self> {
        let directions = game.moves.iter().copied().map(Direction::from);
        (game.moves.len() <= MAX_MOVES).then(|| GameForm {
            puzzle: files::to_json(&game.puzzle.clone().into()),
            moves: notation::moves(directions),
            at: game.at,
            milliseconds: game.time.as_millis() as u64,
            hints: game.had_hint,
        })
    }
}

/// `None` if it can't be read.
pub(super) fn game(value: &Value) -> Option<UnfinishedGame> {
    let Problem::Tiles(puzzle) = files::from_json(value.get("puzzle")?.as_str()?).ok()? else {
        return None;
    };
    let moves = value.get("moves")?.as_str();
    let moves = moves.filter(|moves| moves.len() <= MAX_MOVES)?;
    let moves = notation::parse_moves(moves).ok()?;
    if !can_be_made(puzzle.start.clone(), &moves) {
        return None;
    }
    let at = usize::try_from(value.get("at")?.as_u64()?).ok()?;
    Some(UnfinishedGame {
        at: at.min(moves.len()),
        moves: moves.into_iter().map(Into::into).collect(),
        time: Duration::from_millis(value.get("milliseconds")?.as_u64()?),
        had_hint: value.get("hints")?.as_bool()?,
        puzzle,
    })
}

/// Whether no move leads over the edge.
fn can_be_made(mut board: Board, moves: &[Direction]) -> bool {
    moves.iter().all(|&direction| board.slide(direction))
}
