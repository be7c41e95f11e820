//! The strip at the bottom of the search panel: Solve, Step and Stop, and above them why the search
//! can't be started, if it can't.

use crate::gui::actions::Action;
use crate::gui::commands::Command;
use crate::gui::fitness;
use crate::gui::model::Model;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{button, primary_button};
use egui::{
    Align, FontId, Label, Layout, Rect, Response, RichText, Role, Ui, UiBuilder, Vec2, WidgetInfo,
};
use tilescope_lab::{RunState, Settings};

/// The widths of the buttons and of the gap between them; in a narrow panel those of `NARROW`.
struct Widths {
    /// Step and Stop.
    beside: f32,
    optimally: f32,
    /// The least width of the primary button.
    main: f32,
    gap: f32,
}

const USUAL: Widths = Widths {
    beside: 46.0,
    optimally: 76.0,
    main: 70.0,
    gap: space::S,
};
const NARROW: Widths = Widths {
    beside: 41.0,
    optimally: 69.0,
    main: 60.0,
    gap: space::XS,
};

impl Widths {
    fn sum(&self) -> f32 {
        self.main + self.optimally + 2.0 * self.beside + 3.0 * self.gap
    }
}

/// The height of the buttons and of the spaces around them.
const BUTTONS: f32 = space::S + theme::size::PRIMARY + space::M;

/// The strip's height. The buttons are at its bottom, so a longer message does not move them.
pub fn height(ui: &Ui, model: &Model) -> f32 {
    let text = message(model).map_or(0.0, |text| {
        let font = FontId::proportional(theme::text::SMALL);
        let width = ui.available_width() - 2.0 * space::L;
        let galley = ui
            .painter()
            .layout(text, font, theme::palette(ui).text, width);
        galley.size().y + space::S
    });
    let changed = match deviations(model).is_empty() {
        true => 0.0,
        false => theme::size::ROW + space::S,
    };
    text + changed + BUTTONS
}

/// The settings that differ from the defaults.
fn deviations(model: &Model) -> Vec<String> {
    model.settings().deviations(model.problem())
}

/// What is known of the search before it starts: that it is impossible, or finds nothing.
fn message(model: &Model) -> Option<String> {
    if let Some(refusal) = fitness::refusal(model.problem(), model.settings()) {
        return Some(refusal);
    }
    if model.runs().working_on(model.problem()).is_some() {
        return None;
    }
    let is_unsolvable = model.verdict().is_some_and(|it| !it.is_solvable());
    is_unsolvable.then(|| "No solution, by parity: Solve says why.".to_owned())
}

pub fn ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing = Vec2::new(space::S, space::S);
    if let Some(text) = message(model) {
        let text = RichText::new(text).small();
        let colour = theme::palette(ui).warning;
        ui.add(Label::new(text.color(colour)).wrap());
    }
    let deviations = deviations(model);
    if !deviations.is_empty() {
        deviations_ui(ui, &deviations, model.settings(), actions);
    }
    row_ui(ui, model, actions);
}

/// The settings that differ from the defaults, on one line, and a button that resets them.
fn deviations_ui(
    ui: &mut Ui,
    deviations: &[String],
    settings: &Settings,
    actions: &mut Vec<Action>,
) {
    let size = Vec2::new(ui.available_width(), theme::size::ROW);
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        let reset = ui.button("Reset");
        ui.ctx()
            .accesskit_node_builder(reset.id, |node| node.set_label("Reset the settings"));
        if reset.on_hover_text("Back to the defaults").clicked() {
            actions.push(Action::Settings(settings.defaults().into()));
        }
        let text = RichText::new(format!("Changed: {}", deviations.join(", "))).small();
        let colour = theme::palette(ui).dim;
        let left = Layout::left_to_right(Align::Center);
        ui.with_layout(left, |ui| {
            let label = Label::new(text.color(colour)).truncate();
            ui.add(label).on_hover_text(deviations.join("\n"));
        });
    });
}

/// The row of buttons. Their places depend on the width alone, never on the state of the run.
fn row_ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    let size = Vec2::new(ui.available_width(), theme::size::PRIMARY);
    let (row, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    let widths = match row.width() >= USUAL.sum() {
        true => USUAL,
        false => NARROW,
    };
    // Left out in a panel that is narrower still. It is in the menu too.
    let has_optimally = Command::SolveOptimally.applies(model) && row.width() >= widths.sum();
    let mut right = row.right();
    let mut slot = |width: f32| {
        let slot = Rect::from_x_y_ranges(right - width..=right, row.y_range());
        right -= width + widths.gap;
        slot
    };
    let (stop, step) = (slot(widths.beside), slot(widths.beside));
    let optimally = has_optimally.then(|| slot(widths.optimally));
    let main = row.with_max_x(right);

    let working = model.runs().working_on(model.problem());
    let state = working.map(|entry| entry.run.state());
    let mut press = |ui: &mut Ui, rect: Rect, text: &str, command: Command| {
        let is_main = rect == main && state != Some(RunState::Running);
        let enabled = command.is_enabled(model);
        let layout = Layout::left_to_right(Align::Center);
        let builder = UiBuilder::new()
            .max_rect(rect)
            .layout(layout)
            .id_salt(command);
        let shown = ui.scope_builder(builder, |ui| {
            ui.spacing_mut().button_padding.x = space::XS;
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
            ui.add_enabled_ui(enabled, |ui| match is_main {
                true => primary_button(ui, text, rect.size()),
                false => button(ui, text, rect.size()),
            })
            .inner
        });
        if with_tooltip(shown.inner, command).clicked() {
            actions.extend(command.action(model));
        }
    };
    match state {
        Some(RunState::Running) => press(ui, main, "Pause", Command::PauseOrResume),
        Some(RunState::Paused) => press(ui, main, "Resume", Command::Solve),
        None | Some(RunState::Stopping | RunState::Ended) => {
            press(ui, main, "Solve", Command::Solve);
        }
    }
    if let Some(optimally) = optimally {
        press(ui, optimally, "Optimally", Command::SolveOptimally);
    }
    press(ui, step, "Step", Command::Step);
    press(ui, stop, "Stop", Command::Stop);
}

/// Adds a tooltip with the command's description and key. The accessible name of a button that
/// shortens the command's name is the whole name.
fn with_tooltip(response: Response, command: Command) -> Response {
    let entry = command.entry();
    if command == Command::SolveOptimally {
        let enabled = response.enabled();
        response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, entry.name));
    }
    let keys = entry.keys.first();
    let keys = keys.map(|keys| format!(" ({})", response.ctx.format_shortcut(keys)));
    let text = format!("{}{}", entry.tooltip, keys.unwrap_or_default());
    response.on_hover_text(&text).on_disabled_hover_text(text)
}
