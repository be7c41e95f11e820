//! Saves the trace of a run that has ended.

use super::live::cause;
use super::own::{Bookmark, Writer};
use crate::files::{self, FileError};
use crate::{Interrupt, Job, Report, format};
use std::io::{self, BufWriter};
use std::path::Path;
use tilescope_trace::{Series, Trace};

/// Saves a run with its bookmarks in Tilescope's own format: at any moment the path holds the old
/// file or the new one. `progress` is told the part that is written, from 0 to 1.
///
/// # Errors
/// If it cannot be written, or was interrupted; one sentence.
pub fn save(
    path: &Path,
    job: &Job,
    (trace, series, report): (&Trace, &Series, &Report),
    bookmarks: &[Bookmark],
    interrupt: &Interrupt,
    progress: &mut dyn FnMut(f64),
) -> Result<(), FileError> {
    let written = files::atomically(path, |file| {
        let mut writer = Writer::new(BufWriter::new(file), job)?;
        let n_nodes = f64::from(trace.n_nodes().max(1));
        let mut n_written = 0;
        for batch in trace.batches() {
            if interrupt.is_stopped() {
                return Err(io::Error::other("stopped"));
            }
            writer.batch(&batch)?;
            n_written += batch.parent.len();
            progress(n_written as f64 / n_nodes);
        }
        writer.samples(series.samples())?;
        writer.bookmarks(bookmarks);
        writer.finish(report)
    });
    written.map_err(|error| {
        FileError(format!(
            "the trace was not saved ({}): {}",
            cause(&error),
            format::path(path)
        ))
    })
}
