//! The tree for screen readers: the shown node as text, and its neighbours as accessible nodes that
//! can be chosen.

use super::scene::Scene;
use crate::gui::actions::Action;
use crate::gui::runs::RunEntry;
use crate::gui::timeline::TimelineAction;
use egui::accesskit::{self, Role};
use egui::{Rect, Response, Sense, Ui, Vec2, WidgetInfo};
use tilescope_lab::{explain, format};
use tilescope_search::{NodeOutcome, SearchDirection};
use tilescope_trace::{Moment, NodeId, Status, Trace};

/// The name of a status.
pub fn status_word(status: Status) -> &'static str {
    match status {
        Status::NotGenerated => "not born yet",
        Status::Frontier => "frontier",
        Status::Expanded => "expanded",
        Status::Discarded(NodeOutcome::Cut) => "cut",
        Status::Discarded(NodeOutcome::Cycle) => "cycle",
        Status::Discarded(_) => "duplicate",
        Status::Goal => "goal",
        Status::Meeting => "meeting",
    }
}

/// The side of a node in a bidirectional search, as text.
pub fn side_words(trace: &Trace, node: NodeId) -> Option<&'static str> {
    let is_two_sided = trace.root(SearchDirection::Backward).is_some();
    is_two_sided.then(|| match trace.direction(node) {
        SearchDirection::Forward => "from the start",
        SearchDirection::Backward => "from the goal",
    })
}

/// A node as one line: “node 43, expanded, depth 5, g 5, h 8”; in a bidirectional search “node 43,
/// from the goal, expanded, …”.
pub fn describe(entry: &RunEntry, t: Moment, node: NodeId) -> String {
    let trace = entry.run.trace();
    let side = side_words(trace, node).map_or(String::new(), |side| format!("{side}, "));
    let algorithm = entry.run.job().settings.algorithm;
    let better = explain::better_path_word(algorithm, trace.outcome(node));
    let better = better.map_or(String::new(), |word| format!(", {word}"));
    let costs = explain::costs(entry.run.job(), trace.g(node), trace.h(node));
    let costs = costs.into_iter().filter(|(name, _)| *name != "f");
    let costs: String = costs
        .map(|(name, cost)| format!(", {name} {cost}"))
        .collect();
    format!(
        "node {node}, {side}{}{better}, depth {}{costs}",
        status_word(trace.status(node, t)),
        trace.depth(node),
    )
}

/// Tells assistive technology what the tree shows. `shown` is the selected node, or the one
/// just expanded.
pub fn ui(
    ui: &mut Ui,
    response: &Response,
    scene: &Scene,
    shown: NodeId,
    actions: &mut Vec<Action>,
) {
    let trace = scene.entry.run.trace();
    let value = describe(scene.entry, scene.t, shown);
    let n_nodes = format::count(trace.n_generated(scene.t).into());
    let tree = ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(Role::Tree);
        node.set_label("Search tree");
        node.set_value(value);
        node.set_description(format!("{n_nodes} nodes at this step"));
        node.add_action(accesskit::Action::Focus);
    });
    if tree.is_none() {
        return;
    }
    let is_hidden = |node| {
        let found = scene.arrangement.find(trace, node);
        found.is_none_or(|(_, place)| place.node != node)
    };
    if is_hidden(shown) {
        return;
    }
    let family = trace.parent(shown).into_iter();
    let family = family.chain([shown]).chain(trace.children(shown).take(8));
    let n_born = trace.n_generated(scene.t);
    for node in family.filter(|&node| node < n_born) {
        let Some((depth, place)) = scene.arrangement.find(trace, node) else {
            continue;
        };
        if place.node != node {
            continue;
        }
        let at = scene.view.at(scene.canvas, place.x, depth);
        let side = Vec2::splat(scene.view.mark().max(4.0) * 2.0);
        let rect = Rect::from_center_size(at, side).intersect(scene.canvas);
        // It senses no clicks: the tree handles the pointer. A plain number would be the identity
        // of a tooltip on the tree.
        let id = response.id.with(("node", node));
        let item = ui.interact(rect, id, Sense::hover());
        let label = describe(scene.entry, scene.t, node);
        item.widget_info(|| WidgetInfo::labeled(Role::TreeItem, true, &label));
        ui.ctx().accesskit_node_builder(item.id, |builder| {
            builder.set_level(depth);
            builder.set_selected(scene.selected == Some(node));
            builder.add_action(accesskit::Action::Click);
        });
        let chosen = |input: &egui::InputState| {
            input.has_accesskit_action_request(item.id, accesskit::Action::Click)
        };
        if ui.input(chosen) {
            actions.push(TimelineAction::Select(scene.entry.node(node)).into());
        }
    }
}
