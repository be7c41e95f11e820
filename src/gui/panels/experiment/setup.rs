//! What an experiment consists of: instances, algorithms, heuristics, limits and repetitions.

use super::files::files_ui;
use super::instances::Instances;
use super::parts::{counted, entries_ui, head_ui};
use crate::gui::actions::Action;
use crate::gui::experiments::{ExperimentAction, Experiments, Progress, RunsState};
use crate::gui::model::Model;
use crate::gui::requests::Notice;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{
    self, Number, Pick, above_strip, button, limit, list_item, main_control, menu_button, note,
    number, option_row, picker, primary_button, rows, seek_first, warning,
};
use egui::{Align, Event, Id, Key, Label, Layout, Popup, RichText, Ui, Vec2};
use tilescope_lab::experiment::{Draft, MAX_RUNS, Sweep, algorithm_text};
use tilescope_lab::own_heuristics::OwnHeuristics;
use tilescope_lab::{Settings, catalogue, format};
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_puzzle::{HEURISTICS, HeuristicExpr};
use tilescope_search::About;

const GIB: f64 = (1_u64 << 30) as f64;
const BUTTON: Vec2 = Vec2::new(64.0, theme::size::CONTROL);
/// The height of the strip below the lists.
const STRIP: f32 = theme::size::PRIMARY + 2.0 * space::S;
/// The width from which the lists are beside each other.
const WIDE: f32 = 560.0;
/// Longer formulas are cut.
const MAX_CHARS: usize = 400;
const EXPANSIONS: Number = whole(1e15);
const REPETITIONS: Number = whole(MAX_RUNS as f64);
const MEMORY: Number = Number {
    range: 0.001..=1024.0 * 1024.0,
    speed: 0.05,
    decimals: 3,
    unit: "GiB",
};
const TIME: Number = Number {
    range: 0.001..=1e7,
    speed: 0.25,
    decimals: 3,
    unit: "s",
};

const fn whole(max: f64) -> Number {
    Number {
        range: 1.0..=max,
        speed: 0.1,
        decimals: 0,
        unit: "",
    }
}

/// The runs were begun.
pub struct Begun {
    pub by_key: bool,
}

/// The view state.
#[derive(Default)]
pub struct Setup {
    instances: Instances,
    name: widgets::Draft,
    /// The heuristic that is written, and the last text that was none, with the reason.
    written: widgets::Draft,
    refused: Option<(String, String)>,
    /// The number that has the focus, and whether something was typed into it.
    number: Option<(Id, bool)>,
    /// What a button for files asks for, once a field that was being typed in has passed on its text.
    asked: Option<ExperimentAction>,
}

impl Setup {
    /// Shows all choices; whether the runs are to be shown, since they begin. `saves` is what a key asks for.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        saves: Option<ExperimentAction>,
        actions: &mut Vec<Action>,
    ) -> Option<Begun> {
        let experiments = model.experiments();
        let typed = ui.memory(|memory| memory.focused());
        let typed = typed.filter(|_| ui.ctx().text_edit_focused());
        if let Some(field) = typed.filter(|_| saves.is_some()) {
            ui.memory_mut(|memory| memory.surrender_focus(field));
        }
        let is_idle = experiments.state() == RunsState::Idle;
        let mut begun = None;
        let mut pressed = Vec::new();
        let asked = self.asked.take();
        above_strip(
            ui,
            STRIP,
            |ui| {
                let is_unsaved = experiments.is_unsaved() || self.is_typed(ui, experiments);
                self.asked = files_ui(ui, experiments, is_unsaved).or(saves);
                if !is_idle {
                    note(ui, "Its runs go on. Stop them to change the experiment.");
                }
                ui.add_enabled_ui(is_idle, |ui| self.choices_ui(ui, model, actions));
            },
            |ui| begun = total_ui(ui, experiments, &mut pressed),
        );
        actions.append(&mut pressed);
        actions.extend(asked.map(Action::from));
        if self.asked.is_some() {
            ui.ctx().request_repaint();
        }
        begun
    }

    /// Whether a field holds a text that is not in the experiment yet.
    pub fn is_typed(&mut self, ui: &Ui, experiments: &Experiments) -> bool {
        match (self.name.text(), self.written.text()) {
            (Some(name), _) => name != experiments.draft().name,
            (_, Some(formula)) => {
                let refused = self.refused.as_ref().map_or("", |(text, _)| text);
                !formula.trim().is_empty() && formula != refused
            }
            (None, None) => self.is_number_typed(ui),
        }
    }

    /// Whether something was typed into the number that has the focus: its text is egui's own.
    fn is_number_typed(&mut self, ui: &Ui) -> bool {
        let focused = ui.memory(|memory| memory.focused());
        let Some(id) = focused.filter(|_| ui.ctx().text_edit_focused() && has_focus(ui)) else {
            self.number = None;
            return false;
        };
        let is_typed = self.number == Some((id, true))
            || ui.input(|input| input.events.iter().any(changes_text));
        self.number = Some((id, is_typed));
        is_typed
    }

    fn choices_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let present = model.experiments().draft();
        let mut draft = present.clone();
        let written = option_row(ui, "Name", |ui| {
            ui.set_max_width(ui.available_width().min(280.0));
            self.name
                .line_ui(ui, "Name of the experiment", &present.name)
                .text
        });
        draft.name = written.unwrap_or(draft.name);
        ui.add_space(space::S);
        if ui.available_width() < WIDE {
            self.instances.ui(ui, model, &mut draft, actions);
            limits_ui(ui, &mut draft);
            self.algorithms_ui(ui, model, &mut draft, actions);
        } else {
            ui.spacing_mut().item_spacing.x = space::XL;
            ui.columns(2, |columns| {
                column(&mut columns[0], |ui| {
                    self.instances.ui(ui, model, &mut draft, actions);
                    limits_ui(ui, &mut draft);
                });
                column(&mut columns[1], |ui| {
                    self.algorithms_ui(ui, model, &mut draft, actions)
                });
            });
        }
        if draft != *present {
            actions.push(ExperimentAction::Edit(draft.into()).into());
        }
    }

    fn algorithms_ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        draft: &mut Draft,
        actions: &mut Vec<Action>,
    ) {
        let mut added = None;
        head_ui(ui, "Algorithms", |ui| {
            let hint = "The algorithm of the panel Search, with its options and its heuristic";
            let as_in_search = button(ui, "As in Search", BUTTON).on_hover_text(hint);
            if as_in_search.clicked() {
                added = Some(Added::AsInSearch);
            }
            added = sweeps_ui(ui, model.settings())
                .map(Added::Sweep)
                .or(added.take());
        });
        let texts = draft.algorithms.iter().map(algorithm_text);
        let removed = entries_ui(ui, texts, "Each of them solves every instance.");
        if let Some(index) = removed {
            draft.algorithms.remove(index);
        }
        let picked = picker(
            ui,
            "Add an algorithm",
            "Add an algorithm…",
            algorithms(),
            &|_| None,
        );
        if let Some(about) = picked {
            added = Some(Added::Picked(about));
        }
        if let Some(added) = added {
            actions.extend(added.add(draft, model.settings()));
        }
        self.heuristics_ui(ui, draft, model.own_heuristics().list());
    }

    fn heuristics_ui(&mut self, ui: &mut Ui, draft: &mut Draft, saved: &OwnHeuristics) {
        head_ui(ui, "Heuristics", |_| ());
        let texts = draft.heuristics.iter().map(|key| heuristic_text(key));
        let empty = "For each algorithm that uses one; Manhattan distance if none is given.";
        if let Some(index) = entries_ui(ui, texts, empty) {
            draft.heuristics.remove(index);
        }
        // The file has the expressions, which mean the same elsewhere.
        let expressions: Vec<String> = saved.iter().map(|own| own.expr.to_string()).collect();
        let registered = HEURISTICS.iter().map(|about| Pick {
            value: about.key,
            name: about.name,
            other_names: about.other_names,
            summary: about.summary,
            heading: None,
        });
        let own = saved.iter().zip(&expressions).enumerate();
        let own = own.map(|(i, (own, expression))| Pick {
            value: expression.as_str(),
            name: own.name.as_str(),
            other_names: &[],
            summary: own.summary(),
            heading: (i == 0).then_some("Yours"),
        });
        let heuristics = registered.chain(own);
        let picked = picker(
            ui,
            "Add a heuristic",
            "Add a heuristic…",
            heuristics,
            &|_| None,
        );
        draft.heuristics.extend(picked.map(str::to_owned));
        let shown = self
            .refused
            .as_ref()
            .map_or("", |(text, _)| text)
            .to_owned();
        let written = ui.horizontal(|ui| {
            let colour = theme::palette(ui).dim;
            ui.label(RichText::new("or a formula").color(colour));
            self.written.line_ui(ui, "Heuristic to add", &shown)
        });
        // One corrects it, or writes another.
        if let Some(field) = written.inner.entered {
            ui.memory_mut(|memory| memory.request_focus(field));
        }
        if let Some(text) = written.inner.text {
            self.refused = None;
            match saved.read(text.trim()) {
                _ if text.trim().is_empty() => {}
                Ok(expr) => draft.heuristics.push(expr.to_string()),
                Err(error) => self.refused = Some((text, error.to_string())),
            }
        }
        if let Some((_, error)) = &self.refused {
            warning(ui, error);
        }
    }
}

/// What stands in one of two columns, not justified.
fn column(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ui.spacing_mut().item_spacing.x = space::S;
    ui.with_layout(Layout::top_down(Align::Min), contents);
}

/// What is added to the algorithms.
enum Added {
    /// With the heuristic of the panel Search, if it uses one.
    AsInSearch,
    Sweep(Sweep),
    Picked(&'static About),
}

impl Added {
    /// Adds it, unless it is there already. Then that is said.
    fn add(self, draft: &mut Draft, settings: &Settings) -> Option<Action> {
        match &self {
            Added::AsInSearch => draft.add_algorithm(settings),
            Added::Sweep(sweep) => draft.add_sweep(settings, *sweep),
            Added::Picked(about) => {
                draft.add_algorithm(&Settings::new(about, DEFAULT_HEURISTIC));
            }
        }
        let (last, before) = draft.algorithms.split_last()?;
        let repeated = before.contains(last).then(|| algorithm_text(last));
        if repeated.is_some() {
            draft.algorithms.pop();
        }
        let heuristic = settings.heuristic.to_string();
        let uses_it = matches!(self, Added::AsInSearch) && settings.algorithm.uses_heuristic;
        if uses_it && !draft.heuristics.contains(&heuristic) {
            draft.heuristics.push(heuristic);
            return None;
        }
        let text = format!("{} is already in the experiment", repeated?);
        Some(Action::Notify(Notice::Done(text)))
    }
}

/// The menu that adds the algorithm of these settings, once for each value of one of them. Returns what is
/// chosen.
fn sweeps_ui(ui: &mut Ui, settings: &Settings) -> Option<Sweep> {
    let mut chosen = None;
    let menu = menu_button(ui, "Sweep");
    let menu = menu.on_hover_text("The algorithm of the panel Search with each value of a setting");
    seek_first(&menu);
    Popup::menu(&menu).gap(2.0).show(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.set_width(theme::size::POPUP);
        for sweep in Sweep::all(settings) {
            let values = format!("{} values", sweep.values().len());
            if list_item(ui, false, sweep.name(), &values).clicked() {
                chosen = Some(sweep);
            }
        }
    });
    chosen
}

fn algorithms() -> impl Iterator<Item = Pick<'static, &'static About>> {
    catalogue().map(|about| Pick {
        value: about,
        name: about.name,
        other_names: about.other_names,
        summary: about.summary,
        heading: None,
    })
}

/// The name of a heuristic, or its expression.
fn heuristic_text(text: &str) -> String {
    let expr = text.parse::<HeuristicExpr>().ok();
    match expr.as_ref().and_then(HeuristicExpr::about) {
        Some(about) => about.name.to_owned(),
        None => format::escaped(text, MAX_CHARS),
    }
}

/// Whether a text field that has the focus changes by this.
fn changes_text(event: &Event) -> bool {
    match event {
        Event::Text(_) | Event::Paste(_) | Event::Cut => true,
        Event::Key { key, pressed, .. } => *pressed && matches!(key, Key::Backspace | Key::Delete),
        _ => false,
    }
}

/// Whether the focus is within the panel.
pub fn has_focus(ui: &Ui) -> bool {
    let focused = ui.memory(|memory| memory.focused());
    let widget = focused.and_then(|id| ui.viewport(|it| it.prev_pass.widgets.get(id).copied()));
    widget.is_some_and(|widget| {
        widget.layer_id == ui.layer_id() && ui.max_rect().contains(widget.rect.center())
    })
}

fn limits_ui(ui: &mut Ui, draft: &mut Draft) {
    head_ui(ui, "Each run", |_| ());
    rows(ui, |ui| {
        let limits = &mut draft.limits;
        const NAMES: [&str; 3] = ["Max. expansions", "Max. memory", "Max. time"];
        let presets = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
        let expanded = limits.max_expanded.map(|n| n as f64);
        let chosen = option_row(ui, NAMES[0], |ui| {
            limit(ui, NAMES[0], expanded, &presets, &EXPANSIONS)
        });
        if let Some(expanded) = chosen {
            limits.max_expanded = expanded.map(|n| n as u64);
        }
        let memory = limits.memory().unwrap_or(0) as f64 / GIB;
        let chosen = option_row(ui, NAMES[1], |ui| number(ui, NAMES[1], memory, &MEMORY));
        if let Some(memory) = chosen {
            limits.max_memory = Some((memory * GIB) as u64);
        }
        let presets = [1.0, 10.0, 60.0, 600.0];
        let chosen = option_row(ui, NAMES[2], |ui| {
            limit(ui, NAMES[2], limits.max_time, &presets, &TIME)
        });
        limits.max_time = chosen.unwrap_or(limits.max_time);
        let repetitions = draft.repetitions as f64;
        let chosen = option_row(ui, "Repetitions", |ui| {
            number(ui, "Repetitions", repetitions, &REPETITIONS)
        });
        draft.repetitions = chosen.map_or(draft.repetitions, |n| n.round() as u64);
    });
}

/// How many runs there are, or why there can be none, and the button that begins them; whether that
/// was pressed.
fn total_ui(ui: &mut Ui, experiments: &Experiments, actions: &mut Vec<Action>) -> Option<Begun> {
    let progress = experiments
        .progress()
        .filter(|_| experiments.checking().is_none());
    let is_idle = experiments.state() == RunsState::Idle;
    let size = Vec2::new(96.0, theme::size::PRIMARY);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.set_height(theme::size::PRIMARY);
        let can_run = is_idle && progress.is_some_and(|progress| progress.n_left() > 0);
        let run = |ui: &mut Ui| primary_button(ui, "Run all", size);
        let run = ui.add_enabled_ui(can_run, run).inner;
        if can_run {
            main_control(ui, &run);
        }
        let begun = run.clicked().then(|| Begun {
            by_key: run.has_focus(),
        });
        if begun.is_some() {
            actions.push(ExperimentAction::Run.into());
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            total_text_ui(ui, experiments);
        });
        begun
    })
    .inner
}

fn total_text_ui(ui: &mut Ui, experiments: &Experiments) {
    let draft = experiments.draft();
    match (experiments.checking(), experiments.error()) {
        (Some(done), _) if done > 0.0 => drop(note(
            ui,
            &format!("Generating instances: {:.0} %", done * 100.0),
        )),
        (Some(_), _) => drop(note(ui, "Counting the runs…")),
        (None, Some(_)) if draft.instances.is_empty() => drop(note(ui, "Add instances to begin.")),
        (None, Some(_)) if draft.algorithms.is_empty() => {
            drop(note(ui, "Add an algorithm to begin."));
        }
        (None, Some(error)) => drop(warning(ui, error)),
        (None, None) => match experiments.progress() {
            None => drop(note(ui, "Add instances and algorithms to begin.")),
            Some(progress) => {
                let text = total(progress);
                ui.add(Label::new(&text).truncate()).on_hover_text(text);
            }
        },
    }
}

/// “12 instances × 6 configurations × 3 repetitions = 216 runs”.
fn total(progress: &Progress) -> String {
    let experiment = progress.experiment();
    let mut text = format!(
        "{} × {}",
        counted(experiment.instances.len(), "instance"),
        counted(experiment.configurations.len(), "configuration")
    );
    if experiment.repetitions > 1 {
        text += &format!(
            " × {}",
            counted(experiment.repetitions as usize, "repetition")
        );
    }
    let done = match progress.n_done() {
        0 => String::new(),
        n => format!(", {} done", format::count(n as u64)),
    };
    format!("{text} = {}{done}", counted(progress.n_runs(), "run"))
}
