//! The search panel: the algorithm, the heuristic, their options, and the buttons that start a
//! search.

mod about;
mod buttons;
mod heuristic;
mod measure;
mod options;
mod painter;

use crate::gui::actions::Action;
use crate::gui::claims;
use crate::gui::commands;
use crate::gui::fitness;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::tables::TablesAction;
use crate::gui::widgets::{Pick, above_strip, note, picker};
use egui::Ui;
use tilescope_lab::own_heuristics::OwnHeuristics;
use tilescope_lab::{Settings, catalogue};
use tilescope_puzzle::{Board, Puzzle};
use tilescope_search::About;

/// The view state. The model has the settings.
#[derive(Default)]
pub struct SearchPanel {
    heuristic: heuristic::HeuristicPart,
    route_heuristic: heuristic::RouteHeuristicPart,
    measure: measure::MeasurePart,
}

impl Panel for SearchPanel {
    fn head_ui(&mut self, ui: &mut Ui, model: &Model, _: &mut Vec<Action>) {
        about::button_ui(ui, model);
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let mut pressed = Vec::new();
        above_strip(
            ui,
            buttons::height(ui, model),
            |ui| self.settings_ui(ui, model, actions),
            |ui| buttons::ui(ui, model, &mut pressed),
        );
        actions.append(&mut pressed);
    }
}

impl SearchPanel {
    fn settings_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let settings = model.settings();
        let tables = model.tables();
        self.heuristic.see(tables);
        // A description of pattern databases says whether they are on disk.
        if !tables.is_listed() && !tables.is_at_work() {
            actions.push(Action::Tables(TablesAction::List));
        }
        let algorithms = algorithms(model.puzzle().is_some());
        let misfit =
            |about: &&'static About| fitness::of_algorithm(about, model.problem(), settings);
        let mut changed = picker(
            ui,
            "Algorithm",
            settings.algorithm.name,
            algorithms,
            &misfit,
        )
        .map(|algorithm| settings.with_algorithm(algorithm));
        note(
            ui,
            &format!(
                "{} {}",
                settings.algorithm.summary,
                settings.strategy().guarantees()
            ),
        );

        if settings.algorithm.is_engine() {
            engine_ui(ui, settings);
            if let Some(puzzle) = model
                .puzzle()
                .filter(|_| settings.algorithm.takes_databases())
            {
                let saved = model.own_heuristics().list();
                changed = (self.databases_ui(ui, settings, puzzle, saved, actions)).or(changed);
            }
        } else if !settings.algorithm.uses_heuristic {
            note(ui, "Uninformed: it uses no heuristic.");
        } else if let Some(route) = model.route() {
            let chosen = self.route_heuristic.ui(ui, settings, route);
            let chosen = chosen.map(|route_heuristic| Settings {
                route_heuristic,
                ..settings.clone()
            });
            changed = chosen.or(changed);
        } else if let Some(puzzle) = model.puzzle() {
            changed = self
                .heuristic_ui(ui, settings, puzzle, model, actions)
                .or(changed);
        }

        let is_for_tiles = model.puzzle().is_some();
        if let Some(other) = options::ui(ui, changed.as_ref().unwrap_or(settings), is_for_tiles) {
            changed = Some(other);
        }
        actions.extend(changed.map(|settings| Action::Settings(settings.into())));
    }

    /// The databases of an engine that uses them.
    fn databases_ui(
        &mut self,
        ui: &mut Ui,
        settings: &Settings,
        puzzle: &Puzzle,
        saved: &OwnHeuristics,
        actions: &mut Vec<Action>,
    ) -> Option<Settings> {
        let Puzzle { goal, costs, .. } = puzzle;
        let chosen = settings.databases.as_ref();
        let chosen = (self.heuristic).databases_ui(ui, chosen, (goal, *costs), saved, actions);
        chosen.map(|databases| Settings {
            databases,
            ..settings.clone()
        })
    }

    /// The heuristic of a puzzle, and the board to which it measures.
    fn heuristic_ui(
        &mut self,
        ui: &mut Ui,
        settings: &Settings,
        puzzle: &Puzzle,
        model: &Model,
        actions: &mut Vec<Action>,
    ) -> Option<Settings> {
        let fits = |to: &&Board| to.size() == puzzle.size();
        let to = settings
            .measure_to
            .as_ref()
            .filter(fits)
            .unwrap_or(&puzzle.goal);
        let to = (to, puzzle.costs);
        let known = claims::of_search(settings, puzzle, model.audits());
        let chosen = (self.heuristic).ui(ui, &settings.heuristic, to, &known, model, actions);
        let mut changed = chosen.map(|heuristic| Settings {
            heuristic,
            ..settings.clone()
        });
        if let Some(measure_to) = self.measure.ui(ui, settings.measure_to.as_ref(), puzzle) {
            changed = Some(Settings {
                measure_to,
                ..changed.unwrap_or_else(|| settings.clone())
            });
        }
        if self.measure.has_focus() {
            actions.extend(commands::take_unfocused(ui.ctx(), model));
        }
        changed
    }
}

/// The algorithms, then the engines under their own heading.
fn algorithms(with_engines: bool) -> impl Iterator<Item = Pick<'static, &'static About>> {
    let mut was_engine = None;
    let known = catalogue().filter(move |about| with_engines || !about.is_engine());
    known.map(move |about| {
        let is_engine = about.is_engine();
        let begins = was_engine.replace(is_engine) != Some(is_engine);
        Pick {
            value: about,
            name: about.name,
            other_names: about.other_names,
            summary: about.summary,
            heading: begins.then_some(if is_engine { "Engines" } else { "Algorithms" }),
        }
    })
}

/// A note on the chosen engine.
fn engine_ui(ui: &mut Ui, settings: &Settings) {
    let text = match settings.algorithm.takes_databases() {
        true => "An engine: it records no nodes.",
        false => "An engine: its estimate is built in, and it records no nodes.",
    };
    note(ui, text);
}
