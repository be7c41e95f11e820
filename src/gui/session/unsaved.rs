//! Collections that are in no file are kept beside the session, each in a file of its own, so that they
//! survive a crash. So are the records of an experiment that is in no file.

use super::file;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use tilescope_lab::collection::KnownLength;
use tilescope_lab::{Collection, files, format};

/// The most collections that are kept: a window has no more generated ones open.
const MAX: usize = 100;

/// A collection that is in no file, and what was found of its puzzles, by their index.
#[derive(Clone)]
pub struct Unsaved {
    collection: Arc<Collection>,
    found: BTreeMap<usize, KnownLength>,
}

/// The collections, each with the number of its file.
type Kept = BTreeMap<usize, Unsaved>;

/// Writes collections whenever they change, on a thread of its own, and removes the file of one that
/// is unsaved no more.
pub struct UnsavedCollections {
    session: PathBuf,
    /// What the thread was told last.
    kept: Kept,
    writer: Option<(mpsc::Sender<Kept>, JoinHandle<()>)>,
    failures: mpsc::Receiver<io::Error>,
    has_told_failure: bool,
}

/// The file beside a session with this number, from 1.
fn beside(session: &Path, number: usize) -> PathBuf {
    match number {
        1 => session.with_extension("collection.json"),
        _ => session.with_extension(format!("collection-{number}.json")),
    }
}

/// A file for the records of an experiment, beside this session. It doesn't exist yet.
pub fn records_beside(session: &Path) -> PathBuf {
    let numbers = std::iter::successors(Some(1_u64), |number| number.checked_add(1));
    let mut paths = numbers.map(|number| match number {
        1 => session.with_extension("records.jsonl"),
        _ => session.with_extension(format!("records-{number}.jsonl")),
    });
    let free = paths.find(|path| !path.exists());
    free.unwrap_or_else(|| session.with_extension("records.jsonl"))
}

/// Returns true if [`records_beside`] gave `path` for this session.
pub fn is_records_beside(session: &Path, path: &Path) -> bool {
    let stem = session.file_stem().unwrap_or_default().to_string_lossy();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let rest = name.strip_prefix(&*stem).unwrap_or_default();
    let is_named = rest.starts_with(".records") && rest.ends_with(".jsonl");
    is_named && path.parent() == session.parent()
}

/// The files that are beside a session, and their numbers.
pub fn left_beside(session: &Path) -> Vec<(usize, PathBuf)> {
    let files = (1..=MAX).map(|number| (number, beside(session, number)));
    files
        .filter(|(_, path)| fs::symlink_metadata(path).is_ok())
        .collect()
}

impl UnsavedCollections {
    /// Keeps collections beside this session. Those that a window that crashed has left there are
    /// returned, or a sentence on why one can't be read.
    pub fn open(session: &Path) -> (Self, Vec<Result<Arc<Collection>, String>>) {
        let mut kept = Kept::new();
        let mut left = Vec::new();
        for (number, path) in left_beside(session) {
            let collection = read(&path).map(Arc::new);
            if let Ok(collection) = &collection {
                let collection = Arc::clone(collection);
                let found = BTreeMap::new();
                kept.insert(number, Unsaved { collection, found });
            }
            left.push(collection);
        }
        let (told, failures) = mpsc::channel();
        let unsaved = UnsavedCollections {
            writer: start_writer(session.to_owned(), kept.clone(), told),
            session: session.to_owned(),
            kept,
            failures,
            has_told_failure: false,
        };
        (unsaved, left)
    }

    /// Keeps these collections from now on, and no others.
    pub fn keep<'a>(
        &mut self,
        now: impl Iterator<Item = (&'a Arc<Collection>, &'a BTreeMap<usize, KnownLength>)> + Clone,
    ) {
        let is_as_kept = |kept: &Unsaved| {
            let is_its = |(collection, found): (&Arc<_>, &_)| {
                Arc::ptr_eq(&kept.collection, collection) && kept.found == *found
            };
            now.clone().any(is_its)
        };
        if now.clone().count() == self.kept.len() && self.kept.values().all(is_as_kept) {
            return;
        }
        let mut before = std::mem::take(&mut self.kept);
        let is_its = |kept: &Unsaved, of: &Arc<_>| Arc::ptr_eq(&kept.collection, of);
        let mut new = Vec::new();
        for (collection, found) in now {
            let unsaved = Unsaved {
                collection: Arc::clone(collection),
                found: found.clone(),
            };
            // Each stays in its file.
            let number = before.iter().find(|(_, kept)| is_its(kept, collection));
            match number.map(|(number, _)| *number) {
                Some(number) => {
                    before.remove(&number);
                    self.kept.insert(number, unsaved);
                }
                None => new.push(unsaved),
            }
        }
        for unsaved in new {
            let is_free = |number: &usize| !self.kept.contains_key(number);
            if let Some(number) = (1..=MAX).find(is_free) {
                self.kept.insert(number, unsaved);
            }
        }
        if let Some((writer, _)) = &self.writer {
            // Fails only if the thread has ended; then nothing can be kept.
            let _ = writer.send(self.kept.clone());
        }
    }

    /// Why a collection could not be written, the first time.
    pub fn failure(&mut self) -> Option<String> {
        let error = self.failures.try_iter().last()?;
        if std::mem::replace(&mut self.has_told_failure, true) {
            return None;
        }
        Some(format!(
            "The collection that is in no file cannot be kept, so a crash loses it ({error}): {}.",
            format::path(&beside(&self.session, 1))
        ))
    }
}

impl Drop for UnsavedCollections {
    /// Waits until all is written.
    fn drop(&mut self) {
        if let Some((writer, thread)) = self.writer.take() {
            drop(writer);
            let _ = thread.join();
        }
    }
}

/// Starts the thread; `written` is in the files already.
fn start_writer(
    session: PathBuf,
    mut written: Kept,
    told: mpsc::Sender<io::Error>,
) -> Option<(mpsc::Sender<Kept>, JoinHandle<()>)> {
    let (writer, all) = mpsc::channel::<Kept>();
    let write_all = move || {
        while let Ok(kept) = all.recv() {
            // Only the last of those that wait matters.
            let kept = all.try_iter().last().unwrap_or(kept);
            if let Err(error) = write(&session, &written, &kept) {
                // Fails only when the window is gone.
                let _ = told.send(error);
            }
            written = kept;
        }
    };
    // Without the thread nothing is kept, but the window works.
    let thread = std::thread::Builder::new().name("unsaved collections".into());
    thread.spawn(write_all).ok().map(|thread| (writer, thread))
}

/// Writes what has changed, then removes what is not kept any more. Returns the last error.
fn write(session: &Path, written: &Kept, kept: &Kept) -> io::Result<()> {
    let mut result = Ok(());
    for (number, unsaved) in kept {
        let is_written = written.get(number).is_some_and(|before| {
            Arc::ptr_eq(&before.collection, &unsaved.collection) && before.found == unsaved.found
        });
        if !is_written {
            result = write_one(&beside(session, *number), unsaved).and(result);
        }
    }
    for number in written.keys().filter(|number| !kept.contains_key(number)) {
        result = match fs::remove_file(beside(session, *number)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => result,
        };
    }
    result
}

fn write_one(path: &Path, unsaved: &Unsaved) -> io::Result<()> {
    let mut collection = (*unsaved.collection).clone();
    collection.add_results(&unsaved.found);
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    files::write_atomically(path, files::collection::to_json(&collection).as_bytes())
}

/// What was left. A file that can't be read is moved out of the way.
fn read(path: &Path) -> Result<Collection, String> {
    let reason = match files::open(path) {
        Ok(files::Opened::Collection(collection)) => return Ok(collection),
        Ok(files::Opened::Problem(_)) => format!("{} is no collection", format::path(path)),
        Err(error) => error.to_string(),
    };
    let end = match file::move_aside(path) {
        Ok(aside) => format!("The damaged file is kept as {}.", format::path(&aside)),
        Err(error) => format!("It is lost when another takes its place ({error})."),
    };
    Err(format!(
        "The collection that was in no file cannot be read: {reason}. {end}"
    ))
}
