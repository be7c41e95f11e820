//! The race panel: two to four searches of the present puzzle, run together or one after the other, then
//! shown side by side in step by expansions or by time.

mod lane;
mod setup;

use crate::gui::actions::Action;
use crate::gui::image_context;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::races::{Begin, InStepBy, RaceAction, Races, n_cores};
use crate::gui::replay::Replay;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{choice, icon_button, note, scrolled, segmented_small};
use egui::{Rect, Response, Slider, Ui, UiBuilder};
use egui_material_icons::icons::{ICON_PAUSE, ICON_PLAY_ARROW};
use setup::Setup;
use std::time::Duration;
use tilescope_lab::{RunState, format};

/// The least room for the moment that is shown beside the slider.
const LEAST_TEXT: f32 = 190.0;

/// The race panel's view state.
#[derive(Default)]
pub struct RacePanel {
    setup: Setup,
    /// Whether another race is set up while there is one.
    sets_up: bool,
    replays: [Replay; Races::MAX],
    /// How often a command had asked for a race.
    n_asked: u32,
    /// Where the main button had the focus: when it gives way to that of the next stage, so does the focus.
    focused: Option<Stage>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Setup,
    Searching,
    Replay,
}

impl Panel for RacePanel {
    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        scrolled(ui, |ui| {
            let (races, runs) = (model.races(), model.runs());
            let n_asked = std::mem::replace(&mut self.n_asked, races.n_asked());
            let is_asked = n_asked != races.n_asked() && !image_context::is_image(ui);
            let (stage, main) = if races.is_searching(runs) {
                self.sets_up = false;
                (Stage::Searching, searching_ui(ui, model, actions))
            } else if self.sets_up || is_asked || races.n_searches() == 0 {
                self.sets_up |= is_asked;
                let start = self.setup.ui(ui, model, is_asked, actions);
                if races.n_searches() > 0 {
                    ui.add_space(space::M);
                    self.sets_up = !ui.button("Back to the race").clicked();
                }
                (Stage::Setup, start)
            } else {
                let (play, sets_up) = controls_ui(ui, model, actions);
                self.sets_up = sets_up;
                (Stage::Replay, play)
            };
            if self.focused.is_some_and(|before| before != stage) {
                main.request_focus();
            }
            self.focused = main.has_focus().then_some(stage);
            if races.n_searches() > 0 && !self.sets_up {
                ui.add_space(space::M);
                self.lanes_ui(ui, model, actions);
            }
        });
    }
}

/// The searches go on: how many have ended, and the button that stops them, which is returned.
fn searching_ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) -> Response {
    let (races, runs) = (model.races(), model.runs());
    let (begun, n) = (races.entries(runs), races.n_searches());
    let text = match races.begin() {
        Begin::Together => {
            let has_ended = |entry: &&&RunEntry| entry.run.state() == RunState::Ended;
            let n_ended = begun.iter().filter(has_ended).count();
            format!("{n_ended} of {n} searches have ended. When all have, the race is played.")
        }
        Begin::OneByOne => format!(
            "Search {} of {n}. They run one after the other, so that none slows another; then the \
             race is played.",
            begun.len().max(1),
        ),
    };
    let shown = ui.horizontal(|ui| {
        let stop = ui.button("Stop the race");
        if stop.clicked() {
            actions.push(RaceAction::Stop.into());
        }
        note(ui, &text);
        stop
    });
    shown.inner
}

/// Play, which is returned, the slider and what the searches are in step by; whether another race is asked
/// for.
fn controls_ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) -> (Response, bool) {
    let (races, runs) = (model.races(), model.runs());
    let mut sets_up = false;
    ui.horizontal_wrapped(|ui| {
        let choices = [
            (InStepBy::Expansions, "By expansions"),
            (InStepBy::Time, "By time"),
        ];
        if let Some(chosen) = segmented_small(ui, races.in_step_by(), &choices) {
            actions.push(RaceAction::InStepBy(chosen).into());
        }
        ui.add_space(space::M);
        let names = Races::LENGTHS.map(|seconds| format!("in {seconds:.0} s"));
        let lengths: Vec<(f32, &str)> = (Races::LENGTHS.into_iter())
            .zip(names.iter().map(String::as_str))
            .collect();
        if let Some(seconds) = choice(ui, "Length of the race", races.length(), &lengths) {
            actions.push(RaceAction::Length(seconds).into());
        }
        ui.add_space(space::M);
        let other = ui.button("New race…");
        sets_up = other.on_hover_text("Choose other searches").clicked();
    });
    ui.add_space(space::S);
    let shown = ui.horizontal(|ui| {
        let (icon, name) = match races.playing() {
            true => (ICON_PAUSE, "Pause the race"),
            false => (ICON_PLAY_ARROW, "Play the race"),
        };
        let play = icon_button(ui, icon, name).on_hover_text(name);
        if play.clicked() {
            actions.push(RaceAction::TogglePlay.into());
        }
        let end = races.end(runs);
        let at = races.at() * end;
        let moment = |at: f64| match races.in_step_by() {
            InStepBy::Expansions => {
                let [at, end] = [at, end].map(|n| format::count(n as u64));
                format!("expansion {at} of {end}")
            }
            InStepBy::Time => {
                let [at, end] = [at, end].map(|it| format::duration(Duration::from_secs_f64(it)));
                format!("{at} of {end}")
            }
        };
        let palette = theme::palette(ui);
        let small = egui::TextStyle::Small.resolve(ui.style());
        let longest = (ui.painter()).layout_no_wrap(moment(end), small, palette.dim);
        let room = longest.size().x.max(LEAST_TEXT);
        let mut part = races.at();
        ui.spacing_mut().slider_width = (ui.available_width() - room - space::L).max(60.0);
        let slider = ui.add(Slider::new(&mut part, 0.0..=1.0).show_value(false));
        (ui.ctx()).accesskit_node_builder(slider.id, |node| node.set_label("Moment of the race"));
        if slider.changed() {
            actions.push(RaceAction::Seek(part).into());
        }
        let text = egui::RichText::new(moment(at)).small().color(palette.dim);
        ui.add(egui::Label::new(text).truncate());
        play
    });
    let is_by_time = races.in_step_by() == InStepBy::Time;
    if is_by_time && races.begin() == Begin::Together && n_cores() > 1 {
        note(ui, "They ran together, so each took longer than alone.");
    }
    (shown.inner, sets_up)
}

impl RacePanel {
    fn lanes_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let (races, runs) = (model.races(), model.runs());
        let entries = races.entries(runs);
        let end = races.end(runs);
        let area = ui.available_rect_before_wrap();
        let n = races.n_searches().clamp(Races::MIN, Races::MAX) as f32;
        let width = area.width().min(n * lane::MAX_WIDTH);
        let each = ((width - (n - 1.0) * space::L) / n).floor();
        let mut bottom = area.top();
        for (i, (entry, replay)) in entries.into_iter().zip(&mut self.replays).enumerate() {
            let left = area.left() + i as f32 * (each + space::L);
            let place = Rect::from_x_y_ranges(left..=left + each, area.y_range());
            let builder = UiBuilder::new().id_salt(i).max_rect(place);
            let shown = ui.scope_builder(builder, |ui| {
                lane::ui(ui, model, entry, end, replay, actions);
            });
            bottom = bottom.max(shown.response.rect.bottom());
        }
        ui.advance_cursor_after_rect(Rect::from_x_y_ranges(area.x_range(), area.top()..=bottom));
    }
}
