//! An export on a thread of its own, and the handle to it.

use super::{GraphFileError, GraphFormat, Summary, check, export};
use crate::worker::Worker;
use std::path::{Path, PathBuf};
use tilescope_puzzle::StateGraph;

/// The state of an export.
#[derive(Clone, PartialEq, Debug)]
pub enum ExportState {
    /// Writing: the fraction done, from 0 to 1.
    Writing(f64),
    /// Reading back: the fraction done, from 0 to 1.
    Checking(f64),
    /// Written and checked.
    Done(Summary),
    Interrupted,
    /// It failed, for this reason.
    Failed(String),
}

/// The handle to an export. Dropping it interrupts it.
pub struct GraphExport {
    graph: StateGraph,
    format: GraphFormat,
    path: PathBuf,
    worker: Worker<ExportState, Result<Summary, GraphFileError>>,
    state: ExportState,
}

impl GraphExport {
    /// Writes `graph` to `path` and reads it back, on a named thread of its own. That thread calls
    /// `wake` when there is news to poll.
    pub fn spawn(
        graph: StateGraph,
        format: GraphFormat,
        path: PathBuf,
        wake: impl Fn() + Send + 'static,
    ) -> GraphExport {
        let target = path.clone();
        let worker = Worker::spawn("graph export", wake, move |interrupt, tell| {
            export(graph, format, &target, interrupt, &mut |done| {
                tell(ExportState::Writing(done));
            })?;
            check(&target, format, interrupt, &mut |done| {
                tell(ExportState::Checking(done));
            })
        });
        GraphExport {
            graph,
            format,
            path,
            worker,
            state: ExportState::Writing(0.0),
        }
    }

    /// Takes the worker's messages; never blocks.
    pub fn poll(&mut self) {
        let Some(ended) = self.worker.poll(|state| self.state = state) else {
            return;
        };
        self.state = match ended {
            Ok(Ok(summary)) => ExportState::Done(summary),
            Ok(Err(GraphFileError::Interrupted)) => ExportState::Interrupted,
            Ok(Err(error)) => ExportState::Failed(error.to_string()),
            Err(fault) => ExportState::Failed(fault.to_string()),
        };
    }

    pub fn graph(&self) -> StateGraph {
        self.graph
    }

    pub fn format(&self) -> GraphFormat {
        self.format
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn state(&self) -> &ExportState {
        &self.state
    }

    pub fn is_running(&self) -> bool {
        matches!(
            self.state,
            ExportState::Writing(_) | ExportState::Checking(_)
        )
    }

    /// Interrupts the export, which still reports a final state. The old file is unchanged unless
    /// the new one was already complete and being read back.
    pub fn stop(&self) {
        self.worker.stop();
    }
}
