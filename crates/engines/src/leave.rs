//! The limit on expansions, shared out among threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use tilescope_search::{Progress, StopReason};

/// Hands in what was done since the last time; so many nodes may be expanded before the next,
/// at least one.
///
/// # Errors
/// If the work is to stop.
pub type ReportFn<'a> = dyn FnMut(Progress) -> Result<u64, StopReason> + 'a;

/// How many nodes may still be expanded.
///
/// Each thread takes some of them at a time and expands no others, so all together never expand
/// more than they may. They expand less if a thread ends, and gives back what it holds, after
/// another one found nothing left; the less is left, the less a thread takes.
pub struct Budget {
    left: AtomicU64,
    is_used_up: AtomicBool,
}

impl Budget {
    pub fn new(n_expansions: u64) -> Self {
        Budget {
            left: n_expansions.into(),
            is_used_up: false.into(),
        }
    }

    /// Whether a thread found nothing left.
    pub fn is_used_up(&self) -> bool {
        self.is_used_up.load(Relaxed)
    }

    pub fn hold(&self) -> Lease<'_> {
        Lease {
            leave: self,
            n_held: 0,
            is_refused: false,
        }
    }
}

/// What a thread holds of it.
pub struct Lease<'a> {
    leave: &'a Budget,
    n_held: u64,
    is_refused: bool,
}

impl Lease<'_> {
    /// The most that is taken at a time: about a millisecond's work on vectors.
    const MOST: u64 = 1 << 20;
    /// The least, while so much is left.
    const LEAST: u64 = 256;

    /// Gives up so much of it, for nodes that were expanded or are about to be.
    ///
    /// # Errors
    /// If there is not so much.
    pub fn pay(&mut self, n_expansions: u64) -> Result<(), StopReason> {
        while self.n_held < n_expansions {
            if !self.take() {
                return Err(self.refused());
            }
        }
        self.n_held -= n_expansions;
        Ok(())
    }

    /// Gives up so much of it, or what there is; how much.
    ///
    /// # Errors
    /// If there is nothing left.
    #[inline(always)]
    pub fn pay_up_to(&mut self, n_expansions: u64) -> Result<u64, StopReason> {
        while self.n_held < n_expansions && self.take() {}
        let n_paid = n_expansions.min(self.n_held);
        if n_paid == 0 && n_expansions > 0 {
            return Err(self.refused());
        }
        self.n_held -= n_paid;
        Ok(n_paid)
    }

    /// How much it is, something at least.
    ///
    /// # Errors
    /// If there is nothing left.
    pub fn something(&mut self) -> Result<u64, StopReason> {
        if self.n_held == 0 && !self.take() {
            return Err(self.refused());
        }
        Ok(self.n_held)
    }

    /// Whether there was once not so much as it was asked for.
    pub fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// Takes more of it, if there is any; whether there was.
    #[cold]
    fn take(&mut self) -> bool {
        let taken = |left: u64| (left / 8).clamp(Self::LEAST, Self::MOST).min(left);
        let left = &self.leave.left;
        let before = left.fetch_update(Relaxed, Relaxed, |left| Some(left - taken(left)));
        let n_taken = before.map_or(0, taken);
        self.n_held += n_taken;
        n_taken > 0
    }

    fn refused(&mut self) -> StopReason {
        self.is_refused = true;
        self.leave.is_used_up.store(true, Relaxed);
        StopReason::Expanded
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        self.leave.left.fetch_add(self.n_held, Relaxed);
    }
}
