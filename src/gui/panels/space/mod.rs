//! The state space panel: all boards that can reach the goal, in rows by their distance from it, and
//! what the shown run has reached of them.

mod gutter;
mod legend;
mod marks;
mod picture;
mod places;
mod pointing;
mod shades;
mod shown;
mod strip;

use self::picture::{Picture, PictureKey};
use self::places::Places;
use self::pointing::Pointing;
use self::shades::{Measure, Scale, Shading};
use self::shown::Shown;
use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::replay::Replay;
use crate::gui::runs::RunEntry;
use crate::gui::spaces::{SpaceAction, SpaceKey};
use crate::gui::text::sentence;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{check_box, main_control, note, segmented_small};
use crate::gui::work::WorkState;
use egui::text::LayoutJob;
use egui::{Id, Margin, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use std::sync::Arc;
use tilescope_lab::format;
use tilescope_lab::space_map::{SpaceMap, Symmetric};
use tilescope_puzzle::{Puzzle, WholeSpace};

/// The state space panel's view state.
#[derive(Default)]
pub struct SpacePanel {
    measure: Measure,
    symmetric: Symmetric,
    places: Option<(Arc<SpaceMap>, [usize; 2], Option<Places>)>,
    picture: Picture,
    pointing: Pointing,
    replay: Replay,
}

impl Panel for SpacePanel {
    fn shows_steps(&self) -> bool {
        true
    }

    fn copy(&self) -> Option<Box<dyn Panel>> {
        Some(Box::new(SpacePanel {
            measure: self.measure,
            symmetric: self.symmetric,
            ..SpacePanel::default()
        }))
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let Some(puzzle) = model.puzzle() else {
            margin(ui, |ui| {
                note(
                    ui,
                    "All boards that can reach a goal, in rows by their distance from it. A road map \
                     is its own picture: open a sliding-tile puzzle of at most 12 cells, such as the \
                     8-puzzle.",
                );
            });
            return;
        };
        if let Some(refusal) = refusal(puzzle) {
            margin(ui, |ui| _ = note(ui, &refusal));
            return;
        }
        let is_sampled = puzzle.size().n_cells() > SpaceMap::MAX_CELLS;
        let symmetries = match is_sampled {
            true => Vec::new(),
            false => SpaceMap::symmetries(&puzzle.goal, puzzle.costs),
        };
        if symmetries.is_empty() {
            self.symmetric = Symmetric::Apart;
        }
        let key = SpaceKey::new(puzzle, self.symmetric);
        let state = model.spaces().map(&key);
        if let (WorkState::Due, true) = (&state, is_sampled) {
            margin(ui, |ui| sample_ui(ui, key, actions));
            return;
        }
        margin(ui, |ui| self.controls_ui(ui, is_sampled, &symmetries));
        if let WorkState::Due | WorkState::Working(_) = state {
            coming_map_ui(ui);
        }
        match state {
            WorkState::Due => actions.push(SpaceAction::Map(key.into()).into()),
            WorkState::Done(map) => self.map_ui(ui, model, puzzle, &key, map, actions),
            state => margin(ui, |ui| {
                let again = SpaceAction::Map(key.clone().into());
                work_ui(ui, "Searching the whole space", state, again, actions);
            }),
        }
    }
}

impl SpacePanel {
    /// The number by which the points are coloured: a sample has no numbers of paths.
    fn measure(&self, map: &SpaceMap) -> Measure {
        match self.measure {
            Measure::Paths if map.is_sample() => Measure::Distance,
            measure => measure,
        }
    }

    fn controls_ui(&mut self, ui: &mut Ui, is_sampled: bool, symmetries: &[&str]) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::L;
            let choices = Measure::ALL.map(|it| (it, it.title()));
            let (_, of_sample) = choices.split_last().expect("there are four");
            let (shown, choices) = match (is_sampled, self.measure) {
                (false, measure) => (measure, &choices[..]),
                (true, Measure::Paths) => (Measure::Distance, of_sample),
                (true, measure) => (measure, of_sample),
            };
            if let Some(chosen) = segmented_small(ui, shown, choices) {
                self.measure = chosen;
            }
            if symmetries.is_empty() {
                return;
            }
            let mut is_joined = self.symmetric == Symmetric::Joined;
            let name = "Join symmetric boards";
            let hint = format!(
                "One point for all boards that are equally far from this goal by symmetry: {}",
                symmetries.join(", ")
            );
            if check_box(ui, &mut is_joined, name, name)
                .on_hover_text(hint)
                .changed()
            {
                self.symmetric = match is_joined {
                    true => Symmetric::Joined,
                    false => Symmetric::Apart,
                };
            }
        });
    }

    fn map_ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        puzzle: &Puzzle,
        key: &SpaceKey,
        map: &Arc<SpaceMap>,
        actions: &mut Vec<Action>,
    ) {
        let expr = &model.settings().heuristic;
        let values = match model.spaces().values(key, expr) {
            WorkState::Done(values) => Some(values),
            _ if !self.measure.needs_h() => None,
            WorkState::Due => {
                actions.push(SpaceAction::Estimate(expr.clone().into()).into());
                return;
            }
            state => {
                margin(ui, |ui| {
                    let again = SpaceAction::Estimate(expr.clone().into());
                    let what = format!("Asking {expr} for every board");
                    work_ui(ui, &what, state, again, actions);
                });
                return;
            }
        };
        let active = model.runs().active();
        let has_goal = |entry: &&RunEntry| {
            let own = entry.run.job().problem.puzzle();
            own.is_some_and(|own| own.goal == puzzle.goal)
        };
        let run = active.filter(has_goal);
        let reached = run.and_then(|entry| model.spaces().reached(entry));
        if let (Some(entry), None) = (run, reached) {
            actions.push(SpaceAction::Read(entry.id).into());
        }
        let has_record = |entry: &RunEntry| entry.run.trace().n_nodes() > 0;
        let t = model.cursor().t;
        let measure = self.measure(map);
        let expr_of_measure = measure.needs_h().then_some(expr);
        let scale = Scale::new(measure, map, values);
        let values = values.map(|values| &values.h[..]);
        let shown = Shown {
            map,
            puzzle,
            measure,
            scale,
            expr,
            values,
            run,
            reached: reached
                .filter(|_| run.is_some_and(has_record))
                .map(|reached| (reached, t)),
        };
        margin(ui, |ui| summary_ui(ui, model, &shown));
        let room = ui.available_rect_before_wrap();
        let readout = Pointing::readout_height(room.width() - 2.0 * space::L);
        let below = legend::HEIGHT + readout + space::S;
        let room = Rect::from_min_max(
            pos2(room.left() + space::L, room.top()),
            pos2(room.right() - space::L, room.bottom() - below),
        );
        let gutters = gutter::Gutters::new(ui, &shown, room);
        let inside = as_wide_as_a_texture(ui, gutters.inside(room));
        self.places(map, inside, ui.pixels_per_point());
        let Some((_, _, Some(places))) = &self.places else {
            margin(ui, |ui| {
                _ = note(ui, "The map needs more room: make this panel larger.");
            });
            return;
        };
        let palette = theme::palette(ui);
        let picture_key = PictureKey {
            map: Arc::clone(map),
            size: places.size,
            measure,
            expr: expr_of_measure.cloned(),
            is_dark: ui.visuals().dark_mode,
            run: shown.reached.and(run).map(|entry| entry.id),
        };
        let shading = Shading {
            measure,
            map,
            values: values.unwrap_or_default(),
            scale,
        };
        let reached = shown.reached;
        // On whole pixels, so that each point of the picture is one.
        let scale = ui.pixels_per_point();
        let origin = pos2(
            (inside.left() * scale).round() / scale,
            (inside.top() * scale).round() / scale,
        );
        let [width, height] = places.size.map(|n| n as f32 / scale);
        let rect = Rect::from_min_size(origin, vec2(width, height));
        (self.picture).ui(ui, origin, picture_key, places, &shading, reached, palette);
        gutters.ui(ui, &shown, places, rect);
        let canvas = marks::Canvas {
            rect,
            scale,
            places,
            map,
        };
        let response = ui.interact(rect, map_id(ui), Sense::click());
        main_control(ui, &response);
        self.pointing
            .ui(ui, &response, &canvas, &shown, model, actions);
        marks::ui(ui, &canvas, &shown, model, &mut self.replay);
        self.pointing.paint(ui, &canvas, &shown, &response);
        let bottom = Rect::from_min_max(
            pos2(room.left(), room.bottom() + space::XS),
            pos2(room.right(), room.bottom() + below),
        );
        ui.scope_builder(egui::UiBuilder::new().max_rect(bottom), |ui| {
            legend::ui(ui, &shown);
            self.pointing.readout_ui(ui, &shown);
        });
    }

    /// Finds the places of the points anew if the map or the room has changed.
    fn places(&mut self, map: &Arc<SpaceMap>, inside: Rect, scale: f32) {
        let room = [inside.width(), inside.height()].map(|n| (n.max(0.0) * scale) as usize);
        let is_known = |(known, size, _): &(Arc<SpaceMap>, [usize; 2], _)| {
            Arc::ptr_eq(known, map) && *size == room
        };
        if !self.places.as_ref().is_some_and(is_known) {
            let places = Places::new(map, room, scale);
            self.places = Some((Arc::clone(map), room, places));
        }
    }
}

/// The middle of `inside`, where that is wider than the graphics card can show as one picture.
fn as_wide_as_a_texture(ui: &Ui, inside: Rect) -> Rect {
    let most = ui.input(|input| input.max_texture_side) as f32 / ui.pixels_per_point();
    let width = inside.width().min(most);
    Rect::from_center_size(inside.center(), vec2(width, inside.height()))
}

fn map_id(ui: &Ui) -> Id {
    ui.scope_id().with("map")
}

/// The place of a map that is being made. It can have the focus, so that a key that leads into the panel leads
/// to the map.
fn coming_map_ui(ui: &Ui) {
    let room = ui.available_rect_before_wrap();
    let response = ui.interact(room, map_id(ui), Sense::FOCUSABLE);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, pointing::MAP));
    main_control(ui, &response);
}

/// Why there is no map of the space of `puzzle`, if there is none.
fn refusal(puzzle: &Puzzle) -> Option<String> {
    let size = puzzle.size();
    let what = "All boards that can reach a goal, in rows by their distance from it.";
    if size.n_cells() > SpaceMap::MAX_SAMPLED_CELLS {
        let n = SpaceMap::MAX_SAMPLED_CELLS;
        return Some(format!(
            "{what} The boards of {size} are too many to show: choose a size of at most {n} cells, \
             such as 3×3 or 3×4."
        ));
    }
    (size.n_cells() > SpaceMap::MAX_CELLS && !puzzle.costs.are_uniform()).then(|| {
        let n = format::count(WholeSpace::n_states_for(size));
        format!("{what} The {n} boards of {size} are shown only if all moves cost the same.")
    })
}

/// What a sample takes, before it is made.
fn sample_ui(ui: &mut Ui, key: SpaceKey, actions: &mut Vec<Action>) {
    let size = key.goal.size();
    let n_states = WholeSpace::n_states_for(size);
    note(
        ui,
        &format!(
            "{size} has {} boards that can reach the goal. The map shows a sample of {} of them, in \
             rows by their distance from the goal. Searching the whole space takes {} and about {}.",
            format::count(n_states),
            format::count(n_states / SpaceMap::SAMPLED),
            format::bytes(SpaceMap::bytes(size)),
            format::duration(SpaceMap::time(size)),
        ),
    );
    ui.add_space(space::S);
    if ui.button("Search the whole space").clicked() {
        actions.push(SpaceAction::Map(key.into()).into());
    }
}

/// What the map shows of which run.
fn summary_ui(ui: &mut Ui, model: &Model, shown: &Shown) {
    let palette = theme::palette(ui);
    let map = shown.map;
    let [n_points, n_states] = [map.n_points(), map.n_states()].map(|n| format::count(n as u64));
    let one_in = format::count(SpaceMap::SAMPLED);
    let (all, first) = match map.n_points() < map.n_states() {
        _ if map.is_sample() => (
            format!("a sample of 1 in {one_in} boards"),
            format!("A sample of 1 in {one_in} of {n_states} boards."),
        ),
        is_joined => {
            let joined = if is_joined {
                "classes of symmetric boards"
            } else {
                "boards"
            };
            let all = format!("{n_points} {joined}");
            (all.clone(), all + ".")
        }
    };
    let other_run = model.runs().active().filter(|_| shown.run.is_none());
    let text = match (shown.reached, shown.run, other_run) {
        (Some((reached, t)), Some(entry), _) => {
            let count = reached.in_all(t);
            let [expanded, generated] =
                [count.expanded, count.generated].map(|n| format::count(n.into()));
            let mut text = format!(
                "Step {}: {expanded} of {all} expanded, {generated} generated.",
                format::count(t.into())
            );
            let trace = entry.run.trace();
            let done = reached.done(trace);
            if done < 1.0 {
                text += &format!(" Reading the record: {:.0} %.", (100.0 * done).floor());
            } else if entry.run.report().is_some_and(|it| !it.recorded_in_full) {
                let n = format::count(trace.n_expanded().into());
                text += &format!(" The record ends after {n} steps, before the search.");
            }
            text
        }
        (_, Some(entry), _) => format!(
            "{first} Run {} has no record of its nodes, so none are lit: engines make none. \
             Choose an algorithm such as A*.",
            entry.id.0
        ),
        (_, None, Some(entry)) => format!(
            "{first} Run {} has another goal, so none are lit: solve this puzzle.",
            entry.id.0
        ),
        (_, None, None) => {
            format!("{first} Solve to see what a search expands of them.")
        }
    };
    // In a narrow panel a line is too short for the usual sentence.
    let font = egui::FontId::proportional(theme::text::SMALL);
    let mut job = LayoutJob::simple(text, font, palette.dim, ui.available_width());
    job.wrap.max_rows = 2;
    ui.label(job);
}

/// Work that is not done: how far it is, or why there is none.
fn work_ui<T>(
    ui: &mut Ui,
    what: &str,
    state: WorkState<T>,
    again: SpaceAction,
    actions: &mut Vec<Action>,
) {
    match state {
        WorkState::Due | WorkState::Done(_) => {}
        WorkState::Working(done) => {
            note(ui, &format!("{what}: {:.0} %", (100.0 * done).floor()));
            ui.add(egui::ProgressBar::new(done as f32).desired_height(4.0));
            if ui.button("Stop").clicked() {
                actions.push(SpaceAction::Stop.into());
            }
        }
        WorkState::Stopped => {
            note(ui, "This was stopped.");
            if ui.button("Go on").clicked() {
                actions.push(again.into());
            }
        }
        WorkState::Failed(reason) => _ = note(ui, &sentence(reason)),
    }
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
