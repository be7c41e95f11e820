//! The part of a tree that a frame shows, and where its nodes are.

use super::arrange::Arrangement;
use super::view::View;
use crate::gui::runs::RunEntry;
use crate::gui::theme::Palette;
use egui::{Painter, Rect};
use std::ops::Range;
use tilescope_trace::{Moment, NodeId, NodePosition, Status};

/// A board smaller than this, in points, is unreadable.
const LEAST_BOARD: f32 = 22.0;

/// A tree as it is shown in a frame.
pub struct Scene<'a> {
    pub painter: &'a Painter,
    pub palette: &'static Palette,
    pub canvas: Rect,
    pub view: &'a View,
    pub arrangement: &'a Arrangement,
    pub entry: &'a RunEntry,
    pub t: Moment,
    pub selected: Option<NodeId>,
    /// The node expanded by the step that leads to `t`.
    pub current: Option<NodeId>,
    pub hovered: Option<NodeId>,
}

impl Scene<'_> {
    pub fn status(&self, node: NodeId) -> Status {
        self.entry.run.trace().status(node, self.t)
    }

    pub fn exists(&self, node: NodeId) -> bool {
        self.status(node) != Status::NotGenerated
    }

    pub fn radius(&self) -> f32 {
        self.view.mark().max(1.5)
    }

    /// Whether `depth` is one of the first rows, which are so sparse that boards fit.
    pub fn is_on_roomy_row(&self, depth: usize) -> bool {
        let board = self.view.board();
        let gap = (board + 8.0) / self.view.column();
        board >= LEAST_BOARD && depth < self.arrangement.n_roomy_rows(gap)
    }

    /// Whether there is room for the board of one node among the shapes of its neighbours.
    pub fn has_room_among_marks(&self) -> bool {
        let board = self.view.board();
        board >= LEAST_BOARD && board / 2.0 + self.radius() + 2.0 <= self.view.column()
    }

    /// Whether highlighted nodes of a row are drawn as boards.
    pub fn has_board(&self, depth: usize) -> bool {
        self.view.shows_boards() || self.is_on_roomy_row(depth) || self.has_room_among_marks()
    }

    /// The depth and place of `node`, or of the folded subtree that hides it.
    pub fn find(&self, node: NodeId) -> Option<(usize, NodePosition)> {
        self.arrangement.find(self.entry.run.trace(), node)
    }

    /// The rows on the canvas, and one more above and below.
    pub fn rows_on_canvas(&self) -> Range<usize> {
        let window = self.view.window(self.canvas);
        let n_rows = self.arrangement.layout().rows().len();
        let first = (window.min.y.max(0.0) as usize).min(n_rows);
        let end = (window.max.y.max(0.0) as usize + 2).min(n_rows);
        first..end.max(first)
    }
}
