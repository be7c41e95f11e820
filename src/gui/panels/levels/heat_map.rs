//! The heat map of the levels panel: a row for each depth, a column for each f.

use super::counted::{Counted, Measure};
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, Palette, space};
use egui::{Align2, FontId, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use std::ops::RangeInclusive;
use tilescope_lab::{Job, explain, format};

/// The places for the figures of the axes and for the legend.
const LEFT: f32 = 40.0;
const TOP: f32 = 36.0;
const BOTTOM: f32 = 32.0;
/// The least size of a cell; where there are more depths or values of f, several share one.
const MIN_CELL: f32 = 4.0;
const MAX_CELL: egui::Vec2 = vec2(72.0, 24.0);

/// The counts by groups of depths and of values of f.
struct Grid {
    /// The depths of a row.
    depths_per_row: u32,
    n_rows: usize,
    /// The values of f of each column, in thousandths.
    columns: Vec<RangeInclusive<u64>>,
    /// By row and then by column.
    counts: Vec<u32>,
}

impl Grid {
    fn new(counted: &Counted, measure: Measure, room: egui::Vec2) -> Self {
        let most = |length: f32| ((length / MIN_CELL) as usize).max(1);
        let mut values: Vec<u64> = counted.cells.iter().map(|(cell, _)| cell.f).collect();
        values.sort_unstable();
        values.dedup();
        let per_column = values.len().div_ceil(most(room.x)).max(1);
        let columns: Vec<_> = (values.chunks(per_column))
            .filter_map(|group| Some(*group.first()?..=*group.last()?))
            .collect();
        let n_depths = counted.cells.last().map_or(0, |(cell, _)| cell.depth + 1);
        let depths_per_row = n_depths.div_ceil(most(room.y) as u32).max(1);
        let n_rows = n_depths.div_ceil(depths_per_row) as usize;
        let mut counts = vec![0; n_rows * columns.len()];
        for (cell, of_cell) in &counted.cells {
            let row = (cell.depth / depths_per_row) as usize;
            let column = columns.partition_point(|values| *values.end() < cell.f);
            counts[row * columns.len() + column] += measure.of(of_cell);
        }
        Grid {
            depths_per_row,
            n_rows,
            columns,
            counts,
        }
    }

    fn count(&self, row: usize, column: usize) -> u32 {
        self.counts[row * self.columns.len() + column]
    }

    /// “7”, or “8–11” where several depths share a row.
    fn depths(&self, row: usize) -> String {
        let first = row as u32 * self.depths_per_row;
        match self.depths_per_row {
            1 => first.to_string(),
            n => format!("{first}–{}", first + n - 1),
        }
    }

    fn values(&self, job: &Job, column: usize) -> String {
        let values = &self.columns[column];
        let [first, last] = [*values.start(), *values.end()].map(|f| explain::level_f_text(job, f));
        match first == last {
            true => first,
            false => format!("{first}–{last}"),
        }
    }
}

/// Shows the map. Pointing at a cell gives its count; the table says the same without a pointer.
pub fn ui(ui: &mut Ui, rect: Rect, entry: &RunEntry, counted: &Counted, measure: Measure) {
    let room = rect.size() - vec2(LEFT, TOP + BOTTOM);
    if room.min_elem() < MIN_CELL {
        return;
    }
    let job = entry.run.job();
    let grid = Grid::new(counted, measure, room);
    let n_columns = grid.columns.len();
    let fitting = room / vec2(n_columns.max(1) as f32, grid.n_rows.max(1) as f32);
    let size = fitting.min(MAX_CELL);
    let origin = rect.min + vec2(LEFT, TOP);
    let place = |row: usize, column: usize| {
        Rect::from_min_size(origin + size * vec2(column as f32, row as f32), size)
    };
    let most = grid.counts.iter().copied().max().unwrap_or(0);
    let palette = theme::palette(ui);
    let response = ui.interact(rect, ui.scope_id().with("heat map"), Sense::hover());
    response.widget_info(|| {
        let name = format!(
            "Heat map: {} by depth and f",
            measure.title().to_lowercase()
        );
        WidgetInfo::labeled(Role::Image, true, name)
    });
    let painter = ui.painter().with_clip_rect(rect);
    let font = FontId::proportional(theme::text::HEAD);
    for row in 0..grid.n_rows {
        for column in 0..n_columns {
            let n = grid.count(row, column);
            if n == 0 {
                continue;
            }
            let (colour, text) = palette.ramp(share(n, most));
            let gap = if size.min_elem() > 10.0 { 0.5 } else { 0.0 };
            let cell = place(row, column);
            painter.rect_filled(cell.shrink(gap), 0.0, colour);
            let figure = format::count(n.into());
            // A figure is about 6.5 points wide.
            let width = 6.5 * figure.chars().count() as f32 + 4.0;
            if size.y >= 13.0 && size.x >= width {
                painter.text(
                    cell.center(),
                    Align2::CENTER_CENTER,
                    figure,
                    font.clone(),
                    text,
                );
            }
        }
    }
    // The axes: as many figures as there is room for.
    let depths = (grid.n_rows.max(1)).min((size.y * grid.n_rows as f32 / 14.0) as usize + 1);
    for row in (0..grid.n_rows).step_by(grid.n_rows.div_ceil(depths).max(1)) {
        let at = pos2(origin.x - space::S, place(row, 0).center().y);
        let text = (row as u32 * grid.depths_per_row).to_string();
        painter.text(at, Align2::RIGHT_CENTER, text, font.clone(), palette.dim);
    }
    let step = (34.0 / size.x).ceil().max(1.0) as usize;
    for column in (0..n_columns).step_by(step) {
        let at = pos2(place(0, column).center().x, origin.y - space::XS);
        let text = explain::level_f_text(job, *grid.columns[column].start());
        painter.text(at, Align2::CENTER_BOTTOM, text, font.clone(), palette.dim);
    }
    let corner = rect.min + vec2(LEFT - space::S, TOP - space::XS);
    painter.text(
        corner,
        Align2::RIGHT_BOTTOM,
        "Depth",
        font.clone(),
        palette.faint,
    );
    let formula = explain::formula(job);
    let above = rect.min + vec2(LEFT, space::XS);
    painter.text(
        above,
        Align2::LEFT_TOP,
        formula,
        font.clone(),
        palette.faint,
    );
    let below = origin.y + size.y * grid.n_rows as f32 + space::M;
    legend_ui(&painter, pos2(origin.x, below), most, palette);

    let Some(pointer) = response.hover_pos() else {
        return;
    };
    let [x, y] = [(pointer - origin).x / size.x, (pointer - origin).y / size.y];
    let is_within = x >= 0.0 && y >= 0.0 && x < n_columns as f32 && y < grid.n_rows as f32;
    if is_within {
        let (row, column) = (y as usize, x as usize);
        let n = format::count(grid.count(row, column).into());
        let (depth, f) = (grid.depths(row), grid.values(job, column));
        let words = format!("{}: {n}\nDepth {depth}, f {f}", measure.title());
        response.on_hover_text_at_pointer(words);
    }
}

/// The place of a count on a logarithmic scale up to `most`, from 0 to 1.
fn share(n: u32, most: u32) -> f32 {
    match most {
        0 | 1 => 1.0,
        _ => (n.max(1) as f32).ln() / (most as f32).ln(),
    }
}

/// The scale of colours, from 1 to `most`.
fn legend_ui(painter: &egui::Painter, at: egui::Pos2, most: u32, palette: &Palette) {
    const WIDTH: f32 = 96.0;
    const N: usize = 48;
    let font = FontId::proportional(theme::text::HEAD);
    if most == 0 {
        painter.text(at, Align2::LEFT_TOP, "None at this step", font, palette.dim);
        return;
    }
    let one = painter.text(at, Align2::LEFT_TOP, "1", font.clone(), palette.dim);
    let left = one.right() + space::XS;
    for i in 0..N {
        let x = left + WIDTH * i as f32 / N as f32;
        let step = Rect::from_min_size(pos2(x, at.y + 2.0), vec2(WIDTH / N as f32 + 0.5, 10.0));
        let (colour, _) = palette.ramp(i as f32 / (N - 1) as f32);
        painter.rect_filled(step, 0.0, colour);
    }
    let end = pos2(left + WIDTH + space::S, at.y);
    let words = format!("{}, logarithmic", format::count(most.into()));
    painter.text(end, Align2::LEFT_TOP, words, font, palette.dim);
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn the_scale_is_logarithmic() {
        assert_eq!(share(1, 1), 1.0);
        assert_eq!(share(1, 100), 0.0);
        assert!((share(10, 100) - 0.5).abs() < 1e-6);
        assert_eq!(share(100, 100), 1.0);
    }
}
