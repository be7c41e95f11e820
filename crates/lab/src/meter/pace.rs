//! When a meter samples and when it checks the clock.

use std::time::Duration;
use tilescope_trace::series::Series;

/// When to sample: at first at every expansion, then half as often each time a series is full.
pub struct Samples {
    /// The number of expansions at which the next sample is due.
    pub next: u64,
    /// The number of expansions at the last sample.
    last: Option<u64>,
    stride: u64,
    n_at_stride: usize,
}

impl Default for Samples {
    fn default() -> Self {
        Samples {
            next: 0,
            last: None,
            stride: 1,
            n_at_stride: 0,
        }
    }
}

impl Samples {
    /// Marks a sample as taken at `expanded`; `false` if there is one already.
    pub fn take(&mut self, expanded: u64) -> bool {
        if self.last.replace(expanded) == Some(expanded) {
            return false;
        }
        if expanded >= self.next {
            self.n_at_stride += 1;
            if self.n_at_stride == Series::CAPACITY / 2 {
                self.n_at_stride = 0;
                self.stride *= 2;
            }
            self.next = expanded + self.stride;
        }
        true
    }
}

/// When to check the clock: about every millisecond, however long an expansion takes.
pub struct Clock {
    /// The number of expansions at the next check.
    pub next: u64,
    /// Expansions between two checks.
    stride: u64,
    checked: Duration,
    flushed: Duration,
}

impl Default for Clock {
    fn default() -> Self {
        Clock {
            next: 0,
            stride: 1,
            checked: Duration::ZERO,
            flushed: Duration::ZERO,
        }
    }
}

impl Clock {
    /// The target interval between two checks.
    const INTERVAL: Duration = Duration::from_millis(1);
    /// The interval between two flushes.
    const FLUSH_INTERVAL: Duration = Duration::from_millis(30);

    /// Schedules the next check from the time of the expansions since the last one. The stride at
    /// most doubles, since the next expansions may be slower.
    pub fn check(&mut self, now: Duration, expanded: u64) {
        let elapsed = now
            .saturating_sub(self.checked)
            .max(Duration::from_nanos(1));
        let fitting = self.stride as f64 * Self::INTERVAL.as_secs_f64() / elapsed.as_secs_f64();
        self.stride = (fitting as u64).clamp(1, self.stride.saturating_mul(2));
        self.next = expanded.saturating_add(self.stride);
        self.checked = now;
    }

    /// Starts over with a check at every expansion.
    pub fn restart(&mut self, now: Duration) {
        self.stride = 1;
        self.next = 0;
        self.checked = now;
        self.flushed = now;
    }

    pub fn is_flush_due(&mut self, now: Duration) -> bool {
        let is_due = now.saturating_sub(self.flushed) >= Self::FLUSH_INTERVAL;
        if is_due {
            self.flushed = now;
        }
        is_due
    }
}
