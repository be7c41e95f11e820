//! Paints what distinguishes the two trees of a bidirectional search, and what joins them: labels
//! at the roots, arrows and colours on the links, and a line where the solution passes from one
//! tree to the other.

use super::scene::Scene;
use crate::gui::run_status::solution_is_known;
use crate::gui::theme::Palette;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};
use tilescope_search::SearchDirection;

/// Minimum distance between rows, in points, for links to have arrows.
const MIN_ROW: f32 = 30.0;
/// The length of an arrow's two strokes, in points.
const BARB: f32 = 4.0;
/// The dashes of the line between two nodes with the same board.
const DASH: f32 = 4.0;

/// Labels each root and draws the line between the nodes where the trees meet. Does nothing in a
/// search from the start alone.
pub fn paint(scene: &Scene) {
    if !is_two_sided(scene) {
        return;
    }
    for end in SearchDirection::BOTH {
        name_root(scene, end);
    }
    join(scene);
}

pub fn link_colour(palette: &Palette, end: SearchDirection) -> Color32 {
    match end {
        SearchDirection::Forward => palette.link,
        SearchDirection::Backward => palette.link_back,
    }
}

/// Whether links have arrows: there are two trees, and there is room.
pub fn shows_arrows(scene: &Scene) -> bool {
    is_two_sided(scene) && scene.view.row() >= MIN_ROW
}

/// An arrow in the direction of the action on a link: from parent to child, or from child to parent
/// in the tree from the goal.
pub fn arrow(parent: Pos2, child: Pos2, end: SearchDirection, stroke: Stroke) -> [Shape; 2] {
    let middle = parent.lerp(child, 0.5);
    // The slope of the curve there. The curve is vertical at both ends.
    let way = vec2(2.0 * (child.x - parent.x), child.y - parent.y).normalized();
    barbs(middle, ahead(way, end), BARB, stroke)
}

/// A link of the tree from the goal, as the legend shows it.
pub fn sample(painter: &Painter, palette: &Palette, rect: Rect) {
    let (top, bottom) = (rect.center_top(), rect.center_bottom());
    painter.line_segment([top, bottom], Stroke::new(1.0, palette.back));
    painter.extend(arrow(
        top,
        bottom,
        SearchDirection::Backward,
        Stroke::new(1.5, palette.back),
    ));
}

fn ahead(way: Vec2, end: SearchDirection) -> Vec2 {
    match end {
        SearchDirection::Forward => way,
        SearchDirection::Backward => -way,
    }
}

/// An arrow's head with its point at `tip`.
fn barbs(tip: Pos2, way: Vec2, length: f32, stroke: Stroke) -> [Shape; 2] {
    let tip = tip + way * (length / 2.0);
    [way.rot90(), -way.rot90()].map(|aside| {
        let end = tip - (way - aside * 0.7) * length;
        Shape::line_segment([tip, end], stroke)
    })
}

fn is_two_sided(scene: &Scene) -> bool {
    scene
        .entry
        .run
        .trace()
        .root(SearchDirection::Backward)
        .is_some()
}

/// “Start” or “Goal” above a root, with an arrow in the direction of the actions.
fn name_root(scene: &Scene, end: SearchDirection) {
    let root = scene.entry.run.trace().root(end);
    let Some((depth, place)) = root.and_then(|root| scene.find(root)) else {
        return;
    };
    let at = scene.view.at(scene.canvas, place.x, depth);
    let half = if scene.has_board(depth) {
        scene.half_board().y
    } else {
        scene.view.mark()
    };
    let (name, colour) = match end {
        SearchDirection::Forward => ("Start", scene.palette.dim),
        SearchDirection::Backward => ("Goal", scene.palette.back),
    };
    let font = FontId::proportional(12.0);
    let corner = pos2(at.x + 5.0, at.y - half - 4.0);
    let text = scene
        .painter
        .layout_no_wrap(name.to_owned(), font.clone(), colour);
    let size = text.size();
    let ground = Rect::from_min_size(
        pos2(corner.x - size.x / 2.0 - 12.0, corner.y - size.y),
        size + vec2(14.0, 0.0),
    );
    let ground_colour = scene.palette.canvas.gamma_multiply(0.85);
    scene.painter.rect_filled(ground, 3, ground_colour);
    let tip = pos2(ground.min.x + 5.0, ground.center().y);
    let stroke = Stroke::new(1.5, colour);
    (scene.painter).extend(barbs(tip, ahead(Vec2::DOWN, end), 5.0, stroke));
    (scene.painter).text(corner, Align2::CENTER_BOTTOM, name, font, colour);
}

/// Draws the line from the node where the solution leaves the tree from the start to the one where
/// it enters the other. It is no move: both have the same board.
fn join(scene: &Scene) {
    let trace = scene.entry.run.trace();
    let meeting = trace.meeting();
    let meeting = meeting.filter(|_| solution_is_known(trace, scene.t));
    let places = meeting.map(|meeting| {
        [meeting.forward, meeting.backward].map(|node| {
            let found = scene.find(node).filter(|_| scene.exists(node));
            found.map(|(depth, place)| scene.view.at(scene.canvas, place.x, depth))
        })
    });
    if let Some([Some(from), Some(to)]) = places {
        let stroke = Stroke::new(1.5, scene.palette.solution);
        (scene.painter).extend(Shape::dashed_line(&[from, to], stroke, DASH, DASH));
    }
}
