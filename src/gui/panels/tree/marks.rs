//! The shapes of nodes: each status has a shape as well as a colour.

use crate::gui::theme::Palette;
use egui::{Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};
use tilescope_search::NodeOutcome;
use tilescope_trace::Status;

/// The colour of a status; faint for nodes that don't exist yet.
pub fn colour(palette: &Palette, status: Status) -> Color32 {
    match status {
        Status::NotGenerated => palette.link,
        Status::Frontier => palette.frontier,
        Status::Expanded => palette.expanded,
        Status::Discarded(NodeOutcome::Cut) => palette.warning,
        Status::Discarded(_) => palette.duplicate,
        Status::Goal | Status::Meeting => palette.good,
    }
}

/// Paints the shape of a status in a colour around `at`. `ground` is the background colour, which
/// fills an open circle.
pub fn paint(
    painter: &Painter,
    colour: Color32,
    ground: Color32,
    status: Status,
    at: Pos2,
    radius: f32,
) {
    let line = Stroke::new((radius * 0.36).clamp(1.0, 2.0), colour);
    match status {
        Status::NotGenerated => {
            painter.circle_filled(at, (radius * 0.4).clamp(0.75, 1.5), colour);
        }
        Status::Frontier => {
            painter.circle(at, radius, ground, line);
        }
        Status::Expanded => {
            let square = Rect::from_center_size(at, Vec2::splat(radius * 1.8));
            painter.rect_filled(square, corner(radius), colour);
        }
        Status::Discarded(NodeOutcome::Cut) => {
            // Pruned: a bar across its link.
            let half = vec2(radius * 1.1, 0.0);
            painter.line_segment(
                [at - half, at + half],
                Stroke::new(line.width * 1.3, colour),
            );
        }
        Status::Discarded(_) => {
            let arm = radius * 0.8;
            for arm in [vec2(arm, arm), vec2(arm, -arm)] {
                painter.line_segment([at - arm, at + arm], line);
            }
        }
        Status::Goal => {
            painter.add(diamond(at, radius * 1.5, colour));
        }
        Status::Meeting => {
            // An hourglass: two triangles that touch.
            let (half, height) = (radius * 1.1, radius * 1.4);
            for height in [-height, height] {
                let corners = vec![at, at + vec2(half, height), at + vec2(-half, height)];
                painter.add(Shape::convex_polygon(corners, colour, Stroke::NONE));
            }
        }
    }
}

/// Marks a node that is a better path to a state that was reached before, on the left of its shape:
/// a wedge that points down, or two of them if the state was reopened.
pub fn paint_better_path(
    painter: &Painter,
    palette: &Palette,
    outcome: NodeOutcome,
    at: Pos2,
    radius: f32,
) {
    let tips: &[f32] = match outcome {
        NodeOutcome::Reopened => &[0.0, 1.1],
        _ => &[0.5],
    };
    for tip in tips {
        let tip = at + radius * vec2(-1.9, *tip);
        let half = radius * 0.6;
        let corners = vec![
            tip,
            tip + vec2(-half, -half * 1.4),
            tip + vec2(half, -half * 1.4),
        ];
        painter.add(Shape::convex_polygon(corners, palette.better, Stroke::NONE));
    }
}

/// Paints a folded subtree: a small stack below its root's shape. Returns where it ends.
pub fn paint_folded(painter: &Painter, palette: &Palette, at: Pos2, radius: f32) -> Pos2 {
    let top = at.y + radius + 2.0;
    let (half, height) = (radius * 1.15, radius * 1.5);
    let points = vec![
        pos2(at.x, top),
        pos2(at.x + half, top + height),
        pos2(at.x - half, top + height),
    ];
    let edge = Stroke::new(1.0, palette.expanded);
    painter.add(Shape::convex_polygon(
        points,
        palette.expanded.gamma_multiply(0.35),
        edge,
    ));
    pos2(at.x, top + height)
}

fn diamond(at: Pos2, radius: f32, colour: Color32) -> Shape {
    let points = vec![
        at - vec2(0.0, radius),
        at + vec2(radius, 0.0),
        at + vec2(0.0, radius),
        at - vec2(radius, 0.0),
    ];
    Shape::convex_polygon(points, colour, Stroke::NONE)
}

fn corner(radius: f32) -> CornerRadius {
    CornerRadius::same(if radius > 3.0 { 1 } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::theme;

    /// The relative luminance of an opaque colour (WCAG 2).
    fn luminance(colour: Color32) -> f32 {
        let [red, green, blue, _] = egui::Rgba::from(colour).to_array();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    #[test]
    fn every_status_stands_out_from_its_ground() {
        for dark in [true, false] {
            let palette = theme::palette_of(dark);
            for status in [
                Status::Frontier,
                Status::Expanded,
                Status::Discarded(NodeOutcome::Cut),
                Status::Discarded(NodeOutcome::Duplicate),
                Status::Goal,
            ] {
                for ground in [palette.canvas, palette.panel] {
                    let pair = [colour(palette, status), ground].map(|it| luminance(it) + 0.05);
                    let contrast = pair[0].max(pair[1]) / pair[0].min(pair[1]);
                    assert!(contrast >= 3.0, "{status:?}, dark {dark}: {contrast}");
                }
            }
        }
    }
}
