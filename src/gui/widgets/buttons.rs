//! Buttons: the primary one of a panel, and others.

use crate::gui::theme;
use egui::{
    Align2, Button, CornerRadius, FontId, Response, RichText, Role, Sense, Stroke, Ui, Vec2,
    WidgetInfo,
};
use egui_material_icons::MaterialIcon;
use egui_material_icons::icons::ICON_ARROW_DROP_DOWN;

/// The primary button of a panel, in the accent colour.
pub fn primary_button(ui: &mut Ui, text: &str, size: Vec2) -> Response {
    let palette = theme::palette(ui);
    ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        for (state, fill) in [
            (&mut widgets.inactive, palette.accent),
            (&mut widgets.hovered, palette.accent.gamma_multiply(0.88)),
            (&mut widgets.active, palette.accent.gamma_multiply(0.88)),
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

/// A text button in the head of a panel. Its text is flush with the panel's content.
pub fn head_button(ui: &mut Ui, text: &str) -> Response {
    let palette = theme::palette(ui);
    let font = FontId::proportional(theme::text::SMALL);
    let galley = ui
        .painter()
        .layout_no_wrap(text.to_owned(), font, palette.dim);
    let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), text));
    let ground = rect.expand2(Vec2::new(6.0, 4.0));
    let radius = CornerRadius::same(theme::radius::CONTROL - 1);
    if response.hovered() {
        ui.painter().rect_filled(ground, radius, palette.raised);
    }
    ui.painter().galley(rect.min, galley, palette.dim);
    response
}

/// A button of a given size.
pub fn button(ui: &mut Ui, text: &str, size: Vec2) -> Response {
    ui.add(Button::new(text).min_size(size))
}

/// A button that opens a menu: its text, and an arrow.
pub fn menu_button(ui: &mut Ui, text: &str) -> Response {
    let palette = theme::palette(ui);
    let arrow = RichText::new(ICON_ARROW_DROP_DOWN.codepoint)
        .font(theme::icon(16.0))
        .color(palette.dim);
    let response = ui.add(Button::new((text, arrow)));
    // Keep the arrow out of the accessible name.
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_label(text));
    response
}

/// A borderless icon button. Its accessible name is `name`; put details in a tooltip.
pub fn icon_button(ui: &mut Ui, icon: MaterialIcon, name: &str) -> Response {
    icon_button_sensing(ui, icon, name, Sense::click())
}

/// The same with a `sense` of its own: without focus, Tab passes it.
pub fn icon_button_sensing(ui: &mut Ui, icon: MaterialIcon, name: &str, sense: Sense) -> Response {
    let palette = theme::palette(ui);
    // A button higher than its row would push what is beside it out of line.
    let side = theme::size::CONTROL.min(ui.spacing().interact_size.y);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    let radius = CornerRadius::same(theme::radius::CONTROL);
    let is_lit = response.hovered() && ui.is_enabled();
    if is_lit {
        ui.painter().rect_filled(rect, radius, palette.hovered);
    }
    let colour = if is_lit { palette.text } else { palette.dim };
    ui.painter().text(
        rect.center(),
        Align2::CENTER_CENTER,
        icon.codepoint,
        theme::icon(18.0),
        colour,
    );
    response
}
