//! The state of a node and its figures, in columns that fit them.

use crate::gui::panels::tree::status_word;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, Palette, space};
use crate::gui::widgets::mini_state::MiniStates;
use egui::{Color32, Response, Sense, Stroke, Ui, Vec2, vec2};
use tilescope_lab::{Problem, State, explain, format};
use tilescope_search::SearchDirection;
use tilescope_trace::{Moment, NodeId};

/// The side of the board, in points. It shrinks in a narrow panel.
const BOARD: f32 = 130.0;
/// In a low panel it shrinks to what the reason above it leaves, but not below this.
const MIN_BOARD: f32 = 66.0;
/// The height of the figures below a board that is too wide to stand beside them.
const BELOW: f32 = 160.0;
/// The minimum width of the values beside it.
const FIGURES: f32 = 128.0;
const FIGURE_ROW: f32 = 17.0;
const GENERATED_AT: &str = "generated at";
/// The minimum distance between a label and its value.
const GAP: f32 = space::M;

/// The state, and beside it the node's values; `error` has the rows after h. `height` is the room for them, in points. The row
/// with h is handed to `on_h`.
pub fn ui(
    ui: &mut Ui,
    entry: &RunEntry,
    (node, t): (NodeId, Moment),
    state: &State,
    error: Option<[(&'static str, String); 2]>,
    height: f32,
    on_h: &mut dyn FnMut(Response),
) {
    let max_board = height.clamp(MIN_BOARD, BOARD);
    let palette = theme::palette(ui);
    let trace = entry.run.trace();
    let problem = &entry.run.job().problem;
    let action = trace.action(node);
    let action = action.map_or("none", |action| problem.action_name(action));
    let number = |n: u64| format::count(n);
    let status = trace.status(node, t);
    // In the tree from the goal, g and h are measured in the other direction.
    let [g_label, h_label] = match trace.direction(node) {
        SearchDirection::Forward => ["g", "h"],
        SearchDirection::Backward => ["g, to the goal", "h, from the start"],
    };
    let action_label = match (problem, trace.direction(node)) {
        (Problem::Tiles(_), SearchDirection::Forward) => "action",
        (Problem::Tiles(_), SearchDirection::Backward) => "next action",
        (Problem::Route(_), SearchDirection::Forward) => "road to",
        (Problem::Route(_), SearchDirection::Backward) => "next city",
    };
    let (g, h) = (trace.g(node), trace.h(node));
    let formula = explain::formula(entry.run.job());
    let expanded_at = trace.expanded_at(node);
    let costs = explain::costs(entry.run.job(), g, h);
    let label = |name| match name {
        "g" => g_label,
        "h" => h_label,
        _ => &*formula,
    };
    let (of_f, costs): (Vec<_>, Vec<_>) = costs
        .into_iter()
        .map(|(name, cost)| (label(name), cost))
        .partition(|(label, _)| *label == formula);
    let rows = costs.into_iter().chain(error.into_iter().flatten());
    let rows = rows.chain(of_f).chain([
        ("status", status_word(status).to_owned()),
        (action_label, action.to_owned()),
        ("depth", number(trace.depth(node).into())),
        (GENERATED_AT, number(trace.generated_at(node).into())),
        (
            "expanded at",
            expanded_at.map_or("never".to_owned(), |at| number(at.into())),
        ),
    ]);
    // The root belongs to every iteration.
    let iteration = (trace.iteration(trace.generated_at(node))).filter(|_| node > 0);
    let iteration = iteration.map(|iteration| explain::iteration_row(entry.run.job(), &iteration));
    let rows: Vec<(&str, String)> = rows.chain(iteration).collect();
    let needed = rows.iter().map(|(label, value)| {
        let width = |text: &str| width(ui, text);
        width(label) + GAP + width(value)
    });
    // The board keeps its size from step to step.
    let last_step = number(trace.n_expanded().into());
    let steps = width(ui, GENERATED_AT) + GAP + width(ui, &last_step);
    let needed = needed.fold(FIGURES.max(steps), f32::max);
    let room = ui.available_width() - needed - space::L;
    let board_ui = |ui: &mut Ui, side: f32| {
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        let name = problem.state_line(state);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
        let states = MiniStates::new(ui.painter(), rect.size(), problem, palette);
        let min = rect.center() - states.extent() / 2.0;
        states.paint(ui.painter(), min, state, Stroke::NONE);
    };
    let mut rows_ui = |ui: &mut Ui| {
        for (label, value) in &rows {
            let row = figure_ui(ui, palette, label, value);
            if *label == h_label {
                on_h(row);
            }
        }
    };
    // In a narrow panel the board stands above its figures.
    if room < MIN_BOARD {
        let side = (height - BELOW).clamp(MIN_BOARD, BOARD);
        board_ui(ui, side.min(ui.available_width()));
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            rows_ui(ui);
        });
        return;
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::L, 0.0);
        board_ui(ui, room.min(max_board));
        ui.vertical(rows_ui);
    });
}

fn width(ui: &Ui, text: &str) -> f32 {
    let font = egui::FontId::proportional(theme::text::BODY);
    let galley = ui
        .painter()
        .layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
    galley.size().x
}

/// A label and a right-aligned value, in a row lower than those of settings.
fn figure_ui(ui: &mut Ui, palette: &Palette, label: &str, value: &str) -> Response {
    // A value that doesn't fit beside its label stands below it.
    let is_wide = width(ui, label) + GAP + width(ui, value) > ui.available_width();
    let height = if is_wide { 2.0 } else { 1.0 } * FIGURE_ROW;
    let size = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let name = format!("{label}: {value}");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &name));
    let font = egui::FontId::proportional(theme::text::BODY);
    let painter = ui.painter();
    let half = vec2(0.0, FIGURE_ROW / 2.0);
    for (at, align, text, colour) in [
        (
            rect.left_top() + half,
            egui::Align2::LEFT_CENTER,
            label,
            palette.dim,
        ),
        (
            rect.right_bottom() - half,
            egui::Align2::RIGHT_CENTER,
            value,
            palette.text,
        ),
    ] {
        painter.text(at, align, text, font.clone(), colour);
    }
    response
}
