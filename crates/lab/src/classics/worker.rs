//! A publication whose experiments run on a thread of their own, and the handle to it.

use super::{Extent, Figure, Interrupted, PublishedExperiment};
use crate::worker::Worker;

/// Where the experiments of a publication stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClassicState {
    Running,
    Done,
    Interrupted,
    /// They broke off: why.
    Failed(String),
}

/// The handle to running experiments. Dropping it interrupts them.
pub struct ClassicRun {
    classic: &'static PublishedExperiment,
    worker: Worker<Figure, Result<(), Interrupted>>,
    figures: Vec<Figure>,
    state: ClassicState,
}

impl ClassicRun {
    /// Runs what takes seconds of `classic` on a named thread of its own. `wake` is called
    /// from there when there is something new to poll.
    pub fn spawn(
        classic: &'static PublishedExperiment,
        wake: impl Fn() + Send + 'static,
    ) -> ClassicRun {
        let name = format!("classic {}", classic.key);
        let worker = Worker::spawn(name, wake, move |interrupt, tell| {
            classic.run(Extent::Short, interrupt, tell)
        });
        ClassicRun {
            classic,
            worker,
            figures: Vec::new(),
            state: ClassicState::Running,
        }
    }

    /// Takes in what the worker has told; never blocks.
    pub fn poll(&mut self) {
        let Some(ended) = self.worker.poll(|figure| self.figures.push(figure)) else {
            return;
        };
        self.state = match ended {
            Ok(Ok(())) => ClassicState::Done,
            Ok(Err(Interrupted)) => ClassicState::Interrupted,
            Err(fault) => ClassicState::Failed(fault.to_string()),
        };
    }

    pub fn classic(&self) -> &'static PublishedExperiment {
        self.classic
    }

    /// What has been told so far.
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    pub fn state(&self) -> &ClassicState {
        &self.state
    }

    /// Interrupts it; it still ends with a state.
    pub fn stop(&self) {
        self.worker.stop();
    }
}
