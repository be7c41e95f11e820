//! Sweeps: their runs begin at once, and nobody is asked for a file of records.

use super::Experiments;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use tilescope_lab::experiment::Draft;

/// A file of records that is removed with this value.
#[derive(Debug)]
pub struct TemporaryRecords(PathBuf);

impl TemporaryRecords {
    /// A file that no other experiment has; it is made when the runs begin.
    fn new() -> Self {
        static N_FILES: AtomicU64 = AtomicU64::new(0);
        let number = N_FILES.fetch_add(1, Ordering::Relaxed);
        let name = format!(
            "tilescope-sweep-{}-{number}.records.jsonl",
            std::process::id()
        );
        TemporaryRecords(std::env::temp_dir().join(name))
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryRecords {
    fn drop(&mut self) {
        // There is none if no run has begun.
        let _ = std::fs::remove_file(&self.0);
    }
}

impl Experiments {
    /// The number of sweeps that have begun.
    pub fn n_sweeps(&self) -> u32 {
        self.n_sweeps
    }

    /// Puts a sweep in the place of the experiment. Its runs begin as soon as it has been checked.
    pub(super) fn sweep(&mut self, draft: Draft) {
        self.replace(draft, None);
        let records = TemporaryRecords::new();
        self.records = Some(records.path().to_owned());
        self.temporary = Some(records);
        self.n_sweeps += 1;
        self.wants_runs = true;
    }
}
