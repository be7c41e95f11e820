//! The jobs of tables: what is kept on disk, what a partition would take, and building,
//! checking and deleting, each on a thread of its own.

use super::{Built, NotBuilt, Pace, build, remaining};
use crate::cache::{Cache, CacheError, Kept};
use crate::worker::{Fault, Worker};
use crate::{Interrupt, tables::LEAST_KEPT};
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

/// Work with tables on a thread of its own. Dropping it stops it.
#[derive(Debug)]
pub struct Task<T> {
    /// Its news is that there is something new to see.
    worker: Worker<(), T>,
    /// What part is done, from 0 to 1, as bits.
    done: Arc<AtomicU64>,
    began: Instant,
}

impl<T: Send + 'static> Task<T> {
    /// How often progress is worth a call.
    const SHOWN: Duration = Duration::from_millis(50);

    /// Does `work`, which is told by an [`Interrupt`] when to stop and tells how far it is;
    /// `wake` is called, from its thread, when there is something new to see.
    fn spawn(
        name: &str,
        wake: impl Fn() + Send + 'static,
        work: impl FnOnce(&Interrupt, &mut (dyn FnMut(f64) + Send)) -> T + Send + 'static,
    ) -> Self {
        let done = Arc::new(AtomicU64::new(0));
        let progress = Arc::clone(&done);
        let worker = Worker::spawn(name, wake, move |interrupt, tell| {
            let mut shown = Instant::now();
            work(interrupt, &mut |done| {
                progress.store(done.clamp(0.0, 1.0).to_bits(), Relaxed);
                if shown.elapsed() >= Self::SHOWN {
                    shown = Instant::now();
                    tell(());
                }
            })
        });
        Task {
            worker,
            done,
            began: Instant::now(),
        }
    }

    /// What part is done, from 0 to 1.
    pub fn done(&self) -> f64 {
        f64::from_bits(self.done.load(Relaxed))
    }

    /// How long it will take from now on, once that can be told.
    pub fn remaining(&self) -> Option<Duration> {
        remaining(self.done(), self.began.elapsed())
    }

    /// Stops it, within 50 ms; what it came to still comes.
    pub fn stop(&self) {
        self.worker.stop();
    }

    /// What it came to, once, when it has ended. Never blocks.
    pub fn poll(&self) -> Option<Result<T, Fault>> {
        self.worker.poll(|()| ())
    }
}

/// What is kept, as far as beginnings and lengths of files tell: in a moment.
pub fn list(cache: Cache, wake: impl Fn() + Send + 'static) -> Task<Vec<Kept>> {
    Task::spawn("list tables", wake, move |_, _| cache.list())
}

/// What is kept, with every byte looked at: as long as it takes to read them all. Those behind
/// the place where it was stopped are as [`list`] has them.
pub fn check(cache: Cache, wake: impl Fn() + Send + 'static) -> Task<Vec<Kept>> {
    Task::spawn("check tables", wake, move |interrupt, tell| {
        let mut there = cache.list();
        let all: u64 = there.iter().map(|kept| kept.n_bytes).sum();
        let mut before = 0;
        for kept in &mut there {
            let loaded = cache.load(&kept.pattern, &|| interrupt.is_stopped());
            if let Err(CacheError::Damaged { damage, .. }) = loaded {
                kept.damage = Some(damage);
            }
            before += kept.n_bytes;
            tell(before as f64 / all as f64);
        }
        there
    })
}

/// Builds the databases of `patterns` that are not kept, or are damaged, in at most `memory`
/// bytes, and keeps them. See [`wanted`] for the patterns of a partition.
pub fn spawn_build(
    cache: Cache,
    patterns: Vec<Pattern>,
    threads: Option<NonZero<usize>>,
    memory: u64,
    wake: impl Fn() + Send + 'static,
) -> Task<Result<Built, NotBuilt>> {
    Task::spawn("build tables", wake, move |interrupt, tell| {
        build(&patterns, &cache, threads, memory, interrupt, tell)
    })
}

/// Deletes the databases of `patterns`, on disk and, once no run uses them any more, in memory;
/// how many there were on disk.
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

/// What the tables of a partition come to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BuildEstimate {
    /// What they take when they are there.
    pub n_bytes: u64,
    /// What building them takes at its peak, about.
    pub peak_bytes: u64,
    /// How many states are searched, about.
    pub n_states: u64,
    /// How many of them a thread searches in a second, on the machine of reference.
    states_a_second: f64,
    /// How many threads there are for it.
    n_threads: usize,
    /// Whether any is kept on disk: small ones are built in a moment.
    pub is_kept: bool,
}

impl BuildEstimate {
    /// How long building them takes: at the pace of this machine, where it has one; else very
    /// roughly, as on the machine of reference.
    pub fn time(&self, pace: Option<Pace>) -> Duration {
        let of_reference = self.states_a_second * self.n_threads as f64;
        // Where costs differ, it is another search than that which has a pace.
        let pace = pace.filter(|_| self.states_a_second == STATES_A_SECOND);
        let rate = pace.map_or(of_reference, Pace::states_a_second);
        Duration::from_secs_f64(self.n_states as f64 / rate)
    }
}

/// So many states a thread searches in a second; where costs differ, which one thread does.
const STATES_A_SECOND: f64 = 94e6;
const CHARGED_A_SECOND: f64 = 17e6;

/// What the tables of `partition` would come to; asks no disk, and is so quick that a window
/// may ask between two frames.
///
/// # Errors
/// If not every tile is in one pattern, or one is too large.
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
        states_a_second: CHARGED_A_SECOND,
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

/// What the databases of these patterns would come to, as quickly.
pub fn estimate_of(patterns: &[Pattern]) -> BuildEstimate {
    let mut estimate = BuildEstimate {
        n_bytes: patterns.iter().map(Pattern::n_bytes).sum(),
        peak_bytes: 0,
        n_states: 0,
        states_a_second: STATES_A_SECOND,
        n_threads: team::n_threads(None).get(),
        is_kept: false,
    };
    for pattern in patterns {
        let of_one = pattern_database::BuildSize::for_pattern(pattern);
        estimate.n_states += of_one.n_states;
        estimate.peak_bytes = estimate.peak_bytes.max(of_one.peak_bytes);
        estimate.is_kept |= pattern.n_bytes() >= LEAST_KEPT;
    }
    estimate
}
