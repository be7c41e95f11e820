//! Which searches a race has: the algorithm and the heuristic of each.

use crate::gui::actions::Action;
use crate::gui::fitness;
use crate::gui::model::Model;
use crate::gui::races::{RaceAction, Races};
use crate::gui::theme::{self, space};
use crate::gui::widgets::{choice, icon_button, note, option_row, primary_button, rows};
use egui::{Ui, Vec2};
use egui_material_icons::icons::ICON_CLOSE;
use tilescope_lab::{Settings, catalogue, job};
use tilescope_puzzle::{HEURISTICS, HeuristicExpr};
use tilescope_search::about::About;
use tilescope_search::breadth_first::BreadthFirst;
use tilescope_search::ida_star::IdaStar;
use tilescope_search::{Algorithm, DEFAULT_ALGORITHM};

const WIDTH: f32 = 520.0;
const BUTTON: Vec2 = Vec2::new(136.0, theme::size::PRIMARY);

/// The searches that are chosen.
pub struct Setup(Vec<Choice>);

struct Choice {
    algorithm: &'static About,
    /// An index of the registered heuristics; `None` for that of the panel Search.
    heuristic: Option<usize>,
}

impl Default for Setup {
    fn default() -> Self {
        let algorithms = [&BreadthFirst::ABOUT, DEFAULT_ALGORITHM, &IdaStar::ABOUT];
        let choices = algorithms.map(|algorithm| Choice {
            algorithm,
            heuristic: None,
        });
        Setup(choices.into())
    }
}

impl Setup {
    pub fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        ui.set_max_width(ui.available_width().min(WIDTH));
        note(
            ui,
            "Several searches of this puzzle, side by side and in step. They run one after the other \
             with the other options and limits of the panel Search; then the race is shown.",
        );
        ui.add_space(space::S);
        rows(ui, |ui| self.choices_ui(ui, model));
        ui.add_space(space::S);
        let searches: Vec<Settings> = self.0.iter().map(|it| it.settings(model)).collect();
        let refused = searches.iter().enumerate().find_map(|(i, settings)| {
            let refusal = fitness::refusal(model.problem(), settings)?;
            Some(format!("Search {}: {refusal}", i + 1))
        });
        let works = model.runs().working().is_some();
        let reason = match works {
            true => Some("A search goes on: stop it, or wait for its end.".to_owned()),
            false => refused,
        };
        ui.horizontal(|ui| {
            let can_start = reason.is_none();
            let start =
                ui.add_enabled_ui(can_start, |ui| primary_button(ui, "Start the race", BUTTON));
            if start.inner.clicked() {
                actions.push(RaceAction::Start(searches).into());
            }
            let has_room = self.0.len() < Races::MAX;
            let add = ui.add_enabled_ui(has_room, |ui| ui.button("Add a search"));
            if add.inner.clicked() {
                self.0.push(Choice {
                    algorithm: model.settings().algorithm,
                    heuristic: None,
                });
            }
        });
        if let Some(reason) = reason {
            ui.add_space(space::XS);
            note(ui, &reason);
        }
    }

    fn choices_ui(&mut self, ui: &mut Ui, model: &Model) {
        let algorithms = catalogue().filter(|it| !it.is_engine());
        let names: Vec<(&str, &str)> = algorithms.map(|it| (it.key, it.name)).collect();
        let mut heuristics = vec![(None, "as in Search")];
        heuristics.extend((HEURISTICS.iter().enumerate()).map(|(i, it)| (Some(i), it.name)));
        let can_remove = self.0.len() > Races::MIN;
        let mut removed = None;
        for (i, search) in self.0.iter_mut().enumerate() {
            let n = i + 1;
            option_row(ui, &format!("Search {n}"), |ui| {
                ui.add_enabled_ui(can_remove, |ui| {
                    let name = format!("Remove search {n}");
                    let button = icon_button(ui, ICON_CLOSE, &name).on_hover_text("Remove");
                    removed = button.clicked().then_some(i).or(removed);
                });
                if search.algorithm.uses_heuristic && model.puzzle().is_some() {
                    let name = format!("Heuristic of search {n}");
                    if let Some(chosen) = choice(ui, &name, search.heuristic, &heuristics) {
                        search.heuristic = chosen;
                    }
                    ui.add_space(space::M);
                }
                let name = format!("Algorithm of search {n}");
                let chosen = choice(ui, &name, search.algorithm.key, &names);
                if let Some(chosen) = chosen.and_then(|key| job::algorithm(key).ok()) {
                    search.algorithm = chosen;
                }
            });
        }
        if let Some(i) = removed.filter(|_| can_remove) {
            self.0.remove(i);
        }
    }
}

impl Choice {
    fn settings(&self, model: &Model) -> Settings {
        let settings = model.settings().with_algorithm(self.algorithm);
        match self.heuristic.and_then(|i| HEURISTICS.get(i)) {
            Some(about) => Settings {
                heuristic: HeuristicExpr::from(*about),
                ..settings
            },
            None => settings,
        }
    }
}
