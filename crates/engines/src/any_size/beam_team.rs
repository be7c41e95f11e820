//! Beam searches on several threads, with the memory that they share in turn.

use super::beam::Beam;
use crate::budget::{Budget, BudgetFn};
use crate::dynamic::DynObserver;
use crate::team;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use tilescope_search::{Cost, EngineObserver, Observer, Progress, StopReason};

/// A beam for each thread.
pub struct BeamTeam<'a, 'b> {
    pub observer: &'a mut DynObserver<'b>,
    threads: NonZero<usize>,
    /// The beams that are not in use.
    beams: Mutex<Vec<Beam>>,
    /// What each beam has memory for.
    width: usize,
    n_links: usize,
}

impl<'a, 'b> BeamTeam<'a, 'b> {
    pub fn new(threads: NonZero<usize>, observer: &'a mut DynObserver<'b>) -> Self {
        let beams = (0..threads.get()).map(|_| Beam::default()).collect();
        BeamTeam {
            observer,
            threads,
            beams: Mutex::new(beams),
            width: 0,
            n_links: 0,
        }
    }

    /// Runs tasks 0 to `n_tasks` - 1, each with a beam for `width` nodes a level and paths of
    /// fewer than `limit` moves. Returns their results in this order.
    ///
    /// The threads claim one task after the other, and a task does not depend on them. So the
    /// results are the same however many threads there are; if the search is stopped, there are
    /// none.
    ///
    /// # Errors
    /// If the observer stopped the search, or memory ran out.
    pub fn run<R: Send>(
        &mut self,
        n_tasks: usize,
        width: usize,
        limit: Cost,
        task: impl Fn(usize, &mut Beam, &mut BudgetFn) -> Result<R, StopReason> + Sync,
    ) -> Result<Vec<R>, StopReason> {
        self.reserve(width, limit)?;
        let next = AtomicUsize::new(0);
        let budget = Budget::new(self.observer.expansion_budget());
        let beams = &self.beams;
        let results = team::run(self.threads, self.observer, |report| {
            let lock = || beams.lock().unwrap_or_else(PoisonError::into_inner);
            let mut beam = lock().pop().expect("one for each thread");
            let mut lease = budget.lease();
            let mut results = Vec::new();
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= n_tasks {
                    break;
                }
                let mut charge = |progress: Progress| {
                    lease.charge(progress.expanded)?;
                    report(progress)?;
                    lease.available()
                };
                match task(number, &mut beam, &mut charge) {
                    Ok(result) => results.push((number, result)),
                    // The other threads still use up their leases.
                    Err(_) if lease.is_refused() => break,
                    Err(reason) => return Err(reason),
                }
            }
            lock().push(beam);
            Ok(results)
        })?;
        if budget.is_exhausted() {
            return Err(StopReason::Expanded);
        }
        let mut results: Vec<(usize, R)> = results.into_iter().flatten().collect();
        results.sort_by_key(|(number, _)| *number);
        Ok(results.into_iter().map(|(_, result)| result).collect())
    }

    /// Reserves memory for a beam on each thread.
    fn reserve(&mut self, width: usize, limit: Cost) -> Result<(), StopReason> {
        let before = Beam::n_bytes(self.width, self.n_links);
        self.width = self.width.max(width);
        self.n_links = self.n_links.max(width.saturating_mul(limit as usize));
        let more = Beam::n_bytes(self.width, self.n_links) - before;
        if more == 0 {
            return Ok(());
        }
        self.observer
            .reserve(more.saturating_mul(self.threads.get()))?;
        let beams = self.beams.get_mut().unwrap_or_else(PoisonError::into_inner);
        for beam in beams {
            beam.reserve(self.width, self.n_links)?;
        }
        Ok(())
    }
}
