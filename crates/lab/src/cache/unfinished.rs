//! Temporary files of tables. A process that is killed while it writes one leaves it behind.
//!
//! A writer holds a shared lock on the folder, which the system releases when the process ends. So
//! if an exclusive lock is granted, no temporary file belongs to a living process.

use super::{Cache, parse_file_name};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The temporary files in a cache folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unfinished {
    pub n_files: usize,
    pub n_bytes: u64,
    /// Whether a process may still write one of them. If not, the next use of the cache deletes
    /// them all.
    pub is_in_use: bool,
}

impl Cache {
    /// The temporary files in the folder; `None` if there are none.
    pub fn unfinished(&self) -> Option<Unfinished> {
        let files = self.temporary_files();
        let sizes = files.iter().filter_map(|path| fs::metadata(path).ok());
        (!files.is_empty()).then(|| Unfinished {
            n_files: files.len(),
            n_bytes: sizes.map(|metadata| metadata.len()).sum(),
            is_in_use: self.lock_for_deleting().is_none(),
        })
    }

    /// Deletes the temporary files that killed processes have left; returns the number deleted.
    pub fn delete_unfinished(&self) -> usize {
        if self.temporary_files().is_empty() {
            return 0;
        }
        let Some(_deleting) = self.lock_for_deleting() else {
            return 0;
        };
        // Listed again: another process may have finished or deleted them.
        let files = self.temporary_files();
        let deleted = files.iter().filter(|path| fs::remove_file(path).is_ok());
        deleted.count()
    }

    /// The lock under which temporary files are written. Without it, as on file systems that have no
    /// locks, tables are written all the same, and nothing is deleted.
    pub(super) fn lock_for_writing(&self) -> Option<File> {
        let folder = File::open(&self.folder).ok()?;
        folder.lock_shared().ok()?;
        Some(folder)
    }

    /// The lock under which temporary files are deleted; `None` if a process holds the other.
    fn lock_for_deleting(&self) -> Option<File> {
        let folder = File::open(&self.folder).ok()?;
        folder.try_lock().ok()?;
        Some(folder)
    }

    fn temporary_files(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let files = files.filter(|file| file.file_type().is_ok_and(|it| it.is_file()));
        let paths = files.map(|file| file.path());
        paths.filter(|path| is_temporary(path)).collect()
    }
}

/// Whether it is a name that `atomic_write_file` gives: that of a table, between a dot and a random
/// extension.
fn is_temporary(path: &Path) -> bool {
    let name = path.file_stem().and_then(|name| name.to_str());
    let table = name.and_then(|name| name.strip_prefix('.'));
    table.is_some_and(|table| parse_file_name(Path::new(table)).is_some())
}
