//! Runs the experiments of a publication on a background thread.

use super::{Extent, Figure, Interrupted, PublishedExperiment};
use crate::worker::Worker;

/// The state of a publication's experiments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExperimentState {
    Running,
    Done,
    Interrupted,
    /// They failed; the reason.
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
    /// Runs the short extent of `experiment` on a new named thread, which calls `wake` when there is
    /// something new to poll.
    pub fn spawn(
        experiment: &'static PublishedExperiment,
        wake: impl Fn() + Send + 'static,
    ) -> ExperimentRun {
        let name = format!("experiment {}", experiment.key);
        let worker = Worker::spawn(name, wake, move |interrupt, send| {
            experiment.run(Extent::Short, interrupt, send)
        });
        ExperimentRun {
            experiment,
            worker,
            figures: Vec::new(),
            state: ExperimentState::Running,
        }
    }

    /// Receives figures from the worker; never blocks.
    pub fn poll(&mut self) {
        let Some(result) = self.worker.poll(|figure| self.figures.push(figure)) else {
            return;
        };
        self.state = match result {
            Ok(Ok(())) => ExperimentState::Done,
            Ok(Err(Interrupted)) => ExperimentState::Interrupted,
            Err(error) => ExperimentState::Failed(error.to_string()),
        };
    }

    pub fn experiment(&self) -> &'static PublishedExperiment {
        self.experiment
    }

    /// The figures so far.
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
