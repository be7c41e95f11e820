//! A grid of many rows and columns: their names stay in view while the cells scroll both ways, and
//! only visible cells are shown.

use super::rows::{elided, elided_before};
use crate::gui::theme::{self, space};
use egui::{
    Align, Align2, Layout, Mesh, Pos2, Rect, ScrollArea, Stroke, Ui, UiBuilder, Vec2, pos2, vec2,
};
use std::borrow::Cow;

/// A grid to show.
pub struct Matrix<'a> {
    /// Distinguishes it from others in the same [`Ui`].
    pub salt: &'static str,
    pub n_rows: usize,
    pub n_columns: usize,
    /// What the rows are.
    pub corner: &'a str,
    pub row_name: &'a dyn Fn(usize) -> Cow<'a, str>,
    /// One or two lines.
    pub column_name: &'a dyn Fn(usize) -> [&'a str; 2],
    /// The width of the names of the rows, in points.
    pub names: f32,
    /// Where the names of the columns stand above their cells.
    pub heads: Align,
    pub cell: Vec2,
}

/// The height of the names of the columns.
const HEAD: f32 = 38.0;

impl Matrix<'_> {
    /// Shows it in the rest of `ui`. `cell_ui` shows a cell, by its row and its column, in its place.
    pub fn show(&self, ui: &mut Ui, mut cell_ui: impl FnMut(&mut Ui, usize, usize)) {
        let whole = ui.available_rect_before_wrap();
        let inner = Rect::from_min_max(whole.min + vec2(self.names, HEAD), whole.max);
        if inner.width() < self.cell.x / 2.0 || inner.height() < self.cell.y {
            return;
        }
        let mut scroll = ui.new_child(UiBuilder::new().id_salt(self.salt).max_rect(inner));
        let style = &mut scroll.spacing_mut().scroll;
        style.floating_allocated_width = 0.0;
        // Seen before the pointer is there: columns may be out of sight.
        style.dormant_handle_opacity = 0.6;
        let size = self.cell * vec2(self.n_columns as f32, self.n_rows as f32);
        let shown = ScrollArea::both()
            .auto_shrink(false)
            .show_viewport(&mut scroll, |ui, seen| {
                let origin = ui.max_rect().min;
                ui.set_min_size(size);
                let rows = range(seen.top(), seen.bottom(), self.cell.y, self.n_rows);
                let columns = range(seen.left(), seen.right(), self.cell.x, self.n_columns);
                for row in rows {
                    for column in columns.clone() {
                        let place = Rect::from_min_size(self.at(origin, row, column), self.cell);
                        let layout = Layout::left_to_right(Align::Center);
                        let builder = UiBuilder::new().max_rect(place).layout(layout);
                        let builder = builder.id_salt((row, column));
                        cell_ui(&mut ui.new_child(builder), row, column);
                    }
                }
            });
        ui.advance_cursor_after_rect(whole);
        // What was scrolled in this frame moves the names too.
        let origin = inner.min - shown.state.clamped_offset();
        let seen = Rect::from_min_size(shown.state.clamped_offset().to_pos2(), inner.size());
        self.names_ui(ui, whole, inner, origin, seen);
        if size.x - seen.right() > 1.0 {
            fade_ui(ui, whole);
        }
    }

    fn at(&self, origin: Pos2, row: usize, column: usize) -> Pos2 {
        origin + self.cell * vec2(column as f32, row as f32)
    }

    /// Paints the names of the rows and columns that are seen.
    fn names_ui(&self, ui: &Ui, whole: Rect, inner: Rect, origin: Pos2, seen: Rect) {
        let palette = theme::palette(ui);
        let text = |text: &str, place: Rect, align: Align, clip: Rect, colour| {
            let galley = elided(ui, text, theme::text::SMALL, colour, place.width());
            let align = Align2([align, Align::Center]);
            let at = align.anchor_size(align.pos_in_rect(&place), galley.size());
            let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(clip));
            painter.galley(at.min, galley, colour);
        };
        let side = whole.with_min_y(inner.top());
        for row in range(seen.top(), seen.bottom(), self.cell.y, self.n_rows) {
            let top = pos2(whole.left(), self.at(origin, row, 0).y);
            let place = Rect::from_min_size(top, vec2(self.names - space::S, self.cell.y));
            let name = (self.row_name)(row);
            // Of the puzzles of a collection, the numbers at the end tell them apart.
            let name = elided_before(ui, &name, &['#', ','], theme::text::SMALL, place.width());
            text(&name, place, Align::LEFT, side, palette.text);
        }
        let head = whole.with_min_x(inner.left());
        for column in range(seen.left(), seen.right(), self.cell.x, self.n_columns) {
            let corner = pos2(self.at(origin, 0, column).x + 1.0, whole.top() + 2.0);
            let size = vec2(self.cell.x - space::S, HEAD - 6.0);
            let mut place = Rect::from_min_size(corner, size);
            if self.heads == Align::RIGHT {
                // Closer to the column before than cells that begin at the left.
                place.min.x -= space::XS;
            }
            let (upper, lower) = place.split_top_bottom_at_fraction(0.5);
            match (self.column_name)(column) {
                [first, ""] => text(first, place, self.heads, head, palette.text),
                [first, second] => {
                    text(first, upper, self.heads, head, palette.text);
                    text(second, lower, self.heads, head, palette.dim);
                }
            }
        }
        let corner = Rect::from_min_size(whole.min, vec2(self.names - space::S, HEAD - 2.0));
        text(self.corner, corner, Align::LEFT, whole, palette.dim);
        let line = Stroke::new(1.0, palette.line);
        ui.painter().hline(whole.x_range(), inner.top() - 1.0, line);
    }
}

/// Fades the right edge: more columns follow.
fn fade_ui(ui: &Ui, area: Rect) {
    const WIDTH: f32 = 28.0;
    let ground = theme::palette(ui).panel;
    let mut mesh = Mesh::default();
    let fading = area.with_min_x(area.right() - WIDTH);
    for (x, colour) in [
        (fading.left(), ground.gamma_multiply(0.0)),
        (fading.right(), ground),
    ] {
        mesh.colored_vertex(pos2(x, fading.top()), colour);
        mesh.colored_vertex(pos2(x, fading.bottom()), colour);
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(1, 2, 3);
    ui.painter().add(mesh);
}

/// The indices of what lies between two places, each of this size.
fn range(from: f32, to: f32, size: f32, n: usize) -> std::ops::Range<usize> {
    let first = (from / size).floor().max(0.0) as usize;
    let last = (to / size).ceil().max(0.0) as usize;
    first.min(n)..last.min(n)
}
