//! The widest nodes of the picture, where h\* is found of single nodes alone: it shows millions, and these
//! cover most of it.

use crate::gui::actions::Action;
use crate::gui::colouring::{ColouringAction, Viewer};
use crate::gui::model::Model;
use crate::gui::runs::{RunEntry, RunMoment};
use egui::Ui;
use tilescope_search::SearchDirection;
use tilescope_trace::subtrees::Grid;
use tilescope_trace::{Moment, NO_NODE, NodeId};

/// The nodes whose h\* is found, at most.
const MAX_NODES: usize = 4_096;

/// The widest nodes of a picture.
#[derive(Default)]
pub struct Widest {
    nodes: Vec<NodeId>,
    /// The number of the picture, and the moment, that they are of.
    of: Option<(u64, RunMoment)>,
}

impl Widest {
    /// Has h\* found of the widest nodes of the `grid` that exist at the moment, unless that is wanted
    /// already.
    pub fn want(
        &mut self,
        ui: &Ui,
        model: &Model,
        entry: &RunEntry,
        t: Moment,
        (grid, generation): (&Grid, u64),
        actions: &mut Vec<Action>,
    ) {
        let of = (generation, entry.moment(t));
        if self.of.replace(of) != Some(of) {
            let n_generated = entry.run.trace().n_generated(t);
            self.nodes = widest(grid, |node| {
                node < n_generated && entry.run.trace().direction(node) == SearchDirection::Forward
            });
        }
        let visible = model.colouring().visible();
        if !visible.are_wanted(Viewer::Overview, entry.id, &self.nodes) {
            let nodes = self.nodes.clone();
            let action = ColouringAction::Visible(Viewer::Overview, entry.id, nodes);
            actions.push(Action::Colouring(action));
            ui.ctx().request_repaint();
        }
    }
}

/// Those of the nodes that are drawn widest, the widest first; of equally wide ones the upper ones first.
fn widest(grid: &Grid, is_wanted: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
    let mut found: Vec<(usize, NodeId)> = Vec::new();
    for row in 0..grid.n_rows() {
        let runs = grid.row(row).chunk_by(|one, other| one == other);
        let nodes = runs.map(|run| (run.len(), run[0]));
        found.extend(nodes.filter(|&(_, node)| node != NO_NODE && is_wanted(node)));
    }
    found.sort_by_key(|&(width, _)| std::cmp::Reverse(width));
    found.truncate(MAX_NODES);
    found.into_iter().map(|(_, node)| node).collect()
}
