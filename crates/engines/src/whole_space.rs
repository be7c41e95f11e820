//! The whole state space of a goal, searched by several threads.

use super::team;
use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tilescope_puzzle::whole_space::LevelSearch;
use tilescope_puzzle::{Board, WholeSpace};
use tilescope_search::{EngineObserver, Progress, StopReason};

/// Searches the whole space of `goal` on so many threads, or on all the machine has.
///
/// # Errors
/// If the observer stopped it, or refused the memory.
///
/// # Panics
/// If the board has more cells than [`WholeSpace::MAX_CELLS`].
pub fn search<O: EngineObserver>(
    goal: &Board,
    threads: Option<NonZero<usize>>,
    observer: &mut O,
) -> Result<WholeSpace, StopReason> {
    let mut level_search = LevelSearch::new(goal, observer)?;
    let size = team::size(threads)
        .min(NonZero::new(level_search.n_jobs()).unwrap_or(NonZero::<usize>::MIN));
    // A scratch buffer for each thread, kept from level to level.
    let scratch_buffers = Mutex::new(
        (0..size.get())
            .map(|_| level_search.scratch())
            .collect::<Vec<_>>(),
    );
    while !level_search.is_done() {
        // A level that is small is done before a second thread is there.
        let is_small = level_search.levels().last().is_some_and(|&n| n < SMALL);
        let size = if is_small {
            NonZero::<usize>::MIN
        } else {
            size
        };
        let jobs = Mutex::new(level_search.jobs());
        let found = team::work_together(size, observer, |tell| {
            let mut scratch = lock(&scratch_buffers).pop().expect("each thread has one");
            let (mut found, mut done) = (Vec::new(), Progress::default());
            loop {
                // The lock is free again before the job is run.
                let job = lock(&jobs).next();
                let Some(job) = job else { break };
                let chunk = job.run(&mut scratch);
                done.expanded += u64::from(chunk.n_expanded);
                done.generated += u64::from(chunk.n_new);
                if done.expanded >= ENOUGH {
                    tell(std::mem::take(&mut done))?;
                }
                found.push(chunk);
            }
            tell(done)?;
            lock(&scratch_buffers).push(scratch);
            Ok(found)
        });
        drop(jobs);
        level_search.advance(&found?.concat());
    }
    Ok(level_search.finish())
}

/// So few boards in a level are made by one thread.
const SMALL: u64 = 20_000;

/// After so many boards it is told of: less than a millisecond's work.
const ENOUGH: u64 = 50_000;

/// Nothing that is locked here is ever half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
