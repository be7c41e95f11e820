//! The plots panel: the curves of the runs.

use super::Panel;
use crate::gui::actions::Action;
use crate::gui::model::Model;

#[derive(Default)]
pub struct PlotsPanel {}

impl Panel for PlotsPanel {
    fn ui(&mut self, ui: &mut egui::Ui, model: &Model, actions: &mut Vec<Action>) {
        let _ = (ui, model, actions);
    }
}
