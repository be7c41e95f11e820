//! The scheduling priority of a thread: work in the background leaves the processor to what a person
//! waits for.

/// From now on the calling thread, and those that it starts, run when others leave them time. Does
/// nothing where a single thread's priority can't be set.
pub fn lower() {
    #[cfg(target_os = "linux")]
    {
        // A thread keeps its priority if the system refuses.
        let _ = rustix::process::nice(LOWER_BY);
    }
}

/// In steps of niceness, of which each makes a thread's share of a busy core a fifth smaller: with 10 it
/// is a tenth of that of another thread.
#[cfg(target_os = "linux")]
const LOWER_BY: i32 = 10;
