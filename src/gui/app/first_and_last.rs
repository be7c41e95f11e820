//! Home and End lead to the first and to the last entry of an open menu or list.

use super::focus::{Focus, drawn, stops};
use egui::{Context, Key, LayerId, Modifiers, Popup};

/// At the end of a frame, when the contents of the menu have had the keys that they take.
pub fn lead(ctx: &Context, focus: &mut Focus) {
    if !Popup::is_any_open(ctx) || ctx.text_edit_focused() {
        return;
    }
    let focused = ctx.memory(|memory| memory.focused());
    let Some(layer) = focused.and_then(|id| drawn(ctx, id)).map(|it| it.layer_id) else {
        return;
    };
    let is_page = ctx.memory(|memory| memory.top_modal_layer()) == Some(layer);
    if layer == LayerId::background() || is_page {
        return;
    }
    let entries = stops(ctx, layer);
    for (key, entry) in [(Key::Home, entries.first()), (Key::End, entries.last())] {
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key))
            && let Some(entry) = entry
        {
            focus.give(ctx, *entry);
        }
    }
}
