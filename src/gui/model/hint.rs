//! A hint for the board that is shown.

use super::Model;
use crate::gui::edit::{BoardView, Edit, Side};
use crate::gui::hints::Hint;
use crate::gui::player::PlayerAction;
use crate::gui::tables::TablesAction;

impl Model {
    /// Asks for a hint for the shown board, or for the start where the goal is shown: the start is shown then.
    /// If the hint is already seen, makes its move.
    pub(super) fn hint_or_move(&mut self) {
        let is_seen = self.hint().is_some();
        if self.view == BoardView::Edit(Side::Goal) {
            self.set_view(BoardView::Edit(Side::Start));
        }
        // The hint is for the board that is shown, so the player stops there.
        self.player.playing = false;
        let Some(puzzle) = self.shown_puzzle() else {
            return;
        };
        if self.view == BoardView::Play {
            self.games.note_hint(self.player.at() == 0);
        }
        match self.hints.hint(&puzzle) {
            Some(Hint::Move(next)) if is_seen => {
                let direction = next.direction;
                self.apply(match self.view {
                    BoardView::Edit(side) => Edit::Slide(side, direction).into(),
                    BoardView::Play => PlayerAction::Move(direction.into()).into(),
                });
            }
            Some(_) => {}
            None => {
                // The search for a hint uses large tables that are on disk.
                if !self.tables.is_listed() {
                    self.apply(TablesAction::List.into());
                }
                let tables = &self.tables;
                self.hints
                    .ask(puzzle, &|goal| tables.has_large(goal), &self.wake);
            }
        }
    }
}
