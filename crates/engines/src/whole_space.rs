//! The whole state space of a goal, searched by several threads.

use super::team;
use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tilescope_puzzle::whole_space::Sweep;
use tilescope_puzzle::{Board, WholeSpace};
use tilescope_search::{EngineObserver, Progress, StopReason};

/// Searches the whole space of `goal` on so many threads, or on all the machine has.
///
/// # Errors
/// If the observer stopped it, or refused the memory.
///
/// # Panics
/// If the board has more cells than [`WholeSpace::MOST_CELLS`].
pub fn search<O: EngineObserver>(
    goal: &Board,
    threads: Option<NonZero<usize>>,
    observer: &mut O,
) -> Result<WholeSpace, StopReason> {
    let mut sweep = Sweep::new(goal, observer)?;
    let size =
        team::size(threads).min(NonZero::new(sweep.n_jobs()).unwrap_or(NonZero::<usize>::MIN));
    // A desk for each thread, kept from level to level.
    let desks = Mutex::new((0..size.get()).map(|_| sweep.desk()).collect::<Vec<_>>());
    while !sweep.is_done() {
        // A level that is small is done before a second thread is there.
        let is_small = sweep.levels().last().is_some_and(|&n| n < SMALL);
        let size = if is_small {
            NonZero::<usize>::MIN
        } else {
            size
        };
        let jobs = Mutex::new(sweep.jobs());
        let found = team::work_together(size, observer, |tell| {
            let mut desk = lock(&desks).pop().expect("each thread has one");
            let (mut found, mut done) = (Vec::new(), Progress::default());
            loop {
                // The lock is free again before the job is run.
                let job = lock(&jobs).next();
                let Some(job) = job else { break };
                let chunk = job.run(&mut desk);
                done.expanded += u64::from(chunk.n_expanded);
                done.generated += u64::from(chunk.n_new);
                if done.expanded >= ENOUGH {
                    tell(std::mem::take(&mut done))?;
                }
                found.push(chunk);
            }
            tell(done)?;
            lock(&desks).push(desk);
            Ok(found)
        });
        drop(jobs);
        sweep.advance(&found?.concat());
    }
    Ok(sweep.finish())
}

/// So few boards in a level are made by one thread.
const SMALL: u64 = 20_000;

/// After so many boards it is told of: less than a millisecond's work.
const ENOUGH: u64 = 50_000;

/// Nothing that is locked here is ever half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
