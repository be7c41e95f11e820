//! Where an experiment is run: it can be interrupted there, and tells of its figures.

use super::Figure;
use crate::{Interrupt, Job, Report, RunOutcome, StoppedBy, solve_under};
use tilescope_puzzle::{Board, notation};
use tilescope_search::{Checked, Counter, StopReason};

/// Somebody stopped the experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the experiment was interrupted")]
pub struct Interrupted;

/// How much of a publication that has numbered instances is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Extent {
    /// What takes seconds.
    #[default]
    Short,
    /// Everything, though it may take hours.
    All,
    /// One instance, from 1.
    Instance(usize),
}

/// What an experiment needs from outside.
pub struct ExperimentContext<'a> {
    pub extent: Extent,
    interrupt: &'a Interrupt,
    tell: &'a mut dyn FnMut(Figure),
}

impl<'a> ExperimentContext<'a> {
    pub fn new(
        extent: Extent,
        interrupt: &'a Interrupt,
        tell: &'a mut dyn FnMut(Figure),
    ) -> ExperimentContext<'a> {
        ExperimentContext {
            extent,
            interrupt,
            tell,
        }
    }

    pub fn tell(&mut self, figure: Figure) {
        (self.tell)(figure);
    }

    /// Runs `job`, which has to fit together.
    ///
    /// # Errors
    /// If it was interrupted.
    pub fn solve(&self, job: &Job) -> Result<Report, Interrupted> {
        let report = solve_under(job, self.interrupt).expect("the jobs of classics fit together");
        match report.outcome {
            RunOutcome::Stopped(StoppedBy::Interrupt) => Err(Interrupted),
            _ => Ok(report),
        }
    }

    /// Asks between two steps of a computation that is no search.
    ///
    /// # Errors
    /// If the experiment was interrupted.
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.interrupt.is_stopped() {
            return Err(Interrupted);
        }
        Ok(())
    }

    /// An observer for a search that is not made from a job.
    pub fn counter(&self) -> Checked<impl FnMut(&Counter) -> Result<(), StopReason> + use<'a>> {
        let interrupt = self.interrupt;
        Checked::new(move |_| match interrupt.is_stopped() {
            true => Err(StopReason::Interrupt),
            false => Ok(()),
        })
    }
}

/// The board that an experiment has in its source text.
pub fn board(text: &str) -> Board {
    notation::parse_board(text).expect("the boards of classics are boards")
}
