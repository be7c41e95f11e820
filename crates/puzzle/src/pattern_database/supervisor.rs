//! Who has a database built: lends threads, hears how far it is, and may stop it.

use super::{Database, Pattern};
use std::sync::Arc;
use tilescope_search::StopReason;

/// Hears that so much of the work, from 0 to 1, is done.
///
/// # Errors
/// Why the work is to stop.
pub type ReportFn<'a> = dyn FnMut(f64) -> Result<(), StopReason> + 'a;

/// Lends threads to the building of a database, hears how far it is, and may stop it.
///
/// The core knows no thread and no clock: whoever has them gives them here. With `()` the work
/// is done on the caller's thread, in silence and to its end.
pub trait Supervisor {
    /// Calls `work` once on each thread that it lends, and comes back when all calls have. Each
    /// tells of the whole every few milliseconds; once one was told to stop, all will be.
    fn on_all_threads(&mut self, work: &(dyn Fn(&mut ReportFn) + Sync)) {
        work(&mut |_| Ok(()));
    }

    /// The database of `pattern`, if it was built before and is kept somewhere.
    fn kept(&mut self, pattern: &Pattern) -> Option<Arc<Database>> {
        let _ = pattern;
        None
    }

    /// `database` was built: to be kept, if that is worth while.
    fn keep(&mut self, database: &Database) {
        let _ = database;
    }

    /// Waits a moment, for somebody else builds what it is about; whether it did. If not, who asks
    /// waits until that one is done.
    ///
    /// # Errors
    /// Why it is to wait no longer.
    fn wait(&mut self) -> Result<bool, StopReason> {
        Ok(false)
    }

    /// Another table comes next, of about so many bytes.
    fn begin(&mut self, n_bytes: u64) {
        let _ = n_bytes;
    }

    /// The table is nowhere to be had: it is built now.
    fn builds(&mut self) {}

    /// So much, from 0 to 1, is done of work on the caller's thread alone, which tells of it
    /// every few milliseconds.
    ///
    /// # Errors
    /// Why the work is to stop.
    fn tell(&mut self, done: f64) -> Result<(), StopReason> {
        let _ = done;
        Ok(())
    }

    /// The work is about to hold `bytes` more than it does. Asked before they are allocated;
    /// that they are given back is not told.
    ///
    /// # Errors
    /// If it may not.
    fn grow(&mut self, bytes: usize) -> Result<(), StopReason> {
        let _ = bytes;
        Ok(())
    }
}

impl Supervisor for () {}
