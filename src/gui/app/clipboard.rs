//! Copy and paste, which come from the system as events of their own.

use super::App;
use crate::gui::actions::Action;
use crate::gui::document::DocumentAction;
use crate::gui::panel_image::hidden_text;
use crate::gui::pictures::PicturesAction;
use crate::gui::requests::Page;
use egui::Event;

impl App {
    /// Copies the edited board, or takes what is pasted. A text field has both for itself. Below a page
    /// or a question nothing is copied or pasted, but the page of pictures takes a picture.
    pub(super) fn take_clipboard(&mut self, ctx: &egui::Context, actions: &mut Vec<Action>) {
        // A board in focus is copied and pasted as any other.
        let is_typing = ctx.text_edit_focused();
        let takes_boards = !is_typing && !self.is_covered();
        let takes_pictures = takes_boards || !is_typing && self.overlays.shows(Page::Picture);
        let side = self.model.edited_side();
        ctx.input_mut(|input| {
            for event in &mut input.events {
                match event {
                    // It may be long.
                    Event::Paste(text) if takes_boards => {
                        let text = std::mem::take(text);
                        actions.push(DocumentAction::Paste(side, text).into());
                    }
                    Event::PasteImage(image) if takes_pictures => {
                        let board = hidden_text::find(&image.pixels).filter(|_| takes_boards);
                        actions.push(match board {
                            Some(board) => DocumentAction::PastePicture(side, board).into(),
                            None => PicturesAction::Paste(image.clone()).into(),
                        });
                    }
                    Event::Copy if takes_boards => actions.push(Action::CopyBoard),
                    _ => {}
                }
            }
        });
    }
}
