//! Puzzle files: JSON, read with errors that say where, written atomically.

use crate::puzzle::Puzzle;
use std::path::Path;

/// How a puzzle file is named.
pub const EXTENSION: &str = "json";

/// Why a file could not be read or written: what, and where in the file.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct FileError(pub String);

/// Reads a puzzle file.
///
/// # Errors
/// If it cannot be read or holds no puzzle; one clear sentence, the cause first.
pub fn load(path: &Path) -> Result<Puzzle, FileError> {
    let _ = path;
    todo!()
}

/// Reads a puzzle from the text of a file.
///
/// # Errors
/// If it holds no puzzle.
pub fn from_json(text: &str) -> Result<Puzzle, FileError> {
    let _ = text;
    todo!()
}

/// A puzzle as the text of a file.
pub fn to_json(puzzle: &Puzzle) -> String {
    let _ = puzzle;
    todo!()
}

/// Writes a puzzle file: at any moment the path holds the old file or the new one.
///
/// # Errors
/// If it cannot be written.
pub fn save(puzzle: &Puzzle, path: &Path) -> Result<(), FileError> {
    let _ = (puzzle, path);
    todo!()
}
