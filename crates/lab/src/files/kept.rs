//! Files that the program keeps for the user: read within bounds, and kept aside if they are damaged
//! before they are overwritten.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// How reading the file went.
pub enum Found {
    /// There is no file.
    Nothing,
    /// These bytes say nothing: there are none, or they are white space.
    Empty(Vec<u8>),
    /// These bytes, which may be damaged.
    Bytes(Vec<u8>),
    /// More bytes than are read.
    TooLarge,
    /// No file that can be read, with the reason.
    Refused(String),
}

/// The maximum size in bytes. The largest puzzles make a session of a few megabytes.
const MAX_BYTES: u64 = 16 << 20;

/// Reads the regular file at `path`.
pub fn read(path: &Path) -> Found {
    match read_bytes(path) {
        Ok(bytes) if bytes.len() as u64 > MAX_BYTES => Found::TooLarge,
        Ok(bytes) if bytes.iter().all(u8::is_ascii_whitespace) => Found::Empty(bytes),
        Ok(bytes) => Found::Bytes(bytes),
        // Where its folder should be there may be a file.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            Found::Nothing
        }
        Err(error) => Found::Refused(error.to_string()),
    }
}

/// At most one byte more than is allowed.
fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    // Before opening: opening a pipe blocks until there is a writer.
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    if !metadata.is_file() {
        return Err(io::Error::other("it is a device or a pipe, not a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The damaged files that are kept.
const MAX_KEPT: usize = 5;

/// Writes the damaged `bytes` of the file at `path` to a new file beside it, and returns that
/// file's path. If they are already kept, no file is added; the oldest make room.
///
/// # Errors
/// If it cannot be written.
pub fn keep_aside(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let kept = kept(path);
    for (_, kept) in &kept {
        if fs::metadata(kept).is_ok_and(|it| it.is_file() && it.len() == bytes.len() as u64)
            && read_bytes(kept).is_ok_and(|it| it == bytes)
        {
            return Ok(kept.clone());
        }
    }
    let new = next_aside(path, &kept);
    super::write_atomically(&new, bytes)?;
    Ok(new)
}

/// Moves a file that is too large to be read out of the way, and returns its new path.
///
/// # Errors
/// If it cannot be moved.
pub fn move_aside(path: &Path) -> io::Result<PathBuf> {
    let new = next_aside(path, &kept(path));
    fs::rename(path, &new)?;
    Ok(new)
}

/// A path for one more damaged file, after the oldest have made room.
fn next_aside(path: &Path, kept: &[(u64, PathBuf)]) -> PathBuf {
    let n_too_many = (kept.len() + 1).saturating_sub(MAX_KEPT);
    for (_, oldest) in &kept[..n_too_many] {
        // If it can't be removed, one more is kept.
        let _ = fs::remove_file(oldest);
    }
    let number = kept
        .last()
        .map_or(1, |(number, _)| number.saturating_add(1));
    path.with_file_name(format!("{}{number}.json", damaged_prefix(path)))
}

/// The damaged files beside `path`, by their numbers.
fn kept(path: &Path) -> Vec<(u64, PathBuf)> {
    let prefix = damaged_prefix(path);
    let number = |path: &Path| -> Option<u64> {
        let name = path.file_name()?.to_str()?;
        name.strip_prefix(&prefix)?
            .strip_suffix(".json")?
            .parse()
            .ok()
    };
    let entries = path.parent().map(fs::read_dir);
    let entries = entries.and_then(Result::ok).into_iter().flatten().flatten();
    let mut kept: Vec<(u64, PathBuf)> = entries
        .filter_map(|entry| Some((number(&entry.path())?, entry.path())))
        .collect();
    kept.sort();
    kept
}

fn damaged_prefix(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    format!("{stem}.damaged-")
}
