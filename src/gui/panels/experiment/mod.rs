//! The experiment panel: what an experiment consists of, and its runs as a grid that fills.

mod bars;
mod files;
mod grid;
mod instances;
mod parts;
mod plot;
mod record;
mod report;
mod runs;
mod setup;

use crate::gui::actions::Action;
use crate::gui::experiments::ExperimentAction;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::widgets::segmented_small;
use egui::Ui;

/// The experiment panel's view state.
#[derive(Default)]
pub struct ExperimentPanel {
    view: View,
    setup: setup::Setup,
    runs: runs::RunsView,
    report: report::ReportPart,
    /// The number of sweeps that had begun when this was last drawn.
    n_sweeps: u32,
}

/// What the panel shows.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum View {
    #[default]
    Setup,
    Runs,
    Report,
}

impl Panel for ExperimentPanel {
    fn head_ui(&mut self, ui: &mut Ui, _: &Model, _: &mut Vec<Action>) {
        let choices = [
            (View::Setup, "Setup"),
            (View::Runs, "Runs"),
            (View::Report, "Report"),
        ];
        if let Some(chosen) = segmented_small(ui, self.view, &choices) {
            self.view = chosen;
        }
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        if model.experiments().is_resting() {
            actions.push(ExperimentAction::Check.into());
        }
        let n_sweeps = model.experiments().n_sweeps();
        if std::mem::replace(&mut self.n_sweeps, n_sweeps) != n_sweeps {
            self.view = View::Report;
            self.report.show_bars();
        }
        match self.view {
            View::Setup => {
                if let Some(begun) = self.setup.ui(ui, model, actions) {
                    self.view = View::Runs;
                    if begun.by_key {
                        self.runs.take_focus();
                    }
                }
            }
            View::Runs => self.runs.ui(ui, model, actions),
            View::Report => self.report.ui(ui, model, actions),
        }
    }
}
