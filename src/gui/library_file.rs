//! Reads files for the window: one puzzle, a collection and the ways in which it can be read, or many
//! files as one collection. Writes collections.

use super::library::{CollectionFile, CollectionSource, LibraryAction};
use super::requests::SaveCollection;
use std::path::{Path, PathBuf};
use tilescope_lab::files::exchange::{self, Choices, Import, Reading};
use tilescope_lab::files::{self, FileError};
use tilescope_lab::{Collection, Problem};

/// What a file holds.
pub enum Opened {
    Problem(Problem),
    /// A collection, or a puzzle whose numbers can mean several things.
    Collection(Box<CollectionFile>),
}

/// Reads a file of Tilescope, or else of another program. `reading` is the number of a way to read
/// it, 0 for the most likely one.
///
/// # Errors
/// If it cannot be read or holds no puzzle.
pub fn open(path: &Path, reading: usize) -> Result<Opened, FileError> {
    // A grid is a format of Tilescope's own, which has one reading.
    if reading == 0 {
        match files::open(path) {
            Ok(files::Opened::Problem(problem)) => return Ok(Opened::Problem(problem)),
            Ok(files::Opened::Collection(collection)) => {
                let source = CollectionSource::Own(path.to_owned());
                let file = CollectionFile::new(source, collection, Vec::new(), 0);
                return Ok(Opened::Collection(file.into()));
            }
            Err(error) if !exchange::is_foreign(path) => return Err(error),
            Err(_) => {}
        }
    }
    foreign(path, reading)
}

fn foreign(path: &Path, wanted: usize) -> Result<Opened, FileError> {
    let Import {
        mut collection,
        reading,
        alternatives,
        ..
    } = exchange::open(path, &Choices::default())?;
    if let ([entry], true) = (&collection.puzzles[..], alternatives.is_empty()) {
        return Ok(Opened::Problem(entry.puzzle.clone().into()));
    }
    if let Some(other) = wanted
        .checked_sub(1)
        .and_then(|index| alternatives.get(index))
    {
        let choices = Choices {
            reading: Some(other.clone()),
            ..Choices::default()
        };
        collection = exchange::open(path, &choices)?.collection;
    }
    let readings = match &alternatives[..] {
        [] => Vec::new(),
        others => std::iter::once(&reading)
            .chain(others)
            .map(Reading::sentence)
            .collect(),
    };
    let source = CollectionSource::Foreign(path.to_owned());
    let file = CollectionFile::new(source, collection, readings, wanted);
    Ok(Opened::Collection(file.into()))
}

/// The most files that are opened at once.
const MAX_FILES: usize = 1000;

/// Reads the puzzles of all these files, and of the files in these folders, as one collection. The
/// second value says which files were left out, and why the first of them was.
///
/// # Errors
/// If none of them has a puzzle, or there are too many.
pub fn open_all(paths: &[PathBuf]) -> Result<(CollectionFile, Option<String>), FileError> {
    let mut files: Vec<PathBuf> = Vec::new();
    for path in paths {
        match path.is_dir() {
            true => files.extend(files_in(path)),
            false => files.push(path.clone()),
        }
        if files.len() > MAX_FILES {
            let text = format!("more than {MAX_FILES} files cannot be opened at once: open fewer");
            return Err(FileError(text));
        }
    }
    let mut all = Collection::default();
    let mut refused: Vec<FileError> = Vec::new();
    for path in &files {
        match exchange::open(path, &Choices::default()) {
            Ok(import) => all.puzzles.extend(import.collection.puzzles),
            Err(error) => refused.push(error),
        }
    }
    let left_out = refused.first().map(|first| match refused.len() {
        1 => first.to_string(),
        n => format!("{first}, and {} more files were left out", n - 1),
    });
    if all.puzzles.is_empty() {
        return Err(FileError(left_out.unwrap_or_else(|| {
            "there is no file of puzzles in this folder: open another".into()
        })));
    }
    all.name = match paths {
        [one] => one.file_name().unwrap_or_default().to_string_lossy().into(),
        _ => format!("{} files", files.len()),
    };
    let source = CollectionSource::SeveralFiles;
    Ok((CollectionFile::new(source, all, Vec::new(), 0), left_out))
}

/// Writes a collection with what was found of its puzzles. If the file holds something else that
/// would be lost, nothing is written.
///
/// # Errors
/// If it cannot be written.
pub fn save(path: PathBuf, job: SaveCollection) -> Result<LibraryAction, FileError> {
    let mut collection = (*job.collection).clone();
    collection.add_results(&job.written);
    if !job.may_overwrite && holds_something_else(&path, &collection) {
        return Ok(LibraryAction::Conflict(path, job));
    }
    collection.add_results(&job.found);
    files::save_text(&path, &files::collection::to_json(&collection))?;
    Ok(LibraryAction::Saved(path, job))
}

/// Where there is no file, or none that can be written, saving shows what comes of it.
fn holds_something_else(path: &Path, expected: &Collection) -> bool {
    let is_file = std::fs::metadata(path).is_ok_and(|it| it.is_file());
    is_file
        && match files::open(path) {
            Ok(files::Opened::Collection(found)) => found != *expected,
            Ok(files::Opened::Problem(_)) | Err(_) => true,
        }
}

/// The files of a folder that have the extension of puzzles, by name.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let known = exchange::extensions();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| {
            let extension = path.extension();
            extension.is_some_and(|it| known.iter().any(|known| it == *known)) && path.is_file()
        })
        .take(MAX_FILES + 1)
        .collect();
    files.sort();
    files
}
