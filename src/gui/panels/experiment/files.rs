//! The file of the experiment, and the buttons that open and save it.

use crate::gui::experiments::{ExperimentAction, Experiments};
use crate::gui::theme;
use crate::gui::widgets::button;
use egui::{Label, RichText, Ui, Vec2};
use tilescope_lab::format;

const BUTTON: Vec2 = Vec2::new(64.0, theme::size::CONTROL);

/// The file of the experiment, and what can be done with files. Returns what is asked for.
pub fn files_ui(
    ui: &mut Ui,
    experiments: &Experiments,
    is_unsaved: bool,
) -> Option<ExperimentAction> {
    let mut asked = None;
    ui.horizontal(|ui| {
        for (name, accessible, action, is_enabled) in [
            ("New", "New experiment", ExperimentAction::New, true),
            ("Open…", "Open experiment…", ExperimentAction::AskOpen, true),
            (
                "Save",
                "Save experiment",
                ExperimentAction::Save,
                is_unsaved,
            ),
            (
                "Save as…",
                "Save experiment as…",
                ExperimentAction::SaveAs,
                true,
            ),
        ] {
            let shown = |ui: &mut Ui| button(ui, name, BUTTON);
            let response = ui.add_enabled_ui(is_enabled, shown).inner;
            ui.ctx()
                .accesskit_node_builder(response.id, |node| node.set_label(accessible));
            if response.clicked() {
                asked = Some(action);
            }
        }
        let name = experiments.file().map(format::file_name);
        let name = name.unwrap_or_else(|| "in no file yet".into());
        let mark = if is_unsaved && experiments.file().is_some() {
            ", changed"
        } else {
            ""
        };
        let text = RichText::new(format!("{name}{mark}")).small();
        let colour = theme::palette(ui).dim;
        ui.add(Label::new(text.color(colour)).truncate());
    });
    asked
}
