//! Benchmarks: workloads, their measured times, and the required times.
//!
//! A [`Row`] is a benchmark. It prepares its inputs and times the work with a [`Watch`]. [`ROWS`]
//! lists all benchmarks, one file per kind of search.

// The benchmarks.
mod a_star;
mod any_size;
mod generic;
mod ida_star;
mod pattern_database;
mod stop;
mod whole_space;

// What they share.
pub(crate) mod machine;
mod watch;

pub use machine::machine;
pub use watch::{Counted, Watch};

use std::time::Duration;

/// A benchmark.
#[derive(Debug)]
pub struct Row {
    /// The name on the command line, such as `whole-3x4`.
    pub key: &'static str,
    /// The work, in a few words.
    pub work: &'static str,
    /// The requirement on the reference machine, such as `6 s`; may be empty.
    pub required: &'static str,
    /// The aim on the reference machine; may be empty.
    pub aim: &'static str,
    pub extent: Extent,
    /// Runs the work under the watch. The error says why it cannot run on this machine.
    pub run: fn(&mut Watch) -> Result<Counted, String>,
}

/// How long a benchmark takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Seconds, all runs together.
    Quick,
    /// Longer.
    Full,
}

/// Every list of benchmarks, in display order.
pub const ROWS: &[&[Row]] = &[
    generic::ROWS,
    ida_star::ROWS,
    a_star::ROWS,
    pattern_database::ROWS,
    whole_space::ROWS,
    any_size::ROWS,
    stop::ROWS,
];

/// The result of a benchmark.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// CPU time of all threads: the median of the runs.
    pub processor: Duration,
    /// Wall-clock time: the median of the runs.
    pub clock: Duration,
    pub n_runs: usize,
    /// The key of the slowest part, if the benchmark keeps the longest time of several parts.
    pub longest: Option<&'static str>,
    pub counted: Counted,
}

impl Measured {
    /// Nodes per second of CPU time.
    pub fn nodes_per_second(&self) -> Option<f64> {
        let seconds = self.processor.as_secs_f64();
        let nodes = self.counted.nodes?;
        (seconds > 0.0).then(|| nodes as f64 / seconds)
    }
}

impl Row {
    /// Every benchmark.
    pub fn all() -> impl Iterator<Item = &'static Row> {
        ROWS.iter().flat_map(|rows| rows.iter())
    }

    /// The benchmark with this key.
    pub fn by_key(key: &str) -> Option<&'static Row> {
        Row::all().find(|row| row.key == key)
    }

    /// Runs the benchmark several times.
    ///
    /// # Errors
    /// Why it cannot run on this machine.
    pub fn measure(&self) -> Result<Measured, String> {
        let mut watch = Watch::default();
        let counted = (self.run)(&mut watch)?;
        let n_runs = watch.n_runs();
        let (processor, clock) = watch.medians().ok_or("nothing was timed")?;
        Ok(Measured {
            processor,
            clock,
            n_runs,
            longest: watch.longest(),
            counted,
        })
    }
}
