//! Notices: messages about success and failure, shown for a while in the free part of the menu bar,
//! where they cover nothing.

use super::requests::Notice;
use super::theme;
use super::widgets::{icon_button, unbroken};
use egui::{Area, Frame, Id, Label, Margin, Order, Rect, RichText, Ui, pos2};
use egui_material_icons::icons::{ICON_CHECK, ICON_CLOSE, ICON_ERROR, ICON_INSERT_DRIVE_FILE};
use tilescope_lab::format;

/// The notices that are shown or wait, oldest first. The newest is shown; the one before it follows.
#[derive(Default)]
pub struct Notices {
    shown: Vec<Shown>,
    /// When they were shown last, in the input's seconds.
    last: f64,
}

struct Shown {
    notice: Notice,
    /// The remaining seconds. They stop while the pointer is on it.
    left: f64,
}

impl Notices {
    /// The notices that are kept. The oldest are dropped.
    const MAX_KEPT: usize = 4;
    /// The interval at which notices expire, in seconds.
    const INTERVAL: f64 = 0.25;

    /// Shows a notice. Failures stay longer than successes.
    pub fn show(&mut self, notice: Notice) {
        let left = match notice {
            Notice::Done(_) | Notice::Saved(..) => 3.0,
            Notice::Begun(_) => f64::INFINITY,
            Notice::Failed(_)
            | Notice::NotOpened(..)
            | Notice::NotTaken(_)
            | Notice::NotPasted(_) => 15.0,
        };
        // A repeated notice starts again instead of appearing twice.
        self.forget(|shown| matches!(shown, Notice::Begun(_)) || *shown == notice);
        self.shown.push(Shown { notice, left });
        if self.shown.len() > Self::MAX_KEPT {
            self.shown.remove(0);
        }
    }

    /// Drops those that are no longer true.
    pub fn forget(&mut self, is_past: impl Fn(&Notice) -> bool) {
        self.shown.retain(|shown| !is_past(&shown.notice));
    }

    /// Shows the newest in the `free` part of the menu bar. Without one, or where it is too narrow, the
    /// notice takes the end of the bar's place.
    pub fn ui(&mut self, ctx: &egui::Context, free: Option<Rect>) {
        let now = ctx.input(|input| input.time);
        let passed = (now - std::mem::replace(&mut self.last, now)).min(Self::INTERVAL * 2.0);
        let Some(newest) = self.shown.last_mut() else {
            return;
        };
        let place = place(ctx.content_rect(), free);
        let area = Area::new(Id::unique("notices"))
            .order(Order::Foreground)
            .fixed_pos(place.min);
        let area = area.show(ctx, |ui| notice_ui(ui, &newest.notice, place));
        if !area.response.contains_pointer() {
            newest.left -= passed;
        }
        if area.inner || newest.left <= 0.0 {
            self.shown.pop();
        }
        ctx.request_repaint_after_secs(Self::INTERVAL as f32);
    }
}

/// The least width of a notice, and its distance from the edges of the menu bar.
const MIN_WIDTH: f32 = 300.0;
const GAP: f32 = 2.0;

/// The place of a notice of one or two lines in this window.
fn place(window: Rect, free: Option<Rect>) -> Rect {
    let free = free.map(|free| free.shrink2(egui::vec2(theme::space::M, 0.0)));
    let wide = free.filter(|free| free.width() >= MIN_WIDTH);
    let right = wide.map_or(window.right() - theme::space::M, |free| free.right());
    let width = wide.map_or(MIN_WIDTH, |free| free.width().min(theme::size::NOTICE));
    let top = window.top() + GAP;
    let bottom = window.top() + theme::size::MENU_BAR - GAP;
    Rect::from_min_max(pos2(right - width, top), pos2(right, bottom))
}

/// Shows one in this place, or further down if it is longer; whether it was closed.
fn notice_ui(ui: &mut Ui, notice: &Notice, place: Rect) -> bool {
    let palette = theme::palette(ui);
    let (text, file) = match notice {
        Notice::Begun(text)
        | Notice::Done(text)
        | Notice::Failed(text)
        | Notice::NotTaken(text)
        | Notice::NotPasted(text) => (text, None),
        Notice::Saved(text, file) => (text, Some(file)),
        Notice::NotOpened(text, file) => (text, file.as_ref()),
    };
    let (icon, colour) = match notice {
        Notice::Done(_) | Notice::Saved(..) => (ICON_CHECK, palette.good),
        Notice::Begun(_) => (ICON_INSERT_DRIVE_FILE, palette.dim),
        Notice::Failed(_) | Notice::NotOpened(..) | Notice::NotTaken(_) | Notice::NotPasted(_) => {
            (ICON_ERROR, palette.warning)
        }
    };
    let frame = Frame::popup(ui.style()).shadow(egui::Shadow::NONE);
    let frame = frame.inner_margin(Margin::symmetric(theme::space::S as i8, 0));
    let shown = frame.show(ui, |ui| {
        ui.set_width(place.width() - 2.0 * theme::space::S);
        let row = egui::Layout::left_to_right(egui::Align::Center);
        let size = egui::vec2(ui.available_width(), place.height() - 2.0);
        ui.allocate_ui_with_layout(size, row, |ui| {
            ui.set_min_height(size.y);
            ui.spacing_mut().item_spacing.x = theme::space::S;
            ui.label(
                RichText::new(icon.codepoint)
                    .font(theme::icon(18.0))
                    .color(colour),
            );
            let room = ui.available_width() - theme::size::CONTROL - theme::space::S;
            ui.scope(|ui| {
                ui.set_width(room);
                let shown = RichText::new(unbroken(text)).small();
                let label = ui.add(Label::new(shown).wrap().selectable(true));
                ui.ctx().accesskit_node_builder(label.id, |node| {
                    node.set_value(text.as_str());
                    node.set_live(egui::accesskit::Live::Polite);
                });
                if let Some(file) = file {
                    label.on_hover_text(format::path(file));
                }
            });
            icon_button(ui, ICON_CLOSE, "Close notice").clicked()
        })
        .inner
    });
    shown.inner
}
