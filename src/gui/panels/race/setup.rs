//! Which searches a race has: the algorithm and the heuristic of each, and when they begin; or the runs of
//! which it is made.

use crate::gui::actions::Action;
use crate::gui::fitness;
use crate::gui::model::Model;
use crate::gui::races::{Begin, RaceAction, Races, n_cores};
use crate::gui::theme::{self, space};
use crate::gui::widgets::{
    choice, icon_button, note, option_row, primary_button, rows, segmented_small,
};
use egui::{Response, Ui, Vec2};
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
pub struct Setup {
    searches: Vec<Choice>,
    begin: Begin,
}

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
        Setup {
            searches: choices.into(),
            begin: Begin::default(),
        }
    }
}

impl Setup {
    /// Returns the button that starts the race. `is_asked` says whether a command has asked for it.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        is_asked: bool,
        actions: &mut Vec<Action>,
    ) -> Response {
        ui.set_max_width(ui.available_width().min(WIDTH));
        note(
            ui,
            "Several searches of this puzzle, side by side and in step, with the other options and \
             limits of the panel Search.",
        );
        ui.add_space(space::S);
        rows(ui, |ui| self.choices_ui(ui, model));
        ui.add_space(space::S);
        let choices = [
            (Begin::Together, "Together"),
            (Begin::OneByOne, "One after the other"),
        ];
        self.begin = segmented_small(ui, self.begin, &choices).unwrap_or(self.begin);
        note(ui, &begin_text(self.begin, self.searches.len()));
        ui.add_space(space::S);
        let searches: Vec<Settings> = self.searches.iter().map(|it| it.settings(model)).collect();
        let refused = searches.iter().enumerate().find_map(|(i, settings)| {
            let refusal = fitness::refusal(model.problem(), settings)?;
            Some(format!("Search {}: {refusal}", i + 1))
        });
        let works = model.runs().working().is_some();
        let reason = match works {
            true => Some("A search goes on: stop it, or wait for its end.".to_owned()),
            false => refused,
        };
        let shown = ui.horizontal(|ui| {
            let can_start = reason.is_none();
            let start =
                ui.add_enabled_ui(can_start, |ui| primary_button(ui, "Start the race", BUTTON));
            if start.inner.clicked() || is_asked && can_start {
                actions.push(RaceAction::Start(searches, self.begin).into());
            }
            let has_room = self.searches.len() < Races::MAX;
            let add = ui.add_enabled_ui(has_room, |ui| ui.button("Add a search"));
            if add.inner.clicked() {
                self.searches.push(Choice {
                    algorithm: model.settings().algorithm,
                    heuristic: None,
                });
            }
            start.inner
        });
        if let Some(reason) = reason {
            ui.add_space(space::XS);
            note(ui, &reason);
        }
        ui.add_space(space::M);
        let recorded = model.recorded_runs();
        let can_replay = recorded.len() >= Races::MIN;
        let replay = ui.add_enabled_ui(can_replay, |ui| ui.button("Race the runs"));
        if replay.inner.clicked() {
            actions.push(RaceAction::Replay(recorded).into());
        }
        note(
            ui,
            "Sets runs of this puzzle that have ended side by side: those that the plots show, the newest \
             four at most.",
        );
        shown.inner
    }

    fn choices_ui(&mut self, ui: &mut Ui, model: &Model) {
        let algorithms = catalogue().filter(|it| !it.is_engine());
        let names: Vec<(&str, &str)> = algorithms.map(|it| (it.key, it.name)).collect();
        let mut heuristics = vec![(None, "as in Search")];
        heuristics.extend((HEURISTICS.iter().enumerate()).map(|(i, it)| (Some(i), it.name)));
        let can_remove = self.searches.len() > Races::MIN;
        let mut removed = None;
        for (i, search) in self.searches.iter_mut().enumerate() {
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
            self.searches.remove(i);
        }
    }
}

/// What it means for `n` searches.
fn begin_text(begin: Begin, n: usize) -> String {
    match (begin, n_cores()) {
        (Begin::OneByOne, _) => "None slows another, so their times can be compared.".into(),
        (Begin::Together, cores) if cores >= n => {
            "They share the memory of the machine, so each takes longer than alone.".into()
        }
        (Begin::Together, 1) => {
            "The machine has one core, so they run one after the other.".to_owned()
        }
        (Begin::Together, cores) => format!(
            "{cores} at a time, since the machine has {cores} cores. They share its memory, so each \
             takes longer than alone."
        ),
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
