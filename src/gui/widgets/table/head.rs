//! The heads of a table's columns.

use super::columns::{Column, GAP, Sorting};
use crate::gui::theme;
use crate::gui::widgets::Radios;
use egui::{Align2, FontId, Role, Ui, Vec2, WidgetInfo};

/// The head of a column. In a sortable table, a click sorts by it, and `heads` are one stop of the Tab key.
pub fn head_ui(
    ui: &Ui,
    heads: &mut Radios,
    column: &Column,
    index: usize,
    sorting: &mut Option<&mut Sorting>,
) {
    let palette = theme::palette(ui);
    let rect = ui.max_rect();
    let (arrow, colour) = match sorting {
        None => ("", palette.dim),
        Some(sorting) => {
            let response = heads.show_next(|id, sense| ui.interact(rect, id, sense));
            response.widget_info(|| {
                let name = format!("Sort by {}", column.title);
                WidgetInfo::labeled(Role::ColumnHeader, true, name)
            });
            if response.clicked() {
                **sorting = sorting.clicked(index);
            }
            let is_lit = response.hovered() || response.has_focus();
            let colour = if is_lit { palette.text } else { palette.dim };
            (sorting.arrow(index), colour)
        }
    };
    let (align, at) = match column.is_figure {
        true => (Align2::RIGHT_CENTER, rect.right_center()),
        false => (Align2::LEFT_CENTER, rect.left_center()),
    };
    let font = FontId::proportional(theme::text::SMALL);
    // The arrow may extend into the gap before the column.
    let painter = ui
        .painter()
        .with_clip_rect(rect.expand2(Vec2::new(GAP, 0.0)));
    painter.text(at, align, format!("{}{arrow}", column.title), font, colour);
}
