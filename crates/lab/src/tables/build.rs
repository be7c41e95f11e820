//! Databases built by themselves, to be kept on disk; and what is said where there is no memory.

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

/// Why tables were not built, or not kept.
#[derive(Debug, thiserror::Error)]
pub enum NotBuilt {
    #[error("there is not enough memory to build the tables: it takes {needed}, and the limit is {limit}; {fits}", needed = format::bytes(*needed), limit = format::bytes(*limit))]
    Memory {
        needed: u64,
        limit: u64,
        /// What would fit, in words.
        fits: String,
    },
    #[error("it was interrupted")]
    Interrupted,
    #[error(transparent)]
    Cache(#[from] CacheError),
}

impl NotBuilt {
    /// That `limit` bytes are less than the `needed` ones, for tables of this goal.
    pub(super) fn memory(needed: u64, limit: u64, goal: &Board, blank: Blank) -> Self {
        let most = BuildSize::max_tiles(goal.size(), limit, blank);
        let fits_all = |partition: &Partition| partition.iter().all(|tiles| tiles.len() <= most);
        let named = named_partitions(goal).filter(|(_, partition)| fits_all(partition));
        let fits = match (most, named.last()) {
            (0, _) => "no pattern would fit".into(),
            (1, _) => "patterns of 1 tile would fit".into(),
            (n, None) => format!("patterns of up to {n} tiles would fit"),
            (n, Some((key, _))) => {
                let key = match blank {
                    Blank::Minimised => key.to_owned(),
                    Blank::Kept => format!("keep-blank({key})"),
                };
                format!("patterns of up to {n} tiles would fit, and so would {key}")
            }
        };
        NotBuilt::Memory {
            needed,
            limit,
            fits,
        }
    }
}

/// What a build came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Built {
    pub n_tables: usize,
    /// How quick it was, if it took long enough to tell.
    pub pace: Option<Pace>,
}

/// How many states this machine searches in a second when it builds databases, with all that
/// belongs to it, and whatever else the machine was doing.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Pace(f64);

impl Pace {
    /// From so many states on it is told: half a second's work.
    const LEAST: u64 = 100_000_000;

    /// So many states a second; `None` if that is no pace.
    pub fn new(states_a_second: f64) -> Option<Pace> {
        (states_a_second.is_finite() && states_a_second >= 1.0).then_some(Pace(states_a_second))
    }

    pub fn states_a_second(self) -> f64 {
        self.0
    }
}

/// How long tables will take from now on, of which a part from 0 to 1 was done in this time; once
/// that is more than a guess.
pub fn remaining(done: f64, elapsed: Duration) -> Option<Duration> {
    const LEAST_DONE: f64 = 0.02;
    (done >= LEAST_DONE).then(|| elapsed.mul_f64((1.0 - done) / done))
}

/// What building the database of a pattern takes at its peak, about.
pub(super) fn peak_bytes(pattern: &Pattern) -> u64 {
    BuildSize::for_pattern(pattern).peak_bytes
}

/// What it takes certainly, though it was estimated: what is in between shows while building.
pub(super) fn at_least(peak_bytes: u64) -> u64 {
    peak_bytes / 100 * 98
}

/// Builds the databases of `patterns` that are not in `cache`, or are damaged there, in at most
/// `memory` bytes, and keeps them. `tell` is told what part is done, from 0 to 1.
///
/// # Errors
/// If there is not enough memory, or it was interrupted, or one could not be kept.
pub fn build(
    patterns: &[Pattern],
    cache: &Cache,
    threads: Option<NonZero<usize>>,
    memory: u64,
    interrupt: &Interrupt,
    tell: &mut (dyn FnMut(f64) + Send),
) -> Result<Built, NotBuilt> {
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
    let tell = Mutex::new(tell);
    let mut before = 0;
    for pattern in &missing {
        let mut crew = BuildTeam {
            threads: team::n_threads(threads),
            interrupt,
            memory,
            needed: 0,
            is_built: false,
            from: before as f64 / n_bytes as f64,
            part: pattern.n_bytes() as f64 / n_bytes as f64,
            tell: &tell,
        };
        let database =
            pattern_database::get_or_build(pattern, &mut crew).map_err(|halt| match halt {
                StopReason::Memory => not_enough(crew.needed, memory, pattern),
                StopReason::Interrupt | StopReason::Expanded | StopReason::Time => {
                    NotBuilt::Interrupted
                }
            })?;
        cache.save(&database, &is_stopped)?;
        if is_stopped() {
            return Err(NotBuilt::Interrupted);
        }
        before += pattern.n_bytes();
        // One that was in memory was only written.
        if crew.is_built {
            n_states += BuildSize::for_pattern(pattern).n_states;
        }
    }
    let pace = Pace::new(n_states as f64 / began.elapsed().as_secs_f64());
    Ok(Built {
        n_tables: missing.len(),
        pace: pace.filter(|_| n_states >= Pace::LEAST),
    })
}

/// That `memory` bytes are less than the `needed` ones, for the database of `pattern`.
fn not_enough(needed: u64, memory: u64, pattern: &Pattern) -> NotBuilt {
    NotBuilt::memory(needed, memory, &pattern.example().0, pattern.blank_mode())
}

/// Lends threads until it is interrupted.
struct BuildTeam<'a, 'b> {
    threads: NonZero<usize>,
    interrupt: &'a Interrupt,
    memory: u64,
    /// What it has asked for.
    needed: u64,
    is_built: bool,
    /// What is done of all when this table begins, and what this one is of it.
    from: f64,
    part: f64,
    tell: &'a Mutex<&'b mut (dyn FnMut(f64) + Send)>,
}

impl BuildTeam<'_, '_> {
    /// How long it waits before it asks again whether another one has built its table.
    const MOMENT: Duration = Duration::from_millis(5);

    /// Passes on that so much of this table is done.
    fn pass_on(&self, done: f64) -> Result<(), StopReason> {
        // Whoever finds another telling has nothing newer to say.
        if let Ok(mut tell) = self.tell.try_lock() {
            tell(self.from + self.part * done);
        }
        match self.interrupt.is_stopped() {
            true => Err(StopReason::Interrupt),
            false => Ok(()),
        }
    }
}

impl Supervisor for BuildTeam<'_, '_> {
    fn on_all_threads(&mut self, work: &(dyn Fn(&mut ReportFn) + Sync)) {
        let crew = &*self;
        let tell = |done| crew.pass_on(done);
        std::thread::scope(|scope| {
            for _ in 1..crew.threads.get() {
                // Without them it takes longer.
                let thread = std::thread::Builder::new().name("tables".into());
                let _ = thread.spawn_scoped(scope, move || work(&mut { tell }));
            }
            work(&mut { tell });
        });
    }

    fn build_started(&mut self) {
        self.is_built = true;
    }

    fn wait(&mut self) -> Result<bool, StopReason> {
        if self.interrupt.is_stopped() {
            return Err(StopReason::Interrupt);
        }
        std::thread::park_timeout(Self::MOMENT);
        Ok(true)
    }

    fn report_progress(&mut self, done: f64) -> Result<(), StopReason> {
        self.pass_on(done)
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.needed += bytes as u64;
        if self.needed > self.memory {
            return Err(StopReason::Memory);
        }
        Ok(())
    }
}
