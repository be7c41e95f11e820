//! Time series of a run, decimated so that a plot of any length is drawn at once.

mod counted;

pub use counted::{Counted, Counter};

/// The counts of a run at a moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Expansions so far.
    pub expanded: u64,
    pub generated: u64,
    /// `None` where it is not known.
    pub frontier: Option<u64>,
    /// The evaluation f of the node just expanded, by the algorithm's own function; g if it has
    /// none. Fractional where costs are.
    pub f: f64,
    pub seconds: f64,
    /// The memory of the search in bytes, without its record; `None` where it is not known.
    pub memory: Option<u64>,
}

/// Samples at growing intervals: at most [`Series::CAPACITY`], always including the first and the
/// newest.
#[derive(Clone, Debug, Default)]
pub struct Series {
    samples: Vec<Sample>,
    /// The number of samples pushed.
    n_pushed: u64,
    /// Pushed samples are kept if their number is a multiple of `1 << shift`. The last of
    /// `samples` may be another one, to be replaced by the next.
    shift: u32,
    last_is_kept: bool,
}

impl Series {
    pub const CAPACITY: usize = 4096;

    /// Adds a sample. At capacity every second old one is dropped.
    ///
    /// `expanded` must not decrease from one sample to the next.
    #[inline]
    pub fn push(&mut self, sample: Sample) {
        match self.samples.last_mut() {
            Some(last) if !self.last_is_kept => *last = sample,
            _ => self.push_new(sample),
        }
        self.last_is_kept = self.n_pushed & ((1 << self.shift) - 1) == 0;
        self.n_pushed += 1;
    }

    #[cold]
    fn push_new(&mut self, sample: Sample) {
        if self.samples.len() == Self::CAPACITY {
            // All are kept ones here, so every other one is a multiple of twice the interval.
            let mut number = 0;
            self.samples.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.shift += 1;
        }
        self.samples.push(sample);
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.samples.capacity() * size_of::<Sample>()
    }

    /// Puts `sample` in the place of the last one, if there is one.
    pub fn replace_last(&mut self, sample: Sample) {
        if let Some(last) = self.samples.last_mut() {
            *last = sample;
        }
    }

    /// The samples, oldest first.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The counts after `expanded` expansions: the last sample that is not later, or the first one
    /// if all are later; `None` if there are none. Logarithmic time.
    pub fn at(&self, expanded: u64) -> Option<Sample> {
        let after = self
            .samples
            .partition_point(|sample| sample.expanded <= expanded);
        self.samples.get(after.saturating_sub(1)).copied()
    }
}
