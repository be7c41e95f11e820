//! The observer behind the meter, which keeps what the meter does not.

use super::Report;
use tilescope_search::Observer;
use tilescope_trace::NodeId;
use tilescope_trace::series::Sample;

/// An observer behind the [`Meter`](super::meter::Meter): it keeps what the meter does not.
pub trait Listener: Observer {
    /// f of `node`, if the handle holds it.
    fn evaluation(node: Self::Node) -> Option<f32>;
    /// The number of `node` in the record, where it was recorded.
    fn number(node: Self::Node) -> Option<NodeId>;
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
