//! Curves over a run, decimated so that a plot of any length is drawn in a blink.

/// How the counts of a run stood at a moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Expansions so far.
    pub expanded: u64,
    pub generated: u64,
    /// `None` where it is not known.
    pub frontier: Option<u64>,
    /// The evaluation f of the node just expanded, by the algorithm's own function; g where it
    /// has none. A fraction where costs are.
    pub f: f64,
    pub seconds: f64,
}

/// Samples at growing intervals: never more than [`Series::CAPACITY`], the first and the
/// newest always among them.
#[derive(Clone, Debug, Default)]
pub struct Series {
    samples: Vec<Sample>,
    /// How many samples were pushed.
    n_pushed: u64,
    /// Of the pushed samples, those whose number is a multiple of `1 << shift` are kept;
    /// the last of `samples` may be another one, which the next one replaces.
    shift: u32,
    last_is_kept: bool,
}

impl Series {
    pub const CAPACITY: usize = 4096;

    /// Adds the newest sample; every second old one goes when there are too many.
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
            // All are kept ones here, so the even ones are those of twice the interval.
            let mut number = 0;
            self.samples.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.shift += 1;
        }
        self.samples.push(sample);
    }

    /// The samples, oldest first.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// How things stood after `expanded` expansions: the last sample that is not later
    /// (the first one if all are later); `None` if there are none. Logarithmic time.
    pub fn at(&self, expanded: u64) -> Option<Sample> {
        let after = self
            .samples
            .partition_point(|sample| sample.expanded <= expanded);
        self.samples.get(after.saturating_sub(1)).copied()
    }
}
