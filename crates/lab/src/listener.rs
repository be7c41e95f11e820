//! Who hears of a search what the meter does not keep.

use super::Report;
use tilescope_search::Observer;
use tilescope_trace::NodeId;
use tilescope_trace::series::Sample;

/// Who hears of a search what the [`Meter`](super::meter::Meter) does not keep.
pub trait Listener: Observer {
    /// f of `node`, where the handle holds it; else 0.
    fn evaluation(node: Self::Node) -> f32;
    /// The number of `node` in the record, where it was recorded.
    fn number(node: Self::Node) -> Option<NodeId>;
    /// The counts at a moment, for curves.
    fn sample(&mut self, sample: Sample);
    /// Hands out all that it heard.
    fn flush(&mut self);
    /// Tells the handle's owner that there is news.
    fn wake(&self);
    /// The search is being stopped, and this is how it ends.
    fn stopped(&self, report: Report);
    /// Whether it wrote down every node.
    fn is_complete(&self) -> bool;
}

/// Nobody listens.
impl Listener for () {
    fn evaluation((): ()) -> f32 {
        0.0
    }
    fn number((): ()) -> Option<NodeId> {
        None
    }
    fn sample(&mut self, _: Sample) {}
    fn flush(&mut self) {}
    fn wake(&self) {}
    fn stopped(&self, _: Report) {}
    fn is_complete(&self) -> bool {
        false
    }
}
