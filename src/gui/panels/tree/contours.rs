//! The f-contours over the tree: lines across the links to nodes with a higher f than their parent.
//!
//! Neighbouring links of a row on which f rises to the same value share a line, so that it parts the
//! nodes of lower f above it from the others.

use super::lod::{Drawn, Selection};
use super::scene::Scene;
use crate::gui::model::Model;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, Palette};
use egui::{
    Align2, Color32, FontId, Galley, Painter, Pos2, Rangef, Rect, Shape, Stroke, Vec2, pos2, vec2,
};
use std::sync::Arc;
use tilescope_lab::explain;
use tilescope_search::SearchDirection;
use tilescope_search::space::MAX_ESTIMATE;
use tilescope_trace::NodeId;

/// Between rows closer than this, in points, lines could not be told from the nodes.
const MIN_ROW: f32 = 20.0;
/// Where on a link the line crosses it: between the bend and the letter of the action.
const ACROSS: f32 = 0.84;
const DOWN: f32 = 0.7;
/// How far a line reaches beyond its first and its last link, in points, and in columns at most.
const OVERHANG: f32 = 9.0;
const MAX_OVERHANG: f32 = 0.35;
/// Points of a line that are closer than this are merged.
const MIN_STEP: f32 = 3.0;
/// Links of two parents share a line if they are no farther apart than this, in columns.
const MAX_STEP: f32 = 3.0;
const WIDTH: f32 = 2.0;
/// The width of the depths at the left edge.
const DEPTHS: f32 = 34.0;
/// The width of the buttons at the right edge.
const BUTTONS: f32 = 40.0;
/// Values are written on lines of rows that are at least this far apart, and on this many lines.
const MIN_LABELLED_ROW: f32 = 30.0;
const MAX_LABELS: usize = 160;
/// The same value is not written twice this near, in points.
const APART: Vec2 = vec2(220.0, 110.0);

/// A line under construction.
struct Contour {
    f: u64,
    points: Vec<Pos2>,
    /// Where it begins and ends.
    begin: f32,
    end: f32,
    /// The parent on the last of its links.
    parent: NodeId,
    /// What is on its left ends here.
    left: f32,
    /// What is on its right begins here.
    right: f32,
}

/// Where a line crosses a link.
struct Crossing {
    at: Pos2,
    parent: NodeId,
    /// How far the line reaches if it crosses no other link: over the letter of the action.
    begin: f32,
    end: f32,
}

/// The values of the lines, and what is in the way of others.
#[derive(Default)]
pub struct Written {
    values: Vec<(u64, Pos2)>,
    labels: Vec<(Rect, Arc<Galley>)>,
    /// The boards that stand in the present row, among shapes.
    boards: Vec<Rect>,
    /// Where the line of the solution runs between the row above and the present one.
    solution: Vec<Rangef>,
}

impl Written {
    /// Paints the values, which stand above the line of the solution.
    pub fn paint(self, scene: &Scene) {
        for (place, galley) in self.labels {
            let ground = place.expand2(vec2(2.0, -1.0));
            (scene.painter).rect_filled(ground, theme::radius::MARK, scene.palette.canvas);
            scene.painter.galley(place.min, galley, scene.palette.text);
        }
    }
}

/// Whether the tree of a run has contours: they are switched on, and its nodes have an f.
pub fn are_shown(model: &Model, entry: &RunEntry) -> bool {
    model.colouring().has_contours() && explain::factors(entry.run.job()).is_some()
}

/// Draws the contours between the drawn rows. Their values are painted later, above other lines.
pub fn paint(scene: &Scene, selection: &Selection) -> Written {
    let mut written = Written::default();
    let job = scene.entry.run.job();
    let trace = scene.entry.run.trace();
    let Some(factors) = explain::factors(job) else {
        return written;
    };
    if !scene.contours || scene.view.row() < MIN_ROW {
        return written;
    }
    let f = |node: NodeId| {
        let (g, h) = (u64::from(trace.g(node)), trace.h(node));
        let value = u64::from(factors.0) * g + u64::from(factors.1) * u64::from(h);
        (h < MAX_ESTIMATE).then_some(value)
    };
    let first = f(0).unwrap_or(0);
    let last = trace.expanded_node(trace.n_expanded()).and_then(f);
    // The frontier reaches a little beyond what is expanded.
    let risen = last.unwrap_or(0).saturating_sub(first).max(1);
    let range = (first, first + risen + (risen / 2).max(2_000));
    for row in selection
        .drawn
        .chunk_by(|one, other| one.depth == other.depth)
    {
        written.boards = boards(scene, row);
        written.solution = solution(scene, row[0].depth);
        let mut draw = |contour: Option<Contour>, right: f32| {
            if let Some(contour) = contour {
                let contour = Contour { right, ..contour };
                draw(scene, contour, range, &mut written);
            }
        };
        let mut open: Option<Contour> = None;
        let mut left = f32::NEG_INFINITY;
        for drawn in row.iter().filter(|it| scene.exists(it.place.node)) {
            let Some(crossing) = crossing(scene, drawn) else {
                continue;
            };
            let Crossing { at, parent, .. } = crossing;
            let rise = f(drawn.place.node).filter(|&value| f(parent).is_some_and(|it| it < value));
            let goes_on = open.as_ref().is_some_and(|it| {
                let is_near = crossing.begin - it.end <= MAX_STEP * scene.view.column();
                Some(it.f) == rise && (it.parent == parent || is_near)
            });
            if !goes_on {
                draw(open.take(), crossing.begin);
            }
            if let Some(value) = rise {
                let contour = open.get_or_insert_with(|| Contour {
                    f: value,
                    points: Vec::new(),
                    begin: crossing.begin,
                    end: crossing.end,
                    parent,
                    left,
                    right: f32::INFINITY,
                });
                (contour.parent, contour.end) = (parent, crossing.end);
                match contour.points.as_slice() {
                    [.., last] if at.x - last.x < MIN_STEP => {}
                    _ => contour.points.push(at),
                }
            }
            left = crossing.end;
        }
        draw(open, f32::INFINITY);
    }
    written
}

/// Where the line of the solution runs between the row above and this one, from left to right.
fn solution(scene: &Scene, depth: usize) -> Vec<Rangef> {
    let ends = SearchDirection::BOTH.into_iter();
    let lines = ends.filter_map(|end| {
        let x = |depth| {
            let place = scene.solution(end, depth)?;
            Some(scene.view.at(scene.canvas, place.x, depth).x)
        };
        let (from, to) = (x(depth.checked_sub(1)?)?, x(depth)?);
        Some(Rangef::new(from.min(to), from.max(to)))
    });
    lines.collect()
}

/// Where a line crosses the link to a node.
fn crossing(scene: &Scene, drawn: &Drawn) -> Option<Crossing> {
    let parent = drawn.parent?;
    let (from, to) = scene.link(parent, drawn.depth, drawn.at);
    let at = from + (to - from) * vec2(ACROSS, DOWN);
    let reach = OVERHANG.min(scene.view.column() * MAX_OVERHANG).max(1.5);
    let (mut begin, mut end) = (at.x - reach, at.x + reach);
    if let Some(cell) = scene.view.cell() {
        let letter = cell.font * 1.6;
        match to.x < from.x - 0.5 {
            true => begin = begin.min(to.x - letter),
            false => end = end.max(to.x + letter),
        }
    }
    Some(Crossing {
        at,
        parent: parent.node,
        begin,
        end,
    })
}

/// The boards of a row whose other nodes are shapes.
fn boards(scene: &Scene, row: &[Drawn]) -> Vec<Rect> {
    let is_board = |drawn: &&Drawn| {
        scene.view.cell().is_none() && scene.is_single_board(drawn.depth, drawn.place.node)
    };
    let size = scene.half_board() * 2.0;
    row.iter()
        .filter(is_board)
        .map(|drawn| Rect::from_center_size(drawn.at, size))
        .collect()
}

fn draw(scene: &Scene, contour: Contour, (least, most): (u64, u64), written: &mut Written) {
    let Contour {
        f,
        points,
        begin,
        end,
        left,
        right,
        ..
    } = contour;
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return;
    };
    if begin > scene.canvas.max.x || end < scene.canvas.min.x {
        return;
    }
    let ends = [pos2(begin, first.y), pos2(end, last.y)];
    let share = (f.saturating_sub(least)) as f32 / (most - least) as f32;
    let colour = scene.palette.contour(share);
    let line = [ends[0]].into_iter().chain(points).chain([ends[1]]);
    let stroke = Stroke::new(WIDTH, colour);
    scene.painter.add(Shape::line(line.collect(), stroke));
    if scene.view.row() >= MIN_LABELLED_ROW {
        write(scene, (f, colour), ends, (left, right), written);
    }
}

/// Writes the value of a line at its left end or at its right one, if there is room up to the links beside it,
/// which end at `left` and begin at `right`; where it can, beside the line of the solution.
fn write(
    scene: &Scene,
    (f, colour): (u64, Color32),
    ends: [Pos2; 2],
    (left, right): (f32, f32),
    written: &mut Written,
) {
    let is_near = |&(other, at): &(u64, Pos2)| {
        let away = (at - ends[0]).abs();
        other == f && away.x < APART.x && away.y < APART.y
    };
    if written.values.len() >= MAX_LABELS || written.values.iter().any(is_near) {
        return;
    }
    let size = scene.view.cell().map_or(0.0, |cell| cell.font);
    let size = size.max(theme::text::SMALL);
    let value = explain::level_f_text(scene.entry.run.job(), f);
    let font = FontId::new(size, theme::semibold());
    let text = format!("f = {value}");
    let galley = scene.painter.layout_no_wrap(text, font, colour);
    // At the corner of the last board its status may stand.
    let beside_mark = scene
        .view
        .cell()
        .map_or(0.0, |_| 2.0 * scene.radius().min(4.0));
    let at_left = Align2::RIGHT_CENTER.anchor_size(ends[0] - vec2(3.0, 2.0), galley.size());
    let at_right =
        Align2::LEFT_CENTER.anchor_size(ends[1] + vec2(3.0 + beside_mark, -2.0), galley.size());
    let room = Rangef::new(
        (left + 4.0).max(scene.canvas.min.x + DEPTHS),
        (right - 4.0).min(scene.canvas.max.x - BUTTONS),
    );
    let captions = scene.captions.values();
    let captions = captions.map(|(at, galley)| galley.rect.translate(at.to_vec2()));
    let taken: Vec<Rect> = captions.chain(written.boards.iter().copied()).collect();
    let has_room = |place: &Rect| {
        let is_free = !taken.iter().any(|other| other.intersects(*place));
        room.contains(place.min.x) && room.contains(place.max.x) && is_free
    };
    let is_crossed = |place: &Rect| {
        let mut lines = written.solution.iter();
        lines.any(|line| line.intersects(place.x_range()))
    };
    let places = [at_left, at_right].into_iter().filter(has_room);
    if let Some(place) = places.min_by_key(is_crossed) {
        written.labels.push((place, galley));
        written.values.push((f, ends[0]));
    }
}

/// A link that a contour crosses, as the legend shows it.
pub fn sample(painter: &Painter, palette: &Palette, rect: Rect) {
    let link = Stroke::new(1.0, palette.dim);
    painter.line_segment([rect.center_top(), rect.center_bottom()], link);
    let across = rect.shrink(1.0).x_range();
    painter.hline(
        across,
        rect.center().y,
        Stroke::new(WIDTH, palette.contour(0.5)),
    );
}
