//! The search panel: the algorithm, the heuristic, their options.

use super::Panel;
use crate::gui::actions::Action;
use crate::gui::model::Model;

#[derive(Default)]
pub struct SearchPanel {}

impl Panel for SearchPanel {
    fn ui(&mut self, ui: &mut egui::Ui, model: &Model, actions: &mut Vec<Action>) {
        let _ = (ui, model, actions);
    }
}
