//! Where the picture of the overview is on the screen, and what is drawn over it: the solution, the
//! selected node, counts in cells that have room, depths, iterations.

use super::picture::Sampling;
use crate::gui::panels::tree::marks;
use crate::gui::panels::tree::paint::short_count;
use crate::gui::run_status::solution_is_known;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, Palette, space};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use std::ops::Range;
use tilescope_lab::{explain, format};
use tilescope_trace::subtrees::{Grid, Place};
use tilescope_trace::{Moment, NO_NODE, NodeId, Status, Subtrees};

/// The room for the names of iterations above the picture.
pub const STRIP: f32 = 18.0;
/// The greatest height of a row.
const MAX_ROW: f32 = 36.0;
/// Rows at least so high are parted by lines.
const MIN_PARTED: f32 = 6.0;
/// Cells at least so large have a count.
const MIN_CAPTION: egui::Vec2 = vec2(40.0, 13.0);
const MAX_CAPTIONS: usize = 400;
/// The least width of the mark of a node, in points.
const MIN_MARK: f32 = 3.0;

/// The room for the depths on the left, down to this one, in points.
pub fn gutter(deepest: u32) -> f32 {
    let digits = format::count(deepest.into());
    10.0 + 7.0 * digits.chars().count().max(2) as f32
}

/// The picture on the screen.
pub struct Canvas<'a> {
    /// The picture itself.
    pub rect: Rect,
    pub grid: &'a Grid,
    row_height: f32,
    pixels_per_point: f32,
}

impl<'a> Canvas<'a> {
    /// The picture in its room, on whole pixels.
    pub fn new(room: Rect, grid: &'a Grid, pixels_per_point: f32) -> Self {
        let n_rows = grid.n_rows().max(1) as f32;
        let row_height = (room.height() / n_rows).min(MAX_ROW);
        let size = vec2(room.width(), row_height * n_rows);
        let min = (room.min * pixels_per_point).round() / pixels_per_point;
        Canvas {
            rect: Rect::from_min_size(min, size),
            grid,
            row_height,
            pixels_per_point,
        }
    }

    fn x(&self, position: NodeId) -> f32 {
        let n_nodes = f64::from(self.grid.extent().n_nodes().max(1));
        self.rect.left() + self.rect.width() * (f64::from(position) / n_nodes) as f32
    }

    fn y(&self, row: usize) -> f32 {
        let y = self.rect.top() + row as f32 * self.row_height;
        (y * self.pixels_per_point).round() / self.pixels_per_point
    }

    /// The cells of some columns of a row.
    fn cells(&self, row: usize, columns: Range<usize>) -> Rect {
        let width = self.rect.width() / self.grid.n_columns().max(1) as f32;
        let x = |column| self.rect.left() + column as f32 * width;
        Rect::from_min_max(
            pos2(x(columns.start), self.y(row)),
            pos2(x(columns.end), self.y(row + 1)),
        )
    }

    /// The node drawn at `at`.
    pub fn hit(&self, at: Pos2) -> Option<NodeId> {
        if !self.rect.contains(at) {
            return None;
        }
        let part = (at.x - self.rect.left()) / self.rect.width();
        let column = (part * self.grid.n_columns() as f32) as usize;
        let row = ((at.y - self.rect.top()) / self.row_height) as usize;
        self.grid.node(column, row)
    }

    /// Where a place is, at least as wide as a mark.
    pub fn place(&self, place: &Place) -> Option<Rect> {
        let row = self.grid.row_of(place.depth)?;
        let [left, right] = [place.positions.start, place.positions.end].map(|at| self.x(at));
        let wide = ((MIN_MARK - (right - left)) / 2.0).max(0.0);
        let rect = Rect::from_min_max(
            pos2(left - wide, self.y(row)),
            pos2(right + wide, self.y(row + 1)),
        );
        Some(rect.expand2(vec2(0.0, ((MIN_MARK - self.row_height) / 2.0).max(0.0))))
    }

    /// Lines between the rows.
    pub fn row_lines(&self, painter: &Painter, palette: &Palette) {
        if self.row_height < MIN_PARTED {
            return;
        }
        let stroke = Stroke::new(1.0, palette.canvas);
        for row in 1..self.grid.n_rows() {
            painter.hline(self.rect.x_range(), self.y(row) - 0.5, stroke);
        }
    }

    /// The number of nodes in the subtrees whose cells have room for it.
    pub fn captions(
        &self,
        painter: &Painter,
        subtrees: &Subtrees,
        colour_of: impl Fn(NodeId) -> Color32,
    ) {
        if self.row_height < MIN_CAPTION.y {
            return;
        }
        let size = (self.row_height * 0.7).min(theme::text::SMALL);
        let mut n_captions = 0;
        for row in 0..self.grid.n_rows() {
            let mut column = 0;
            for run in self.grid.row(row).chunk_by(|one, other| one == other) {
                let rect = self.cells(row, column..column + run.len());
                column += run.len();
                let node = run[0];
                if node == NO_NODE || rect.width() < MIN_CAPTION.x || n_captions >= MAX_CAPTIONS {
                    continue;
                }
                n_captions += 1;
                let text = short_count(subtrees.size(node));
                let colour = theme::text_on(colour_of(node));
                let font = FontId::proportional(size);
                painter.text(rect.center(), Align2::CENTER_CENTER, text, font, colour);
            }
        }
    }

    /// The depths of the rows, on the left.
    pub fn depths(&self, painter: &Painter, palette: &Palette) {
        let least = (16.0 / self.row_height).ceil().max(1.0) as u32;
        let per_row = self.grid.depths_per_row().max(1);
        let nice = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter();
        let nice = nice.chain(std::iter::successors(Some(1000), |step| {
            u32::checked_mul(*step, 10)
        }));
        let wanted = least.saturating_mul(per_row);
        let step = nice.clone().find(|&step| step >= wanted).unwrap_or(wanted);
        let extent = self.grid.extent();
        let first = extent.first_depth();
        let end = first + extent.n_depths();
        let mut depth = first.next_multiple_of(step);
        while depth < end {
            if let Some(row) = self.grid.row_of(depth) {
                let at = pos2(
                    self.rect.left() - space::S,
                    self.y(row) + self.row_height / 2.0,
                );
                let text = format::count(depth.into());
                let font = FontId::proportional(theme::text::HEAD);
                painter.text(at, Align2::RIGHT_CENTER, text, font, palette.faint);
            }
            depth = depth.saturating_add(step);
        }
    }

    /// The iterations whose nodes are shown, with their columns.
    pub fn iterations(&self, entry: &RunEntry) -> Vec<(usize, Rect)> {
        let trace = entry.run.trace();
        if self.grid.n_rows() < 2 || self.grid.depth(1) != 1 || self.grid.extent().tops() != [0] {
            return Vec::new();
        }
        let mut found: Vec<(usize, Range<usize>)> = Vec::new();
        let mut column = 0;
        for run in self.grid.row(1).chunk_by(|one, other| one == other) {
            let columns = column..column + run.len();
            column = columns.end;
            if run[0] == NO_NODE {
                continue;
            }
            let number = trace.iteration_of(run[0]).unwrap_or(0);
            match found.last_mut() {
                Some((last, known)) if *last == number => known.end = columns.end,
                _ => found.push((number, columns)),
            }
        }
        let above = |(number, columns): (usize, Range<usize>)| {
            let below = self.cells(0, columns);
            let min = below.min - vec2(0.0, STRIP);
            (number, Rect::from_min_size(min, vec2(below.width(), STRIP)))
        };
        found.into_iter().map(above).collect()
    }

    /// The solution as far as it is known: cells that it crosses, in gold, and its end.
    pub fn solution(
        &self,
        ui: &Ui,
        painter: &Painter,
        entry: &RunEntry,
        t: Moment,
        sampling: &mut Sampling,
    ) {
        /// Wider cells are framed.
        const MAX_FILLED: f32 = 6.0;
        let trace = entry.run.trace();
        if !solution_is_known(trace, t) {
            return;
        }
        let palette = theme::palette(ui);
        let ends = [trace.goal(), trace.meeting().map(|it| it.backward)];
        for end in ends.into_iter().flatten() {
            let places = sampling.places(ui, entry, end);
            // Wide cells are framed together: the frame narrows from row to row.
            let (mut left, mut right) = (Vec::new(), Vec::new());
            for row in 0..self.grid.n_rows() {
                let below = self.grid.depth(row) - self.grid.extent().first_depth();
                let place = places.get(below as usize);
                let Some(rect) = place.and_then(|place| self.place(place)) else {
                    break;
                };
                if rect.width() <= MAX_FILLED {
                    painter.rect_filled(rect, 0.0, palette.solution);
                } else {
                    let inside = rect.shrink2(vec2(1.0, 0.0));
                    left.extend([inside.left_top(), inside.left_bottom()]);
                    right.extend([inside.right_top(), inside.right_bottom()]);
                }
            }
            left.reverse();
            left.extend(right);
            painter.line(left, Stroke::new(2.0, palette.solution));
            let last = places.last().filter(|place| place.node == end);
            if let Some(rect) = last.and_then(|place| self.place(place)) {
                let radius = (self.row_height * 0.4).clamp(3.5, 6.0);
                let status = trace.status(end, t);
                let status = match status {
                    Status::Goal | Status::Meeting => status,
                    _ => Status::Goal,
                };
                let at = rect.center();
                painter.circle_filled(at, radius * 1.9, palette.canvas.gamma_multiply(0.7));
                marks::paint(painter, palette.good, palette.canvas, status, at, radius);
            }
        }
    }

    /// A frame around a node.
    pub fn ring(&self, painter: &Painter, place: Option<&Place>, stroke: Stroke) {
        let rect = place.and_then(|place| self.place(place));
        if let Some(rect) = rect {
            painter.rect_stroke(rect, 1.0, stroke, StrokeKind::Outside);
        }
    }
}

/// What is said in the strip of an iteration: “bound 27”, “Restart 2”.
pub fn iteration_title(entry: &RunEntry, number: usize) -> (String, String) {
    let trace = entry.run.trace();
    let iteration = (trace.first_moment_of(number)).and_then(|t| trace.iteration(t));
    let Some(iteration) = iteration else {
        return Default::default();
    };
    let whole = explain::iteration(entry.run.job(), trace, &iteration);
    let short = explain::iteration_short(entry.run.job(), &iteration);
    (whole, short)
}
