//! Curves over a run, decimated so that a plot of any length is drawn in a blink.

use super::{Moment, NodeId};

/// How the counts of a run stood at a moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Expansions so far.
    pub expanded: u64,
    pub generated: u64,
    pub frontier: u64,
    /// The path cost plus estimate of the node just expanded.
    pub f: u32,
    pub seconds: f64,
}

/// Samples at growing intervals: never more than [`Series::MOST`], the first and the
/// newest always among them.
#[derive(Clone, Debug, Default)]
pub struct Series {}

impl Series {
    pub const MOST: usize = 4096;

    /// Adds the newest sample; every second old one goes when there are too many.
    pub fn push(&mut self, sample: Sample) {
        let _ = sample;
        todo!()
    }

    pub fn samples(&self) -> &[Sample] {
        todo!()
    }
}

const _: Option<(Moment, NodeId)> = None;
