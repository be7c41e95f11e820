//! The record of a run: append-only columns from which any moment can be shown again.

// Here and not in Cargo.toml, for that would forbid it in the helpers of tests too.
#![warn(clippy::unwrap_used)]

mod column;
pub mod fold;
pub mod hidden_counts;
pub mod index;
mod label;
pub mod layout;
pub mod recorder;
pub mod series;
mod tidy_tree;

pub use fold::{Fold, Unfolding};
pub use hidden_counts::HiddenCounts;
pub use index::{Iteration, MeetingNodes, Status, Trace};
pub use layout::{Layout, Placed, Rows};
pub use recorder::{Batch, Recorder};
pub use series::{Sample, Series};

/// A node's number: the order of its birth, the root being 0, and the second root of a search
/// from both ends 1.
pub type NodeId = u32;

/// No node: a root's parent, and every node that a full [`Recorder`] did not write down.
pub const NO_NODE: NodeId = NodeId::MAX;

/// A moment of a run: how many expansions have begun. At `t = 0` there are only the roots;
/// at `t`, expansion number `t - 1` (counted from 0) and all before it are complete.
pub type Moment = u32;
