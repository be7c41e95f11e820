//! The limits of a meter on time and memory.

use super::Meter;
use crate::listener::Listener;
use crate::{TablesSource, TablesUsed};
use std::time::Duration;
use tilescope_search::StopReason;

impl<L: Listener> Meter<L> {
    /// Counts the memory of finished tables and the time it took to load or build them.
    pub(crate) fn add_tables(&mut self, n_bytes: u64, from: TablesSource, elapsed: Duration) {
        self.bytes += n_bytes;
        self.tables = (n_bytes > 0).then_some(TablesUsed {
            n_bytes,
            from,
            elapsed,
        });
        self.publish();
    }

    /// Checks whether table building, which uses `used` bytes, may allocate `more`.
    pub(crate) fn check_tables(&mut self, used: u64, more: u64) -> Result<(), StopReason> {
        self.check_growth(used + more)?;
        self.peak_building = self.peak_building.max(self.bytes + used + more);
        Ok(())
    }

    /// Checks whether `bytes` more would be within the limits; does not stop the run.
    pub(crate) fn check_available(&self, bytes: u64) -> Result<(), StopReason> {
        self.check_limits(self.control.elapsed(), bytes)
    }

    pub(super) fn check_growth(&self, bytes: u64) -> Result<(), StopReason> {
        // The allocation may take long, such as moving a table of gigabytes.
        if self.control.is_stopped() {
            return Err(StopReason::Interrupt);
        }
        self.check_limits(self.control.elapsed(), bytes)
    }

    /// Checks the limits on time and memory for an allocation of `more` bytes at the time `now`.
    pub(super) fn check_limits(&self, now: Duration, more: u64) -> Result<(), StopReason> {
        if self.limits.time.is_some_and(|limit| now >= limit) {
            return Err(StopReason::Time);
        }
        if let Some(limit) = self.limits.memory
            && self.bytes + more + self.control.record_bytes() + self.control.other_bytes() > limit
        {
            return Err(StopReason::Memory);
        }
        Ok(())
    }
}
