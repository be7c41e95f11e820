//! The indices that count the runs' nodes by depth and f.

use super::indices::{Index, IndexState, Indices};
use tilescope_lab::{Job, explain};
use tilescope_search::About;
use tilescope_trace::frontier::has_frontier;
use tilescope_trace::levels::{Builder, Iterations};
use tilescope_trace::{LevelIndex, Moment, Trace};

pub type Levels = Indices<LevelIndex>;
pub type LevelState<'a> = IndexState<'a, LevelIndex>;

impl Index for LevelIndex {
    type Builder = Builder;
    const THREAD: &'static str = "level index";

    fn suits(algorithm: &About) -> bool {
        has_frontier(algorithm)
    }

    fn builder(job: &Job, trace: &Trace) -> Builder {
        let iterations = Iterations::of(job.settings.algorithm);
        Builder::new(trace, explain::factors(job), iterations)
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
