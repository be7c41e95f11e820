//! Ctrl+Z in a text field goes back to the text that the field had when it got the focus, and no farther: what it
//! held before belonged to another page, puzzle or search.

use egui::text_edit::TextEditState;
use egui::{Context, Id};

/// The widget that had the focus in the frame before.
#[derive(Default)]
pub struct FieldUndo {
    focused: Option<Id>,
}

impl FieldUndo {
    /// At the end of a frame.
    pub fn end(&mut self, ctx: &Context) {
        let focused = ctx.memory(|memory| memory.focused());
        if focused == self.focused {
            return;
        }
        self.focused = focused;
        let Some(id) = focused else { return };
        if let Some(mut field) = TextEditState::load(ctx, id) {
            field.clear_undoer();
            field.store(ctx, id);
        }
    }
}
