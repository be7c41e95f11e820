//! The page on which the patterns of a heuristic are painted.

use crate::gui::actions::Action;
use crate::gui::tables::TablesAction;
use crate::gui::theme::{self, space};
use crate::gui::widgets::painter::PatternPainter;
use crate::gui::widgets::{note, primary_button};
use egui::{RichText, Ui, Vec2};
use tilescope_puzzle::pattern_database::Partition;
use tilescope_puzzle::{Board, Costs};

/// The height of everything around the board.
const AROUND: f32 = 260.0;

/// A partition that is painted for a heuristic.
pub struct Painter(PatternPainter);

/// What has come of it in this frame.
pub enum Painted {
    Going,
    Cancelled,
    Patterns(Partition),
}

impl Painter {
    /// See [`PatternPainter::new`].
    pub fn new(goal: &Board, costs: Costs, partition: Option<&Partition>) -> Self {
        Painter(PatternPainter::new(goal, costs, partition))
    }

    /// Shows the page over the window.
    pub fn ui(&mut self, ctx: &egui::Context, actions: &mut Vec<Action>) -> Painted {
        let mut painted = Painted::Going;
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(space::XL as i8);
        let modal = egui::Modal::new(egui::Id::unique("paint patterns")).frame(frame);
        let modal = modal.show(ctx, |ui| {
            ui.set_width(PatternPainter::WIDTH);
            let title = RichText::new("Patterns of your own").size(16.0);
            ui.label(title.family(theme::semibold()));
            note(
                ui,
                "A table has what the tiles of a pattern cost to bring home, wherever they are. \
                 Choose a pattern, then click its tiles in the goal, or drag over them.",
            );
            ui.add_space(space::S);
            self.0.ui(ui, ui.ctx().content_rect().height() - AROUND);
            ui.add_space(space::M);
            painted = self.buttons_ui(ui, actions);
        });
        if modal.should_close() {
            return Painted::Cancelled;
        }
        painted
    }

    fn buttons_ui(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) -> Painted {
        let fits = self.0.refusal().is_none();
        let mut painted = Painted::Going;
        ui.horizontal(|ui| {
            let size = Vec2::new(160.0, theme::size::CONTROL);
            let use_them = |ui: &mut Ui| primary_button(ui, "Use these patterns", size);
            if ui.add_enabled_ui(fits, use_them).inner.clicked() {
                painted = Painted::Patterns(self.0.partition());
            }
            let clear = ui.button("Clear");
            let clear = clear.on_hover_text("Take all tiles out of their patterns");
            if clear.clicked() {
                self.0.clear();
            }
            if ui.button("Cancel").clicked() {
                painted = Painted::Cancelled;
            }
            let right = egui::Layout::right_to_left(egui::Align::Center);
            ui.with_layout(right, |ui| {
                let build = ui.button("Build beforehand…");
                let hint = "Go on in Pattern databases, which builds tables and keeps them on disk";
                if build.on_hover_text(hint).clicked() {
                    let (goal, partition) = (self.0.goal().clone(), self.0.partition());
                    actions.push(Action::Tables(TablesAction::Paint(goal, partition)));
                    painted = Painted::Cancelled;
                }
            });
        });
        painted
    }
}
