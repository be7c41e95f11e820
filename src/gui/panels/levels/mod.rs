//! The levels panel: the nodes at the cursor's moment, counted by depth and f, or by iteration.

mod counted;
mod heat_map;
mod iterations;
mod table;

use self::counted::{Counted, Measure};
use crate::gui::actions::Action;
use crate::gui::levels::LevelState;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::predictions::PredictionState;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{note, segmented_small};
use egui::{Margin, RichText, Ui};
use tilescope_lab::{Report, explain, format};

/// The levels panel's view state.
#[derive(Default)]
pub struct LevelsPanel {
    counted: Option<Counted>,
    measure: Measure,
    shows_iterations: bool,
}

impl Panel for LevelsPanel {
    fn shows_active_run(&self) -> bool {
        true
    }

    fn copy(&self) -> Option<Box<dyn Panel>> {
        Some(Box::new(LevelsPanel {
            counted: None,
            ..*self
        }))
    }

    fn head_ui(&mut self, ui: &mut Ui, model: &Model, _: &mut Vec<Action>) {
        let Some(entry) = model.runs().active() else {
            return;
        };
        let t = model.cursor().t;
        let n = format::count(entry.run.trace().n_generated(t).into());
        let text = format!("{n} nodes at step {}", format::count(t.into()));
        ui.label(RichText::new(text).small().color(theme::palette(ui).dim));
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let t = model.cursor().t;
        let state = model
            .runs()
            .active()
            .map(|entry| (entry, model.levels().state(entry, t)));
        let Some((entry, LevelState::Ready(index))) = state else {
            self.counted = None;
            margin(ui, |ui| {
                empty_ui(ui, state.map(|(_, state)| state));
                let Some((entry, _)) = state else { return };
                let predictions = model.predictions();
                if matches!(predictions.of(entry), PredictionState::Waiting) {
                    actions.push(Action::WantPrediction(entry.id));
                }
                if let Some(prediction) = predictions.sentences(entry) {
                    note(ui, &prediction);
                }
            });
            return;
        };
        let present = self
            .counted
            .take()
            .filter(|it| it.is_of(index, entry.moment(t)));
        let counted = present.unwrap_or_else(|| Counted::new(index, entry, t));
        self.counted_ui(ui, model, entry, &counted, actions);
        self.counted = Some(counted);
    }
}

impl LevelsPanel {
    fn counted_ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        entry: &RunEntry,
        counted: &Counted,
        actions: &mut Vec<Action>,
    ) {
        let predictions = model.predictions();
        let has_iterations = !counted.iterations.is_empty();
        let shows_iterations = self.shows_iterations && has_iterations;
        margin(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = space::M;
                if has_iterations {
                    let (word, _) = explain::iteration_words(entry.run.job().settings.algorithm);
                    let choices = [(false, "Depths"), (true, word)];
                    if let Some(chosen) = segmented_small(ui, shows_iterations, &choices) {
                        self.shows_iterations = chosen;
                    }
                }
                if !shows_iterations {
                    let choices = Measure::ALL.map(|it| (it, it.title()));
                    if let Some(chosen) = segmented_small(ui, self.measure, &choices) {
                        self.measure = chosen;
                    }
                }
            });
            if let Some(words) = branching(entry).filter(|_| !shows_iterations) {
                note(ui, &words);
            }
            if let Some(words) = predictions.sentences(entry).filter(|_| shows_iterations) {
                note(ui, &words);
            }
        });
        if shows_iterations {
            let forecast = match predictions.of(entry) {
                PredictionState::Known(forecast) => Some(forecast),
                PredictionState::Waiting => {
                    actions.push(Action::WantPrediction(entry.id));
                    None
                }
                PredictionState::None | PredictionState::Unavailable(_) => None,
            };
            iterations::ui(ui, entry, counted, forecast, actions);
            return;
        }
        /// Narrower panels have the table alone, which has the counts of each f in its rows' names.
        const MIN_WIDTH: f32 = 480.0;
        let rect = ui.available_rect_before_wrap();
        if rect.width() < MIN_WIDTH || !counted.index.has_f() {
            table::ui(ui, entry, counted, self.measure);
            return;
        }
        let width = (rect.width() * 0.5).min(640.0);
        let (left, right) = rect.split_left_right_at_x(rect.left() + width);
        let left = left.with_min_x(left.left() + space::L);
        heat_map::ui(ui, left, entry, counted, self.measure);
        ui.scope_builder(egui::UiBuilder::new().max_rect(right), |ui| {
            table::ui(ui, entry, counted, self.measure);
        });
    }
}

/// The effective branching factor in a sentence, once there is a solution.
fn branching(entry: &RunEntry) -> Option<String> {
    let b = entry
        .run
        .report()
        .and_then(Report::effective_branching_factor)?;
    Some(format!(
        "The whole run: effective branching factor b* = {b:.3}, that of a uniform tree of the \
         solution's depth with as many nodes."
    ))
}

fn margin(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let margin = Margin {
        bottom: space::XS as i8,
        ..Margin::symmetric(space::L as i8, 0)
    };
    egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        contents(ui);
    });
}

/// What is said where nothing is counted.
fn empty_ui(ui: &mut Ui, state: Option<LevelState>) {
    let text = match state {
        None => "The nodes at each step, counted by depth and f, and the iterations of IDA* and \
                 its like. Solve to see them."
            .to_owned(),
        Some(LevelState::NoRecord) => {
            "No nodes are recorded, so there are none to count. Algorithms record theirs: A* is \
             one. Engines don't."
                .to_owned()
        }
        Some(LevelState::WaitsForPause) => {
            "The nodes are counted when the run is paused or ends.".to_owned()
        }
        Some(LevelState::TooLarge { needed, limit }) => {
            let [needed, limit] = [needed, limit].map(format::bytes);
            format!(
                "Counting the nodes takes up to {needed}, and the memory limit of this run leaves \
                 {limit}. Raise “Max. memory” and run it again."
            )
        }
        Some(LevelState::Building(done)) => {
            let text = format!("Counting the nodes: {:.0} %", (100.0 * done).floor());
            note(ui, &text);
            ui.add(egui::ProgressBar::new(done as f32).desired_height(4.0));
            return;
        }
        Some(LevelState::Ready(_) | LevelState::AsOf(..)) => return,
    };
    note(ui, &text);
}
