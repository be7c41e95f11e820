//! “Save changes first?”, asked before unsaved work would be lost.

use crate::gui::actions::Action;
use crate::gui::document::Confirmation;
use crate::gui::document::DocumentAction;
use crate::gui::model::Model;
use crate::gui::theme;
use crate::gui::widgets::primary_button;

/// Asks; the answer goes to `actions`.
pub fn ui(ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) {
    let modal = super::frame::page("save changes first", &ctx.global_style()).show(ctx, |ui| {
        ui.set_width(380.0);
        ui.label(
            egui::RichText::new("Save changes first?")
                .size(16.0)
                .family(theme::semibold()),
        );
        ui.add_space(theme::space::XS);
        let name = model.problem().name();
        let what = match model.pending() {
            Some(DocumentAction::Quit) => "before the window closes",
            _ => "before another puzzle takes its place",
        };
        ui.add(egui::Label::new(format!("“{name}” has changes that are not saved {what}.")).wrap());
        ui.add_space(theme::space::M);
        ui.horizontal(|ui| {
            let mut answer = |pressed: bool, answer: Confirmation| {
                if pressed {
                    actions.push(DocumentAction::Confirm(answer).into());
                }
            };
            let save = primary_button(ui, "Save", egui::vec2(96.0, theme::size::CONTROL));
            answer(save.clicked(), Confirmation::Save);
            answer(
                ui.button("Discard changes").clicked(),
                Confirmation::Discard,
            );
            answer(ui.button("Cancel").clicked(), Confirmation::Cancel);
        });
    });
    if modal.should_close() {
        actions.push(DocumentAction::Confirm(Confirmation::Cancel).into());
    }
}
