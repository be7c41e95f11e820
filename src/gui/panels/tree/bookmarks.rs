//! The bookmarks on the timeline: a mark at each step, its name under the pointer. A click goes there.

use crate::gui::actions::Action;
use crate::gui::bookmarks::{BookmarksAction, place, title};
use crate::gui::model::Model;
use crate::gui::theme;
use egui::{Color32, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2};
use tilescope_lab::format;

/// The least distance between two marks.
const DISTANCE: f32 = 5.0;
/// The area that a click hits.
const HIT: Vec2 = Vec2::new(11.0, 12.0);

/// Shows the marks above the slider in `rect`.
pub fn ui(ui: &Ui, rect: Rect, model: &Model, actions: &mut Vec<Action>) {
    let end = model.end().max(1);
    let per_step = rect.width() / end as f32;
    let mut last = f32::NEG_INFINITY;
    for (index, bookmark) in model.shown_bookmarks().iter().enumerate() {
        let x = rect.min.x + bookmark.step as f32 * per_step;
        let is_present = place(bookmark) == model.place();
        // Marks too close to the last one are left out.
        if x - last < DISTANCE && !is_present {
            continue;
        }
        last = x;
        let foot = pos2(x, rect.center().y - 7.5);
        let hit = Rect::from_center_size(foot - vec2(0.0, HIT.y / 2.0), HIT);
        // Not in the order of Tab, which would stop at each.
        let response = ui.interact(hit, ui.scope_id().with(("bookmark", index)), Sense::CLICK);
        let step = format::count(bookmark.step.into());
        let name = format!("Bookmark at step {step}: {}", title(bookmark));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let palette = theme::palette(ui);
        let colour = match is_present || response.hovered() {
            true => palette.accent,
            false => palette.text,
        };
        ui.painter().add(flag(foot, colour));
        if response.clicked() {
            actions.push(BookmarksAction::GoTo(index).into());
        }
        response.on_hover_ui(|ui| {
            ui.label(format!("Step {step}: {}", title(bookmark)));
            if !bookmark.note.is_empty() {
                ui.set_max_width(280.0);
                ui.label(&bookmark.note);
            }
        });
    }
}

/// A ribbon whose lower end, which is notched, is at `foot`.
fn flag(foot: Pos2, colour: Color32) -> Shape {
    let [half, height, notch] = [3.5, 9.0, 3.0];
    let at = |x: f32, y: f32| foot + vec2(x, y);
    // Two convex halves.
    let part = |side: f32| {
        let outline = vec![
            at(0.0, -height),
            at(side * half, -height),
            at(side * half, 0.0),
            at(0.0, -notch),
        ];
        Shape::convex_polygon(outline, colour, Stroke::NONE)
    };
    Shape::Vec(vec![part(-1.0), part(1.0)])
}
