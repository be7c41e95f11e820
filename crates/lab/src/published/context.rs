//! The context of a running experiment: its extent, interruption, and figures.

use super::{Figure, PublishedSearch};
use crate::{Interrupt, Job, Report, RunOutcome, StoppedBy, solve_under};
use tilescope_puzzle::{Board, notation};
use tilescope_search::{Checked, Counter, StopReason};

/// The experiment was interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// How much of a publication to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Extent {
    /// Only what takes seconds.
    #[default]
    Short,
    /// Everything, which may take hours.
    All,
    /// One instance, counted from 1.
    Instance(usize),
}

/// The context in which an experiment runs.
pub struct ExperimentContext<'a> {
    pub extent: Extent,
    interrupt: &'a Interrupt,
    on_figure: &'a mut dyn FnMut(Figure),
}

impl<'a> ExperimentContext<'a> {
    pub fn new(
        extent: Extent,
        interrupt: &'a Interrupt,
        on_figure: &'a mut dyn FnMut(Figure),
    ) -> ExperimentContext<'a> {
        ExperimentContext {
            extent,
            interrupt,
            on_figure,
        }
    }

    /// Reports a figure.
    pub fn report(&mut self, figure: Figure) {
        (self.on_figure)(figure);
    }

    /// Runs `job`, which must be valid.
    ///
    /// # Errors
    /// If it was interrupted.
    pub fn solve(&self, job: &Job) -> Result<Report, Interrupted> {
        let report = solve_under(job, self.interrupt).expect("jobs of experiments are valid");
        match report.outcome {
            RunOutcome::Stopped(StoppedBy::Interrupt) => Err(Interrupted),
            _ => Ok(report),
        }
    }

    /// Runs a search, and reports its figures and what it found.
    ///
    /// # Errors
    /// If it was interrupted.
    pub fn run(&mut self, search: &PublishedSearch) -> Result<Report, Interrupted> {
        let report = self.solve(&search.job)?;
        for figure in search.figures(&report) {
            self.report(figure);
        }
        Ok(report)
    }

    /// Checks for an interrupt, in computations that are not searches.
    ///
    /// # Errors
    /// If the experiment was interrupted.
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.interrupt.is_stopped() {
            return Err(Interrupted);
        }
        Ok(())
    }

    /// An observer for searches that are not run as jobs.
    pub fn counter(&self) -> Checked<impl FnMut(&Counter) -> Result<(), StopReason> + use<'a>> {
        let interrupt = self.interrupt;
        Checked::new(move |_| match interrupt.is_stopped() {
            true => Err(StopReason::Interrupt),
            false => Ok(()),
        })
    }
}

/// Parses a board of an experiment.
pub fn board(text: &str) -> Board {
    notation::parse_board(text).expect("boards of experiments are valid")
}
