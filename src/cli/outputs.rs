//! The files that a command writes: none may be an input, another output or what is printed.

use super::{Refusal, print};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tilescope_lab::{files, format, own_heuristics};

/// Output that a command prints beside writing files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prints {
    /// A report, which an output must not replace.
    Report,
    /// Nothing, so that an output may be standard output.
    Nothing,
}

/// Refuses outputs that would overwrite an input, each other, or what the program prints. Each is
/// the argument or the words that name it, and its path. Devices and pipes are exempt.
///
/// # Errors
/// If an output is one of these, by any name or link.
pub fn check(
    inputs: &[(&str, &Path)],
    outputs: &[(&str, &Path)],
    prints: Prints,
) -> Result<(), Refusal> {
    let heuristics = own_heuristics::file::path();
    let heuristics = heuristics.iter().map(|path| ("your heuristics", &**path));
    let inputs: Vec<_> = inputs.iter().copied().chain(heuristics).collect();
    for (number, &(argument, path)) in outputs.iter().enumerate() {
        if is_special(path) || prints == Prints::Nothing && is_standard_output(path) {
            continue;
        }
        let input = inputs.iter().find(|(_, input)| is_input(path, input));
        let output = outputs[..number]
            .iter()
            .find(|(_, output)| is_same_file(path, output));
        let overwritten = match (input, output) {
            (Some((what, _)), _) => (*what).to_owned(),
            (None, Some((argument, _))) => format!("the output of {argument}"),
            (None, None) if prints == Prints::Report && is_printed_to(path) => {
                "what the program prints".to_owned()
            }
            (None, None) => continue,
        };
        return Err(Refusal(format!(
            "{argument} would overwrite {overwritten}: {}; choose another file",
            format::path(path)
        )));
    }
    Ok(())
}

/// Returns true if `input` is the file at `path`, or stands for standard input that comes from it.
fn is_input(path: &Path, input: &Path) -> bool {
    let is_standard = input == Path::new("-");
    is_same_file(path, input) || is_standard && is_same_file(path, Path::new("/dev/stdin"))
}

/// Checks before long work that a text can probably be written to `path` afterwards.
///
/// # Errors
/// If it is known already that it cannot.
pub fn check_target(path: &Path) -> Result<(), Refusal> {
    if is_null(path) || is_standard_output(path) {
        return Ok(());
    }
    files::check_target(path).map_err(Refusal::because)
}

/// Writes the result of a command to `output`, or to standard output; returns the result of
/// printing.
///
/// # Errors
/// If the file cannot be written.
pub fn write(output: Option<&Path>, text: &str) -> Result<io::Result<()>, Refusal> {
    match output {
        Some(path) if !is_standard_output(path) => save(path, text).map(Ok),
        Some(_) | None => Ok(print(text)),
    }
}

fn save(path: &Path, text: &str) -> Result<(), Refusal> {
    match is_null(path) {
        true => Ok(()),
        false => files::save_text(path, text).map_err(Refusal::because),
    }
}

/// Returns true for what exists and is no regular file: nothing in it can be overwritten.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|it| !it.is_file())
}

fn is_null(path: &Path) -> bool {
    cfg!(unix) && is_special(path) && is_same_file(path, Path::new("/dev/null"))
}

/// Returns true if both paths lead to one file, by symbolic or hard links too, or would create one.
fn is_same_file(one: &Path, other: &Path) -> bool {
    match (file_id(one), file_id(other)) {
        (Some(one), Some(other)) => one == other,
        (None, None) => {
            let target = |path| files::resolve_links(path).ok().and_then(|it| absolute(&it));
            target(one).is_some_and(|one| target(other) == Some(one))
        }
        _ => false,
    }
}

/// The path of a file that may not exist yet, without links; `None` if its folder does not exist.
fn absolute(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
    Some(folder.join(path.file_name()?))
}

/// Identifies an existing file among all others: by its device and its number there.
#[cfg(unix)]
fn file_id(path: &Path) -> Option<(u64, u64)> {
    fs::metadata(path).ok().map(|it| id(&it))
}

#[cfg(not(unix))]
fn file_id(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok()
}

#[cfg(unix)]
fn id(metadata: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(unix)]
fn stream_metadata(stream: impl std::os::fd::AsFd) -> io::Result<fs::Metadata> {
    let copy = stream.as_fd().try_clone_to_owned()?;
    fs::File::from(copy).metadata()
}

/// Returns true if the regular file at `path` receives standard output or standard error.
#[cfg(unix)]
fn is_printed_to(path: &Path) -> bool {
    let Ok(metadata) = fs::metadata(path) else {
        return false;
    };
    let is_here =
        |stream: io::Result<fs::Metadata>| stream.is_ok_and(|it| id(&it) == id(&metadata));
    metadata.is_file()
        && (is_here(stream_metadata(io::stdout())) || is_here(stream_metadata(io::stderr())))
}

#[cfg(not(unix))]
fn is_printed_to(_: &Path) -> bool {
    false
}

/// Returns true if `path` is another name of standard output, such as `/dev/stdout`.
#[cfg(unix)]
pub fn is_standard_output(path: &Path) -> bool {
    let printed = stream_metadata(io::stdout());
    match (fs::metadata(path), printed) {
        (Ok(named), Ok(printed)) => id(&named) == id(&printed),
        _ => false,
    }
}

#[cfg(not(unix))]
pub fn is_standard_output(_: &Path) -> bool {
    false
}
