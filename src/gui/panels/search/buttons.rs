//! The strip at the bottom of the search panel: Solve and Step, or Pause, Step and Stop.

use crate::gui::actions::Action;
use crate::gui::commands::Command;
use crate::gui::model::Model;
use crate::gui::theme;
use crate::gui::widgets::{button, primary_button};
use egui::{Response, Ui, Vec2};
use tilescope_lab::RunState;

/// The strip's fixed height. The space for its note is its lower margin.
pub const HEIGHT: f32 = theme::space::S + theme::size::PRIMARY + NOTE;
const NOTE: f32 = theme::space::XL;

/// The width of the buttons beside the primary one.
const BESIDE: f32 = 60.0;
const OPTIMALLY: f32 = 112.0;

pub fn ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    let working = model.runs().working().map(|entry| entry.run.state());
    ui.spacing_mut().item_spacing = Vec2::new(theme::space::S, theme::space::XS);
    ui.horizontal(|ui| row_ui(ui, model, working, actions));
    let is_unsolvable = model.verdict().is_some_and(|it| !it.is_solvable());
    if working.is_none() && is_unsolvable {
        let text = egui::RichText::new("No solution, by parity: Solve says why.");
        ui.add(egui::Label::new(text.small().color(palette.warning)).truncate());
    }
}

fn row_ui(ui: &mut Ui, model: &Model, working: Option<RunState>, actions: &mut Vec<Action>) {
    let room = ui.available_width() - BESIDE - theme::space::S;
    // Left out in a narrow panel. It is in the menu too.
    let has_optimally = working.is_none()
        && Command::SolveOptimally.applies(model)
        && room >= OPTIMALLY + BESIDE + theme::space::S;
    let taken = match working {
        Some(_) => BESIDE + theme::space::S,
        None if has_optimally => OPTIMALLY + theme::space::S,
        None => 0.0,
    };
    let main = Vec2::new((room - taken).max(BESIDE), theme::size::PRIMARY);
    let beside = Vec2::new(BESIDE, theme::size::PRIMARY);
    let mut press = |response: Response, command: Command| {
        if with_tooltip(response, command).clicked() {
            actions.extend(command.action(model));
        }
    };
    match working {
        None | Some(RunState::Stopping | RunState::Ended) => {
            press(primary_button(ui, "Solve", main), Command::Solve)
        }
        Some(RunState::Running) => press(button(ui, "Pause", main), Command::PauseOrResume),
        Some(RunState::Paused) => {
            press(primary_button(ui, "Resume", main), Command::PauseOrResume);
        }
    }
    if has_optimally {
        let size = Vec2::new(OPTIMALLY, theme::size::PRIMARY);
        let entry = Command::SolveOptimally.entry();
        press(button(ui, entry.name, size), Command::SolveOptimally);
    }
    press(button(ui, "Step", beside), Command::Step);
    if working.is_some() {
        press(button(ui, "Stop", beside), Command::Stop);
    }
}

/// Adds a tooltip with the command's description and key.
fn with_tooltip(response: Response, command: Command) -> Response {
    let entry = command.entry();
    let keys = entry.keys.first();
    let keys = keys.map(|keys| format!(" ({})", response.ctx.format_shortcut(keys)));
    response.on_hover_text(format!("{}{}", entry.tooltip, keys.unwrap_or_default()))
}
