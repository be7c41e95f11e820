//! Takes what a pasted text holds.

use super::Model;
use crate::gui::document::DocumentAction;
use crate::gui::edit::{BoardView, Clip, Side};
use crate::gui::library::LibraryAction;
use crate::gui::pasting::Pasted;
use crate::gui::player::PlayerAction;
use crate::gui::requests::{Notice, Request};
use crate::gui::text::{self, sentence};
use tilescope_puzzle::{Direction, Puzzle};

impl Model {
    /// Reads a text; a small one is taken at once.
    pub(super) fn paste(&mut self, side: Side, text: String, clip: Clip) {
        let puzzle = self.document.problem().puzzle().cloned();
        self.pasting.begin((side, clip), text, puzzle, &self.wake);
        self.poll_paste();
    }

    /// Takes what a pasted text holds, once it is read.
    pub(super) fn poll_paste(&mut self) {
        let Some(((side, clip), pasted)) = self.pasting.poll() else {
            return;
        };
        self.requests.push(Request::ForgetNotPasted);
        let failed = |text: String| Request::Notify(Notice::NotPasted(text));
        match pasted {
            Ok(Pasted::Moves(puzzle, moves)) => self.replay(*puzzle, moves),
            Ok(Pasted::Outside) => {
                let text = "The pasted moves leave the board: they belong to another start.";
                self.requests.push(failed(text.into()));
            }
            Ok(Pasted::Problem(problem, how)) => {
                let before = self.problem().clone();
                self.change_document(DocumentAction::Pasted(side, problem, how, clip));
                self.n_boards += 1;
                if self.view == BoardView::Play && *self.problem() == before {
                    // The board that was pasted is the one from which this game has started.
                    self.apply(PlayerAction::Seek(0).into());
                }
            }
            Ok(Pasted::Collection(file)) => self.apply(LibraryAction::Opened(file).into()),
            Err(error) => {
                let text = format!("The text is no board: {error}");
                self.requests.push(failed(sentence(&text)));
            }
        }
    }

    fn replay(&mut self, puzzle: Puzzle, moves: Vec<Direction>) {
        let notice = format!("Pasted {}.", text::moves(moves.len() as u64));
        let actions = moves.into_iter().map(Into::into).collect();
        self.player.restart(puzzle.into(), actions);
        self.view = BoardView::Play;
        self.requests.push(Request::Notify(Notice::Done(notice)));
    }
}
