//! Finds the files of puzzles in a folder.

use std::path::{Path, PathBuf};
use tilescope_lab::files::exchange;

/// How far a folder is searched for files.
pub struct FolderSearch<'a> {
    /// Whether folders whose names begin with a dot are searched, too.
    pub includes_hidden: bool,
    /// No further folder is searched once there are more files.
    pub max_files: usize,
    /// No further folder is searched once this is true.
    pub is_stopped: &'a dyn Fn() -> bool,
}

impl FolderSearch<'_> {
    /// Adds the files of a folder, and of the folders in it, that have the extension of puzzles: those
    /// of a folder by name, as file dialogs list them, then its folders. Links to folders are not
    /// followed, so it comes to an end.
    pub fn add_files(&self, folder: &Path, files: &mut Vec<PathBuf>) {
        let known = exchange::extensions();
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut entries: Vec<_> = entries.map(|it| (it.file_type(), it.path())).collect();
        entries.sort_by_cached_key(|(_, path)| (lowercase_name(path), path.clone()));
        let mut folders = Vec::new();
        for (kind, path) in entries {
            let is_known = |extension| known.iter().any(|known| extension == *known);
            if kind.is_ok_and(|kind| kind.is_dir()) {
                folders.extend((self.includes_hidden || !is_hidden(&path)).then_some(path));
            } else if path.extension().is_some_and(is_known) && path.is_file() {
                files.push(path);
            }
        }
        for folder in folders {
            if files.len() > self.max_files || (self.is_stopped)() {
                return;
            }
            self.add_files(&folder, files);
        }
    }
}

fn lowercase_name(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_string_lossy().to_lowercase())
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name();
    name.is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}
