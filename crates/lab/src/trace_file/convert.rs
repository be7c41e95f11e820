//! Writes a trace of Tilescope's own format in another one.

use super::live::cause;
use super::output::{ALL_STEPS, Stoppable, create, stopped};
use super::own::{Damage, Piece, Reader};
use super::{TraceFormat, own};
use crate::files::{self, FileError};
use crate::{Interrupt, Report, RunOutcome, StoppedBy, format};
use std::io::{self, BufWriter, Read};
use std::ops::RangeInclusive;
use std::path::Path;
use tilescope_trace::Moment;

/// What was converted.
#[derive(Debug)]
pub struct Converted {
    pub format: TraceFormat,
    /// In the trace.
    pub n_nodes: u32,
    pub n_expanded: u32,
    /// What is wrong with the trace. What is before it was converted.
    pub damage: Option<Damage>,
    /// Why bookmarks were left out, if any were.
    pub left_out: Option<String>,
}

/// Writes the trace at `from` to `to`, in the format that its name says; at any moment that path
/// holds the old file or the new one. Only the events of `steps` are written, if they are given.
///
/// # Errors
/// If a file cannot be read or written, the format is not known or has no ranges of steps, or it
/// was interrupted; one sentence.
pub fn convert(
    from: &Path,
    to: &Path,
    steps: Option<RangeInclusive<Moment>>,
    interrupt: &Interrupt,
    progress: &mut dyn FnMut(f64),
) -> Result<Converted, FileError> {
    let format = chosen_format(to, steps.is_some())?;
    let mut reader = Reader::open(from)?;
    let n_bytes = std::fs::metadata(from).map_or(1, |it| it.len().max(1));
    let job = reader.job().clone();
    let steps = steps.unwrap_or(ALL_STEPS);
    let written = files::atomically(to, |file| {
        let mut output = create(
            BufWriter::new(Stoppable {
                out: file,
                interrupt,
            }),
            format,
            &job,
            steps.clone(),
        )?;
        let mut report = None;
        while let Some(piece) = reader.next() {
            match piece {
                Piece::Nodes(batch) => output.batch(&batch)?,
                Piece::Samples(samples) => output.samples(&samples)?,
                Piece::Bookmarks(bookmarks) => output.bookmarks(&bookmarks),
                Piece::Report(it) => report = Some(*it),
            }
            progress(reader.n_bytes() as f64 / n_bytes as f64);
            if interrupt.is_stopped() {
                return Err(stopped());
            }
        }
        let n_steps = reader.n_expanded();
        if *steps.start() > n_steps {
            return Err(io::Error::other(format!(
                "it has {} steps, so the range {}..{} has no events",
                format::count(n_steps.into()),
                steps.start(),
                steps.end()
            )));
        }
        output.finish(&report.unwrap_or_else(|| lost_report(&reader)))
    });
    written.map_err(|error| {
        FileError(format!(
            "the trace was not converted ({}): {}",
            cause(&error),
            format::path(to)
        ))
    })?;
    Ok(Converted {
        format,
        n_nodes: reader.n_nodes(),
        n_expanded: reader.n_expanded(),
        damage: reader.damage().cloned(),
        left_out: reader.left_out().map(str::to_owned),
    })
}

/// The format of a new file, which is to have a range of steps if `has_range`.
pub(super) fn chosen_format(to: &Path, has_range: bool) -> Result<TraceFormat, FileError> {
    let format = TraceFormat::of(to).ok_or_else(|| {
        let endings: Vec<String> = (TraceFormat::ALL.iter())
            .map(|format| format!(".{}", format.ending()))
            .collect();
        FileError(format!(
            "the name says no known format: {}; end it in {}",
            format::path(to),
            endings.join(", ")
        ))
    })?;
    if !format.has_ranges() && has_range {
        return Err(FileError(format!(
            "a range of steps cannot be written as .{}, which is always a whole run; choose \
             another ending",
            own::EXTENSION
        )));
    }
    Ok(format)
}

/// A report in place of one that is lost.
fn lost_report<R: Read>(reader: &Reader<R>) -> Report {
    let mut report = Report::without_search(RunOutcome::Stopped(StoppedBy::FileEnd));
    report.stopped_by = Some(StoppedBy::FileEnd);
    report.counts.expanded = reader.n_expanded().into();
    report.unit = reader.job().problem.unit();
    report
}
