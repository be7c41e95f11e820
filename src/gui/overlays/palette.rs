//! The palette: every command, found by typing a part of its name.

use crate::gui::commands::{COMMANDS, Command, CommandInfo};
use crate::gui::model::Model;
use crate::gui::theme;
use crate::gui::widgets::finder;
use egui::Key;

/// What was typed, and which of the commands found is marked.
#[derive(Default)]
pub struct Palette {
    text: String,
    marked: usize,
}

impl Palette {
    /// Shows the palette: whether it was closed, and the command that was chosen.
    pub fn ui(&mut self, ctx: &egui::Context, model: &Model) -> (bool, Option<Command>) {
        let mut chosen = None;
        let area = egui::Modal::default_area(egui::Id::unique("command palette"))
            .anchor(egui::Align2::CENTER_TOP, [0.0, 96.0]);
        let modal = egui::Modal::new(egui::Id::unique("command palette")).area(area);
        let modal = modal.show(ctx, |ui| {
            ui.set_width(460.0);
            let field = egui::TextEdit::singleline(&mut self.text)
                .hint_text("Search commands")
                .desired_width(f32::INFINITY)
                .margin(egui::Margin::symmetric(10, 7));
            let field = ui.add(field);
            field.widget_info(|| {
                egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Search commands")
            });
            if field.changed() {
                self.marked = 0;
            }
            let mut found = find(&self.text);
            found.retain(|entry| entry.command.applies(model));
            let marked = finder::move_mark(ui, self.marked, found.len());
            self.marked = marked.unwrap_or(self.marked);
            field.request_focus();
            ui.add_space(theme::space::XS);
            egui::ScrollArea::vertical()
                .max_height(380.0)
                .auto_shrink([false, true])
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    for (i, entry) in found.iter().enumerate() {
                        let row =
                            row_ui(ui, entry, i == self.marked, entry.command.is_enabled(model));
                        if row.clicked() {
                            chosen = Some(entry.command);
                        }
                        if i == self.marked && ui.input(|input| input.key_pressed(Key::Enter)) {
                            chosen = Some(entry.command);
                        }
                    }
                    if found.is_empty() {
                        ui.label(egui::RichText::new("No command has this in its name.").weak());
                    }
                });
        });
        (
            modal.should_close(),
            chosen.filter(|command| command.is_enabled(model)),
        )
    }
}

/// The commands whose menu, name or tooltip hold all the words typed; first those whose
/// name alone does.
fn find(text: &str) -> Vec<&'static CommandInfo> {
    let others = COMMANDS.iter().filter(|it| it.command != Command::Palette);
    let mut found: Vec<&CommandInfo> = others.collect();
    let rest = |entry: &&CommandInfo| format!("{} {}", entry.menu, entry.tooltip);
    finder::find(&mut found, text, |entry| entry.name, rest);
    found
}

fn row_ui(ui: &mut egui::Ui, entry: &CommandInfo, marked: bool, enabled: bool) -> egui::Response {
    let palette = theme::palette(ui);
    let (rect, row) =
        ui.allocate_exact_size(egui::vec2(ui.available_width(), 30.0), egui::Sense::click());
    row.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, entry.name));
    if marked {
        ui.painter().rect_filled(
            rect,
            f32::from(theme::radius::CONTROL),
            palette.accent_ground,
        );
        row.scroll_to_me(None);
    } else if row.hovered() {
        ui.painter()
            .rect_filled(rect, f32::from(theme::radius::CONTROL), palette.raised);
    }
    let inner = rect.shrink2(egui::vec2(10.0, 0.0));
    let font = egui::TextStyle::Body.resolve(ui.style());
    let small = egui::TextStyle::Small.resolve(ui.style());
    let colour = if enabled { palette.text } else { palette.faint };
    ui.painter().text(
        inner.left_center(),
        egui::Align2::LEFT_CENTER,
        entry.name,
        font,
        colour,
    );
    let keys = entry
        .keys
        .first()
        .map(|keys| ui.ctx().format_shortcut(keys))
        .unwrap_or_default();
    ui.painter().text(
        inner.right_center(),
        egui::Align2::RIGHT_CENTER,
        keys,
        small,
        palette.dim,
    );
    row.on_hover_text(entry.tooltip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_before_explanations() {
        let first = |text| find(text)[0].command;
        assert_eq!(first("light theme"), Command::ThemeLight);
        assert_eq!(first("SAVE as"), Command::SaveAs);
        assert_eq!(find("").len(), COMMANDS.len() - 1);
        assert!(find("no such thing").is_empty());
    }
}
