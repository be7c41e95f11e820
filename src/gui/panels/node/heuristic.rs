//! What h of the shown node is made of, on its board.

use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{breakdown_ui, disclosure, note};
use egui::{Response, Ui};
use tilescope_lab::State;
use tilescope_lab::explain::estimate::{Estimate, NO_TABLES, WHOLE_BOARD};
use tilescope_puzzle::heuristics::breakdown::Breakdown;
use tilescope_trace::NodeId;

/// Whether it is unfolded, and what was computed last.
#[derive(Default)]
pub struct HeuristicPart {
    is_open: bool,
    known: Option<(Estimate, Option<Breakdown>)>,
}

impl HeuristicPart {
    /// A row that unfolds it; none where h is that of a road map, or the search has none.
    pub fn ui(&mut self, ui: &mut Ui, entry: &RunEntry, node: NodeId, state: &State) {
        let Some(estimate) = Estimate::of(entry.run.job(), entry.run.trace(), node, state) else {
            return;
        };
        let h = entry.cost(entry.run.trace().h(node).into());
        disclosure(ui, "What h is made of", &h, &mut self.is_open);
        if self.is_open {
            ui.scope(|ui| self.contents_ui(ui, entry, node, estimate));
        }
    }

    /// Shows it while the pointer is over the row with h.
    pub fn on_hover(&mut self, row: Response, entry: &RunEntry, node: NodeId, state: &State) {
        let estimate = Estimate::of(entry.run.job(), entry.run.trace(), node, state);
        if let Some(estimate) = estimate {
            row.on_hover_ui(|ui| {
                ui.set_width(theme::size::POPUP);
                self.contents_ui(ui, entry, node, estimate);
            });
        }
    }

    fn contents_ui(&mut self, ui: &mut Ui, entry: &RunEntry, node: NodeId, estimate: Estimate) {
        ui.spacing_mut().item_spacing.y = space::XS;
        if self
            .known
            .as_ref()
            .is_none_or(|(known, _)| *known != estimate)
        {
            let breakdown = estimate.breakdown();
            self.known = Some((estimate, breakdown));
        }
        let Some((estimate, Some(breakdown))) = &self.known else {
            note(ui, NO_TABLES);
            return;
        };
        breakdown_ui(ui, breakdown, &estimate.board, estimate.unit());
        if !breakdown.says_more() {
            note(ui, WHOLE_BOARD);
        }
        if let Some(difference) = estimate.difference(breakdown, entry.run.trace().h(node)) {
            note(ui, &difference);
        }
    }
}
