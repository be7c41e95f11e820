//! Background jobs that list, build, check and delete cached tables, and estimates of build costs.

use super::{BuildError, Built, Pace, build, remaining};
use crate::cache::{Cache, CacheError, CachedDatabase, Unfinished};
use crate::worker::{Worker, WorkerError};
use crate::{Interrupt, tables::MIN_CACHED_BYTES};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tilescope_engines::team;
use tilescope_puzzle::heuristics::{PartitionError, PatternDatabases, required_patterns};
use tilescope_puzzle::pattern_database::{
    self, Partition, Pattern, ranking::n_placements, registry,
};
use tilescope_puzzle::{Board, Costs};

/// A background job on tables. Dropping it stops it.
#[derive(Debug)]
pub struct Task<T> {
    /// A message means that progress was made.
    worker: Worker<(), T>,
    /// The fraction done, from 0 to 1, as bits.
    done: Arc<AtomicU64>,
    began: Instant,
}

impl<T: Send + 'static> Task<T> {
    /// The interval between progress updates.
    const UPDATE_INTERVAL: Duration = Duration::from_millis(50);

    /// Runs `work`. The [`Interrupt`] tells it to stop; the callback reports progress. `wake` is
    /// called from its thread when there is something new.
    fn spawn(
        name: &str,
        wake: impl Fn() + Send + 'static,
        work: impl FnOnce(&Interrupt, &mut (dyn FnMut(f64) + Send)) -> T + Send + 'static,
    ) -> Self {
        let done = Arc::new(AtomicU64::new(0));
        let progress = Arc::clone(&done);
        let worker = Worker::spawn(name, wake, move |interrupt, send| {
            let mut updated = Instant::now();
            work(interrupt, &mut |done| {
                progress.store(done.clamp(0.0, 1.0).to_bits(), Relaxed);
                if updated.elapsed() >= Self::UPDATE_INTERVAL {
                    updated = Instant::now();
                    send(());
                }
            })
        });
        Task {
            worker,
            done,
            began: Instant::now(),
        }
    }

    /// The fraction done, from 0 to 1.
    pub fn done(&self) -> f64 {
        f64::from_bits(self.done.load(Relaxed))
    }

    /// The estimated remaining time; `None` while unknown.
    pub fn remaining(&self) -> Option<Duration> {
        remaining(self.done(), self.began.elapsed())
    }

    /// Stops it within 50 ms; its result still arrives.
    pub fn stop(&self) {
        self.worker.stop();
    }

    /// The result, once, when the job has ended. Never blocks.
    pub fn poll(&self) -> Option<Result<T, WorkerError>> {
        self.worker.poll(|()| ())
    }
}

/// Lists the cached databases, checking headers and file lengths only.
pub fn list(cache: Cache, wake: impl Fn() + Send + 'static) -> Task<Vec<CachedDatabase>> {
    Task::spawn("list tables", wake, move |_, _| cache.list())
}

/// Lists the cached databases, checking every byte. If stopped, the rest is as in [`list`].
pub fn check(cache: Cache, wake: impl Fn() + Send + 'static) -> Task<Vec<CachedDatabase>> {
    Task::spawn("check tables", wake, move |interrupt, on_progress| {
        let mut cached = cache.list();
        let total: u64 = cached.iter().map(|kept| kept.n_bytes).sum();
        let mut n_checked = 0;
        for kept in &mut cached {
            let loaded = cache.load(&kept.pattern, &|| interrupt.is_stopped());
            if let Err(CacheError::Damaged { damage, .. }) = loaded {
                kept.damage = Some(damage);
            }
            n_checked += kept.n_bytes;
            on_progress(n_checked as f64 / total as f64);
        }
        cached
    })
}

/// Builds and caches the databases of `patterns` that are missing or damaged, in at most `memory`
/// bytes. See [`required_patterns`] for the patterns of a partition.
pub fn spawn_build(
    cache: Cache,
    patterns: Vec<Pattern>,
    threads: Option<NonZero<usize>>,
    memory: u64,
    wake: impl Fn() + Send + 'static,
) -> Task<Result<Built, BuildError>> {
    Task::spawn("build tables", wake, move |interrupt, on_progress| {
        build(&patterns, &cache, threads, memory, interrupt, on_progress)
    })
}

/// Finds the temporary files that writers have left or are writing.
pub fn list_unfinished(cache: Cache, wake: impl Fn() + Send + 'static) -> Task<Option<Unfinished>> {
    Task::spawn("list unfinished tables", wake, move |_, _| {
        cache.unfinished()
    })
}

/// Deletes the temporary files that ended processes have left. The result is their number.
pub fn spawn_delete_unfinished(
    cache: Cache,
    wake: impl Fn() + Send + 'static,
) -> Task<Result<usize, CacheError>> {
    Task::spawn("delete unfinished tables", wake, move |_, _| {
        Ok(cache.delete_unfinished())
    })
}

/// Deletes the databases of `patterns` on disk, and in memory once no run uses them. The result is
/// the number deleted on disk.
pub fn spawn_delete(
    cache: Cache,
    patterns: Vec<Pattern>,
    wake: impl Fn() + Send + 'static,
) -> Task<Result<usize, CacheError>> {
    Task::spawn("delete tables", wake, move |_, _| {
        let mut n_deleted = 0;
        for pattern in &patterns {
            n_deleted += usize::from(cache.delete(pattern)?);
            registry::release(pattern);
        }
        Ok(n_deleted)
    })
}

/// The estimated cost of building the tables of a partition.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BuildEstimate {
    /// Size of the tables, in bytes.
    pub n_bytes: u64,
    /// Peak memory of the build, in bytes.
    pub peak_bytes: u64,
    /// The number of states to search.
    pub n_states: u64,
    /// States per second and thread on the reference machine.
    states_per_second: f64,
    /// The number of threads of the build.
    n_threads: usize,
    /// Whether any table is cached on disk; small ones are not.
    pub is_kept: bool,
}

impl BuildEstimate {
    /// The build time at this machine's pace, or a rough estimate from the reference machine.
    pub fn time(&self, pace: Option<Pace>) -> Duration {
        let reference_rate = self.states_per_second * self.n_threads as f64;
        // The pace was measured with equal costs; unequal costs need a different search.
        let pace = pace.filter(|_| self.states_per_second == STATES_PER_SECOND);
        let rate = pace.map_or(reference_rate, Pace::states_per_second);
        Duration::from_secs_f64(self.n_states as f64 / rate)
    }
}

/// The time to load tables of this many bytes from disk, on the reference machine.
pub fn loading_time(n_bytes: u64) -> Duration {
    Duration::from_secs_f64(n_bytes as f64 / LOADED_BYTES_PER_SECOND)
}

/// What the benchmark `databases-load-7-8` measures on the reference machine, by the clock.
const LOADED_BYTES_PER_SECOND: f64 = 6.0e9;

/// States per second and thread on the reference machine, with equal costs and with unequal costs.
const STATES_PER_SECOND: f64 = 94e6;
const UNEQUAL_STATES_PER_SECOND: f64 = 17e6;

/// Estimates the tables of `partition`. Fast enough to call in every frame; reads no files.
///
/// # Errors
/// If a tile is in no pattern or in several, or a pattern is too large.
pub fn estimate(
    goal: &Board,
    costs: Costs,
    partition: &Partition,
) -> Result<BuildEstimate, PartitionError> {
    let patterns = required_patterns(goal, costs, partition)?;
    if !patterns.is_empty() {
        return Ok(estimate_of(&patterns));
    }
    let mut estimate = BuildEstimate {
        n_bytes: PatternDatabases::table_bytes(goal, costs, partition),
        peak_bytes: 0,
        n_states: 0,
        states_per_second: UNEQUAL_STATES_PER_SECOND,
        n_threads: 1,
        is_kept: false,
    };
    for tiles in partition.iter() {
        let bytes = PatternDatabases::bytes(goal, costs, tiles.len(), partition.blank);
        estimate.n_states += n_placements(goal.size().n_cells(), tiles.len() + 1);
        estimate.peak_bytes += 2 * bytes;
    }
    Ok(estimate)
}

/// Estimates the databases of these patterns, as fast as [`estimate`].
pub fn estimate_of(patterns: &[Pattern]) -> BuildEstimate {
    let mut estimate = BuildEstimate {
        n_bytes: patterns.iter().map(Pattern::n_bytes).sum(),
        peak_bytes: 0,
        n_states: 0,
        states_per_second: STATES_PER_SECOND,
        n_threads: team::n_threads(None).get(),
        is_kept: false,
    };
    for pattern in patterns {
        let of_one = pattern_database::BuildSize::for_pattern(pattern);
        estimate.n_states += of_one.n_states;
        estimate.peak_bytes = estimate.peak_bytes.max(of_one.peak_bytes);
        estimate.is_kept |= pattern.n_bytes() >= MIN_CACHED_BYTES;
    }
    estimate
}
