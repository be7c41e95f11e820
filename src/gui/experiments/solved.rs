//! What the experiment knows of the lengths of puzzles: from runs that end, and from records that were
//! there before.

use super::Experiments;
use super::progress::{Figures, RunProgress};
use tilescope_lab::Job;

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

impl Experiments {
    /// Searches that have found a solution, and what they have found: those of new records, and part of
    /// those that a collection which was opened since, as the `n_opened`th, has not been told.
    pub fn take_solved(&mut self, n_opened: u64) -> Vec<(Job, Figures)> {
        if std::mem::replace(&mut self.solved.n_opened, n_opened) != n_opened {
            self.solved.next = 0;
        }
        let mut solved = std::mem::take(&mut self.solved.ended);
        if let Some(progress) = self.progress.as_ref() {
            let from = self.solved.next;
            let to = progress.n_runs().min(from + A_FRAME);
            self.solved.next = to;
            solved.extend((from..to).filter_map(|index| match progress.run(index)?.1 {
                RunProgress::Done(figures) => figures.moves.map(|_| (index, figures)),
                RunProgress::Waiting | RunProgress::Running => None,
            }));
        }
        let search = |(index, figures)| Some((self.job(index)?, figures));
        solved.into_iter().filter_map(search).collect()
    }

    /// Whether there are records that were not told yet.
    pub fn has_untold(&self) -> bool {
        let n_runs = self.progress.as_ref().map_or(0, |it| it.n_runs());
        self.solved.next < n_runs
    }
}
