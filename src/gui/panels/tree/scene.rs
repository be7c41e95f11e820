//! The part of a tree that a frame shows, and where its nodes are.

use super::arrange::{Arrangement, Future};
use super::caption_style::CaptionStyle;
use super::colours::Colours;
use super::figures::Figures;
use super::lod::Parent;
use super::marks;
use super::view::View;
use crate::gui::run_status::solution_is_known;
use crate::gui::runs::RunEntry;
use crate::gui::theme::Palette;
use egui::{Color32, Galley, Painter, Pos2, Rect, Vec2, vec2};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use tilescope_lab::condition::Matches;
use tilescope_search::SearchDirection;
use tilescope_trace::{Moment, NodeId, NodePosition, Status};

/// How far the ring of a node reaches beyond its shape, in points.
pub const RING: f32 = 3.5;
/// The width of the strip at the left edge with the depths of the rows, in points.
pub const DEPTHS: f32 = 34.0;

/// The figures at the nodes that have room for them, and where each is painted.
pub type Captions = HashMap<NodeId, (Pos2, Arc<Galley>)>;

/// How large the nodes of a frame are drawn. It is the same for all of them, and each asks for it
/// several times.
pub struct Sizes {
    radius: f32,
    half_board: Vec2,
    /// True if single boards are drawn among shapes.
    has_single_boards: bool,
    /// How many of the first rows are so sparse that boards fit.
    n_roomy_rows: usize,
    /// Whether there is room for the board of one node among the shapes of its neighbours.
    has_room_among_marks: bool,
    caption_style: CaptionStyle,
}

impl Sizes {
    pub fn new(view: &View, arrangement: &Arrangement) -> Self {
        let radius = view.mark().max(1.5);
        let board = view.board();
        let half_board = match view.cell() {
            Some(cell) => cell.size / 2.0,
            None => view.natural().size(board) / 2.0,
        };
        let is_readable = board >= view.natural().least_single();
        let gap = (half_board.x * 2.0 + 8.0) / view.column();
        Sizes {
            radius,
            half_board,
            has_single_boards: is_readable,
            n_roomy_rows: match is_readable {
                true => arrangement.n_roomy_rows(gap),
                false => 0,
            },
            has_room_among_marks: is_readable && half_board.x + radius + 2.0 <= view.column(),
            caption_style: CaptionStyle::of(view, radius),
        }
    }
}

/// A tree as it is shown in a frame.
pub struct Scene<'a> {
    pub painter: &'a Painter,
    pub palette: &'static Palette,
    pub canvas: Rect,
    pub view: &'a View,
    pub sizes: Sizes,
    pub arrangement: &'a Arrangement,
    pub entry: &'a RunEntry,
    pub t: Moment,
    pub selected: Option<NodeId>,
    /// The node expanded by the step that leads to `t`.
    pub current: Option<NodeId>,
    pub hovered: Option<NodeId>,
    /// The node of the state that the playing solution has come to.
    pub played: Option<NodeId>,
    /// The nodes along the game that is played by hand, from the root.
    pub game: Vec<NodeId>,
    /// The nodes that were found.
    pub found: Option<&'a Matches>,
    pub figures: Figures<'a>,
    /// The colours of nodes by a number; `None` if they show the nodes' status.
    pub colours: Option<Colours<'a>>,
    /// Whether f-contours are drawn.
    pub contours: bool,
    /// Treatment of the nodes that a later step generates.
    pub future: Future,
    /// The figures that have room.
    pub captions: Captions,
}

impl Scene<'_> {
    pub fn status(&self, node: NodeId) -> Status {
        self.entry.run.trace().status(node, self.t)
    }

    /// The colour of a node with this status.
    pub fn colour(&self, node: NodeId, status: Status) -> Color32 {
        match &self.colours {
            Some(colours) if status != Status::NotGenerated => colours.of(node),
            _ => marks::colour(self.palette, status),
        }
    }

    /// Returns true if a node exists, or is one to come that is drawn as a dot.
    pub fn is_drawn(&self, node: NodeId) -> bool {
        self.future == Future::Shown || self.exists(node)
    }

    pub fn exists(&self, node: NodeId) -> bool {
        self.status(node) != Status::NotGenerated
    }

    /// Whether a node exists and is one of those that were found.
    pub fn is_found(&self, node: NodeId) -> bool {
        self.found.is_some_and(|found| found.contains(node)) && self.exists(node)
    }

    pub fn radius(&self) -> f32 {
        self.sizes.radius
    }

    /// Whether `depth` is one of the first rows, which are so sparse that boards fit.
    pub fn is_on_roomy_row(&self, depth: usize) -> bool {
        depth < self.sizes.n_roomy_rows
    }

    /// Whether highlighted nodes of a row are drawn as boards.
    pub fn has_board(&self, depth: usize) -> bool {
        self.view.shows_boards() || self.is_on_roomy_row(depth) || self.sizes.has_room_among_marks
    }

    /// Returns true if some nodes are drawn as boards.
    pub fn has_boards(&self) -> bool {
        self.view.shows_boards() || self.sizes.has_single_boards
    }

    /// Where figures have room at this zoom.
    pub fn caption_style(&self) -> CaptionStyle {
        self.sizes.caption_style
    }

    /// Half the width and height of a node's board, at a depth where boards are drawn.
    pub fn half_board(&self) -> Vec2 {
        self.sizes.half_board
    }

    /// The place at `depth` on the solution, if that is known at this moment and the node exists.
    pub fn solution(&self, end: SearchDirection, depth: usize) -> Option<NodePosition> {
        let place = self.arrangement.solution(end, depth)?;
        let is_known = solution_is_known(self.entry.run.trace(), self.t);
        (is_known && self.exists(place.node)).then_some(place)
    }

    /// Whether a node is one of those that are drawn again above the others.
    pub fn stands_out(&self, depth: usize, node: NodeId) -> bool {
        let is_solution = |end| {
            let place = self.solution(end, depth);
            place.is_some_and(|place| place.node == node)
        };
        self.is_emphasised(node) || SearchDirection::BOTH.into_iter().any(is_solution)
    }

    /// Whether a node has a ring.
    pub fn is_emphasised(&self, node: NodeId) -> bool {
        [self.hovered, self.current, self.selected, self.played].contains(&Some(node))
    }

    /// The ends of a link to a node at `depth`: from below the parent's figures to the child.
    pub fn link(&self, parent: Parent, depth: usize, child: Pos2) -> (Pos2, Pos2) {
        let above = match self.view.cell() {
            Some(cell) => cell.size.y / 2.0,
            None => 0.0,
        };
        let below = self.bottom(depth.saturating_sub(1), parent.node);
        (parent.at + vec2(0.0, below), child - vec2(0.0, above))
    }

    /// Where `node` is, or the glyph that hides it.
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
