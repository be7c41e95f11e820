//! Reads a trace in Tilescope's own format, chunk by chunk.

use super::chunk::{self, ChunkError};
use super::{Bookmark, SIGNATURE, VERSION, bookmarks, form, samples};
use crate::files::FileError;
use crate::{Job, Problem, Report, format};
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::Path;
use tilescope_puzzle::Direction;
use tilescope_trace::{Batch, Codec, Sample};

/// Reads a trace. It takes no more memory than a chunk does, however long the file is.
pub struct Reader<R> {
    input: R,
    job: Job,
    codec: Codec,
    n_actions: usize,
    /// Expansions at the last sample.
    sampled: u64,
    /// The memory of the samples of the next chunk, if it is known.
    memory: Vec<Option<u64>>,
    n_bytes: u64,
    /// The length of the file, if it is one.
    len: Option<u64>,
    /// What was left out.
    left_out: Option<String>,
    ending: Option<Ending>,
}

/// A part of a trace.
#[derive(Debug)]
pub enum Piece {
    Nodes(Box<Batch>),
    Samples(Vec<Sample>),
    /// At most once.
    Bookmarks(Vec<Bookmark>),
    /// The last part.
    Report(Box<Report>),
}

#[derive(Clone, Debug)]
enum Ending {
    Complete,
    Damaged(Damage),
}

/// What is wrong with the end of a trace. Everything before it has been read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{cause}: {} can be read", expansions(*n_expanded))]
pub struct Damage {
    pub cause: String,
    /// Expansions before the damage.
    pub n_expanded: u32,
    /// Where the damaged chunk begins.
    pub at_byte: u64,
}

/// “the first 12 expansions”.
fn expansions(n: u32) -> String {
    match n {
        0 => "no expansion".into(),
        1 => "the first expansion".into(),
        n => format!("the first {} expansions", format::count(n.into())),
    }
}

impl Reader<BufReader<File>> {
    /// Opens a trace and reads its job.
    ///
    /// # Errors
    /// If it cannot be read, or is no trace that this version reads; one sentence.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let refuse = |cause: &str| FileError(format!("{cause}: {}", format::path(path)));
        // Before opening: opening a pipe blocks until there is a writer.
        let metadata =
            fs::metadata(path).map_err(|error| refuse(&crate::files::cause_of(&error)))?;
        if !metadata.is_file() {
            return Err(refuse("this is no file with a trace"));
        }
        let file = File::open(path).map_err(|error| refuse(&crate::files::cause_of(&error)))?;
        let input = BufReader::with_capacity(1 << 18, file);
        let mut reader = Reader::new(input).map_err(|cause| refuse(&cause))?;
        reader.len = Some(metadata.len());
        Ok(reader)
    }
}

impl<R: Read> Reader<R> {
    /// Reads the job.
    ///
    /// # Errors
    /// In words, if this is no trace, or one of a newer version.
    pub fn new(mut input: R) -> Result<Self, String> {
        let mut start = [0; SIGNATURE.len() + 4];
        let signature = input.read_exact(&mut start).map_err(|_| ());
        let Some((&signature, version)) =
            (signature.ok()).and_then(|()| start.split_first_chunk::<{ SIGNATURE.len() }>())
        else {
            return Err("this is not a Tilescope trace: it is too short".into());
        };
        if signature != SIGNATURE {
            return Err("this is not a Tilescope trace: it begins otherwise".into());
        }
        let version = version
            .iter()
            .rev()
            .fold(0, |n: u32, &b| n << 8 | u32::from(b));
        if version != VERSION {
            return Err(format!(
                "this trace has version {version}, but this Tilescope reads version {VERSION}: \
                 update Tilescope to open it"
            ));
        }
        let chunk = chunk::read(&mut input).map_err(|error| match error {
            ChunkError::End | ChunkError::CutShort => {
                "this trace is cut short before its first expansion".to_owned()
            }
            ChunkError::Damaged(cause) => format!("this trace is damaged at its start ({cause})"),
            ChunkError::Unreadable(error) => format!("this file cannot be read ({error})"),
        })?;
        if chunk.kind != chunk::JOB {
            return Err("this trace is damaged at its start (it has no job)".into());
        }
        let job = form::job_from_bytes(&chunk.content).map_err(|cause| {
            format!(
                "this trace has a job that cannot be read ({})",
                quoted(&cause)
            )
        })?;
        Ok(Reader {
            input,
            n_actions: n_actions(&job.problem),
            job,
            codec: Codec::default(),
            sampled: 0,
            memory: Vec::new(),
            n_bytes: start.len() as u64 + chunk.n_bytes,
            len: None,
            left_out: None,
            ending: None,
        })
    }

    pub fn job(&self) -> &Job {
        &self.job
    }

    /// The number of nodes read so far.
    pub fn n_nodes(&self) -> u32 {
        self.codec.n_nodes()
    }

    /// The number of expansions read so far.
    pub fn n_expanded(&self) -> u32 {
        self.codec.n_expanded()
    }

    /// The number of bytes read so far.
    pub fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// What is wrong with the end, once [`Iterator::next`] has returned `None`.
    pub fn damage(&self) -> Option<&Damage> {
        match &self.ending {
            Some(Ending::Damaged(damage)) => Some(damage),
            Some(Ending::Complete) | None => None,
        }
    }

    /// What was left out, if anything was: “the bookmarks cannot be read (there is no step 12)”, or
    /// “there are 12 bytes after the end of the trace”. Everything else was read.
    pub fn left_out(&self) -> Option<&str> {
        self.left_out.as_deref()
    }

    /// Notes what is in the file after its end.
    fn note_rest(&mut self) {
        let n_bytes = self.len.map_or(0, |len| len.saturating_sub(self.n_bytes));
        if n_bytes > 0 && self.left_out.is_none() {
            let n_bytes = match n_bytes {
                1 => "is 1 byte".to_owned(),
                n if n < 1024 => format!("are {n} bytes"),
                n => format!("are {}", format::bytes(n)),
            };
            self.left_out = Some(format!("there {n_bytes} after the end of the trace"));
        }
    }

    fn end(&mut self, cause: String) {
        self.ending = Some(Ending::Damaged(Damage {
            cause,
            n_expanded: self.codec.n_expanded(),
            at_byte: self.n_bytes,
        }));
    }

    /// The content of a chunk; `None` if it is of a kind that a later version may add.
    fn piece(&mut self, chunk: &chunk::Chunk) -> Result<Option<Piece>, String> {
        match chunk.kind {
            chunk::NODES => {
                let batch = self.codec.decode(&chunk.content, self.n_actions);
                let batch = batch.map_err(|error| error.to_string())?;
                Ok(Some(Piece::Nodes(batch.into())))
            }
            chunk::SAMPLES => {
                let mut samples = samples::decode(&chunk.content, self.sampled)?;
                let memory = std::mem::take(&mut self.memory);
                if !memory.is_empty() && memory.len() != samples.len() {
                    return Err("the memory of the samples is not theirs".into());
                }
                for (sample, memory) in samples.iter_mut().zip(memory) {
                    sample.memory = memory;
                }
                self.sampled = samples
                    .last()
                    .map_or(self.sampled, |sample| sample.expanded);
                Ok(Some(Piece::Samples(samples)))
            }
            chunk::MEMORY => {
                self.memory = samples::decode_memory(&chunk.content)?;
                Ok(None)
            }
            chunk::BOOKMARKS => {
                let [n_expanded, n_nodes] = [self.codec.n_expanded(), self.codec.n_nodes()];
                match bookmarks::decode(&chunk.content, n_expanded, n_nodes) {
                    Ok(bookmarks) => Ok(Some(Piece::Bookmarks(bookmarks))),
                    Err(cause) => {
                        let cause = quoted(&cause);
                        self.left_out = Some(format!("the bookmarks cannot be read ({cause})"));
                        Ok(None)
                    }
                }
            }
            chunk::REPORT => {
                let n_nodes = self.codec.n_nodes();
                let report = form::report_from_bytes(&chunk.content, &self.job, n_nodes)?;
                Ok(Some(Piece::Report(report.into())))
            }
            _ => Ok(None),
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Piece;

    /// The next part; `None` at the end, or where the damage begins.
    fn next(&mut self) -> Option<Piece> {
        while self.ending.is_none() {
            let chunk = match chunk::read(&mut self.input) {
                Ok(chunk) => chunk,
                Err(ChunkError::End | ChunkError::CutShort) => {
                    self.end("this trace is cut short".into());
                    break;
                }
                Err(ChunkError::Damaged(cause)) => {
                    self.end(format!("this trace is damaged ({cause})"));
                    break;
                }
                Err(ChunkError::Unreadable(error)) => {
                    self.end(format!("this file cannot be read to its end ({error})"));
                    break;
                }
            };
            match self.piece(&chunk) {
                Ok(piece) => {
                    self.n_bytes += chunk.n_bytes;
                    if let Some(Piece::Report(_)) = piece {
                        self.ending = Some(Ending::Complete);
                        self.note_rest();
                    }
                    if piece.is_some() {
                        return piece;
                    }
                }
                Err(cause) => self.end(format!("this trace is damaged ({})", quoted(&cause))),
            }
        }
        None
    }
}

/// A cause for a message. It may quote a text of the file.
fn quoted(cause: &str) -> String {
    const MAX_CHARS: usize = 200;
    format::escaped(cause, MAX_CHARS)
}

/// The number of actions of a problem.
pub(super) fn n_actions(problem: &Problem) -> usize {
    match problem {
        Problem::Tiles(_) => Direction::ALL.len(),
        Problem::Route(route) => 2 * route.map.roads().len(),
    }
}
