//! The field in which a formula is written.

use crate::gui::theme;
use crate::gui::widgets::{Detail, Draft, FormulaValue, formula_edit, note};
use egui::{Label, RichText, Ui};
use tilescope_lab::own_heuristics::OwnHeuristics;
use tilescope_puzzle::{Board, Costs, HeuristicExpr};

/// The text while it is written, and the last one that was no heuristic.
#[derive(Default)]
pub struct FormulaField {
    draft: Draft,
    refused: Option<String>,
    value: FormulaValue,
}

impl FormulaField {
    /// The field, with the formula `present`. The names of the user's heuristics may stand in it. Below
    /// it is the value of what is written on `start`, or what is wrong with it. Returns the new
    /// heuristic when one was written.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        present: &str,
        saved: &OwnHeuristics,
        start: Option<&Board>,
        (goal, costs): (&Board, Costs),
    ) -> Option<HeuristicExpr> {
        let shown = self.refused.clone().unwrap_or_else(|| present.to_owned());
        let written = self.draft.show(ui, "Formula", &shown, |ui, text| {
            let wrong_at = saved.read(text).err().map(|error| error.at);
            let width = ui.available_width();
            formula_edit(ui, text, width, wrong_at)
        });
        let written = written.text;
        let changed = written.and_then(|text| match saved.read(&text) {
            Ok(expr) => {
                self.refused = None;
                Some(expr)
            }
            Err(_) => {
                self.refused = Some(text);
                None
            }
        });
        match saved.read(self.draft.text().unwrap_or(&shown)) {
            Ok(expr) => {
                if let Some(start) = start.filter(|start| start.size() == goal.size()) {
                    // The panel is small: the tiles are shown while one types.
                    let detail = match self.draft.text() {
                        Some(_) => Detail::Tiles,
                        None => Detail::Value,
                    };
                    self.value.ui(ui, &expr, (start, goal, costs), detail);
                }
            }
            Err(error) => {
                let colour = theme::palette(ui).warning;
                let text = RichText::new(error.to_string()).small();
                ui.add(Label::new(text.color(colour)).wrap());
                note(ui, "The search still uses the formula before.");
            }
        }
        changed
    }
}
