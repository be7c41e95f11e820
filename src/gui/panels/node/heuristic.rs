//! What h of the shown node is made of, on its board.

use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{breakdown_ui, disclosure, note};
use egui::{Response, Ui};
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
    /// A row that unfolds it; none where h is that of a road map, or the search has none.
    pub fn ui(&mut self, ui: &mut Ui, entry: &RunEntry, node: NodeId, state: &State) {
        let Some(question) = question(entry, node, state) else {
            return;
        };
        let h = entry.cost(entry.run.trace().h(node).into());
        disclosure(ui, "What h is made of", &h, &mut self.is_open);
        if self.is_open {
            ui.scope(|ui| self.contents_ui(ui, entry, node, question));
        }
    }

    /// Shows it while the pointer is over the row with h.
    pub fn on_hover(&mut self, row: Response, entry: &RunEntry, node: NodeId, state: &State) {
        if let Some(question) = question(entry, node, state) {
            row.on_hover_ui(|ui| {
                ui.set_width(theme::size::POPUP);
                self.contents_ui(ui, entry, node, question);
            });
        }
    }

    fn contents_ui(&mut self, ui: &mut Ui, entry: &RunEntry, node: NodeId, question: Question) {
        ui.spacing_mut().item_spacing.y = space::XS;
        if self
            .known
            .as_ref()
            .is_none_or(|(known, _)| *known != question)
        {
            let (expr, board, to, costs) = &question;
            let breakdown = expr.breakdown(board, to, *costs).ok().flatten();
            self.known = Some((question, breakdown));
        }
        let Some(((_, board, _, costs), Some(breakdown))) = &self.known else {
            note(
                ui,
                "Its tables are not in memory any more: search again to see it.",
            );
            return;
        };
        breakdown_ui(ui, breakdown, board, costs.unit(board.size()));
        if !breakdown.says_more() {
            note(ui, "It looks at the board as a whole.");
        }
        let h = entry.run.trace().h(node);
        if breakdown.value != h {
            let text = format!(
                "The board alone has h = {}; the search has {} here, from what it knows of other \
                 nodes.",
                entry.cost(breakdown.value.into()),
                entry.cost(h.into())
            );
            note(ui, &text);
        }
    }
}

/// What is to be explained, if there is anything.
fn question(entry: &RunEntry, node: NodeId, state: &State) -> Option<Question> {
    let job = entry.run.job();
    let settings = &job.settings;
    let (Problem::Tiles(puzzle), State::Board(board)) = (&job.problem, state) else {
        return None;
    };
    let to = match entry.run.trace().direction(node) {
        SearchDirection::Forward => settings.measure_to.as_ref().unwrap_or(&puzzle.goal),
        SearchDirection::Backward => &puzzle.start,
    };
    let question = || {
        let expr = settings.heuristic.clone();
        (expr, board.clone(), to.clone(), puzzle.costs)
    };
    settings.algorithm.uses_heuristic.then(question)
}
