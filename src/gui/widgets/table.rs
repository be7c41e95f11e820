//! The table widget: column heads that sort, rows that can be selected, cells that never overlap.
//!
//! `egui_extras::TableBuilder` lays the table out and scrolls it. A row is one widget with one
//! accessible name. Its cells are painted, so the Tab key stops once at a row, and at the
//! buttons that a cell adds.

mod columns;
mod head;

pub use columns::{Column, Sorting};

use super::radio::Radios;
use super::rows::elided;
use crate::gui::theme;
use columns::{Cell, GAP, cells, min_width};
use egui::text::LayoutJob;
use egui::{
    Align, Align2, FontId, Galley, Id, Pos2, Rangef, Rect, Response, Role, Sense, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo,
};
use egui_extras::{TableBuilder, TableRow};
use egui_material_icons::icons::ICON_CHECK;
use head::head_ui;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

/// With more rows than this, only visible rows are added. In a shorter table the Tab key and screen
/// readers reach all rows.
const MANY_ROWS: usize = 200;
/// The same for rows with pictures: more of them would take longer than a frame.
const MANY_COSTLY_ROWS: usize = 30;

/// A table to show.
pub struct Table<'a> {
    salt: &'static str,
    columns: &'a [Column],
    sorting: Option<&'a mut Sorting>,
    row_height: f32,
    inset: f32,
    gap: f32,
    max_height: f32,
    max_width: f32,
    fills_height: bool,
    many_rows: usize,
    scrolls: bool,
    revealed: Option<(usize, Option<Align>)>,
}

impl<'a> Table<'a> {
    /// A table with these columns. `salt` distinguishes it from others in the same [`Ui`].
    pub fn new(salt: &'static str, columns: &'a [Column]) -> Self {
        Table {
            salt,
            columns,
            sorting: None,
            row_height: theme::size::ROW,
            inset: 0.0,
            gap: GAP,
            max_height: f32::INFINITY,
            max_width: f32::INFINITY,
            fills_height: false,
            many_rows: MANY_ROWS,
            scrolls: true,
            revealed: None,
        }
    }

    /// Makes column heads clickable: a click changes this order.
    pub fn sorting(mut self, sorting: &'a mut Sorting) -> Self {
        self.sorting = Some(sorting);
        self
    }

    pub fn row_height(mut self, height: f32) -> Self {
        self.row_height = height;
        self
    }

    /// The space at the left and the right of the cells. The background of a selected row extends
    /// into half of it.
    pub fn inset(mut self, inset: f32) -> Self {
        self.inset = inset;
        self
    }

    /// The space between two columns.
    pub fn gap(mut self, gap: f32) -> Self {
        self.gap = gap;
        self
    }

    /// The minimum width at which no cell is cut off.
    pub fn min_width(&self) -> f32 {
        let all: Vec<usize> = (0..self.columns.len()).collect();
        min_width(self.columns, &all, self.gap) + 2.0 * self.inset
    }

    /// In more room the columns keep together at the left, so that the eye finds the row.
    pub fn max_width(mut self, width: f32) -> Self {
        self.max_width = width;
        self
    }

    /// The height above which the rows scroll.
    pub fn max_height(mut self, height: f32) -> Self {
        self.max_height = height;
        self
    }

    /// Its rows have pictures, so that fewer of them are added while they are not visible.
    pub fn costly_rows(mut self) -> Self {
        self.many_rows = MANY_COSTLY_ROWS;
        self
    }

    /// Takes the full height, even with few rows.
    pub fn fill_height(mut self) -> Self {
        self.fills_height = true;
        self
    }

    /// Shows all rows, inside the caller's scroll area.
    pub fn without_scrolling(mut self) -> Self {
        self.scrolls = false;
        self
    }

    /// Scrolls to this row.
    pub fn reveal(mut self, row: Option<usize>) -> Self {
        self.revealed = row.map(|row| (row, None));
        self
    }

    /// Scrolls to this row, so that it is in the middle.
    pub fn reveal_in_middle(mut self, row: Option<usize>) -> Self {
        self.revealed = row.map(|row| (row, Some(Align::Center)));
        self
    }

    /// Shows the heads, if a column has a title, and the visible rows.
    pub fn show(self, ui: &mut Ui, n_rows: usize, mut row_ui: impl FnMut(&mut Row<'_, '_, '_>)) {
        // egui's scroll area panics where less than nothing is left for the rows.
        if self.fills_height && ui.available_height() < theme::size::ROW + self.row_height {
            return;
        }
        let id = ui.scope_id().with(self.salt);
        let x_range = ui.available_rect_before_wrap().x_range();
        let width = x_range.span().min(self.max_width) - 2.0 * self.inset;
        let cells = cells(self.columns, self.gap, width);
        let row_height = self.row_height;
        let sorted = self.sorting.as_ref().and_then(|it| it.column());
        let sorted = cells.iter().position(|cell| Some(cell.column) == sorted);
        let mut heads = Radios::side_by_side(ui, id.with("heads"), sorted, cells.len());
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing = Vec2::ZERO;
            ui.spacing_mut().scroll.floating_allocated_width = 0.0;
            let mut builder = TableBuilder::new(ui)
                .id_salt(self.salt)
                .vscroll(self.scrolls)
                .auto_shrink([false, !self.fills_height])
                .min_scrolled_height(0.0)
                .max_scroll_height(self.max_height)
                .animate_scrolling(false)
                .column(egui_extras::Column::exact(self.inset).clip(false));
            for cell in &cells {
                builder = builder
                    .column(egui_extras::Column::exact(cell.width))
                    .column(egui_extras::Column::exact(cell.gap));
            }
            builder = builder.column(egui_extras::Column::exact(self.inset));
            if let Some((row, align)) = self.revealed {
                builder = builder.scroll_to_row(row, align);
            }
            let body = |mut body: egui_extras::TableBody<'_>| {
                let mut show = |row: TableRow<'_, '_>| {
                    row_ui(&mut Row {
                        row,
                        cells: &cells,
                        columns: self.columns,
                        table: id,
                        x_range,
                        inset: self.inset,
                    });
                };
                if n_rows > self.many_rows {
                    body.rows(row_height, n_rows, show);
                } else {
                    (0..n_rows).for_each(|_| body.row(row_height, &mut show));
                }
            };
            if self.columns.iter().all(|column| column.title.is_empty()) {
                builder.body(body);
                return;
            }
            let mut sorting = self.sorting;
            let table = builder.header(theme::size::ROW, |mut header| {
                header.col(|_| {});
                for cell in &cells {
                    let column = &self.columns[cell.column];
                    header.col(|ui| head_ui(ui, &mut heads, column, cell.column, &mut sorting));
                    header.col(|_| {});
                }
            });
            table.body(body);
        });
    }
}

/// The row with this key of the table `salt`, while it is out of sight and not drawn: keys lead to it all the
/// same, and press it.
pub fn unseen_row(
    ui: &Ui,
    salt: &'static str,
    key: impl Hash + Debug,
    name: &str,
    is_selected: bool,
) -> Response {
    let seen = ui.clip_rect();
    let edge = Rect::from_x_y_ranges(seen.x_range(), seen.bottom()..=seen.bottom());
    let id = ui.scope_id().with(salt).with(("row", key));
    let response = ui.interact(edge, id, Sense::click());
    row_info(ui, &response, name, is_selected);
    response
}

fn row_info(ui: &Ui, response: &Response, name: &str, is_selected: bool) {
    response.widget_info(|| {
        WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), is_selected, name)
    });
}

/// A row being shown. Call [`Row::selectable`] or [`Row::readable`] first, then [`Row::cells`],
/// then [`Row::end`] for anything after the last cell.
pub struct Row<'a, 'b, 't> {
    row: TableRow<'a, 'b>,
    cells: &'t [Cell],
    columns: &'t [Column],
    table: Id,
    x_range: Rangef,
    inset: f32,
}

impl Row<'_, '_, '_> {
    pub fn index(&self) -> usize {
        self.row.index()
    }

    /// Makes the row a clickable widget. `key` identifies it in any sort order.
    pub fn selectable(
        &mut self,
        key: impl Hash + Debug,
        name: &str,
        is_selected: bool,
    ) -> Response {
        let inset = self.inset;
        self.whole(key, Sense::click(), |ui, rect, response| {
            self::selectable(ui, (rect, inset), response, name, is_selected);
        })
    }

    /// The same with a check box before the first cell, seen under the pointer and in a selected row. `is_stop`
    /// says whether Tab leads here. The second value is whether the box was clicked.
    pub fn selectable_by_box(
        &mut self,
        key: impl Hash + Debug,
        name: &str,
        is_selected: bool,
        is_stop: bool,
    ) -> (Response, bool) {
        let inset = self.inset;
        let id = self.table.with(("box", &key));
        let mut is_clicked = false;
        let sense = if is_stop {
            Sense::click()
        } else {
            Sense::CLICK
        };
        let row = self.whole(key, sense, |ui, rect, response| {
            // The row's ground reaches farther to the left than in other tables: below the box.
            let wider = rect.with_min_x(rect.left() - inset / 2.0 + 1.0);
            self::selectable(ui, (wider, inset), response, name, is_selected);
            let place = rect.with_max_x(rect.left() + inset);
            let check = ui.interact(place, id, Sense::CLICK);
            check.widget_info(|| {
                let name = format!("Choose {name} too");
                WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), is_selected, name)
            });
            is_clicked = check.clicked();
            if is_selected || response.hovered() || check.hovered() {
                box_ui(ui, place.center(), check.hovered(), is_selected);
            }
        });
        (row, is_clicked)
    }

    /// Makes the row a read-only widget. If `begins_group`, a line separates it from the row above.
    pub fn readable(&mut self, key: impl Hash + Debug, name: &str, begins_group: bool) -> Response {
        self.whole(key, Sense::hover(), |ui, rect, response| {
            response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), name));
            if begins_group {
                let stroke = Stroke::new(1.0, theme::palette(ui).line);
                ui.painter().hline(rect.x_range(), rect.top(), stroke);
            }
        })
    }

    /// Shows the cells of the visible columns.
    pub fn cells(&mut self, mut cell_ui: impl FnMut(&mut Ui, usize)) {
        for cell in self.cells {
            self.row.col(|ui| cell_ui(ui, cell.column));
            self.row.col(|_| {});
        }
    }

    /// Shows what follows the last cell, in the table's inset.
    pub fn end(&mut self, end_ui: impl FnOnce(&mut Ui)) {
        self.row.col(end_ui);
    }

    /// Paints a cell's text: figures right-aligned, words left-aligned, both cut off with an
    /// ellipsis.
    pub fn text<'s>(&mut self, size: f32, text: impl Fn(usize) -> (&'s str, egui::Color32)) {
        let columns = self.columns;
        self.cells(|ui, column| {
            let (text, colour) = text(column);
            paint_text(ui, text, size, colour, columns[column].is_figure);
        });
    }

    fn whole(
        &mut self,
        key: impl Hash + Debug,
        sense: Sense,
        contents: impl FnOnce(&Ui, Rect, &Response),
    ) -> Response {
        let (table, x_range) = (self.table, self.x_range);
        let mut response = None;
        let cell = self.row.col(|ui| {
            let rect = Rect::from_x_y_ranges(x_range, ui.max_rect().y_range());
            let whole = ui.interact(rect, table.with(("row", key)), sense);
            let seen = ui.clip_rect().y_range();
            let is_seen = seen.contains(rect.top()) && seen.contains(rect.bottom());
            if whole.gained_focus() && !is_seen {
                ui.scroll_to_rect(rect, None);
            }
            contents(ui, rect, &whole);
            response = Some(whole);
        });
        response.unwrap_or(cell.1)
    }
}

/// Paints the text of a cell.
pub fn paint_text(ui: &Ui, text: &str, size: f32, colour: egui::Color32, is_figure: bool) {
    let rect = ui.max_rect();
    let galley = elided(ui, text, size, colour, rect.width());
    let left = match is_figure {
        true => rect.right() - galley.size().x,
        false => rect.left(),
    };
    let top = rect.center().y - galley.size().y / 2.0;
    ui.painter().galley(egui::pos2(left, top), galley, colour);
}

/// Paints a text of this colour, on as many lines as there is room for. Returns whether all of it is seen.
pub fn paint_lines(ui: &Ui, rect: Rect, text: &str, colour: egui::Color32) -> bool {
    let text = lines(ui, text, colour, rect.size());
    let is_whole = !text.elided;
    let top = rect.center().y - text.size().y / 2.0;
    let at = egui::pos2(rect.left(), top);
    ui.painter().galley(at, text, colour);
    is_whole
}

/// Paints a title, on as many lines as there is room for, and below it, in small type, a detail of this
/// colour. Returns whether all of the title is seen.
pub fn paint_title(ui: &Ui, rect: Rect, title: &str, detail: &str, colour: egui::Color32) -> bool {
    let palette = theme::palette(ui);
    let detail = elided(ui, detail, theme::text::SMALL, colour, rect.width());
    let below = match detail.text() {
        "" => 0.0,
        _ => detail.size().y,
    };
    let room = rect.size() - Vec2::new(0.0, below);
    let title = lines(ui, title, palette.text, room);
    let is_whole = !title.elided;
    let top = rect.center().y - (title.size().y + below) / 2.0;
    let below = top + title.size().y;
    let painter = ui.painter();
    painter.galley(egui::pos2(rect.left(), top), title, palette.text);
    painter.galley(egui::pos2(rect.left(), below), detail, colour);
    is_whole
}

/// A text on as many lines as there is room for, at least on one.
fn lines(ui: &Ui, text: &str, colour: egui::Color32, room: Vec2) -> Arc<Galley> {
    let line = elided(ui, " ", theme::text::BODY, colour, room.x);
    let font = FontId::proportional(theme::text::BODY);
    let mut job = LayoutJob::simple(text.to_owned(), font, colour, room.x);
    job.break_on_newline = false;
    job.wrap.max_rows = ((room.y / line.size().y) as usize).max(1);
    ui.painter().layout_job(job)
}

/// A row that a click selects.
fn selectable(
    ui: &Ui,
    (rect, inset): (Rect, f32),
    response: &Response,
    name: &str,
    is_selected: bool,
) {
    row_info(ui, response, name, is_selected);
    let ground = rect.shrink2(Vec2::new(inset / 2.0, 1.0));
    ground_ui(ui, ground, response, is_selected);
}

/// The box that chooses a row beside others.
fn box_ui(ui: &Ui, centre: Pos2, is_lit: bool, is_checked: bool) {
    // It leaves room to the panel's edge and to what stands in the first cell.
    const SIDE: f32 = 10.0;
    let palette = theme::palette(ui);
    let square = Rect::from_center_size(centre, Vec2::splat(SIDE));
    let (radius, inside) = (theme::radius::MARK + 1, StrokeKind::Inside);
    let ground = if is_checked {
        palette.accent
    } else {
        palette.panel
    };
    ui.painter().rect_filled(square, radius, ground);
    if is_checked {
        let (align, font) = (Align2::CENTER_CENTER, theme::icon(SIDE - 2.0));
        let sign = ICON_CHECK.codepoint;
        ui.painter()
            .text(centre, align, sign, font, palette.on_accent);
        return;
    }
    let colour = if is_lit { palette.text } else { palette.dim };
    let stroke = Stroke::new(1.0, colour);
    ui.painter().rect_stroke(square, radius, stroke, inside);
}

/// The background of a row that is selected, hovered or focused.
fn ground_ui(ui: &Ui, rect: Rect, response: &Response, is_selected: bool) {
    let palette = theme::palette(ui);
    let radius = theme::radius::CONTROL - 1;
    if is_selected {
        ui.painter()
            .rect_filled(rect, radius, palette.accent_ground);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, radius, palette.hovered);
    }
}
