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
use crate::gui::widgets::{check_box, note, segmented_small};
use crate::gui::work::WorkState;
use egui::text::LayoutJob;
use egui::{Margin, Rect, Sense, Ui, pos2, vec2};
use std::sync::Arc;
use tilescope_lab::format;
use tilescope_lab::space_map::{SpaceMap, Symmetric};
use tilescope_puzzle::{HeuristicExpr, Puzzle, WholeSpace};
use tilescope_search::Cost;

/// The state space panel's view state.
#[derive(Default)]
pub struct SpacePanel {
    measure: Measure,
    symmetric: Symmetric,
    places: Option<(Arc<SpaceMap>, [usize; 2], Option<Places>)>,
    scale: Option<(Arc<SpaceMap>, Measure, Option<HeuristicExpr>, Scale)>,
    picture: Picture,
    pointing: Pointing,
    replay: Replay,
}

impl Panel for SpacePanel {
    fn shows_active_run(&self) -> bool {
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
                     is its own picture: open a sliding-tile puzzle of at most 10 cells, such as the \
                     8-puzzle.",
                );
            });
            return;
        };
        let size = puzzle.size();
        if size.n_cells() > SpaceMap::MAX_CELLS {
            let n = match size.n_cells() <= WholeSpace::MAX_CELLS {
                true => format!(
                    ", {} of them",
                    format::count(WholeSpace::n_states_for(size))
                ),
                false => String::new(),
            };
            let text = format!(
                "All boards that can reach a goal, in rows by their distance from it. The boards of \
                 {size} are too many to show{n}: choose a size of at most {} cells, such as 3×3 or \
                 2×5.",
                SpaceMap::MAX_CELLS
            );
            margin(ui, |ui| _ = note(ui, &text));
            return;
        }
        let symmetries = SpaceMap::symmetries(&puzzle.goal, puzzle.costs);
        if symmetries.is_empty() {
            self.symmetric = Symmetric::Apart;
        }
        margin(ui, |ui| self.controls_ui(ui, &symmetries));
        let key = SpaceKey::new(puzzle, self.symmetric);
        match model.spaces().map(&key) {
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
    fn controls_ui(&mut self, ui: &mut Ui, symmetries: &[&str]) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::L;
            let choices = Measure::ALL.map(|it| (it, it.title()));
            if let Some(chosen) = segmented_small(ui, self.measure, &choices) {
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
            WorkState::Done(values) => Some(&values[..]),
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
        let expr_of_measure = self.measure.needs_h().then_some(expr);
        let needed = match self.measure.needs_h() {
            true => values.unwrap_or_default(),
            false => &[],
        };
        let scale = self.scale(map, expr_of_measure, needed);
        let shown = Shown {
            map,
            puzzle,
            measure: self.measure,
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
        let inside = gutters.inside(room);
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
            measure: self.measure,
            expr: expr_of_measure.cloned(),
            is_dark: ui.visuals().dark_mode,
            run: shown.reached.and(run).map(|entry| entry.id),
        };
        let shading = Shading {
            measure: self.measure,
            map,
            values: needed,
            scale,
        };
        let reached = shown.reached;
        let texture = (self.picture).paint(ui, picture_key, places, &shading, reached, palette);
        // On whole pixels, so that each point of the picture is one.
        let scale = ui.pixels_per_point();
        let origin = pos2(
            (inside.left() * scale).round() / scale,
            (inside.top() * scale).round() / scale,
        );
        let [width, height] = places.size.map(|n| n as f32 / scale);
        let rect = Rect::from_min_size(origin, vec2(width, height));
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(texture, rect, uv, theme::UNTINTED);
        gutters.ui(ui, &shown, places, rect);
        let canvas = marks::Canvas {
            rect,
            scale,
            places,
            map,
        };
        let response = ui.interact(rect, ui.scope_id().with("map"), Sense::click());
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

    /// The scale of the measure, found anew if it is of something else.
    fn scale(
        &mut self,
        map: &Arc<SpaceMap>,
        expr: Option<&HeuristicExpr>,
        values: &[Cost],
    ) -> Scale {
        let measure = self.measure;
        if let Some((known, of, own, scale)) = &self.scale
            && Arc::ptr_eq(known, map)
            && (*of, own.as_ref()) == (measure, expr)
        {
            return *scale;
        }
        let scale = Scale::new(measure, map, values);
        self.scale = Some((Arc::clone(map), measure, expr.cloned(), scale));
        scale
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

/// What the map shows of which run.
fn summary_ui(ui: &mut Ui, model: &Model, shown: &Shown) {
    let palette = theme::palette(ui);
    let n_points = format::count(shown.map.n_points() as u64);
    let joined = match shown.map.n_points() < shown.map.n_states() {
        true => " classes of symmetric boards",
        false => " boards",
    };
    let all = format!("{n_points}{joined}");
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
            "{all}. Run {} has no record of its nodes, so none are lit: engines make none. \
             Choose an algorithm such as A*.",
            entry.id.0
        ),
        (_, None, Some(entry)) => format!(
            "{all}. Run {} has another goal, so none are lit: solve this puzzle.",
            entry.id.0
        ),
        (_, None, None) => {
            format!("{all}. Solve to see what a search expands of them.")
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
