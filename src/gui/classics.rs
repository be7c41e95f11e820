//! The published experiments that were run in the window.

use super::requests::Wake;
use tilescope_lab::published::{ExperimentRun, PublishedExperiment};

/// Something that can happen to the published experiments.
#[derive(Clone, Copy, Debug)]
pub enum ClassicsAction {
    /// Runs the experiments of a publication again.
    Run(&'static PublishedExperiment),
    Stop(&'static PublishedExperiment),
}

/// At most one run of each publication, the newest.
#[derive(Default)]
pub struct Classics {
    runs: Vec<ExperimentRun>,
}

impl Classics {
    /// The newest run of `classic`.
    pub fn of(&self, classic: &PublishedExperiment) -> Option<&ExperimentRun> {
        self.runs
            .iter()
            .find(|run| run.experiment().key == classic.key)
    }

    pub fn apply(&mut self, action: ClassicsAction, wake: &Wake) {
        match action {
            ClassicsAction::Run(classic) => {
                let wake = wake.clone();
                // An older run of the same publication is dropped, which stops it.
                self.runs.retain(|run| run.experiment().key != classic.key);
                self.runs
                    .push(ExperimentRun::spawn(classic, move || wake()));
            }
            ClassicsAction::Stop(classic) => {
                if let Some(run) = self.of(classic) {
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
