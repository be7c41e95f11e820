//! An export on a worker thread, and the handle to it.

use super::{GraphFileError, GraphFormat, Summary, check, export};
use crate::lab::Interrupt;
use crate::puzzle::StateGraph;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};

/// Where an export stands.
#[derive(Clone, PartialEq, Debug)]
pub enum ExportState {
    /// So much is written, from 0 to 1.
    Writing(f64),
    /// So much is read back, from 0 to 1.
    Checking(f64),
    /// It is written, and what was read back is this.
    Done(Summary),
    Interrupted,
    /// It broke off: why.
    Failed(String),
}

/// The handle to an export. Dropping it interrupts it.
pub struct GraphExport {
    graph: StateGraph,
    format: GraphFormat,
    path: PathBuf,
    interrupt: Interrupt,
    news: Receiver<ExportState>,
    state: ExportState,
}

impl GraphExport {
    /// Writes `graph` to `path` and reads it back on a named thread of its own. `wake` is
    /// called from there when there is something new to poll.
    pub fn spawn(
        graph: StateGraph,
        format: GraphFormat,
        path: PathBuf,
        wake: impl Fn() + Send + 'static,
    ) -> GraphExport {
        let (sender, news) = channel();
        let interrupt = Interrupt::default();
        let (stopped_by, target) = (interrupt.clone(), path.clone());
        let tell = move |state| {
            // Fails only when the handle is gone: then nobody wants to know.
            let _ = sender.send(state);
            wake();
        };
        let worker = std::thread::Builder::new()
            .name("graph export".into())
            .spawn(move || work(graph, format, &target, &stopped_by, &tell));
        let state = match worker {
            Ok(_) => ExportState::Writing(0.0),
            Err(error) => ExportState::Failed(format!("the system has no thread for it ({error})")),
        };
        GraphExport {
            graph,
            format,
            path,
            interrupt,
            news,
            state,
        }
    }

    /// Takes in what the worker has told; never blocks.
    pub fn poll(&mut self) {
        if let Some(state) = self.news.try_iter().last() {
            self.state = state;
        }
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

    /// Interrupts it; it still ends with a state. What was in the file before stays, unless
    /// the graph had been written already and was being read back.
    pub fn stop(&self) {
        self.interrupt.stop();
    }
}

impl Drop for GraphExport {
    /// Does not wait for the worker, which ends by itself at its next step.
    fn drop(&mut self) {
        self.interrupt.stop();
    }
}

/// The worker's whole life.
fn work(
    graph: StateGraph,
    format: GraphFormat,
    path: &Path,
    interrupt: &Interrupt,
    tell: &impl Fn(ExportState),
) {
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        export(graph, format, path, interrupt, &mut |done| {
            tell(ExportState::Writing(done));
        })?;
        check(path, format, interrupt, &mut |done| {
            tell(ExportState::Checking(done));
        })
    }));
    tell(match attempt {
        Ok(Ok(summary)) => ExportState::Done(summary),
        Ok(Err(GraphFileError::Interrupted)) => ExportState::Interrupted,
        Ok(Err(error)) => ExportState::Failed(error.to_string()),
        Err(_) => ExportState::Failed("a fault of this program".into()),
    });
}
