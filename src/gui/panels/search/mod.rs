//! The search panel: the algorithm, the heuristic, their options, and the way to start.

mod about;
mod buttons;
mod options;

use super::Panel;
use crate::engines;
use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::widgets::{Pick, above_strip, note, picker};
use crate::lab::{Settings, catalogue, is_engine};
use crate::puzzle::HEURISTICS;
use crate::search::{About, Optimality};
use egui::Ui;

/// Has no state of its own: the model has the settings.
#[derive(Default)]
pub struct SearchPanel;

impl Panel for SearchPanel {
    fn head_ui(&mut self, ui: &mut Ui, model: &Model, _: &mut Vec<Action>) {
        about::button_ui(ui, model.settings());
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let mut pressed = Vec::new();
        above_strip(
            ui,
            buttons::HEIGHT,
            |ui| settings_ui(ui, model, actions),
            |ui| buttons::ui(ui, model, &mut pressed),
        );
        actions.append(&mut pressed);
    }
}

fn settings_ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    let settings = model.settings();
    let mut changed = picker(ui, "Algorithm", settings.algorithm.name, algorithms())
        .map(|algorithm| settings.with_algorithm(algorithm));
    note(
        ui,
        &format!(
            "{} {}",
            settings.algorithm.summary,
            settings.algorithm.guarantees()
        ),
    );

    if settings.algorithm.uses_heuristic {
        let heuristics = HEURISTICS.iter().map(|about| Pick {
            value: *about,
            name: about.name,
            summary: about.summary,
            heading: None,
        });
        let name = settings.heuristic.name();
        if let Some(heuristic) = picker(ui, "Heuristic", &name, heuristics) {
            changed = Some(Settings {
                heuristic: heuristic.into(),
                ..settings.clone()
            });
        }
        if let Some(doubt) = doubt(settings) {
            note(ui, doubt);
        }
    } else if is_engine(settings.algorithm) {
        note(
            ui,
            "An engine: its estimate is built in, and it records no nodes.",
        );
        let misfit = engines::check(settings.algorithm.key, model.puzzle(), &settings.options);
        if let Err(misfit) = misfit {
            note(ui, &sentence(&misfit.to_string()));
        }
    } else {
        note(ui, "Uninformed: it uses no heuristic.");
    }

    if let Some(other) = options::ui(ui, changed.as_ref().unwrap_or(settings)) {
        changed = Some(other);
    }
    actions.extend(changed.map(|settings| Action::Settings(settings.into())));
}

/// The algorithms, and below a heading of their own the engines.
fn algorithms() -> impl Iterator<Item = Pick<'static, &'static About>> {
    let mut was_engine = None;
    catalogue().map(move |about| {
        let is_engine = is_engine(about);
        let begins = was_engine.replace(is_engine) != Some(is_engine);
        Pick {
            value: about,
            name: about.name,
            summary: about.summary,
            heading: begins.then_some(if is_engine { "Engines" } else { "Algorithms" }),
        }
    })
}

/// The same words, with a capital in front and a full stop behind.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

/// What the heuristic takes from the algorithm's guarantee, if anything.
fn doubt(settings: &Settings) -> Option<&'static str> {
    let needs_admissible = matches!(
        settings.algorithm.optimal,
        Optimality::Admissible | Optimality::WithinWeight
    );
    (needs_admissible && !settings.heuristic.is_admissible())
        .then_some("This heuristic may overestimate: the solution may not be optimal.")
}
