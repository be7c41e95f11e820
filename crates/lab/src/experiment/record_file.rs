//! Record files: JSON Lines, appended to one record at a time by one process at a time.
//!
//! A process may be killed at any moment, so the last line may be torn. It is no record then, and
//! is cut off before the next one is written.

use super::{ExperimentError, Record};
use crate::files::json;
use crate::format;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The maximum length of a record, in bytes. A path of a million moves fits.
const MAX_LINE: u64 = 4 << 20;

/// How the line of a record begins.
const BEGINNING: &[u8] = b"{\"id\":\"";

/// A record file that this process alone writes to, until it is dropped.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
    path: PathBuf,
}

/// What a scan found beside records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scanned {
    /// The number of records.
    pub n_records: u64,
    /// The bytes up to the end of the last record.
    n_bytes: u64,
    /// Whether the last record lacks the end of its line.
    lacks_end: bool,
    /// Whether a torn line follows.
    pub is_torn: bool,
}

/// Reads the records of the file at `path`. None of it is changed.
///
/// # Errors
/// If it cannot be read, or a line before the last is no record.
pub fn scan(path: &Path, on_record: &mut dyn FnMut(Record)) -> Result<Scanned, ExperimentError> {
    refuse_special(path)?;
    let file = File::open(path).map_err(|error| failed("read", path, &error))?;
    scan_open(&file, path, on_record)
}

fn scan_open(
    file: &File,
    path: &Path,
    on_record: &mut dyn FnMut(Record),
) -> Result<Scanned, ExperimentError> {
    let mut reader = BufReader::new(file);
    let mut scanned = Scanned::default();
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let mut limited = io::Read::take(&mut reader, MAX_LINE);
        let n_bytes = limited
            .read_until(b'\n', &mut line)
            .map_err(|error| failed("read", path, &error))?;
        if n_bytes == 0 {
            break;
        }
        let has_end = line.last() == Some(&b'\n');
        match serde_json::from_slice::<Record>(&line) {
            Ok(record) => on_record(record),
            Err(_) if !has_end && is_beginning(&line) => {
                scanned.is_torn = true;
                break;
            }
            Err(error) => {
                let cause = json::cause(&error);
                return Err(ExperimentError::Invalid(format!(
                    "this is no record ({cause}), in line {number} of {}; use another file for the records",
                    format::path(path)
                )));
            }
        }
        scanned.n_records += 1;
        scanned.n_bytes += n_bytes as u64;
        scanned.lacks_end = !has_end;
    }
    Ok(scanned)
}

/// Whether `line` may be the beginning of a record.
fn is_beginning(line: &[u8]) -> bool {
    let common = line.len().min(BEGINNING.len());
    line[..common] == BEGINNING[..common]
}

impl RecordFile {
    /// Opens or creates the file at `path`, and reads its records. A torn line is cut off.
    ///
    /// # Errors
    /// If another process writes to it, it holds something else, or it cannot be opened.
    pub fn open(
        path: &Path,
        on_record: &mut dyn FnMut(Record),
    ) -> Result<(RecordFile, Scanned), ExperimentError> {
        refuse_special(path)?;
        let opened = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let file = opened.map_err(|error| failed("opened", path, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(ExperimentError::Locked(path.to_owned()));
            }
            Err(TryLockError::Error(error)) => return Err(failed("locked", path, &error)),
        }
        let scanned = scan_open(&file, path, on_record)?;
        let mut records = RecordFile {
            file,
            path: path.to_owned(),
        };
        records
            .mend(&scanned)
            .map_err(|error| failed("mended", path, &error))?;
        Ok((records, scanned))
    }

    fn mend(&mut self, scanned: &Scanned) -> io::Result<()> {
        if scanned.is_torn {
            self.file.set_len(scanned.n_bytes)?;
        }
        self.file.seek(SeekFrom::End(0))?;
        if scanned.lacks_end {
            self.file.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Adds a record. When this returns, it is on the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, record: &Record) -> Result<(), ExperimentError> {
        let line = record.to_line().expect("a record is JSON");
        let written = self
            .file
            .write_all(line.as_bytes())
            .and_then(|()| self.file.sync_data());
        written.map_err(|error| failed("written", &self.path, &error))
    }

    /// Whether a process writes to the file at `path`.
    pub fn is_locked(path: &Path) -> bool {
        let file = refuse_special(path)
            .ok()
            .and_then(|()| File::open(path).ok());
        file.is_some_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }
}

/// Refuses what is there and no regular file: opening a pipe would wait for its other end.
fn refuse_special(path: &Path) -> Result<(), ExperimentError> {
    match std::fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(ExperimentError::Invalid(format!(
            "this is no file of records, but a folder, a device or a pipe: {}",
            format::path(path)
        ))),
        _ => Ok(()),
    }
}

fn failed(what: &str, path: &Path, error: &io::Error) -> ExperimentError {
    let path = format::path(path);
    ExperimentError::Invalid(format!(
        "this file of records cannot be {what} ({error}): {path}"
    ))
}
