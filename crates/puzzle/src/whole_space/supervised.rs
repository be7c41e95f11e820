//! The search of a whole space on a supervisor's threads.

use super::{LevelSearch, WholeSpace};
use crate::Board;
use crate::pattern_database::{ReportFn, Supervisor};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tilescope_search::{Checked, StopReason};

/// Levels with fewer boards than this are made on one thread: they are done before a second thread
/// starts.
const SMALL: u64 = 20_000;

impl WholeSpace {
    /// Searches the whole space of `goal` under `supervisor`.
    ///
    /// # Errors
    /// If `supervisor` stops the search, or refuses the memory.
    ///
    /// # Panics
    /// If the board has more cells than [`Self::MAX_CELLS`].
    pub fn build(goal: &Board, supervisor: &mut dyn Supervisor) -> Result<WholeSpace, StopReason> {
        let n_states = Self::n_states_for(goal.size()) as f64;
        let mut reservations = Checked::new(|counter| supervisor.reserve(counter.bytes as usize));
        let mut search = LevelSearch::new(goal, &mut reservations)?;
        let empty = search.scratch();
        while !search.is_done() {
            let n_before: u64 = search.levels().iter().sum();
            let is_small = search.levels().last().is_some_and(|&n| n < SMALL);
            let remaining = Mutex::new((search.jobs(), None));
            let made = Mutex::new((Vec::new(), n_before));
            let take = || {
                let (jobs, stop_reason) = &mut *lock(&remaining);
                if stop_reason.is_some() {
                    None
                } else {
                    jobs.next()
                }
            };
            let work = |report: &mut ReportFn| {
                let mut scratch = empty.clone();
                // The lock is released before the job runs.
                while let Some(job) = take() {
                    let found = job.run(&mut scratch);
                    let n_made = {
                        let (all, n_made) = &mut *lock(&made);
                        all.push(found);
                        *n_made += u64::from(found.n_new);
                        *n_made
                    };
                    if let Err(stop_reason) = report(n_made as f64 / n_states) {
                        lock(&remaining).1 = Some(stop_reason);
                    }
                }
            };
            if is_small {
                work(&mut |_| Ok(()));
                supervisor.report_progress(n_before as f64 / n_states)?;
            } else {
                supervisor.on_all_threads(&work);
            }
            let (_, stop_reason) = remaining
                .into_inner()
                .unwrap_or_else(PoisonError::into_inner);
            if let Some(stop_reason) = stop_reason {
                return Err(stop_reason);
            }
            let (made, _) = made.into_inner().unwrap_or_else(PoisonError::into_inner);
            search.advance(&made);
        }
        Ok(search.finish())
    }
}

/// The locks are recovered after a panic: the data is consistent between statements.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
