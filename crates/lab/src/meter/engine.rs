//! What an engine tells a meter: its progress, and what its tables took.

use super::{Listener, Meter};
use crate::{TablesSource, TablesUsed};
use std::time::Duration;
use tilescope_search::memory::check_machine;
use tilescope_search::{EngineObserver, Progress, StopReason};

impl<L: Listener> EngineObserver for Meter<L> {
    fn progress(&mut self, progress: Progress) -> Result<(), StopReason> {
        let expanded = self.n_expanded() + progress.expanded;
        let generated = self.n_generated() + progress.generated;
        self.set_next_visit(self.next_visit.max(expanded), expanded);
        self.set_n_generated(generated);
        self.n_reported += progress.generated;
        if let Some(frontier) = progress.frontier {
            self.is_frontier_reported = true;
            self.set_frontier(frontier);
        }
        if progress.tables.is_some() {
            self.control.set_building(progress.tables);
        }
        // It comes every few milliseconds, whatever was expanded.
        self.clock.next = self.n_expanded();
        self.slow_path().map_err(|reason| self.stop(reason))
    }

    fn expansion_budget(&self) -> u64 {
        let left = |limit: u64| limit.saturating_sub(self.n_expanded());
        self.limits.expanded.map_or(u64::MAX, left)
    }

    fn has_room(&self, bytes: usize) -> bool {
        self.check_available(bytes as u64).is_ok() && check_machine(bytes).is_ok()
    }

    fn time_used(&self) -> Option<f64> {
        let limit = self.limits.time?.as_secs_f64();
        let elapsed = self.control.elapsed().as_secs_f64();
        Some(if elapsed < limit {
            elapsed / limit
        } else {
            1.0
        })
    }

    fn method_chosen(&mut self, method: &str) {
        self.method = Some(method.to_owned());
    }

    fn tables_started(&mut self) {
        self.tables_begun = (self.control.elapsed(), self.bytes);
        self.control.set_building(Some(0.0));
    }

    fn tables_ready(&mut self, n_bytes: u64, are_built: bool) {
        self.control.set_building(None);
        let (since, bytes_before) = self.tables_begun;
        let before = self.tables.take();
        // `n_bytes` includes the tables that were loaded before the search.
        let others = bytes_before - before.map_or(0, |before| before.n_bytes);
        self.peak_building = self.peak_building.max(self.bytes).max(others + n_bytes);
        self.bytes = self.bytes.min(others + n_bytes);
        let from = match are_built {
            true => TablesSource::Built,
            false => before.map_or(TablesSource::Memory, |before| before.from),
        };
        let elapsed = self.control.elapsed().saturating_sub(since);
        self.tables = Some(TablesUsed {
            n_bytes,
            from,
            elapsed: elapsed + before.map_or(Duration::ZERO, |before| before.elapsed),
        });
    }
}
