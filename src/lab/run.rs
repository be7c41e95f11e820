//! A run on its worker thread, and the handle to it.

use super::{Counts, Job, JobError, Report};
use crate::trace::Trace;
use crate::trace::series::Series;
use std::time::Duration;

/// Where a run stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunState {
    Running,
    Paused,
    /// There is a report, and everything sent has been taken in.
    Ended,
}

/// The handle to a run. Dropping it stops the run.
pub struct Run {
    job: Job,
    trace: Trace,
    series: Series,
    report: Option<Report>,
}

/// Starts `job` on a named thread of its own; paused before its first expansion if `paused`.
/// `wake` is called, from the worker, when there is something new to poll.
///
/// # Errors
/// If the job does not fit together.
pub fn spawn(job: Job, paused: bool, wake: impl Fn() + Send + 'static) -> Result<Run, JobError> {
    let _ = (job, paused, wake);
    todo!()
}

/// Runs `job` on this thread, recording nothing unless it says so.
///
/// # Errors
/// If the job does not fit together.
pub fn solve(job: &Job) -> Result<Report, JobError> {
    let _ = job;
    todo!()
}

impl Run {
    /// Takes in what the worker has sent, for at most about `budget`; whether anything new
    /// came. Never blocks.
    pub fn poll(&mut self, budget: Duration) -> bool {
        let _ = budget;
        todo!()
    }

    pub fn job(&self) -> &Job {
        &self.job
    }

    pub fn state(&self) -> RunState {
        todo!()
    }

    /// The newest counts.
    pub fn counts(&self) -> Counts {
        todo!()
    }

    /// The record, as far as it has been taken in.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The curves of the counts.
    pub fn series(&self) -> &Series {
        &self.series
    }

    /// How it ended, once it has.
    pub fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    pub fn pause(&self) {
        todo!()
    }

    pub fn resume(&self) {
        todo!()
    }

    /// Lets a paused run make `n` more expansions.
    pub fn step(&self, n: u64) {
        let _ = n;
        todo!()
    }

    /// Stops it, within 50 ms; it still ends with a report.
    pub fn stop(&self) {
        todo!()
    }
}
