//! A pasted solution, whose moves are replayed from the start, and pasted puzzles.

use super::Model;
use crate::gui::edit::BoardView;
use crate::gui::library::{CollectionFile, CollectionSource, LibraryAction};
use crate::gui::requests::{Notice, Request};
use tilescope_lab::files::exchange::Choices;
use tilescope_lab::files::{self, Opened};
use tilescope_lab::{Problem, format};
use tilescope_puzzle::{Direction, MoveNotation, Puzzle};

impl Model {
    /// Takes moves of the blank or of the tiles. Returns whether the text has moves, and no board.
    ///
    /// The letters are the same in both notations. Moves that lead to the goal are preferred, then
    /// those that stay on the board.
    pub(super) fn paste_moves(&mut self, text: &str) -> bool {
        let Problem::Tiles(puzzle) = self.document.problem() else {
            return false;
        };
        let moves = MoveNotation::Blank.read(text).unwrap_or_default();
        if moves.is_empty() {
            return false;
        }
        let as_tiles: Vec<Direction> = moves.iter().map(|it| it.opposite()).collect();
        let ways = [moves, as_tiles];
        // Of equals the last one is the maximum: the moves of the blank.
        let best = ways.iter().rev().max_by_key(|moves| end(puzzle, moves));
        let best = best.filter(|moves| end(puzzle, moves) != End::Outside);
        let notice = match best {
            None => Notice::Failed(
                "The pasted moves leave the board: they belong to another start.".into(),
            ),
            Some(moves) => {
                let notice = match moves.len() {
                    1 => "Pasted 1 move.".to_owned(),
                    n => format!("Pasted {} moves.", format::count(n as u64)),
                };
                let actions = moves.iter().map(|&it| it.into()).collect();
                let problem = Problem::from(puzzle.clone());
                self.player.restart(problem, actions);
                self.view = BoardView::Play;
                Notice::Done(notice)
            }
        };
        self.requests.push(Request::Notify(notice));
        true
    }
}

impl Model {
    /// Opens a pasted text that has several puzzles as a collection. Returns whether it has.
    pub(super) fn paste_collection(&mut self, text: &str) -> bool {
        let opened = files::opened_text(text, &Choices::default());
        let Ok((Opened::Collection(mut collection), how)) = opened else {
            return false;
        };
        if collection.name.is_empty() {
            collection.name = "Pasted puzzles".into();
        }
        let readings = how.map(|how| how.reading.sentence()).into_iter().collect();
        let file = CollectionFile::new(CollectionSource::Generated, collection, readings, 0);
        self.apply(LibraryAction::Opened(file.into()).into());
        true
    }
}

/// Where moves lead from the start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum End {
    Outside,
    Elsewhere,
    Goal,
}

fn end(puzzle: &Puzzle, moves: &[Direction]) -> End {
    let mut board = puzzle.start.clone();
    if !moves.iter().all(|&direction| board.slide(direction)) {
        return End::Outside;
    }
    match board == puzzle.goal {
        true => End::Goal,
        false => End::Elsewhere,
    }
}
