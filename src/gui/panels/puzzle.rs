//! The puzzle panel: the boards, edited by mouse and keys.

use super::Panel;
use crate::gui::actions::Action;
use crate::gui::model::Model;

#[derive(Default)]
pub struct PuzzlePanel {}

impl Panel for PuzzlePanel {
    fn ui(&mut self, ui: &mut egui::Ui, model: &Model, actions: &mut Vec<Action>) {
        let _ = (ui, model, actions);
    }
}
