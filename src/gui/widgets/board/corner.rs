//! The lower right corner of a board: dragging it changes the number of rows and columns.

use crate::gui::theme;
use crate::gui::widgets::cells::Cells;
use egui::{
    CursorIcon, Id, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Tooltip, Ui, Vec2, WidgetInfo,
};
use tilescope_puzzle::Size;

/// The side of the place that can be grasped, in points.
const SIDE: f32 = 16.0;

/// Shows the corner; returns the new size when it is let go.
pub fn ui(ui: &mut Ui, board: Id, cells: &Cells, size: Size) -> Option<Size> {
    let palette = theme::palette(ui);
    let corner = cells.board.right_bottom();
    let rect = Rect::from_center_size(corner, Vec2::splat(SIDE));
    // Part of it lies outside the board.
    let clip = ui.clip_rect().expand(SIDE);
    let mut outside = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    outside.set_clip_rect(clip);
    let grip = outside.interact(rect, board.with("corner"), Sense::DRAG);
    grip.widget_info(|| {
        WidgetInfo::labeled(
            Role::Splitter,
            true,
            "Corner that changes the size of the board",
        )
    });
    if grip.drag_started() {
        // Keys go to the board that the mouse works on.
        ui.memory_mut(|memory| memory.request_focus(board));
    }
    let is_held = grip.dragged() || grip.drag_stopped();
    let pointer = grip.interact_pointer_pos().filter(|_| is_held);
    let shown = pointer.map(|at| size_at(cells, at));
    if grip.hovered() || is_held {
        ui.ctx().set_cursor_icon(CursorIcon::ResizeNwSe);
    }
    let colour = match grip.hovered() || is_held {
        true => palette.accent,
        false => palette.faint,
    };
    let painter = ui.painter().with_clip_rect(clip);
    for inset in [0.0, 4.0] {
        let end = corner + Vec2::splat(2.0);
        let points = [
            end - Vec2::new(8.0 - inset, 0.0),
            end - Vec2::new(0.0, 8.0 - inset),
        ];
        painter.line_segment(points, Stroke::new(1.5, colour));
    }
    let shown = shown?;
    let pitch = pitch(cells);
    let added = Vec2::new(
        shown.columns() as f32 - size.columns() as f32,
        shown.rows() as f32 - size.rows() as f32,
    );
    let outline = Rect::from_min_size(cells.board.min, cells.board.size() + added * pitch);
    let stroke = Stroke::new(1.5, palette.accent);
    painter.rect_stroke(outline, theme::radius::BOARD, stroke, StrokeKind::Outside);
    Tooltip::for_widget(&grip).at_pointer().show(|ui| {
        ui.label(format!("{} × {}", shown.rows(), shown.columns()));
    });
    (grip.drag_stopped() && shown != size).then_some(shown)
}

/// The distance from one cell to the next.
fn pitch(cells: &Cells) -> f32 {
    cells.cell(1).left() - cells.cell(0).left()
}

/// The size of the board whose corner is nearest to `pointer`.
fn size_at(cells: &Cells, pointer: Pos2) -> Size {
    let way = (pointer - cells.cell(0).min) / pitch(cells);
    let n = |way: f32| (way.round() as usize).clamp(2, 10);
    Size::new(n(way.y), n(way.x)).unwrap_or(Size::EIGHT_PUZZLE)
}
