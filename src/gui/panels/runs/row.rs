//! The row of a run in the table of runs.

use super::table::Column;
use crate::gui::actions::Action;
use crate::gui::comparisons::ComparisonAction;
use crate::gui::model::Model;
use crate::gui::run_status::RunStatus;
use crate::gui::runs::{RunEntry, RunId, RunsAction};
use crate::gui::theme::{self, Dash};
use crate::gui::widgets::table::{self, Row, paint_text};
use crate::gui::widgets::{elided, list_item};
use egui::{Align2, CornerRadius, Id, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo};
use egui_material_icons::icons::{ICON_CLOSE, ICON_REDO, ICON_VISIBILITY_OFF};
use tilescope_lab::{Problem, Report, format};

/// The width of the line sample.
const SWATCH: f32 = 26.0;
/// The width of the arrow that solves a run again.
const AGAIN: f32 = 20.0;

/// The columns of the table, wide enough for these runs.
pub fn columns(ui: &Ui, entries: &[&RunEntry]) -> [table::Column; 4] {
    let mut columns = [
        table::Column::rest("run", SWATCH + MIN_NAME),
        table::Column::figure("moves", 34.0).left_out(1),
        table::Column::figure("expanded", 64.0),
        table::Column::figure("time", 46.0).left_out(2),
    ];
    for (column, which) in columns.iter_mut().zip(Column::ALL) {
        let texts: Vec<String> = entries.iter().map(|entry| which.text(&entry.run)).collect();
        *column = column.fit(ui, theme::text::SMALL, texts.iter().map(String::as_str));
    }
    columns
}

/// Minimum width of a run's name.
const MIN_NAME: f32 = 84.0;

/// Shows the row of a run. A click on the row shows the run. A click on the line sample hides its
/// curves. A click on the cross removes it.
pub fn ui(row: &mut Row<'_, '_, '_>, model: &Model, entry: &RunEntry, actions: &mut Vec<Action>) {
    let active = model.runs().active().map(|active| active.id);
    let title = entry.run.job().title();
    let from = match (&entry.file, &entry.publication) {
        (Some(_), _) => ", from a file".to_owned(),
        (None, Some(publication)) => format!(", published: {}", publication.name()),
        (None, None) => String::new(),
    };
    let name = format!("Run {}: {title}{from}", entry.id.0);
    let response = row.selectable(entry.id, &name, active == Some(entry.id));
    let problem = &entry.run.job().problem;
    let is_other = !entry.is_of(model.problem());
    row.cells(|ui, column| {
        let column = Column::ALL[column];
        let text = column.text(&entry.run);
        if column != Column::Run {
            let colour = theme::palette(ui).text;
            paint_text(ui, &text, theme::text::SMALL, colour, true);
            return;
        }
        let (swatch, rest) = ui
            .max_rect()
            .split_left_right_at_x(ui.max_rect().left() + SWATCH);
        let text = match entry.file {
            Some(_) => format!("File: {text}"),
            None => text,
        };
        let rest = match entry.can_be_solved_again() {
            true => {
                let (rest, again) = rest.split_left_right_at_x(rest.right() - AGAIN);
                let is_free = model.runs().working().is_none();
                if is_free && again_ui(ui, response.id.with("again"), again, &name) {
                    actions.push(RunsAction::SolveAgain(entry.id).into());
                }
                rest
            }
            false => rest,
        };
        title_ui(ui, rest, &text, is_other);
        if swatch_ui(ui, response.id.with("line"), swatch, entry, &name) {
            actions.push(RunsAction::ToggleVisible(entry.id).into());
        }
    });
    row.end(|ui| {
        let cross = Rect::from_center_size(ui.max_rect().center(), Vec2::splat(12.0));
        let id = response.id.with("cross");
        if cross_ui(ui, id, cross, &name, response.contains_pointer()) {
            actions.push(RunsAction::Remove(entry.id).into());
        }
    });
    if response.clicked() {
        actions.push(RunsAction::Activate(entry.id).into());
    }
    response.context_menu(|ui| menu_ui(ui, entry, active, actions));
    response.on_hover_ui(|ui| tooltip_ui(ui, entry, &title, is_other.then_some(problem)));
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
        // The outline of a small board: this run solves a different puzzle.
        let centre = egui::pos2(end + 8.0, cell.center().y);
        let square = Rect::from_center_size(centre, Vec2::splat(6.0));
        let stroke = Stroke::new(1.0, palette.dim);
        let radius = CornerRadius::same(1);
        ui.painter()
            .rect_stroke(square, radius, stroke, egui::StrokeKind::Inside);
    }
}

/// The sample of the run's line. Returns whether it was clicked.
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

/// A line in the colour and the dash of run `style`.
fn line_of(palette: &theme::Palette, style: usize, line: [egui::Pos2; 2]) -> Vec<Shape> {
    let (colour, dash) = theme::run_style(palette, style);
    let stroke = Stroke::new(2.0, colour);
    match dash {
        Dash::Solid => vec![Shape::line_segment(line, stroke)],
        Dash::Dashed => Shape::dashed_line(&line, stroke, 5.0, 2.5),
        Dash::Dotted => Shape::dashed_line(&line, stroke, 2.0, 2.0),
    }
}

/// The arrow that solves a run without a record again. Returns true if it was clicked.
fn again_ui(ui: &mut Ui, id: Id, rect: Rect, name: &str) -> bool {
    let palette = theme::palette(ui);
    let response = ui.interact(rect, id, Sense::click());
    response
        .widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Solve again: {name}")));
    let is_lit = response.hovered() || response.has_focus();
    let colour = if is_lit { palette.text } else { palette.dim };
    let (icon, font) = (ICON_REDO.codepoint, theme::icon(14.0));
    let centre = Align2::CENTER_CENTER;
    ui.painter().text(rect.center(), centre, icon, font, colour);
    let hint = "Solve again: the record of this run is not kept";
    response.on_hover_text(hint).clicked()
}

/// The cross that removes the run, visible while the pointer is on the row. Returns whether it was
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

fn menu_ui(ui: &mut Ui, entry: &RunEntry, active: Option<RunId>, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.set_width(theme::size::LIST);
    let hide = if entry.visible {
        "Hide its curves"
    } else {
        "Show its curves"
    };
    let show = Action::Runs(RunsAction::Activate(entry.id));
    let toggle = Action::Runs(RunsAction::ToggleVisible(entry.id));
    let remove = Action::Runs(RunsAction::Remove(entry.id));
    let compare = active.filter(|active| *active != entry.id).map(|active| {
        let action = ComparisonAction::Pair([active, entry.id]).into();
        (format!("Compare with run {}", active.0), action)
    });
    let before = [
        ("Show in the tree".to_owned(), show),
        (hide.to_owned(), toggle),
    ];
    let again = entry.can_be_solved_again().then(|| {
        let again = RunsAction::SolveAgain(entry.id).into();
        ("Solve again".to_owned(), again)
    });
    let items = before.into_iter().chain(again).chain(compare);
    for (name, action) in items.chain([("Remove".to_owned(), remove)]) {
        if list_item(ui, false, &name, "").clicked() {
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
    if let Some(file) = &entry.file {
        let text = format!("Opened from {}", format::path(file));
        ui.label(egui::RichText::new(text).small().color(palette.dim));
    }
    if let Some(publication) = &entry.publication {
        let small = |text: String| egui::RichText::new(text).small().color(palette.dim);
        ui.label(small(format!("{}:", publication.name())));
        for comparison in publication.comparisons(entry.run.report()) {
            ui.label(small(comparison.text));
        }
    }
    if let Some(used) = entry.run.report().and_then(Report::used) {
        let text = egui::RichText::new(format!("Used {used}")).small();
        ui.label(text.color(palette.dim));
    }
    if let Some(problem) = other {
        let small = |text: String| egui::RichText::new(text).small().color(palette.dim);
        ui.label(small("Another puzzle than the present one:".into()));
        let [start, goal] = problem.ends();
        ui.label(small(start));
        ui.label(small(format!("to {goal}")));
    }
}
