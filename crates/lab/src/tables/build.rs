//! Builds databases and caches them on disk.

use crate::cache::{Cache, CacheError};
use crate::{Interrupt, format};
use std::num::NonZero;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tilescope_engines::team;
use tilescope_puzzle::Board;
use tilescope_puzzle::heuristics::named_partitions;
use tilescope_puzzle::pattern_database::{
    self, Blank, BuildSize, Partition, Pattern, ReportFn, Supervisor,
};
use tilescope_search::StopReason;

/// Why tables were not built or not saved.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error("not enough memory to build the tables: {amounts}; {fits}", amounts = amounts(*needed, *limit))]
    Memory {
        needed: u64,
        limit: u64,
        /// A sentence on what would fit.
        fits: String,
    },
    #[error(
        "building the tables takes {needed}, but the system refuses this memory: end other programs, raise the limit of `ulimit -v`, or choose smaller patterns",
        needed = format::bytes(*needed)
    )]
    Refused { needed: u64 },
    #[error("interrupted")]
    Interrupted,
    #[error(transparent)]
    Cache(#[from] CacheError),
}

/// “building takes 1.1 GiB, and the limit is 1.0 GiB”, in bytes where these would look the same.
fn amounts(needed: u64, limit: u64) -> String {
    let short = [needed, limit].map(format::bytes);
    let [needed, limit] = match short[0] == short[1] {
        true => [needed, limit].map(|bytes| format!("{} bytes", format::count(bytes))),
        false => short,
    };
    format!("building takes {needed}, and the limit is {limit}")
}

impl BuildError {
    /// `needed` bytes exceed `limit`, for tables of this goal.
    pub(super) fn memory(needed: u64, limit: u64, goal: &Board, blank: Blank) -> Self {
        // The estimate is less than a tenth off.
        let max_tiles = BuildSize::max_tiles(goal.size(), limit - limit / 10, blank);
        let fits_all =
            |partition: &Partition| partition.iter().all(|tiles| tiles.len() <= max_tiles);
        let named = named_partitions(goal).filter(|(_, partition)| fits_all(partition));
        let fits = match (max_tiles, named.last()) {
            (0, _) => "no pattern would fit".into(),
            (1, _) => "patterns of 1 tile would fit".into(),
            (n, None) => format!("patterns of up to {n} tiles would fit"),
            (n, Some((key, _))) => {
                let key = match blank {
                    Blank::Minimised => key.to_owned(),
                    Blank::Kept => format!("keep-blank({key})"),
                };
                format!("patterns of up to {n} tiles would fit, such as {key}")
            }
        };
        BuildError::Memory {
            needed,
            limit,
            fits,
        }
    }
}

/// The result of a build.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Built {
    pub n_tables: usize,
    /// The measured pace, if the build took long enough.
    pub pace: Option<Pace>,
}

/// The number of states that this machine searches per second while building databases.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Pace(f64);

impl Pace {
    /// The minimum number of states for a measurement: half a second's work.
    const MIN_STATES: u64 = 100_000_000;

    /// A pace in states per second; `None` if it is not a finite number of at least 1.
    pub fn new(states_per_second: f64) -> Option<Pace> {
        (states_per_second.is_finite() && states_per_second >= 1.0)
            .then_some(Pace(states_per_second))
    }

    pub fn states_per_second(self) -> f64 {
        self.0
    }
}

/// The estimated remaining time after the fraction `done` took `elapsed`; `None` while too little is
/// done.
pub fn remaining(done: f64, elapsed: Duration) -> Option<Duration> {
    const MIN_DONE: f64 = 0.02;
    (done >= MIN_DONE).then(|| elapsed.mul_f64((1.0 - done) / done))
}

/// Estimated peak memory for building the database of a pattern.
pub(super) fn peak_bytes(pattern: &Pattern) -> u64 {
    BuildSize::for_pattern(pattern).peak_bytes
}

/// A lower bound on the peak memory, given its estimate. Building itself detects the rest.
pub(super) fn at_least(peak_bytes: u64) -> u64 {
    peak_bytes / 100 * 98
}

/// Builds the databases of `patterns` that are missing or damaged in `cache`, in at most `memory`
/// bytes, and saves them. `on_progress` receives the fraction done, from 0 to 1.
///
/// # Errors
/// If there is not enough memory, the build was interrupted, or a database could not be saved.
pub fn build(
    patterns: &[Pattern],
    cache: &Cache,
    threads: Option<NonZero<usize>>,
    memory: u64,
    interrupt: &Interrupt,
    on_progress: &mut (dyn FnMut(f64) + Send),
) -> Result<Built, BuildError> {
    let is_stopped = || interrupt.is_stopped();
    let is_missing = |pattern: &&Pattern| !matches!(cache.load(pattern, &is_stopped), Ok(Some(_)));
    let missing: Vec<&Pattern> = patterns.iter().filter(is_missing).collect();
    let n_bytes: u64 = missing.iter().map(|pattern| pattern.n_bytes()).sum();
    let largest = missing.iter().max_by_key(|pattern| peak_bytes(pattern));
    if let Some(largest) = largest
        && at_least(peak_bytes(largest)) > memory
    {
        return Err(not_enough(peak_bytes(largest), memory, largest));
    }
    let (began, mut n_states) = (Instant::now(), 0);
    let on_progress = Mutex::new(on_progress);
    let mut n_finished = 0;
    for pattern in &missing {
        let mut supervisor = BuildSupervisor {
            threads: team::n_threads(threads),
            interrupt,
            memory,
            needed: 0,
            is_built: false,
            finished: n_finished as f64 / n_bytes as f64,
            share: pattern.n_bytes() as f64 / n_bytes as f64,
            on_progress: &on_progress,
        };
        let database = pattern_database::get_or_build(pattern, &mut supervisor).map_err(
            |reason| match reason {
                StopReason::Memory if supervisor.needed <= memory => BuildError::Refused {
                    needed: supervisor.needed,
                },
                StopReason::Memory => not_enough(supervisor.needed, memory, pattern),
                StopReason::Interrupt
                | StopReason::Expanded
                | StopReason::Time
                | StopReason::Cost
                | StopReason::Breakpoint => BuildError::Interrupted,
            },
        )?;
        cache.save(&database, &is_stopped)?;
        if is_stopped() {
            return Err(BuildError::Interrupted);
        }
        n_finished += pattern.n_bytes();
        // A database that was in memory was only saved.
        if supervisor.is_built {
            n_states += BuildSize::for_pattern(pattern).n_states;
        }
    }
    let pace = Pace::new(n_states as f64 / began.elapsed().as_secs_f64());
    Ok(Built {
        n_tables: missing.len(),
        pace: pace.filter(|_| n_states >= Pace::MIN_STATES),
    })
}

/// `needed` bytes exceed `memory`, for the database of `pattern`.
fn not_enough(needed: u64, memory: u64, pattern: &Pattern) -> BuildError {
    BuildError::memory(needed, memory, &pattern.example().0, pattern.blank_mode())
}

/// Supervises a build outside a run.
struct BuildSupervisor<'a, 'b> {
    threads: NonZero<usize>,
    interrupt: &'a Interrupt,
    memory: u64,
    /// Memory that the current build has allocated.
    needed: u64,
    is_built: bool,
    /// The fraction of all tables finished before this one, and this one's share.
    finished: f64,
    share: f64,
    on_progress: &'a Mutex<&'b mut (dyn FnMut(f64) + Send)>,
}

impl BuildSupervisor<'_, '_> {
    /// The polling interval while another thread builds the table.
    const POLL_INTERVAL: Duration = Duration::from_millis(5);

    /// Reports that the fraction `done` of this table is done.
    fn report(&self, done: f64) -> Result<(), StopReason> {
        // Skip the report if another thread is reporting.
        if let Ok(mut on_progress) = self.on_progress.try_lock() {
            on_progress(self.finished + self.share * done);
        }
        match self.interrupt.is_stopped() {
            true => Err(StopReason::Interrupt),
            false => Ok(()),
        }
    }
}

impl Supervisor for BuildSupervisor<'_, '_> {
    fn on_all_threads(&mut self, work: &(dyn Fn(&mut ReportFn) + Sync)) {
        let supervisor = &*self;
        let report = |done| supervisor.report(done);
        std::thread::scope(|scope| {
            for _ in 1..supervisor.threads.get() {
                // Without it, the others do its work.
                let _ = team::spawn(scope, "tables", move || work(&mut { report }));
            }
            work(&mut { report });
        });
    }

    fn build_started(&mut self) {
        self.is_built = true;
    }

    fn wait(&mut self) -> Result<bool, StopReason> {
        if self.interrupt.is_stopped() {
            return Err(StopReason::Interrupt);
        }
        std::thread::park_timeout(Self::POLL_INTERVAL);
        Ok(true)
    }

    fn report_progress(&mut self, done: f64) -> Result<(), StopReason> {
        self.report(done)
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.needed += bytes as u64;
        if self.needed > self.memory {
            return Err(StopReason::Memory);
        }
        Ok(())
    }
}
