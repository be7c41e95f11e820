//! The figures at the nodes of the tree.

use super::caption_style::{CLEARANCE, CaptionStyle, GAP, OWN_GAP};
use super::cell::{CAPTION_GAP, CaptionForm, MAX_SHAPE_FONT};
use super::controls::right_edge;
use super::lod::{Detail, Drawn, Selection};
use super::scene::{Captions, DEPTHS, RING, Scene};
use crate::gui::theme;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Color32, FontFamily, FontId, Galley, Pos2, Rect, Vec2, pos2, vec2};
use std::sync::Arc;
use tilescope_lab::Problem;
use tilescope_search::SearchDirection;
use tilescope_trace::{NodeId, Status};

/// The maximum number of shapes with figures.
pub const MAX_CAPTIONS: usize = 1_500;
/// No figures are narrower than this, in ems.
const MIN_WIDTH: f32 = 0.4;

/// How far the line of a shape reaches beyond it, in points.
const LINE: f32 = 1.5;
/// The widest frame of a marked node, in points; half of it is outside a ring.
const MAX_FRAME: f32 = 3.0;

impl Scene<'_> {
    /// The figures of the nodes that have room for them.
    pub fn lay_out_captions(&self, selection: &Selection) -> Captions {
        let mut captions = Captions::new();
        if selection.detail == Detail::Dots {
            return captions;
        }
        let style = self.caption_style();
        let drawn = &selection.drawn;
        for row in drawn.chunk_by(|a, b| a.depth == b.depth) {
            if captions.len() + row.len() > MAX_CAPTIONS {
                break;
            }
            captions.extend(self.captions_of_row(style, row));
        }
        // A board among shapes may reach into the row above or below.
        if self.view.cell().is_none() {
            let boards = self.boards_on_canvas(drawn);
            captions.retain(|&node, caption| {
                let rect = caption_rect(caption);
                let covers = |(of, board): &(NodeId, Rect)| *of != node && board.intersects(rect);
                !boards.iter().any(covers)
            });
        }
        captions
    }

    /// The figures of a row, in smaller type if more of them have room then.
    fn captions_of_row(&self, style: CaptionStyle, row: &[Drawn]) -> Captions {
        let reach = self.canvas.expand(self.view.row());
        let has_place = |it: &Drawn| reach.contains(it.at) && self.has_figures(it.place.node);
        let n_wanted = row.iter().filter(|it| has_place(it)).count();
        let lay_out = |style| {
            let mut captions = Captions::new();
            for (i, this) in row.iter().enumerate().filter(|(_, it)| has_place(it)) {
                let next = row.get(i + 1);
                let caption = match style {
                    CaptionStyle::None => break,
                    CaptionStyle::Below { form, font } => {
                        let before = i.checked_sub(1).and_then(|before| row.get(before));
                        self.caption_below(form, font, this, [before, next])
                    }
                    CaptionStyle::Beside { form, font } => {
                        self.caption_beside(form, font, this, next)
                    }
                };
                captions.extend(caption.map(|caption| (this.place.node, caption)));
            }
            captions
        };
        let captions = lay_out(style);
        if captions.len() == n_wanted || self.view.shows_boards() {
            return captions;
        }
        let smaller = lay_out(style.smallest());
        match smaller.len() > captions.len() {
            true => smaller,
            false => captions,
        }
    }

    /// The nodes that are drawn as boards, and where.
    fn boards_on_canvas(&self, drawn: &[Drawn]) -> Vec<(NodeId, Rect)> {
        if !self.has_boards() {
            return Vec::new();
        }
        let board = |depth, node, at| {
            let size = 2.0 * self.half_board();
            let is_board = self.view.shows_boards() || self.is_single_board(depth, node);
            (is_board && self.exists(node)).then(|| (node, Rect::from_center_size(at, size)))
        };
        let of_drawn = drawn.iter();
        let of_drawn = of_drawn.filter_map(|it| board(it.depth, it.place.node, it.at));
        // These are drawn even where others stand for the nodes beside them.
        let solutions = SearchDirection::BOTH.into_iter().flat_map(|end| {
            let rows = self.rows_on_canvas();
            rows.filter_map(move |depth| Some((depth, self.solution(end, depth)?)))
        });
        let emphasised = [self.hovered, self.current, self.selected, self.played];
        let emphasised = emphasised.into_iter().flatten();
        let found = emphasised.filter_map(|node| {
            let (depth, place) = self.find(node)?;
            (place.node == node).then_some((depth, place))
        });
        let others = solutions.chain(found);
        let others = others.filter_map(|(depth, place)| {
            let at = self.view.at(self.canvas, place.x, depth);
            board(depth, place.node, at)
        });
        of_drawn.chain(others).collect()
    }

    /// Paints the figures of the nodes that have room for them, but not those that the figures of a
    /// marked node would cover in part.
    pub fn captions(&self, drawn: &[Drawn]) {
        let marked = self.captions_of_marked(drawn);
        for caption in self.captions.values() {
            let (rect, (at, galley)) = (caption_rect(caption), caption);
            if marked.iter().all(|(ground, _)| !ground.intersects(rect)) {
                self.painter.galley(*at, galley.clone(), self.palette.text);
            }
        }
    }

    /// Paints the figures of the marked nodes that have no room for them, above what is beside them.
    pub fn paint_captions_of_marked(&self, drawn: &[Drawn]) {
        for (ground, galley) in self.captions_of_marked(drawn) {
            // From the node on, so that no part of a neighbour looks like a sign of the text.
            self.painter.rect_filled(ground, 0.0, self.palette.canvas);
            let at = ground.center() - galley.mesh_bounds.center().to_vec2();
            self.painter.galley(at, galley, self.palette.text);
        }
    }

    /// The nodes whose figures are shown even where there is no room for those of the others: the
    /// more important one first.
    fn marked_nodes(&self) -> [Option<NodeId>; 2] {
        [self.selected, self.current]
    }

    /// The figures of the marked nodes that have no room for them, and what they cover: never a board;
    /// other shapes only where these are so small that none has figures, and the figures of others only
    /// where there is no other place. The value alone covers less.
    fn captions_of_marked(&self, drawn: &[Drawn]) -> Vec<(Rect, Arc<Galley>)> {
        let nodes = self.marked_nodes().into_iter().flatten();
        let mut marked: Vec<(NodeId, Pos2, Rect)> = Vec::new();
        for node in nodes {
            // A node in a folded subtree has no place of its own.
            let place = self.find(node).filter(|(_, place)| place.node == node);
            let Some((depth, place)) = place else {
                continue;
            };
            let at = self.view.at(self.canvas, place.x, depth);
            if self.canvas.contains(at) && marked.iter().all(|it| it.0 != node) {
                marked.push((node, at, self.ringed(depth, node, at)));
            }
        }
        let own = marked.iter().filter_map(|it| self.captions.get(&it.0));
        let mut taken: Vec<Rect> = own.map(caption_rect).collect();
        let mut found = Vec::new();
        let boards = match marked.iter().all(|it| self.captions.contains_key(&it.0)) {
            true => Vec::new(),
            false => self.boards_on_canvas(drawn),
        };
        for (i, &(node, at, shape)) in marked.iter().enumerate() {
            let is_said = self.captions.contains_key(&node) || self.has_badge_with_figure(node);
            if is_said || !self.has_figures(node) {
                continue;
            }
            let right = right_edge(self.canvas, at.y);
            let others = marked.iter().enumerate().filter(|(other, _)| *other != i);
            let boards = boards.iter().filter(|(of, _)| *of != node);
            let boards = boards.map(|(_, board)| board.expand(LINE));
            let others = others.map(|(_, it)| it.2).chain(taken.clone());
            let others: Vec<Rect> = others.chain(boards).collect();
            let is_free = |place: &Rect| {
                place.min.x >= self.canvas.min.x + DEPTHS
                    && place.max.x <= right
                    && others.iter().all(|other| !other.intersects(*place))
            };
            let shapes = drawn.iter().filter(|it| it.place.node != node);
            let shapes = shapes.filter(|it| self.exists(it.place.node));
            let shapes: Vec<Rect> = shapes.map(|it| self.shape(it).expand(LINE)).collect();
            let covers = |place: &Rect| {
                let captions = self.captions.values().map(caption_rect);
                let n_shapes = shapes.iter().filter(|it| it.intersects(*place)).count();
                (
                    n_shapes,
                    captions.filter(|it| it.intersects(*place)).count(),
                )
            };
            let small = match self.caption_style() {
                CaptionStyle::Beside { font, .. } => font,
                _ => MAX_SHAPE_FONT,
            };
            let forms = [
                (CaptionForm::Line, MAX_SHAPE_FONT),
                (CaptionForm::Value, MAX_SHAPE_FONT),
                (CaptionForm::Value, small),
            ];
            let places = forms.into_iter().flat_map(|(form, font)| {
                let galley = self.caption(form, font, node, Align::LEFT);
                let size = galley.mesh_bounds.size() + 2.0 * vec2(OWN_GAP, 1.0);
                // A value alone on the left would look like that of the node on its other side.
                let is_clear = move |place: &Rect| {
                    form == CaptionForm::Line || place.center().x > shape.center().x
                };
                places_beside(shape, size)
                    .into_iter()
                    .filter(is_clear)
                    .filter(is_free)
                    .map(move |place| (covers(&place), place, galley.clone()))
            });
            let Some(((n_shapes, _), ground, galley)) = places.min_by_key(|place| place.0) else {
                continue;
            };
            if n_shapes > 0 && self.caption_style() != CaptionStyle::None {
                continue;
            }
            taken.push(ground);
            found.push((ground, galley));
        }
        found
    }

    /// Returns true if a node is drawn as a city's badge, in which its figure stands.
    fn has_badge_with_figure(&self, node: NodeId) -> bool {
        let is_city = matches!(self.entry.run.job().problem, Problem::Route(_));
        let depth = || self.find(node).map(|(depth, _)| depth);
        let is_board = || depth().is_some_and(|depth| self.has_board(depth));
        is_city && !self.caption_style().is_below() && is_board()
    }

    /// What a marked node covers with its ring or its frame.
    fn ringed(&self, depth: usize, node: NodeId, at: Pos2) -> Rect {
        let half = vec2(
            self.half_width(depth, node),
            self.half_height(depth, node).max(self.radius() + RING),
        );
        let stroke = match self.has_board(depth) {
            true => MAX_FRAME,
            false => MAX_FRAME / 2.0,
        };
        Rect::from_center_size(at, 2.0 * (half + Vec2::splat(stroke)))
    }

    /// The figures of `this` if they fit between those of the nodes `beside` it.
    fn caption_below(
        &self,
        form: CaptionForm,
        font: f32,
        this: &Drawn,
        beside: [Option<&Drawn>; 2],
    ) -> Option<(Pos2, Arc<Galley>)> {
        let node = this.place.node;
        let room = |other: &Drawn| {
            let distance = (other.at.x - this.at.x).abs();
            let shape = self.half_width(other.depth, other.place.node);
            room_below(distance, shape, self.has_figures(other.place.node))
        };
        let room = beside.into_iter().flatten().map(room);
        let room = room.fold(f32::INFINITY, f32::min);
        if room < font * MIN_WIDTH {
            return None;
        }
        // A figure wider than the widest that was expected gives way to its value.
        let galley = [form, CaptionForm::Value]
            .map(|form| self.caption(form, font, node, Align::Center))
            .into_iter()
            .find(|galley| galley.size().x <= room)?;
        let top = self.half_height(this.depth, node) + CAPTION_GAP;
        Some((this.at + vec2(0.0, top), galley))
    }

    fn has_figures(&self, node: NodeId) -> bool {
        self.exists(node) && !self.figures.of(node, self.t).0.is_empty()
    }

    /// The figures of `this` if they fit between it and the `next` node of its row.
    fn caption_beside(
        &self,
        form: CaptionForm,
        font: f32,
        this: &Drawn,
        next: Option<&Drawn>,
    ) -> Option<(Pos2, Arc<Galley>)> {
        let left = this.at.x + self.half_width(this.depth, this.place.node) + OWN_GAP;
        let right = match next {
            Some(next) => next.at.x - self.half_width(next.depth, next.place.node) - CLEARANCE,
            None => right_edge(self.canvas, this.at.y),
        };
        if right - left < font * MIN_WIDTH {
            return None;
        }
        let galley = self.caption(form, font, this.place.node, Align::LEFT);
        let min = pos2(left, this.at.y - galley.size().y / 2.0);
        (galley.size().x <= right - left).then_some((min, galley))
    }

    /// How far a node and the figures below it reach down from its middle.
    pub fn bottom(&self, depth: usize, node: NodeId) -> f32 {
        let style = self.caption_style();
        match (style, self.view.cell()) {
            (_, Some(cell)) => cell.size.y / 2.0 + cell.caption_height(),
            (CaptionStyle::Below { .. }, None) => {
                let caption = match self.captions.contains_key(&node) {
                    true => style.height_below(),
                    false => 0.0,
                };
                self.half_height(depth, node) + caption
            }
            // A single board is drawn above the links.
            _ => self.radius(),
        }
    }

    /// What a node covers.
    pub fn shape(&self, drawn: &Drawn) -> Rect {
        let (depth, node) = (drawn.depth, drawn.place.node);
        let half = vec2(self.half_width(depth, node), self.half_height(depth, node));
        Rect::from_center_size(drawn.at, 2.0 * half)
    }

    /// Half the width of a node that is a shape, or a board among shapes.
    fn half_width(&self, depth: usize, node: NodeId) -> f32 {
        match self.is_single_board(depth, node) {
            true => self.half_board().x,
            false if self.is_emphasised(node) => self.radius() + RING,
            false => self.radius(),
        }
    }

    pub fn half_height(&self, depth: usize, node: NodeId) -> f32 {
        if let Some(cell) = self.view.cell() {
            return cell.size.y / 2.0;
        }
        match self.is_single_board(depth, node) {
            true => self.half_board().y,
            false => self.radius(),
        }
    }

    pub fn is_single_board(&self, depth: usize, node: NodeId) -> bool {
        self.is_on_roomy_row(depth) || self.has_board(depth) && self.stands_out(depth, node)
    }

    /// The figures of a node: the value in strong type, its terms in plain type.
    fn caption(&self, form: CaptionForm, size: f32, node: NodeId, halign: Align) -> Arc<Galley> {
        let (value, terms) = self.figures.of(node, self.t);
        let strong = match self.status(node) {
            Status::Discarded(_) => self.palette.dim,
            _ => self.palette.text,
        };
        let format = |family: FontFamily, color: Color32| TextFormat {
            font_id: FontId::new(size, family),
            color,
            ..TextFormat::default()
        };
        let mut job = LayoutJob {
            halign,
            ..LayoutJob::default()
        };
        let plain = format(FontFamily::Proportional, self.palette.dim);
        if !value.is_empty() {
            job.append(self.figures.letter(), 0.0, plain.clone());
        }
        job.append(&value, 0.0, format(theme::semibold(), strong));
        if !terms.is_empty() && form == CaptionForm::Line {
            job.append(&format!(" = {terms}"), 0.0, plain);
        } else if !terms.is_empty() && form == CaptionForm::TwoLines {
            job.append(&format!("\n{terms}"), 0.0, plain);
        }
        self.painter.layout_job(job)
    }
}

/// The place that figures cover.
fn caption_rect((at, galley): &(Pos2, Arc<Galley>)) -> Rect {
    galley.rect.translate(at.to_vec2())
}

/// Where figures of this size can stand beside a node: on its right or left, in its row if there is
/// room, or else so much higher or lower that the next row is free.
fn places_beside(shape: Rect, size: Vec2) -> Vec<Rect> {
    let (half, up) = (size / 2.0, (size.y + shape.height()) / 2.0);
    let sides = [shape.max.x + half.x, shape.min.x - half.x];
    [0.0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -1.0, 1.0]
        .into_iter()
        .flat_map(|shift| sides.map(|x| pos2(x, shape.center().y + shift * up)))
        .map(|middle| Rect::from_center_size(middle, size))
        .collect()
}

/// The widest caption below a node whose neighbour in the row is at this distance and half as wide
/// as `shape`: it doesn't reach the neighbour's figures, nor below its shape, as if it were its own.
fn room_below(distance: f32, shape: f32, has_figures: bool) -> f32 {
    let beside_shape = 2.0 * (distance - shape - 0.5);
    match has_figures {
        true => beside_shape.min(distance - GAP),
        false => beside_shape,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caption_stays_on_its_side_of_the_neighbour() {
        for (distance, shape) in [(20.0, 5.0), (31.0, 14.0), (31.0, 5.0), (90.0, 40.0)] {
            for has_figures in [true, false] {
                let half = room_below(distance, shape, has_figures) / 2.0;
                assert!(half + shape < distance, "it is below the neighbour's shape");
                assert!(
                    !has_figures || 2.0 * half < distance,
                    "it meets its figures"
                );
            }
        }
    }

    #[test]
    fn figures_beside_a_node_do_not_cover_it() {
        let shape = Rect::from_center_size(pos2(50.0, 80.0), vec2(20.0, 12.0));
        let size = vec2(70.0, 17.0);
        let places = places_beside(shape, size);
        assert_eq!(places[0].left_center(), shape.right_center());
        for place in places {
            assert!(!place.shrink(0.01).intersects(shape), "{place:?}");
        }
    }
}
