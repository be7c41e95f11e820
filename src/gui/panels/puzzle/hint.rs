//! The row below the board with the hint button and the hint.

use crate::gui::actions::Action;
use crate::gui::commands::Command;
use crate::gui::edit::{BoardView, Side};
use crate::gui::hints::{Hint, NextMove};
use crate::gui::model::Model;
use crate::gui::text;
use crate::gui::theme::{self, Palette};
use crate::gui::widgets::elided;
use egui::accesskit::Live;
use egui::{Align2, Button, Color32, Role, Sense, Ui, Vec2, WidgetInfo};
use egui_material_icons::icons::ICON_LIGHTBULB;
use tilescope_lab::format::{cost, count};

/// The text beside the button: a headline with a detail below it.
struct Message {
    head: String,
    colour: Color32,
    detail: String,
    /// The colour of a dot before the detail.
    dot: Option<Color32>,
    tooltip: String,
}

/// The width of a dot before a detail, with the gap after it.
const DOT: f32 = 10.0;

/// Why there is no hint.
const NO_SOLUTION: &str = "No solution, by parity.";
const AT_GOAL: &str = "This is the goal.";

fn is_unsolvable(model: &Model) -> bool {
    let hinted = model.hinted_puzzle();
    hinted.is_some_and(|puzzle| !puzzle.solvability().is_solvable())
}

/// The button, and after it two lines of fixed height so that nothing moves.
pub fn ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    let entry = Command::Hint.entry();
    let hint = model.hint();
    let is_next = matches!(hint, Some(Hint::Move(_)));
    let icon = ICON_LIGHTBULB.rich_text().size(16.0);
    let text = if is_next { "Move" } else { "Hint" };
    let button = Button::new((icon, text)).min_size(Vec2::new(74.0, theme::size::CONTROL));
    let button = ui.add_enabled(Command::Hint.is_enabled(model), button);
    let name = if is_next { "Make the move" } else { "Hint" };
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    let keys = ui.ctx().format_shortcut(&entry.keys[0]);
    let button = button.on_hover_text(format!("{} ({keys})", entry.tooltip));
    let button = match (is_unsolvable(model), model.is_at_goal()) {
        (true, _) => button.on_disabled_hover_text(NO_SOLUTION),
        (_, true) => button.on_disabled_hover_text(AT_GOAL),
        _ => button,
    };
    if button.clicked() {
        actions.extend(Command::Hint.action(model));
    }
    // Where there is no next move, what helps stands in place of its description.
    if Command::Repair.is_enabled(model) {
        let repair = Command::Repair.entry();
        let button = ui.button(repair.name).on_hover_text(repair.tooltip);
        if button.clicked() {
            actions.extend(Command::Repair.action(model));
        }
    } else {
        message_ui(ui, &message(hint, model, theme::palette(ui)));
    }
}

fn message_ui(ui: &mut Ui, message: &Message) {
    let palette = theme::palette(ui);
    let room = Vec2::new(ui.available_width(), theme::size::CONTROL);
    let (rect, response) = ui.allocate_exact_size(room, Sense::hover());
    let (size, small) = (theme::text::SMALL, theme::text::HEAD);
    let head = elided(ui, &message.head, size, message.colour, rect.width());
    let indent = if message.dot.is_some() { DOT } else { 0.0 };
    let detail = elided(
        ui,
        &message.detail,
        small,
        palette.dim,
        rect.width() - indent,
    );
    let is_single = message.detail.is_empty();
    let height = head.size().y + if is_single { 0.0 } else { detail.size().y };
    let at = Align2::LEFT_CENTER.align_size_within_rect(Vec2::new(rect.width(), height), rect);
    let below = at.min + Vec2::new(0.0, head.size().y);
    ui.painter().galley(at.min, head, message.colour);
    if let Some(colour) = message.dot {
        let centre = below + Vec2::new(DOT / 3.0, detail.size().y / 2.0);
        ui.painter().circle_filled(centre, 2.5, colour);
    }
    ui.painter()
        .galley(below + Vec2::new(indent, 0.0), detail, palette.dim);
    let text = match (is_single, message.dot) {
        (true, _) => message.head.clone(),
        (false, Some(_)) => format!("{} Green dot: {}.", message.head, message.detail),
        (false, None) => format!("{}: {}", message.head, message.detail),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_live(Live::Polite);
    });
    response.on_hover_text(if message.tooltip.is_empty() {
        text
    } else {
        format!("{text}\n{}", message.tooltip)
    });
}

fn message(hint: Option<&Hint>, model: &Model, palette: &Palette) -> Message {
    let line = |head: &str, colour| Message {
        head: head.to_owned(),
        colour,
        detail: String::new(),
        dot: None,
        tooltip: String::new(),
    };
    match hint {
        None if is_unsolvable(model) => line(NO_SOLUTION, palette.warning),
        None if model.is_at_goal() => line(AT_GOAL, palette.good),
        None if model.view() == BoardView::Edit(Side::Goal) => {
            line("Shows moves from the start.", palette.dim)
        }
        None if model.puzzle().is_none() => line("Shows the next move.", palette.dim),
        None => Message {
            detail: "tile in its goal cell".into(),
            dot: Some(palette.good),
            ..line("Shows the next move.", palette.dim)
        },
        Some(Hint::Searching) => Message {
            detail: "of a shortest solution".into(),
            ..line("Looking for a move…", palette.dim)
        },
        Some(Hint::AtGoal) => line(AT_GOAL, palette.good),
        Some(Hint::Unsolvable) => line(NO_SOLUTION, palette.warning),
        Some(Hint::NotFound) => Message {
            detail: "in the time for a hint".into(),
            ..line("No solution found", palette.warning)
        },
        Some(Hint::Move(next)) => Message {
            head: format!("Tile {} {}", next.tile, way(next)),
            colour: palette.text,
            detail: distance(next, model),
            dot: None,
            tooltip: about(next, model),
        },
    }
}

/// The direction of the next move, as text.
fn way(next: &NextMove) -> String {
    next.direction.opposite().name().to_lowercase()
}

/// “fewest moves left: 18”, “least cost left: 6”, “moves left: at most 112”: short enough for the row.
fn distance(next: &NextMove, model: &Model) -> String {
    let problem = model.problem();
    let moves = || count(next.n_moves as u64);
    let cost = || cost(next.cost, problem.unit());
    match (next.is_optimal, problem.has_unit_costs()) {
        (true, true) => format!("fewest moves left: {}", moves()),
        (true, false) => format!("least cost left: {}", cost()),
        (false, true) => format!("moves left: at most {}", moves()),
        (false, false) => format!("cost left: at most {}", cost()),
    }
}

/// How long the solution is, where that is not what counts, and by what it was found.
fn about(next: &NextMove, model: &Model) -> String {
    match model.problem().has_unit_costs() {
        true => next.used.clone(),
        false => format!("{}\n{}", text::moves(next.n_moves as u64), next.used),
    }
}
