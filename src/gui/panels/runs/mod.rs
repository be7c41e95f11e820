//! The runs panel: a table with one row per run, which can be shown, hidden and removed.

mod row;
mod table;

use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::runs::{RunEntry, RunId, Runs, RunsAction, records_of};
use crate::gui::theme;
use crate::gui::widgets::table::{Sorting, Table};
use crate::gui::widgets::{Number, head_button, list_item, note, number, option_row, seek_first};
use egui::{Align, Layout, Margin, Popup, PopupCloseBehavior, RichText, Ui};
use tilescope_lab::format;

/// The runs panel's view state.
#[derive(Default)]
pub struct RunsPanel {
    sorting: Sorting,
    /// The run that was shown in the last frame, and the height of the panel.
    shown: (Option<RunId>, f32),
}

/// A panel that is lower shows no memory of the records.
const LOW: f32 = 76.0;

impl Panel for RunsPanel {
    fn head_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        if !model.runs().is_empty() {
            copy_ui(ui, &self.sorted(model), actions);
            let clear = head_button(ui, "Clear").on_hover_text("Remove all runs");
            if clear.clicked() {
                actions.push(RunsAction::Clear.into());
            }
        }
        kept_ui(ui, model, actions);
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        if model.runs().is_empty() {
            let margin = Margin::symmetric(theme::space::L as i8, 0);
            egui::Frame::new().inner_margin(margin).show(ui, |ui| {
                note(
                    ui,
                    "Each search adds a row here, so that runs can be compared.",
                );
            });
            return;
        }
        // A low panel has room for a run alone.
        if ui.available_height() >= LOW {
            records_ui(ui, model);
        }
        let entries = self.sorted(model);
        let shown = model.runs().active().map(|active| active.id);
        let is_shown = (shown, ui.available_height());
        let is_another = std::mem::replace(&mut self.shown, is_shown) != is_shown;
        // A new run is scrolled into view, and stays in view in a lower panel.
        let revealed = entries.iter().position(|entry| shown == Some(entry.id));
        let columns = row::columns(ui, &entries);
        Table::new("runs", &columns)
            .sorting(&mut self.sorting)
            .row_height(theme::size::ROW + 2.0)
            .inset(theme::space::L)
            .fill_height()
            .reveal(revealed.filter(|_| is_another))
            .show(ui, entries.len(), |row| {
                row::ui(row, model, entries[row.index()], actions);
            });
    }
}

impl RunsPanel {
    fn sorted<'a>(&self, model: &'a Model) -> Vec<&'a RunEntry> {
        let mut entries: Vec<&RunEntry> = model.runs().iter().collect();
        table::sort(self.sorting, &mut entries);
        entries
    }
}

/// How many runs there are and how many are kept; a click sets the latter.
fn kept_ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    let runs = model.runs();
    let next = match runs.next_removed() {
        Some(id) => format!("The next run removes run {}.", id.0),
        None => "A run beyond that number removes the oldest.".to_owned(),
    };
    let text = format!("{} of {}", runs.iter().count(), runs.kept());
    let button = head_button(ui, &text);
    Popup::menu(&button)
        .align(egui::RectAlign::BOTTOM_END)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .layout(Layout::top_down(Align::Min))
        .show(|ui| {
            ui.set_width(theme::size::LIST);
            let kind = Number {
                range: 1.0..=Runs::MAX_KEPT as f64,
                speed: 0.1,
                decimals: 0,
                unit: "",
            };
            let kept = runs.kept() as f64;
            let set = option_row(ui, "Runs kept", |ui| number(ui, "Runs kept", kept, &kind));
            if let Some(n) = set {
                actions.push(RunsAction::Keep(n as usize).into());
            }
            note(ui, &next);
        });
    button.on_hover_text(format!("{} runs are kept. {next}", runs.kept()));
}

/// How much memory the records hold, and which of them the next run drops. At the panel's bottom.
fn records_ui(ui: &mut Ui, model: &Model) {
    let runs = model.runs();
    let limit = model.settings().limits.memory;
    let bytes = format::bytes(runs.record_bytes());
    let mut text = match limit {
        Some(limit) => format!("Records: {bytes} of {}", format::bytes(limit)),
        None => format!("Records: {bytes}"),
    };
    let palette = theme::palette(ui);
    let mut colour = palette.dim;
    let dropped = runs.next_dropped(limit).into_iter();
    let dropped: Vec<RunId> = dropped.filter(|_| runs.working().is_none()).collect();
    if !dropped.is_empty() {
        text += &format!(". With the next run {} dropped.", records_of(&dropped));
        colour = palette.warning;
    }
    let margin = Margin::symmetric(theme::space::L as i8, theme::space::XS as i8);
    let frame = egui::Frame::new().inner_margin(margin);
    let strip = egui::Panel::bottom("records").resizable(false).frame(frame);
    strip.show_separator_line(false).show(ui, |ui| {
        let label = egui::Label::new(RichText::new(text).small().color(colour));
        ui.add(label.truncate()).on_hover_text(
            "The records of all runs count against Max. memory. A new run gets at least half of \
             it: older records are dropped where they take more. The results stay.",
        );
    });
}

/// A button that copies the table, in one of two formats.
fn copy_ui(ui: &mut Ui, entries: &[&RunEntry], actions: &mut Vec<Action>) {
    let button = head_button(ui, "Copy table");
    seek_first(&button);
    Popup::menu(&button)
        .align(egui::RectAlign::BOTTOM_END)
        .show(|ui| {
            ui.set_width(theme::size::LIST);
            if list_item(ui, false, "As Markdown", "").clicked() {
                actions.push(Action::Copy(
                    "the table as Markdown",
                    table::markdown(entries),
                ));
            }
            if list_item(ui, false, "With tabs", "").clicked() {
                actions.push(Action::Copy(
                    "the table with tabs",
                    table::with_tabs(entries),
                ));
            }
        });
}
