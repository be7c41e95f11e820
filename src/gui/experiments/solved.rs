//! What the experiment knows of the lengths of puzzles: from runs that end, and from records that were
//! there before.

use super::progress::{Figures, Progress, RunProgress};

/// The records that are looked at in a frame.
const A_FRAME: usize = 200;

/// What was not told yet.
#[derive(Default)]
pub struct Solved {
    /// The runs that have found a solution, by their index.
    pub ended: Vec<(usize, Figures)>,
    /// The index of the first run whose record is still to be told.
    pub next: usize,
    /// How often a collection had been opened when they were told.
    n_opened: u64,
}

impl Solved {
    /// The runs that have found a solution, by their index: those that have ended, and part of those
    /// whose records a collection that was opened since, as the `n_opened`th, has not been told.
    pub fn take(&mut self, progress: &Progress, n_opened: u64) -> Vec<(usize, Figures)> {
        if std::mem::replace(&mut self.n_opened, n_opened) != n_opened {
            self.next = 0;
        }
        let to = progress.n_runs().min(self.next + A_FRAME);
        let records = (self.next..to).filter_map(|index| match progress.run(index)?.1 {
            RunProgress::Done(figures) => figures.moves.map(|_| (index, figures)),
            RunProgress::Waiting | RunProgress::Running => None,
        });
        let mut solved = std::mem::take(&mut self.ended);
        solved.extend(records);
        self.next = to;
        solved
    }
}
