//! A grid of many rows and columns: their names stay in view while the cells scroll both ways, and
//! only visible cells are shown.

use super::rows::elided;
use crate::gui::theme::{self, space};
use egui::{Align, Layout, Pos2, Rect, ScrollArea, Stroke, Ui, UiBuilder, Vec2, pos2, vec2};

/// A grid to show.
pub struct Matrix<'a> {
    /// Distinguishes it from others in the same [`Ui`].
    pub salt: &'static str,
    pub n_rows: usize,
    pub n_columns: usize,
    /// What the rows are.
    pub corner: &'a str,
    pub row_name: &'a dyn Fn(usize) -> &'a str,
    /// One or two lines.
    pub column_name: &'a dyn Fn(usize) -> [&'a str; 2],
    /// The width of the names of the rows, in points.
    pub names: f32,
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
        scroll.spacing_mut().scroll.floating_allocated_width = 0.0;
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
    }

    fn at(&self, origin: Pos2, row: usize, column: usize) -> Pos2 {
        origin + self.cell * vec2(column as f32, row as f32)
    }

    fn names_ui(&self, ui: &mut Ui, whole: Rect, inner: Rect, origin: Pos2, seen: Rect) {
        let palette = theme::palette(ui);
        let text = |ui: &Ui, text: &str, left: f32, middle: f32, room: f32, colour| {
            let galley = elided(ui, text, theme::text::SMALL, colour, room);
            let top = middle - galley.size().y / 2.0;
            ui.painter().galley(pos2(left, top), galley, colour);
        };
        let mut side = ui.new_child(
            UiBuilder::new()
                .id_salt((self.salt, "rows"))
                .max_rect(whole),
        );
        side.set_clip_rect(ui.clip_rect().intersect(whole.with_min_y(inner.top())));
        for row in range(seen.top(), seen.bottom(), self.cell.y, self.n_rows) {
            let middle = self.at(origin, row, 0).y + self.cell.y / 2.0;
            let room = self.names - space::S;
            text(
                &side,
                (self.row_name)(row),
                whole.left(),
                middle,
                room,
                palette.text,
            );
        }
        let mut head = ui.new_child(
            UiBuilder::new()
                .id_salt((self.salt, "head"))
                .max_rect(whole),
        );
        head.set_clip_rect(ui.clip_rect().intersect(whole.with_min_x(inner.left())));
        for column in range(seen.left(), seen.right(), self.cell.x, self.n_columns) {
            let left = self.at(origin, 0, column).x + 1.0;
            let room = self.cell.x - space::S;
            match (self.column_name)(column) {
                [first, ""] => text(
                    &head,
                    first,
                    left,
                    whole.top() + HEAD / 2.0,
                    room,
                    palette.text,
                ),
                [first, second] => {
                    text(&head, first, left, whole.top() + 10.0, room, palette.text);
                    text(&head, second, left, whole.top() + 26.0, room, palette.dim);
                }
            }
        }
        let middle = whole.top() + HEAD / 2.0;
        text(
            ui,
            self.corner,
            whole.left(),
            middle,
            self.names,
            palette.dim,
        );
        let line = Stroke::new(1.0, palette.line);
        ui.painter().hline(whole.x_range(), inner.top() - 1.0, line);
    }
}

/// The indices of what lies between two places, each of this size.
fn range(from: f32, to: f32, size: f32, n: usize) -> std::ops::Range<usize> {
    let first = (from / size).floor().max(0.0) as usize;
    let last = (to / size).ceil().max(0.0) as usize;
    first.min(n)..last.min(n)
}
