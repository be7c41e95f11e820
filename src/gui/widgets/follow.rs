//! Scrolls by keys: to the widget that a key has given the focus, and by pages.

use super::keys::{pressed_with, take_keys};
use egui::style::ScrollAnimation;
use egui::{Context, Id, Key, Modifiers, Popup, Rect, ScrollArea, Ui, Vec2, WidgetRect};

/// How far beside its edge a widget is scrolled into view, in points.
const MARGIN: f32 = 8.0;

/// The widget that got the focus since the frame before, if it has been drawn.
pub fn focused_now(ctx: &Context) -> Option<WidgetRect> {
    let focused = ctx.memory(|memory| {
        let focused = memory.focused();
        focused.filter(|id| !memory.had_focus_last_frame(*id))
    })?;
    ctx.viewport(|viewport| viewport.this_pass.widgets.get(focused).copied())
}

/// Adds `contents` to the scroll area that `ui` is in, and scrolls to a widget in it that gets the
/// focus while it is out of sight.
pub fn follow_focus<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let focused = |ui: &Ui| ui.memory(|memory| memory.focused());
    let is_drawn =
        |ui: &Ui, id: Id| ui.viewport(|viewport| viewport.this_pass.widgets.contains(id));
    // A popup of a button in here scrolls nothing: it is on a layer of its own.
    let layer = ui.layer_id();
    // Reading its response would take the focus from a widget that is clicked through others, as a
    // board is through its cells.
    let place = |ui: &Ui, id: Id| {
        let widget = ui.viewport(|viewport| viewport.this_pass.widgets.get(id).copied());
        widget.filter(|widget| widget.layer_id == layer)
    };
    let before = focused(ui);
    let is_elsewhere = before.is_some_and(|id| is_drawn(ui, id));
    let inner = contents(ui);
    let now = focused(ui);
    if before != now {
        // Whether it is in here shows in the next frame.
        ui.ctx().request_repaint();
        return inner;
    }
    let here = now.filter(|id| !is_elsewhere && place(ui, *id).is_some());
    let key = ui.unique_id().with("followed focus");
    let followed = ui.data(|data| data.get_temp::<Option<Id>>(key)).flatten();
    if here != followed {
        ui.data_mut(|data| data.insert_temp(key, here));
        let place = here.and_then(|id| place(ui, id));
        if let Some(rect) = place.map(|place| place.rect)
            && !ui.clip_rect().contains_rect(rect)
        {
            ui.scroll_to_rect(rect.expand(MARGIN), None);
        }
    }
    inner
}

/// Adds `contents` with text fields to a popup. A field asks to be scrolled into view: without this,
/// the scroll area around the popup's button would scroll, and the popup with it.
pub fn in_popup<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let height = ui.ctx().content_rect().height() * 0.8;
    let scroll = ScrollArea::vertical().max_height(height);
    scroll.show(ui, contents).inner
}

/// Adds `contents` to the scroll area of a page that covers the window. As [`follow_focus`]; what
/// can't have the focus is reached with Page Up, Page Down, Home and End.
pub fn scrolled_by_keys<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let inner = follow_focus(ui, contents);
    if !ui.ctx().text_edit_focused() {
        scroll(ui, |key| !take_keys(ui, Modifiers::NONE, &[key]).is_empty());
    }
    inner
}

/// Adds `contents` to the scroll area of a panel. As [`scrolled_by_keys`], while a widget in it, or beside it
/// in the panel, has the focus and has no use for these keys itself.
pub fn scrolled_with_focus<R>(
    ui: &mut Ui,
    is_beside: bool,
    contents: impl FnOnce(&mut Ui) -> R,
) -> R {
    let layer = ui.layer_id();
    let is_focus_drawn = |ui: &Ui| {
        let focused = ui.memory(|memory| memory.focused());
        let place = |id| ui.viewport(|viewport| viewport.this_pass.widgets.get(id).copied());
        let place = focused.and_then(place);
        place.is_some_and(|it| it.layer_id == layer)
    };
    let is_elsewhere = is_focus_drawn(ui);
    let inner = follow_focus(ui, contents);
    let has_focus = is_beside || (!is_elsewhere && is_focus_drawn(ui));
    if has_focus && !ui.ctx().text_edit_focused() && !Popup::is_any_open(ui.ctx()) {
        scroll(ui, |key| !take_keys(ui, Modifiers::NONE, &[key]).is_empty());
    }
    inner
}

/// Whether the widget that has the focus was in this place of the layer in the frame before.
pub fn had_focus(ui: &Ui, place: Rect) -> bool {
    let focused = ui.memory(|memory| memory.focused());
    let widget = |id| ui.viewport(|viewport| viewport.prev_pass.widgets.get(id).copied());
    let widget = focused.and_then(widget);
    widget.is_some_and(|it| it.layer_id == ui.layer_id() && place.contains(it.rect.center()))
}

/// As [`scrolled_by_keys`], for columns that scroll together. A field of one line leaves Page Up and Page Down
/// to them.
pub fn scrolled_together<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let inner = follow_focus(ui, contents);
    let is_typing = ui.ctx().text_edit_focused();
    scroll(ui, |key| {
        let is_of_field = is_typing && matches!(key, Key::Home | Key::End);
        !is_of_field && pressed_with(ui, key) == Some(Modifiers::NONE)
    });
    inner
}

/// Scrolls by the keys that are pressed.
fn scroll(ui: &Ui, is_pressed: impl Fn(Key) -> bool) {
    let page = (ui.clip_rect().height() - 4.0 * MARGIN).max(MARGIN);
    let all = ui.min_rect().height();
    let steps = [
        (Key::PageUp, page),
        (Key::PageDown, -page),
        (Key::Home, all),
        (Key::End, -all),
    ];
    for (key, step) in steps {
        if is_pressed(key) {
            ui.scroll_with_delta_animation(Vec2::new(0.0, step), ScrollAnimation::none());
        }
    }
}
