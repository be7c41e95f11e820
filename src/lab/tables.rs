//! The tables that a run wants, built under its limits before the search begins.

use super::is_engine;
use super::link::Link;
use super::meter::{Listener, Meter};
use super::{Job, Limits};
use crate::puzzle::heuristics::Tables;
use crate::puzzle::pattern_database::{Supervisor, Tell};
use crate::puzzle::{Board, Costs};
use crate::search::{Ends, Halt};
use std::num::NonZero;
use std::time::{Duration, Instant};

/// Builds the tables of the heuristic of `job`, as far as they are not there, and counts what
/// they take, wherever they come from. They are there as long as what is returned is held.
///
/// # Errors
/// Why it was stopped.
pub fn prepare<L: Listener>(job: &Job, meter: &mut Meter<L>) -> Result<Tables, Halt> {
    let mut tables = Tables::default();
    let settings = &job.settings;
    let wants_none = is_engine(settings.algorithm) || !settings.algorithm.uses_heuristic;
    let Some(puzzle) = job.problem.puzzle().filter(|_| !wants_none) else {
        return Ok(tables);
    };
    let measured_to = settings.measure_to.as_ref().unwrap_or(&puzzle.goal);
    let mut ways: Vec<(&Board, Costs)> = vec![(measured_to, puzzle.costs)];
    if settings.algorithm.ends == Ends::Both {
        ways.push((&puzzle.start, puzzle.costs.reversed()));
    }
    let formula = &settings.heuristic;
    let n_bytes = |(goal, costs): &(&Board, Costs)| formula.table_bytes(goal, *costs);
    let n_bytes: u64 = ways.iter().map(n_bytes).sum();
    if n_bytes == 0 {
        return Ok(tables);
    }
    let mut building = Building {
        limits: settings.limits,
        meter,
        n_bytes,
        before: 0,
        present: 0,
        working: 0,
    };
    building.tell(0.0)?;
    for (goal, costs) in ways {
        tables.append(formula.prepare(goal, costs, &mut building)?);
    }
    meter.link().set_building(None);
    // Those that were there already have asked nobody.
    meter.check_tables(0, tables.n_bytes())?;
    meter.add_tables(tables.n_bytes());
    Ok(tables)
}

/// Watches over the building of tables: counts, obeys, and tells how far it is.
struct Building<'a, L: Listener> {
    limits: Limits,
    meter: &'a mut Meter<L>,
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

    /// What may be asked from any thread.
    fn watch(&self) -> Watch<'_> {
        Watch {
            link: self.meter.link(),
            time: self.limits.time,
            from: self.before as f64 / self.n_bytes as f64,
            part: self.present as f64 / self.n_bytes as f64,
        }
    }
}

impl<L: Listener> Supervisor for Building<'_, L> {
    fn begin(&mut self, n_bytes: u64) {
        self.before += self.present;
        self.present = n_bytes;
        self.working = 0;
    }

    /// Lends all threads that the machine has; this one is among them.
    fn on_all_threads(&mut self, work: &(dyn Fn(&mut Tell) + Sync)) {
        let n_threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        let watch = self.watch();
        let listener = self.meter.listener();
        std::thread::scope(|scope| {
            for _ in 1..n_threads {
                // Without them it takes longer.
                let thread = std::thread::Builder::new().name("tables".into());
                let _ = thread.spawn_scoped(scope, || work(&mut |done| watch.tell(done)));
            }
            let mut shown = Instant::now();
            work(&mut |done| {
                watch.tell(done)?;
                if shown.elapsed() >= Self::SHOWN {
                    shown = Instant::now();
                    listener.wake();
                }
                Ok(())
            });
        });
    }

    fn tell(&mut self, done: f64) -> Result<(), Halt> {
        self.watch().tell(done)?;
        self.meter.listener().wake();
        Ok(())
    }

    fn grow(&mut self, bytes: usize) -> Result<(), Halt> {
        let bytes = bytes as u64;
        self.meter.check_tables(self.before + self.working, bytes)?;
        self.working += bytes;
        Ok(())
    }
}

/// What a thread that helps to build is told by.
struct Watch<'a> {
    link: &'a Link,
    time: Option<Duration>,
    /// What is done of all when this table begins, and what this one is of it.
    from: f64,
    part: f64,
}

impl Watch<'_> {
    fn tell(&self, done: f64) -> Result<(), Halt> {
        if self.link.is_stopped() {
            return Err(Halt::Interrupt);
        }
        if self.time.is_some_and(|limit| self.link.elapsed() >= limit) {
            return Err(Halt::Time);
        }
        self.link.set_building(Some(self.from + self.part * done));
        Ok(())
    }
}
