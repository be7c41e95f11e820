//! A collection that is in no file is kept beside the session, so that it survives a crash.

use super::file;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use tilescope_lab::collection::KnownLength;
use tilescope_lab::{Collection, files, format};

/// A collection that is in no file, and what was found of its puzzles, by their index.
#[derive(Clone)]
pub struct Unsaved {
    pub collection: Arc<Collection>,
    pub found: BTreeMap<usize, KnownLength>,
}

/// Writes the collection whenever it changes, on a thread of its own, and removes it when there is
/// nothing unsaved any more.
pub struct UnsavedCollection {
    path: PathBuf,
    /// What the thread was told last.
    kept: Option<Unsaved>,
    writer: Option<(mpsc::Sender<Option<Unsaved>>, JoinHandle<()>)>,
    failures: mpsc::Receiver<io::Error>,
    has_told_failure: bool,
}

/// The file beside a session.
pub fn beside(session: &Path) -> PathBuf {
    session.with_extension("collection.json")
}

impl UnsavedCollection {
    /// Keeps a collection beside this session. What a window that crashed has left there is
    /// returned, or a sentence on why it can't be read.
    pub fn open(session: &Path) -> (Self, Option<Result<Collection, String>>) {
        let path = beside(session);
        let left = fs::symlink_metadata(&path).is_ok().then(|| read(&path));
        let (told, failures) = mpsc::channel();
        let unsaved = UnsavedCollection {
            writer: start_writer(path.clone(), told),
            path,
            kept: None,
            failures,
            has_told_failure: false,
        };
        (unsaved, left)
    }

    /// Keeps this collection from now on, or none.
    pub fn keep(&mut self, now: Option<(&Arc<Collection>, &BTreeMap<usize, KnownLength>)>) {
        let is_same = match (&self.kept, now) {
            (None, None) => true,
            (Some(kept), Some((collection, found))) => {
                Arc::ptr_eq(&kept.collection, collection) && kept.found == *found
            }
            _ => false,
        };
        if is_same {
            return;
        }
        self.kept = now.map(|(collection, found)| Unsaved {
            collection: Arc::clone(collection),
            found: found.clone(),
        });
        if let Some((writer, _)) = &self.writer {
            // Fails only if the thread has ended; then nothing can be kept.
            let _ = writer.send(self.kept.clone());
        }
    }

    /// Why the collection could not be written, the first time.
    pub fn failure(&mut self) -> Option<String> {
        let error = self.failures.try_iter().last()?;
        if std::mem::replace(&mut self.has_told_failure, true) {
            return None;
        }
        Some(format!(
            "The collection that is in no file cannot be kept, so a crash loses it ({error}): {}.",
            format::path(&self.path)
        ))
    }
}

impl Drop for UnsavedCollection {
    /// Waits until all is written.
    fn drop(&mut self) {
        if let Some((writer, thread)) = self.writer.take() {
            drop(writer);
            let _ = thread.join();
        }
    }
}

fn start_writer(
    path: PathBuf,
    told: mpsc::Sender<io::Error>,
) -> Option<(mpsc::Sender<Option<Unsaved>>, JoinHandle<()>)> {
    let (writer, all) = mpsc::channel::<Option<Unsaved>>();
    let write_all = move || {
        while let Ok(unsaved) = all.recv() {
            // Only the last of those that wait matters.
            let unsaved = all.try_iter().last().unwrap_or(unsaved);
            if let Err(error) = write(&path, unsaved) {
                // Fails only when the window is gone.
                let _ = told.send(error);
            }
        }
    };
    // Without the thread nothing is kept, but the window works.
    let thread = std::thread::Builder::new().name("unsaved collection".into());
    thread.spawn(write_all).ok().map(|thread| (writer, thread))
}

fn write(path: &Path, unsaved: Option<Unsaved>) -> io::Result<()> {
    let Some(Unsaved { collection, found }) = unsaved else {
        return match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
    };
    let mut collection = Arc::unwrap_or_clone(collection);
    collection.add_results(&found);
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
