//! What a folder holds, read on a thread.

use super::purpose::Purpose;
use std::io;
use std::path::{Component, Path, PathBuf};
use tilescope_lab::format;
use tilescope_lab::worker::Worker;

/// The files and folders in a folder, once they are read.
pub struct Listing {
    worker: Option<Worker<(), io::Result<Vec<Entry>>>>,
    entries: Vec<Entry>,
    trouble: Option<String>,
    is_missing: bool,
}

/// A file or a folder.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Entry {
    /// Folders stand first.
    pub is_file: bool,
    pub name: String,
}

impl Listing {
    /// Begins to read `folder`: its folders, and the files that are offered for `purpose`.
    pub fn read(folder: &Path, purpose: &Purpose, has_hidden: bool, ctx: &egui::Context) -> Self {
        let (folder, extensions) = (folder.to_owned(), purpose.extensions());
        let is_missing = !folder.is_dir();
        let trouble = is_missing.then(|| no_folder(&folder));
        let wake = ctx.clone();
        let read = move || entries(&folder, &extensions, has_hidden);
        let spawn = || {
            let wake = move || wake.request_repaint();
            Worker::spawn("list folder", wake, move |_, _| read())
        };
        Listing {
            worker: (!is_missing).then(spawn),
            entries: Vec::new(),
            trouble,
            is_missing,
        }
    }

    /// The entries as far as they are known.
    ///
    /// # Errors
    /// If the folder can't be read: a sentence.
    pub fn entries(&mut self) -> Result<&[Entry], &str> {
        if let Some(read) = self.worker.as_ref().and_then(|worker| worker.poll(|()| ())) {
            self.worker = None;
            match read.map_err(|error| error.to_string()) {
                Ok(Ok(entries)) => self.entries = entries,
                Ok(Err(error)) => {
                    self.trouble = Some(format!("The folder can't be read: {error}."));
                }
                Err(error) => self.trouble = Some(error),
            }
        }
        match &self.trouble {
            None => Ok(&self.entries),
            Some(trouble) => Err(trouble),
        }
    }

    /// Whether there is no such folder.
    pub fn is_missing(&self) -> bool {
        self.is_missing
    }

    pub fn is_read(&self) -> bool {
        self.worker.is_none()
    }
}

/// The folder, or else the nearest one above it that is there.
pub fn nearest(folder: &Path) -> Option<PathBuf> {
    let is_there = |it: &&Path| it.is_dir();
    folder.ancestors().find(is_there).map(Path::to_owned)
}

/// The path of a file or a folder by which it is known again: from the root, and without “..”. A link to a
/// file keeps its own name.
pub fn whole_path(path: PathBuf) -> PathBuf {
    let path = std::path::absolute(&path).unwrap_or(path);
    if path.components().all(|it| it != Component::ParentDir) {
        return path;
    }
    let whole = match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => folder.canonicalize().map(|folder| folder.join(name)),
        _ => path.canonicalize(),
    };
    whole.unwrap_or(path)
}

/// What is said of a folder that doesn't exist.
pub fn no_folder(path: &Path) -> String {
    format!("There is no folder {}.", format::path(path))
}

fn entries(folder: &Path, extensions: &[&str], has_hidden: bool) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        // One that goes meanwhile is left out.
        let Ok(entry) = entry else { continue };
        let path: PathBuf = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_file = !path.is_dir();
        let extension = path.extension().map(|it| it.to_string_lossy());
        let is_offered = extension.is_some_and(|it| extensions.iter().any(|known| it == *known));
        if (has_hidden || !name.starts_with('.')) && (!is_file || is_offered) {
            entries.push(Entry { is_file, name });
        }
    }
    entries.sort_by_cached_key(|entry| (entry.is_file, entry.name.to_lowercase()));
    Ok(entries)
}
