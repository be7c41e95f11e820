//! The indices of the runs' frontiers.

use super::indices::{Index, IndexState, Indices};
use tilescope_lab::{Job, explain};
use tilescope_search::About;
use tilescope_trace::frontier::{Builder, has_frontier};
use tilescope_trace::{FrontierIndex, Moment, Trace};

pub type Frontiers = Indices<FrontierIndex>;
pub type FrontierState<'a> = IndexState<'a, FrontierIndex>;

impl Index for FrontierIndex {
    type Builder = Builder;
    const THREAD: &'static str = "frontier index";

    fn suits(algorithm: &About) -> bool {
        has_frontier(algorithm)
    }

    fn builder(job: &Job, trace: &Trace) -> Builder {
        Builder::new(trace, explain::order(job))
    }

    fn max_bytes(_: &Job, trace: &Trace) -> u64 {
        Builder::max_bytes(trace)
    }

    fn step(builder: &mut Builder, trace: &Trace, n: u32) -> bool {
        builder.step(trace, n)
    }

    fn progress(builder: &Builder) -> f64 {
        builder.progress()
    }

    fn finish(builder: Builder) -> Self {
        builder.finish()
    }

    fn covers(&self, trace: &Trace, t: Moment) -> bool {
        self.covers(trace, t)
    }

    fn last(&self) -> Moment {
        self.last()
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }
}
