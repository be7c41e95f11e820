//! The published experiments that were run in the window.

use super::requests::Wake;
use tilescope_lab::published::{ExperimentRun, PublishedExperiment};

/// Something that can happen to the published experiments.
#[derive(Clone, Copy, Debug)]
pub enum PublishedAction {
    /// Runs the experiments of a publication again.
    Run(&'static PublishedExperiment),
    Stop(&'static PublishedExperiment),
}

/// At most one run of each publication, the newest.
#[derive(Default)]
pub struct PublishedRuns {
    runs: Vec<ExperimentRun>,
}

impl PublishedRuns {
    /// The newest run of `experiment`.
    pub fn of(&self, experiment: &PublishedExperiment) -> Option<&ExperimentRun> {
        self.runs
            .iter()
            .find(|run| run.experiment().key == experiment.key)
    }

    pub fn apply(&mut self, action: PublishedAction, wake: &Wake) {
        match action {
            PublishedAction::Run(experiment) => {
                let wake = wake.clone();
                // An older run of the same publication is dropped, which stops it.
                self.runs
                    .retain(|run| run.experiment().key != experiment.key);
                self.runs
                    .push(ExperimentRun::spawn(experiment, move || wake()));
            }
            PublishedAction::Stop(experiment) => {
                if let Some(run) = self.of(experiment) {
                    run.stop();
                }
            }
        }
    }

    /// Receives what the workers have sent.
    pub fn poll(&mut self) {
        self.runs.iter_mut().for_each(ExperimentRun::poll);
    }
}
