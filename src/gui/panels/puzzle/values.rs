//! What each heuristic says of a board.

use crate::gui::widgets::{rows, value_row};
use crate::lab::figures;
use crate::puzzle::{Board, Costs, HEURISTICS, heuristics};
use egui::Ui;

/// The values, kept until board, goal or costs change.
#[derive(Default)]
pub struct Values {
    of: Option<(Board, Board, Costs)>,
    /// For each heuristic: its value, or why it has none.
    values: Vec<Result<String, String>>,
}

impl Values {
    /// A row for each heuristic.
    pub fn ui(&mut self, ui: &mut Ui, board: &Board, goal: &Board, costs: Costs) {
        let is_known =
            (self.of.as_ref()).is_some_and(|(b, g, c)| b == board && g == goal && *c == costs);
        if !is_known {
            self.of = Some((board.clone(), goal.clone(), costs));
            let value = |key| match heuristics::value(key, board, goal, costs) {
                Ok(value) => Ok(figures::count(value.into())),
                Err(error) => Err(error.to_string()),
            };
            self.values = HEURISTICS.iter().map(|about| value(about.key)).collect();
        }
        rows(ui, |ui| {
            for (about, value) in HEURISTICS.iter().zip(&self.values) {
                match value {
                    Ok(value) => value_row(ui, about.name, value).on_hover_text(about.summary),
                    Err(reason) => value_row(ui, about.name, "–").on_hover_text(reason),
                };
            }
        });
    }
}
