//! The link to the node that the status of the shown one is due to.

use crate::gui::actions::Action;
use crate::gui::indices::IndexState;
use crate::gui::model::Model;
use crate::gui::runs::RunEntry;
use crate::gui::theme;
use crate::gui::timeline::TimelineAction;
use egui::{RichText, Ui};
use tilescope_lab::explain::Sought;
use tilescope_lab::format;
use tilescope_search::NodeOutcome;
use tilescope_trace::{Moment, NodeId, Status};

/// Shows the link to the node that `node` duplicates or is a better path than; or how far the index
/// is in which it is looked up.
pub fn link_ui(
    ui: &mut Ui,
    model: &Model,
    entry: &RunEntry,
    (node, t): (NodeId, Moment),
    original: Sought,
    actions: &mut Vec<Action>,
) {
    let trace = entry.run.trace();
    let original = match original {
        Sought::NotFound => return,
        Sought::Unindexed => {
            let text = match model.originals().state(entry, t) {
                IndexState::Building(done) => format!(
                    "Looking up the node with the same state: {:.0} %",
                    (100.0 * done).floor()
                ),
                IndexState::TooLarge { needed, limit } => format!(
                    "Looking up the node with the same state takes up to {}, and the memory limit \
                     of this run leaves {}.",
                    format::bytes(needed),
                    format::bytes(limit)
                ),
                _ => "The node with the same state is looked up when the run is paused or ends."
                    .to_owned(),
            };
            ui.label(RichText::new(text).small().color(theme::palette(ui).dim));
            return;
        }
        Sought::Found(original) => original,
    };
    let number = format::count(original.into());
    let name = match trace.status(node, t) {
        Status::Discarded(outcome) if outcome == trace.outcome(node) => {
            format!("Duplicate of node {number}")
        }
        Status::Discarded(_) => format!("Replaced by node {number}"),
        _ if trace.outcome(node) == NodeOutcome::Reopened => format!("Reopens node {number}"),
        _ => format!("Replaces node {number}"),
    };
    let link = ui
        .link(name)
        .on_hover_text("Select the node with the same state");
    if link.clicked()
        && let Some(original) = entry.node(original)
    {
        actions.push(TimelineAction::Reveal(original).into());
    }
}
