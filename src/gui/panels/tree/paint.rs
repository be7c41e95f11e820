//! Paints the selected part of a tree: links first, then nodes, then the highlighted ones.

use super::contours;
use super::lines;
use super::lod::{Detail, Drawn, Parent, Selection};
use super::marks;
use super::scene::{DEPTHS, RING, Scene};
use super::two_trees;
use crate::gui::replay::Replay;
use crate::gui::theme;
use crate::gui::widgets::mini_state::MiniStates;
use egui::epaint::{CubicBezierShape, Mesh};
use egui::{Align2, Color32, FontId, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};
use tilescope_lab::{explain, format};
use tilescope_search::SearchDirection;
use tilescope_trace::{NodeId, NodePosition, Status};

/// Maximum number of links drawn as curves, and of links in all.
const MAX_CURVES: usize = 1_500;
const MAX_LINKS: usize = 4_000;
/// Maximum number of nodes drawn as shapes when zoomed out; their radius is between a dot's and a
/// mark's.
const MAX_SHAPES: usize = 600;
const MIN_SHAPE: f32 = 1.8;
const MAX_FAR_RADIUS: f32 = 3.2;
/// The width of the line of the solution.
const SOLUTION: f32 = 2.5;

impl Scene<'_> {
    pub fn paint(&self, selection: &Selection, replay: &mut Replay) {
        self.links(selection);
        let values = contours::paint(self, selection);
        if selection.detail != Detail::Dots {
            self.actions(&selection.drawn);
        }
        self.game_line();
        for end in SearchDirection::BOTH {
            self.solution_line(end, selection.stride);
        }
        two_trees::paint(self);
        values.paint(self);
        if selection.detail == Detail::Dots {
            self.dots(&selection.drawn);
        } else {
            self.nodes(selection, replay);
        }
        self.notable(selection, replay);
        // Dots have no figures, and may be covered.
        let shapes = match selection.detail {
            Detail::Dots => &[][..],
            _ => &selection.drawn,
        };
        self.paint_captions_of_marked(shapes);
        self.depths();
    }

    fn links(&self, selection: &Selection) {
        let trace = self.entry.run.trace();
        let lines = lines::choose(self.arrangement.layout(), self.view, self.canvas, selection);
        let ends = selection.drawn.iter().chain(&lines);
        let links = ends.filter_map(|drawn| {
            let parent = drawn.parent?;
            let is_seen = self.canvas.x_range().intersects(egui::Rangef::new(
                parent.at.x.min(drawn.at.x),
                parent.at.x.max(drawn.at.x),
            ));
            let end = trace.direction(drawn.place.node);
            let (from, to) = self.link(parent, drawn.depth, drawn.at);
            (is_seen && self.exists(drawn.place.node)).then_some((from, to, end))
        });
        let links: Vec<(Pos2, Pos2, SearchDirection)> = links.collect();
        let colour = |end| two_trees::link_colour(self.palette, end);
        if lines.is_empty() && links.len() <= MAX_CURVES {
            // Between boards a thin line is lost.
            let width = if self.view.shows_boards() { 1.5 } else { 1.0 };
            let stroke = |end| Stroke::new(width, colour(end));
            let curves = (links.iter()).map(|&(from, to, end)| curve(from, to, stroke(end)));
            self.painter.extend(curves);
            if two_trees::shows_arrows(self) {
                let arrows = (links.iter())
                    .map(|&(from, to, end)| two_trees::arrow(from, to, end, stroke(end)));
                self.painter.extend(arrows.flatten());
            }
            return;
        }
        // Crowded rows are thinned out. The others keep all their links.
        let n_rows = links.chunk_by(|a, b| a.1.y == b.1.y).count();
        let most = (MAX_LINKS / n_rows.max(1)).max(1);
        let mut mesh = Mesh::default();
        for row in links.chunk_by(|a, b| a.1.y == b.1.y) {
            for &(from, to, end) in row.iter().step_by(row.len().div_ceil(most)) {
                add_line(&mut mesh, from, to, colour(end));
            }
        }
        self.painter.add(Shape::mesh(mesh));
    }

    /// Nodes of a tree that is zoomed out: dots, and shapes where there is room for them.
    fn dots(&self, drawn: &[Drawn]) {
        let size = vec2(
            (self.view.column() * 0.8).clamp(2.0, 4.0),
            (self.view.row() * 0.3).clamp(2.0, 4.0),
        );
        let most = self.view.row() * 0.3;
        let mut n_shapes = 0;
        let mut mesh = Mesh::default();
        mesh.reserve_triangles(drawn.len() * 2);
        mesh.reserve_vertices(drawn.len() * 4);
        for (i, dot) in drawn.iter().enumerate() {
            if !self.canvas.contains(dot.at) || !self.is_drawn(dot.place.node) {
                continue;
            }
            let status = self.status(dot.place.node);
            let gap = |other: Option<&Drawn>| match other {
                Some(other) if other.depth == dot.depth => (other.at.x - dot.at.x).abs(),
                _ => f32::INFINITY,
            };
            let before = i.checked_sub(1).and_then(|before| drawn.get(before));
            let room = gap(before).min(gap(drawn.get(i + 1)));
            let radius = (room * 0.36).min(most).min(MAX_FAR_RADIUS);
            if self.is_on_solution_line(dot, radius.max(size.x / 2.0)) {
                continue;
            }
            if radius >= MIN_SHAPE && n_shapes < MAX_SHAPES && status != Status::NotGenerated {
                let ground = self.palette.canvas;
                let colour = self.colour(dot.place.node, status);
                marks::paint(self.painter, colour, ground, status, dot.at, radius);
                if self.is_found(dot.place.node) {
                    let stroke = Stroke::new(1.0, self.palette.found);
                    self.painter.circle_stroke(dot.at, radius + 2.0, stroke);
                }
                n_shapes += 1;
            } else {
                let (colour, size) = match self.is_found(dot.place.node) {
                    true => (self.palette.found, size + Vec2::splat(1.0)),
                    false => (self.colour(dot.place.node, status), size),
                };
                mesh.add_colored_rect(Rect::from_center_size(dot.at, size), colour);
            }
        }
        self.painter.add(Shape::mesh(mesh));
    }

    /// Whether the shape of a node with this radius would lie on the line of the solution, though the solution
    /// does not go through the node.
    fn is_on_solution_line(&self, drawn: &Drawn, radius: f32) -> bool {
        let node = drawn.place.node;
        if self.is_emphasised(node) || self.is_found(node) {
            return false;
        }
        SearchDirection::BOTH.into_iter().any(|end| {
            self.solution(end, drawn.depth).is_some_and(|place| {
                let at = self.view.at(self.canvas, place.x, drawn.depth);
                place.node != node && (at.x - drawn.at.x).abs() < radius + SOLUTION / 2.0
            })
        })
    }

    fn nodes(&self, selection: &Selection, replay: &mut Replay) {
        let boards = self.boards();
        let is_close = selection.detail == Detail::Boards;
        let reach = self.canvas.expand(self.view.board());
        let is_seen = |it: &&Drawn| reach.contains(it.at) && self.is_drawn(it.place.node);
        for drawn in selection.drawn.iter().filter(is_seen) {
            let status = self.status(drawn.place.node);
            let is_mark = !(is_close || self.is_on_roomy_row(drawn.depth));
            if is_mark && self.is_on_solution_line(drawn, self.radius()) {
                continue;
            }
            if status == Status::NotGenerated || is_mark {
                self.mark(drawn.place.node, drawn.at, status);
            } else {
                self.board(&boards, replay, drawn.place.node, drawn.at, None);
            }
            if status != Status::NotGenerated {
                self.better_path(drawn, is_mark);
            }
            if self.is_found(drawn.place.node) {
                self.found_ring(drawn.at, is_mark);
            }
            if drawn.place.is_folded && status != Status::NotGenerated {
                self.folded(drawn, is_close);
            }
        }
        self.captions(&selection.drawn);
    }

    fn mark(&self, node: NodeId, at: Pos2, status: Status) {
        let (colour, ground) = (self.colour(node, status), self.palette.canvas);
        marks::paint(self.painter, colour, ground, status, at, self.radius());
    }

    /// Marks a node that was found: a ring around its shape or its board.
    fn found_ring(&self, at: Pos2, is_mark: bool) {
        let stroke = Stroke::new(1.5, self.palette.found);
        if is_mark {
            // Within the ring of the selected node.
            let radius = self.radius() + RING - 2.0;
            self.painter.circle_stroke(at, radius, stroke);
        } else {
            let board = Rect::from_center_size(at, self.half_board() * 2.0).expand(RING);
            let kind = StrokeKind::Inside;
            self.painter.rect_stroke(board, 2, stroke, kind);
        }
    }

    /// Marks a better path to a state that was reached before, on the left of its shape or board.
    fn better_path(&self, drawn: &Drawn, is_mark: bool) {
        let algorithm = self.entry.run.job().settings.algorithm;
        let outcome = explain::better_path(algorithm, self.entry.run.trace(), drawn.place.node);
        let (Some(outcome), true) = (outcome, self.radius() >= 2.5) else {
            return;
        };
        let radius = self.radius().min(4.0);
        let left = match is_mark {
            true => 0.0,
            false => self.half_board().x - radius,
        };
        let at = drawn.at - vec2(left, 0.0);
        marks::paint_better_path(self.painter, self.palette, outcome, at, radius);
    }

    fn boards(&self) -> MiniStates {
        let problem = &self.entry.run.job().problem;
        let extent = Vec2::splat(self.view.board());
        MiniStates::new(self.painter, extent, problem, self.palette)
    }

    /// The state of `node`, framed in the given colour or that of its status.
    fn board(
        &self,
        boards: &MiniStates,
        replay: &mut Replay,
        node: NodeId,
        at: Pos2,
        frame: Option<Stroke>,
    ) {
        let Some(state) = replay.state(self.entry, node) else {
            return;
        };
        let status = self.status(node);
        let colour = self.colour(node, status);
        let own = match status {
            // A value is read from the frame alone.
            _ if self.colours.is_some() => Stroke::new(2.0, colour),
            _ => Stroke::new(1.0, colour),
        };
        let frame = frame.unwrap_or(own);
        let min = at - boards.extent() / 2.0;
        // What stands below is not said twice.
        let figure = || match self.caption_style().is_below() {
            true => String::new(),
            false => self.figures.of(node, self.t).0,
        };
        boards.paint_with(self.painter, min, state, frame, figure);
        if !matches!(status, Status::Expanded | Status::NotGenerated) {
            let corner = at + vec2(0.5, -0.5) * boards.extent();
            let radius = self.radius().min(4.0);
            self.painter
                .circle_filled(corner, radius + 2.5, self.palette.canvas);
            let ground = self.palette.canvas;
            marks::paint(self.painter, colour, ground, status, corner, radius);
        }
    }

    fn folded(&self, drawn: &Drawn, is_board: bool) {
        let radius = self.radius();
        if radius < 2.5 {
            return;
        }
        let half = self.bottom(drawn.depth, drawn.place.node);
        let at = drawn.at + vec2(0.0, half - radius);
        let end = marks::paint_folded(self.painter, self.palette, at, radius);
        if self.view.column() >= 26.0 {
            // Below boards there is room for one line only.
            let (place, align) = match is_board {
                true => (end + vec2(radius * 1.15 + 3.0, 1.0), Align2::LEFT_BOTTOM),
                false => (end + vec2(0.0, 1.0), Align2::CENTER_TOP),
            };
            let n_hidden = short_count(self.arrangement.n_hidden(drawn.place.node));
            // In a large tree, counting takes several frames.
            let and_more = if self.arrangement.is_counted() {
                ""
            } else {
                "+"
            };
            self.painter.text(
                place,
                align,
                n_hidden + and_more,
                FontId::proportional(10.0),
                self.palette.dim,
            );
        }
    }

    /// A broad band along the game that is played by hand, as far as its nodes are not folded away.
    fn game_line(&self) {
        let stroke = Stroke::new(8.0, self.palette.good.gamma_multiply(0.45));
        let places = self.game.iter().map_while(|&node| {
            let (depth, place) = self.find(node)?;
            (place.node == node).then_some((depth, place))
        });
        self.line_along(places, stroke);
    }

    /// The line of the solution, once that is known.
    fn solution_line(&self, end: SearchDirection, stride: usize) {
        let stroke = Stroke::new(SOLUTION, self.palette.solution);
        let rows = self.rows_on_canvas().step_by(stride);
        let places = rows.map_while(|depth| Some((depth, self.solution(end, depth)?)));
        self.line_along(places, stroke);
    }

    /// A line from each place, of which the depth is given, to the next.
    fn line_along(&self, places: impl Iterator<Item = (usize, NodePosition)>, stroke: Stroke) {
        let mut from: Option<Parent> = None;
        for (depth, place) in places {
            let at = self.view.at(self.canvas, place.x, depth);
            if let Some(from) = from {
                let (from, to) = self.link(from, depth, at);
                self.painter.add(curve(from, to, stroke));
            }
            let node = place.node;
            from = Some(Parent { node, at });
        }
    }

    /// The highlighted nodes: those on the solution path, the one just expanded, the one under the
    /// pointer and the selected one.
    fn notable(&self, selection: &Selection, replay: &mut Replay) {
        let boards = self.boards();
        let rows = || self.rows_on_canvas().step_by(selection.stride);
        for (end, depth) in SearchDirection::BOTH
            .into_iter()
            .flat_map(|end| rows().map(move |d| (end, d)))
        {
            let Some(place) = self.solution(end, depth) else {
                continue;
            };
            let at = self.view.at(self.canvas, place.x, depth);
            let status = self.status(place.node);
            if self.has_board(depth) {
                let frame = Stroke::new(1.5, self.palette.solution);
                self.board(&boards, replay, place.node, at, Some(frame));
            } else if matches!(status, Status::Goal | Status::Meeting) {
                let radius = self.radius().max(3.5);
                let (colour, ground) = (self.colour(place.node, status), self.palette.canvas);
                marks::paint(self.painter, colour, ground, status, at, radius);
            } else if self.view.mark() >= 2.0 {
                let side = Vec2::splat(self.radius() * 2.0);
                let square = Rect::from_center_size(at, side);
                let colour = match self.colours {
                    Some(_) => self.colour(place.node, status),
                    None => self.palette.solution,
                };
                self.painter.rect_filled(square, 1, colour);
            }
        }
        let ring = |width, colour| Stroke::new(width, colour);
        let marked = [
            (self.played, ring(3.0, self.palette.good)),
            (self.hovered, ring(1.5, self.palette.dim)),
            (self.current, ring(1.5, self.palette.text)),
            (self.selected, ring(2.0, self.palette.accent)),
        ];
        // All of them first: none covers the ring of another.
        for (node, _) in marked {
            self.ground_of_ring(node);
        }
        for (node, stroke) in marked {
            self.emphasise(&boards, replay, node, stroke);
        }
    }

    /// Dims what is behind the ring of a shape.
    fn ground_of_ring(&self, node: Option<NodeId>) {
        let Some((depth, place)) = node.and_then(|node| self.find(node)) else {
            return;
        };
        if node == Some(place.node) && !self.has_board(depth) {
            let at = self.view.at(self.canvas, place.x, depth);
            let ground = self.palette.canvas.gamma_multiply(0.6);
            (self.painter).circle_filled(at, self.radius() + RING, ground);
        }
    }

    fn emphasise(
        &self,
        boards: &MiniStates,
        replay: &mut Replay,
        node: Option<NodeId>,
        stroke: Stroke,
    ) {
        let Some((depth, place)) = node.and_then(|node| self.find(node)) else {
            return;
        };
        let at = self.view.at(self.canvas, place.x, depth);
        let hides = node != Some(place.node);
        let is_board = self.has_board(depth);
        if is_board && !hides && self.exists(place.node) {
            self.board(boards, replay, place.node, at, Some(stroke));
            return;
        }
        let radius = self.radius() + RING;
        if is_board && !hides {
            let board = Rect::from_center_size(at, boards.extent());
            self.painter
                .rect_stroke(board, 4, stroke, StrokeKind::Outside);
        } else if hides {
            let half = self.bottom(depth, place.node);
            let glyph = at + vec2(0.0, half + 2.0 + self.radius() * 0.75);
            self.painter.circle_stroke(glyph, radius, stroke);
        } else {
            self.mark(place.node, at, self.status(place.node));
            self.painter.circle_stroke(at, radius, stroke);
        }
    }

    /// Labels the rows with their depths at the left edge.
    fn depths(&self) {
        let strip = self.canvas.with_max_x(self.canvas.min.x + DEPTHS);
        self.painter.rect_filled(strip, 0.0, self.palette.canvas);
        let row = self.view.row();
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
            .into_iter()
            .chain(std::iter::successors(Some(10_000), |step| Some(step * 10)))
            .find(|&step| step as f32 * row >= 20.0)
            .unwrap_or(1);
        let rows = self.rows_on_canvas();
        for depth in (rows.start.next_multiple_of(step)..rows.end).step_by(step) {
            let at = self.view.at(self.canvas, 0.0, depth);
            if !self.canvas.shrink(6.0).y_range().contains(at.y) {
                continue;
            }
            self.painter.text(
                pos2(self.canvas.min.x + theme::space::M, at.y),
                Align2::LEFT_CENTER,
                depth.to_string(),
                FontId::proportional(11.0),
                self.palette.faint,
            );
        }
    }
}

/// A link: a curve that is vertical at both ends.
fn curve(from: Pos2, to: Pos2, stroke: Stroke) -> Shape {
    let middle = (from.y + to.y) / 2.0;
    if (from.x - to.x).abs() < 0.5 {
        return Shape::line_segment([from, to], stroke);
    }
    let points = [from, pos2(from.x, middle), pos2(to.x, middle), to];
    CubicBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, stroke).into()
}

/// A straight line one point wide.
fn add_line(mesh: &mut Mesh, from: Pos2, to: Pos2, colour: Color32) {
    let across = (to - from).normalized().rot90() * 0.5;
    let first = mesh.vertices.len() as u32;
    for corner in [from + across, to + across, to - across, from - across] {
        mesh.colored_vertex(corner, colour);
    }
    mesh.add_triangle(first, first + 1, first + 2);
    mesh.add_triangle(first, first + 2, first + 3);
}

/// A count in at most four digits and a unit: `1 234`, `12k`, `1.2M`.
pub fn short_count(n: NodeId) -> String {
    match n {
        0..10_000 => format::count(n.into()),
        10_000..1_000_000 => format!("{}k", n / 1000),
        _ => format!("{:.1}M", f64::from(n) / 1e6),
    }
}
