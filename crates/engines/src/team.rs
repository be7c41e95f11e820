//! Several threads at one piece of work, of which the first alone talks to the observer.
//!
//! Each thread runs the same closure, which takes its share from where it likes (a counter
//! that all add to, say) and hands in what it has done every few milliseconds. The first
//! thread, which is the caller's, passes on what the others have handed in together with its
//! own, and is the one who is stopped or held up. The others learn of it at their next
//! hand-in: those that run ahead of a paused observer wait there.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use tilescope_search::{EngineObserver, Progress, StopReason};

/// Hands in what was done since the last time.
///
/// # Errors
/// If the work is to stop.
pub type ReportFn<'a> = dyn FnMut(Progress) -> Result<(), StopReason> + 'a;

/// How many threads to use: as many as were asked for, else as many as the machine has.
pub fn size(threads: Option<NonZero<usize>>) -> NonZero<usize> {
    threads
        .or_else(|| thread::available_parallelism().ok())
        .unwrap_or(NonZero::<usize>::MIN)
}

/// Runs `work` on `size` threads at a time, this one included, or on as many as the system
/// gives; what each came to, this one's first.
///
/// # Errors
/// If the observer stopped it; all threads have ended by then.
pub fn work_together<O: EngineObserver, R: Send>(
    size: NonZero<usize>,
    observer: &mut O,
    work: impl Fn(&mut ReportFn) -> Result<R, StopReason> + Sync,
) -> Result<Vec<R>, StopReason> {
    let desk = Mailbox::default();
    thread::scope(|scope| {
        let other = || {
            let _leaves = Leaves(&desk);
            work(&mut |tally| desk.hand_in(tally))
        };
        let mut others = Vec::new();
        for _ in 1..size.get() {
            desk.lock().n_working += 1;
            let thread = thread::Builder::new().name("search helper".into());
            match thread.spawn_scoped(scope, other) {
                Ok(handle) => others.push(handle),
                Err(_) => desk.lock().n_working -= 1,
            }
        }
        let stops = Stops(&desk);
        let mine = work(&mut |tally| observer.progress(sum(tally, desk.take())));
        let mine = mine.and_then(|result| {
            while let Some(tally) = desk.wait() {
                observer.progress(tally)?;
            }
            Ok(result)
        });
        // They have left, unless this thread was stopped.
        drop(stops);
        let mut results = vec![mine];
        results.extend(
            others
                .into_iter()
                .map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))),
        );
        results.into_iter().collect()
    })
}

/// Where the others hand in what they have done.
#[derive(Default)]
struct Mailbox {
    state: Mutex<State>,
    /// Told of every change of `state`.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// What was handed in and not taken.
    tally: Progress,
    n_handed_in: u32,
    /// How many of the others are at work.
    n_working: usize,
    is_stopped: bool,
}

impl Mailbox {
    /// So often the others may hand in something before any of it is taken.
    const MOST: u32 = 32;

    fn hand_in(&self, tally: Progress) -> Result<(), StopReason> {
        let mut state = self.lock();
        state.tally = sum(state.tally, tally);
        state.n_handed_in += 1;
        self.changed.notify_all();
        while state.n_handed_in > Self::MOST && !state.is_stopped {
            state = self.wait_for_change(state);
        }
        if state.is_stopped {
            return Err(StopReason::Interrupt);
        }
        Ok(())
    }

    fn take(&self) -> Progress {
        let mut state = self.lock();
        state.n_handed_in = 0;
        self.changed.notify_all();
        std::mem::take(&mut state.tally)
    }

    /// What is handed in next; `None` if all have left.
    fn wait(&self) -> Option<Progress> {
        let mut state = self.lock();
        while state.n_handed_in == 0 && state.n_working > 0 {
            state = self.wait_for_change(state);
        }
        let is_over = state.n_handed_in == 0;
        drop(state);
        (!is_over).then(|| self.take())
    }

    fn wait_for_change<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// No change of the state is ever half done.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stops the others, even if the first thread panicked.
struct Stops<'a>(&'a Mailbox);

impl Drop for Stops<'_> {
    fn drop(&mut self) {
        self.0.lock().is_stopped = true;
        self.0.changed.notify_all();
    }
}

/// Says that a thread has left, even if it panicked.
struct Leaves<'a>(&'a Mailbox);

impl Drop for Leaves<'_> {
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
