//! What h of the shown node is made of, on its board.

use crate::gui::runs::RunEntry;
use crate::gui::theme::space;
use crate::gui::widgets::{breakdown_ui, disclosure, note};
use egui::Ui;
use tilescope_lab::{Problem, State};
use tilescope_puzzle::heuristics::breakdown::Breakdown;
use tilescope_puzzle::{Board, Costs, HeuristicExpr};
use tilescope_search::SearchDirection;
use tilescope_trace::NodeId;

/// Whether it is unfolded, and what was computed last.
#[derive(Default)]
pub struct HeuristicPart {
    is_open: bool,
    known: Option<(Question, Option<Breakdown>)>,
}

/// A heuristic, a board, the board to which h measures, and the costs.
type Question = (HeuristicExpr, Board, Board, Costs);

impl HeuristicPart {
    /// Shows nothing where h is that of a road map, or the search has none.
    pub fn ui(&mut self, ui: &mut Ui, entry: &RunEntry, node: NodeId, state: &State) {
        let job = entry.run.job();
        let settings = &job.settings;
        let (Problem::Tiles(puzzle), State::Board(board)) = (&job.problem, state) else {
            return;
        };
        if !settings.algorithm.uses_heuristic {
            return;
        }
        let trace = entry.run.trace();
        let to = match trace.direction(node) {
            SearchDirection::Forward => settings.measure_to.as_ref().unwrap_or(&puzzle.goal),
            SearchDirection::Backward => &puzzle.start,
        };
        let h = trace.h(node);
        let label = "What h is made of";
        disclosure(ui, label, &entry.cost(h.into()), &mut self.is_open);
        if !self.is_open {
            return;
        }
        let expr = &settings.heuristic;
        let question = (expr.clone(), board.clone(), to.clone(), puzzle.costs);
        if self
            .known
            .as_ref()
            .is_none_or(|(known, _)| *known != question)
        {
            let breakdown = expr.breakdown(board, to, puzzle.costs).ok().flatten();
            self.known = Some((question, breakdown));
        }
        let breakdown = self.known.as_ref().and_then(|(_, known)| known.as_ref());
        let Some(breakdown) = breakdown else {
            note(
                ui,
                "Its tables are not in memory any more: search again to see it.",
            );
            return;
        };
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            breakdown_ui(ui, breakdown, board, puzzle.unit());
            if !breakdown.says_more() {
                note(ui, "It looks at the board as a whole.");
            }
            if breakdown.value != h {
                let own = entry.cost(breakdown.value.into());
                let text = format!(
                    "The board alone has h = {own}; the search has {} here, from what it knows of \
                     other nodes.",
                    entry.cost(h.into())
                );
                note(ui, &text);
            }
        });
    }
}
