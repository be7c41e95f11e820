//! The runs panel: a row a run, to be compared, shown, hidden and removed.

mod row;
mod table;

use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::runs::{RunEntry, RunId};
use crate::gui::theme;
use crate::gui::widgets::{head_button, list_item, note};
use egui::{Margin, Popup, ScrollArea, Ui};
use table::{Column, Sorting};

/// How the rows are sorted.
#[derive(Default)]
pub struct RunsPanel {
    sorting: Sorting,
    /// The run that was shown in the last frame.
    shown: Option<RunId>,
}

impl Panel for RunsPanel {
    fn head_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        if !model.runs().is_empty() {
            copy_ui(ui, &self.sorted(model), actions);
        }
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        ui.spacing_mut().item_spacing.y = 0.0;
        let margin = Margin::symmetric(theme::space::L as i8, 0);
        egui::Frame::new().inner_margin(margin).show(ui, |ui| {
            if model.runs().is_empty() {
                note(
                    ui,
                    "Each search adds a row, to be compared with the others here and in the \
                     plots.",
                );
            } else {
                row::header_ui(ui, &mut self.sorting);
            }
        });
        let shown = model.runs().active().map(|active| active.id);
        let is_another = std::mem::replace(&mut self.shown, shown) != shown;
        ui.spacing_mut().scroll.floating_allocated_width = 0.0;
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for entry in self.sorted(model) {
                let rect = row::ui(ui, model, entry, actions);
                // A new one is seen, however many there are.
                if is_another && shown == Some(entry.id) {
                    ui.scroll_to_rect(rect, None);
                }
            }
        });
    }
}

impl RunsPanel {
    fn sorted<'a>(&self, model: &'a Model) -> Vec<&'a RunEntry> {
        let mut entries: Vec<&RunEntry> = model.runs().iter().collect();
        self.sorting.sort(&mut entries);
        entries
    }
}

/// A button that copies the table, in one of two forms.
fn copy_ui(ui: &mut Ui, entries: &[&RunEntry], actions: &mut Vec<Action>) {
    let button = head_button(ui, "Copy table");
    Popup::menu(&button)
        .align(egui::RectAlign::BOTTOM_END)
        .show(|ui| {
            ui.set_width(theme::size::LIST);
            if list_item(ui, false, "As Markdown", "").clicked() {
                actions.push(Action::Copy(table::markdown(entries)));
            }
            if list_item(ui, false, "With tabs", "").clicked() {
                actions.push(Action::Copy(table::with_tabs(entries)));
            }
        });
}
