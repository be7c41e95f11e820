//! The published experiments that were run in the window.

use tilescope_lab::classics::{ClassicRun, PublishedExperiment};

/// At most one run of each publication, the newest.
#[derive(Default)]
pub struct Classics {
    runs: Vec<ClassicRun>,
}

impl Classics {
    /// The newest run of `classic`.
    pub fn of(&self, classic: &PublishedExperiment) -> Option<&ClassicRun> {
        self.runs
            .iter()
            .find(|run| run.classic().key == classic.key)
    }

    /// Takes the place of an older run of the same publication, which is interrupted.
    pub fn add(&mut self, new: ClassicRun) {
        self.runs
            .retain(|run| run.classic().key != new.classic().key);
        self.runs.push(new);
    }

    /// Takes in what the workers have told.
    pub fn poll(&mut self) {
        self.runs.iter_mut().for_each(ClassicRun::poll);
    }
}
