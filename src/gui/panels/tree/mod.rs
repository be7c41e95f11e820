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
use crate::gui::runs::{RunEntry, RunId, RunNode};
use crate::gui::text::sentence;
use crate::gui::theme::{self, space};
use crate::gui::widgets::focus_frame;
use arrange::{Arrangement, Change};
use cell::Natural;
use colours::Colours;
use egui::{Rect, Sense, Stroke, Ui, Vec2, vec2};
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
            (entry, Some(canvas)) => {
                self.arrangement.clear();
                self.view = None;
                if model.runs().working().is_some() {
                    // The keys that come here find the tree that grows.
                    let place = ui.interact(canvas, ui.scope_id().with("tree"), Sense::click());
                    ui.ctx()
                        .accesskit_node_builder(place.id, |node| node.set_label("Search tree"));
                }
                empty_ui(ui, canvas, entry);
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
        let by_buttons = controls::buttons_ui(ui, canvas, model, entry, actions);
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

    /// Computes the layout if one is due, and the view that follows from it.
    fn arrange(&mut self, ui: &Ui, canvas: Rect, model: &Model, entry: &RunEntry) -> View {
        let anchor = self.view.as_ref().and_then(|view| {
            let shown = model.selection().into_iter().chain([0]);
            shown
                .filter_map(|node| self.place_of(entry, node))
                .map(|(depth, place)| (place.node, view.at(canvas, place.x, depth)))
                .find(|&(node, at)| node == 0 || canvas.contains(at))
        });
        let before = self.arrangement.extent();
        let now = ui.input(|input| input.time);
        let (change, pause) = self.arrangement.update(model, entry, now);
        if let Some(pause) = pause {
            let pause = std::time::Duration::from_secs_f64(pause);
            ui.ctx().request_repaint_after(pause);
        }
        if change == Change::Other {
            self.is_moved = false;
        }
        let figures = self.figures.figures(entry);
        let captions = figures.widths(ui.painter(), self.arrangement.greatest());
        let natural = Natural::of(&entry.run.job().problem, captions);
        let natural = natural.on_screen(ui.pixels_per_point());
        let size = std::mem::replace(&mut self.size, canvas.size());
        let is_resized = size != canvas.size();
        // Other figures need other room.
        let is_same = change == Change::Same && self.view.is_none_or(|it| *it.natural() == natural);
        let fits = !self.is_moved && (is_resized || !is_same);
        let mut view = match self.view {
            Some(view) if !fits => view.with(natural),
            _ => View::fit(
                self.room(canvas, model, entry),
                self.arrangement.extent(),
                natural,
            ),
        };
        if is_resized && self.is_moved && size != Vec2::ZERO {
            // What is in the middle stays there.
            view.pan((canvas.size() - size) / 2.0);
        }
        if change == Change::Renewed && self.is_moved {
            view.keep_part(canvas, before, self.arrangement.extent());
            if let Some((node, at)) = anchor
                && let Some((depth, place)) = self.place_of(entry, node)
            {
                view.pan(at - view.at(canvas, place.x, depth));
            }
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
        let goes =
            self.is_moved && !is_held && (is_playing || self.catches_up || has_stepped && !is_live);
        let expanded = entry.run.trace().expanded_node(cursor.t);
        const ROOT: NodeId = 0;
        let current = played.or(expanded).or(Some(ROOT)).filter(|_| goes);
        let Some((depth, place)) = current.and_then(|node| self.place_of(entry, node)) else {
            self.catches_up = false;
            return;
        };
        let has_left = !canvas.contains(view.at(canvas, place.x, depth));
        let missing = view.shift_to_reveal(canvas, place.x, depth);
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
            Gesture::Fit => *view = View::fit(room, extent, *view.natural()),
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

/// The text shown when there is no tree.
fn no_tree(entry: Option<&RunEntry>) -> Cow<'static, str> {
    let Some(RunEntry { run, .. }) = entry else {
        return "The search tree grows here: press Solve, or Step for one expansion at a time."
            .into();
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
        return "The record was dropped to make room: Solve again to see the tree.".into();
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

/// Shows why there is no tree.
fn empty_ui(ui: &mut Ui, canvas: Rect, entry: Option<&RunEntry>) {
    let text = egui::RichText::new(no_tree(entry)).color(theme::palette(ui).dim);
    let wide = vec2(canvas.width().min(420.0) - 2.0 * space::L, 40.0);
    let layout = egui::Layout::top_down(egui::Align::Center);
    let place = egui::UiBuilder::new()
        .max_rect(Rect::from_center_size(canvas.center(), wide))
        .layout(layout);
    let mut ui = ui.new_child(place);
    ui.add(egui::Label::new(text).wrap());
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
