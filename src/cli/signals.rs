//! Signals: the first Ctrl+C stops the work, the second ends the process at once.

use super::Refusal;
use std::io;
use tilescope_lab::Interrupt;

/// What a shell adds to a signal's number in the exit status of a process that it ended.
#[cfg(unix)]
const ENDED_BY_SIGNAL: i32 = 128;

/// An interrupt that Ctrl+C, SIGTERM and SIGHUP stop. A second signal ends the process even while
/// it waits for a file.
///
/// # Errors
/// If the handler cannot be installed.
pub fn interrupt() -> Result<Interrupt, Refusal> {
    let interrupt = Interrupt::default();
    install(interrupt.clone()).map_err(|error| {
        Refusal(format!(
            "the handler for Ctrl+C could not be installed ({error})"
        ))
    })?;
    Ok(interrupt)
}

#[cfg(unix)]
fn install(interrupt: Interrupt) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::exit;
    use std::thread;
    use tilescope_search::memory::check_machine;

    /// A stack, and what is set up before the thread waits. Without it the program is aborted.
    const THREAD: usize = 3 << 20;
    check_machine(THREAD).map_err(|_| io::ErrorKind::OutOfMemory)?;
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let handle = move || {
        let mut received = signals.forever();
        received.next();
        interrupt.stop();
        if let Some(signal) = received.next() {
            exit(ENDED_BY_SIGNAL + signal);
        }
    };
    let thread = thread::Builder::new().name("signals".into());
    thread.spawn(handle).map(drop)
}

#[cfg(not(unix))]
#[allow(
    clippy::disallowed_methods,
    reason = "a second Ctrl+C ends the process at once, whatever it waits for"
)]
fn install(interrupt: Interrupt) -> io::Result<()> {
    /// The exit status after a second Ctrl+C, as on Unix.
    const INTERRUPTED: i32 = 130;
    let handle = move || {
        if interrupt.is_stopped() {
            std::process::exit(INTERRUPTED);
        }
        interrupt.stop();
    };
    ctrlc::set_handler(handle).map_err(io::Error::other)
}

/// Lets a write beyond the limit on file sizes fail with an error; the default is that the signal
/// SIGXFSZ ends the process.
pub fn survive_large_files() {
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGXFSZ;
        use std::sync::Arc;
        use std::sync::atomic::AtomicBool;
        // Without the handler the process still works, up to the limit.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}
