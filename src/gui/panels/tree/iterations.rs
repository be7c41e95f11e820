//! Which iteration's nodes the tree shows: a list in its head that goes from one to another.

use crate::gui::actions::Action;
use crate::gui::runs::RunEntry;
use crate::gui::theme;
use crate::gui::timeline::TimelineAction;
use crate::gui::widgets::{list, list_item, value_button};
use egui::Ui;
use tilescope_lab::explain;
use tilescope_trace::Moment;

/// The maximum number of iterations that are listed before the present one, and after it.
const MAX_BESIDE: usize = 100;

/// The list, if the run has several iterations.
pub fn ui(ui: &mut Ui, entry: &RunEntry, t: Moment, actions: &mut Vec<Action>) {
    let trace = entry.run.trace();
    let Some(present) = trace.iteration(t).filter(|_| trace.n_iterations() > 1) else {
        return;
    };
    let shown = explain::iteration_name(entry.run.job().settings.algorithm, present.number);
    let button = value_button(ui, "Iteration of the tree", &shown);
    list(&button, theme::size::POPUP, |ui| {
        if list_item(ui, false, "Side by side in the overview", "").clicked() {
            actions.push(Action::ShowPanel("Overview"));
        }
        let from = present.number.saturating_sub(MAX_BESIDE);
        for number in from..=present.number + MAX_BESIDE {
            let first = trace.first_moment_of(number);
            let Some(iteration) = first.and_then(|t| trace.iteration(t)) else {
                return;
            };
            let title = explain::iteration(entry.run.job(), trace, &iteration);
            if list_item(ui, number == present.number, &title, "").clicked() {
                actions.push(TimelineAction::Seek(*iteration.moments.end()).into());
            }
        }
    });
}
