//! The values of all heuristics for a board.

use crate::gui::widgets::{breakdown_ui, rows, value_row};
use egui::Ui;
use tilescope_lab::format;
use tilescope_puzzle::heuristics::{HeuristicAbout, Preparation, value};
use tilescope_puzzle::{Board, Costs, HEURISTICS, HeuristicExpr};

/// The values of all heuristics that need no tables, with their default arguments, cached until
/// board, goal or costs change.
#[derive(Default)]
pub struct Values {
    of: Option<(Board, Board, Costs)>,
    /// For each heuristic, its value or the reason why it has none.
    values: Vec<Result<String, String>>,
}

impl Values {
    /// The number of rows.
    pub fn n_rows() -> usize {
        immediate().count()
    }

    /// A row for each heuristic.
    pub fn ui(&mut self, ui: &mut Ui, board: &Board, goal: &Board, costs: Costs) {
        let is_known =
            (self.of.as_ref()).is_some_and(|(b, g, c)| b == board && g == goal && *c == costs);
        if !is_known {
            self.of = Some((board.clone(), goal.clone(), costs));
            let value = |about: &HeuristicAbout| match value(about.key, board, goal, costs) {
                Ok(value) => Ok(format::cost(value.into(), costs.unit(goal.size()))),
                Err(error) => Err(error.to_string()),
            };
            self.values = immediate().map(value).collect();
        }
        rows(ui, |ui| {
            for (about, value) in immediate().zip(&self.values) {
                let name = &HeuristicExpr::from(about).name();
                match value {
                    Ok(value) => value_row(ui, name, value).on_hover_ui(|ui| {
                        ui.label(about.summary);
                        let expr = HeuristicExpr::from(about);
                        if let Ok(Some(breakdown)) = expr.breakdown(board, goal, costs)
                            && breakdown.says_more()
                        {
                            breakdown_ui(ui, &breakdown, board, costs.unit(goal.size()));
                        }
                    }),
                    Err(reason) => value_row(ui, name, "–").on_hover_text(reason),
                };
            }
        });
    }
}

/// The heuristics that need no tables.
fn immediate() -> impl Iterator<Item = &'static HeuristicAbout> {
    let is_immediate = |about: &&HeuristicAbout| about.preparation == Preparation::Immediate;
    HEURISTICS.iter().copied().filter(is_immediate)
}
