//! A run on its worker thread, and the handle to it.

use super::control::{Control, Message};
use super::listener::Listener;
use super::meter::Meter;
use super::recording_listener::{RecordingListener, ToHandle, TraceSink};
use super::{Counts, Job, JobError, Report, RunOutcome, SoFar, dispatch, tables};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope_trace::Trace;
use tilescope_trace::series::Series;

/// Where a run stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunState {
    Running,
    /// It waits, and everything that it has done so far has been taken in.
    Paused,
    /// It was told to stop; what it has sent is still being taken in.
    Stopping,
    /// There is a report, and everything sent has been taken in.
    Ended,
}

/// The handle to a run. Dropping it stops the run.
pub struct Run {
    job: Arc<Job>,
    control: Arc<Control>,
    trace: Trace,
    series: Series,
    report: Option<Report>,
}

/// Starts `job` on a named thread of its own; paused before its first expansion if `paused`.
/// `wake` is called, from the worker, when there is something new to poll.
///
/// A job that needs no search has ended when this returns; one whose heuristic does not fit
/// the puzzle ends by itself, as [`RunOutcome::Failed`].
///
/// # Errors
/// If the job does not fit together.
pub fn spawn(job: Job, paused: bool, wake: impl Fn() + Send + 'static) -> Result<Run, JobError> {
    job.check()?;
    let mut run = Run {
        report: decide_by_parity(&job),
        job: Arc::new(job),
        control: Arc::new(Control::new(paused)),
        trace: Trace::default(),
        series: Series::default(),
    };
    if run.report.is_none() {
        let (job, control) = (Arc::clone(&run.job), Arc::clone(&run.control));
        let worker = std::thread::Builder::new()
            .name(format!("search {}", job.settings.algorithm.key))
            .spawn(move || work(&job, &control, wake));
        if let Err(error) = worker {
            let message = format!("the system has no thread for it ({error})");
            run.report = Some(Report::without_search(RunOutcome::Failed(message)));
        }
    }
    Ok(run)
}

/// Runs `job` on this thread and records nothing.
///
/// # Errors
/// If the job does not fit together, or its heuristic does not fit the puzzle.
pub fn solve(job: &Job) -> Result<Report, JobError> {
    solve_under(job, &Interrupt::default())
}

/// Runs `job` on this thread, until `interrupt` stops it, and records nothing.
///
/// # Errors
/// If the job does not fit together, or its heuristic does not fit the puzzle.
pub fn solve_under(job: &Job, interrupt: &Interrupt) -> Result<Report, JobError> {
    job.check()?;
    match decide_by_parity(job) {
        Some(report) => Ok(report),
        None => execute(job, &interrupt.0, ()),
    }
}

/// Runs `job` on this thread, until `interrupt` stops it, and hands its record, at most
/// [`Job::record`] nodes, to `outlet` as it grows.
///
/// # Errors
/// If the job does not fit together, or its heuristic does not fit the puzzle.
pub fn solve_recorded(
    job: &Job,
    interrupt: &Interrupt,
    outlet: Rc<dyn TraceSink>,
) -> Result<Report, JobError> {
    job.check()?;
    match decide_by_parity(job) {
        Some(report) => Ok(report),
        None => execute(job, &interrupt.0, RecordingListener::new(job, outlet)),
    }
}

/// Stops a run from elsewhere, such as a handler of signals.
#[derive(Clone, Debug)]
pub struct Interrupt(Arc<Control>);

impl Default for Interrupt {
    fn default() -> Self {
        Interrupt(Arc::new(Control::new(false)))
    }
}

impl Interrupt {
    /// Stops the run; at once, if it has not begun.
    pub fn stop(&self) {
        self.0.stop();
    }

    /// Whether it has been stopped.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// The report on a job that parity decides.
fn decide_by_parity(job: &Job) -> Option<Report> {
    let puzzle = job.problem.puzzle()?;
    let is_open = job.search_unsolvable || puzzle.solvability().is_solvable();
    (!is_open).then(|| Report::without_search(RunOutcome::Unsolvable { by_parity: true }))
}

/// The worker's whole life.
fn work(job: &Job, control: &Arc<Control>, wake: impl Fn() + 'static) {
    let wake: Rc<dyn Fn()> = Rc::new(wake);
    let outlet = Rc::new(ToHandle {
        control: Arc::clone(control),
        wake: Rc::clone(&wake),
    });
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        execute(job, control, RecordingListener::new(job, outlet))
    }));
    let failed = |message| Report {
        counts: control.counts(),
        notes: control.notes(),
        ..Report::without_search(RunOutcome::Failed(message))
    };
    let report = match attempt {
        Ok(Ok(report)) => report,
        Ok(Err(error)) => failed(error.to_string()),
        Err(panic) => failed(format!(
            "a fault of this program ({})",
            message(panic.as_ref())
        )),
    };
    control.send_report(report);
    wake();
}

fn execute<L: Listener>(
    job: &Job,
    control: &Arc<Control>,
    listener: L,
) -> Result<Report, JobError> {
    control.begin();
    let mut meter = Meter::new(job, Arc::clone(control), listener);
    let tables = match tables::prepare(job, &mut meter) {
        Ok(tables) => tables,
        Err(reason) => return Ok(meter.report_while_building(reason)),
    };
    let outcome = dispatch::search(job, &mut meter)?;
    drop(tables);
    meter.finish();
    Ok(meter.report(job, outcome))
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it gave no reason").to_owned()
}

impl Run {
    /// Takes in what the worker has sent, for at most about `budget`; whether anything new
    /// came. Never blocks.
    pub fn poll(&mut self, budget: Duration) -> bool {
        let since = Instant::now();
        let mut is_new = false;
        while let Some(parcel) = self.control.take() {
            is_new = true;
            match parcel {
                Message::Samples(samples) => {
                    samples.into_iter().for_each(|s| self.series.push(s));
                }
                Message::Batch(batch) => {
                    self.trace.append(&batch);
                    self.control.set_record_bytes(self.trace.bytes() as u64);
                }
                Message::Report(report) => {
                    self.trace.set_goal(report.goal);
                    self.report = Some(*report);
                }
            }
            if since.elapsed() >= budget {
                break;
            }
        }
        is_new
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

    /// The newest counts.
    pub fn counts(&self) -> Counts {
        match &self.report {
            Some(report) => report.counts,
            None => self.control.counts(),
        }
    }

    /// How much of its tables, from 0 to 1, is built, while it builds them.
    pub fn building(&self) -> Option<f64> {
        self.control.building().filter(|_| self.report.is_none())
    }

    /// How long building them will take from now on, once that can be told.
    pub fn building_remaining(&self) -> Option<Duration> {
        tables::remaining(self.building()?, self.counts().for_tables)
    }

    /// The best solution so far, while it looks for a better one.
    pub fn so_far(&self) -> Option<SoFar> {
        self.control.so_far().filter(|_| self.report.is_none())
    }

    /// What went wrong so far and did not stop it, in sentences: a table that could not be kept,
    /// say.
    pub fn notes(&self) -> Vec<String> {
        match &self.report {
            Some(report) => report.notes.clone(),
            None => self.control.notes(),
        }
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

    /// Pauses it before its next expansion.
    pub fn pause(&self) {
        self.control.pause();
    }

    pub fn resume(&self) {
        self.control.resume();
    }

    /// Lets a paused run make `n` more expansions.
    pub fn step(&self, n: u64) {
        self.control.step(n);
    }

    /// Stops it, within 50 ms; it still ends with a report.
    pub fn stop(&self) {
        self.control.stop();
    }
}

impl Drop for Run {
    /// Does not wait for the worker, which ends by itself at its next expansion.
    fn drop(&mut self) {
        self.control.abandon();
    }
}
