//! Writes a trace in Tilescope's own format.

use super::{Bookmark, SIGNATURE, VERSION, bookmarks, chunk, form, samples};
use crate::{Job, Report};
use std::io::{self, Write};
use tilescope_trace::{Batch, Codec, Sample};

/// Writes a trace chunk by chunk, while the search goes on or afterwards.
pub struct Writer<W> {
    out: W,
    codec: Codec,
    batch: Batch,
    samples: Vec<Sample>,
    bookmarks: Vec<Bookmark>,
    content: Vec<u8>,
    /// Length of what has been written, always whole chunks.
    n_bytes: u64,
}

impl<W: Write> Writer<W> {
    /// Nodes or expansions in a chunk, about. The first has fewer, and each of the others as many as
    /// there are before it: so most of a file that is cut short can be read, however short it is.
    const NODES: usize = 1 << 16;
    const MIN_NODES: usize = 1_000;
    /// Samples in a chunk.
    const SAMPLES: usize = 1 << 12;

    /// Writes the signature and the job.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(mut out: W, job: &Job) -> io::Result<Self> {
        out.write_all(&SIGNATURE)?;
        out.write_all(&VERSION.to_le_bytes())?;
        let n_bytes = chunk::write(&mut out, chunk::JOB, &form::job_to_bytes(job))?;
        Ok(Writer {
            out,
            codec: Codec::default(),
            batch: Batch::default(),
            samples: Vec::new(),
            bookmarks: Vec::new(),
            content: Vec::new(),
            n_bytes: n_bytes + (SIGNATURE.len() + size_of_val(&VERSION)) as u64,
        })
    }

    /// Appends the next nodes and expansions.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn batch(&mut self, batch: &Batch) -> io::Result<()> {
        self.batch.extend(batch);
        let n_before = self.codec.n_nodes().max(2 * self.codec.n_expanded()) as usize;
        let is_full = |n: usize| n >= n_before.clamp(Self::MIN_NODES, Self::NODES);
        let Batch {
            parent,
            expanded,
            discarded,
            ..
        } = &self.batch;
        if is_full(parent.len()) || is_full(2 * expanded.len()) || is_full(2 * discarded.len()) {
            self.write_batch()?;
        }
        Ok(())
    }

    /// Appends the next samples.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn samples(&mut self, samples: &[Sample]) -> io::Result<()> {
        self.samples.extend_from_slice(samples);
        if self.samples.len() >= Self::SAMPLES {
            self.write_samples()?;
        }
        Ok(())
    }

    /// Says which bookmarks there are; none at first. [`Writer::finish`] writes them.
    pub fn bookmarks(&mut self, bookmarks: &[Bookmark]) {
        self.bookmarks = bookmarks.to_vec();
    }

    /// Appends bookmarks and report, and flushes.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn finish(&mut self, report: &Report) -> io::Result<()> {
        if !self.batch.is_empty() {
            self.write_batch()?;
        }
        if !self.samples.is_empty() {
            self.write_samples()?;
        }
        if !self.bookmarks.is_empty() {
            self.content = bookmarks::encode(&self.bookmarks);
            self.write(chunk::BOOKMARKS)?;
        }
        self.content = form::report_to_bytes(report);
        self.write(chunk::REPORT)?;
        self.out.flush()
    }

    /// The length of the whole chunks that were written, in bytes.
    pub fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// The number of expansions in them.
    pub fn n_expanded(&self) -> u32 {
        self.codec.n_expanded()
    }

    fn write_batch(&mut self) -> io::Result<()> {
        let mut codec = self.codec;
        codec.encode(&std::mem::take(&mut self.batch), &mut self.content);
        self.write(chunk::NODES)?;
        self.codec = codec;
        Ok(())
    }

    fn write_samples(&mut self) -> io::Result<()> {
        for part in std::mem::take(&mut self.samples).chunks(Self::SAMPLES) {
            samples::encode_memory(part, &mut self.content);
            if !self.content.is_empty() {
                self.write(chunk::MEMORY)?;
            }
            samples::encode(part, &mut self.content);
            self.write(chunk::SAMPLES)?;
        }
        Ok(())
    }

    fn write(&mut self, kind: [u8; 4]) -> io::Result<()> {
        self.n_bytes += chunk::write(&mut self.out, kind, &self.content)?;
        self.content.clear();
        Ok(())
    }
}
