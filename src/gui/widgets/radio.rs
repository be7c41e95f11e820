//! A radio button whose ring can be seen on the ground of a page.

use crate::gui::theme;
use egui::{Response, Stroke, Ui};

/// A radio button with `text` beside it.
pub fn radio(ui: &mut Ui, is_chosen: bool, text: &str) -> Response {
    let palette = theme::palette(ui);
    let shown = ui.scope(|ui| {
        ui.visuals_mut().widgets.inactive.bg_stroke = Stroke::new(1.0, palette.dim);
        ui.visuals_mut().widgets.hovered.bg_stroke = Stroke::new(1.0, palette.text);
        ui.radio(is_chosen, text)
    });
    shown.inner
}
