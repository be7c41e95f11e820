//! The trace of a run: append-only columns from which any moment can be shown.

// Set here instead of in Cargo.toml so that helpers of tests may use `unwrap`.
#![warn(clippy::unwrap_used)]

pub mod codec;
mod column;
pub mod fold;
pub mod frontier;
pub mod hidden_counts;
pub mod index;
mod label;
pub mod layout;
pub mod levels;
pub mod recorder;
pub mod series;
pub mod subtrees;
mod tidy_tree;

pub use codec::{Codec, DecodeError};
pub use fold::{Fold, Unfolding};
pub use frontier::{Frontier, FrontierIndex};
pub use hidden_counts::HiddenCounts;
pub use index::{Iteration, MeetingNodes, Status, Trace};
pub use layout::{Layout, NodePosition, Rows};
pub use levels::LevelIndex;
pub use recorder::{Batch, Recorder};
pub use series::{Sample, Series};
pub use subtrees::Subtrees;

/// A node's number, in order of generation. The root is 0; in a bidirectional search the second
/// root is 1.
pub type NodeId = u32;

/// No node: a root's parent, and every node that a full [`Recorder`] did not record.
pub const NO_NODE: NodeId = NodeId::MAX;

/// A moment of a run: the number of expansions begun so far. At `t = 0` there are only the roots;
/// at `t`, expansion number `t - 1` (counted from 0) and all before it are complete.
pub type Moment = u32;
