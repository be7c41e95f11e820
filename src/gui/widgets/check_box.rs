//! A check box with a label.

use crate::gui::theme::{self, space};
use egui::{
    Align2, CornerRadius, FontId, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
};
use egui_material_icons::icons::ICON_CHECK;

/// The side of the box.
const SIDE: f32 = 16.0;

/// A check box that a click or the space bar toggles. Its accessible name is `name`.
pub fn check_box(ui: &mut Ui, is_checked: &mut bool, label: &str, name: &str) -> Response {
    let palette = theme::palette(ui);
    let font = FontId::proportional(theme::text::BODY);
    let galley = ui
        .painter()
        .layout_no_wrap(label.to_owned(), font, palette.text);
    let size = Vec2::new(SIDE + space::S + galley.size().x, theme::size::ROW);
    let (rect, mut response) = ui.allocate_exact_size(size, Sense::click());
    if response.clicked() {
        *is_checked = !*is_checked;
        response.mark_changed();
    }
    response
        .widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), *is_checked, name));
    let middle = rect.left_center() + Vec2::new(SIDE / 2.0, 0.0);
    let square = egui::Rect::from_center_size(middle, Vec2::splat(SIDE));
    let radius = CornerRadius::same(4);
    let inside = StrokeKind::Inside;
    if *is_checked {
        ui.painter().rect_filled(square, radius, palette.accent);
        let (sign, font) = (ICON_CHECK.codepoint, theme::icon(SIDE - 2.0));
        let at = Align2::CENTER_CENTER;
        ui.painter().text(middle, at, sign, font, palette.on_accent);
    } else {
        let colour = match response.hovered() {
            true => palette.text,
            false => palette.dim,
        };
        let stroke = Stroke::new(1.0, colour);
        ui.painter().rect_stroke(square, radius, stroke, inside);
    }
    let left = square.right() + space::S;
    let top = rect.center().y - galley.size().y / 2.0;
    ui.painter()
        .galley(egui::pos2(left, top), galley, palette.text);
    response
}
