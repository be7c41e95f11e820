//! The limit on expansions, shared by several threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use tilescope_search::{Progress, StopReason};

/// Reports the progress since the last call. Returns how many nodes may be expanded before the
/// next call, at least one.
///
/// # Errors
/// If the search must stop.
pub type BudgetFn<'a> = dyn FnMut(Progress) -> Result<u64, StopReason> + 'a;

/// How many nodes may still be expanded.
///
/// Each thread leases a part of the budget and expands no node outside its lease, so the threads
/// together never exceed the limit. They stay below it if a thread ends and returns its lease
/// after another one found the budget exhausted. Leases get smaller as the budget runs out.
pub struct Budget {
    remaining: AtomicU64,
    is_exhausted: AtomicBool,
}

impl Budget {
    pub fn new(n_expansions: u64) -> Self {
        Budget {
            remaining: n_expansions.into(),
            is_exhausted: false.into(),
        }
    }

    /// Whether a thread found nothing left.
    pub fn is_exhausted(&self) -> bool {
        self.is_exhausted.load(Relaxed)
    }

    /// An empty lease, which grows on demand.
    pub fn lease(&self) -> Lease<'_> {
        Lease {
            budget: self,
            n_held: 0,
            is_refused: false,
        }
    }
}

/// A thread's part of the budget. Dropping it returns what is unused.
pub struct Lease<'a> {
    budget: &'a Budget,
    n_held: u64,
    is_refused: bool,
}

impl Lease<'_> {
    /// The largest amount taken from the budget at a time: about a millisecond's work on vectors.
    const MAX: u64 = 1 << 20;
    /// The smallest amount, unless less than that remains.
    const MIN: u64 = 256;

    /// Charges the lease for `n_expansions` nodes that were expanded or are about to be.
    ///
    /// # Errors
    /// If the budget does not cover them.
    pub fn charge(&mut self, n_expansions: u64) -> Result<(), StopReason> {
        while self.n_held < n_expansions {
            if !self.extend() {
                return Err(self.refuse());
            }
        }
        self.n_held -= n_expansions;
        Ok(())
    }

    /// Charges the lease for up to `n_expansions` nodes. Returns for how many.
    ///
    /// # Errors
    /// If the budget is exhausted.
    #[inline(always)]
    pub fn charge_up_to(&mut self, n_expansions: u64) -> Result<u64, StopReason> {
        while self.n_held < n_expansions && self.extend() {}
        let n_charged = n_expansions.min(self.n_held);
        if n_charged == 0 && n_expansions > 0 {
            return Err(self.refuse());
        }
        self.n_held -= n_charged;
        Ok(n_charged)
    }

    /// How many nodes the lease covers, at least one.
    ///
    /// # Errors
    /// If the budget is exhausted.
    pub fn available(&mut self) -> Result<u64, StopReason> {
        if self.n_held == 0 && !self.extend() {
            return Err(self.refuse());
        }
        Ok(self.n_held)
    }

    /// Whether a charge was ever refused.
    pub fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// Takes more from the budget. Returns whether anything was left.
    #[cold]
    fn extend(&mut self) -> bool {
        let part = |remaining: u64| (remaining / 8).clamp(Self::MIN, Self::MAX).min(remaining);
        let remaining = &self.budget.remaining;
        let before = remaining.fetch_update(Relaxed, Relaxed, |n| Some(n - part(n)));
        let n_taken = before.map_or(0, part);
        self.n_held += n_taken;
        n_taken > 0
    }

    fn refuse(&mut self) -> StopReason {
        self.is_refused = true;
        self.budget.is_exhausted.store(true, Relaxed);
        StopReason::Expanded
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        self.budget.remaining.fetch_add(self.n_held, Relaxed);
    }
}
