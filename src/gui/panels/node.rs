//! The node panel: the selected node.

use super::Panel;
use crate::gui::actions::Action;
use crate::gui::model::Model;

#[derive(Default)]
pub struct NodePanel {}

impl Panel for NodePanel {
    fn ui(&mut self, ui: &mut egui::Ui, model: &Model, actions: &mut Vec<Action>) {
        let _ = (ui, model, actions);
    }
}
