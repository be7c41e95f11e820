//! A trace that is written while the search goes on.

use super::TraceFormat;
use super::output::{ALL_STEPS, Output, create};
use crate::recording_listener::TraceSink;
use crate::{Job, Report, format};
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use tilescope_trace::{Batch, Sample};

/// A sink that writes a trace file. If writing fails, the run goes on without it.
pub struct TraceFile {
    path: PathBuf,
    progress: RefCell<Progress>,
}

enum Progress {
    Writing(Box<dyn Output>, File),
    Failed(TraceFileError),
}

impl TraceFile {
    /// Creates the file, in the format that its name says, or else as JSON Lines, and writes its
    /// header.
    ///
    /// # Errors
    /// If it cannot be written, or is no regular file: opening a pipe would wait for a reader.
    /// `/dev/null` is allowed.
    pub fn create(path: &Path, job: &Job) -> Result<Self, TraceFileError> {
        let format = TraceFormat::of(path).unwrap_or(TraceFormat::JsonLines);
        let opened = create_regular(path).and_then(|file| {
            let output = create(file.try_clone()?, format, job, ALL_STEPS)?;
            Ok(Progress::Writing(output, file))
        });
        let progress = opened.map_err(|error| TraceFileError::Unwritable {
            cause: cause(&error),
            path: path.to_owned(),
        })?;
        Ok(TraceFile {
            path: path.to_owned(),
            progress: RefCell::new(progress),
        })
    }

    /// Ends the file.
    ///
    /// # Errors
    /// If writing failed, now or before. The error says how much of the trace there is.
    pub fn finish(&self, report: &Report) -> Result<(), TraceFileError> {
        self.write(|output| output.finish(report));
        match &*self.progress.borrow() {
            Progress::Writing(..) => Ok(()),
            Progress::Failed(error) => Err(error.clone()),
        }
    }

    /// Writes, unless writing failed before.
    fn write(&self, write: impl FnOnce(&mut dyn Output) -> io::Result<()>) {
        let mut progress = self.progress.borrow_mut();
        let Progress::Writing(output, file) = &mut *progress else {
            return;
        };
        let Err(error) = write(&mut **output) else {
            return;
        };
        let (written, file) = (output.written(), file.try_clone());
        let error = TraceFileError::Incomplete {
            cause: cause(&error),
            what: written.what,
            path: self.path.clone(),
        };
        // Dropping the output may write more.
        *progress = Progress::Failed(error);
        // If it fails, a part of a row stays at the end.
        let _ = file.and_then(|file| file.set_len(written.n_bytes));
    }
}

impl TraceSink for TraceFile {
    fn batch(&self, batch: Batch) {
        self.write(|output| output.batch(&batch));
    }

    fn samples(&self, samples: &mut Vec<Sample>) {
        self.write(|output| output.samples(samples));
        samples.clear();
    }

    fn wake(&self) {}

    fn stopped(&self, _: Report) {}
}

/// Creates or overwrites a regular file.
fn create_regular(path: &Path) -> io::Result<File> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            return Err(io::Error::other("this is a folder, not a file"));
        }
        Ok(metadata) if !metadata.is_file() && path != Path::new("/dev/null") => {
            return Err(io::Error::other("this is a device or a pipe, not a file"));
        }
        _ => {}
    }
    File::create(path)
}

pub(super) fn cause(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full".into(),
        ErrorKind::FileTooLarge => "the file is too large".into(),
        _ => error.to_string(),
    }
}

/// Why there is no trace file, or not all of it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TraceFileError {
    #[error("the trace cannot be written ({cause}): {}", format::path(path))]
    Unwritable { cause: String, path: PathBuf },
    /// It could not be written to its end.
    #[error("the trace is incomplete ({cause}): {} has {what}", format::path(path))]
    Incomplete {
        cause: String,
        /// The part that is there.
        what: String,
        path: PathBuf,
    },
}
