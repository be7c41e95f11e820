//! Further properties of a puzzle: move costs, notes, source. Each folds to one line.

use super::notes;
use crate::gui::actions::Action;
use crate::gui::edit::Edit;
use crate::gui::theme;
use crate::gui::widgets::{Draft, Number, choice, disclosure, note, number, option_row, rows};
use egui::{Rangef, Rect, Ui};
use tilescope_lab::Problem;
use tilescope_puzzle::{Costs, Direction, Size, TileCosts};

/// The unfolded parts, and the texts being edited.
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
    /// Unfolds the notes.
    pub fn unfold_notes(&mut self) {
        self.notes.is_open = true;
    }

    /// All parts, folded or not. An answer in the notes is hidden until the user shows it.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        problem: &Problem,
        shows_answer: &mut bool,
        actions: &mut Vec<Action>,
    ) {
        let edits = rows(ui, |ui| {
            let costs = problem.puzzle().map(|puzzle| (puzzle.costs, puzzle.size()));
            [
                costs.and_then(|(costs, size)| self.costs_ui(ui, costs, size).map(Edit::Costs)),
                self.notes_ui(ui, problem, shows_answer).map(Edit::Notes),
                self.source_ui(ui, problem.source()).map(Edit::Source),
            ]
        });
        actions.extend(edits.into_iter().flatten().map(Action::from));
    }

    fn source_ui(&mut self, ui: &mut Ui, source: &str) -> Option<String> {
        self.source.ui(ui, "Source", source, |ui, draft| {
            draft.lines_ui(ui, "Source", source).text
        })
    }

    /// The notes. Their text can be edited once the answer is shown.
    fn notes_ui(
        &mut self,
        ui: &mut Ui,
        problem: &Problem,
        shows_answer: &mut bool,
    ) -> Option<String> {
        let (task, notes) = (problem.task(), problem.notes());
        self.notes.ui(ui, "Notes", task, |ui, draft| {
            // What is being typed stays in its field, also a new answer.
            let is_hidden = problem.answer().is_some() && !*shows_answer;
            if is_hidden && draft.text().is_none() {
                notes::parts_ui(ui, problem, shows_answer);
                return None;
            }
            let written = draft.lines_ui(ui, "Notes", notes).text;
            *shows_answer |= written.is_some();
            written
        })
    }

    fn costs_ui(&mut self, ui: &mut Ui, costs: Costs, size: Size) -> Option<Costs> {
        let directions = Direction::ALL.map(|d| costs.direction_cost(d).to_string());
        let are_one = directions.iter().all(|cost| cost == "1");
        let summary = match costs.tiles() {
            TileCosts::One if are_one => "1 each".to_owned(),
            TileCosts::One => directions.join("  "),
            tiles if are_one => tiles.label().to_owned(),
            tiles => format!("{} × {}", directions.join(" "), tiles.label()),
        };
        let (top, was_open) = (ui.cursor().top(), self.costs_open);
        let row = disclosure(ui, "Costs of moves", &summary, &mut self.costs_open);
        row.on_hover_text(
            "What a move of the blank costs: up, left, right, down; times what the tile costs",
        );
        if !self.costs_open {
            return None;
        }
        let kind = Number {
            range: 1.0..=Costs::MAX.into(),
            speed: 0.1,
            decimals: 0,
            unit: "",
        };
        let mut changed = None;
        for direction in Direction::ALL {
            let name = format!("Cost of {}", direction.name());
            let cost = option_row(ui, direction.name(), |ui| {
                number(ui, &name, costs.direction_cost(direction).into(), &kind)
            });
            changed = changed.or(cost.and_then(|cost| costs.with(direction, cost as u64).ok()));
        }
        // Costs that don't fit the board are offered only if already chosen.
        let fits = |tiles: &TileCosts| {
            *tiles == costs.tiles() || costs.with_tiles(*tiles).check(size).is_ok()
        };
        let tiles = TileCosts::ALL.into_iter().filter(fits);
        let choices: Vec<_> = tiles.map(|tiles| (tiles, tiles.label())).collect();
        let chosen = option_row(ui, "Times, for each tile", |ui| {
            choice(ui, "Cost of each tile", costs.tiles(), &choices)
        });
        changed = changed.or(chosen.map(|tiles| costs.with_tiles(tiles)));
        if let Err(error) = costs.check(size) {
            note(ui, &format!("{error}."));
        }
        if !was_open {
            scroll_to_unfolded(ui, top);
        }
        changed
    }
}

impl Text {
    /// A row that folds `contents`, with the first line of `present`.
    fn ui(
        &mut self,
        ui: &mut Ui,
        name: &str,
        present: &str,
        contents: impl FnOnce(&mut Ui, &mut Draft) -> Option<String>,
    ) -> Option<String> {
        let first_line = present.lines().next().unwrap_or("none");
        let (top, was_open) = (ui.cursor().top(), self.is_open);
        disclosure(ui, name, first_line, &mut self.is_open);
        if !self.is_open {
            return None;
        }
        let written = contents(ui, &mut self.draft);
        ui.add_space(theme::space::S);
        if !was_open {
            scroll_to_unfolded(ui, top);
        }
        written
    }
}

/// Scrolls to what has been unfolded, from `top` down to the last that was drawn.
fn scroll_to_unfolded(ui: &Ui, top: f32) {
    let unfolded = Rangef::new(top, ui.min_rect().bottom());
    ui.scroll_to_rect(
        Rect::from_x_y_ranges(ui.max_rect().x_range(), unfolded),
        None,
    );
}
