//! The runs of an experiment: how far they are, what pauses and stops them, and the grid.

use super::grid::{self, Figure};
use super::parts::{counted, mistake};
use super::record;
use crate::gui::actions::Action;
use crate::gui::experiments::{ExperimentAction, Experiments, Progress, RunsState};
use crate::gui::model::Model;
use crate::gui::text::about;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{
    Number, button, choice, note, number, option_row, primary_button, warning,
};
use egui::{Button, Event, Label, Margin, ProgressBar, Response, RichText, Ui, Vec2};
use std::num::NonZero;
use tilescope_lab::format;

const BUTTON: Vec2 = Vec2::new(76.0, theme::size::CONTROL);
/// The least height of the grid above a record.
const LEAST: f32 = 100.0;
/// The width of a row “label … value”.
const OPTION: f32 = 132.0;

const JOBS: Number = Number {
    range: 1.0..=1024.0,
    speed: 0.05,
    decimals: 0,
    unit: "",
};

/// The view state.
#[derive(Default)]
pub struct RunsView {
    figure: Figure,
    /// Whether the main button gets the focus as soon as it can have it: the button that was pressed is gone.
    waits: bool,
}

impl RunsView {
    /// The runs begin by a key, with a button that is not shown here.
    pub fn take_focus(&mut self) {
        self.waits = true;
    }

    pub fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let margin = Margin {
            bottom: space::S as i8,
            ..Margin::symmetric(space::L as i8, 0)
        };
        egui::Frame::new().inner_margin(margin).show(ui, |ui| {
            let experiments = model.experiments();
            if let Some(mistake) = mistake(experiments) {
                warning(ui, &mistake);
                return;
            }
            let Some(progress) = experiments.progress() else {
                let text = match experiments.checking() {
                    Some(_) => "Counting the runs…",
                    None => {
                        "A grid of runs: every instance with every algorithm and heuristic. Put an \
                         experiment together in Setup, or open one."
                    }
                };
                note(ui, text);
                return;
            };
            self.bar_ui(ui, experiments, progress, actions);
            trouble_ui(ui, experiments, actions);
            self.options_ui(ui, experiments, actions);
            let shown = experiments.shown();
            // Where there is no room for both, the record stands in the place of the grid.
            let height = shown.map_or(0.0, |_| record::HEIGHT);
            if height > 0.0 && ui.available_height() < height + LEAST {
                record::ui(ui, model, progress, true, actions);
                return;
            }
            let grid = ui.available_size() - Vec2::new(0.0, height);
            let at = shown.and_then(|(index, _)| {
                let (run, _) = progress.run(index)?;
                Some((run.instance, run.configuration))
            });
            let clicked = ui
                .allocate_ui(grid, |ui| {
                    ui.set_min_size(grid);
                    grid::ui(ui, progress, self.figure, at)
                })
                .inner;
            if let Some((instance, configuration)) = clicked {
                let runs = progress.runs_of(instance, configuration);
                // Another click on a cell of several runs shows the next of them.
                let next = shown.map(|(index, _)| index + 1);
                let next = next.filter(|next| at == clicked && runs.contains(next));
                let index = next.unwrap_or(runs.start);
                actions.push(ExperimentAction::Show(Some(index)).into());
            }
            if shown.is_some() {
                record::ui(ui, model, progress, false, actions);
            }
        });
    }

    /// The buttons, the progress bar and the remaining time.
    fn bar_ui(
        &mut self,
        ui: &mut Ui,
        experiments: &Experiments,
        progress: &Progress,
        actions: &mut Vec<Action>,
    ) {
        ui.horizontal_wrapped(|ui| {
            let state = experiments.state();
            let (name, accessible, action) = match state {
                RunsState::Idle if progress.n_done() > 0 => {
                    ("Go on", "Go on with the experiment", ExperimentAction::Run)
                }
                RunsState::Idle => ("Run all", "Run the experiment", ExperimentAction::Run),
                RunsState::Running | RunsState::Stopping => {
                    ("Pause", "Pause the experiment", ExperimentAction::Pause)
                }
                RunsState::Paused => ("Resume", "Resume the experiment", ExperimentAction::Resume),
            };
            let is_enabled = match state {
                RunsState::Idle => progress.n_left() > 0 && experiments.checking().is_none(),
                RunsState::Running | RunsState::Paused => true,
                RunsState::Stopping => false,
            };
            let main = ui.add_enabled_ui(is_enabled, |ui| match state {
                RunsState::Idle => primary_button(ui, name, BUTTON),
                // One widget in all states, which keeps the focus.
                _ => ui.scope(|ui| button(ui, name, BUTTON)).inner,
            });
            let can_stop = matches!(state, RunsState::Running | RunsState::Paused);
            let stop = ui.add_enabled_ui(can_stop, |ui| button(ui, "Stop", BUTTON));
            for (response, accessible) in [(&main, accessible), (&stop, "Stop the experiment")] {
                ui.ctx()
                    .accesskit_node_builder(response.inner.id, |node| node.set_label(accessible));
            }
            if main.inner.clicked() {
                actions.push(action.into());
            }
            self.give_focus(ui, is_enabled.then_some(&main.inner));
            if stop.inner.clicked() {
                actions.push(ExperimentAction::Stop.into());
                self.waits = stop.inner.has_focus();
            }
            let (n_done, n_runs) = (progress.n_done(), progress.n_runs());
            let share = n_done as f32 / n_runs.max(1) as f32;
            ui.add(
                ProgressBar::new(share)
                    .desired_width(120.0)
                    .desired_height(8.0),
            );
            let words = match state {
                RunsState::Stopping => ", stopping".to_owned(),
                RunsState::Paused => ", paused".into(),
                RunsState::Idle if n_done == n_runs => ": done".into(),
                RunsState::Idle | RunsState::Running => {
                    let remaining = experiments.remaining();
                    remaining.map_or_else(String::new, |time| format!(", {} left", about(time)))
                }
            };
            let runs = counted(n_runs, "run");
            let text = format!("{} of {runs}{words}", format::count(n_done as u64));
            ui.add(Label::new(text).extend());
        });
        ui.add_space(space::XS);
        grid::legend_ui(ui);
    }

    /// Gives the main button the focus that waits for it, unless that has gone elsewhere.
    fn give_focus(&mut self, ui: &Ui, main: Option<&Response>) {
        let is_covered = !ui.memory(|memory| memory.allows_interaction(ui.layer_id()));
        if !self.waits || is_covered {
            return;
        }
        let is_pressed = |event: &Event| matches!(event, Event::Key { pressed: true, .. });
        let goes_on = ui
            .input(|input| input.pointer.any_pressed() || input.raw.events.iter().any(is_pressed));
        self.waits = !goes_on && main.is_none_or(|main| !main.has_focus());
        if let Some(main) = main.filter(|_| self.waits) {
            main.request_focus();
        }
    }

    /// The figure of the cells, the jobs, and the file of records.
    fn options_ui(&mut self, ui: &mut Ui, experiments: &Experiments, actions: &mut Vec<Action>) {
        let is_idle = experiments.state() == RunsState::Idle;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::new(space::L, space::XS);
            boxed(ui, |ui| {
                let chosen = option_row(ui, "Shows", |ui| {
                    choice(ui, "Figure of the cells", self.figure, &Figure::ALL)
                });
                self.figure = chosen.unwrap_or(self.figure);
            });
            boxed(ui, |ui| {
                let jobs = experiments.jobs().get() as f64;
                let hint = "How many runs are done at a time. More than one may disturb times.";
                let row = ui.add_enabled_ui(is_idle, |ui| {
                    option_row(ui, "Jobs", |ui| number(ui, "Jobs", jobs, &JOBS))
                });
                row.response.on_hover_text(hint);
                if let Some(jobs) = row.inner.and_then(|n| NonZero::new(n.round() as usize)) {
                    actions.push(ExperimentAction::Jobs(jobs).into());
                }
            });
            let has_any = experiments.progress().is_some_and(|it| it.n_done() > 0);
            let is_unsaved = experiments.has_unsaved_records();
            let text = match is_unsaved {
                true => "Records: kept until the next experiment".into(),
                false => format!("Records: {}", format::file_name(experiments.records())),
            };
            let (shown, accessible, action) = match is_unsaved && has_any {
                true => (
                    "Save as…",
                    "Save the records as",
                    ExperimentAction::AskSaveRecords,
                ),
                false => (
                    "Choose…",
                    "Choose the file of records",
                    ExperimentAction::AskRecords,
                ),
            };
            let choose = ui.add_enabled(is_idle, Button::new(shown));
            ui.ctx()
                .accesskit_node_builder(choose.id, |node| node.set_label(accessible));
            if choose.clicked() {
                actions.push(action.into());
            }
            let colour = theme::palette(ui).dim;
            ui.add(Label::new(RichText::new(text).small().color(colour)).extend());
        });
    }
}

fn boxed(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let size = Vec2::new(OPTION, theme::size::ROW);
    ui.allocate_ui(size, contents);
}

/// Why the runs did not begin, and what can be done about it.
fn trouble_ui(ui: &mut Ui, experiments: &Experiments, actions: &mut Vec<Action>) {
    if let Some(error) = experiments.error() {
        warning(ui, error);
    }
    let Some(trouble) = experiments.trouble() else {
        return;
    };
    warning(ui, &trouble.text);
    ui.horizontal(|ui| {
        if trouble.can_accept && ui.button("Keep these records").clicked() {
            actions.push(ExperimentAction::AcceptChanges.into());
        }
        if ui.button("Choose another file…").clicked() {
            actions.push(ExperimentAction::AskRecords.into());
        }
    });
}
