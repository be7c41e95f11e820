//! The node panel: the selected node, or the one just expanded, and an explanation of its status.

mod figures;
mod heuristic;
mod original;
mod path;
mod why;

use super::tree::side_words;
use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::replay::Replay;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, space};
use crate::gui::timeline::TimelineAction;
use crate::gui::widgets::{follow_focus, head_button, note};
use egui::{Margin, RichText, Ui, Vec2};
use tilescope_lab::{Problem, Quantity, State, format};
use tilescope_trace::NodeId;
use why::Sentence;

/// In a panel lower than this, the reason comes before the figures.
const LOW: f32 = 260.0;
/// The height of a reason of three lines and of the gaps around it, in points.
const REASON: f32 = 112.0;

/// The node panel's view state.
#[derive(Default)]
pub struct NodePanel {
    replay: Replay,
    why: Sentence,
    path: path::PathStrip,
    heuristic: heuristic::HeuristicPart,
}

pub use why::LargeWhy;

impl Panel for NodePanel {
    fn shows_active_run(&self) -> bool {
        true
    }

    fn head_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let Some(node) = model.shown_node() else {
            return;
        };
        if model.selection().is_some() {
            let let_go = head_button(ui, "Unselect");
            let hint = "Show the node that each step expands again (Escape)";
            if let_go.on_hover_text(hint).clicked() {
                actions.push(TimelineAction::Select(None).into());
            }
        }
        let palette = theme::palette(ui);
        let id = format!("node {}", format::count(node.into()));
        ui.label(RichText::new(id).small().color(palette.dim));
        let entry = model.runs().active();
        if let Some(side) = entry.and_then(|entry| side_words(entry.run.trace(), node)) {
            ui.label(RichText::new(side).small().color(palette.dim));
        }
        if model.selection().is_none() && model.cursor().t > 0 {
            let text = "just expanded";
            let font = egui::FontId::proportional(theme::text::SMALL);
            let galley = (ui.painter()).layout_no_wrap(text.to_owned(), font, palette.faint);
            // The number and the side of a node are more worth knowing.
            if galley.size().x <= ui.available_width() {
                ui.label(RichText::new(text).small().color(palette.faint))
                    .on_hover_text("No node is selected: the one that this step expands is shown");
            }
        }
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let n_actions = actions.len();
        egui::ScrollArea::vertical()
            .auto_shrink(false)
            .show(ui, |ui| {
                let margin = Margin {
                    left: 16,
                    right: 16,
                    top: 2,
                    bottom: 12,
                };
                egui::Frame::new().inner_margin(margin).show(ui, |ui| follow_focus(ui, |ui| {
                    match (model.runs().active(), model.shown_node()) {
                        (Some(entry), Some(node)) => {
                            self.node_ui(ui, model, entry, node, actions);
                        }
                        _ => {
                            note(ui, "A node of the search tree: its state, its figures, and why it was expanded or dropped. Solve, then click one in the tree.");
                        }
                    }
                }));
            });
        if actions.len() > n_actions {
            ui.ctx().request_repaint();
        }
    }
}

impl NodePanel {
    fn node_ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        entry: &RunEntry,
        node: NodeId,
        actions: &mut Vec<Action>,
    ) {
        let Some(state) = self.replay.state(entry, node).cloned() else {
            return;
        };
        let t = model.cursor().t;
        ui.spacing_mut().item_spacing.y = space::M;
        // In a low panel the figures would push the reason out of sight.
        let height = ui.clip_rect().height();
        let is_low = height < LOW;
        if !is_low {
            let mut on_h = |row| self.heuristic.on_hover(row, entry, node, &state);
            let error = error_rows(model, entry, node);
            figures::ui(ui, entry, (node, t), &state, error, height, &mut on_h);
        }
        let (sentence, original) = self.why.of(model, entry, node, t);
        why_ui(ui, sentence, |ui| {
            original::link_ui(ui, model, entry, (node, t), original, actions);
        });
        if is_low {
            let mut on_h = |row| self.heuristic.on_hover(row, entry, node, &state);
            let (error, height) = (error_rows(model, entry, node), height - REASON);
            figures::ui(ui, entry, (node, t), &state, error, height, &mut on_h);
        }
        self.heuristic.ui(ui, entry, node, &state);
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            self.path.ui(ui, entry, node, &mut self.replay, actions);
        });
        buttons_ui(ui, model, entry, node, &state, actions);
    }
}

/// h\* of the node's state and the error of its h, while nodes are coloured by that.
fn error_rows(
    model: &Model,
    entry: &RunEntry,
    node: NodeId,
) -> Option<[(&'static str, String); 2]> {
    let colouring = model.colouring();
    if colouring.quantity_of(entry) != Some(Quantity::Error) {
        return None;
    }
    let (job, trace) = (entry.run.job(), entry.run.trace());
    let Some(error) = colouring.of(entry).and_then(|it| it.value(trace, node)) else {
        return Some(["h*", "h* − h"].map(|name| (name, "not known".to_owned())));
    };
    let exact = error.saturating_add(trace.h(node).into());
    Some([
        ("h*", Quantity::H.text(job, exact)),
        ("h* − h", Quantity::Error.text(job, error)),
    ])
}

/// The explanation, on the accent background with a bar at its left; `below` is a line below it.
fn why_ui(ui: &mut Ui, sentence: &str, below: impl FnOnce(&mut Ui)) {
    let palette = theme::palette(ui);
    let frame = egui::Frame::new()
        .fill(palette.accent_ground)
        .corner_radius(4)
        .inner_margin(Margin {
            left: 14,
            right: 12,
            top: 8,
            bottom: 9,
        });
    let inner = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.label(RichText::new("Why").small().color(palette.dim));
        let sentence = why::unbroken(sentence, theme::text::BODY, palette.text);
        ui.add(egui::Label::new(sentence).wrap());
        below(ui);
    });
    let rect = inner.response.rect;
    let bar = rect.with_max_x(rect.min.x + 3.0);
    ui.painter().rect_filled(bar, 1, palette.accent);
}

fn buttons_ui(
    ui: &mut Ui,
    model: &Model,
    entry: &RunEntry,
    node: NodeId,
    state: &State,
    actions: &mut Vec<Action>,
) {
    let trace = entry.run.trace();
    let n_born = trace.n_generated(model.cursor().t);
    let child = trace.children(node).next().filter(|&child| child < n_born);
    let reveal = |node: NodeId| entry.node(node).map(TimelineAction::Reveal);
    let problem = &entry.run.job().problem;
    let copy = match problem {
        Problem::Tiles(_) => ("Copy board", "Copy its board as text"),
        Problem::Route(_) => ("Copy city", "Copy the name of its city"),
    };
    let buttons = [
        (
            "Show in tree",
            "Bring the node into the middle of the tree",
            reveal(node).map(Action::Timeline),
        ),
        (
            "Parent",
            "Select the node that it was made from",
            trace.parent(node).and_then(reveal).map(Action::Timeline),
        ),
        (
            "First child",
            "Select the first node that was made from it",
            child.and_then(reveal).map(Action::Timeline),
        ),
        (
            "Its expansion",
            "Go to the step that expands it",
            trace
                .expanded_at(node)
                .map(TimelineAction::Seek)
                .map(Action::Timeline),
        ),
        (
            copy.0,
            copy.1,
            Some(Action::Copy("the state", problem.state_line(state))),
        ),
    ];
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(space::S);
        for (name, tooltip, action) in buttons {
            let button = ui.add_enabled(action.is_some(), egui::Button::new(name));
            if button.on_hover_text(tooltip).clicked() {
                actions.extend(action);
            }
        }
    });
}
