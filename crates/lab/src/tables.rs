//! Tables: built under a run's limits before its search, or as jobs of their own.

mod build;
pub mod jobs;

pub use build::{BuildError, Built, Pace, build, remaining};

use super::cache::Cache;
use super::control::Control;
use super::listener::Listener;
use super::meter::Meter;
use super::{Job, Limits, TablesSource};
use build::{at_least, peak_bytes};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::Thread;
use std::time::{Duration, Instant};
use tilescope_engines::pattern_database::large_partition;
use tilescope_engines::team;
use tilescope_puzzle::heuristics::{Tables, required_patterns};
use tilescope_puzzle::pattern_database::{
    Blank, Database, Partition, Pattern, ReportFn, Supervisor, registry,
};
use tilescope_puzzle::{Board, Costs, HeuristicExpr};
use tilescope_search::{Databases, Directionality, Kind, StopReason};

/// Loads or builds the missing tables of `job` and counts the memory of all of them. They stay in
/// memory while the returned [`Tables`] is held.
///
/// # Errors
/// The reason why it was stopped.
pub fn prepare<L: Listener>(job: &Job, meter: &mut Meter<L>) -> Result<Tables, StopReason> {
    let mut tables = Tables::default();
    let settings = &job.settings;
    let expr = match (settings.algorithm.kind, &settings.databases) {
        (Kind::Engine(Databases::None), _) => return Ok(tables),
        (Kind::Engine(Databases::Own), _) | (Kind::Engine(Databases::Chosen), None) => {
            return prepare_engine(job, meter);
        }
        (Kind::Engine(Databases::Chosen), Some(databases)) => databases,
        (Kind::Algorithm, _) if !settings.algorithm.uses_heuristic => return Ok(tables),
        (Kind::Algorithm, _) => &settings.heuristic,
    };
    let Some(puzzle) = job.problem.puzzle() else {
        return Ok(tables);
    };
    let measured_to = settings.measure_to.as_ref().unwrap_or(&puzzle.goal);
    let mut directions: Vec<(&Board, Costs)> = vec![(measured_to, puzzle.costs)];
    if settings.algorithm.directionality == Directionality::Bidirectional {
        directions.push((&puzzle.start, puzzle.costs.reversed()));
    }
    let n_bytes = |(goal, costs): &(&Board, Costs)| expr.table_bytes(goal, *costs);
    let n_bytes: u64 = directions.iter().map(n_bytes).sum();
    if n_bytes == 0 {
        return Ok(tables);
    }
    let began = meter.control().elapsed();
    let mut supervisor = RunSupervisor {
        limits: settings.limits,
        meter,
        from: TablesSource::Memory,
        n_bytes,
        finished: 0,
        current: 0,
        working: 0,
        refused: None,
    };
    supervisor.report_progress(0.0)?;
    supervisor.check_memory(expr, &directions)?;
    for (goal, costs) in directions {
        let prepared = expr.prepare(goal, costs, &mut supervisor);
        tables.append(prepared.inspect_err(|reason| supervisor.note_refused(*reason, expr, goal))?);
    }
    let from = supervisor.from;
    meter.control().set_building(None);
    // Tables that were in memory already have not asked for any.
    meter.check_tables(0, tables.n_bytes())?;
    let elapsed = meter.control().elapsed().saturating_sub(began);
    meter.add_tables(tables.n_bytes(), from, elapsed);
    Ok(tables)
}

/// Loads an engine's large databases from disk if they are there and fit into memory. It builds
/// none: only a hard puzzle is worth that, which the engine notices during its search.
fn prepare_engine<L: Listener>(job: &Job, meter: &mut Meter<L>) -> Result<Tables, StopReason> {
    let mut tables = Tables::default();
    let large = job.problem.puzzle().and_then(|puzzle| {
        let partition = large_partition(&puzzle.goal)?;
        required_patterns(&puzzle.goal, puzzle.costs, &partition).ok()
    });
    let wanted = large.unwrap_or_default();
    let n_bytes = wanted.iter().map(Pattern::n_bytes).sum();
    if n_bytes == 0 || meter.check_available(n_bytes).is_err() {
        return Ok(tables);
    }
    let began = meter.control().elapsed();
    let mut from = TablesSource::Memory;
    for pattern in &wanted {
        let database = registry::get(pattern).or_else(|| {
            from = TablesSource::Disk;
            load_cached(pattern, meter.control())
        });
        let Some(database) = database else {
            break;
        };
        tables.add(database, pattern.n_bytes());
    }
    if meter.control().is_stopped() {
        return Err(StopReason::Interrupt);
    }
    let elapsed = meter.control().elapsed().saturating_sub(began);
    meter.add_tables(tables.n_bytes(), from, elapsed);
    Ok(tables)
}

/// Saves the large databases that the engine of `job` built during its search.
pub fn save_built(job: &Job, control: &Control) {
    let (Some(puzzle), Some(cache)) = (job.problem.puzzle(), Cache::for_user()) else {
        return;
    };
    let partition = large_partition(&puzzle.goal);
    let patterns = partition.and_then(|it| required_patterns(&puzzle.goal, Costs::UNIT, &it).ok());
    for pattern in patterns.unwrap_or_default() {
        let is_missing = pattern.n_bytes() >= MIN_CACHED_BYTES && !cache.path(&pattern).exists();
        let built = is_missing.then(|| registry::get(&pattern)).flatten();
        if let Some(database) = built
            && let Err(error) = cache.save(&database, &|| control.is_stopped())
        {
            control.note(error.to_string());
        }
    }
}

/// Databases of at least this size in bytes are cached on disk: they take seconds to build.
pub const MIN_CACHED_BYTES: u64 = 16 << 20;

/// Whether all databases of a partition are built: in memory, or in the user's cache.
pub fn are_built(goal: &Board, partition: &Partition) -> bool {
    let cache = Cache::for_user();
    let patterns = required_patterns(goal, Costs::UNIT, partition).unwrap_or_default();
    patterns.iter().all(|it| is_available(it, cache.as_ref()))
}

fn is_available(pattern: &Pattern, cache: Option<&Cache>) -> bool {
    let is_cached = |cache: &Cache| cache.path(pattern).exists();
    registry::get(pattern).is_some() || cache.is_some_and(is_cached)
}

/// Loads the database of `pattern` from the user's cache into memory; adds a warning if it is
/// damaged.
fn load_cached(pattern: &Pattern, control: &Control) -> Option<Arc<Database>> {
    if pattern.n_bytes() < MIN_CACHED_BYTES {
        return None;
    }
    let loaded = Cache::for_user()?.load(pattern, &|| control.is_stopped());
    loaded
        .unwrap_or_else(|error| {
            control.note(error.to_string());
            None
        })
        .map(registry::insert)
}

/// Supervises table building in a run: counts memory, obeys commands, reports progress.
struct RunSupervisor<'a, L: Listener> {
    limits: Limits,
    meter: &'a mut Meter<L>,
    /// The slowest source of the finished tables.
    from: TablesSource,
    /// Estimated size of all tables, in bytes.
    n_bytes: u64,
    /// Size of the finished tables.
    finished: u64,
    /// Size of the current table.
    current: u64,
    /// Memory that building the current table has allocated.
    working: u64,
    /// What the tables would have taken with the allocation that was beyond the limit.
    refused: Option<u64>,
}

impl<L: Listener> RunSupervisor<'_, L> {
    /// The interval between progress updates.
    const UPDATE_INTERVAL: Duration = Duration::from_millis(50);
    /// The polling interval while another thread builds the table.
    const POLL_INTERVAL: Duration = Duration::from_millis(5);

    /// Checks before building that the largest missing database fits into memory.
    fn check_memory(
        &self,
        expr: &HeuristicExpr,
        directions: &[(&Board, Costs)],
    ) -> Result<(), StopReason> {
        let cache = Cache::for_user();
        let is_available = |pattern: &Pattern| is_available(pattern, cache.as_ref());
        for &(goal, costs) in directions {
            let wanted = |partition: &Partition| required_patterns(goal, costs, partition).ok();
            let partitions = expr.partitions(goal);
            let patterns = partitions.iter().filter_map(wanted).flatten();
            let needed = patterns
                .filter(|pattern| !is_available(pattern))
                .map(|pattern| (peak_bytes(&pattern), pattern.blank_mode()));
            let (needed, blank) = needed.max().unwrap_or_default();
            if let Err(reason) = self.meter.check_available(at_least(needed)) {
                self.note_memory(reason, needed, goal, blank);
                return Err(reason);
            }
        }
        Ok(())
    }

    /// Adds a warning with what would fit, if memory was the reason.
    fn note_memory(&self, reason: StopReason, needed: u64, goal: &Board, blank: Blank) {
        if let (StopReason::Memory, Some(limit)) = (reason, self.limits.memory) {
            let error = BuildError::memory(needed, limit, goal, blank);
            self.meter.control().note(error.to_string());
        }
    }

    /// Adds a warning if the build for `goal` was stopped because it took more memory than
    /// estimated, or than the machine has.
    fn note_refused(&self, reason: StopReason, expr: &HeuristicExpr, goal: &Board) {
        if reason != StopReason::Memory {
            return;
        }
        match self.refused {
            Some(needed) => {
                let keeps_blank = expr.partitions(goal).iter().any(Partition::keeps_blank);
                let blank = if keeps_blank {
                    Blank::Kept
                } else {
                    Blank::Minimised
                };
                self.note_memory(reason, needed, goal, blank);
            }
            None => self.meter.control().note(
                "this machine has no memory left to build the tables: choose smaller patterns"
                    .into(),
            ),
        }
    }

    /// Blocks while the run is paused.
    fn wait_while_paused(&self) {
        let control = self.meter.control();
        while control.is_paused() {
            if control.park() {
                self.meter.listener().wake();
                control.wait_for_command();
            }
        }
    }

    /// Reports the stop at once: freeing the tables may take a tenth of a second.
    fn report(&self, reason: StopReason) {
        let report = self.meter.report_while_building(reason);
        self.meter.listener().stopped(report);
    }

    /// The part that helper threads share.
    fn progress(&self) -> BuildProgress<'_> {
        BuildProgress {
            control: self.meter.control(),
            time: self.limits.time,
            finished: self.finished as f64 / self.n_bytes as f64,
            share: self.current as f64 / self.n_bytes as f64,
        }
    }
}

impl<L: Listener> Supervisor for RunSupervisor<'_, L> {
    fn load(&mut self, pattern: &Pattern) -> Option<Arc<Database>> {
        // If it does not fit, building fails too and reports that.
        let n_bytes = pattern.n_bytes();
        self.meter
            .check_available(self.finished + self.working + n_bytes)
            .ok()?;
        let database = load_cached(pattern, self.meter.control())?;
        self.from = self.from.max(TablesSource::Disk);
        Some(database)
    }

    fn build_started(&mut self) {
        self.from = TablesSource::Built;
    }

    fn store(&mut self, database: &Database) {
        let control = self.meter.control();
        if database.pattern().n_bytes() >= MIN_CACHED_BYTES
            && let Some(cache) = Cache::for_user()
            && let Err(error) = cache.save(database, &|| control.is_stopped())
        {
            control.note(error.to_string());
        }
    }

    fn begin_table(&mut self, n_bytes: u64) {
        self.finished += self.current;
        self.current = n_bytes;
        self.working = 0;
        self.meter.publish();
    }

    /// Runs `work` on as many threads as the machine has, including this one.
    fn on_all_threads(&mut self, work: &(dyn Fn(&mut ReportFn) + Sync)) {
        let n_threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        let progress = self.progress();
        let listener = self.meter.listener();
        let (this_thread, n_others) = (std::thread::current(), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            let other = || {
                let _guard = HelperGuard(&n_others, &this_thread);
                work(&mut |done| {
                    if progress.control.is_paused() {
                        progress.control.wait_as_helper();
                    }
                    progress.tell(done)
                });
            };
            for _ in 1..n_threads {
                n_others.fetch_add(1, Relaxed);
                if team::spawn(scope, "tables", other).is_none() {
                    // Continue with fewer threads.
                    n_others.fetch_sub(1, Relaxed);
                }
            }
            let mut updated = Instant::now();
            work(&mut |done| {
                self.wait_while_paused();
                progress.tell(done)?;
                if updated.elapsed() >= Self::UPDATE_INTERVAL {
                    updated = Instant::now();
                    self.meter.publish();
                    listener.wake();
                }
                Ok(())
            });
            // The helpers may still be working, or paused.
            while n_others.load(Relaxed) > 0 {
                self.wait_while_paused();
                std::thread::park_timeout(Self::POLL_INTERVAL);
            }
        });
        if let Err(reason) = self.progress().check() {
            self.report(reason);
        }
    }

    fn wait(&mut self) -> Result<bool, StopReason> {
        self.wait_while_paused();
        self.progress().check()?;
        std::thread::park_timeout(Self::POLL_INTERVAL);
        Ok(true)
    }

    fn report_progress(&mut self, done: f64) -> Result<(), StopReason> {
        self.wait_while_paused();
        let told = self.progress().tell(done);
        told.inspect_err(|reason| self.report(*reason))?;
        self.meter.publish();
        self.meter.listener().wake();
        Ok(())
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        let bytes = bytes as u64;
        let used = self.finished + self.working;
        if let Err(reason) = self.meter.check_tables(used, bytes) {
            self.refused = Some(used + bytes);
            return Err(reason);
        }
        self.working += bytes;
        self.meter.publish();
        Ok(())
    }
}

/// Counts a helper thread as finished when dropped, even if it panicked.
struct HelperGuard<'a>(&'a AtomicUsize, &'a Thread);

impl Drop for HelperGuard<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
        self.1.unpark();
    }
}

/// Progress and limits of a build, shared with helper threads.
struct BuildProgress<'a> {
    control: &'a Control,
    time: Option<Duration>,
    /// The fraction of all tables finished before this one, and this one's share.
    finished: f64,
    share: f64,
}

impl BuildProgress<'_> {
    /// Checks for a stop and the time limit.
    fn check(&self) -> Result<(), StopReason> {
        if self.control.is_stopped() {
            return Err(StopReason::Interrupt);
        }
        match self
            .time
            .is_some_and(|limit| self.control.elapsed() >= limit)
        {
            true => Err(StopReason::Time),
            false => Ok(()),
        }
    }

    fn tell(&self, done: f64) -> Result<(), StopReason> {
        self.check()?;
        self.control
            .set_building(Some(self.finished + self.share * done));
        Ok(())
    }
}
