//! The overview panel: the whole search tree at once, however large. Each row is a depth, and each node
//! is as wide as its subtree has nodes.

mod canvas;
mod focus;
mod picture;
mod pointing;
mod widest;

pub use self::focus::Focus;
pub use self::picture::{GridKey, Picture, Sampling};

use self::canvas::{Canvas, STRIP, gutter};
use self::pointing::Shown;
use self::widest::Widest;
use super::folded::Folded;
use super::tree::colours::{self, Colours};
use super::tree::{legend, marks};
use crate::gui::actions::Action;
use crate::gui::colouring::Viewer;
use crate::gui::image_context;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::replay::Replay;
use crate::gui::runs::{RunEntry, RunId};
use crate::gui::subtrees::SubtreeState;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{focus_frame, note};
use egui::{Margin, Rect, RichText, Sense, Stroke, Ui, UiBuilder, pos2, vec2};
use std::sync::Arc;
use tilescope_lab::format;
use tilescope_trace::{Moment, NodeId, Status, Subtrees};

/// The overview's view state.
#[derive(Default)]
pub struct OverviewPanel {
    /// The part of a run's tree that is shown; of another run's the whole.
    focus: Option<(RunId, Focus)>,
    sampling: Sampling,
    picture: Picture,
    widest: Widest,
    folded: Folded,
    replay: Replay,
}

/// The least height of the picture, in points.
const MIN_PICTURE: f32 = 24.0;

impl Panel for OverviewPanel {
    fn shows_active_run(&self) -> bool {
        true
    }

    fn copy(&self) -> Option<Box<dyn Panel>> {
        Some(Box::new(OverviewPanel {
            focus: self.focus,
            ..OverviewPanel::default()
        }))
    }

    fn head_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let active = model.runs().active();
        let Some(entry) = active.filter(|entry| entry.run.trace().n_nodes() > 0) else {
            return;
        };
        colours::choice_ui(ui, model, entry, 0.0, actions);
        ui.add_space(space::L);
        let explained = legend::Explained {
            of_map: false,
            of_shapes: Colours::of_run(model, entry, theme::palette(ui)).is_some(),
            has_game: false,
            has_contours: false,
        };
        legend::ui(ui, entry, explained);
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let t = model.cursor().t;
        let entry = model.runs().active();
        let state = entry.map(|entry| (entry, model.subtrees().state(entry, t)));
        if let Some((entry, state)) = state
            && !matches!(state, SubtreeState::NoRecord)
            && !model.subtrees().is_wanted(entry.id)
        {
            actions.push(Action::WantSubtrees(entry.id));
            ui.ctx().request_repaint();
        }
        let (entry, index, shown) = match state {
            Some((entry, SubtreeState::Ready(index))) => (entry, index, t),
            Some((entry, SubtreeState::AsOf(index, last))) => (entry, index, t.min(last)),
            _ => return margin(ui, |ui| empty_ui(ui, state.map(|(_, state)| state))),
        };
        let n_actions = actions.len();
        let focus = self.focus_of(entry, index);
        let mut chosen = None;
        margin(ui, |ui| {
            let size = vec2(ui.available_width(), theme::size::ROW);
            let from_right = egui::Layout::right_to_left(egui::Align::Center);
            let from_left = egui::Layout::left_to_right(egui::Align::Center);
            ui.allocate_ui_with_layout(size, from_right, |ui| {
                let by_list = focus::iterations_ui(ui, entry, focus);
                if shown < t {
                    let words = format!("As of step {}", format::count(shown.into()));
                    let hint = "The run goes on. The picture is made anew while it grows.";
                    ui.label(RichText::new(words).small().color(theme::palette(ui).dim))
                        .on_hover_text(hint);
                }
                ui.with_layout(from_left, |ui| {
                    chosen = by_list.or(focus::path_ui(ui, entry, focus));
                });
            });
        });
        let by_picture = self.picture_ui(ui, model, entry, (index, shown), actions);
        self.go_to(entry, chosen.or(by_picture));
        if chosen.or(by_picture).is_some() || actions.len() > n_actions {
            ui.ctx().request_repaint();
        }
    }
}

impl OverviewPanel {
    fn focus_of(&self, entry: &RunEntry, index: &Subtrees) -> Focus {
        let own = self.focus.filter(|(run, _)| *run == entry.id);
        let own = own.filter(|(_, focus)| focus.node() < index.n_nodes());
        own.map_or(Focus::Whole, |(_, focus)| focus)
    }

    fn go_to(&mut self, entry: &RunEntry, chosen: Option<Focus>) {
        if let Some(focus) = chosen {
            self.focus = Some((entry.id, focus));
        }
    }

    /// Shows the picture at the step `t`. Returns the part of the tree that was chosen in it.
    fn picture_ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        entry: &RunEntry,
        (index, t): (&Arc<Subtrees>, Moment),
        actions: &mut Vec<Action>,
    ) -> Option<Focus> {
        let palette = theme::palette(ui);
        let area = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(area);
        ui.painter().rect_filled(area, 0.0, palette.canvas);
        let line = Stroke::new(1.0, palette.line);
        ui.painter().hline(area.x_range(), area.top(), line);
        let (scale, area) =
            area.split_top_bottom_at_y(area.top() + colours::height(model, area.height()));
        if scale.is_positive() {
            colours::scale_ui(ui, scale, model, Viewer::Overview, actions);
        }
        let focus = self.focus_of(entry, index);
        let trace = entry.run.trace();
        let has_strip = focus == Focus::Whole && trace.n_iterations() > 1;
        let above = space::S + if has_strip { STRIP } else { 0.0 };
        let readout = Rect::from_min_max(
            pos2(area.left() + space::L, area.bottom() - pointing::READOUT),
            pos2(area.right() - space::L, area.bottom()),
        );
        let room = Rect::from_min_max(
            pos2(
                area.left() + space::S + gutter(trace.max_depth()),
                area.top() + above,
            ),
            pos2(area.right() - space::L, readout.top() - space::XS),
        );
        if room.height() < MIN_PICTURE || room.width() < MIN_PICTURE {
            return None;
        }
        let scale = ui.pixels_per_point();
        let most = ui.input(|input| input.max_texture_side).min(4096);
        let size = [room.width(), room.height()].map(|side| ((side * scale) as usize).min(most));
        let wanted = GridKey {
            run: entry.id,
            index: Arc::clone(index),
            focus,
            size,
        };
        let Some(grid) = self.sampling.grid(ui, entry, wanted) else {
            let place = UiBuilder::new().max_rect(room);
            note(&mut ui.new_child(place), "Looking at the nodes…");
            return None;
        };
        if model.colouring().is_of_visible(entry) && !image_context::is_image(ui) {
            let picture = (&*grid, self.sampling.generation());
            self.widest.want(ui, model, entry, t, picture, actions);
        }
        let canvas = Canvas::new(room, &grid, scale);
        let generation = self.sampling.generation();
        let texture = (self.picture).paint(ui, model, entry, t, &grid, generation);
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter()
            .image(texture, canvas.rect, uv, theme::UNTINTED);

        let response = ui.interact(room, ui.scope_id().with("overview"), Sense::click());
        let painter = ui.painter_at(area);
        let colours = Colours::of_run(model, entry, palette);
        canvas.row_lines(&painter, palette);
        canvas.captions(&painter, index, |node| match trace.status(node, t) {
            status @ Status::NotGenerated => marks::colour(palette, status),
            status => match &colours {
                Some(colours) => colours.of(node),
                None => marks::colour(palette, status),
            },
        });
        canvas.depths(&painter, palette);
        canvas.solution(ui, &painter, entry, t, &mut self.sampling);

        let shown = Shown {
            entry,
            model,
            index,
            t,
            focus,
            canvas: &canvas,
        };
        let hovered = response.hover_pos().and_then(|at| canvas.hit(at));
        let rings = [
            (trace.expanded_node(t), 1.0, palette.text),
            (hovered, 1.5, palette.text),
            (model.selection(), 2.0, palette.accent),
        ];
        for (node, width, colour) in rings {
            let Some(node) = node.filter(|&node| node < index.n_nodes()) else {
                continue;
            };
            let places = self.sampling.places(ui, entry, node);
            let place = places.last().filter(|place| place.node == node);
            canvas.ring(&painter, place, Stroke::new(width, colour));
        }
        if response.has_focus() && !image_context::is_image(ui) {
            focus_frame(&painter, palette, area);
        }
        let of: NodeId = hovered.unwrap_or_else(|| shown.node());
        let summary = self.folded.summary(ui, entry, index, t, of);
        pointing::readout(ui, readout, &shown, of, summary);
        if let Some(node) = hovered {
            pointing::tooltip(&response, &shown, node, summary, &mut self.replay);
        }
        let by_pointer = pointing::pointer(&response, &shown, hovered, actions);
        let by_keys = pointing::keys(ui, &response, &shown, actions);
        let of_shown = summary.filter(|_| of == shown.node());
        let sampling = &mut self.sampling;
        pointing::access(ui, &response, &shown, of_shown, sampling, actions);
        let by_strip = has_strip.then(|| pointing::iterations_ui(ui, &shown));
        by_pointer.or(by_keys).or(by_strip.flatten())
    }
}

fn margin(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let margin = Margin {
        bottom: space::XS as i8,
        ..Margin::symmetric(space::L as i8, 0)
    };
    egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(space::S, space::XS);
        contents(ui);
    });
}

/// What is said where there is no picture.
fn empty_ui(ui: &mut Ui, state: Option<SubtreeState>) {
    let text = match state {
        None => {
            "The whole search tree at once, however large: each row is a depth, and each node is \
                 as wide as its subtree has nodes. Solve to see it."
                .to_owned()
        }
        Some(SubtreeState::NoRecord) => {
            "No nodes are recorded, so there is no tree. Algorithms record theirs: A* is one. \
             Engines don't."
                .to_owned()
        }
        Some(SubtreeState::WaitsForPause) => {
            "The subtrees are measured when the run is paused or ends.".to_owned()
        }
        Some(SubtreeState::TooLarge { needed, limit }) => {
            let [needed, limit] = [needed, limit].map(format::bytes);
            format!(
                "Measuring the subtrees takes up to {needed}, and the memory limit of this run \
                 leaves {limit}. Raise “Max. memory” and run it again."
            )
        }
        Some(SubtreeState::Building(done)) => {
            let text = format!("Measuring the subtrees: {:.0} %", (100.0 * done).floor());
            note(ui, &text);
            ui.add(egui::ProgressBar::new(done as f32).desired_height(4.0));
            return;
        }
        Some(SubtreeState::Ready(_) | SubtreeState::AsOf(..)) => return,
    };
    note(ui, &text);
}
