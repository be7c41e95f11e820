//! On a page, up and down lead to the next row. egui goes only to what lies within 45° of straight ahead: from
//! the buttons at the lower left past most of the values at the right, or nowhere.

use crate::gui::app::focus::{can_have_it, drawn, stops};
use crate::gui::widgets::is_passed_by_arrows;
use egui::{Context, Event, Key, LayerId, WidgetRect};

/// Widgets whose centres differ by less than this in height are in one row, in points.
const SAME_ROW: f32 = 8.0;
/// A row is preferred to what lies straight ahead if it is this many times nearer.
const MUCH_NEARER: f32 = 1.75;

/// The widget of a page that had the focus when up or down was pressed, and the nearest of the next row.
#[derive(Default)]
pub struct PageRows(Option<(WidgetRect, WidgetRect)>);

impl PageRows {
    /// At the end of a frame.
    pub fn end(&mut self, ctx: &Context) {
        let pressed = ctx.input(|input| input.events.iter().rev().find_map(vertical_arrow));
        self.0 = pressed.and_then(|key| {
            let focused = ctx.memory(|memory| memory.focused())?;
            let from = drawn(ctx, focused).filter(can_have_it)?;
            let takes_arrows = ctx.text_edit_focused() && !is_passed_by_arrows(ctx, from.id);
            let is_on_page = from.layer_id != LayerId::background();
            let to = in_next_row(ctx, &from, key)?;
            (is_on_page && !takes_arrows).then_some((from, to))
        });
        if self.0.is_some() {
            ctx.request_repaint();
        }
    }

    /// At the beginning of the next one: egui has gone to what lies straight ahead, or nowhere.
    pub fn begin(&mut self, ctx: &Context) {
        let Some((from, to)) = self.0.take() else {
            return;
        };
        let before = |id| ctx.viewport(|it| it.prev_pass.widgets.get(id).copied());
        let focused = ctx.memory(|memory| memory.focused()).and_then(before);
        if focused.is_some_and(|it| it.layer_id == from.layer_id) {
            ctx.memory_mut(|memory| memory.request_focus(to.id));
        }
    }
}

fn vertical_arrow(event: &Event) -> Option<Key> {
    match event {
        Event::Key {
            key: key @ (Key::ArrowUp | Key::ArrowDown),
            pressed: true,
            modifiers,
            ..
        } if modifiers.is_none() => Some(*key),
        _ => None,
    }
}

/// Whether one lies straight above the other.
fn is_in_line(one: &WidgetRect, other: &WidgetRect) -> bool {
    let has_centre = |a: &WidgetRect, b: &WidgetRect| a.rect.x_range().contains(b.rect.center().x);
    has_centre(one, other) || has_centre(other, one)
}

/// The widget straight below or above, unless a row lies much nearer: then the first of that row.
fn in_next_row(ctx: &Context, from: &WidgetRect, key: Key) -> Option<WidgetRect> {
    let place = from.rect;
    let is_there = |it: &WidgetRect| match key {
        Key::ArrowDown => it.rect.center().y > place.bottom(),
        _ => it.rect.center().y < place.top(),
    };
    let mut there = stops(ctx, from.layer_id);
    there.retain(|it| it.interact_rect.is_positive() && is_there(it));
    let away = |it: &WidgetRect| (it.rect.center() - place.center()).abs();
    let nearest = there.iter().map(|it| away(it).y).min_by(f32::total_cmp)?;
    let is_near = |it: &&WidgetRect| away(it).y < MUCH_NEARER * nearest;
    let ahead = there
        .iter()
        .filter(|it| is_in_line(it, from))
        .filter(is_near);
    let ahead = ahead.min_by(|one, other| away(one).length().total_cmp(&away(other).length()));
    let row = there.iter().filter(|it| away(it).y < nearest + SAME_ROW);
    let first = || row.min_by(|one, other| one.rect.left().total_cmp(&other.rect.left()));
    ahead.or_else(first).copied()
}
