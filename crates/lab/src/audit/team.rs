//! Work on all states, shared by several threads, with progress and a way to stop.

use super::AuditError;
use crate::Interrupt;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::{ops::Range, thread};
use tilescope_engines::team;

/// States that a thread works on between two looks at the interrupt.
const CHUNK: usize = 1 << 14;

/// How far an audit is, and whether it must stop.
pub struct Watch<'a> {
    interrupt: &'a Interrupt,
    on_progress: Mutex<&'a mut (dyn FnMut(f64) + Send)>,
    n_steps: usize,
    /// In states; a step is as many as there are.
    n_done: AtomicUsize,
    n_threads: usize,
}

impl<'a> Watch<'a> {
    /// Watches an audit of `n_steps` passes over all states.
    pub fn new(
        n_steps: usize,
        threads: Option<NonZero<usize>>,
        interrupt: &'a Interrupt,
        on_progress: &'a mut (dyn FnMut(f64) + Send),
    ) -> Self {
        let all = || thread::available_parallelism().map_or(1, NonZero::get);
        Watch {
            interrupt,
            on_progress: Mutex::new(on_progress),
            n_steps,
            n_done: AtomicUsize::new(0),
            n_threads: threads.map_or_else(all, NonZero::get),
        }
    }

    /// # Errors
    /// If the audit must stop.
    pub fn check(&self) -> Result<(), AuditError> {
        match self.interrupt.is_stopped() {
            true => Err(AuditError::Interrupted),
            false => Ok(()),
        }
    }

    /// Adds `done` of `n_states` states to the progress.
    pub fn add(&self, done: usize, n_states: usize) {
        let n_done = self.n_done.fetch_add(done, Relaxed) + done;
        let fraction = n_done as f64 / (self.n_steps.max(1) * n_states.max(1)) as f64;
        let mut report = self
            .on_progress
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        report(fraction.min(1.0));
    }

    /// Calls `work` for all states, a range at a time, with what `make` made for its thread. Returns
    /// what each thread has in the end.
    ///
    /// # Errors
    /// If the audit must stop.
    pub fn for_all<A: Send>(
        &self,
        n_states: usize,
        make: impl Fn() -> A + Sync,
        work: impl Fn(&mut A, Range<usize>) + Sync,
    ) -> Result<Vec<A>, AuditError> {
        self.pass(n_states, make, work, &|n| self.add(n, n_states))
    }

    fn pass<A: Send>(
        &self,
        n_states: usize,
        make: impl Fn() -> A + Sync,
        work: impl Fn(&mut A, Range<usize>) + Sync,
        done: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<A>, AuditError> {
        let next = AtomicUsize::new(0);
        let on_thread = || {
            let mut own = make();
            while !self.interrupt.is_stopped() {
                let from = next.fetch_add(CHUNK, Relaxed);
                if from >= n_states {
                    break;
                }
                let to = n_states.min(from + CHUNK);
                work(&mut own, from..to);
                done(to - from);
            }
            own
        };
        let found = self.on_all_threads(n_states, on_thread)?;
        self.check()?;
        Ok(found)
    }

    /// As [`Self::for_all`], for one of several passes that together are a step: it adds nothing to
    /// the progress.
    ///
    /// # Errors
    /// If the audit must stop.
    pub fn on_all<A: Send + Default>(
        &self,
        n_states: usize,
        work: impl Fn(&mut A, Range<usize>) + Sync,
    ) -> Result<Vec<A>, AuditError> {
        self.pass(n_states, A::default, work, &|_| {})
    }

    /// Fills `slice`, which has a place for each state, a part at a time. `fill` gets what `make` made
    /// for its thread, and the first state of the part. Returns what `end` makes of that.
    ///
    /// # Errors
    /// If the audit must stop.
    pub fn fill<T: Send, A, R: Send>(
        &self,
        slice: &mut [T],
        make: impl Fn() -> A + Sync,
        fill: impl Fn(&mut A, usize, &mut [T]) + Sync,
        end: impl Fn(A) -> R + Sync,
    ) -> Result<Vec<R>, AuditError> {
        let n_states = slice.len();
        let parts = Mutex::new(slice.chunks_mut(CHUNK).enumerate());
        let on_thread = || {
            let mut own = make();
            while !self.interrupt.is_stopped() {
                let part = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((i, part)) = part else {
                    break;
                };
                fill(&mut own, i * CHUNK, part);
                self.add(part.len(), n_states);
            }
            end(own)
        };
        let found = self.on_all_threads(n_states, on_thread)?;
        self.check()?;
        Ok(found)
    }

    fn on_all_threads<A: Send>(
        &self,
        n_states: usize,
        work: impl Fn() -> A + Sync,
    ) -> Result<Vec<A>, AuditError> {
        let n_threads = self.n_threads.min(n_states.div_ceil(CHUNK)).max(1);
        if n_threads == 1 {
            return Ok(vec![work()]);
        }
        thread::scope(|scope| {
            let spawn = |_| team::spawn(scope, "audit", &work);
            let threads: Vec<_> = (1..n_threads).map_while(spawn).collect();
            let mut found = vec![work()];
            for thread in threads {
                found.push(thread.join().map_err(|_| AuditError::Panicked)?);
            }
            Ok(found)
        })
    }
}
