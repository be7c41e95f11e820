//! The indices of the earlier nodes that duplicates and better paths have the state of.

use super::indices::{Index, Indices};
use tilescope_lab::Job;
use tilescope_lab::explain::{Originals, OriginalsBuilder};
use tilescope_search::About;
use tilescope_trace::{Moment, Trace};

pub type RunOriginals = Indices<Originals>;

impl Index for Originals {
    type Builder = OriginalsBuilder;
    const THREAD: &'static str = "duplicate index";

    fn suits(algorithm: &About) -> bool {
        !algorithm.is_engine()
    }

    fn builder(job: &Job, trace: &Trace) -> OriginalsBuilder {
        OriginalsBuilder::new(job, trace)
    }

    fn max_bytes(job: &Job, trace: &Trace) -> u64 {
        OriginalsBuilder::max_bytes(job, trace)
    }

    fn step(builder: &mut OriginalsBuilder, trace: &Trace, n: u32) -> bool {
        builder.step(trace, n)
    }

    fn progress(builder: &OriginalsBuilder) -> f64 {
        builder.progress()
    }

    fn finish(builder: OriginalsBuilder) -> Self {
        builder.finish()
    }

    fn covers(&self, trace: &Trace, t: Moment) -> bool {
        let n_generated = trace.n_generated(t);
        n_generated == 0 || self.covers(n_generated - 1)
    }

    fn last(&self) -> Moment {
        self.last()
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }
}
