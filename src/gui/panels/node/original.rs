//! The link from a duplicate to the node that it duplicates.

use crate::gui::actions::Action;
use crate::gui::runs::{RunEntry, RunId};
use crate::gui::theme;
use crate::gui::timeline::TimelineAction;
use egui::{RichText, Ui};
use tilescope_lab::explain::{Original, Sought};
use tilescope_lab::format;
use tilescope_trace::{Moment, NodeId, Status};

/// How many nodes are compared with the duplicate in a frame.
const PER_FRAME: NodeId = 100_000;

/// The search for the node that the shown one duplicates.
#[derive(Default)]
pub struct OriginalLink {
    shown: Option<(RunId, NodeId)>,
    search: Option<Original>,
    found: Option<NodeId>,
}

impl OriginalLink {
    /// Shows the link if `node` is a duplicate at `t`. The search takes a part of each frame.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        entry: &RunEntry,
        node: NodeId,
        t: Moment,
        actions: &mut Vec<Action>,
    ) {
        let trace = entry.run.trace();
        if !matches!(trace.status(node, t), Status::Discarded(_)) {
            return;
        }
        let job = entry.run.job();
        if self.shown != Some((entry.id, node)) {
            *self = OriginalLink {
                shown: Some((entry.id, node)),
                search: Original::of(job, trace, node),
                found: None,
            };
        }
        if let Some(search) = &mut self.search {
            match search.look(job, trace, PER_FRAME) {
                Sought::Searching => {
                    let text = RichText::new("Looking for the node that it duplicates…");
                    ui.label(text.small().color(theme::palette(ui).dim));
                    ui.ctx().request_repaint();
                }
                Sought::Found(original) => {
                    (self.found, self.search) = (Some(original), None);
                }
                Sought::NotFound => self.search = None,
            }
        }
        if let Some(original) = self.found {
            let name = format!("Duplicate of node {}", format::count(original.into()));
            let link = ui
                .link(name)
                .on_hover_text("Select the node with the same state");
            if link.clicked()
                && let Some(original) = entry.node(original)
            {
                actions.push(TimelineAction::Reveal(original).into());
            }
        }
    }
}
