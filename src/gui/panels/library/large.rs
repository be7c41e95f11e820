//! The boards of an entry whose preview is too small for numbers, large enough to be read.

use crate::gui::theme::{self, space};
use crate::gui::widgets::mini_board::MiniBoards;
use crate::gui::widgets::note;
use egui::{Role, Sense, Stroke, Ui, Vec2, WidgetInfo};
use tilescope_puzzle::Size;

/// The side of a cell, and the greatest side of a board.
const CELL: f32 = 30.0;
const MAX_SIDE: f32 = 260.0;

/// Start and goal side by side.
pub fn ui(ui: &mut Ui, size: Size, start: &[u8], goal: &[u8]) {
    let n = size.rows().max(size.columns()) as f32;
    let extent = Vec2::splat((CELL * n).min(MAX_SIDE));
    let boards = MiniBoards::new(ui.painter(), extent, size, theme::palette(ui));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        for (name, tiles) in [("start", start), ("goal", goal)] {
            ui.vertical(|ui| {
                note(ui, name);
                let (rect, response) = ui.allocate_exact_size(boards.extent(), Sense::hover());
                response.widget_info(|| {
                    let rows = tiles.chunks(size.columns()).map(|row| {
                        let tiles = row.iter().map(|tile| match tile {
                            0 => "_".to_owned(),
                            tile => tile.to_string(),
                        });
                        tiles.collect::<Vec<_>>().join(" ")
                    });
                    let rows: Vec<String> = rows.collect();
                    let label = format!("The {name}: {}", rows.join(" / "));
                    WidgetInfo::labeled(Role::Image, true, label)
                });
                boards.paint(ui.painter(), rect.min, tiles, Stroke::NONE);
            });
        }
    });
}
