//! Notices: messages about success and failure, shown in a corner for a while.

use super::requests::Notice;
use super::theme;
use super::widgets::{icon_button, unbroken};
use egui::{Align2, Area, Frame, Id, Label, Order, RichText, Vec2};
use egui_material_icons::icons::{ICON_CHECK, ICON_CLOSE, ICON_ERROR, ICON_INSERT_DRIVE_FILE};
use tilescope_lab::format;

/// The notices that are shown, oldest first.
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
    /// The notices that are shown at once. The oldest are dropped.
    const MAX_SHOWN: usize = 4;
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
        if self.shown.len() > Self::MAX_SHOWN {
            self.shown.remove(0);
        }
    }

    /// Drops those that are no longer true.
    pub fn forget(&mut self, is_past: impl Fn(&Notice) -> bool) {
        self.shown.retain(|shown| !is_past(&shown.notice));
    }

    /// Shows them above the status line, the newest lowest.
    pub fn ui(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|input| input.time);
        let passed = (now - std::mem::replace(&mut self.last, now)).min(Self::INTERVAL * 2.0);
        if self.shown.is_empty() {
            return;
        }
        let above = theme::size::STATUS_LINE + theme::space::M;
        let area = Area::new(Id::unique("notices"))
            .order(Order::Foreground)
            .anchor(Align2::RIGHT_BOTTOM, Vec2::new(-theme::space::L, -above));
        let area = area.show(ctx, |ui| {
            ui.spacing_mut().item_spacing.y = theme::space::S;
            self.shown.retain(|shown| !notice_ui(ui, &shown.notice));
        });
        if !area.response.contains_pointer() {
            for shown in &mut self.shown {
                shown.left -= passed;
            }
        }
        self.shown.retain(|shown| shown.left > 0.0);
        ctx.request_repaint_after_secs(Self::INTERVAL as f32);
    }
}

/// Shows one; whether it was closed.
fn notice_ui(ui: &mut egui::Ui, notice: &Notice) -> bool {
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
    let frame = Frame::popup(ui.style()).inner_margin(theme::space::M as i8);
    let frame = frame.show(ui, |ui| {
        ui.set_width(theme::size::NOTICE);
        ui.horizontal_top(|ui| {
            ui.label(
                RichText::new(icon.codepoint)
                    .font(theme::icon(18.0))
                    .color(colour),
            );
            let room = ui.available_width() - theme::size::CONTROL - theme::space::S;
            ui.scope(|ui| {
                ui.set_width(room);
                let shown = RichText::new(unbroken(text));
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
    frame.inner
}
