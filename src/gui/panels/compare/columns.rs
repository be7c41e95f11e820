//! The places of the two runs beside each other, and the rows of figures in them.

use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, space};
use crate::gui::widgets::elided;
use egui::{Rect, Ui};
use tilescope_lab::trace_file::figures::Row;

/// The widest the two columns get, in points: the eye has to find the row.
pub const MAX_WIDTH: f32 = 860.0;
/// The share of the labels before the columns.
const LABELS: f32 = 0.22;

/// The places of the labels and of the two columns in `rect`.
fn columns(rect: Rect) -> [Rect; 3] {
    let width = rect.width().min(MAX_WIDTH);
    let label = (width * LABELS).round();
    let each = ((width - label - space::L) / 2.0).floor();
    let at = |left: f32, width: f32| {
        Rect::from_x_y_ranges(
            rect.left() + left..=rect.left() + left + width,
            rect.y_range(),
        )
    };
    [
        at(0.0, label - space::S),
        at(label, each),
        at(label + each + space::L, each),
    ]
}

/// The places of what is shown of each run in `rect`, without labels before them.
pub fn halves(rect: Rect) -> [Rect; 2] {
    let width = rect.width().min(MAX_WIDTH);
    let each = ((width - space::L) / 2.0).floor();
    let second = rect.left() + each + space::L;
    [
        Rect::from_x_y_ranges(rect.left()..=rect.left() + each, rect.y_range()),
        Rect::from_x_y_ranges(second..=second + each, rect.y_range()),
    ]
}

/// The heads of the two columns.
pub fn heads_ui(ui: &mut Ui, entries: [&RunEntry; 2]) {
    let size = egui::vec2(ui.available_width(), theme::size::ROW);
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    let [_, places @ ..] = columns(rect);
    for (place, entry) in places.into_iter().zip(entries) {
        label_ui(ui, place, &format!("Run {}", entry.id.0));
    }
}

/// A row of the tables: a label, and what it is in each of the two runs.
pub fn row_ui(ui: &mut Ui, row: &Row, entries: [&RunEntry; 2]) {
    let palette = theme::palette(ui);
    let size = egui::vec2(ui.available_width(), theme::size::ROW);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    let [label, places @ ..] = columns(rect);
    label_ui(ui, label, row.label);
    for (place, value) in places.into_iter().zip(&row.values) {
        let colour = palette.text;
        let galley = elided(ui, value, theme::text::BODY, colour, place.width());
        let top = place.center().y - galley.size().y / 2.0;
        ui.painter()
            .galley(egui::pos2(place.left(), top), galley, colour);
    }
    let name = format!(
        "{}: run {} {}, run {} {}",
        row.label, entries[0].id.0, row.values[0], entries[1].id.0, row.values[1]
    );
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &name));
}

fn label_ui(ui: &Ui, rect: Rect, text: &str) {
    let palette = theme::palette(ui);
    let galley = elided(ui, text, theme::text::BODY, palette.dim, rect.width());
    let top = rect.center().y - galley.size().y / 2.0;
    ui.painter()
        .galley(egui::pos2(rect.left(), top), galley, palette.dim);
}
