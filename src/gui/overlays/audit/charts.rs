//! The matrix of h and h* as a heat map, and the histogram of h, painted.

use crate::gui::theme::{self, Palette, space};
use egui::epaint::{Mesh, Shape};
use egui::{
    Align2, Color32, FontId, Pos2, Rect, Response, Role, Sense, Stroke, Ui, Vec2, WidgetInfo,
};
use tilescope_lab::audit::HeuristicReport;
use tilescope_lab::format;

/// Cells of the heat map along a side, at most.
const MAX_BINS: u32 = 64;
/// The room for the labels of an axis.
const LABELS: f32 = 26.0;
const HISTOGRAM: f32 = 110.0;

/// Both charts.
pub fn ui(ui: &mut Ui, report: &HeuristicReport, unit: u32, height: f32) {
    let palette = theme::palette(ui);
    ui.label(theme::head("Estimate against exact distance", palette));
    let side = (height - HISTOGRAM - 100.0).clamp(140.0, 460.0);
    heat_map(ui, palette, report, unit, side);
    ui.add_space(space::S);
    ui.label(theme::head("Boards by estimate", palette));
    histogram(ui, palette, report, unit);
}

/// The counts of the matrix, in square bins from 0.
struct Bins {
    /// The costs in a bin.
    width: u32,
    n_columns: u32,
    n_rows: u32,
    /// By h* and then by h.
    counts: Vec<u64>,
}

impl Bins {
    fn new(report: &HeuristicReport) -> Self {
        let cells = &report.joint.cells;
        let last_distance = cells.iter().map(|cell| cell.distance).max().unwrap_or(0);
        // Infinite estimates would make everything else one bin.
        let last_h = cells.iter().map(|cell| cell.h).max().unwrap_or(0);
        let last_h = last_h.min(last_distance.saturating_mul(3).max(1));
        let width = last_distance.max(last_h) / MAX_BINS + 1;
        let (n_columns, n_rows) = (last_distance / width + 1, last_h / width + 1);
        let mut counts = vec![0; (n_columns * n_rows) as usize];
        for cell in cells {
            let row = (cell.h / width).min(n_rows - 1);
            counts[(cell.distance / width * n_rows + row) as usize] += cell.n;
        }
        Bins {
            width,
            n_columns,
            n_rows,
            counts,
        }
    }
}

fn heat_map(ui: &mut Ui, palette: &Palette, report: &HeuristicReport, unit: u32, height: f32) {
    let bins = Bins::new(report);
    let (whole, response) = allocate(ui, height, "Heat map of h and h*");
    let area = whole
        .with_min_x(whole.left() + LABELS)
        .with_max_y(whole.bottom() - LABELS);
    let step = Vec2::new(
        area.width() / bins.n_columns as f32,
        area.height() / bins.n_rows as f32,
    );
    let painter = ui.painter();
    painter.rect_filled(area, theme::radius::MARK, palette.canvas);
    let most = bins.counts.iter().max().copied().unwrap_or(1).max(1) as f32;
    let mut mesh = Mesh::default();
    for (i, &n) in bins.counts.iter().enumerate().filter(|(_, n)| **n > 0) {
        let (column, row) = (i as u32 / bins.n_rows, i as u32 % bins.n_rows);
        let min = Pos2::new(
            area.left() + column as f32 * step.x,
            area.bottom() - (row + 1) as f32 * step.y,
        );
        // The logarithm shows rare and frequent pairs.
        let share = 0.15 + 0.85 * (1.0 + n as f32).ln() / (1.0 + most).ln();
        let colour = if row > column {
            palette.warning
        } else {
            palette.accent
        };
        mesh.add_colored_rect(
            Rect::from_min_size(min, step),
            blend(palette.canvas, colour, share),
        );
    }
    painter.add(Shape::mesh(mesh));
    // Where h = h*.
    let n = bins.n_columns.min(bins.n_rows) as f32;
    let corner = Pos2::new(area.left() + n * step.x, area.bottom() - n * step.y);
    painter.line_segment([area.left_bottom(), corner], Stroke::new(1.0, palette.dim));
    let cost = |bin: u32| format::cost(u64::from(bin) * u64::from(bins.width), unit);
    axis_labels(
        ui,
        palette,
        area,
        &cost(bins.n_columns - 1),
        &cost(bins.n_rows - 1),
        "h*",
        "h",
    );
    if let Some(at) = response.hover_pos().filter(|at| area.contains(*at)) {
        let column = (((at.x - area.left()) / step.x) as u32).min(bins.n_columns - 1);
        let row = (((area.bottom() - at.y) / step.y) as u32).min(bins.n_rows - 1);
        let n = bins.counts[(column * bins.n_rows + row) as usize];
        let boards = format::count(n);
        let words = format!("h* = {}, h = {}: {boards} boards", cost(column), cost(row));
        response.on_hover_text_at_pointer(words);
    }
}

fn histogram(ui: &mut Ui, palette: &Palette, report: &HeuristicReport, unit: u32) {
    let bins = Bins::new(report);
    let sums =
        |row: u32| (0..bins.n_columns).map(move |column| (column * bins.n_rows + row) as usize);
    let counts: Vec<u64> = (0..bins.n_rows)
        .map(|row| sums(row).map(|i| bins.counts[i]).sum())
        .collect();
    let (whole, response) = allocate(ui, HISTOGRAM, "Histogram of h");
    let area = whole
        .with_min_x(whole.left() + LABELS)
        .with_max_y(whole.bottom() - LABELS);
    let most = counts.iter().max().copied().unwrap_or(1).max(1);
    let step = area.width() / counts.len() as f32;
    let painter = ui.painter();
    for (i, &n) in counts.iter().enumerate() {
        let height = area.height() * n as f32 / most as f32;
        let left = area.left() + i as f32 * step;
        let min = Pos2::new(left, area.bottom() - height);
        let size = Vec2::new((step - 1.0).max(0.5), height);
        painter.rect_filled(Rect::from_min_size(min, size), 0.0, palette.accent);
    }
    painter.hline(
        area.x_range(),
        area.bottom(),
        Stroke::new(1.0, palette.line),
    );
    let cost = |bin: u32| format::cost(u64::from(bin) * u64::from(bins.width), unit);
    axis_labels(ui, palette, area, &cost(bins.n_rows - 1), "", "h", "");
    if let Some(at) = response.hover_pos().filter(|at| area.contains(*at)) {
        let i = (((at.x - area.left()) / step) as usize).min(counts.len() - 1);
        let words = format!(
            "h = {}: {} boards",
            cost(i as u32),
            format::count(counts[i])
        );
        response.on_hover_text_at_pointer(words);
    }
}

/// A chart's room, with its accessible name.
fn allocate(ui: &mut Ui, height: f32, name: &str) -> (Rect, Response) {
    let size = Vec2::new(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    (rect, response)
}

/// The least and the greatest value of each axis, and its name in the middle.
fn axis_labels(
    ui: &Ui,
    palette: &Palette,
    area: Rect,
    last_x: &str,
    last_y: &str,
    x: &str,
    y: &str,
) {
    let font = FontId::proportional(theme::text::SMALL);
    let text = |at: Pos2, align: Align2, text: &str| {
        ui.painter()
            .text(at, align, text, font.clone(), palette.dim);
    };
    let below = area.bottom() + space::XS;
    text(Pos2::new(area.left(), below), Align2::LEFT_TOP, "0");
    text(Pos2::new(area.center().x, below), Align2::CENTER_TOP, x);
    text(Pos2::new(area.right(), below), Align2::RIGHT_TOP, last_x);
    let beside = area.left() - space::XS;
    text(Pos2::new(beside, area.top()), Align2::RIGHT_TOP, last_y);
    text(Pos2::new(beside, area.center().y), Align2::RIGHT_CENTER, y);
}

/// A colour between two.
fn blend(from: Color32, to: Color32, share: f32) -> Color32 {
    from.lerp_to_gamma(to, share)
}
