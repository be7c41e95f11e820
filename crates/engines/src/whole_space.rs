//! Breadth-first search of the whole state space of a goal, on several threads.

use super::team;
use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tilescope_puzzle::whole_space::{Level, LevelSearch};
use tilescope_puzzle::{Board, WholeSpace};
use tilescope_search::{Cost, EngineObserver, Progress, StopReason};

/// Searches the space of `goal` up to the level at `distance`, or to the last one if it is nearer
/// or `distance` is `None`.
///
/// # Errors
/// If the observer stopped the search or refused the memory.
///
/// # Panics
/// If the board has more cells than [`WholeSpace::MAX_CELLS`].
pub fn search_level<O: EngineObserver>(
    goal: &Board,
    distance: Option<Cost>,
    observer: &mut O,
) -> Result<Level, StopReason> {
    let is_reached = |distance: usize, n_levels: usize| n_levels > distance;
    let search = search_until(goal, None, observer, |search| {
        distance.is_some_and(|distance| is_reached(distance as usize, search.levels().len()))
    })?;
    Ok(search.into_level())
}

/// Searches the whole space of `goal` on `threads` threads, or on as many as the machine has.
///
/// # Errors
/// If the observer stopped the search or refused the memory.
///
/// # Panics
/// If the board has more cells than [`WholeSpace::MAX_CELLS`].
pub fn search<O: EngineObserver>(
    goal: &Board,
    threads: Option<NonZero<usize>>,
    observer: &mut O,
) -> Result<WholeSpace, StopReason> {
    Ok(search_until(goal, threads, observer, |_| false)?.finish())
}

/// Searches level by level until the last one, or until `is_enough`.
fn search_until<O: EngineObserver>(
    goal: &Board,
    threads: Option<NonZero<usize>>,
    observer: &mut O,
    is_enough: impl Fn(&LevelSearch) -> bool,
) -> Result<LevelSearch, StopReason> {
    let mut level_search = LevelSearch::new(goal, observer)?;
    let n_threads = team::n_threads(threads)
        .min(NonZero::new(level_search.n_jobs()).unwrap_or(NonZero::<usize>::MIN));
    // One for each thread, kept from level to level.
    let workspaces = Mutex::new(
        (0..n_threads.get())
            .map(|_| level_search.scratch())
            .collect::<Vec<_>>(),
    );
    while !level_search.is_done() && !is_enough(&level_search) {
        // A small level is finished before a second thread has started.
        let is_small = level_search
            .levels()
            .last()
            .is_some_and(|&n| n < SMALL_LEVEL);
        let n_threads = if is_small {
            NonZero::<usize>::MIN
        } else {
            n_threads
        };
        let jobs = Mutex::new(level_search.jobs());
        let found = team::run(n_threads, observer, |report| {
            let mut workspace = lock(&workspaces).pop().expect("each thread has one");
            let (mut found, mut progress) = (Vec::new(), Progress::default());
            loop {
                // Releases the lock before the job runs.
                let job = lock(&jobs).next();
                let Some(job) = job else { break };
                let chunk = job.run(&mut workspace);
                progress.expanded += u64::from(chunk.n_expanded);
                progress.generated += u64::from(chunk.n_new);
                if progress.expanded >= REPORT_INTERVAL {
                    report(std::mem::take(&mut progress))?;
                }
                found.push(chunk);
            }
            report(progress)?;
            lock(&workspaces).push(workspace);
            Ok(found)
        });
        drop(jobs);
        level_search.advance(&found?.concat());
    }
    Ok(level_search)
}

/// A level with fewer boards is searched by one thread.
const SMALL_LEVEL: u64 = 20_000;

/// Expansions between two reports: less than a millisecond's work.
const REPORT_INTERVAL: u64 = 50_000;

/// A panic can't leave what is locked here half changed, so a poisoned lock is harmless.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
