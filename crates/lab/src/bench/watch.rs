//! Times a piece of work some times over, by processor and by clock.

use cpu_time::ProcessTime;
use std::time::{Duration, Instant};

/// Times what is done under it.
#[derive(Debug, Default)]
pub struct Watch {
    processor: Vec<Duration>,
    clock: Vec<Duration>,
    longest: Option<&'static str>,
}

/// What was counted in a piece of work.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Counted {
    pub nodes: Option<u64>,
    /// What was done to these nodes: `generated`, `expanded`, `states`.
    pub done: &'static str,
    /// The most that was held at a time, in bytes.
    pub peak_bytes: Option<u64>,
    /// How many times as quick it was as by one thread, by the clock.
    pub speed_up: Option<f64>,
}

impl Watch {
    /// Runs are repeated until they have taken so long together.
    const ENOUGH: Duration = Duration::from_secs(1);
    /// At most so many runs.
    const MOST: usize = 15;

    /// Does `work` at least once, and again while little time has passed; what it came to
    /// the last time.
    pub fn time<R>(&mut self, mut work: impl FnMut() -> R) -> R {
        loop {
            let result = self.time_once(&mut work);
            let passed: Duration = self.clock.iter().sum();
            if passed >= Self::ENOUGH || self.clock.len() >= Self::MOST {
                return result;
            }
        }
    }

    /// Does `work`; what it came to.
    pub fn time_once<R>(&mut self, work: impl FnOnce() -> R) -> R {
        let (processor, clock) = (ProcessTime::now(), Instant::now());
        let result = work();
        self.clock.push(clock.elapsed());
        self.processor.push(processor.elapsed());
        result
    }

    /// Keeps the longest on the clock of all that it is told of, and what with this `key` took it.
    pub fn keep_longest(&mut self, processor: Duration, clock: Duration, key: &'static str) {
        if self.clock.first().is_none_or(|&longest| longest < clock) {
            (self.processor, self.clock) = (vec![processor], vec![clock]);
            self.longest = Some(key);
        }
    }

    /// The key of that which took longest.
    pub fn longest(&self) -> Option<&'static str> {
        self.longest
    }

    pub fn n_runs(&self) -> usize {
        self.clock.len()
    }

    /// The medians of the runs' times: by processor, all threads together, and by clock.
    pub fn medians(&mut self) -> Option<(Duration, Duration)> {
        Some((median(&mut self.processor)?, median(&mut self.clock)?))
    }
}

fn median(times: &mut [Duration]) -> Option<Duration> {
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}

impl Counted {
    /// So many nodes, to which this was done.
    pub fn nodes(nodes: u64, done: &'static str) -> Self {
        Counted {
            nodes: Some(nodes),
            done,
            ..Counted::default()
        }
    }

    /// The same with the most bytes that were held.
    #[must_use]
    pub fn holding(mut self, peak_bytes: u64) -> Self {
        self.peak_bytes = Some(peak_bytes);
        self
    }

    /// Bytes for each of the nodes.
    pub fn bytes_a_node(&self) -> Option<f64> {
        let nodes = self.nodes.filter(|&nodes| nodes > 0)?;
        Some(self.peak_bytes? as f64 / nodes as f64)
    }
}
