//! The page of layouts: saves the present one under a name, and deletes those that were saved.

use crate::gui::actions::Action;
use crate::gui::commands::{COMMANDS, CommandInfo};
use crate::gui::layout_names::{MAX_LENGTH, SHIPPED, refusal};
use crate::gui::model::Model;
use crate::gui::requests::LayoutChange;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{note, primary_button};
use egui::{Align, Key, Layout, RichText, TextEdit, Ui, Vec2};

const WIDTH: f32 = 420.0;
const BUTTON: Vec2 = Vec2::new(96.0, theme::size::PRIMARY);

/// The name that was typed, and the layout whose deletion is to be confirmed.
#[derive(Default)]
pub struct LayoutsPage {
    name: String,
    asked: Option<usize>,
}

impl LayoutsPage {
    /// Shows the page; whether it was closed.
    pub fn ui(&mut self, ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) -> bool {
        let own = model.own_layouts();
        let frame = super::frame::page("layouts page", &ctx.global_style());
        let modal = frame.show(ctx, |ui| {
            ui.set_width(WIDTH);
            let mut is_done = super::frame::head(ui, "Layouts");
            ui.add_space(space::S);
            note(
                ui,
                "A layout says where the panels are. It keeps what you change.",
            );
            ui.add_space(space::S);
            for name in SHIPPED {
                row_ui(ui, name, &keys_of(ui, name), |_| {});
            }
            for (index, name) in own.iter().enumerate() {
                let entry = COMMANDS
                    .iter()
                    .find(|it| it.command.own_layout() == Some(index));
                let keys = entry.map_or(String::new(), |it| keys(ui, it));
                row_ui(ui, name, &keys, |ui| {
                    self.delete_ui(ui, index, name, actions)
                });
            }
            ui.add_space(space::M);
            is_done |= self.save_ui(ui, own, actions);
            is_done
        });
        modal.inner || super::frame::is_left(&modal)
    }

    /// The buttons that delete a layout, once that is confirmed.
    fn delete_ui(&mut self, ui: &mut Ui, index: usize, name: &str, actions: &mut Vec<Action>) {
        if self.asked != Some(index) {
            let delete = ui.small_button("Delete");
            (ui.ctx()).accesskit_node_builder(delete.id, |node| {
                node.set_label(format!("Delete the layout {name}"));
            });
            if delete.clicked() {
                self.asked = Some(index);
            }
            return;
        }
        // From right to left.
        if ui.small_button("Keep").clicked() {
            self.asked = None;
        }
        if ui.small_button("Delete it").clicked() {
            self.asked = None;
            actions.push(Action::Layout(LayoutChange::Delete(index)));
        }
    }

    /// The field of the name and the button that saves; whether the layout was saved.
    fn save_ui(&mut self, ui: &mut Ui, own: &[String], actions: &mut Vec<Action>) -> bool {
        let field = TextEdit::singleline(&mut self.name)
            .hint_text("Name for the present layout")
            .char_limit(MAX_LENGTH)
            .desired_width(f32::INFINITY)
            .margin(egui::Margin::symmetric(10, 7));
        let field = ui.add(field);
        (ui.ctx()).accesskit_node_builder(field.id, |node| node.set_label("Name of the layout"));
        if self.asked.is_none() {
            field.request_focus();
        }
        ui.add_space(space::S);
        let name = self.name.trim();
        let refusal = refusal(name, own);
        let replaces = own.iter().any(|other| other == name);
        let said = match &refusal {
            Some(_) if name.is_empty() => "Saved layouts stand in View › Layout.",
            Some(reason) => reason,
            None if replaces => "The saved layout with this name is replaced.",
            None => "The present layout is saved under this name.",
        };
        note(ui, said);
        ui.add_space(space::M);
        let can_save = refusal.is_none();
        let verb = if replaces { "Replace" } else { "Save" };
        let save = ui.add_enabled_ui(can_save, |ui| primary_button(ui, verb, BUTTON));
        let is_entered = ui.input(|input| input.key_pressed(Key::Enter)) && field.has_focus();
        let is_saved = can_save && (save.inner.clicked() || is_entered);
        if is_saved {
            actions.push(Action::Layout(LayoutChange::Save(name.to_owned())));
        }
        is_saved
    }
}

/// A layout: its name, its keys, and what stands at the right end.
fn row_ui(ui: &mut Ui, name: &str, keys: &str, right: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.set_height(theme::size::CONTROL);
        ui.label(name);
        ui.label(RichText::new(keys).color(theme::palette(ui).dim));
        ui.with_layout(Layout::right_to_left(Align::Center), right);
    });
}

/// The keys of the layout with this name among those that ship.
fn keys_of(ui: &Ui, name: &str) -> String {
    let is_meant = |it: &&CommandInfo| it.name.strip_prefix("Layout ") == Some(name);
    let entry = COMMANDS.iter().find(is_meant);
    entry.map_or(String::new(), |it| keys(ui, it))
}

fn keys(ui: &Ui, entry: &CommandInfo) -> String {
    let keys = entry.keys.first();
    keys.map_or(String::new(), |keys| ui.ctx().format_shortcut(keys))
}
