//! Tells which nodes are drawn, where h\* is found of these alone.

use super::lod::{Drawn, Selection};
use super::scene::Scene;
use crate::gui::actions::Action;
use crate::gui::colouring::{ColouringAction, Viewer};
use crate::gui::model::Model;
use std::collections::HashSet;
use tilescope_search::SearchDirection;
use tilescope_trace::NodeId;

/// Has h\* found of the nodes that are drawn, unless that is wanted already.
pub fn want(model: &Model, scene: &Scene, selection: &Selection, actions: &mut Vec<Action>) {
    let trace = scene.entry.run.trace();
    let is_wanted = |drawn: &&Drawn| {
        let node = drawn.place.node;
        let is_forward = trace.direction(node) == SearchDirection::Forward;
        is_forward && scene.canvas.contains(drawn.at) && scene.exists(node)
    };
    // The solution is drawn whole, also where nodes are merged.
    let solution = scene.rows_on_canvas().filter_map(|depth| {
        let place = scene.solution(SearchDirection::Forward, depth)?;
        Some(place.node)
    });
    let mut nodes: Vec<NodeId> = solution.collect();
    let solution: HashSet<NodeId> = nodes.iter().copied().collect();
    let drawn = selection.drawn.iter().filter(is_wanted);
    let drawn = drawn.map(|drawn| drawn.place.node);
    nodes.extend(drawn.filter(|node| !solution.contains(node)));
    if !model
        .colouring()
        .visible()
        .are_wanted(Viewer::Tree, scene.entry.id, &nodes)
    {
        let action = ColouringAction::Visible(Viewer::Tree, scene.entry.id, nodes);
        actions.push(Action::Colouring(action));
        scene.painter.ctx().request_repaint();
    }
}
