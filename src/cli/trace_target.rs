//! The file of `--trace`: it must be no device and no file that is in use.

use super::Refusal;
use std::fs;
use std::path::Path;
use std::rc::Rc;
use tilescope_lab::trace_file::TraceFile;
use tilescope_lab::{Job, format};

/// Creates the trace of `job`, unless that would destroy the puzzle or the program's own output.
///
/// # Errors
/// If it would, or if the file cannot be written.
pub fn create(path: &Path, puzzle: &Path, job: &Job) -> Result<Rc<TraceFile>, Refusal> {
    check(path, puzzle, "--trace", "the puzzle")?;
    TraceFile::create(path, job)
        .map(Rc::new)
        .map_err(Refusal::because)
}

/// Refuses to write to `path`, which `argument` names, if that is the input, in words `what`, or the
/// program's own output.
///
/// # Errors
/// If it is.
pub fn check(path: &Path, input: &Path, argument: &str, what: &str) -> Result<(), Refusal> {
    if is_same_file(path, input) {
        return Err(overwrites(argument, what, path));
    }
    if is_an_output(path) {
        return Err(overwrites(argument, "what the program prints", path));
    }
    Ok(())
}

fn overwrites(argument: &str, what: &str, path: &Path) -> Refusal {
    Refusal(format!(
        "{argument} would overwrite {what}: {}; choose another file",
        format::path(path)
    ))
}

/// Whether both paths lead to one file, by symbolic or hard links too.
#[cfg(unix)]
fn is_same_file(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => file_id(&one) == file_id(&other),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_same_file(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Whether standard output or standard error goes to the file at `path`. If it goes to a terminal
/// or a pipe, `path` is no regular file, which [`TraceFile::create`] refuses.
#[cfg(unix)]
fn is_an_output(path: &Path) -> bool {
    use std::fs::File;
    use std::io;
    use std::os::fd::{AsFd, BorrowedFd};
    let Ok(metadata) = fs::metadata(path) else {
        return false;
    };
    let leads_here = |output: BorrowedFd| {
        let file = output.try_clone_to_owned().map(File::from);
        let of_output = file.and_then(|file| file.metadata());
        metadata.is_file() && of_output.is_ok_and(|it| file_id(&it) == file_id(&metadata))
    };
    leads_here(io::stdout().as_fd()) || leads_here(io::stderr().as_fd())
}

#[cfg(not(unix))]
fn is_an_output(_: &Path) -> bool {
    false
}

/// What identifies a file among all others: its device and its number there.
#[cfg(unix)]
fn file_id(metadata: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}
