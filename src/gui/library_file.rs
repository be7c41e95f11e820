//! Reads files for the window: one puzzle, a collection and the ways in which it can be read, or many
//! files as one collection. Writes collections.

use super::known_lengths;
use super::library::{CollectionFile, CollectionSource, FileReading, LibraryAction, name_in_file};
use super::pasting::{choices, readings};
use super::puzzle_files::FolderSearch;
use super::requests::{Listed, Picked, SaveCollection};
use super::session::SavedCollection;
use super::text::{not_opened, sentence};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilescope_lab::collection::{Entry, Index, KnownLength, Puzzles};
use tilescope_lab::files::exchange::{self, Choices, Import};
use tilescope_lab::files::{self, FileError};
use tilescope_lab::{Collection, Problem, examples, format};
use tilescope_puzzle::Puzzle;

/// What a file holds.
pub enum Opened {
    /// A puzzle, and how its numbers were read if it is of another program.
    Problem(Problem, Option<String>),
    /// A collection, or a puzzle whose numbers can mean several things.
    Collection(Box<CollectionFile>),
}

/// Reads a file of Tilescope, or else of another program. `reading` is the number of a way to read
/// it, 0 for the most likely one.
///
/// # Errors
/// If it cannot be read or holds no puzzle.
pub fn open(path: &Path, reading: usize) -> Result<Opened, FileError> {
    let (opened, how) = files::open_with(path, &Choices::default())?;
    let Some(how) = how else {
        return Ok(match opened {
            files::Opened::Problem(problem) => Opened::Problem(problem, None),
            files::Opened::Collection(collection) => {
                let source = CollectionSource::Own(path.to_owned());
                let file = CollectionFile::new(source, collection, Vec::new(), 0);
                Opened::Collection(file.into())
            }
        });
    };
    let mut collection = match opened {
        files::Opened::Collection(collection) if reading == 0 => collection,
        files::Opened::Problem(problem) if reading == 0 && !how.is_doubtful() => {
            return Ok(Opened::Problem(problem, Some(how.describe_briefly())));
        }
        // What the file says of its only puzzle is no part of a problem.
        _ => exchange::open(path, &choices(&how, reading))?.collection,
    };
    known_lengths::add_to(&mut collection);
    let readings = readings(&how);
    let source = CollectionSource::Foreign(path.to_owned());
    let file = CollectionFile::new(source, collection, readings, reading);
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
    let search = FolderSearch {
        includes_hidden: true,
        max_files: MAX_FILES,
        is_stopped: &|| false,
    };
    let mut files: Vec<PathBuf> = Vec::new();
    for path in paths {
        match path.is_dir() {
            true => search.add_files(path, &mut files),
            false => files.push(path.clone()),
        }
        if files.len() > MAX_FILES {
            let text = format!("more than {MAX_FILES} files cannot be opened at once: open fewer");
            return Err(FileError(text));
        }
    }
    let files: Vec<_> = files.into_iter().map(|path| (path, 0)).collect();
    let (mut file, left_out) = open_readings(&files)?;
    if let [one] = paths {
        let name = one.file_name().unwrap_or_default().to_string_lossy();
        Arc::make_mut(&mut file.collection).name = name.into();
    }
    Ok((file, left_out))
}

/// Reads a collection that an earlier window had open.
///
/// # Errors
/// If it cannot be read, or is no collection any more.
pub fn reopen(saved: SavedCollection) -> Result<CollectionFile, FileError> {
    let is_none = |name: &str| FileError(format!("{name} is no collection any more"));
    match saved {
        SavedCollection::Bundled(name) => match examples::open(&name) {
            Some(files::Opened::Collection(collection)) => {
                let source = CollectionSource::Bundled(name);
                Ok(CollectionFile::new(source, collection, Vec::new(), 0))
            }
            _ => Err(FileError(format!("no collection named {name} ships"))),
        },
        SavedCollection::File(path, reading) => match open(&path, reading)? {
            Opened::Collection(file) => Ok(*file),
            Opened::Problem(..) => Err(is_none(&format::file_name(&path))),
        },
        SavedCollection::Files(name, files) => {
            let (mut file, _) = open_readings(&files)?;
            Arc::make_mut(&mut file.collection).name = name;
            Ok(file)
        }
    }
}

/// Whether a file is a collection of Tilescope's own, as far as its beginning says.
pub fn is_collection_file(path: &Path) -> bool {
    const BEGINNING: u64 = 4096;
    let mut beginning = Vec::new();
    let read = |file: std::fs::File| file.take(BEGINNING).read_to_end(&mut beginning);
    // Opening a pipe may block.
    let is_read = path.is_file() && std::fs::File::open(path).and_then(read).is_ok();
    let format = files::collection::FORMAT.as_bytes();
    is_read && beginning.windows(format.len()).any(|it| it == format)
}

/// Reads these files as one collection, each in the way with this index. The second value says which
/// files were left out, and why the first of them was.
///
/// # Errors
/// If none of them has a puzzle.
pub fn open_readings(
    files: &[(PathBuf, usize)],
) -> Result<(CollectionFile, Option<String>), FileError> {
    let mut all = Collection::default();
    let mut refused: Vec<String> = Vec::new();
    let mut read = Vec::new();
    for (path, reading) in files {
        match open_reading(path, *reading) {
            Ok(import) if all.puzzles.len() + import.how.n_puzzles > Puzzles::MAX => {
                let max = format::count(Puzzles::MAX as u64);
                let name = format::file_name(path);
                refused.push(format!(
                    "{name} was left out: a collection has at most {max} puzzles."
                ));
            }
            Ok(import) => {
                let readings = match import.how.is_own() {
                    true => Vec::new(),
                    false => readings(&import.how),
                };
                read.push(FileReading {
                    path: path.clone(),
                    format: import.how.name,
                    readings,
                    reading: *reading,
                });
                all.name = import.collection.name;
                let puzzles = import.collection.puzzles.into_iter();
                puzzles.for_each(|entry| all.puzzles.push(&entry));
            }
            Err(error) => refused.push(not_opened(path, &error.to_string())),
        }
    }
    let left_out = refused.first().map(|first| match refused.len() {
        1 => first.clone(),
        2 => format!("{first} 1 more file was left out."),
        n => format!("{first} {} more files were left out.", n - 1),
    });
    if all.puzzles.is_empty() {
        return Err(FileError(left_out.unwrap_or_else(|| {
            "there is no file of puzzles in this folder: open another".into()
        })));
    }
    if read.len() > 1 {
        all.name = format!("{} files", format::count(read.len() as u64));
    }
    known_lengths::add_to(&mut all);
    let mut file = CollectionFile::new(CollectionSource::SeveralFiles, all, Vec::new(), 0);
    file.files = read;
    Ok((file, left_out))
}

/// Reads a file in the way with this index. What it says about the readings is the same for each.
fn open_reading(path: &Path, reading: usize) -> Result<Import, FileError> {
    let mut import = exchange::open(path, &Choices::default())?;
    if reading > 0 {
        import.collection = exchange::open(path, &choices(&import.how, reading))?.collection;
    }
    Ok(import)
}

/// How the name of puzzles begins that were chosen from a collection.
const CHOSEN_FROM: &str = "Chosen from ";

/// Puzzles as a collection of their own, with what the lists tell and runs have `proved` of them. The second
/// value says what was left out.
///
/// # Errors
/// If there is no puzzle in what was chosen, or there are too many files.
pub fn gather(
    picked: Picked,
    proved: &[(Puzzle, KnownLength)],
) -> Result<(Collection, Option<String>), FileError> {
    let (mut collection, left_out) = gathered(picked)?;
    let puzzles = &collection.puzzles;
    let index = Index::new(puzzles);
    let is_news = |at: &usize| puzzles.result(*at).is_none_or(|known| !known.optimal);
    let news = proved.iter().flat_map(|(puzzle, known)| {
        let places = index.of(puzzle, puzzles).into_iter();
        places.map(move |at| (at, known.clone()))
    });
    let news = news.filter(|(at, _)| is_news(at)).collect();
    collection.add_results(&news);
    Ok((collection, left_out))
}

fn gathered(picked: Picked) -> Result<(Collection, Option<String>), FileError> {
    let listed = match picked {
        Picked::Listed(listed) => listed,
        Picked::Puzzles {
            collection,
            found,
            indices,
            ..
        } => {
            let entry = |&index: &usize| {
                let mut entry = collection.puzzles.get(index)?;
                entry.result = found.get(&index).cloned().or(entry.result);
                Some(entry)
            };
            let name = match &*collection.name {
                "" => "Chosen puzzles".to_owned(),
                name if name.starts_with(CHOSEN_FROM) => name.to_owned(),
                name => format!("{CHOSEN_FROM}{name}"),
            };
            let chosen = Collection {
                name,
                source: collection.source.clone(),
                puzzles: indices.iter().filter_map(entry).collect(),
                ..Collection::default()
            };
            return Ok((chosen, None));
        }
    };
    let mut files = Vec::new();
    let mut all = Collection {
        name: "Chosen puzzles".into(),
        ..Collection::default()
    };
    let mut n_maps = 0;
    for listed in &listed {
        match listed {
            Listed::File(path) => files.push(path.clone()),
            Listed::Bundled(name) => match examples::open(name) {
                Some(files::Opened::Collection(collection)) => {
                    let puzzles = collection.puzzles.iter();
                    puzzles.for_each(|entry| all.puzzles.push(&entry));
                }
                Some(files::Opened::Problem(problem)) => match problem.into_puzzle() {
                    Some(puzzle) => all.puzzles.push(&Entry::new(puzzle)),
                    None => n_maps += 1,
                },
                None => {}
            },
        }
    }
    let mut left_out = match n_maps {
        0 => None,
        1 => Some("a road map was left out: a collection has sliding-tile puzzles".to_owned()),
        n => Some(format!(
            "{n} road maps were left out: a collection has sliding-tile puzzles"
        )),
    };
    if files.is_empty() {
        known_lengths::add_to(&mut all);
    } else {
        let (opened, refused) = open_all(&files)?;
        all.puzzles = Arc::unwrap_or_clone(opened.collection).puzzles;
        left_out = refused;
    }
    match all.puzzles.is_empty() {
        true => Err(FileError(
            left_out.unwrap_or_else(|| "nothing was chosen".into()),
        )),
        false => Ok((all, left_out.map(|text| sentence(&text)))),
    }
}

/// Writes a collection with what was found of its puzzles. If the file holds something else that
/// would be lost, nothing is written.
///
/// # Errors
/// If it cannot be written.
pub fn save(path: PathBuf, job: SaveCollection) -> Result<LibraryAction, FileError> {
    let mut collection = written_before(&job);
    if !job.may_overwrite && holds_something_else(&path, &collection) {
        return Ok(LibraryAction::Conflict(path, job));
    }
    collection.add_results(&job.found);
    collection.name = match job.takes_name {
        true => name_in_file(&job.collection.name, &path),
        false => job.collection.name.clone(),
    };
    files::save_text(&path, &files::collection::to_json(&collection))?;
    Ok(LibraryAction::Saved(path, job))
}

/// The collection as its file holds it, if that is still the one that was read or saved.
fn written_before(job: &SaveCollection) -> Collection {
    let mut collection = (*job.collection).clone();
    collection.add_results(&job.written);
    if let Some(name) = &job.name_before {
        collection.name.clone_from(name);
    }
    collection
}

/// Whether the file of a collection holds something else than it held when that was read or saved. A
/// file that can't be read is being written, or damaged: saving asks before it overwrites that.
pub fn is_changed(path: &Path, job: &SaveCollection) -> bool {
    let mut expected = written_before(job);
    match files::open(path) {
        Ok(files::Opened::Collection(found)) if found == expected => false,
        Ok(files::Opened::Collection(found)) => {
            // It may be what was saved just now.
            expected.add_results(&job.found);
            expected.name.clone_from(&job.collection.name);
            found != expected
        }
        Ok(files::Opened::Problem(_)) => true,
        Err(_) => false,
    }
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
