//! The field in which a formula is written.

use crate::gui::theme;
use crate::gui::widgets::{Draft, note};
use egui::{Label, RichText, Ui};
use tilescope_lab::own_heuristics::OwnHeuristics;
use tilescope_puzzle::HeuristicExpr;

/// The text while it is written, and the last one that was no heuristic, with its error.
#[derive(Default)]
pub struct FormulaField {
    draft: Draft,
    refused: Option<(String, String)>,
}

impl FormulaField {
    /// The field, with the formula `present`. The names of the user's heuristics may stand in it. Returns the new heuristic when one was written.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        present: &str,
        saved: &OwnHeuristics,
    ) -> Option<HeuristicExpr> {
        let shown = match &self.refused {
            Some((text, _)) => text.clone(),
            None => present.to_owned(),
        };
        let written = self.draft.line_ui(ui, "Formula", &shown).text;
        let mut changed = None;
        if let Some(text) = written {
            match saved.read(&text) {
                Ok(expr) => {
                    self.refused = None;
                    changed = Some(expr);
                }
                Err(error) => self.refused = Some((text, error.to_string())),
            }
        }
        if let Some((_, error)) = &self.refused {
            let colour = theme::palette(ui).warning;
            ui.add(Label::new(RichText::new(error).small().color(colour)).wrap());
            note(ui, "The search still uses the formula before.");
        }
        changed
    }
}
