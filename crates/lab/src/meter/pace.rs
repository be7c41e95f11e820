//! When a meter leaves the fast path: to sample, and to look at the clock.

use std::time::Duration;
use tilescope_trace::series::Series;

/// When to sample: at every expansion first, and half as often each time that a plot's
/// worth has come together.
pub struct Samples {
    /// The number of expansions at which the next one is due.
    pub next: u64,
    /// The number of expansions at which the last one was taken.
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
    /// Whether there is none yet for this number of expansions; there will be now.
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

/// When to look at the clock: about every millisecond, whatever an expansion takes.
pub struct Clock {
    /// The number of expansions at which to look again.
    pub next: u64,
    /// How many expansions lie between two looks.
    stride: u64,
    looked: Duration,
    flushed: Duration,
}

impl Default for Clock {
    fn default() -> Self {
        Clock {
            next: 0,
            stride: 1,
            looked: Duration::ZERO,
            flushed: Duration::ZERO,
        }
    }
}

impl Clock {
    /// How far apart two looks should be.
    const APART: Duration = Duration::from_millis(1);
    /// How long what is written may wait to be shown.
    const FRESH: Duration = Duration::from_millis(30);

    /// Sets the next look, by how long the expansions since the last one took. At most
    /// twice as many as then: the very next ones may be slower.
    pub fn look(&mut self, now: Duration, expanded: u64) {
        let took = now.saturating_sub(self.looked).max(Duration::from_nanos(1));
        let fitting = self.stride as f64 * Self::APART.as_secs_f64() / took.as_secs_f64();
        self.stride = (fitting as u64).clamp(1, self.stride.saturating_mul(2));
        self.next = expanded.saturating_add(self.stride);
        self.looked = now;
    }

    /// Begins again with a look at every expansion.
    pub fn restart(&mut self, now: Duration) {
        self.stride = 1;
        self.next = 0;
        self.looked = now;
        self.flushed = now;
    }

    pub fn is_flush_due(&mut self, now: Duration) -> bool {
        let is_due = now.saturating_sub(self.flushed) >= Self::FRESH;
        if is_due {
            self.flushed = now;
        }
        is_due
    }
}
