//! What the tree says of the node under the pointer, and of the subtree that is folded there.

use super::access::{side_words, status_word};
use super::scene::Scene;
use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::panels::folded::{Folded, at_step};
use crate::gui::replay::Replay;
use crate::gui::subtrees::SubtreeState;
use crate::gui::theme;
use crate::gui::widgets::mini_state::MiniStates;
use egui::{Response, Sense, Stroke, TextWrapMode, Ui, Vec2};
use tilescope_lab::{Job, explain, format};
use tilescope_search::Cost;
use tilescope_trace::NodePosition;

/// The counts of folded subtrees.
#[derive(Default)]
pub struct Tooltip(Folded);

impl Tooltip {
    /// The lines on the subtree that is folded at `place`, if one is: how many nodes it has, how deep it
    /// goes, and the best f on its frontier, once its subtrees are measured.
    pub fn folded(
        &mut self,
        ui: &Ui,
        scene: &Scene,
        model: &Model,
        place: NodePosition,
        actions: &mut Vec<Action>,
    ) -> Vec<String> {
        if !place.is_folded {
            return Vec::new();
        }
        let (entry, node) = (scene.entry, place.node);
        if !model.subtrees().is_wanted(entry.id) {
            actions.push(Action::WantSubtrees(entry.id));
        }
        let n_folded = format::count(scene.arrangement.n_hidden(node).into());
        let at_least = match scene.arrangement.is_counted() {
            true => "",
            false => "at least ",
        };
        let mut first = format!("{at_least}{n_folded} nodes folded below");
        let mut lines = Vec::new();
        match model.subtrees().state(entry, scene.t) {
            SubtreeState::Ready(index) if node < index.n_nodes() => {
                let deepest = entry.run.trace().depth(node) + index.height(node);
                first += &format!(", down to depth {}", format::count(deepest.into()));
                let summary = self.0.summary(ui, entry, index, scene.t, node);
                lines.push(at_step(entry, scene.t, summary));
            }
            SubtreeState::Building(done) => {
                lines.push(format!(
                    "Measuring the subtrees: {:.0} %",
                    (100.0 * done).floor()
                ));
            }
            _ => {}
        }
        lines.insert(0, first);
        lines.push("Double-click unfolds".to_owned());
        lines
    }
}

/// The costs of a node in one line: “g 140   h 253   f 393”.
pub fn costs_text(job: &Job, g: Cost, h: Cost) -> String {
    let costs = explain::costs(job, g, h).into_iter();
    let costs: Vec<String> = costs.map(|(name, cost)| format!("{name} {cost}")).collect();
    costs.join("   ")
}

/// What the pointer is on: the board, its figures and its status.
pub fn ui(
    response: &Response,
    scene: &Scene,
    replay: &mut Replay,
    place: NodePosition,
    folded: Vec<String>,
) {
    let trace = scene.entry.run.trace();
    let node = place.node;
    let Some(state) = replay.state(scene.entry, node).cloned() else {
        return;
    };
    response.clone().on_hover_ui_at_pointer(|ui| {
        let palette = theme::palette(ui);
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(64.0), Sense::hover());
            let problem = &scene.entry.run.job().problem;
            let states = MiniStates::new(ui.painter(), rect.size(), problem, palette);
            let min = rect.center() - states.extent() / 2.0;
            states.paint(ui.painter(), min, &state, Stroke::NONE);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                // A figure that has grown since the last frame would break its line.
                ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
                let status = status_word(trace.status(node, scene.t));
                let (g, h) = (trace.g(node), trace.h(node));
                let side =
                    side_words(trace, node).map_or(String::new(), |side| format!(", {side}"));
                ui.label(format!(
                    "Node {}: {status}{side}",
                    format::count(node.into())
                ));
                ui.label(costs_text(scene.entry.run.job(), g, h));
                for line in folded {
                    ui.label(egui::RichText::new(line).small().color(palette.dim));
                }
            });
        });
    });
}
