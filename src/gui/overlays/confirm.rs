//! Questions that are asked before work would be lost: whether to save changes first, and whether
//! to overwrite a file.

use crate::gui::actions::Action;
use crate::gui::document::{Confirmation, DocumentAction, Resolution};
use crate::gui::model::Model;
use crate::gui::runs::RunsAction;
use crate::gui::theme;
use crate::gui::widgets::primary_button;
use egui::{Context, Label, RichText, Ui};
use tilescope_lab::format;

const WIDTH: f32 = 420.0;

/// Asks whether to save changes first, whether to overwrite a file, or whether to clear the runs, if
/// one of these is open; the answer goes to `actions`. Returns whether something was asked.
pub fn ui(ctx: &Context, model: &Model, actions: &mut Vec<Action>) -> bool {
    if model.conflict().is_some() {
        conflict_ui(ctx, model, actions);
    } else if model.pending().is_some() {
        unsaved_ui(ctx, model, actions);
    } else if model.runs().asks_to_clear() {
        clear_ui(ctx, actions);
    } else {
        return false;
    }
    true
}

fn unsaved_ui(ctx: &Context, model: &Model, actions: &mut Vec<Action>) {
    let Some((action, problem)) = model.pending() else {
        return;
    };
    let modal = super::frame::page("save changes first", &ctx.global_style()).show(ctx, |ui| {
        let name = match problem.name() {
            "" => "This puzzle has no name, and its changes are not saved.".to_owned(),
            name => format!("“{}” has changes that are not saved.", shortened(name)),
        };
        let loss = match action {
            DocumentAction::Quit => "They are lost when the window closes.",
            _ => "They are lost when another puzzle takes its place.",
        };
        head_ui(ui, "Save changes first?", &format!("{name} {loss}"));
        ui.horizontal(|ui| {
            let mut answer = |pressed: bool, answer: Confirmation| {
                if pressed {
                    actions.push(DocumentAction::Confirm(answer).into());
                }
            };
            let save = primary_button(ui, "Save", egui::vec2(96.0, theme::size::CONTROL));
            answer(save.clicked(), Confirmation::Save);
            answer(
                ui.button("Discard changes").clicked(),
                Confirmation::Discard,
            );
            answer(ui.button("Cancel").clicked(), Confirmation::Cancel);
        });
    });
    if modal.should_close() {
        actions.push(DocumentAction::Confirm(Confirmation::Cancel).into());
    }
}

fn clear_ui(ctx: &Context, actions: &mut Vec<Action>) {
    let modal = super::frame::page("clear the runs", &ctx.global_style()).show(ctx, |ui| {
        let text = "A run is still working, or took long. Its tree and its figures are lost.";
        head_ui(ui, "Clear the runs?", text);
        ui.horizontal(|ui| {
            let size = egui::vec2(96.0, theme::size::CONTROL);
            let clear = primary_button(ui, "Clear all runs", size).clicked();
            let cancel = ui.button("Cancel").clicked();
            if clear || cancel {
                actions.push(RunsAction::ConfirmClear(clear).into());
            }
        });
    });
    if modal.should_close() {
        actions.push(RunsAction::ConfirmClear(false).into());
    }
}

fn conflict_ui(ctx: &Context, model: &Model, actions: &mut Vec<Action>) {
    let Some((path, is_own)) = model.conflict() else {
        return;
    };
    let modal = super::frame::page("overwrite a file", &ctx.global_style()).show(ctx, |ui| {
        let name = format::file_name(path);
        let name = shortened(&name);
        let what = match is_own {
            true => format!(
                "“{name}” was changed by another program since it was last read or saved here. \
                 Overwriting it loses those changes. Reloading it shows them instead of yours, \
                 which undo brings back."
            ),
            false => format!("There is already a file “{name}”. Overwriting it loses its content."),
        };
        head_ui(ui, "Overwrite the file?", &what);
        ui.horizontal(|ui| {
            let mut answer = |pressed: bool, answer: Resolution| {
                if pressed {
                    actions.push(DocumentAction::Resolve(answer).into());
                }
            };
            let save_as = primary_button(ui, "Save as…", egui::vec2(96.0, theme::size::CONTROL));
            answer(save_as.clicked(), Resolution::SaveAs);
            answer(ui.button("Overwrite").clicked(), Resolution::Overwrite);
            if is_own {
                answer(ui.button("Reload").clicked(), Resolution::Reload);
            }
            answer(ui.button("Cancel").clicked(), Resolution::Cancel);
        });
    });
    if modal.should_close() {
        actions.push(DocumentAction::Resolve(Resolution::Cancel).into());
    }
}

/// A question, and below it what is at stake.
fn head_ui(ui: &mut Ui, question: &str, text: &str) {
    ui.set_width(WIDTH);
    let question = RichText::new(question).size(16.0);
    ui.label(question.family(theme::semibold()));
    ui.add_space(theme::space::XS);
    ui.add(Label::new(text).wrap());
    ui.add_space(theme::space::M);
}

/// A name that does not fill the window.
fn shortened(name: &str) -> String {
    const MAX: usize = 80;
    match name.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}
