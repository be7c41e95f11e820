//! A team of threads that share one search; only the first talks to the observer.
//!
//! Each thread runs the same closure, which claims its work from shared state (an atomic counter,
//! say) and reports its progress every few milliseconds. The first thread is the caller's. It
//! forwards the reports of the others together with its own, and the observer stops or pauses it
//! alone. The others notice at their next report, where they wait while the observer is paused.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;
use tilescope_search::memory::check_machine;
use tilescope_search::{EngineObserver, Progress, StopReason};

/// Reports the progress since the last call.
///
/// # Errors
/// If the work must stop.
pub type ReportFn<'a> = dyn FnMut(Progress) -> Result<(), StopReason> + 'a;

/// How many threads to use: `threads`, or as many as the machine has.
pub fn n_threads(threads: Option<NonZero<usize>>) -> NonZero<usize> {
    threads
        .or_else(|| thread::available_parallelism().ok())
        .unwrap_or(NonZero::<usize>::MIN)
}

/// Starts a thread in `scope`. Returns `None` if the system refuses it, or has too little memory: a
/// thread that cannot be set up aborts the program.
pub fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: &str,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    /// The standard library's stack, and what is set up before the work begins.
    const THREAD: usize = 3 << 20;
    check_machine(THREAD).ok()?;
    let thread = thread::Builder::new().name(name.into());
    thread.spawn_scoped(scope, work).ok()
}

/// Runs `work` on `n_threads` threads, this one included, or on as many as the system can start.
/// Returns their results, this thread's first.
///
/// # Errors
/// If the observer stopped the work. All threads have ended by then.
pub fn run<R: Send>(
    n_threads: NonZero<usize>,
    observer: &mut impl EngineObserver,
    work: impl Fn(&mut ReportFn) -> Result<R, StopReason> + Sync,
) -> Result<Vec<R>, StopReason> {
    run_dyn(
        n_threads,
        &mut |progress| observer.progress(progress),
        &work,
    )
}

/// The same for work behind a pointer, which is called once a thread: so the work is compiled once, and
/// the team once for each kind of result.
fn run_dyn<R: Send>(
    n_threads: NonZero<usize>,
    tell: &mut ReportFn,
    work: &(dyn Fn(&mut ReportFn) -> Result<R, StopReason> + Sync),
) -> Result<Vec<R>, StopReason> {
    let mailbox = Mailbox::default();
    thread::scope(|scope| {
        let other = || {
            let _guard = LeaveGuard(&mailbox);
            work(&mut |progress| mailbox.post(progress))
        };
        let mut others = Vec::new();
        for _ in 1..n_threads.get() {
            mailbox.lock().n_working += 1;
            let Some(helper) = spawn(scope, "search helper", other) else {
                mailbox.lock().n_working -= 1;
                break;
            };
            others.push(helper);
        }
        let guard = StopGuard(&mailbox);
        let mine = work(&mut |progress| tell(sum(progress, mailbox.take())));
        let mine = mine.and_then(|result| {
            while let Some(progress) = mailbox.receive() {
                tell(progress)?;
            }
            Ok(result)
        });
        // The others have ended, unless this thread was stopped.
        drop(guard);
        let mut results = vec![mine];
        results.extend(
            others
                .into_iter()
                .map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))),
        );
        results.into_iter().collect()
    })
}

/// Where the other threads leave their reports for the first.
#[derive(Default)]
struct Mailbox {
    state: Mutex<State>,
    /// Notified of every change of `state`.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The sum of the reports not yet taken.
    progress: Progress,
    n_unread: u32,
    /// How many of the other threads are running.
    n_working: usize,
    is_stopped: bool,
}

impl Mailbox {
    /// A thread that posts waits while more reports than this are unread.
    const MAX_UNREAD: u32 = 32;
    /// The longest wait for a report before the observer may stop the work.
    const PATIENCE: Duration = Duration::from_millis(20);

    fn post(&self, progress: Progress) -> Result<(), StopReason> {
        let mut state = self.lock();
        state.progress = sum(state.progress, progress);
        state.n_unread += 1;
        self.changed.notify_all();
        while state.n_unread > Self::MAX_UNREAD && !state.is_stopped {
            state = self.wait_for_change(state);
        }
        if state.is_stopped {
            return Err(StopReason::Interrupt);
        }
        Ok(())
    }

    fn take(&self) -> Progress {
        let mut state = self.lock();
        state.n_unread = 0;
        self.changed.notify_all();
        std::mem::take(&mut state.progress)
    }

    /// Waits for the next report, or a moment for none; `None` if all other threads have ended.
    fn receive(&self) -> Option<Progress> {
        let mut state = self.lock();
        if state.n_unread == 0 && state.n_working > 0 {
            let waited = self.changed.wait_timeout(state, Self::PATIENCE);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
        let is_over = state.n_unread == 0 && state.n_working == 0;
        drop(state);
        (!is_over).then(|| self.take())
    }

    fn wait_for_change<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// A panic can't leave the state half changed, so a poisoned lock is harmless.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stops the other threads when dropped, even if the first one panicked.
struct StopGuard<'a>(&'a Mailbox);

impl Drop for StopGuard<'_> {
    fn drop(&mut self) {
        self.0.lock().is_stopped = true;
        self.0.changed.notify_all();
    }
}

/// Records that a thread has ended when dropped, even if it panicked.
struct LeaveGuard<'a>(&'a Mailbox);

impl Drop for LeaveGuard<'_> {
    fn drop(&mut self) {
        self.0.lock().n_working -= 1;
        self.0.changed.notify_all();
    }
}

fn sum(a: Progress, b: Progress) -> Progress {
    Progress {
        expanded: a.expanded + b.expanded,
        generated: a.generated + b.generated,
        frontier: a.frontier.or(b.frontier),
        tables: a.tables.or(b.tables),
    }
}
