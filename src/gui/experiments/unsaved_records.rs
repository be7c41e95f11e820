//! Records that the user has not saved yet: a file beside the session, which outlives a crash.

use crate::gui::session::{is_records_beside, records_beside};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A file of records in no folder of the user's. It is made when the first run begins.
#[derive(Debug)]
pub struct UnsavedRecords {
    path: PathBuf,
    /// A temporary file of a window without a session is removed with this value.
    is_temporary: bool,
}

impl UnsavedRecords {
    /// A file that no other experiment has.
    pub fn new(session: Option<&Path>) -> Self {
        UnsavedRecords {
            path: session.map_or_else(temporary, records_beside),
            is_temporary: session.is_none(),
        }
    }

    /// The records at `path`, if they are in a file beside the session.
    pub fn found(path: &Path, session: Option<&Path>) -> Option<Self> {
        is_records_beside(session?, path).then(|| UnsavedRecords {
            path: path.to_owned(),
            is_temporary: false,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns true if a later window finds them.
    pub fn outlive_window(&self) -> bool {
        !self.is_temporary
    }

    /// Removes the file.
    pub fn discard(mut self) {
        self.is_temporary = true;
    }
}

impl Drop for UnsavedRecords {
    fn drop(&mut self) {
        if self.is_temporary {
            // There is none if no run has begun.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn temporary() -> PathBuf {
    static N_FILES: AtomicU64 = AtomicU64::new(0);
    let number = N_FILES.fetch_add(1, Ordering::Relaxed);
    let name = format!("tilescope-{}-{number}.records.jsonl", std::process::id());
    std::env::temp_dir().join(name)
}
