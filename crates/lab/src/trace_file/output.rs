//! What writes a trace, whatever its format is.

use super::TraceFormat;
use super::dot::Dot;
use super::own::{self, Bookmark};
use super::posthoc::Posthoc;
use super::rows::{RowFormat, Rows};
use super::whole::Whole;
use crate::{Interrupt, Job, Report, format};
use std::io::{self, Write};
use std::ops::RangeInclusive;
use tilescope_trace::{Batch, Moment, Sample};

/// Writes the trace of one run.
pub(super) trait Output {
    fn batch(&mut self, batch: &Batch) -> io::Result<()>;

    fn samples(&mut self, _: &[Sample]) -> io::Result<()> {
        Ok(())
    }

    /// Formats without bookmarks leave them out.
    fn bookmarks(&mut self, _: &[Bookmark]) {}

    /// Ends the file, and flushes it.
    fn finish(&mut self, report: &Report) -> io::Result<()>;

    /// What is in the file if nothing more can be written.
    fn written(&self) -> Written;
}

/// The part of a file that can be read.
pub(super) struct Written {
    /// Its length.
    pub n_bytes: u64,
    /// “its first 12 events”.
    pub what: String,
}

/// All moments of a run.
pub const ALL_STEPS: RangeInclusive<Moment> = 0..=Moment::MAX;

/// Begins a file. Of a trace of Tilescope's own format, `steps` are always all.
pub(super) fn create<'a, W: Write + 'a>(
    out: W,
    format: TraceFormat,
    job: &Job,
    steps: RangeInclusive<Moment>,
) -> io::Result<Box<dyn Output + 'a>> {
    Ok(match format {
        TraceFormat::Own => Box::new(own::Writer::new(out, job)?),
        TraceFormat::JsonLines => Box::new(Rows::new(out, RowFormat::Json, job, steps)?),
        TraceFormat::Csv => Box::new(Rows::new(out, RowFormat::Csv, job, steps)?),
        TraceFormat::Posthoc => Box::new(Whole::new(out, Posthoc, job, steps)),
        TraceFormat::Dot => Box::new(Whole::new(out, Dot, job, steps)),
    })
}

/// A file that takes no more once the work is stopped: formats of whole traces are written at the end.
pub(super) struct Stoppable<'a, W> {
    pub out: W,
    pub interrupt: &'a Interrupt,
}

pub(super) fn stopped() -> io::Error {
    io::Error::other("stopped")
}

impl<W: Write> Write for Stoppable<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.interrupt.is_stopped() {
            true => Err(stopped()),
            false => self.out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Output for own::Writer<W> {
    fn batch(&mut self, batch: &Batch) -> io::Result<()> {
        own::Writer::batch(self, batch)
    }

    fn samples(&mut self, samples: &[Sample]) -> io::Result<()> {
        own::Writer::samples(self, samples)
    }

    fn bookmarks(&mut self, bookmarks: &[Bookmark]) {
        own::Writer::bookmarks(self, bookmarks);
    }

    fn finish(&mut self, report: &Report) -> io::Result<()> {
        own::Writer::finish(self, report)
    }

    fn written(&self) -> Written {
        let n_expanded = format::count(self.n_expanded().into());
        Written {
            n_bytes: self.n_bytes(),
            what: format!("its first {n_expanded} expansions"),
        }
    }
}
