//! What a formula can name.

use crate::gui::theme;
use crate::gui::widgets::note;
use egui::{Align2, FontId, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo};
use tilescope_puzzle::heuristics::formula::names::{BoardName, TileName};

/// The width of the names.
const NAMES: f32 = 128.0;

const HEAD: &str = "A heuristic is a key such as manhattan or linear_conflict, or a formula of \
    keys, numbers, + - * /, comparisons, and, or, not, min, max, abs, floor and ceil. sum(…), max(…), \
    min(…) and count(…) go over the tiles, pairs(…) over the pairs of tiles, where a name ends in 1 \
    or 2. A tile and the board have these properties:";

/// What a formula can name.
pub fn ui(ui: &mut Ui) {
    note(ui, HEAD);
    let of_tile = TileName::ALL.map(|(_, name, what)| (name, what));
    let of_board = BoardName::ALL.map(|(_, name, what)| (name, what));
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (name, what) in of_tile.into_iter().chain(of_board) {
            name_ui(ui, name, what);
        }
    });
}

/// A name and beside it what it means.
fn name_ui(ui: &mut Ui, name: &str, what: &str) {
    let palette = theme::palette(ui);
    let size = Vec2::new(ui.available_width(), theme::size::ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let names = [
        (
            0.0,
            name,
            FontId::monospace(theme::text::BODY),
            palette.text,
        ),
        (
            NAMES,
            what,
            FontId::proportional(theme::text::BODY),
            palette.dim,
        ),
    ];
    for (left, text, font, colour) in names {
        let at = rect.left_center() + Vec2::new(left, 0.0);
        ui.painter()
            .text(at, Align2::LEFT_CENTER, text, font, colour);
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}: {what}")));
}
