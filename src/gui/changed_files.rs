//! The band that offers a file again which another program has changed.

use super::actions::Action;
use super::document::DocumentAction;
use super::experiments::ExperimentAction;
use super::library::LibraryAction;
use super::model::Model;
use super::theme::{self, space};
use egui::{Align, Label, Layout, Rect, RichText, Ui};
use std::path::Path;
use tilescope_lab::format;

/// Shows a band for each such file; the part of the window that they take.
pub fn ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) -> Option<Rect> {
    let puzzle = model.changed_file().map(|path| {
        let text = match model.has_unsaved_changes() {
            true => "Reloading it puts your changes aside: undo brings them back.",
            false => "",
        };
        let answers = [DocumentAction::TakeTheirs, DocumentAction::KeepMine];
        ("puzzle", path, text.to_owned(), answers.map(Action::from))
    });
    let collection = model.library().changed().map(|(path, collections)| {
        let whose = match collections[..] {
            [one] if one.is_of_several_files() => {
                format!("The collection “{}” was read from it. ", one.name())
            }
            [_] => String::new(),
            _ => format!("{} open collections were read from it. ", collections.len()),
        };
        let kept = match collections.iter().any(|it| it.n_unsaved_results() > 0) {
            true => "The lengths that were found here are kept.",
            false => "",
        };
        let text = whose + kept;
        let answers = [LibraryAction::TakeTheirs, LibraryAction::KeepMine];
        ("collection", path, text, answers.map(Action::from))
    });
    let experiment = model.experiments().changed_file().map(|path| {
        let text = match model.experiments().is_unsaved() {
            true => "Reloading it loses your changes.",
            false => "",
        };
        let answers = [ExperimentAction::TakeTheirs, ExperimentAction::KeepMine];
        (
            "experiment",
            path,
            text.to_owned(),
            answers.map(Action::from),
        )
    });
    let changed = puzzle.into_iter().chain(collection).chain(experiment);
    let bands =
        changed.map(|(what, path, text, answers)| band_ui(ui, what, path, &text, answers, actions));
    bands.reduce(Rect::union)
}

fn band_ui(
    ui: &mut Ui,
    what: &'static str,
    path: &Path,
    text: &str,
    answers: [Action; 2],
    actions: &mut Vec<Action>,
) -> Rect {
    let palette = theme::palette(ui);
    let frame = egui::Frame::new()
        .fill(palette.raised)
        .inner_margin(egui::Margin::symmetric(space::L as i8, space::S as i8));
    let band = egui::Panel::top(format!("changed {what}")).frame(frame);
    let shown = band.show(ui, |ui| {
        ui.horizontal(|ui| {
            let name = format::file_name(path);
            let layout = Layout::right_to_left(Align::Center);
            ui.with_layout(layout, |ui| {
                let names = [("Reload", "Reload"), ("Keep mine", "Keep mine instead of")];
                for ((name_shown, verb), answer) in names.into_iter().zip(answers).rev() {
                    let pressed = ui.button(name_shown);
                    let accessible = format!("{verb} {name}");
                    (ui.ctx())
                        .accesskit_node_builder(pressed.id, |node| node.set_label(accessible));
                    actions.extend(pressed.clicked().then_some(answer));
                }
                let told = format!("“{name}” was changed by another program. {text}");
                let label = Label::new(RichText::new(told.trim_end())).truncate();
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(label).on_hover_text(format::path(path));
                });
            });
        });
    });
    shown.response.rect
}
