//! The field in which a formula is written.

use crate::gui::theme;
use crate::gui::widgets::{Draft, formula_edit, note};
use egui::{Label, RichText, Ui};
use tilescope_puzzle::heuristics::HeuristicExprError;

/// The text while it is written, and the last one that was no heuristic.
#[derive(Default)]
pub struct FormulaField {
    draft: Draft,
    refused: Option<String>,
}

/// A heuristic and the text that the user typed for it. It stays text, although the window could show
/// the same expression by controls.
pub struct Typed<E> {
    pub text: String,
    pub expr: E,
}

impl FormulaField {
    /// The field, with the formula `present`, which `read` parses. `value_ui` shows the value of what
    /// is written; it learns whether that is being typed. Returns what was entered.
    pub fn ui<E>(
        &mut self,
        ui: &mut Ui,
        present: &str,
        read: impl Fn(&str) -> Result<E, HeuristicExprError>,
        value_ui: impl FnOnce(&mut Ui, &E, bool),
    ) -> Option<Typed<E>> {
        let shown = self.refused.clone().unwrap_or_else(|| present.to_owned());
        let written = self.draft.show(ui, "Formula", &shown, |ui, text| {
            let wrong_at = read(text).err().map(|error| error.at);
            let width = ui.available_width();
            formula_edit(ui, text, width, wrong_at)
        });
        let entered = written.text.and_then(|text| match read(&text) {
            Ok(expr) => {
                self.refused = None;
                Some(Typed { text, expr })
            }
            Err(_) => {
                self.refused = Some(text);
                None
            }
        });
        match read(self.draft.text().unwrap_or(&shown)) {
            Ok(expr) => value_ui(ui, &expr, self.draft.text().is_some()),
            Err(error) => {
                let colour = theme::palette(ui).warning;
                let text = RichText::new(error.to_string()).small();
                ui.add(Label::new(text.color(colour)).wrap());
                note(ui, "The search still uses the formula before.");
            }
        }
        entered
    }
}
