//! The page of breakpoints: the list, a field for another, and where one held.

use crate::gui::actions::Action;
use crate::gui::breakpoints::BreakpointsAction;
use crate::gui::model::Model;
use crate::gui::runs::{RunId, RunsAction};
use crate::gui::text::sentence;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{button, check_box, icon_button, note, primary_button};
use egui::{Align, Key, Layout, RichText, TextEdit, Ui, Vec2};
use egui_material_icons::icons::ICON_CLOSE;
use tilescope_lab::breakpoint::Breakpoint;
use tilescope_lab::{Job, RunState};

const WIDTH: f32 = 520.0;
const BUTTON: Vec2 = Vec2::new(104.0, theme::size::PRIMARY);
const MAX_LIST_HEIGHT: f32 = 240.0;
/// The name of the field.
const FIELD: &str = "Condition of the breakpoint";

/// What was typed.
#[derive(Default)]
pub struct BreakpointsPage {
    text: String,
    /// Whether the field is to have the focus.
    takes_focus: bool,
}

impl BreakpointsPage {
    pub fn open(&mut self) {
        self.takes_focus = true;
    }

    /// Shows the page; whether it was closed.
    pub fn ui(&mut self, ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) -> bool {
        let modal = super::frame::page("breakpoints page", &ctx.global_style()).show(ctx, |ui| {
            ui.set_width(WIDTH);
            let title = RichText::new("Breakpoints").size(16.0);
            ui.label(title.family(theme::semibold()));
            ui.add_space(space::S);
            note(
                ui,
                "A run pauses at the end of the step in which one of these conditions holds, and \
                 selects the node.",
            );
            ui.add_space(space::M);
            let job = model.next_job();
            self.field_ui(ui, &job, actions);
            ui.add_space(space::S);
            egui::ScrollArea::vertical()
                .max_height(MAX_LIST_HEIGHT)
                .show(ui, |ui| list_ui(ui, model, &job, actions));
            ui.add_space(space::M);
            if let Some(text) = what_holds(model) {
                note(ui, &text);
                ui.add_space(space::M);
            }
            let paused = |model: &Model| {
                (model.runs().working()).is_some_and(|it| it.run.state() == RunState::Paused)
            };
            ui.horizontal(|ui| {
                let goes_on = ui
                    .add_enabled_ui(paused(model), |ui| button(ui, "Continue", BUTTON))
                    .inner
                    .on_hover_text("Resume the run that is paused");
                if goes_on.clicked() {
                    actions.push(RunsAction::Resume.into());
                }
                let is_closed = button(ui, "Close", BUTTON).clicked();
                goes_on.clicked() || is_closed
            })
            .inner
        });
        modal.inner || super::frame::is_left(&modal)
    }

    /// The field for another breakpoint, and what is wrong with it.
    fn field_ui(&mut self, ui: &mut Ui, job: &Job, actions: &mut Vec<Action>) {
        let mut adds = false;
        let parsed = Breakpoint::parse(&self.text, job);
        in_a_row(ui, |ui| {
            let can_add = parsed.is_ok();
            let add = ui.add_enabled_ui(can_add, |ui| primary_button(ui, "Add", BUTTON));
            adds |= add.inner.clicked();
            let field = TextEdit::singleline(&mut self.text)
                .hint_text("f = 57 and h < 5")
                .desired_width(ui.available_width())
                .margin(egui::Margin::symmetric(10, 7));
            let field = ui.add(field);
            (ui.ctx()).accesskit_node_builder(field.id, |node| node.set_label(FIELD));
            let is_entered = ui.input(|input| input.key_pressed(Key::Enter));
            if field.lost_focus() && is_entered {
                adds |= can_add;
                self.takes_focus = true;
            }
            if std::mem::take(&mut self.takes_focus) {
                field.request_focus();
            }
        });
        ui.add_space(space::XS);
        match &parsed {
            Err(error) if !self.text.trim().is_empty() => {
                let colour = theme::palette(ui).warning;
                let text = RichText::new(sentence(&error.to_string()))
                    .small()
                    .color(colour);
                ui.add(egui::Label::new(text).wrap());
            }
            _ => {
                note(
                    ui,
                    "f, g, h, depth, id, expansions, frontier-size and error (h* − h) are compared with \
                 = < >; f increased, f decreased, reopened, duplicate, cut, goal; \
                 board = \"1 2 3 / * * * / * * _\"; and, or, not.",
                );
            }
        }
        if adds {
            let condition = std::mem::take(&mut self.text);
            actions.push(BreakpointsAction::Add(condition).into());
            self.takes_focus = true;
        }
    }
}

/// Widgets from right to left, in a row as high as they are.
fn in_a_row(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), contents);
    });
}

/// A row for each breakpoint.
fn list_ui(ui: &mut Ui, model: &Model, job: &Job, actions: &mut Vec<Action>) {
    let breakpoints = model.breakpoints();
    let warning = theme::palette(ui).warning;
    for (i, entry) in breakpoints.entries().iter().enumerate() {
        let condition = &entry.condition;
        in_a_row(ui, |ui| {
            let name = format!("Remove the breakpoint {condition}");
            if icon_button(ui, ICON_CLOSE, &name)
                .on_hover_text("Remove")
                .clicked()
            {
                actions.push(BreakpointsAction::Remove(i).into());
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let mut is_on = entry.is_on;
                let name = format!("Breakpoint {condition}");
                let shown = tilescope_puzzle::notation::excerpt(condition);
                let shown = if condition.chars().count() <= MAX_SHOWN {
                    condition.clone()
                } else {
                    shown
                };
                let row = check_box(ui, &mut is_on, &shown, &name).on_hover_text(condition);
                if row.changed() {
                    actions.push(BreakpointsAction::Toggle(i).into());
                }
            });
        });
        if let Err(error) = Breakpoint::parse(condition, job) {
            let text = format!("Not with the present settings: {error}.");
            ui.add(egui::Label::new(RichText::new(text).small().color(warning)).wrap());
        }
    }
}

/// The characters of a condition that fit a row.
const MAX_SHOWN: usize = 60;

/// Which breakpoint held last, or why none can.
fn what_holds(model: &Model) -> Option<String> {
    let working = model.runs().working();
    if let Some((run, hit)) = model.breakpoints().last_hit()
        && model.runs().get(RunId(run)).is_some()
    {
        return Some(format!("Run {run}: {hit}."));
    }
    if model.breakpoints().entries().is_empty() {
        return None;
    }
    let algorithm = match working {
        Some(entry) => entry.run.job().settings.algorithm,
        None => model.settings().algorithm,
    };
    if algorithm.is_engine() {
        let name = algorithm.name;
        return Some(format!(
            "The engine {name} reports no nodes, so no breakpoint holds."
        ));
    }
    None
}
