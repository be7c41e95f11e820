//! The export of the state graph to a file.

use super::requests::{Notice, Page, Request, Wake};
use std::path::PathBuf;
use tilescope_lab::files::graph::{ExportState, GraphExport, GraphFormat};
use tilescope_lab::format::{self, count};
use tilescope_puzzle::StateGraph;

/// What can happen to an export.
#[derive(Clone, Debug)]
pub enum ExportAction {
    /// Asks for a file, then exports this graph.
    Ask(StateGraph, GraphFormat),
    /// A file was chosen.
    Begin(StateGraph, GraphFormat, PathBuf),
    Stop,
}

/// The newest export.
#[derive(Default)]
pub struct Exports {
    newest: Option<GraphExport>,
    /// Whether its end has been told.
    is_told: bool,
}

impl Exports {
    pub fn newest(&self) -> Option<&GraphExport> {
        self.newest.as_ref()
    }

    pub fn is_running(&self) -> bool {
        self.newest.as_ref().is_some_and(GraphExport::is_running)
    }

    /// Does what `action` says; what has to happen outside is returned.
    pub fn apply(&mut self, action: ExportAction, wake: &Wake) -> Option<Request> {
        match action {
            ExportAction::Ask(graph, format) => Some(Request::ExportDialog(graph, format)),
            ExportAction::Begin(graph, format, path) => {
                let wake = wake.clone();
                let export = GraphExport::spawn(graph, format, path, move || wake());
                self.newest = Some(export);
                self.is_told = false;
                Some(Request::Show(Page::Export))
            }
            ExportAction::Stop => {
                if let Some(export) = &self.newest {
                    export.stop();
                }
                None
            }
        }
    }

    /// Takes in what the worker has told; its end is to be told, once.
    pub fn poll(&mut self) -> Option<Request> {
        let export = self.newest.as_mut()?;
        export.poll();
        if export.is_running() || std::mem::replace(&mut self.is_told, true) {
            return None;
        }
        let name = format::file_name(export.path());
        let notice = match export.state() {
            ExportState::Done(summary) => Notice::Saved(
                format!(
                    "Exported {} boards and {} moves to {name}",
                    count(summary.n_nodes.into()),
                    count(summary.n_edges.into()),
                ),
                export.path().to_owned(),
            ),
            ExportState::Failed(why) => Notice::Failed(why.clone()),
            ExportState::Interrupted | ExportState::Writing(_) | ExportState::Checking(_) => {
                return None;
            }
        };
        Some(Request::Notify(notice))
    }
}
