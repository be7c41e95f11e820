//! Sweeps: their runs begin at once, and nobody is asked for a file of records.

use super::Experiments;
use tilescope_lab::experiment::Draft;

impl Experiments {
    /// The number of sweeps that have begun.
    pub fn n_sweeps(&self) -> u32 {
        self.n_sweeps
    }

    /// Puts a sweep in the place of the experiment. Its runs begin as soon as it has been checked.
    pub(super) fn sweep(&mut self, draft: Draft) {
        self.replace(draft, None);
        self.n_sweeps += 1;
        self.wants_runs = true;
    }
}
