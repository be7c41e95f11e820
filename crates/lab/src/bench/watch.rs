//! Times work repeatedly, by CPU time and wall-clock time.

use cpu_time::ProcessTime;
use std::time::{Duration, Instant};

/// A stopwatch.
#[derive(Debug, Default)]
pub struct Watch {
    processor: Vec<Duration>,
    clock: Vec<Duration>,
    longest: Option<&'static str>,
}

/// The counts of a benchmark.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Counted {
    pub nodes: Option<u64>,
    /// What `nodes` counts: `generated`, `expanded`, `states`.
    pub done: &'static str,
    /// Peak memory in bytes.
    pub peak_bytes: Option<u64>,
    /// The wall-clock speed-up over one thread.
    pub speed_up: Option<f64>,
}

impl Watch {
    /// Runs are repeated until their total time reaches this.
    const MIN_TOTAL: Duration = Duration::from_secs(1);
    /// The maximum number of runs.
    const MAX_RUNS: usize = 15;

    /// Times `work` at least once, repeating it if it is fast; returns its last result.
    pub fn time<R>(&mut self, mut work: impl FnMut() -> R) -> R {
        loop {
            let result = self.time_once(&mut work);
            let passed: Duration = self.clock.iter().sum();
            if passed >= Self::MIN_TOTAL || self.clock.len() >= Self::MAX_RUNS {
                return result;
            }
        }
    }

    /// Times `work` once; returns its result.
    pub fn time_once<R>(&mut self, work: impl FnOnce() -> R) -> R {
        let (processor, clock) = (ProcessTime::now(), Instant::now());
        let result = work();
        self.clock.push(clock.elapsed());
        self.processor.push(processor.elapsed());
        result
    }

    /// Keeps these times and `key` if the wall-clock time is the longest so far.
    pub fn keep_longest(&mut self, processor: Duration, clock: Duration, key: &'static str) {
        if self.clock.first().is_none_or(|&longest| longest < clock) {
            (self.processor, self.clock) = (vec![processor], vec![clock]);
            self.longest = Some(key);
        }
    }

    /// The key with the longest time.
    pub fn longest(&self) -> Option<&'static str> {
        self.longest
    }

    pub fn n_runs(&self) -> usize {
        self.clock.len()
    }

    /// The medians of the runs: CPU time of all threads, and wall-clock time.
    pub fn medians(&mut self) -> Option<(Duration, Duration)> {
        Some((median(&mut self.processor)?, median(&mut self.clock)?))
    }
}

fn median(times: &mut [Duration]) -> Option<Duration> {
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}

impl Counted {
    /// A count of nodes; `done` says what was done to them.
    pub fn nodes(nodes: u64, done: &'static str) -> Self {
        Counted {
            nodes: Some(nodes),
            done,
            ..Counted::default()
        }
    }

    /// Adds the peak memory.
    #[must_use]
    pub fn with_peak(mut self, peak_bytes: u64) -> Self {
        self.peak_bytes = Some(peak_bytes);
        self
    }

    /// Bytes per node.
    pub fn bytes_a_node(&self) -> Option<f64> {
        let nodes = self.nodes.filter(|&nodes| nodes > 0)?;
        Some(self.peak_bytes? as f64 / nodes as f64)
    }
}
