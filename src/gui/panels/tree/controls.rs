//! What floats over the tree: the buttons that zoom and fit it, and the notes on it.

use super::arrange::{Arrangement, Future};
use super::contours;
use super::interact::Gesture;
use super::minimap;
use crate::gui::actions::Action;
use crate::gui::image_context;
use crate::gui::model::Model;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, space};
use egui::{Pos2, Rect, Stroke, Ui, Vec2, vec2};
use egui_material_icons::icons::{ICON_ADD, ICON_BLUR_ON, ICON_FIT_SCREEN, ICON_REMOVE};
use tilescope_lab::{explain, format};

/// The side of a button.
const SIDE: f32 = 26.0;
const N_BUTTONS: f32 = 5.0;
/// The place of the first button, from the upper right corner of the canvas.
const CORNER: Vec2 = vec2(-space::M - SIDE, space::M);

/// How far to the right there is nothing in the way, at the height `y` of the canvas.
pub fn right_edge(canvas: Rect, y: f32) -> f32 {
    let corner = canvas.right_top() + CORNER;
    let bottom = corner.y + N_BUTTONS * (SIDE + space::XS);
    match y < bottom + space::S {
        true => corner.x - space::XS,
        false => canvas.max.x,
    }
}

/// Zoom, fit and the switches for nodes to come and for f-contours, in the upper right corner.
pub fn buttons_ui(
    ui: &mut Ui,
    canvas: Rect,
    model: &Model,
    entry: &RunEntry,
    future: Future,
    actions: &mut Vec<Action>,
) -> Option<Gesture> {
    if image_context::is_image(ui) {
        return None;
    }
    let middle = canvas.center();
    let controls = [
        (ICON_ADD, "Zoom in", "+", Gesture::Zoom(1.5, middle)),
        (
            ICON_REMOVE,
            "Zoom out",
            "−",
            Gesture::Zoom(1.0 / 1.5, middle),
        ),
        (ICON_FIT_SCREEN, "Fit the tree", "F", Gesture::Fit),
    ];
    if canvas.height() < 190.0 {
        return None;
    }
    let mut at = canvas.right_top() + CORNER;
    let mut gesture = None;
    let mut size = Vec2::splat(SIDE);
    for (icon, name, key, then) in controls {
        let rect = Rect::from_min_size(at, Vec2::splat(SIDE));
        let icon = icon.rich_text().size(16.0).color(theme::palette(ui).dim);
        let button = ui.put(rect, egui::Button::new(icon).min_size(rect.size()));
        size = button.rect.size();
        button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
        if button.on_hover_text(format!("{name} ({key})")).clicked() {
            gesture = Some(then);
        }
        at.y += SIDE + space::XS;
    }
    let place = Rect::from_center_size(at + Vec2::splat(SIDE / 2.0), size);
    if future_ui(ui, place, future) {
        gesture = Some(Gesture::Future);
    }
    let place = place.translate(vec2(0.0, SIDE + space::XS));
    contours_ui(ui, place, model, entry, actions);
    gesture
}

/// The switch for the dots of nodes to come. Returns true if it was pressed.
fn future_ui(ui: &mut Ui, rect: Rect, future: Future) -> bool {
    let palette = theme::palette(ui);
    let is_on = future == Future::Shown;
    let colour = if is_on { palette.accent } else { palette.dim };
    let icon = ICON_BLUR_ON.rich_text().size(16.0).color(colour);
    let button = egui::Button::new(icon).min_size(rect.size());
    let button = match is_on {
        true => button.fill(palette.accent_ground),
        false => button,
    };
    let response = ui.put(rect, button);
    let name = "Nodes to come";
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_on, name));
    let hint = "Nodes to come: dots for nodes that a later step generates";
    response.on_hover_text(hint).clicked()
}

/// The switch for f-contours; dimmed where the algorithm has no f.
fn contours_ui(
    ui: &mut Ui,
    rect: Rect,
    model: &Model,
    entry: &RunEntry,
    actions: &mut Vec<Action>,
) {
    let palette = theme::palette(ui);
    let has_f = explain::factors(entry.run.job()).is_some();
    let is_on = contours::are_shown(model, entry);
    let colour = if is_on { palette.accent } else { palette.dim };
    let letter = egui::RichText::new("f")
        .family(theme::semibold())
        .size(15.0);
    let button = egui::Button::new(letter.color(colour)).min_size(rect.size());
    // What is behind it does not shine through.
    let button = match is_on {
        true => button.fill(palette.accent_ground),
        false => button,
    };
    let response = ui.add_enabled_ui(has_f, |ui| ui.put(rect, button)).inner;
    let name = "f-contours";
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, has_f, is_on, name));
    let response = response
        .on_hover_text("f-contours: lines across the links on which f rises")
        .on_disabled_hover_text("This algorithm compares no costs, so there are no f-contours.");
    if response.clicked() {
        actions.push(Action::Contours(!is_on));
    }
}

/// What else is to be known of the tree: in the lower left corner, quietly.
pub fn notes_ui(
    ui: &mut Ui,
    canvas: Rect,
    model: &Model,
    entry: &RunEntry,
    arrangement: &Arrangement,
) {
    let trace = entry.run.trace();
    let mut notes = Vec::new();
    if let Some(iteration) = trace.iteration(model.cursor().t) {
        notes.push(explain::iteration(entry.run.job(), trace, &iteration));
    }
    if entry
        .run
        .report()
        .is_some_and(|report| !report.recorded_in_full)
    {
        let n_nodes = format::count(trace.n_nodes().into());
        notes.push(format!("Only the first {n_nodes} nodes are recorded"));
    }
    let n_folded = arrangement.n_folded();
    if n_folded > 0 {
        let n_folded = format::count(n_folded as u64);
        notes.push(format!("{n_folded} nodes folded"));
    }
    if notes.is_empty() {
        return;
    }
    let palette = theme::palette(ui);
    let text = egui::RichText::new(notes.join(" · ")).small();
    let corner = Pos2::new(canvas.min.x + 40.0, canvas.max.y - 32.0);
    let beside = match minimap::fits(canvas) {
        true => 200.0,
        false => 56.0,
    };
    let wide = (canvas.width() - beside).max(120.0);
    let rect = Rect::from_min_size(corner, vec2(wide, 24.0));
    let mut place = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    // The tree may reach below it.
    let ground = egui::Frame::new()
        .fill(palette.panel)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(theme::radius::MARK)
        .inner_margin(4);
    ground.show(&mut place, |ui| {
        ui.add(egui::Label::new(text.color(palette.dim)).truncate());
    });
}
