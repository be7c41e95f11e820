//! Records that nobody asked to keep.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A file of records that is removed with this value.
#[derive(Debug)]
pub struct TemporaryRecords(PathBuf);

impl TemporaryRecords {
    /// A file that no other experiment has; it is made when the runs begin.
    pub fn new() -> Self {
        static N_FILES: AtomicU64 = AtomicU64::new(0);
        let number = N_FILES.fetch_add(1, Ordering::Relaxed);
        let name = format!(
            "tilescope-sweep-{}-{number}.records.jsonl",
            std::process::id()
        );
        TemporaryRecords(std::env::temp_dir().join(name))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryRecords {
    fn drop(&mut self) {
        // There is none if no run has begun.
        let _ = std::fs::remove_file(&self.0);
    }
}
