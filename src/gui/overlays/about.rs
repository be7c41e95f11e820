//! Version and licences.

use crate::gui::theme;

/// Shows the page; whether it was closed.
pub fn ui(ctx: &egui::Context) -> bool {
    let modal = super::frame::page("about page", &ctx.global_style()).show(ctx, |ui| {
        ui.set_width(420.0);
        let palette = theme::palette(ui);
        ui.label(
            egui::RichText::new("Tilescope")
                .size(20.0)
                .family(theme::semibold()),
        );
        ui.label(
            egui::RichText::new(format!("Version {}", env!("CARGO_PKG_VERSION")))
                .color(palette.dim),
        );
        ui.add_space(theme::space::S);
        let text = "A laboratory for state-space search on sliding-tile puzzles: set up a board, \
                    choose an algorithm and a heuristic, watch the search grow, and walk through \
                    it step by step.";
        ui.add(egui::Label::new(text).wrap());
        ui.add_space(theme::space::S);
        let licences = "Tilescope is free software under the MIT licence or the Apache licence \
                        2.0, as you like. The text face is Inter (SIL Open Font Licence 1.1), the \
                        icons are Material Symbols (Apache licence 2.0).";
        ui.add(egui::Label::new(egui::RichText::new(licences).color(palette.dim)).wrap());
        ui.add_space(theme::space::M);
        ui.button("Close").clicked()
    });
    modal.inner || super::frame::is_left(&modal)
}
