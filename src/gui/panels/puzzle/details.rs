//! What else a problem has: costs of the moves, notes, source; each folded to one line.

use crate::gui::actions::{Action, Edit};
use crate::gui::theme;
use crate::gui::widgets::{Draft, Number, disclosure, number, option_row, rows};
use crate::lab::Problem;
use crate::puzzle::{Costs, Direction};
use egui::Ui;

/// Which of them are unfolded, and what is being written.
#[derive(Default)]
pub struct Details {
    costs_open: bool,
    notes: Text,
    source: Text,
}

#[derive(Default)]
struct Text {
    is_open: bool,
    draft: Draft,
}

impl Details {
    pub fn ui(&mut self, ui: &mut Ui, problem: &Problem, actions: &mut Vec<Action>) {
        let edits = rows(ui, |ui| {
            let costs = problem.puzzle().map(|puzzle| puzzle.costs);
            let (notes, source) = (problem.notes(), problem.source());
            [
                costs.and_then(|costs| self.costs_ui(ui, costs).map(Edit::Costs)),
                self.notes.ui(ui, "Notes", notes).map(Edit::Notes),
                self.source.ui(ui, "Source", source).map(Edit::Source),
            ]
        });
        actions.extend(edits.into_iter().flatten().map(Action::Edit));
    }

    fn costs_ui(&mut self, ui: &mut Ui, costs: Costs) -> Option<Costs> {
        let is_unit = costs == Costs::UNIT;
        let summary = Direction::ALL.map(|d| costs.of(d).to_string()).join("  ");
        let summary = if is_unit { "1 each" } else { &summary };
        let row = disclosure(ui, "Costs of moves", summary, &mut self.costs_open);
        row.on_hover_text("What a move of the blank costs: up, left, right, down");
        if !self.costs_open {
            return None;
        }
        let kind = Number {
            range: 1.0..=Costs::MOST.into(),
            speed: 0.1,
            decimals: 0,
            unit: "",
        };
        let mut changed = None;
        for direction in Direction::ALL {
            let name = format!("Cost of {}", direction.name());
            let cost = option_row(ui, direction.name(), |ui| {
                number(ui, &name, costs.of(direction).into(), &kind)
            });
            changed = changed.or(cost.and_then(|cost| costs.with(direction, cost as u64).ok()));
        }
        changed
    }
}

impl Text {
    fn ui(&mut self, ui: &mut Ui, name: &str, present: &str) -> Option<String> {
        let first_line = present.lines().next().unwrap_or("none");
        disclosure(ui, name, first_line, &mut self.is_open);
        if !self.is_open {
            return None;
        }
        let drafted = self.draft.lines_ui(ui, name, present);
        ui.add_space(theme::space::S);
        drafted.text
    }
}
