//! The menu bar on top and the status line at the bottom.

use super::commands::{COMMANDS, Command};
use super::model::Model;
use super::theme;

/// The menu bar: the mark, the menus, the search for commands.
pub fn menu_bar_ui(ui: &mut egui::Ui, model: &Model, chosen: &mut Vec<Command>) {
    let palette = theme::palette(ui);
    let frame = egui::Frame::new()
        .fill(palette.panel)
        .inner_margin(egui::Margin::symmetric(16, 0));
    egui::Panel::top("menu bar")
        .exact_size(theme::size::MENU_BAR)
        .frame(frame)
        .show(ui, |ui| {
            egui::MenuBar::new().ui(ui, |ui| {
                ui.set_height(theme::size::MENU_BAR);
                ui.label(egui::RichText::new("Tilescope").family(theme::semibold()));
                let mut menus: Vec<&str> = COMMANDS.iter().map(|entry| entry.menu).collect();
                menus.dedup();
                for menu in menus {
                    ui.menu_button(menu, |ui| {
                        for entry in COMMANDS.iter().filter(|entry| entry.menu == menu) {
                            let keys = entry
                                .keys
                                .first()
                                .map(|keys| ui.ctx().format_shortcut(keys));
                            let button = egui::Button::new(entry.name)
                                .shortcut_text(keys.unwrap_or_default());
                            let button = ui.add_enabled(entry.command.is_enabled(model), button);
                            if button.on_hover_text(entry.tooltip).clicked() {
                                chosen.push(entry.command);
                            }
                        }
                    });
                }
            });
        });
}

/// The status line: the state of the shown run and its counts.
pub fn status_line_ui(ui: &mut egui::Ui, model: &Model) {
    let palette = theme::palette(ui);
    let frame = egui::Frame::new()
        .fill(palette.panel)
        .inner_margin(egui::Margin::symmetric(16, 0));
    egui::Panel::bottom("status line")
        .exact_size(theme::size::STATUS_LINE)
        .frame(frame)
        .show(ui, |ui| {
            ui.horizontal_centered(|ui| {
                let text = match model.runs().active() {
                    Some(entry) => entry.run.job().settings.title(),
                    None => "Ready".to_owned(),
                };
                ui.label(text);
            });
        });
}
