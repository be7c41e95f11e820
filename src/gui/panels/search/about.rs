//! Details on the chosen algorithm and heuristic, opened from the panel's head.

use crate::gui::claims;
use crate::gui::model::Model;
use crate::gui::theme;
use crate::gui::widgets::{head_button, note, scrolled_by_keys};
use egui::{Align, Layout, Popup, PopupCloseBehavior, RectAlign, RichText, ScrollArea, Ui};
use tilescope_puzzle::heuristics::{BLANK_KEPT, Pdb44, TileHeuristic};

/// A small button that opens the details.
pub fn button_ui(ui: &mut Ui, model: &Model) {
    let settings = model.settings();
    let button = head_button(ui, "About");
    let button = button.on_hover_text(format!("About {}", settings.algorithm.name));
    Popup::menu(&button)
        .align(RectAlign::BOTTOM_START)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .layout(Layout::top_down(Align::Min))
        .show(|ui| {
            ui.set_width(theme::size::WIDE_POPUP);
            ui.spacing_mut().scroll.floating_allocated_width = 0.0;
            let height = ui.ctx().content_rect().height() * 0.7;
            ScrollArea::vertical()
                .max_height(height)
                .show(ui, |ui| scrolled_by_keys(ui, |ui| page_ui(ui, model)));
        });
}

fn page_ui(ui: &mut Ui, model: &Model) {
    let settings = model.settings();
    let margin = egui::Margin::symmetric(theme::space::M as i8, theme::space::S as i8);
    egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        let algorithm = settings.algorithm;
        title(ui, algorithm.name);
        also_called(ui, algorithm.other_names);
        note(ui, &settings.strategy().guarantees());
        text(ui, algorithm.description);
        if !algorithm.uses_heuristic {
            return;
        }
        ui.add_space(theme::space::M);
        if let Some(route) = model.route() {
            let expr = &settings.route_heuristic;
            title(ui, expr.name());
            note(ui, &claims::of_route_search(settings, route).text);
            for heuristic in expr.heuristics() {
                let about = heuristic.about();
                if expr.about().is_none() {
                    ui.add_space(theme::space::S);
                    title(ui, about.name);
                }
                text(ui, about.text);
            }
            return;
        }
        let heuristic = &settings.heuristic;
        title(ui, &heuristic.name());
        if let Some(puzzle) = model.puzzle() {
            note(
                ui,
                &claims::of_search(settings, puzzle, model.audits()).text,
            );
        }
        for leaf in heuristic.leaves() {
            if leaf != heuristic {
                ui.add_space(theme::space::S);
                title(ui, &leaf.name());
            }
            // All pattern databases share one description.
            let plain = leaf.clone().minimise_blank();
            let about = plain.about().unwrap_or(&Pdb44::ABOUT);
            also_called(ui, about.other_names);
            note(ui, &format!("The relaxed rule: {}", about.relaxes));
            text(ui, about.text);
            if leaf.keeps_blank() {
                text(ui, BLANK_KEPT);
            }
        }
    });
}

fn title(ui: &mut Ui, name: &str) {
    ui.label(RichText::new(name).family(theme::semibold()));
}

fn also_called(ui: &mut Ui, names: &[&str]) {
    if !names.is_empty() {
        note(ui, &format!("Also called {}.", names.join(", ")));
    }
}

fn text(ui: &mut Ui, text: &str) {
    ui.add(egui::Label::new(text).wrap());
}
