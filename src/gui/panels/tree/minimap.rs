//! The minimap: the whole tree in a corner, with the part on the canvas marked.

use super::lod;
use super::scene::Scene;
use super::view::View;
use crate::gui::theme;
use egui::epaint::Mesh;
use egui::{Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};
use tilescope_search::SearchDirection;
use tilescope_trace::NodeId;

const SIZE: Vec2 = vec2(116.0, 96.0);
/// The side of the mark of a node, and of one that was found.
const DOT: f32 = 1.5;
const FOUND: f32 = 3.0;
/// The maximum number of found nodes that are marked: more would cover the map.
const MAX_FOUND: NodeId = 2_000;

/// Whether a canvas is large enough for the minimap.
pub fn fits(canvas: Rect) -> bool {
    canvas.width() >= 360.0 && canvas.height() >= 260.0
}

/// Shows the minimap if the tree is larger than the canvas and there is room. Returns the place (x
/// and depth) that was clicked or dragged to.
pub fn ui(ui: &mut Ui, scene: &Scene) -> Option<(f32, f32)> {
    let extent = scene.arrangement.extent();
    let canvas = scene.canvas;
    let corners = [
        scene.view.at(canvas, extent.x.0, 0),
        scene
            .view
            .at(canvas, extent.x.1, extent.n_rows.saturating_sub(1)),
    ];
    if !fits(canvas) || corners.iter().all(|&corner| canvas.contains(corner)) {
        return None;
    }
    let corner = canvas.max - Vec2::splat(theme::space::M);
    let frame = Rect::from_min_max(corner - SIZE, corner);
    let map = frame.shrink(8.0);
    let view = View::miniature(map.size(), extent);

    let response = ui.interact(frame, ui.scope_id().with("map"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Map of the tree"));

    let palette = scene.palette;
    let painter = ui.painter().with_clip_rect(frame.expand(1.0));
    let edge = if response.hovered() || response.dragged() {
        palette.faint
    } else {
        palette.line
    };
    let ground = palette.canvas;
    let stroke = Stroke::new(1.0, edge);
    painter.rect(
        frame,
        theme::radius::CONTROL,
        ground,
        stroke,
        StrokeKind::Inside,
    );

    let trace = scene.entry.run.trace();
    let mut mesh = Mesh::default();
    let mut dot = |at, side, colour| {
        mesh.add_colored_rect(Rect::from_center_size(at, Vec2::splat(side)), colour);
    };
    let n_born = trace.n_generated(scene.t);
    let selection = lod::select(scene.arrangement.layout(), &view, map, n_born);
    let is_drawn = |it: &&lod::Drawn| scene.is_drawn(it.place.node);
    for drawn in selection.drawn.iter().filter(is_drawn) {
        let status = trace.status(drawn.place.node, scene.t);
        dot(drawn.at, DOT, scene.colour(drawn.place.node, status));
    }
    let n_rows = extent.n_rows;
    for end in SearchDirection::BOTH {
        for depth in (0..n_rows).step_by(n_rows.div_ceil(64).max(1)) {
            let Some(place) = scene.solution(end, depth) else {
                break;
            };
            dot(view.at(map, place.x, depth), DOT, palette.solution);
        }
    }
    for at in found(scene, &view, map) {
        dot(at, FOUND, palette.found);
    }
    painter.add(Shape::mesh(mesh));

    let window = scene.view.window(canvas);
    let on_map = |x: f32, depth: f32| {
        let at = view.at(map, x, 0);
        pos2(at.x, at.y + depth * view.row())
    };
    let shown = Rect::from_min_max(
        on_map(window.min.x, window.min.y),
        on_map(window.max.x, window.max.y),
    );
    let shown = shown.intersect(frame.shrink(2.0));
    // A part too small to see is widened.
    let least = (Vec2::splat(5.0) - shown.size()).max(Vec2::ZERO) / 2.0;
    let shown = shown.expand2(least);
    painter.rect(
        shown,
        3,
        palette.accent.gamma_multiply(0.08),
        Stroke::new(1.0, palette.accent),
        StrokeKind::Inside,
    );

    let pointer = response.interact_pointer_pos()?;
    (response.dragged() || response.clicked()).then(|| view.place(map, pointer))
}

/// The places of the nodes that were found, as far as they exist; if there are very many, of some in
/// every part of the record.
fn found<'a>(scene: &'a Scene, view: &'a View, map: Rect) -> impl Iterator<Item = Pos2> + 'a {
    let trace = scene.entry.run.trace();
    let stride = match scene.found {
        Some(found) if found.len() > MAX_FOUND => trace.n_nodes() / MAX_FOUND,
        _ => 1,
    };
    let next = move |node| scene.found?.first_from(node);
    std::iter::successors(next(0), move |node| next(node + stride.max(1)))
        .take_while(|node| scene.exists(*node))
        .filter_map(|node| scene.arrangement.find(trace, node))
        .map(move |(depth, place)| view.at(map, place.x, depth))
}
