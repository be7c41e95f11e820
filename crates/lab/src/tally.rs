//! The listener that counts what the meter does not: what became of the nodes, and the first h.

use super::Report;
use super::listener::Listener;
use tilescope_search::{Action, Cost, NodeOutcome, Observer, StopReason};
use tilescope_trace::NodeId;
use tilescope_trace::series::Sample;

/// Counts of a search without a record. An engine reports no nodes but the root, so its counts of
/// nodes stay 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// h of the start; `None` if the search did not begin.
    pub initial_h: Option<Cost>,
    /// Nodes put on the frontier although their state had been expanded.
    pub reopened: u64,
    /// Nodes dropped because their state was reached before, also on the path to them.
    pub duplicates: u64,
}

impl Listener for Tally {
    const IS_RECORDING: bool = false;

    fn f(&self, _: (Cost, Cost)) -> f32 {
        0.0
    }
    #[inline(always)]
    fn depth((): ()) -> u32 {
        0
    }
    fn id((): ()) -> NodeId {
        0
    }
    fn number(&self, (): ()) -> Option<NodeId> {
        None
    }
    fn keeps_samples(&self) -> bool {
        false
    }
    fn sample(&mut self, _: Sample) {}
    fn flush(&mut self) {}
    fn wake(&self) {}
    fn stopped(&self, _: Report) {}
    fn is_complete(&self) -> bool {
        false
    }
}

impl Observer for Tally {
    type Node = ();

    fn root(&mut self, h: Cost) {
        self.initial_h.get_or_insert(h);
    }

    #[inline(always)]
    fn generated(&mut self, (): (), _: Action, _: Cost, _: Cost, outcome: NodeOutcome) {
        match outcome {
            NodeOutcome::Reopened => self.reopened += 1,
            NodeOutcome::Duplicate | NodeOutcome::Cycle => self.duplicates += 1,
            NodeOutcome::Frontier
            | NodeOutcome::Improved
            | NodeOutcome::Cut
            | NodeOutcome::Goal => {}
        }
    }

    #[inline(always)]
    fn expand(&mut self, (): ()) -> Result<(), StopReason> {
        Ok(())
    }

    #[inline(always)]
    fn discard(&mut self, (): (), outcome: NodeOutcome) {
        if let NodeOutcome::Duplicate | NodeOutcome::Cycle = outcome {
            self.duplicates += 1;
        }
    }

    #[inline(always)]
    fn requeued(&mut self, (): (), _: Action, _: Cost, _: Cost) {}
    #[inline(always)]
    fn solution(&mut self, (): (), _: Cost, _: &[Action]) {}
    #[inline(always)]
    fn meeting(&mut self, (): (), (): ()) {}
    #[inline(always)]
    fn iteration(&mut self, _: Cost) {}
    #[inline(always)]
    fn reserve(&mut self, _: usize) -> Result<(), StopReason> {
        Ok(())
    }
}
