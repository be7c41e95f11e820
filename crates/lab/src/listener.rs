//! The observer behind the meter, which keeps what the meter does not.

use super::Report;
use tilescope_search::{Cost, Observer};
use tilescope_trace::NodeId;
use tilescope_trace::series::Sample;

/// An observer behind the [`Meter`](super::meter::Meter): it keeps what the meter does not.
pub trait Listener: Observer {
    /// Whether it records nodes. Only then a run has samples and breakpoints.
    const IS_RECORDING: bool;
    /// f of a node with these g and h.
    fn f(&self, costs: (Cost, Cost)) -> f32;
    /// The depth of `node`.
    fn depth(node: Self::Node) -> u32;
    /// The number of `node` in order of generation, recorded or not.
    fn id(node: Self::Node) -> NodeId;
    /// The number of `node` in the record, where it was recorded.
    fn number(&self, node: Self::Node) -> Option<NodeId>;
    /// Whether it keeps samples.
    fn keeps_samples(&self) -> bool;
    /// The counts at a moment, for curves.
    fn sample(&mut self, sample: Sample);
    /// Hands out everything that it has kept.
    fn flush(&mut self);
    /// Wakes the owner of the run's handle.
    fn wake(&self);
    /// The search is being stopped; `report` is final.
    fn stopped(&self, report: Report);
    /// Whether every node was recorded.
    fn is_complete(&self) -> bool;
}
