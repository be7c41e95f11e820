//! The tree panel: the search tree at the cursor's step, and the timeline.

mod access;
mod arrange;
mod bookmarks;
mod caption_style;
mod captions;
mod cell;
pub mod colours;
mod contours;
mod controls;
mod figures;
mod interact;
mod iterations;
pub mod legend;
mod lines;
mod link_labels;
mod lod;
pub mod map;
pub mod marks;
mod minimap;
pub mod paint;
mod played;
mod scene;
mod timeline;
mod tooltip;
mod two_trees;
mod view;
mod visible;

use crate::gui::actions::Action;
use crate::gui::colouring::Viewer;
use crate::gui::image_context;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::replay::Replay;
use crate::gui::run_status::building;
use crate::gui::runs::{RunEntry, RunId, RunNode, RunsAction};
use crate::gui::text::sentence;
use crate::gui::theme::{self, space};
use crate::gui::widgets::focus_frame;
use crate::gui::widgets::mini_state::MiniStates;
use arrange::{Arrangement, Change, Future};
use cell::Natural;
use colours::Colours;
use egui::{Align2, FontId, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};
use interact::Gesture;
use scene::{Scene, Sizes};
use std::borrow::Cow;
use tilescope_lab::{RunOutcome, RunState};
use tilescope_trace::{Moment, NodeId, NodePosition};
use view::View;

/// How fast the view follows a node that left it, as a fraction of the distance per second.
const CATCHING_UP: f32 = 6.0;

/// The height of the notes at the bottom, in points.
const NOTES: f32 = 24.0;

/// Shows the search tree of the shown run.
#[derive(Default)]
pub struct TreePanel {
    arrangement: Arrangement,
    /// Which figures the nodes carry.
    figures: figures::Choice,
    map: map::MapPart,
    replay: Replay,
    view: Option<View>,
    /// Whether the user has panned or zoomed. Then the view stays where it is.
    is_moved: bool,
    /// Whether the view is moving to a node that left it.
    catches_up: bool,
    /// The switches for the dots of nodes to come.
    shows_future: Switches,
    lecture: Lecture,
    /// The run and the moment of the frame before.
    seen: Option<(RunId, Moment)>,
    size: Vec2,
    /// The latest request to reveal a node that was fulfilled.
    revealed: u32,
    hand: interact::Hand,
    /// The node that the pointer is on.
    pointed: Option<RunNode>,
    tooltip: tooltip::Tooltip,
}

/// The camera of the lecture view.
#[derive(Default)]
struct Lecture {
    /// True if the lecture view was drawn last.
    is_on: bool,
    /// True if the view shows the part of the tree around the current node, because boards of the
    /// whole tree could not be read.
    is_close: bool,
    /// True if all of the tree is shown even so.
    wants_whole: bool,
    /// The view in the window, and whether it was moved.
    in_window: (Option<View>, bool),
}

/// A choice in the window, and the one in a lecture.
#[derive(Clone, Copy)]
struct Switches {
    in_window: bool,
    in_lecture: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Switches {
            in_window: true,
            in_lecture: false,
        }
    }
}

pub use access::{describe, side_words, status_word};
pub use tooltip::costs_text;

impl Panel for TreePanel {
    fn title(&self, model: &Model) -> Option<&'static str> {
        map::route_of(model).and_then(|_| self.map.title())
    }

    fn shows_active_run(&self) -> bool {
        true
    }

    fn copy(&self) -> Option<Box<dyn Panel>> {
        Some(Box::new(TreePanel {
            arrangement: self.arrangement.clone(),
            figures: self.figures,
            map: self.map.copy(),
            view: self.view,
            is_moved: self.is_moved,
            shows_future: self.shows_future,
            size: self.size,
            revealed: self.revealed,
            ..TreePanel::default()
        }))
    }

    fn head_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let has_map = map::route_of(model).is_some();
        let room = map::HeadRoom::of(ui, has_map);
        if has_map {
            self.map.head_ui(ui, room);
        }
        // An engine records no nodes, so it needs no legend.
        let active = model.runs().active();
        let active = active.filter(|entry| !entry.run.job().settings.algorithm.is_engine());
        if let Some(entry) = active {
            self.figures.ui(ui, entry);
            ui.add_space(room.gap());
            iterations::ui(ui, entry, model.cursor().t, actions);
            colours::choice_ui(ui, model, entry, legend::MIN_WIDTH, actions);
            ui.add_space(room.gap());
            let explained = legend::Explained {
                of_map: has_map && self.map.is_alone(),
                of_shapes: Colours::of_run(model, entry, theme::palette(ui)).is_some(),
                has_game: played::path(model, entry).len() > 1,
                has_contours: contours::are_shown(model, entry),
            };
            legend::ui(ui, entry, explained);
        }
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        self.lecture_begins_or_ends(ui);
        let area = ui.available_rect_before_wrap();
        let strip = timeline::height(ui, area.width(), model);
        let split = (area.max.y - strip).max(area.min.y);
        let canvas = area.with_max_y(split);
        let palette = theme::palette(ui);
        ui.painter().rect_filled(canvas, 0.0, palette.canvas);
        let line = Stroke::new(1.0, palette.line);
        for y in [canvas.min.y, canvas.max.y] {
            ui.painter().hline(area.x_range(), y, line);
        }
        let inside = canvas.shrink2(vec2(0.0, 1.0));
        let scale = colours::height(model, inside.height());
        let (scale, inside) = inside.split_top_bottom_at_y(inside.min.y + scale);
        if scale.is_positive() {
            colours::scale_ui(ui, scale, model, Viewer::Tree, actions);
        }
        let route = map::route_of(model);
        let (for_map, for_tree) = match route {
            // A low panel has room for the timeline alone.
            _ if !inside.is_positive() => (None, None),
            Some(_) => {
                let has_tree = model.runs().active().is_some();
                self.map.divide(ui, inside, has_tree)
            }
            None => (None, Some(inside)),
        };
        if let (Some(area), Some(route)) = (for_map, route) {
            self.map.ui(ui, area, model, route, self.figures, actions);
        }
        match (model.runs().active(), for_tree) {
            (_, None) => {}
            (Some(entry), Some(canvas)) if entry.run.trace().n_nodes() > 0 => {
                self.tree_ui(ui, canvas, model, entry, actions);
            }
            (_, Some(canvas)) => {
                self.arrangement.clear();
                self.view = None;
                if model.runs().working().is_some() {
                    // The keys that come here find the tree that grows.
                    let place = ui.interact(canvas, ui.scope_id().with("tree"), Sense::click());
                    ui.ctx()
                        .accesskit_node_builder(place.id, |node| node.set_label("Search tree"));
                }
                empty_ui(ui, canvas, model, actions);
            }
        }
        let strip = area.with_min_y(split);
        timeline::ui(ui, strip, model, actions);
        ui.advance_cursor_after_rect(area);
    }
}

impl TreePanel {
    fn tree_ui(
        &mut self,
        ui: &mut Ui,
        canvas: Rect,
        model: &Model,
        entry: &RunEntry,
        actions: &mut Vec<Action>,
    ) {
        let id = ui.scope_id().with("tree");
        let response = ui.interact(canvas, id, Sense::click_and_drag());
        let view = self.arrange(ui, canvas, model, entry);
        let palette = theme::palette(ui);
        let trace = entry.run.trace();
        let t = model.cursor().t;

        let painter = ui.painter_at(canvas);
        let mut scene = Scene {
            painter: &painter,
            palette,
            canvas,
            view: &view,
            sizes: Sizes::new(&view, &self.arrangement),
            arrangement: &self.arrangement,
            entry,
            t,
            selected: model.selection(),
            current: trace.expanded_node(t),
            hovered: None,
            played: played::node(model, entry),
            game: played::path(model, entry),
            found: model.finds().matches(),
            figures: self.figures.figures(entry),
            colours: Colours::of_run(model, entry, palette),
            contours: contours::are_shown(model, entry),
            future: self.future(),
            captions: Default::default(),
        };
        let selection = lod::select(
            self.arrangement.layout(),
            &view,
            canvas,
            trace.n_generated(t),
        );
        scene.captions = scene.lay_out_captions(&selection);
        if model.colouring().is_of_visible(entry) && !image_context::is_image(ui) {
            visible::want(model, &scene, &selection, actions);
        }
        let pointer = response.hover_pos().filter(|_| !response.dragged());
        let hovered = pointer.and_then(|at| interact::hit(&scene, selection.detail, at));
        let pointed = hovered.and_then(|place| entry.node(place.node));
        let before = std::mem::replace(&mut self.pointed, pointed);
        if before != pointed {
            actions.push(Action::Point(before, pointed));
        }
        scene.hovered = hovered.map(|place| place.node).or(model.pointed());
        scene.paint(&selection, &mut self.replay);
        if response.has_focus() {
            focus_frame(&painter, palette, canvas);
        }

        // A node of another iteration is not in this tree.
        let shown = model
            .shown_node()
            .filter(|node| self.arrangement.layout().has(*node));
        let shown = shown.or(scene.current).unwrap_or(0);
        let n_actions = actions.len();
        let hand = &mut self.hand;
        let by_pointer = interact::pointer(ui, &response, hovered, hand, entry, actions);
        let by_keys = interact::keys(ui, &response, &scene, shown, hand, model, actions);
        access::ui(ui, &response, &scene, shown, actions);
        let by_map = minimap::ui(ui, &scene);
        let future = self.future();
        let by_buttons = controls::buttons_ui(ui, canvas, model, entry, future, actions);
        controls::notes_ui(ui, canvas, model, entry, &self.arrangement);
        if let Some(place) = hovered {
            let replay = &mut self.replay;
            let folded = self.tooltip.folded(ui, &scene, model, place, actions);
            tooltip::ui(&response, &scene, replay, place, folded);
        }

        let mut view = view;
        if let Some((x, depth)) = by_map {
            view.centre(canvas, x, depth.max(0.0).round() as usize);
            self.is_moved = true;
        }
        for gesture in [by_pointer, by_keys, by_buttons].into_iter().flatten() {
            let room = self.room(canvas, model, entry);
            self.carry_out(gesture, &mut view, canvas, room, entry);
        }
        view.limit(canvas.size(), self.arrangement.extent());
        if self.view != Some(view) || actions.len() > n_actions {
            ui.ctx().request_repaint();
        }
        self.view = Some(view);
    }

    /// Treatment of nodes to come in this frame.
    fn future(&self) -> Future {
        let Switches {
            in_window,
            in_lecture,
        } = self.shows_future;
        let is_shown = match self.lecture.is_on {
            true => in_lecture,
            false => in_window,
        };
        match is_shown {
            true => Future::Shown,
            false => Future::Hidden,
        }
    }

    /// Gives the lecture view a camera of its own.
    fn lecture_begins_or_ends(&mut self, ui: &Ui) {
        let is_lecture = image_context::is_lecture(ui);
        if std::mem::replace(&mut self.lecture.is_on, is_lecture) == is_lecture {
            return;
        }
        let (view, is_moved) = std::mem::take(&mut self.lecture.in_window);
        if is_lecture {
            self.lecture.in_window = (self.view, self.is_moved);
        }
        (self.view, self.is_moved) = match is_lecture {
            true => (None, false),
            false => (view, is_moved),
        };
        // A moved view must not be shifted as if its own canvas had changed its size.
        self.size = Vec2::ZERO;
        self.lecture.is_close = false;
        self.lecture.wants_whole = false;
    }

    /// The view of a tree that nobody has moved: all of it, or in a lecture only the part around the
    /// present node, if the boards of all could not be read.
    fn fitted(&mut self, room: Vec2, natural: Natural) -> View {
        let whole = View::fit(room, self.arrangement.extent(), natural);
        let Lecture {
            is_on, wants_whole, ..
        } = self.lecture;
        self.lecture.is_close = is_on && !wants_whole && !whole.shows_boards();
        self.catches_up |= self.lecture.is_close;
        match self.lecture.is_close {
            true => whole.close(),
            false => whole,
        }
    }

    /// Computes the layout if one is due, and the view that follows from it.
    fn arrange(&mut self, ui: &Ui, canvas: Rect, model: &Model, entry: &RunEntry) -> View {
        let anchor = self.view.as_ref().and_then(|view| {
            let present = entry.run.trace().expanded_node(model.cursor().t);
            let present = present.filter(|_| self.lecture.is_on && !self.is_moved);
            let shown = model.selection().into_iter().chain(present).chain([0]);
            shown
                .filter_map(|node| self.place_of(entry, node))
                .map(|(depth, place)| (place.node, view.at(canvas, place.x, depth)))
                .find(|&(node, at)| node == 0 || canvas.contains(at))
        });
        let before = self.arrangement.extent();
        let now = ui.input(|input| input.time);
        let future = self.future();
        let (change, pause) = self.arrangement.update(model, entry, future, now);
        if let Some(pause) = pause {
            let pause = std::time::Duration::from_secs_f64(pause);
            ui.ctx().request_repaint_after(pause);
        }
        if change == Change::Other {
            self.is_moved = false;
            self.lecture.wants_whole = false;
        }
        let figures = self.figures.figures(entry);
        let captions = figures.widths(ui.painter(), self.arrangement.greatest());
        let problem = &entry.run.job().problem;
        let natural = Natural::of(problem, captions);
        let natural = match self.lecture.is_on {
            true => natural.in_lecture(problem),
            false => natural.on_screen(ui.pixels_per_point()),
        };
        let size = std::mem::replace(&mut self.size, canvas.size());
        let is_resized = size != canvas.size();
        // Other figures need other room.
        let is_same = change == Change::Same && self.view.is_none_or(|it| *it.natural() == natural);
        let fits = !self.is_moved && (is_resized || !is_same);
        let mut view = match self.view {
            Some(view) if !fits => view.with(natural),
            _ => self.fitted(self.room(canvas, model, entry), natural),
        };
        if is_resized && self.is_moved && size != Vec2::ZERO {
            // What is in the middle stays there.
            view.pan((canvas.size() - size) / 2.0);
        }
        if change == Change::Renewed && self.is_moved {
            view.keep_part(canvas, before, self.arrangement.extent());
        }
        let holds = change == Change::Renewed && self.is_moved || fits && self.lecture.is_close;
        if holds
            && change != Change::Other
            && let Some((node, at)) = anchor
            && let Some((depth, place)) = self.place_of(entry, node)
        {
            view.pan(at - view.at(canvas, place.x, depth));
        }
        if std::mem::replace(&mut self.revealed, model.reveal_generation())
            != model.reveal_generation()
            && let Some(node) = model.selection()
            && let Some((depth, place)) = self.place_of(entry, node)
        {
            view.centre(canvas, place.x, depth);
            self.is_moved = true;
        }
        // The frames of an animation show the same part of the tree.
        if !image_context::is_image(ui) {
            self.keep_in_view(ui, canvas, model, entry, &mut view);
        }
        view
    }

    /// When the timeline steps, and while it or the solution plays, goes after its node if that has
    /// left the canvas. While a search goes on, its last step is the user's to follow.
    fn keep_in_view(
        &mut self,
        ui: &Ui,
        canvas: Rect,
        model: &Model,
        entry: &RunEntry,
        view: &mut View,
    ) {
        let (is_held, elapsed) = ui.input(|input| (input.pointer.any_down(), input.stable_dt));
        let cursor = model.cursor();
        let is_live = cursor.follows && entry.run.state() == RunState::Running;
        let has_stepped = (self.seen).is_some_and(|(run, t)| run == entry.id && t != cursor.t);
        // What was missed while the pointer held the tree is made up for.
        if !is_held || self.seen.is_none() {
            self.seen = Some((entry.id, cursor.t));
        }
        let played = played::node(model, entry).filter(|_| !cursor.playing);
        let is_playing = cursor.playing || model.player().playing && played.is_some();
        let is_close = self.lecture.is_close && !self.is_moved;
        let is_due = is_playing || self.catches_up || has_stepped && !is_live;
        let goes = (self.is_moved || is_close) && !is_held && is_due;
        let expanded = entry.run.trace().expanded_node(cursor.t);
        const ROOT: NodeId = 0;
        let current = played.or(expanded).or(Some(ROOT)).filter(|_| goes);
        let Some((depth, place)) = current.and_then(|node| self.place_of(entry, node)) else {
            self.catches_up = false;
            return;
        };
        let has_left = is_close || !canvas.contains(view.at(canvas, place.x, depth));
        let missing = match is_close {
            true => view.shift_to_show_family(canvas, place.x, depth),
            false => view.shift_to_reveal(canvas, place.x, depth),
        };
        self.catches_up = (has_left || self.catches_up) && missing.length() > 1.0;
        if self.catches_up {
            let part = match theme::moves(ui) {
                true => 1.0 - (-CATCHING_UP * elapsed).exp(),
                false => 1.0,
            };
            view.pan(missing * part);
        }
    }

    fn place_of(&self, entry: &RunEntry, node: NodeId) -> Option<(usize, NodePosition)> {
        let trace = entry.run.trace();
        (self.arrangement.is_of(entry.id) && node < trace.n_nodes())
            .then(|| self.arrangement.find(trace, node))
            .flatten()
    }

    /// The room for a tree that is fitted: the canvas above the notes.
    fn room(&self, canvas: Rect, model: &Model, entry: &RunEntry) -> Vec2 {
        let iteration = entry.run.trace().iteration(model.cursor().t);
        let has_notes = iteration.is_some() || self.arrangement.n_folded() > 0;
        let notes = if has_notes { NOTES } else { 0.0 };
        canvas.size() - vec2(0.0, notes)
    }

    fn carry_out(
        &mut self,
        gesture: Gesture,
        view: &mut View,
        canvas: Rect,
        room: Vec2,
        entry: &RunEntry,
    ) {
        let extent = self.arrangement.extent();
        let before = *view;
        match gesture {
            Gesture::Pan(by) => view.pan(by),
            Gesture::Zoom(factor, about) => view.zoom(canvas, extent, about, factor),
            Gesture::Fit => {
                // A part of the tree gives way to all of it, and the other way round.
                self.lecture.wants_whole = self.lecture.is_close && !self.is_moved;
                *view = self.fitted(room, *view.natural());
            }
            Gesture::Future => {
                let Switches {
                    in_window,
                    in_lecture,
                } = &mut self.shows_future;
                let shown = match self.lecture.is_on {
                    true => in_lecture,
                    false => in_window,
                };
                *shown = !*shown;
                self.is_moved = false;
                return;
            }
            Gesture::Root(_) | Gesture::Reveal(_) if !self.is_moved => {}
            Gesture::Root(node) => {
                if let Some((depth, place)) = self.place_of(entry, node) {
                    let fitted = View::fit(room, extent, *view.natural());
                    view.bring_home(canvas, &fitted, place.x, depth);
                }
            }
            Gesture::Centre(node) => {
                if let Some((depth, place)) = self.place_of(entry, node) {
                    view.centre(canvas, place.x, depth);
                }
            }
            Gesture::Reveal(node) => {
                if let Some((depth, place)) = self.place_of(entry, node) {
                    view.reveal(canvas, place.x, depth);
                }
            }
            Gesture::Toggle(node) => {
                self.arrangement.toggle(entry.run.trace(), node);
                self.is_moved = true;
            }
        }
        self.is_moved = gesture != Gesture::Fit && (self.is_moved || before != *view);
    }
}

/// The text shown when there is no tree. A lecture has no buttons.
fn no_tree(entry: Option<&RunEntry>, is_lecture: bool) -> Cow<'static, str> {
    let Some(RunEntry { run, .. }) = entry else {
        return match is_lecture {
            true => "The search tree grows here.".into(),
            false => "The search tree grows here: press Solve, or Step for one expansion at a \
                      time."
                .into(),
        };
    };
    let outcome = run.report().map(|report| &report.outcome);
    if let (Some(RunOutcome::Unsolvable { by_parity: true }), Some(puzzle)) =
        (outcome, run.job().problem.puzzle())
    {
        let reason = puzzle.solvability().reason();
        return format!("There is no solution, and no search was needed. {reason}").into();
    }
    if let Some(building) = building(run) {
        return sentence(&building).into();
    }
    if run.is_record_dropped() {
        return "The record of this run is not kept.".into();
    }
    if run.job().settings.algorithm.is_engine() {
        return "Engines don't record nodes, so there is no tree. Choose an algorithm, such as A*, \
                to see one."
            .into();
    }
    match run.state() {
        RunState::Ended => "This run recorded no nodes, so there is no tree to show.".into(),
        RunState::Running | RunState::Paused | RunState::Stopping => "The search begins…".into(),
    }
}

/// The size of the progress bar for a run's tables.
const BAR: egui::Vec2 = vec2(280.0, 6.0);

/// The largest board before a lecture's first run, and the greatest distance of start and goal, in
/// points.
const LARGE_BOARD: f32 = 260.0;
const BETWEEN: f32 = 96.0;
/// The height of the names above them.
const NAME: f32 = 30.0;

/// The start and the goal of a puzzle, side by side on the canvas.
fn start_and_goal_ui(ui: &mut Ui, canvas: Rect, model: &Model) {
    let problem = model.problem();
    let palette = theme::palette(ui);
    let between = BETWEEN.min(canvas.width() * 0.15);
    let room = vec2(
        (canvas.width() - between) / 2.0 - space::XL,
        canvas.height() - 2.0 * (NAME + space::XL),
    );
    let states = MiniStates::new(
        ui.painter(),
        room.min(Vec2::splat(LARGE_BOARD)),
        problem,
        palette,
    );
    let extent = states.extent();
    let middle = canvas.center() + vec2(0.0, NAME / 2.0);
    let shift = vec2((between + extent.x) / 2.0, 0.0);
    for (name, at, state) in [
        ("Start", middle - shift, problem.start()),
        ("Goal", middle + shift, problem.goal()),
    ] {
        let rect = Rect::from_center_size(at, extent);
        states.paint(ui.painter(), rect.min, &state, Stroke::NONE);
        let font = FontId::new(18.0, theme::medium());
        let above = rect.center_top() - vec2(0.0, space::M);
        (ui.painter()).text(above, Align2::CENTER_BOTTOM, name, font, palette.dim);
        let picture = ui.interact(rect, ui.scope_id().with(name), Sense::hover());
        let name = format!("{name}: {}", problem.state_line(&state));
        picture.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    }
    let half = (between / 2.0 - space::L).min(24.0);
    let arrow = Stroke::new(2.0, palette.faint);
    ui.painter()
        .arrow(middle - vec2(half, 0.0), vec2(2.0 * half, 0.0), arrow);
}

/// Shows why there is no tree, and offers to solve again a run whose record is not kept; before a
/// lecture's first run, shows what is to be solved.
fn empty_ui(ui: &mut Ui, canvas: Rect, model: &Model, actions: &mut Vec<Action>) {
    let entry = model.runs().active();
    let is_lecture = image_context::is_lecture(ui);
    if is_lecture && entry.is_none() && model.puzzle().is_some() {
        return start_and_goal_ui(ui, canvas, model);
    }
    let text = egui::RichText::new(no_tree(entry, is_lecture)).color(theme::palette(ui).dim);
    let wide = vec2(canvas.width().min(420.0) - 2.0 * space::L, 40.0);
    let layout = egui::Layout::top_down(egui::Align::Center);
    let place = egui::UiBuilder::new()
        .max_rect(Rect::from_center_size(canvas.center(), wide))
        .layout(layout);
    let mut ui = ui.new_child(place);
    ui.add(egui::Label::new(text).wrap());
    if let Some(entry) = entry.filter(|entry| entry.can_be_solved_again()) {
        ui.add_space(space::S);
        let is_free = model.runs().working().is_none();
        if ui
            .add_enabled(is_free, egui::Button::new("Solve again"))
            .clicked()
        {
            actions.push(RunsAction::SolveAgain(entry.id).into());
        }
    }
    let done = entry.and_then(|entry| entry.run.building());
    if let Some(done) = done.filter(|done| *done > 0.0) {
        ui.add_space(space::S);
        let palette = theme::palette(&ui);
        ui.visuals_mut().extreme_bg_color = palette.line;
        let bar = egui::ProgressBar::new(done as f32).fill(palette.accent);
        let bar = bar.desired_height(BAR.y);
        let bar = bar.desired_width(BAR.x).corner_radius(BAR.y / 2.0);
        let bar = ui.add(bar);
        ui.ctx()
            .accesskit_node_builder(bar.id, |node| node.set_label("Tables built"));
    }
}
