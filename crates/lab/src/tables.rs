//! The tables that a run wants, built under its limits before the search begins; and the jobs
//! where they are built by themselves.

mod build;
pub mod jobs;

pub use build::{Built, NotBuilt, Pace, build, remaining};

use super::cache::Cache;
use super::control::Control;
use super::listener::Listener;
use super::meter::Meter;
use super::{Job, Limits, TablesFrom};
use build::{at_least, peak_bytes};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::Thread;
use std::time::{Duration, Instant};
use tilescope_engines::pattern_database::large_partition;
use tilescope_puzzle::heuristics::{Tables, required_patterns};
use tilescope_puzzle::pattern_database::{
    Blank, Database, Partition, Pattern, ReportFn, Supervisor, registry,
};
use tilescope_puzzle::{Board, Costs, HeuristicExpr};
use tilescope_search::{Databases, Directionality, Kind, StopReason};

/// Builds the tables of the heuristic of `job`, as far as they are not there, and counts what
/// they take, wherever they come from. They are there as long as what is returned is held.
///
/// # Errors
/// Why it was stopped.
pub fn prepare<L: Listener>(job: &Job, meter: &mut Meter<L>) -> Result<Tables, StopReason> {
    let mut tables = Tables::default();
    let settings = &job.settings;
    let formula = match (settings.algorithm.kind, &settings.databases) {
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
    let mut ways: Vec<(&Board, Costs)> = vec![(measured_to, puzzle.costs)];
    if settings.algorithm.directionality == Directionality::Bidirectional {
        ways.push((&puzzle.start, puzzle.costs.reversed()));
    }
    let n_bytes = |(goal, costs): &(&Board, Costs)| formula.table_bytes(goal, *costs);
    let n_bytes: u64 = ways.iter().map(n_bytes).sum();
    if n_bytes == 0 {
        return Ok(tables);
    }
    let since = meter.control().elapsed();
    let mut building = Building {
        limits: settings.limits,
        meter,
        from: TablesFrom::Memory,
        n_bytes,
        before: 0,
        present: 0,
        working: 0,
    };
    building.report_progress(0.0)?;
    building.check_beforehand(formula, &ways)?;
    for (goal, costs) in ways {
        tables.append(formula.prepare(goal, costs, &mut building)?);
    }
    let from = building.from;
    meter.control().set_building(None);
    // Those that were there already have asked nobody.
    meter.check_tables(0, tables.n_bytes())?;
    let elapsed = meter.control().elapsed().saturating_sub(since);
    meter.add_tables(tables.n_bytes(), from, elapsed);
    Ok(tables)
}

/// Takes the large databases of an engine from disk, if they are kept there and there is room for
/// them, which takes less time than many a puzzle does without; it builds none: without them the
/// engine is slower, but not by what they take to build.
fn prepare_engine<L: Listener>(job: &Job, meter: &mut Meter<L>) -> Result<Tables, StopReason> {
    let mut tables = Tables::default();
    let large = job.problem.puzzle().and_then(|puzzle| {
        let partition = large_partition(&puzzle.goal)?;
        required_patterns(&puzzle.goal, puzzle.costs, &partition).ok()
    });
    let wanted = large.unwrap_or_default();
    let n_bytes = wanted.iter().map(Pattern::n_bytes).sum();
    if n_bytes == 0 || meter.check_room(n_bytes).is_err() {
        return Ok(tables);
    }
    let since = meter.control().elapsed();
    let mut from = TablesFrom::Memory;
    for pattern in &wanted {
        let database = registry::get(pattern).or_else(|| {
            from = TablesFrom::Disk;
            from_disk(pattern, meter.control())
        });
        let Some(database) = database else {
            break;
        };
        tables.add(database, pattern.n_bytes());
    }
    if meter.control().is_stopped() {
        return Err(StopReason::Interrupt);
    }
    let elapsed = meter.control().elapsed().saturating_sub(since);
    meter.add_tables(tables.n_bytes(), from, elapsed);
    Ok(tables)
}

/// Databases from so many bytes on are kept on disk: those take seconds to build.
pub const LEAST_KEPT: u64 = 16 << 20;

/// The database of `pattern` from the user's cache, put in the registry; what is wrong with it is noted.
fn from_disk(pattern: &Pattern, control: &Control) -> Option<Arc<Database>> {
    if pattern.n_bytes() < LEAST_KEPT {
        return None;
    }
    let loaded = Cache::of_user()?.load(pattern, &|| control.is_stopped());
    loaded
        .unwrap_or_else(|error| {
            control.note(error.to_string());
            None
        })
        .map(registry::insert)
}

/// Watches over the building of tables: counts, obeys, and tells how far it is.
struct Building<'a, L: Listener> {
    limits: Limits,
    meter: &'a mut Meter<L>,
    /// Where those that are ready came from.
    from: TablesFrom,
    /// What all tables take, about.
    n_bytes: u64,
    /// What those took that are ready.
    before: u64,
    /// What the present one takes.
    present: u64,
    /// What it has asked for.
    working: u64,
}

impl<L: Listener> Building<'_, L> {
    /// How often the owner of the handle is called, so that progress is seen.
    const SHOWN: Duration = Duration::from_millis(50);
    /// How long it waits before it asks again whether another one has built its table.
    const MOMENT: Duration = Duration::from_millis(5);

    /// Sees to it, before anything is built, that there is memory for the largest of the
    /// databases that are not there.
    fn check_beforehand(
        &self,
        formula: &HeuristicExpr,
        ways: &[(&Board, Costs)],
    ) -> Result<(), StopReason> {
        let cache = Cache::of_user();
        let is_there = |pattern: &Pattern| {
            let is_kept = |cache: &Cache| cache.path(pattern).exists();
            registry::get(pattern).is_some() || cache.as_ref().is_some_and(is_kept)
        };
        for &(goal, costs) in ways {
            let wanted = |partition: &Partition| required_patterns(goal, costs, partition).ok();
            let partitions = formula.partitions(goal);
            let patterns = partitions.iter().filter_map(wanted).flatten();
            let needed = patterns
                .filter(|pattern| !is_there(pattern))
                .map(|pattern| (peak_bytes(&pattern), pattern.blank_mode()));
            let (needed, blank) = needed.max().unwrap_or_default();
            if let Err(halt) = self.meter.check_room(at_least(needed)) {
                self.note_memory(halt, needed, goal, blank);
                return Err(halt);
            }
        }
        Ok(())
    }

    /// Notes what would fit, if it was memory that was missing.
    fn note_memory(&self, halt: StopReason, needed: u64, goal: &Board, blank: Blank) {
        if let (StopReason::Memory, Some(limit)) = (halt, self.limits.memory) {
            let error = NotBuilt::memory(needed, limit, goal, blank);
            self.meter.control().note(error.to_string());
        }
    }

    /// Waits while it is paused.
    fn pause(&self) {
        let control = self.meter.control();
        while control.is_paused() {
            if control.park() {
                self.meter.listener().wake();
                control.wait_for_command();
            }
        }
    }

    /// Reports that it is being stopped: to give back what it holds, which comes next, takes up
    /// to a tenth of a second.
    fn report(&self, halt: StopReason) {
        let report = self.meter.report_while_building(halt);
        self.meter.listener().stopped(report);
    }

    /// What may be asked from any thread.
    fn watch(&self) -> Watch<'_> {
        Watch {
            control: self.meter.control(),
            time: self.limits.time,
            from: self.before as f64 / self.n_bytes as f64,
            part: self.present as f64 / self.n_bytes as f64,
        }
    }
}

impl<L: Listener> Supervisor for Building<'_, L> {
    fn load(&mut self, pattern: &Pattern) -> Option<Arc<Database>> {
        // If there is no room for it, there is none to build it either, which says so.
        let more = pattern.n_bytes();
        self.meter
            .check_room(self.before + self.working + more)
            .ok()?;
        let database = from_disk(pattern, self.meter.control())?;
        self.from = self.from.max(TablesFrom::Disk);
        Some(database)
    }

    fn build_started(&mut self) {
        self.from = TablesFrom::Built;
    }

    fn store(&mut self, database: &Database) {
        let control = self.meter.control();
        if database.pattern().n_bytes() >= LEAST_KEPT
            && let Some(cache) = Cache::of_user()
            && let Err(error) = cache.save(database, &|| control.is_stopped())
        {
            control.note(error.to_string());
        }
    }

    fn begin_table(&mut self, n_bytes: u64) {
        self.before += self.present;
        self.present = n_bytes;
        self.working = 0;
        self.meter.publish();
    }

    /// Lends all threads that the machine has; this one is among them.
    fn on_all_threads(&mut self, work: &(dyn Fn(&mut ReportFn) + Sync)) {
        let n_threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        let watch = self.watch();
        let listener = self.meter.listener();
        let (this_thread, n_others) = (std::thread::current(), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            let other = || {
                let _leaves = Leaves(&n_others, &this_thread);
                work(&mut |done| {
                    if watch.control.is_paused() {
                        watch.control.wait_beside();
                    }
                    watch.tell(done)
                });
            };
            for _ in 1..n_threads {
                n_others.fetch_add(1, Relaxed);
                let thread = std::thread::Builder::new().name("tables".into());
                if thread.spawn_scoped(scope, other).is_err() {
                    // Without it it takes longer.
                    n_others.fetch_sub(1, Relaxed);
                }
            }
            let mut shown = Instant::now();
            work(&mut |done| {
                self.pause();
                watch.tell(done)?;
                if shown.elapsed() >= Self::SHOWN {
                    shown = Instant::now();
                    self.meter.publish();
                    listener.wake();
                }
                Ok(())
            });
            // They may be paused when there is nothing left to do here.
            while n_others.load(Relaxed) > 0 {
                self.pause();
                std::thread::park_timeout(Self::MOMENT);
            }
        });
        if let Err(halt) = self.watch().check() {
            self.report(halt);
        }
    }

    fn wait(&mut self) -> Result<bool, StopReason> {
        self.pause();
        self.watch().check()?;
        std::thread::park_timeout(Self::MOMENT);
        Ok(true)
    }

    fn report_progress(&mut self, done: f64) -> Result<(), StopReason> {
        self.pause();
        let told = self.watch().tell(done);
        told.inspect_err(|halt| self.report(*halt))?;
        self.meter.publish();
        self.meter.listener().wake();
        Ok(())
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        let bytes = bytes as u64;
        self.meter.check_tables(self.before + self.working, bytes)?;
        self.working += bytes;
        self.meter.publish();
        Ok(())
    }
}

/// Says that a thread has left, even if it panicked.
struct Leaves<'a>(&'a AtomicUsize, &'a Thread);

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
        self.1.unpark();
    }
}

/// What a thread that helps to build is told by.
struct Watch<'a> {
    control: &'a Control,
    time: Option<Duration>,
    /// What is done of all when this table begins, and what this one is of it.
    from: f64,
    part: f64,
}

impl Watch<'_> {
    /// Whether it is to go on.
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
            .set_building(Some(self.from + self.part * done));
        Ok(())
    }
}
