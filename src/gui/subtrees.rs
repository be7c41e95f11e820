//! The indices of the runs' subtrees. Building one takes time and six bytes a node, so it is built only
//! for a run whose overview was asked for.

use super::indices::{Index, IndexState, Indices};
use super::requests::Wake;
use super::runs::{RunEntry, RunId, Runs};
use tilescope_lab::Job;
use tilescope_search::About;
use tilescope_trace::subtrees::Builder;
use tilescope_trace::{Moment, Subtrees, Trace};

pub type SubtreeState<'a> = IndexState<'a, Subtrees>;

/// The indices, and the run whose subtrees are wanted.
#[derive(Default)]
pub struct RunSubtrees {
    indices: Indices<Subtrees>,
    wanted: Option<RunId>,
}

impl RunSubtrees {
    /// From now on the subtrees of this run are wanted, while it is the active one.
    pub fn want(&mut self, run: RunId) {
        self.wanted = Some(run);
    }

    /// Whether its subtrees are wanted.
    pub fn is_wanted(&self, run: RunId) -> bool {
        self.wanted == Some(run)
    }

    /// Takes what was built, and begins what is missing, also for the runs that are `compared`.
    pub fn poll(&mut self, runs: &Runs, compared: &[RunId], wake: &Wake, held: u64) {
        let active = runs.active().map(|entry| entry.id);
        let mut wanted: Vec<RunId> = active
            .filter(|run| self.is_wanted(*run))
            .into_iter()
            .collect();
        wanted.extend(compared);
        self.indices.poll(runs, &wanted, wake, held);
    }

    pub fn indices(&mut self) -> &mut Indices<Subtrees> {
        &mut self.indices
    }

    /// The index of a run for the moment `t`.
    pub fn state(&self, entry: &RunEntry, t: Moment) -> SubtreeState<'_> {
        self.indices.state(entry, t)
    }
}

impl Index for Subtrees {
    type Builder = Builder;
    const THREAD: &'static str = "subtree index";
    const IS_LIVE: bool = true;

    fn suits(algorithm: &About) -> bool {
        !algorithm.is_engine()
    }

    fn builder(_: &Job, trace: &Trace) -> Builder {
        Builder::new(trace)
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
