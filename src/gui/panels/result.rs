//! The result panel: how the shown run ended.

use super::Panel;
use crate::gui::actions::Action;
use crate::gui::model::Model;

#[derive(Default)]
pub struct ResultPanel {}

impl Panel for ResultPanel {
    fn ui(&mut self, ui: &mut egui::Ui, model: &Model, actions: &mut Vec<Action>) {
        let _ = (ui, model, actions);
    }
}
