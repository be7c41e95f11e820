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
use egui::{Key, Modifiers, Ui};

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
        let mut saved = self.take_save_key(ui, model);
        match self.view {
            View::Setup => {
                if let Some(begun) = self.setup.ui(ui, model, saved.take(), actions) {
                    self.view = View::Runs;
                    if begun.by_key {
                        self.runs.take_focus();
                    }
                }
            }
            View::Runs => self.runs.ui(ui, model, actions),
            View::Report => self.report.ui(ui, model, actions),
        }
        actions.extend(saved.map(Action::from));
    }
}

impl ExperimentPanel {
    /// Takes the keys of Save and of Save as, which are for the experiment while its panel has the focus, unless
    /// the open puzzle was edited or there is nothing to save.
    fn take_save_key(&mut self, ui: &Ui, model: &Model) -> Option<ExperimentAction> {
        let experiments = model.experiments();
        let is_unsaved = experiments.is_unsaved()
            || self.view == View::Setup && self.setup.is_typed(ui, experiments);
        let has_any = is_unsaved || experiments.file().is_some();
        if !has_any || !setup::has_focus(ui) || model.has_unsaved_changes() {
            return None;
        }
        let (ctrl, with_shift) = (Modifiers::COMMAND, Modifiers::COMMAND | Modifiers::SHIFT);
        ui.input_mut(|input| {
            if input.consume_key(with_shift, Key::S) {
                return Some(ExperimentAction::SaveAs);
            }
            let saves = input.consume_key(ctrl, Key::S) && is_unsaved;
            saves.then_some(ExperimentAction::Save)
        })
    }
}
