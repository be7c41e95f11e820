//! Where an experiment is run: it can be interrupted there, and tells of its figures.

use super::Figure;
use crate::lab::{Interrupt, Job, Outcome, Report, StoppedBy, solve_under};
use crate::puzzle::{Board, notation};
use crate::search::{self, Action, Cost, Fate, Halt, Observer};

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
pub struct Stage<'a> {
    pub extent: Extent,
    interrupt: &'a Interrupt,
    tell: &'a mut dyn FnMut(Figure),
}

impl<'a> Stage<'a> {
    pub fn new(
        extent: Extent,
        interrupt: &'a Interrupt,
        tell: &'a mut dyn FnMut(Figure),
    ) -> Stage<'a> {
        Stage {
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
            Outcome::Stopped(StoppedBy::Interrupt) => Err(Interrupted),
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
    pub fn tally(&self) -> Tally<'a> {
        Tally {
            expanded: 0,
            generated: 0,
            interrupt: self.interrupt,
        }
    }
}

/// Counts until the experiment is interrupted.
pub struct Tally<'a> {
    pub expanded: u64,
    /// The root is counted once.
    pub generated: u64,
    interrupt: &'a Interrupt,
}

impl Observer for Tally<'_> {
    type Node = ();

    fn root(&mut self, _: Cost) {
        self.generated += 1;
    }

    fn generated(&mut self, (): (), _: Action, _: Cost, _: Cost, _: Fate) {
        self.generated += 1;
    }

    fn expand(&mut self, (): ()) -> Result<(), Halt> {
        if self.interrupt.is_stopped() {
            return Err(Halt::Interrupt);
        }
        self.expanded += 1;
        Ok(())
    }

    fn discard(&mut self, (): (), _: Fate) {}

    fn iteration(&mut self, _: Cost) {}

    fn tally(&mut self, tally: search::Tally) -> Result<(), Halt> {
        if self.interrupt.is_stopped() {
            return Err(Halt::Interrupt);
        }
        self.expanded += tally.expanded;
        self.generated += tally.generated;
        Ok(())
    }

    fn grow(&mut self, _: usize) -> Result<(), Halt> {
        Ok(())
    }
}

/// The board that an experiment has in its source text.
pub fn board(text: &str) -> Board {
    notation::parse_board(text).expect("the boards of classics are boards")
}
