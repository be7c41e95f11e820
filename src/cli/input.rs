//! Input that is no file: standard input, called `-`, and pipes.

use super::Refusal;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use tilescope_lab::files::{FileError, read_stream};
use tilescope_lab::format;

/// The text of standard input or of a pipe, if `path` is one: a named pipe, or that of another
/// process.
///
/// # Errors
/// If it is one and cannot be read.
pub fn stream(path: &Path) -> Result<Option<String>, Refusal> {
    let read = match path {
        _ if is_standard(path) => read_stream(io::stdin().lock()),
        _ if is_pipe(path) => match File::open(path) {
            Ok(pipe) => read_stream(pipe),
            Err(error) => Err(FileError(format!("this cannot be read ({error})"))),
        },
        _ => return Ok(None),
    };
    read.map(Some).map_err(|error| refused(path, &error))
}

/// Explains why the text of a stream is refused.
pub fn refused(path: &Path, error: &FileError) -> Refusal {
    Refusal(format!("{error}, in {}", name(path)))
}

/// Returns the name of a file or a stream in messages.
pub fn name(path: &Path) -> String {
    match is_standard(path) {
        true => "standard input".into(),
        false => format::path(path),
    }
}

pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdin")
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|it| it.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}
