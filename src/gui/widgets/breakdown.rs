//! What the value of a heuristic is made of, drawn on the board: the share of each tile, the tiles
//! in conflict, the patterns.

use super::cells::Cells;
use super::rows::{elided, note, value_row};
use super::tile::{self, TilePainter};
use crate::gui::theme::{self, Palette, space};
use egui::{Align2, Color32, FontId, Rect, Role, Sense, Ui, Vec2, WidgetInfo};
use tilescope_lab::explain::estimate::{term_text, tile_value_text, tile_values_text};
use tilescope_lab::format;
use tilescope_puzzle::Board;
use tilescope_puzzle::heuristics::Expr;
use tilescope_puzzle::heuristics::breakdown::{Breakdown, Cause, TileValues};

/// The side of the board at most, in points.
const SIDE: f32 = 176.0;
/// Tiles smaller than this have a share only, and still smaller ones a shade only.
const MIN_NUMBER: f32 = 30.0;
const MIN_SHARE: f32 = 13.0;

/// What a tile has on the drawn board.
#[derive(Clone, Default)]
struct Shown {
    share: String,
    /// From 0 to 1, of the greatest share.
    shade: f32,
    ring: Option<Color32>,
}

/// Shows what the value is made of. `unit` is the number of units in a cost of 1.
pub fn breakdown_ui(ui: &mut Ui, breakdown: &Breakdown, board: &Board, unit: u32) {
    if !breakdown.terms.is_empty() {
        terms_ui(ui, breakdown, board, unit);
    }
    let is_max = matches!(breakdown.expr.expr(), Expr::Max(_));
    let mut greatest = is_max.then_some(breakdown.value);
    for part in &breakdown.parts {
        // Of a maximum, the part that gives it is drawn.
        let is_drawn = !is_max || greatest.take_if(|value| *value == part.value).is_some();
        ui.indent(part.expr.to_string(), |ui| {
            value_row(
                ui,
                &part.expr.name(),
                &format::cost(part.value.into(), unit),
            );
            if is_drawn {
                breakdown_ui(ui, part, board, unit);
            }
        });
    }
    for values in &breakdown.tile_values {
        tile_values_ui(ui, values, board);
    }
}

fn terms_ui(ui: &mut Ui, breakdown: &Breakdown, board: &Board, unit: u32) {
    let palette = theme::palette(ui);
    let terms = &breakdown.terms;
    let greatest = terms
        .iter()
        .map(|term| term.value)
        .max()
        .unwrap_or(0)
        .max(1);
    let mut shown = vec![Shown::default(); board.tiles().len()];
    for (index, term) in terms.iter().enumerate() {
        match &term.cause {
            Cause::Tile(tile) => {
                let shown = &mut shown[usize::from(*tile)];
                shown.share = format::cost(term.value.into(), unit);
                shown.shade = term.value as f32 / greatest as f32;
            }
            Cause::Conflict { tiles, .. } => {
                for &tile in tiles {
                    shown[usize::from(tile)].ring = Some(palette.warning);
                }
            }
            Cause::Pattern(tiles) => {
                for &tile in tiles {
                    let (colour, _) = theme::run_style(palette, index);
                    shown[usize::from(tile)].ring = Some(colour);
                }
            }
        }
    }
    let words: Vec<String> = terms.iter().map(|term| term_text(term, unit)).collect();
    let name = format!("{}: {}", breakdown.expr.name(), words.join("; "));
    board_ui(ui, board, &shown, &name);
    for (index, term) in terms.iter().enumerate() {
        match &term.cause {
            Cause::Tile(_) => {}
            Cause::Conflict { .. } => drop(note(ui, &term_text(term, unit))),
            Cause::Pattern(_) => {
                let (colour, _) = theme::run_style(palette, index);
                let text = term_text(term, unit);
                ui.colored_label(colour, text);
            }
        }
    }
}

fn tile_values_ui(ui: &mut Ui, values: &TileValues, board: &Board) {
    let known = values.values.iter().filter(|(_, value)| value.is_finite());
    let greatest = known.map(|(_, value)| value.abs()).fold(0.0, f64::max);
    let mut shown = vec![Shown::default(); board.tiles().len()];
    for &(tile, value) in &values.values {
        if value != 0.0 {
            shown[usize::from(tile)] = Shown {
                share: tile_value_text(value),
                shade: (value.abs() / greatest.max(f64::MIN_POSITIVE)).min(1.0) as f32,
                ring: None,
            };
        }
    }
    note(ui, &values.text);
    let name = format!("{}: {}", values.text, tile_values_text(values, "; "));
    board_ui(ui, board, &shown, &name);
}

/// The board: on each tile its share, large, and its number, small.
fn board_ui(ui: &mut Ui, board: &Board, shown: &[Shown], name: &str) {
    let palette = theme::palette(ui);
    let side = SIDE.min(ui.available_width());
    let (columns, rows) = (board.size().columns() as f32, board.size().rows() as f32);
    let size = Vec2::new(columns, rows) * (side / columns.max(rows));
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    let cells = Cells::fit(rect, board.size(), 0.0, ui.pixels_per_point());
    let painter = ui.painter();
    let corner = theme::radius::CONTROL;
    painter.rect_filled(cells.board, corner, palette.well);
    let faces = TilePainter::new(painter, palette, cells.side);
    let occupied = || {
        let tiles = board.tiles().iter().enumerate();
        tiles.filter(|(_, tile)| **tile != 0)
    };
    for (cell, &tile) in occupied() {
        let rect = cells.cell(cell);
        faces.face(rect);
        let Shown { shade, ring, .. } = shown[usize::from(tile)];
        if shade > 0.0 {
            let ground = palette.accent.gamma_multiply(0.12 + 0.38 * shade);
            painter.rect_filled(rect, tile::radius(cells.side), ground);
        }
        if let Some(colour) = ring {
            faces.ring(rect, colour);
        }
    }
    for (cell, &tile) in occupied() {
        tile_text(
            ui,
            cells.cell(cell),
            tile,
            &shown[usize::from(tile)],
            palette,
        );
    }
}

fn tile_text(ui: &Ui, rect: Rect, tile: u8, shown: &Shown, palette: &Palette) {
    let side = rect.width();
    let painter = ui.painter();
    let number = tile.to_string();
    if shown.share.is_empty() {
        if side >= MIN_SHARE {
            let font = FontId::proportional((side * 0.4).min(theme::text::BODY));
            let place = rect.center();
            painter.text(place, Align2::CENTER_CENTER, number, font, palette.faint);
        }
        return;
    }
    if side >= MIN_NUMBER {
        let at = rect.min + Vec2::splat(space::XS);
        let font = FontId::proportional(theme::text::HEAD);
        painter.text(at, Align2::LEFT_TOP, number, font, palette.dim);
    }
    if side >= MIN_SHARE {
        let lower = if side >= MIN_NUMBER { side * 0.08 } else { 0.0 };
        let size = (side * 0.5).min(22.0);
        let galley = elided(ui, &shown.share, size, palette.tile_digit, side);
        let at = rect.center() + Vec2::new(0.0, lower) - galley.size() / 2.0;
        painter.galley(at, galley, palette.tile_digit);
    }
}
