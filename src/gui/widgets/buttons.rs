//! Buttons: the main one of a panel, and those beside it.

use crate::gui::theme;
use egui::{Button, Response, RichText, Stroke, Ui, Vec2};

/// The button that a panel is for: in the accent colour.
pub fn primary_button(ui: &mut Ui, text: &str, size: Vec2) -> Response {
    let palette = theme::palette(ui);
    ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        for (state, fill) in [
            (&mut widgets.inactive, palette.accent),
            (&mut widgets.hovered, palette.accent.gamma_multiply(0.88)),
            (&mut widgets.active, palette.accent.gamma_multiply(0.76)),
        ] {
            state.weak_bg_fill = fill;
            state.bg_stroke = Stroke::NONE;
            state.fg_stroke.color = palette.on_accent;
        }
        let text = RichText::new(text).family(theme::semibold());
        ui.add(Button::new(text).min_size(size))
    })
    .inner
}

/// A button of a given size.
pub fn button(ui: &mut Ui, text: &str, size: Vec2) -> Response {
    ui.add(Button::new(text).min_size(size))
}
