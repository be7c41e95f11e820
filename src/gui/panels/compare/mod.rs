//! The compare panel: two runs of one puzzle side by side, where they part, and which states only one
//! of them expanded.

mod columns;
mod events;
mod frontiers;
mod groups;
mod trees;

use self::columns::{MAX_WIDTH, halves, heads_ui, row_ui};
use self::events::Events;
use self::groups::Groups;
use self::trees::Trees;
use crate::gui::actions::Action;
use crate::gui::colouring::ColourBy;
use crate::gui::comparisons::{ComparisonAction, ComparisonState};
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::panels::plots::PairPlot;
use crate::gui::run_status::RunStatus;
use crate::gui::runs::{RunEntry, RunId};
use crate::gui::text::sentence;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{choice, disclosure, note, rows, scrolled};
use egui::{Align, Layout, RichText, Ui, UiBuilder};
use tilescope_lab::format;
use tilescope_lab::trace_file::Comparison;
use tilescope_lab::trace_file::figures::{self, RunFigures};

/// The height of the plot, in points.
const PLOT: f32 = 210.0;

/// The compare panel's view state.
#[derive(Default)]
pub struct ComparePanel {
    events: Events,
    groups: Groups,
    trees: Trees,
    plot: PairPlot,
    shows_same_settings: bool,
}

impl Panel for ComparePanel {
    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        scrolled(ui, |ui| {
            let Some(entries) = model.comparisons().entries(model.runs()) else {
                note(
                    ui,
                    "Two runs side by side: where they part, and which states only one of them \
                     expands. Solve a puzzle twice, with different settings, to compare the runs.",
                );
                return;
            };
            choices_ui(ui, model, entries, actions);
            ui.add_space(space::S);
            match model.comparisons().state(entries) {
                ComparisonState::Done(comparison) => {
                    self.compared_ui(ui, model, entries, comparison, actions);
                }
                state => obstacle_ui(ui, state, actions),
            }
        });
    }
}

impl ComparePanel {
    fn compared_ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        entries: [&RunEntry; 2],
        comparison: &Comparison,
        actions: &mut Vec<Action>,
    ) {
        self.events.ui(ui, model, entries, comparison, actions);
        entries.iter().for_each(|entry| end_of_record_ui(ui, entry));
        head(ui, "States expanded");
        rows(ui, |ui| self.groups.ui(ui, entries, comparison, actions));
        colour_ui(ui, model, actions);
        head(ui, "Trees");
        self.trees.ui(ui, model, entries, comparison);
        head(ui, "Curves");
        let size = egui::vec2(ui.available_width().min(MAX_WIDTH), PLOT);
        let (place, _) = ui.allocate_exact_size(size, egui::Sense::hover());
        // The plot has a margin of its own. What is beyond the place must not widen the panel.
        let place = place.expand2(egui::vec2(space::L, 0.0));
        let mut inside = ui.new_child(UiBuilder::new().max_rect(place));
        let pair = entries.map(|entry| entry.id);
        self.plot.ui(&mut inside, model, pair, actions);
        head(ui, "Results");
        rows(ui, |ui| {
            heads_ui(ui, entries);
            for row in figures::results(entries.map(run_figures), comparison) {
                row_ui(ui, &row, entries);
            }
        });
        head(ui, "Settings");
        let settings = figures::settings(entries.map(|entry| entry.run.job()));
        ui.set_max_width(ui.available_width().min(MAX_WIDTH));
        let (same, different): (Vec<_>, Vec<_>) =
            (settings.into_iter()).partition(figures::Row::is_same);
        rows(ui, |ui| {
            if different.is_empty() {
                note(ui, "Both runs have the same settings.");
            }
            different.iter().for_each(|row| row_ui(ui, row, entries));
            let n = same.len().to_string();
            disclosure(ui, "Same in both", &n, &mut self.shows_same_settings);
            if self.shows_same_settings {
                same.iter().for_each(|row| row_ui(ui, row, entries));
            }
        });
    }
}

fn run_figures(entry: &RunEntry) -> RunFigures<'_> {
    RunFigures {
        job: entry.run.job(),
        // The words are the same in both palettes.
        status: RunStatus::of(&entry.run, theme::palette_of(true)).detail,
        outcome: entry.run.report().map(|report| &report.outcome),
        counts: entry.run.counts(),
    }
}

/// Colours the nodes of the tree by the groups.
fn colour_ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    let is_on = model.colouring().chosen() == ColourBy::Comparison;
    let (name, other) = match is_on {
        false => ("Colour the tree by these groups", ColourBy::Comparison),
        true => ("Colour the tree by status again", ColourBy::Status),
    };
    if ui.button(name).clicked() {
        actions.push(Action::ColourBy(other));
    }
}

/// Says where a record ends before its run does.
fn end_of_record_ui(ui: &mut Ui, entry: &RunEntry) {
    if entry
        .run
        .report()
        .is_some_and(|report| !report.recorded_in_full)
    {
        let n = format::count(entry.run.trace().n_expanded().into());
        let all = format::count(entry.run.counts().expanded);
        let run = entry.id.0;
        let text = format!(
            "The record of run {run} ends after {n} of {all} steps. The others are not compared."
        );
        note(ui, &text);
    }
}

/// Which two runs are compared: a list above the half of each.
fn choices_ui(ui: &mut Ui, model: &Model, entries: [&RunEntry; 2], actions: &mut Vec<Action>) {
    let names: Vec<(RunId, String)> = model
        .runs()
        .iter()
        .rev()
        .map(|entry| (entry.id, title(entry)))
        .collect();
    let names: Vec<(RunId, &str)> = names
        .iter()
        .map(|(id, name)| (*id, name.as_str()))
        .collect();
    let (rect, _) = ui.allocate_exact_size(
        egui::vec2(ui.available_width(), theme::size::ROW),
        egui::Sense::hover(),
    );
    for (which, place) in halves(rect).into_iter().enumerate() {
        let layout = Layout::left_to_right(Align::Center);
        let mut inside = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
        let name = ["First run", "Second run"][which];
        if let Some(id) = choice(&mut inside, name, entries[which].id, &names) {
            actions.push(ComparisonAction::Choose(which, id).into());
        }
    }
}

/// “Run 2: A* · Manhattan”.
fn title(entry: &RunEntry) -> String {
    format!("Run {}: {}", entry.id.0, entry.run.job().title())
}

fn head(ui: &mut Ui, text: &str) {
    ui.add_space(space::M);
    ui.label(theme::head(text, theme::palette(ui)));
}

/// Why there is no comparison yet.
fn obstacle_ui(ui: &mut Ui, state: ComparisonState, actions: &mut Vec<Action>) {
    let text = match state {
        ComparisonState::Done(_) => return,
        ComparisonState::Due => {
            actions.push(ComparisonAction::Begin.into());
            return;
        }
        ComparisonState::DifferentProblems => {
            "These runs search different puzzles, so they can't be compared. Choose two runs with \
             the same start and goal."
                .to_owned()
        }
        ComparisonState::NoRecord(id) => format!(
            "Run {} has no record of its nodes: engines make none, and old records are dropped to \
             make room. Choose a run of an algorithm, such as A*, or solve again.",
            id.0
        ),
        ComparisonState::Works(id) => {
            format!("Run {} is compared when it has ended.", id.0)
        }
        ComparisonState::TooLarge { needed, left } => {
            let [needed, left] = [needed, left].map(format::bytes);
            format!(
                "Comparing these runs takes {needed}, and their memory limit leaves {left}. Raise \
                 “Max. memory” and run them again."
            )
        }
        ComparisonState::Failed(error) => sentence(error),
        ComparisonState::Stopped => {
            note(ui, "The comparison was stopped.");
            if ui.button("Compare again").clicked() {
                actions.push(ComparisonAction::Begin.into());
            }
            return;
        }
        ComparisonState::Working(done) => {
            let text = format!("Comparing the runs: {:.0} %", (100.0 * done).floor());
            ui.label(RichText::new(text).small());
            ui.add(egui::ProgressBar::new(done as f32).desired_height(4.0));
            if ui.button("Stop comparing").clicked() {
                actions.push(ComparisonAction::Stop.into());
            }
            return;
        }
    };
    note(ui, &text);
}
