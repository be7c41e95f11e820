//! The record of a run: append-only columns from which any moment can be shown again.

pub mod index;
pub mod layout;
pub mod recorder;
pub mod series;

pub use index::{Status, Trace};
pub use layout::Layout;
pub use recorder::{Batch, Recorder};

/// A node's number: the order of its birth, the root being 0.
pub type NodeId = u32;

/// A moment of a run: how many expansions have begun. At `t = 0` there is only the root;
/// at `t`, expansion number `t - 1` (counted from 0) and all before it are complete.
pub type Moment = u32;
