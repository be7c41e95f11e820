//! Benchmarks: known pieces of work, what each took, and beside it what it should take.
//!
//! A [`Row`] is a piece of work. It makes ready what it needs, and has a [`Watch`] time the
//! work itself. Rows are in one list, [`ROWS`]: a file a kind of search, each with a list of
//! its own.

// The rows …
mod a_star;
mod any_size;
mod generic;
mod ida_star;
mod pattern_database;
mod stop;
mod whole_space;

// … and what they are made with.
mod machine;
mod watch;

pub use machine::machine;
pub use watch::{Counted, Watch};

use std::time::Duration;

/// A piece of work that is timed.
#[derive(Debug)]
pub struct Row {
    /// The name on the command line, such as `whole-3x4`.
    pub key: &'static str,
    /// What is done, in a few words.
    pub work: &'static str,
    /// What it has to keep to on the machine of reference, such as `6 s`; may be empty.
    pub least: &'static str,
    /// What it is to come to there; may be empty.
    pub aim: &'static str,
    pub extent: Extent,
    /// Does the work under the watch; says what was counted, or why it cannot be done here.
    pub run: fn(&mut Watch) -> Result<Counted, String>,
}

/// How long a row takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Seconds, all runs together.
    Quick,
    /// Longer.
    Full,
}

/// Every list of rows, in the order in which they are shown.
pub const ROWS: &[&[Row]] = &[
    generic::ROWS,
    ida_star::ROWS,
    a_star::ROWS,
    pattern_database::ROWS,
    whole_space::ROWS,
    any_size::ROWS,
    stop::ROWS,
];

/// What a row came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// Processor time of all threads: the median of the runs.
    pub processor: Duration,
    /// Time on the clock: the median of the runs.
    pub clock: Duration,
    pub n_runs: usize,
    /// Of several things of which the longest time is kept, the key of the one that took it.
    pub longest: Option<&'static str>,
    pub counted: Counted,
}

impl Measured {
    /// Nodes for each second of processor time.
    pub fn nodes_per_second(&self) -> Option<f64> {
        let seconds = self.processor.as_secs_f64();
        let nodes = self.counted.nodes?;
        (seconds > 0.0).then(|| nodes as f64 / seconds)
    }
}

impl Row {
    /// Every row.
    pub fn all() -> impl Iterator<Item = &'static Row> {
        ROWS.iter().flat_map(|rows| rows.iter())
    }

    /// The row with this key.
    pub fn by_key(key: &str) -> Option<&'static Row> {
        Row::all().find(|row| row.key == key)
    }

    /// Does the work some times over.
    ///
    /// # Errors
    /// If it cannot be done here; says why.
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
