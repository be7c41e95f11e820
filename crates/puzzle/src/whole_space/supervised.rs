//! The whole space searched on the threads that a supervisor lends, who may stop it.

use super::{Sweep, WholeSpace};
use crate::Board;
use crate::pattern_database::{ReportFn, Supervisor};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tilescope_search::{Checked, StopReason};

/// So few boards in a level are made on one thread: they are done before a second one is there.
const SMALL: u64 = 20_000;

impl WholeSpace {
    /// Searches the whole space of `goal` under `supervisor`.
    ///
    /// # Errors
    /// If that stopped it, or refused the memory.
    ///
    /// # Panics
    /// If the board has more cells than [`Self::MOST_CELLS`].
    pub fn build(goal: &Board, supervisor: &mut dyn Supervisor) -> Result<WholeSpace, StopReason> {
        let n_states = Self::n_states_of(goal.size()) as f64;
        let mut grows = Checked::new(|counter| supervisor.grow(counter.bytes as usize));
        let mut sweep = Sweep::new(goal, &mut grows)?;
        let empty = sweep.desk();
        while !sweep.is_done() {
            let n_before: u64 = sweep.levels().iter().sum();
            let is_small = sweep.levels().last().is_some_and(|&n| n < SMALL);
            let left = Mutex::new((sweep.jobs(), None));
            let made = Mutex::new((Vec::new(), n_before));
            let take = || {
                let (jobs, halt) = &mut *lock(&left);
                if halt.is_some() { None } else { jobs.next() }
            };
            let work = |tell: &mut ReportFn| {
                let mut desk = empty.clone();
                // The lock is free again before the job is run.
                while let Some(job) = take() {
                    let found = job.run(&mut desk);
                    let n_made = {
                        let (all, n_made) = &mut *lock(&made);
                        all.push(found);
                        *n_made += u64::from(found.n_new);
                        *n_made
                    };
                    if let Err(halt) = tell(n_made as f64 / n_states) {
                        lock(&left).1 = Some(halt);
                    }
                }
            };
            if is_small {
                work(&mut |_| Ok(()));
                supervisor.tell(n_before as f64 / n_states)?;
            } else {
                supervisor.on_all_threads(&work);
            }
            let (_, halt) = left.into_inner().unwrap_or_else(PoisonError::into_inner);
            if let Some(halt) = halt {
                return Err(halt);
            }
            let (made, _) = made.into_inner().unwrap_or_else(PoisonError::into_inner);
            sweep.advance(&made);
        }
        Ok(sweep.finish())
    }
}

/// Nothing that is locked here is ever half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
