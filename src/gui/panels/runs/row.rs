//! A row of the table of runs, painted, with its parts to click.

use super::{Column, Sorting};
use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::run_status::RunStatus;
use crate::gui::runs::RunEntry;
use crate::gui::runs::RunsAction;
use crate::gui::theme::{self, Dash};
use crate::gui::widgets::{elided, list_item};
use egui::{
    Align2, CornerRadius, FontId, Id, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo,
};
use egui_material_icons::icons::{ICON_CLOSE, ICON_VISIBILITY_OFF};
use tilescope_lab::{Problem, Report};

/// The room for the line that stands for the run.
const SWATCH: f32 = 26.0;

/// The widths of the columns after the first, which has the rest.
fn width_of(column: Column) -> f32 {
    match column {
        Column::Run => 0.0,
        Column::Moves => 40.0,
        Column::Expanded => 72.0,
        Column::Time => 54.0,
    }
}

/// The least room for the name of a run.
const LEAST_NAME: f32 = 84.0;

/// The columns that `row` has room for, and their parts of it. Time goes first, then moves.
fn cells(row: Rect) -> Vec<(Column, Rect)> {
    let mut columns = Column::ALL.to_vec();
    for unneeded in [Column::Time, Column::Moves] {
        let figures: f32 = columns.iter().map(|column| width_of(*column)).sum();
        if row.width() - SWATCH - figures < LEAST_NAME {
            columns.retain(|column| *column != unneeded);
        }
    }
    let mut right = row.right();
    let mut cells: Vec<(Column, Rect)> = columns.iter().map(|column| (*column, row)).collect();
    for (column, cell) in cells.iter_mut().rev() {
        let left = match column {
            Column::Run => row.left(),
            _ => right - width_of(*column),
        };
        *cell = Rect::from_x_y_ranges(left..=right, row.y_range());
        right = left;
    }
    cells
}

/// The titles of the columns; a click sorts by one.
pub fn header_ui(ui: &mut Ui, sorting: &mut Sorting) {
    let palette = theme::palette(ui);
    let size = Vec2::new(ui.available_width(), theme::size::ROW);
    let (id, row) = ui.allocate_space(size);
    for (column, cell) in cells(row) {
        let response = ui.interact(cell, id.with(column.title()), Sense::click());
        response.widget_info(|| {
            let name = format!("Sort by {}", column.title());
            WidgetInfo::labeled(Role::ColumnHeader, true, name)
        });
        if response.clicked() {
            *sorting = sorting.clicked(column);
        }
        let arrow = if *sorting == Sorting::Up(column) {
            " ↑"
        } else if *sorting == Sorting::Down(column) {
            " ↓"
        } else {
            ""
        };
        let colour = if response.hovered() || response.has_focus() {
            palette.text
        } else {
            palette.dim
        };
        let (align, at) = match column {
            Column::Run => (Align2::LEFT_CENTER, cell.left_center()),
            _ => (Align2::RIGHT_CENTER, cell.right_center()),
        };
        let font = FontId::proportional(theme::text::SMALL);
        let text = format!("{}{arrow}", column.title());
        ui.painter().text(at, align, text, font, colour);
    }
}

/// The row of a run: click shows it, the line hides its curves, the cross removes it. Returns its
/// place.
pub fn ui(ui: &mut Ui, model: &Model, entry: &RunEntry, actions: &mut Vec<Action>) -> Rect {
    let palette = theme::palette(ui);
    let size = Vec2::new(ui.available_width(), theme::size::ROW + 2.0);
    let (whole, response) = ui.allocate_exact_size(size, Sense::click());
    let row = whole.shrink2(Vec2::new(theme::space::L, 0.0));
    let is_active = model
        .runs()
        .active()
        .is_some_and(|active| active.id == entry.id);
    let title = entry.run.job().title();
    let name = format!("Run {}: {title}", entry.id.0);
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, is_active, &name));
    if is_active || response.hovered() || response.has_focus() {
        let fill = if is_active {
            palette.accent_ground
        } else {
            palette.raised
        };
        let ground = whole.shrink2(Vec2::new(theme::space::S, 1.0));
        let radius = CornerRadius::same(theme::radius::CONTROL - 1);
        ui.painter().rect_filled(ground, radius, fill);
    }

    let problem = &entry.run.job().problem;
    let is_other = !problem.is_same_task(model.problem());
    for (column, cell) in cells(row) {
        let text = column.text(&entry.run);
        match column {
            Column::Run => {
                let mut cell = cell;
                cell.min.x += SWATCH;
                title_ui(ui, cell, &text, is_other);
            }
            _ => paint_figure(ui, cell, text),
        }
    }
    let swatch = Rect::from_min_size(row.min, Vec2::new(SWATCH, row.height()));
    if swatch_ui(ui, response.id.with("line"), swatch, entry, &name) {
        actions.push(RunsAction::ToggleVisible(entry.id).into());
    }
    let cross = Rect::from_center_size(
        egui::pos2(whole.right() - theme::space::S, whole.center().y),
        Vec2::splat(12.0),
    );
    if cross_ui(
        ui,
        response.id.with("cross"),
        cross,
        &name,
        response.contains_pointer(),
    ) {
        actions.push(RunsAction::Remove(entry.id).into());
    }

    if response.clicked() {
        actions.push(RunsAction::Activate(entry.id).into());
    }
    response.context_menu(|ui| menu_ui(ui, entry, actions));
    response.on_hover_ui(|ui| tooltip_ui(ui, entry, &title, is_other.then_some(problem)));
    whole
}

fn title_ui(ui: &Ui, cell: Rect, title: &str, is_other: bool) {
    let palette = theme::palette(ui);
    let mark = if is_other { 12.0 } else { 0.0 };
    let galley = elided(
        ui,
        title,
        theme::text::SMALL,
        palette.text,
        cell.width() - mark,
    );
    let end = cell.left() + galley.size().x;
    let top = cell.center().y - galley.size().y / 2.0;
    ui.painter()
        .galley(egui::pos2(cell.left(), top), galley, palette.text);
    if is_other {
        // A small board in outline: this run has another puzzle.
        let centre = egui::pos2(end + 8.0, cell.center().y);
        let square = Rect::from_center_size(centre, Vec2::splat(6.0));
        let stroke = Stroke::new(1.0, palette.dim);
        let radius = CornerRadius::same(1);
        ui.painter()
            .rect_stroke(square, radius, stroke, egui::StrokeKind::Inside);
    }
}

fn paint_figure(ui: &Ui, cell: Rect, text: String) {
    let font = FontId::proportional(theme::text::SMALL);
    let colour = theme::palette(ui).text;
    ui.painter().text(
        cell.right_center(),
        Align2::RIGHT_CENTER,
        text,
        font,
        colour,
    );
}

/// The run's line; whether it was clicked.
fn swatch_ui(ui: &mut Ui, id: Id, rect: Rect, entry: &RunEntry, name: &str) -> bool {
    let palette = theme::palette(ui);
    let response = ui.interact(rect, id, Sense::click());
    response.widget_info(|| {
        let name = format!("{name} in the plots");
        WidgetInfo::selected(Role::CheckBox, true, entry.visible, name)
    });
    if entry.visible {
        let line = [
            rect.left_center(),
            egui::pos2(rect.right() - theme::space::S, rect.center().y),
        ];
        ui.painter().extend(line_of(palette, entry.style, line));
    } else {
        let at = egui::pos2(rect.left() + 9.0, rect.center().y);
        let icon = ICON_VISIBILITY_OFF.codepoint;
        let font = theme::icon(14.0);
        ui.painter()
            .text(at, Align2::CENTER_CENTER, icon, font, palette.faint);
    }
    if response.hovered() || response.has_focus() {
        let ground = rect
            .with_max_x(rect.right() - 4.0)
            .expand2(Vec2::new(4.0, -3.0));
        let stroke = Stroke::new(1.0, palette.faint);
        let radius = CornerRadius::same(theme::radius::CONTROL - 2);
        ui.painter()
            .rect_stroke(ground, radius, stroke, egui::StrokeKind::Inside);
    }
    let hint = if entry.visible {
        "Hide its curves"
    } else {
        "Show its curves"
    };
    response.on_hover_text(hint).clicked()
}

/// A line in the colour and the dash of run number `style`.
fn line_of(palette: &theme::Palette, style: usize, line: [egui::Pos2; 2]) -> Vec<Shape> {
    let (colour, dash) = theme::run_style(palette, style);
    let stroke = Stroke::new(2.0, colour);
    match dash {
        Dash::Solid => vec![Shape::line_segment(line, stroke)],
        Dash::Dashed => Shape::dashed_line(&line, stroke, 5.0, 2.5),
        Dash::Dotted => Shape::dashed_line(&line, stroke, 2.0, 2.0),
    }
}

/// The cross that removes the run, seen while the pointer is on the row; whether it was
/// clicked.
fn cross_ui(ui: &mut Ui, id: Id, rect: Rect, name: &str, is_seen: bool) -> bool {
    let palette = theme::palette(ui);
    let response = ui.interact(rect, id, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Remove {name}")));
    if is_seen || response.hovered() || response.has_focus() {
        let colour = if response.hovered() || response.has_focus() {
            palette.text
        } else {
            palette.faint
        };
        let icon = ICON_CLOSE.codepoint;
        let font = theme::icon(12.0);
        ui.painter()
            .text(rect.center(), Align2::CENTER_CENTER, icon, font, colour);
    }
    response.clicked()
}

fn menu_ui(ui: &mut Ui, entry: &RunEntry, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.set_width(theme::size::LIST);
    let hide = if entry.visible {
        "Hide its curves"
    } else {
        "Show its curves"
    };
    for (name, action) in [
        (
            "Show in the tree",
            Action::Runs(RunsAction::Activate(entry.id)),
        ),
        (hide, Action::Runs(RunsAction::ToggleVisible(entry.id))),
        ("Remove", Action::Runs(RunsAction::Remove(entry.id))),
    ] {
        if list_item(ui, false, name, "").clicked() {
            actions.push(action);
        }
    }
}

fn tooltip_ui(ui: &mut Ui, entry: &RunEntry, title: &str, other: Option<&Problem>) {
    let palette = theme::palette(ui);
    ui.label(title);
    let run_status = RunStatus::of(&entry.run, palette);
    let detail = egui::RichText::new(run_status.detail).small();
    ui.label(detail.color(run_status.colour));
    if let Some(used) = entry.run.report().and_then(Report::used) {
        let text = egui::RichText::new(format!("Used {used}")).small();
        ui.label(text.color(palette.dim));
    }
    if let Some(problem) = other {
        let small = |text: String| egui::RichText::new(text).small().color(palette.dim);
        ui.label(small("Another puzzle than the present one:".into()));
        let [start, goal] =
            [problem.start(), problem.goal()].map(|state| problem.state_line(&state));
        ui.label(small(start));
        ui.label(small(format!("to {goal}")));
    }
}
