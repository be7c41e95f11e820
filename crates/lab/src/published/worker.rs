//! A publication whose experiments run on a thread of their own, and the handle to it.

use super::{Extent, Figure, Interrupted, PublishedExperiment};
use crate::worker::Worker;

/// Where the experiments of a publication stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExperimentState {
    Running,
    Done,
    Interrupted,
    /// They broke off: why.
    Failed(String),
}

/// The handle to running experiments. Dropping it interrupts them.
pub struct ExperimentRun {
    experiment: &'static PublishedExperiment,
    worker: Worker<Figure, Result<(), Interrupted>>,
    figures: Vec<Figure>,
    state: ExperimentState,
}

impl ExperimentRun {
    /// Runs what takes seconds of `experiment` on a named thread of its own. `wake` is called
    /// from there when there is something new to poll.
    pub fn spawn(
        experiment: &'static PublishedExperiment,
        wake: impl Fn() + Send + 'static,
    ) -> ExperimentRun {
        let name = format!("experiment {}", experiment.key);
        let worker = Worker::spawn(name, wake, move |interrupt, tell| {
            experiment.run(Extent::Short, interrupt, tell)
        });
        ExperimentRun {
            experiment,
            worker,
            figures: Vec::new(),
            state: ExperimentState::Running,
        }
    }

    /// Takes in what the worker has told; never blocks.
    pub fn poll(&mut self) {
        let Some(ended) = self.worker.poll(|figure| self.figures.push(figure)) else {
            return;
        };
        self.state = match ended {
            Ok(Ok(())) => ExperimentState::Done,
            Ok(Err(Interrupted)) => ExperimentState::Interrupted,
            Err(fault) => ExperimentState::Failed(fault.to_string()),
        };
    }

    pub fn experiment(&self) -> &'static PublishedExperiment {
        self.experiment
    }

    /// What has been told so far.
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    pub fn state(&self) -> &ExperimentState {
        &self.state
    }

    /// Interrupts it; it still ends with a state.
    pub fn stop(&self) {
        self.worker.stop();
    }
}
