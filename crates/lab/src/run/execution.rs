//! Carries out a job: on the caller's thread, or as the main function of a worker.

use super::{Interrupt, MANY_BYTES, oddities};
use crate::breakpoint::{AtBreakpoint, Breakpoint};
use crate::control::Control;
use crate::listener::Listener;
use crate::meter::Meter;
use crate::recording_listener::{ControlSink, RecordingListener, TraceSink};
use crate::{Job, JobError, Report, RunOutcome, TablesSource, Tally, dispatch, tables};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use tilescope_search::memory::return_freed;

/// Runs `job` on this thread without a record.
///
/// # Errors
/// If the job is invalid, or its heuristic does not fit the puzzle.
pub fn solve(job: &Job) -> Result<Report, JobError> {
    solve_under(job, &Interrupt::default())
}

/// Runs `job` on this thread without a record; `interrupt` stops it.
///
/// # Errors
/// If the job is invalid, or its heuristic does not fit the puzzle.
pub fn solve_under(job: &Job, interrupt: &Interrupt) -> Result<Report, JobError> {
    solve_tallied(job, interrupt).map(|(report, _)| report)
}

/// [`solve_under`] with counts of what became of the nodes.
///
/// # Errors
/// If the job is invalid, or its heuristic does not fit the puzzle.
pub fn solve_tallied(job: &Job, interrupt: &Interrupt) -> Result<(Report, Tally), JobError> {
    job.check()?;
    match decide_by_parity(job) {
        Some(report) => Ok((report, Tally::default())),
        None => execute(job, &interrupt.0, Tally::default()),
    }
}

/// Runs `job` on this thread and streams its record, at most [`Job::record`] nodes, to `sink`;
/// `interrupt` stops it.
///
/// # Errors
/// If the job is invalid, or its heuristic does not fit the puzzle.
pub fn solve_recorded(
    job: &Job,
    interrupt: &Interrupt,
    sink: Rc<dyn TraceSink>,
) -> Result<Report, JobError> {
    job.check()?;
    match decide_by_parity(job) {
        Some(report) => Ok(report),
        None => {
            let listener = RecordingListener::new(job, sink);
            execute(job, &interrupt.0, listener).map(|(report, _)| report)
        }
    }
}

/// [`solve_recorded`], stopped at the first event for which `breakpoint` holds. Without a sink
/// nothing is recorded.
///
/// # Errors
/// If the job is invalid, or its heuristic does not fit the puzzle.
pub fn solve_until(
    job: &Job,
    breakpoint: Breakpoint,
    interrupt: &Interrupt,
    sink: Rc<dyn TraceSink>,
) -> Result<Report, JobError> {
    job.check()?;
    if let Some(report) = decide_by_parity(job) {
        return Ok(report);
    }
    let control = &interrupt.0;
    control.watched().set([Arc::new(breakpoint)].into());
    control.watched().set_at_breakpoint(AtBreakpoint::Stop);
    let listener = RecordingListener::new(job, sink);
    let report = execute(job, control, listener).map(|(report, _)| report);
    control.watched().clear();
    report
}

/// The report on a job that parity proves unsolvable.
pub(super) fn decide_by_parity(job: &Job) -> Option<Report> {
    let puzzle = job.problem.puzzle()?;
    let needs_search = job.search_unsolvable || puzzle.solvability().is_solvable();
    (!needs_search).then(|| Report::without_search(RunOutcome::Unsolvable { by_parity: true }))
}

/// The worker thread's main function. `wake` is behind a pointer, so that all searches are compiled
/// here and not once more for each caller of [`spawn`].
pub(super) fn work(job: &Job, control: &Arc<Control>, wake: Rc<dyn Fn()>) {
    let sink = Rc::new(ControlSink {
        control: Arc::clone(control),
        wake: Rc::clone(&wake),
    });
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let listener = RecordingListener::new(job, sink);
        execute(job, control, listener).map(|(report, _)| report)
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
            "internal error ({})",
            panic_message(panic.as_ref())
        )),
    };
    let peak_bytes = report.counts.peak_bytes;
    control.send_report(report);
    wake();
    if peak_bytes >= MANY_BYTES {
        return_freed();
    }
}

fn execute<L: Listener>(
    job: &Job,
    control: &Arc<Control>,
    listener: L,
) -> Result<(Report, L), JobError> {
    control.begin();
    let mut meter = Meter::new(job, Arc::clone(control), listener);
    let tables = match tables::prepare(job, &mut meter) {
        Ok(tables) => tables,
        Err(reason) => {
            let report = meter.report_while_building(reason);
            return Ok((report, meter.into_listener()));
        }
    };
    let outcome = dispatch::search(job, &mut meter)?;
    control.set_has_searched();
    drop(tables);
    meter.finish();
    let mut report = meter.report(job, outcome);
    let built = report
        .tables
        .filter(|used| used.from == TablesSource::Built);
    if built.is_some() && job.settings.algorithm.is_engine() {
        control.set_saves_tables();
        tables::save_built(job, control);
        report.notes = control.notes();
    }
    report.notes.extend(oddities::note(job, &report));
    Ok((report, meter.into_listener()))
}

/// The message of a panic.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}
