//! Keeps the focus in its panel: arrows do not lead out of it, and if the widget that has the focus goes, as a
//! button that has done its work, the nearest one gets it.

mod page_rows;

use super::focus::{Focus, can_have_it, drawn, stops};
use crate::gui::widgets::ARROWS;
use crate::gui::workspace::{BAND, Workspace};
use egui::{Context, Event, Id, Key, LayerId, WidgetRect};
use page_rows::PageRows;

/// The frames in which a widget that has gone may come back.
const MAX_FRAMES: u32 = 2;

/// Where the focus is.
#[derive(Default)]
pub struct InPanel {
    /// The widget of the panels that had the focus last, and its panel.
    last: Option<(WidgetRect, &'static str)>,
    /// For how many frames it has been gone.
    n_frames: u32,
    /// Whether an arrow was pressed in the frame before.
    had_arrow: bool,
    /// Where arrows lead on the pages that lie over the panels.
    page_rows: PageRows,
}

impl InPanel {
    /// At the beginning of a frame: egui has gone to the nearest widget of the whole window.
    pub fn begin(&mut self, ctx: &Context, workspace: &Workspace) {
        self.page_rows.begin(ctx);
        let had_arrow = std::mem::take(&mut self.had_arrow);
        let Some((last, panel)) = self.last.filter(|_| had_arrow) else {
            return;
        };
        let focused = ctx.memory(|memory| memory.focused());
        let before = |id: Id| ctx.viewport(|it| it.prev_pass.widgets.get(id).copied());
        let Some(to) = focused.and_then(before) else {
            return;
        };
        let is_elsewhere = workspace.panel_at(to.rect.center()) != Some(panel);
        if to.layer_id == last.layer_id && is_elsewhere {
            ctx.memory_mut(|memory| memory.request_focus(last.id));
        }
    }

    /// At the end of a frame: `is_covered` says whether a page or a list lies over the panels.
    pub fn end(
        &mut self,
        ctx: &Context,
        focus: &mut Focus,
        is_covered: bool,
        workspace: &Workspace,
    ) {
        self.page_rows.end(ctx);
        let is_left = ctx.input(|input| {
            self.had_arrow = input.events.iter().any(is_arrow);
            // A click elsewhere takes the focus when the button goes up.
            let is_pointed = input.pointer.any_down() || input.pointer.any_released();
            is_pointed || input.key_pressed(Key::Escape)
        });
        // Who points, or scrolls with the wheel, leaves the focus where it was.
        if is_left || !focus.is_by_keys() {
            self.last = None;
        }
        let focused = ctx.memory(|memory| memory.focused());
        // What is drawn in its place may have its number, but cannot have the focus.
        let place = |id: Id| drawn(ctx, id).filter(can_have_it);
        if let Some(place) = focused.and_then(place) {
            self.n_frames = 0;
            if place.layer_id == LayerId::background() {
                let panel = workspace.panel_at(place.rect.center());
                self.last = panel.map(|panel| (place, panel));
            }
            return;
        }
        let Some((last, panel)) = self.last else {
            return;
        };
        if is_covered || focus.is_moving() || place(last.id).is_some() {
            return;
        }
        if self.n_frames < MAX_FRAMES {
            self.n_frames += 1;
            ctx.request_repaint();
            return;
        }
        self.last = None;
        if panel == BAND && workspace.band.is_none() {
            return focus.leave_band(ctx, workspace);
        }
        let in_panel = workspace.place(panel).into_iter().flat_map(|panel| {
            let stops = stops(ctx, last.layer_id).into_iter();
            stops.filter(move |it| {
                panel.contains(it.rect.center()) && it.interact_rect.is_positive()
            })
        });
        // One in the same row is nearer, and the next is nearer than the one before.
        let distance = |it: &WidgetRect| {
            let is_beside = it.rect.y_range().contains(last.rect.center().y);
            let distance = it.rect.distance_sq_to_pos(last.rect.right_center());
            if is_beside {
                distance
            } else {
                100.0 * distance
            }
        };
        let nearer =
            |one: &WidgetRect, other: &WidgetRect| distance(one).total_cmp(&distance(other));
        if let Some(nearest) = in_panel.min_by(nearer) {
            focus.give(ctx, nearest);
        }
    }
}

fn is_arrow(event: &Event) -> bool {
    matches!(event, Event::Key { key, pressed: true, .. } if ARROWS.contains(key))
}
