//! The f-contours over the tree: lines across the links to nodes with a higher f than their parent.
//!
//! Neighbouring links of a row on which f rises to the same value share a line, so that it parts the
//! nodes of lower f above it from the others.

use super::lod::{Drawn, Selection};
use super::scene::Scene;
use crate::gui::model::Model;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, Palette};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};
use tilescope_lab::explain;
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
}

/// Where a line crosses a link.
struct Crossing {
    at: Pos2,
    parent: NodeId,
    /// How far the line reaches if it crosses no other link: over the letter of the action.
    begin: f32,
    end: f32,
}

/// What is in the way of a value.
#[derive(Default)]
struct Written {
    values: Vec<(u64, Pos2)>,
    /// The boards that stand in the present row, among shapes.
    boards: Vec<Rect>,
}

/// Whether the tree of a run has contours: they are switched on, and its nodes have an f.
pub fn are_shown(model: &Model, entry: &RunEntry) -> bool {
    model.colouring().has_contours() && explain::factors(entry.run.job()).is_some()
}

/// Draws the contours between the drawn rows.
pub fn paint(scene: &Scene, selection: &Selection) {
    let job = scene.entry.run.job();
    let trace = scene.entry.run.trace();
    let Some(factors) = explain::factors(job) else {
        return;
    };
    if !scene.contours || scene.view.row() < MIN_ROW {
        return;
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
    let mut written = Written::default();
    for row in selection
        .drawn
        .chunk_by(|one, other| one.depth == other.depth)
    {
        written.boards = boards(scene, row);
        let mut draw = |contour: Option<Contour>| {
            if let Some(contour) = contour {
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
                draw(open.take());
            }
            if let Some(value) = rise {
                let contour = open.get_or_insert_with(|| Contour {
                    f: value,
                    points: Vec::new(),
                    begin: crossing.begin,
                    end: crossing.end,
                    parent,
                    left,
                });
                (contour.parent, contour.end) = (parent, crossing.end);
                match contour.points.as_slice() {
                    [.., last] if at.x - last.x < MIN_STEP => {}
                    _ => contour.points.push(at),
                }
            }
            left = crossing.end;
        }
        draw(open);
    }
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
        write(scene, (f, colour), ends[0], left, written);
    }
}

/// Writes the value of a line at its left end, if there is room right of the link at `left`.
fn write(scene: &Scene, (f, colour): (u64, Color32), end: Pos2, left: f32, written: &mut Written) {
    let is_near = |&(other, at): &(u64, Pos2)| {
        let away = (at - end).abs();
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
    let at = pos2(end.x - 3.0, end.y - 2.0);
    let place = Align2::RIGHT_CENTER.anchor_size(at, galley.size());
    let is_hidden = |other: Rect| other.intersects(place);
    let captions = scene.captions.values();
    let mut captions = captions.map(|(at, galley)| galley.rect.translate(at.to_vec2()));
    let depths = scene.canvas.min.x + DEPTHS;
    if place.min.x < (left + 4.0).max(depths)
        || written.boards.iter().copied().any(is_hidden)
        || captions.any(is_hidden)
    {
        return;
    }
    let ground = scene.palette.canvas.gamma_multiply(0.85);
    let extended = place.expand2(vec2(2.0, -1.0));
    (scene.painter).rect_filled(extended, theme::radius::MARK, ground);
    scene.painter.galley(place.min, galley, colour);
    written.values.push((f, end));
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
