//! The node of the state that the playing solution has come to.

use crate::gui::edit::BoardView;
use crate::gui::model::Model;
use crate::gui::runs::RunEntry;
use tilescope_lab::RunOutcome;
use tilescope_trace::NodeId;

/// That node, while the solution of the run `entry` is shown on the board and the node exists at
/// the cursor's moment.
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
