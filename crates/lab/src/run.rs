//! Runs on a worker thread, and the handle to them.

mod execution;
mod interrupt;
mod oddities;
pub use execution::{solve, solve_recorded, solve_tallied, solve_under, solve_until};
pub use interrupt::Interrupt;

use super::audit::Audited;
use super::breakpoint::{Breakpoint, Hit};
use super::control::{Control, Message};
use super::trace_file::{Loaded, RunResults};
use super::{Counts, Incumbent, Job, JobError, Report, RunOutcome, StoppedBy, tables};
use execution::{decide_by_parity, work};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope_search::memory::return_freed;
use tilescope_trace::Trace;
use tilescope_trace::series::Series;

/// The state of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunState {
    Running,
    /// The worker is waiting, and everything it sent has been received.
    Paused,
    /// A stop was requested; messages are still being received.
    Stopping,
    /// The report and everything before it have been received.
    Ended,
}

/// What a run does between the end of its search and its report.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ending {
    /// The rest of the record is received. This part of it, from 0 to 1, is there.
    Reading(f64),
    /// The tables that were built are saved.
    SavingTables,
}

/// The handle to a run. Dropping it stops the run.
pub struct Run {
    job: Arc<Job>,
    control: Arc<Control>,
    /// While another holds it too, nothing is received.
    trace: Arc<Trace>,
    is_record_dropped: bool,
    series: Series,
    report: Option<Report>,
}

/// A run that has ended, to be saved on another thread.
#[derive(Clone, Debug)]
pub struct Record {
    pub job: Arc<Job>,
    pub trace: Arc<Trace>,
    pub series: Series,
    pub report: Report,
}

/// Starts `job` on a new named thread, paused before the first expansion if `paused`. The worker
/// calls `wake` when there is something new to poll.
///
/// A job that parity decides has ended when this returns. A job whose heuristic does not fit the
/// puzzle ends as [`RunOutcome::Failed`].
///
/// # Errors
/// If the job is invalid.
pub fn spawn(job: Job, paused: bool, wake: impl Fn() + Send + 'static) -> Result<Run, JobError> {
    spawn_watched(job, paused, Vec::new(), wake)
}

/// [`spawn`] with breakpoints, at which the run pauses.
///
/// # Errors
/// If the job is invalid.
pub fn spawn_watched(
    job: Job,
    paused: bool,
    breakpoints: Vec<Arc<Breakpoint>>,
    wake: impl Fn() + Send + 'static,
) -> Result<Run, JobError> {
    job.check()?;
    let mut run = Run {
        report: decide_by_parity(&job),
        job: Arc::new(job),
        control: Arc::new(Control::new(paused)),
        trace: Arc::default(),
        is_record_dropped: false,
        series: Series::default(),
    };
    run.set_breakpoints(breakpoints);
    if run.report.is_none() {
        let (job, control) = (Arc::clone(&run.job), Arc::clone(&run.control));
        let worker = std::thread::Builder::new()
            .name(format!("search {}", job.settings.algorithm.key))
            .spawn(move || work(&job, &control, Rc::new(wake)));
        if let Err(error) = worker {
            let message = format!("a thread could not be started ({error})");
            run.report = Some(Report::without_search(RunOutcome::Failed(message)));
        }
    }
    Ok(run)
}

/// From this size on, freed memory is returned to the system at once.
const MANY_BYTES: u64 = 32 << 20;

/// Frees `trace`; a large one on a thread of its own, since that takes longer than a frame.
fn free(trace: Arc<Trace>) {
    if (trace.bytes() as u64) < MANY_BYTES {
        return;
    }
    let free = move || {
        drop(trace);
        return_freed();
    };
    // Without a thread, it is freed here.
    let _ = std::thread::Builder::new()
        .name("free record".into())
        .spawn(free);
}

impl Run {
    /// Receives messages from the worker for about `budget`; returns whether there were any. Never
    /// blocks.
    pub fn poll(&mut self, budget: Duration) -> bool {
        let began = Instant::now();
        let mut received = false;
        let Some(trace) = Arc::get_mut(&mut self.trace) else {
            return false;
        };
        while let Some(message) = self.control.receive() {
            received = true;
            match message {
                Message::Samples(samples) => {
                    samples.into_iter().for_each(|s| self.series.push(s));
                }
                Message::Batch(batch) => {
                    trace.append(&batch);
                }
                Message::Report(mut report) => {
                    trace.set_goal(report.goal);
                    report.count_frontier(trace, &mut self.series);
                    self.report = Some(*report);
                }
            }
            if began.elapsed() >= budget {
                break;
            }
        }
        if received {
            self.control.set_record_bytes(self.record_bytes());
        }
        received
    }

    /// A run that was loaded from a file; it has ended.
    pub fn loaded(loaded: Loaded) -> Run {
        let Loaded {
            job,
            trace,
            series,
            report,
            ..
        } = loaded;
        Run {
            job: Arc::new(job),
            control: Arc::new(Control::new(false)),
            trace: Arc::new(trace),
            is_record_dropped: false,
            series,
            report: Some(report),
        }
    }

    /// A run of an earlier session, of which only the results are kept.
    pub fn without_record(results: &RunResults) -> Run {
        Run {
            job: Arc::new(results.job().clone()),
            control: Arc::new(Control::new(false)),
            trace: Arc::default(),
            is_record_dropped: true,
            series: Series::default(),
            report: Some(results.report().clone()),
        }
    }

    /// Job and report, without the record. A run that has not ended counts as stopped by the user.
    pub fn results(&self) -> RunResults {
        match &self.report {
            Some(report) => RunResults::new(&self.job, report),
            None => {
                let stopped = RunOutcome::Stopped(StoppedBy::Interrupt);
                let report = Report {
                    counts: self.counts(),
                    unit: self.job.problem.unit(),
                    ..Report::without_search(stopped)
                };
                RunResults::new(&self.job, &report)
            }
        }
    }

    /// Everything to save; `None` until the run has ended, or if it recorded nothing.
    pub fn record(&self) -> Option<Record> {
        let report = self.report.clone()?;
        (self.trace.n_nodes() > 0).then(|| Record {
            job: Arc::clone(&self.job),
            trace: Arc::clone(&self.trace),
            series: self.series.clone(),
            report,
        })
    }

    /// A solution is optimal if an audit says so. Returns true if that was not known before.
    pub fn accept(&mut self, audited: &Audited) -> bool {
        let report = self.report.as_mut();
        report.is_some_and(|report| report.accept(&self.job, audited))
    }

    pub fn job(&self) -> &Job {
        &self.job
    }

    pub fn state(&self) -> RunState {
        if self.report.is_some() {
            RunState::Ended
        } else if self.control.is_stopped() {
            RunState::Stopping
        } else if self.control.is_settled() {
            RunState::Paused
        } else {
            RunState::Running
        }
    }

    /// The latest counts.
    pub fn counts(&self) -> Counts {
        match &self.report {
            Some(report) => report.counts,
            None => self.control.counts(),
        }
    }

    /// Progress of table building, from 0 to 1; `None` if no tables are being built.
    pub fn building(&self) -> Option<f64> {
        self.control.building().filter(|_| self.report.is_none())
    }

    /// The estimated time until the tables are built; `None` while unknown.
    pub fn building_remaining(&self) -> Option<Duration> {
        tables::remaining(self.building()?, self.counts().for_tables)
    }

    /// What remains to be done now that the search has ended; `None` while it goes on, and once the
    /// report is there.
    pub fn ending(&self) -> Option<Ending> {
        if self.report.is_some() || !self.control.has_searched() {
            return None;
        }
        if self.control.saves_tables() {
            return Some(Ending::SavingTables);
        }
        let all = self
            .control
            .counts()
            .generated
            .min(self.job.max_recorded().into());
        let read = f64::from(self.trace.n_nodes());
        Some(Ending::Reading((read / all.max(1) as f64).min(1.0)))
    }

    /// The best solution so far, while the search continues.
    pub fn incumbent(&self) -> Option<Incumbent> {
        self.control.incumbent().filter(|_| self.report.is_none())
    }

    /// Warnings so far, in sentences: problems that did not stop the run, such as a table that could
    /// not be saved.
    pub fn notes(&self) -> Vec<String> {
        match &self.report {
            Some(report) => report.notes.clone(),
            None => self.control.notes(),
        }
    }

    /// The record received so far.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The record, to be read on another thread. Until that drops it, [`poll`](Self::poll) receives
    /// nothing, so a run that goes on soon waits.
    pub fn shared_trace(&self) -> Arc<Trace> {
        Arc::clone(&self.trace)
    }

    /// The sampled counts, for plots.
    pub fn series(&self) -> &Series {
        &self.series
    }

    /// The memory of the record and the samples, in bytes.
    pub fn record_bytes(&self) -> u64 {
        (self.trace.bytes() + self.series.bytes()) as u64
    }

    /// Drops the record of a run that has ended. Its report and its samples stay.
    pub fn drop_record(&mut self) {
        if self.report.is_some() && self.trace.n_nodes() > 0 {
            free(std::mem::take(&mut self.trace));
            self.is_record_dropped = true;
        }
    }

    /// Returns true if it is not recorded any more: its record was dropped, or is of an earlier
    /// session.
    pub fn is_record_dropped(&self) -> bool {
        self.is_record_dropped
    }

    /// Counts `bytes`, which the caller holds for other runs, against the memory limit of this one.
    pub fn set_other_bytes(&self, bytes: u64) {
        self.control.set_other_bytes(bytes);
    }

    /// The report, once the run has ended.
    pub fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// Replaces the breakpoints. A run that goes on takes them within a few milliseconds.
    pub fn set_breakpoints(&self, breakpoints: Vec<Arc<Breakpoint>>) {
        self.control.watched().set(breakpoints.into());
    }

    /// The breakpoint that held last, and how often one has held.
    pub fn hit(&self) -> (Option<Hit>, u64) {
        self.control.watched().hit()
    }

    /// Pauses before the next expansion.
    pub fn pause(&self) {
        self.control.pause();
    }

    pub fn resume(&self) {
        self.control.resume();
    }

    /// Lets a paused run expand `n` more nodes.
    pub fn step(&self, n: u64) {
        self.control.step(n);
    }

    /// Stops the run within 50 ms; the report still arrives.
    pub fn stop(&self) {
        self.control.stop();
    }
}

impl Drop for Run {
    /// Does not wait for the worker, which stops at its next expansion.
    fn drop(&mut self) {
        self.control.abandon();
        free(std::mem::take(&mut self.trace));
    }
}
