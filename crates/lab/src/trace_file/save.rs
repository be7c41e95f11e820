//! Saves the trace of a run that has ended.

use super::TraceFormat;
use super::convert::chosen_format;
use super::live::cause;
use super::output::{ALL_STEPS, Stoppable, create, stopped};
use super::own::Bookmark;
use crate::files::{self, FileError};
use crate::{Interrupt, Job, Report, format};
use std::io::BufWriter;
use std::ops::RangeInclusive;
use std::path::Path;
use tilescope_trace::{Moment, Series, Trace};

/// Saves a run with its bookmarks in Tilescope's own format: at any moment the path holds the old
/// file or the new one. `progress` is told the part that is written, from 0 to 1.
///
/// # Errors
/// If it cannot be written, or was interrupted; one sentence.
pub fn save(
    path: &Path,
    job: &Job,
    recorded: (&Trace, &Series, &Report),
    bookmarks: &[Bookmark],
    interrupt: &Interrupt,
    progress: &mut dyn FnMut(f64),
) -> Result<(), FileError> {
    let to = (path, TraceFormat::Own, ALL_STEPS);
    write(to, job, recorded, bookmarks, interrupt, progress)
}

/// Saves a run in the format that the end of the file's name says, as [`super::convert`] would
/// convert what [`save`] saves. Only the events of `steps` are written, if they are given.
///
/// # Errors
/// As [`save`]; and if the format is not known or has no ranges of steps.
pub fn save_as(
    (path, steps): (&Path, Option<RangeInclusive<Moment>>),
    job: &Job,
    recorded: (&Trace, &Series, &Report),
    bookmarks: &[Bookmark],
    interrupt: &Interrupt,
    progress: &mut dyn FnMut(f64),
) -> Result<(), FileError> {
    let format = chosen_format(path, steps.is_some())?;
    let to = (path, format, steps.unwrap_or(ALL_STEPS));
    write(to, job, recorded, bookmarks, interrupt, progress)
}

fn write(
    (path, format, steps): (&Path, TraceFormat, RangeInclusive<Moment>),
    job: &Job,
    (trace, series, report): (&Trace, &Series, &Report),
    bookmarks: &[Bookmark],
    interrupt: &Interrupt,
    progress: &mut dyn FnMut(f64),
) -> Result<(), FileError> {
    let written = files::atomically(path, |file| {
        let out = BufWriter::new(Stoppable {
            out: file,
            interrupt,
        });
        let mut output = create(out, format, job, steps)?;
        let n_nodes = f64::from(trace.n_nodes().max(1));
        let mut n_written = 0;
        for batch in trace.batches() {
            if interrupt.is_stopped() {
                return Err(stopped());
            }
            output.batch(&batch)?;
            n_written += batch.parent.len();
            progress(n_written as f64 / n_nodes);
        }
        output.samples(series.samples())?;
        output.bookmarks(bookmarks);
        output.finish(report)
    });
    written.map_err(|error| {
        FileError(format!(
            "the trace was not saved ({}): {}",
            cause(&error),
            format::path(path)
        ))
    })
}
