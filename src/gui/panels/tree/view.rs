//! The view of a tree on the canvas: a position and two scales, one horizontal, one vertical.
//!
//! A tree of 100,000 nodes is a thousand times wider than deep, so a single scale would make it a
//! line. Between the view that fits all of it and the one that shows its nodes at natural size, the
//! two scales differ. Beyond that they grow together.

use super::cell::{Cell, MAX_SHAPE_FONT, Natural};
use egui::{Pos2, Rect, Vec2, pos2, vec2};

/// The room around the tree when all of it is shown, in points: at the left are the depths, at
/// the right the buttons, and a root may have a name above it.
const MARGIN_LEFT: f32 = 44.0;
/// How much of the left margin is clear of the depths.
const CLEAR: f32 = 8.0;
const MARGIN_RIGHT: f32 = 52.0;
const MARGIN_MAP: f32 = 132.0;
const MARGIN_TOP: f32 = 22.0;
const MARGIN_BOTTOM: f32 = 12.0;
/// How much farther than all of it one can zoom out, and than natural size one can zoom in.
const MIN_LEVEL: f64 = -0.7;
const MAX_ABOVE_NATURAL: f64 = 1.4;
/// How much farther apart than necessary the boards of a small tree are, across and down.
const MAX_SPREAD: Vec2 = vec2(2.2, 1.4);
/// How far apart the shapes of a small tree are at most, in points: figures fit in between.
const MAX_DISTANCE: Vec2 = vec2(120.0, 110.0);
/// The radius of a shape where there is room, in points.
pub const MAX_RADIUS: f32 = 4.6;
/// At least this many points of the tree stay on the canvas when it is panned.
const LEFT_ON_CANVAS: f64 = 48.0;

/// How large a layout is: its least and greatest x, and its rows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Extent {
    pub x: (f32, f32),
    pub n_rows: usize,
}

/// A position and two scales. Positions are relative to the canvas's upper left corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View {
    natural: Natural,
    /// Points per unit of x and per row when the whole tree fits.
    fitted: (f64, f64),
    /// The logarithm of the magnification relative to the fitted view.
    level: f64,
    /// The position of the root.
    root: (f64, f64),
    /// Points per unit of x and per row.
    scales: (f64, f64),
    /// How nodes are drawn as boards at these scales.
    cell: Option<Cell>,
}

impl View {
    /// Scales and cells are computed here, once, because each node that is drawn asks for them.
    fn new(natural: Natural, fitted: (f64, f64), level: f64, root: (f64, f64)) -> Self {
        let scales = scales(&natural, fitted, level);
        View {
            natural,
            fitted,
            level,
            root,
            scales,
            cell: natural.cell(scales.0 as f32, scales.1 as f32),
        }
    }

    /// The view that shows all of a tree on the upper `room` of a canvas: as boards if they can be
    /// read, and over all of the room.
    pub fn fit(room: Vec2, extent: Extent, natural: Natural) -> Self {
        let span = extent.x.1 - extent.x.0;
        let steps = extent.n_rows.saturating_sub(1) as f32;
        let room = vec2(
            (room.x - MARGIN_LEFT - MARGIN_RIGHT).max(1.0),
            (room.y - MARGIN_TOP - MARGIN_BOTTOM).max(1.0),
        );
        let (scales, first, width) = fit_boards(room, span, steps, &natural)
            .unwrap_or_else(|| fit_marks(room, span, steps, &natural));
        let left = MARGIN_LEFT + (room.x - span * scales.x - width) / 2.0 + width / 2.0;
        let fitted = (scales.x.into(), scales.y.into());
        let root = (
            (left - extent.x.0 * scales.x).into(),
            (MARGIN_TOP + first).into(),
        );
        View::new(natural, fitted, 0.0, root)
    }

    /// The view in which boards have their natural size, with the root where it is.
    pub fn close(self) -> Self {
        let level = natural_level(&self.natural, self.fitted);
        View::new(self.natural, self.fitted, level, self.root)
    }

    /// The view that fits a tree in the minimap.
    pub fn miniature(size: Vec2, extent: Extent) -> Self {
        let span = f64::from(extent.x.1 - extent.x.0).max(1.0);
        let steps = extent.n_rows.saturating_sub(1).max(1) as f64;
        let fitted = (
            (f64::from(size.x) / span).min(8.0),
            (f64::from(size.y) / steps).min(8.0),
        );
        let middle = f64::from(extent.x.0 + extent.x.1) / 2.0 * fitted.0;
        let left = f64::from(size.x) / 2.0 - middle;
        let top = (f64::from(size.y) - steps * fitted.1) / 2.0;
        View::new(Natural::dots(), fitted, 0.0, (left, top))
    }

    /// The same view of nodes of other sizes.
    pub fn with(self, natural: Natural) -> Self {
        View::new(natural, self.fitted, self.level, self.root)
    }

    pub fn natural(&self) -> &Natural {
        &self.natural
    }

    /// Points per unit of x.
    pub fn column(&self) -> f32 {
        self.scales.0 as f32
    }

    /// Points per row.
    pub fn row(&self) -> f32 {
        self.scales.1 as f32
    }

    /// The size of a node that is drawn as a board, and of its caption; `None` if not all nodes
    /// have room for that.
    pub fn cell(&self) -> Option<Cell> {
        self.cell
    }

    /// The longer side of a mini board, where one is drawn: large enough for its digits if there
    /// is room, and never so large that two rows touch.
    pub fn board(&self) -> f32 {
        if let Some(cell) = self.cell() {
            return cell.size.max_elem();
        }
        (self.column() * 0.9)
            .max(self.natural.board)
            .min(self.row() * 0.9)
    }

    /// Whether every node is shown as a mini board: boards fit side by side, and their digits are
    /// readable.
    pub fn shows_boards(&self) -> bool {
        self.cell().is_some()
    }

    /// The radius of the nodes' shapes. Below 1.5 they are dots.
    pub fn mark(&self) -> f32 {
        (self.column() * 0.36).min(self.row() * 0.3).min(MAX_RADIUS)
    }

    /// The screen position of a place.
    pub fn at(&self, canvas: Rect, x: f32, depth: usize) -> Pos2 {
        let (column, row) = self.scales;
        canvas.min
            + vec2(
                (self.root.0 + f64::from(x) * column) as f32,
                (self.root.1 + depth as f64 * row) as f32,
            )
    }

    /// The x and depth at a screen position: the inverse of [`Self::at`].
    pub fn place(&self, canvas: Rect, at: Pos2) -> (f32, f32) {
        let (column, row) = self.scales;
        let at = at - canvas.min;
        (
            ((f64::from(at.x) - self.root.0) / column) as f32,
            ((f64::from(at.y) - self.root.1) / row) as f32,
        )
    }

    /// The part of the tree that is on the canvas, as (x, depth) from upper left to lower
    /// right.
    pub fn window(&self, canvas: Rect) -> Rect {
        let (left, top) = self.place(canvas, canvas.min);
        let (right, bottom) = self.place(canvas, canvas.max);
        Rect::from_min_max(pos2(left, top), pos2(right, bottom))
    }

    /// Pans the tree by this many points.
    pub fn pan(&mut self, by: Vec2) {
        self.root.0 += f64::from(by.x);
        self.root.1 += f64::from(by.y);
    }

    /// Zooms by `factor` about the fixed point `about`. Zooming out stops a little beyond the view
    /// that fits a tree of this `extent`.
    pub fn zoom(&mut self, canvas: Rect, extent: Extent, about: Pos2, factor: f32) {
        let before = self.scales;
        let whole = View::fit(canvas.size(), extent, self.natural).fitted.0;
        let least = (whole / self.fitted.0).ln().min(0.0) + MIN_LEVEL;
        let most = natural_level(&self.natural, self.fitted) + MAX_ABOVE_NATURAL;
        let level = (self.level + f64::from(factor).ln()).clamp(least, most);
        let after = scales(&self.natural, self.fitted, level);
        let about = about - canvas.min;
        let keep = |root: f64, about: f64, scale: f64| about + (root - about) * scale;
        let root = (
            keep(self.root.0, about.x.into(), after.0 / before.0),
            keep(self.root.1, about.y.into(), after.1 / before.1),
        );
        *self = View::new(self.natural, self.fitted, level, root);
    }

    /// Adapts the view to a tree that has grown. A view of dots continues to show the same fraction
    /// of the tree; one that shows nodes as shapes keeps their size.
    pub fn keep_part(&mut self, canvas: Rect, from: Extent, to: Extent) {
        if self.mark() >= 1.5 {
            return;
        }
        let fit = |extent| View::fit(canvas.size(), extent, self.natural);
        let factor = self.scales.0 / fit(from).fitted.0;
        let root = self.root;
        *self = fit(to);
        self.zoom(canvas, to, canvas.center(), factor as f32);
        self.root = root;
    }

    /// Pans the tree so that a place is in the centre of the canvas.
    pub fn centre(&mut self, canvas: Rect, x: f32, depth: usize) {
        self.pan(canvas.center() - self.at(canvas, x, depth));
    }

    /// Unless a root is in view, pans the tree so that it stands where `fitted` has it: the tree is
    /// below it.
    pub fn bring_home(&mut self, canvas: Rect, fitted: &View, x: f32, depth: usize) {
        let cell = self.cell().map(|cell| cell.size);
        let half = cell.unwrap_or(Vec2::splat(self.board())) / 2.0;
        let at = self.at(canvas, x, depth);
        if canvas.shrink2(half).contains(at) {
            return;
        }
        // Nodes may be larger than in the fitted view.
        let least = canvas.min + vec2(MARGIN_LEFT, MARGIN_TOP) + half;
        let most = canvas.right_top() - vec2(MARGIN_RIGHT + half.x, 0.0);
        let home = fitted.at(canvas, x, depth);
        let home = pos2(home.x.min(most.x).max(least.x), home.y.max(least.y));
        self.pan(home - at);
    }

    /// Pans the tree just far enough for a place to be well inside the canvas.
    pub fn reveal(&mut self, canvas: Rect, x: f32, depth: usize) {
        self.pan(self.shift_to_reveal(canvas, x, depth));
    }

    /// The pan that brings a place well inside the canvas.
    pub fn shift_to_reveal(&self, canvas: Rect, x: f32, depth: usize) -> Vec2 {
        let margin = vec2(72.0, 48.0).min(canvas.size() * 0.25);
        let at = self.at(canvas, x, depth);
        canvas.shrink2(margin).clamp(at) - at
    }

    /// The pan that brings a node that is drawn as a board into the canvas, with its parent, its children
    /// and those beside it. Rows are not cut at the top.
    pub fn shift_to_show_family(&self, canvas: Rect, x: f32, depth: usize) -> Vec2 {
        let Some(cell) = self.cell() else {
            return self.shift_to_reveal(canvas, x, depth);
        };
        let at = self.at(canvas, x, depth);
        // At the right is the map of the tree.
        let most = canvas.width() * 0.45;
        let [left, right] = [MARGIN_LEFT, MARGIN_MAP].map(|margin| margin + 2.0 * self.column());
        let inside = canvas.min.x + left.min(most)..=canvas.max.x - right.min(most);
        let across = at.x.clamp(*inside.start(), *inside.end()) - at.x;
        // Where the first row stands, with the links above it, and how many rows are whole.
        let (row, half) = (self.row(), cell.size.y / 2.0);
        let top = half + cell.link();
        let last = canvas.height() - half - cell.caption_height();
        let n_rows = ((last - top) / row).floor().max(0.0) as usize + 1;
        let root = self.root.1 as f32;
        let first = ((top - root) / row).round().max(0.0) as usize;
        // The children matter more than the parent.
        let least = (depth + 2).saturating_sub(n_rows).min(depth);
        let first = first.clamp(least, depth.saturating_sub(1).max(least));
        vec2(across, top - first as f32 * row - root)
    }

    /// Brings back a tree that was pushed off the canvas.
    pub fn limit(&mut self, size: Vec2, extent: Extent) {
        let (column, row) = self.scales;
        let limit = |root: f64, size: f32, from: f64, to: f64| {
            let low = LEFT_ON_CANVAS - to;
            let high = f64::from(size) - LEFT_ON_CANVAS - from;
            root.clamp(low.min(high), high.max(low))
        };
        let rows = extent.n_rows.saturating_sub(1) as f64;
        let x = (f64::from(extent.x.0), f64::from(extent.x.1));
        self.root = (
            limit(self.root.0, size.x, x.0 * column, x.1 * column),
            limit(self.root.1, size.y, 0.0, rows * row),
        );
    }
}

/// Points per unit of x and per row at a level.
fn scales(natural: &Natural, fitted: (f64, f64), level: f64) -> (f64, f64) {
    let whole = natural_level(natural, fitted);
    let natural = natural_scales(natural, fitted);
    let part = if whole > 0.0 {
        (level / whole).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let beyond = level.min(0.0) + (level - whole).max(0.0);
    let scale = |fitted: f64, natural: f64| fitted * (natural / fitted).powf(part) * beyond.exp();
    (scale(fitted.0, natural.0), scale(fitted.1, natural.1))
}

/// The scales at which all nodes are boards; no smaller than those that show all of the tree.
fn natural_scales(natural: &Natural, fitted: (f64, f64)) -> (f64, f64) {
    let natural = natural.scales();
    (
        f64::from(natural.x).max(fitted.0),
        f64::from(natural.y).max(fitted.1),
    )
}

/// The level at which both scales are natural; 0 if a small tree is shown larger.
fn natural_level(natural: &Natural, fitted: (f64, f64)) -> f64 {
    let natural = natural_scales(natural, fitted);
    let across = (natural.0 / fitted.0).ln();
    let down = (natural.1 / fitted.1).ln();
    across.max(down).max(0.0)
}

/// Points per unit of x and per row for a tree of boards, where the first row is, and how wide a
/// node is; `None` if the boards could not be read.
fn fit_boards(room: Vec2, span: f32, steps: f32, natural: &Natural) -> Option<(Vec2, f32, f32)> {
    let apart = |cell: &Cell| {
        let closest = vec2(cell.width(), cell.height() + cell.link());
        let most = closest * MAX_SPREAD;
        let rest = room - vec2(cell.width(), cell.height());
        // One column, or one row, can be as far apart as it likes.
        let across = if span > 0.0 {
            rest.x / span
        } else {
            f32::INFINITY
        };
        let down = if steps > 0.0 {
            rest.y / steps
        } else {
            f32::INFINITY
        };
        vec2(across, down).min(most)
    };
    let mut cell = natural.cell(room.x / (span + 1.0), room.y / (steps + 1.0))?;
    // With more room between the boards, their captions may take another form.
    for _ in 0..3 {
        let scales = apart(&cell);
        cell = natural.cell(scales.x, scales.y)?;
    }
    Some((apart(&cell), cell.size.y / 2.0, cell.width()))
}

/// The same for a tree of shapes, among which single boards stand out.
fn fit_marks(room: Vec2, span: f32, steps: f32, natural: &Natural) -> (Vec2, f32, f32) {
    let board = natural.board;
    // The boards at the edges stand out; a wide tree shows none there, but the value of a node,
    // which may reach into the margin.
    let value = (natural.captions().value * MAX_SHAPE_FONT - 2.0 * CLEAR).max(0.0);
    let width = if span * board > room.x { value } else { board };
    let scale = |room: f32, n: f32, most: f32| match n {
        0.0 => most,
        n => (room.max(1.0) / n).min(most),
    };
    let scales = vec2(
        scale(room.x - width, span, MAX_DISTANCE.x),
        scale(room.y - board, steps, MAX_DISTANCE.y),
    );
    (scales, board / 2.0, width)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CANVAS: Rect = Rect {
        min: pos2(300.0, 72.0),
        max: pos2(1276.0, 612.0),
    };
    const SMALL: Extent = Extent {
        x: (-4.0, 5.5),
        n_rows: 7,
    };
    const LARGE: Extent = Extent {
        x: (-9000.0, 11000.0),
        n_rows: 32,
    };
    const DEEP: Extent = Extent {
        x: (-1.0, 2.0),
        n_rows: 50_000,
    };

    fn fit(extent: Extent) -> View {
        View::fit(CANVAS.size(), extent, Natural::of_board(3))
    }

    #[test]
    fn fit_shows_all_of_it() {
        for extent in [SMALL, LARGE, DEEP] {
            let view = fit(extent);
            for x in [extent.x.0, extent.x.1] {
                for depth in [0, extent.n_rows - 1] {
                    let at = view.at(CANVAS, x, depth);
                    assert!(CANVAS.shrink(12.0).contains(at), "{extent:?}: {at:?}");
                }
            }
        }
    }

    #[test]
    fn a_small_tree_is_fitted_as_boards_that_fill_the_canvas() {
        let room = vec2(1290.0, 640.0);
        let view = View::fit(room, SMALL, Natural::of_board(3));
        let cell = view.cell().expect("boards");
        let high = view.row() * (SMALL.n_rows - 1) as f32 + cell.height();
        assert!(high > room.y * 0.85, "{high}");
        let wide = view.column() * (SMALL.x.1 - SMALL.x.0) + cell.width();
        assert!(wide > room.x * 0.85, "{wide}");
        assert!(view.column() >= cell.width() && view.row() >= cell.height() + cell.link() - 0.1);
    }

    #[test]
    fn a_place_goes_to_the_screen_and_back() {
        let mut view = fit(LARGE);
        view.zoom(CANVAS, LARGE, CANVAS.center(), 40.0);
        for (x, depth) in [(0.0, 0), (-123.25, 9), (500.0, 31)] {
            let back = view.place(CANVAS, view.at(CANVAS, x, depth));
            assert!((back.0 - x).abs() < 0.01 && (back.1 - depth as f32).abs() < 0.01);
        }
    }

    #[test]
    fn zooming_leaves_what_is_under_the_pointer_there() {
        for extent in [SMALL, LARGE, DEEP] {
            let mut view = fit(extent);
            let pointer = CANVAS.min + vec2(211.0, 333.0);
            let before = view.place(CANVAS, pointer);
            for factor in [3.0, 1.7, 0.6, 100.0, 0.2] {
                view.zoom(CANVAS, extent, pointer, factor);
                let after = view.place(CANVAS, pointer);
                let span = extent.x.1 - extent.x.0;
                assert!((before.0 - after.0).abs() < span * 1e-5, "{extent:?}");
                assert!((before.1 - after.1).abs() < extent.n_rows as f32 * 1e-5);
            }
        }
    }

    #[test]
    fn zooming_reaches_boards_from_any_tree_and_ends() {
        for extent in [SMALL, LARGE, DEEP] {
            let mut view = fit(extent);
            for _ in 0..200 {
                view.zoom(CANVAS, extent, CANVAS.center(), 1.2);
            }
            assert!(view.shows_boards(), "{extent:?}");
            assert!(view.column() < 500.0 && view.row() < 500.0);
            for _ in 0..200 {
                view.zoom(CANVAS, extent, CANVAS.center(), 0.8);
            }
            assert!(view.column() >= fit(extent).column() * 0.4);
        }
    }

    #[test]
    fn a_tree_cannot_be_lost() {
        let mut view = fit(SMALL);
        view.pan(vec2(1e6, -1e6));
        view.limit(CANVAS.size(), SMALL);
        let corner = view.at(CANVAS, SMALL.x.0, SMALL.n_rows - 1);
        assert!(CANVAS.contains(corner), "{corner:?}");
    }

    #[test]
    fn revealing_moves_what_is_off_the_canvas_and_nothing_else() {
        let mut view = fit(LARGE);
        view.zoom(CANVAS, LARGE, CANVAS.center(), 50.0);
        view.reveal(CANVAS, -8000.0, 20);
        assert!(CANVAS.contains(view.at(CANVAS, -8000.0, 20)));
        let before = view;
        view.reveal(CANVAS, -8000.0, 20);
        assert!((before.root.0 - view.root.0).abs() < 0.01);
    }
}
