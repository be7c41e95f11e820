//! Supervision of table building: threads, progress, cancellation, storage and memory.

use super::{Database, Pattern};
use std::sync::Arc;
use tilescope_search::StopReason;

/// Receives the progress of the work, 0 to 1.
///
/// # Errors
/// The reason to stop.
pub type ReportFn<'a> = dyn FnMut(f64) -> Result<(), StopReason> + 'a;

/// Supervises the building of tables: lends threads, receives progress, and may stop the work.
///
/// This crate knows no threads and no clock; the caller provides them here. The supervisor `()`
/// runs the work to completion on the caller's thread and reports nothing.
pub trait Supervisor {
    /// Calls `work` once on each of its threads, and returns when all calls have returned. Each
    /// call reports the overall progress every few milliseconds. Once one report is answered by
    /// a stop, so are all others.
    fn on_all_threads(&mut self, work: &(dyn Fn(&mut ReportFn) + Sync)) {
        work(&mut |_| Ok(()));
    }

    /// Loads the database of `pattern` from storage; `None` if it is not stored.
    fn load(&mut self, pattern: &Pattern) -> Option<Arc<Database>> {
        let _ = pattern;
        None
    }

    /// Stores a database that was just built, if that is worthwhile.
    fn store(&mut self, database: &Database) {
        let _ = database;
    }

    /// Called repeatedly while another thread builds the table. Waits briefly and returns `true`;
    /// `false` if it can't wait, in which case the caller blocks until that build ends.
    ///
    /// # Errors
    /// The reason to stop waiting.
    fn wait(&mut self) -> Result<bool, StopReason> {
        Ok(false)
    }

    /// The next table begins; it takes about `n_bytes`.
    fn begin_table(&mut self, n_bytes: u64) {
        let _ = n_bytes;
    }

    /// The table exists neither in memory nor in storage: its build starts.
    fn build_started(&mut self) {}

    /// Receives the progress, 0 to 1, of single-threaded work every few milliseconds.
    ///
    /// # Errors
    /// The reason to stop.
    fn report_progress(&mut self, done: f64) -> Result<(), StopReason> {
        let _ = done;
        Ok(())
    }

    /// Asks for `bytes` more memory, before they are allocated. Releasing memory is not reported.
    ///
    /// # Errors
    /// If the memory is refused.
    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        let _ = bytes;
        Ok(())
    }
}

impl Supervisor for () {}
