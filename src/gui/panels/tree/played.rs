//! The moves on the board that plays, in the tree: the node of the state that a solution has come to,
//! and the path of a game.

use crate::gui::edit::BoardView;
use crate::gui::model::Model;
use crate::gui::runs::RunEntry;
use tilescope_lab::RunOutcome;
use tilescope_trace::NodeId;

/// The nodes along the game that is played by hand, from the root, as far as they are in the tree of
/// the run `entry` at the cursor's moment. Empty if no game of its problem is shown.
pub fn path(model: &Model, entry: &RunEntry) -> Vec<NodeId> {
    /// More are not lit.
    const MAX: usize = 1_000;
    let (player, trace) = (model.player(), entry.run.trace());
    let is_shown = model.view() == BoardView::Play && player.begins_as(&entry.run.job().problem);
    let n_nodes = trace.n_generated(model.cursor().t);
    if !is_shown || model.game().is_none() || n_nodes == 0 {
        return Vec::new();
    }
    let mut path = vec![0];
    for &action in &player.moves()[..player.at().min(MAX)] {
        // A search with iterations generates a node again in each: the newest counts.
        let is_next = |node: &NodeId| *node < n_nodes && trace.action(*node) == Some(action);
        let children = path
            .last()
            .into_iter()
            .flat_map(|last| trace.children(*last));
        let Some(next) = children.filter(is_next).last() else {
            break;
        };
        path.push(next);
    }
    path
}

/// The node of the state that the playing solution has come to, while the solution of the run
/// `entry` is shown on the board and the node exists at the cursor's moment.
pub fn node(model: &Model, entry: &RunEntry) -> Option<NodeId> {
    let player = model.player();
    let (run, trace) = (&entry.run, entry.run.trace());
    if model.view() != BoardView::Play || !player.begins_as(&run.job().problem) {
        return None;
    }
    let Some(RunOutcome::Solved { moves, .. }) = run.report().map(|report| &report.outcome) else {
        return None;
    };
    if player.moves() != moves.as_slice() {
        return None;
    }
    let node = trace.solution().get(player.at()).copied();
    node.filter(|&node| node < trace.n_generated(model.cursor().t))
}
