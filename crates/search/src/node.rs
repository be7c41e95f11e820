//! A node, and how it is kept in memory.

use super::{Action, Cost};

/// A node's place in its arena: the order in which it was added, the root being 0.
pub type NodeIndex = u32;

/// No node: the root's parent.
pub(super) const NO_PARENT: NodeIndex = NodeIndex::MAX;

/// A node. `K` is a packed state, `N` the observer's handle.
#[derive(Clone, Copy, Debug)]
pub struct Node<K, N> {
    pub key: K,
    pub g: Cost,
    pub h: Cost,
    pub parent: NodeIndex,
    pub action: Action,
    pub handle: N,
}

impl<K, N> Node<K, N> {
    /// The node that `action` on `parent` made.
    pub fn new(key: K, g: Cost, h: Cost, parent: NodeIndex, action: Action, handle: N) -> Self {
        Node {
            key,
            g,
            h,
            parent,
            action,
            handle,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Waiting,
    Expanded,
    /// A later node has the same state, by a better path.
    Replaced,
}

/// A node as it is kept: in 16 bytes, with a key of 8 and no handle.
#[derive(Clone, Copy)]
#[repr(Rust, packed(4))]
pub(super) struct PackedNode<K, N> {
    pub key: K,
    pub parent: NodeIndex,
    pub label: Label,
    pub handle: N,
}

/// What else there is to a node, in one word: from the lowest bit, h and g where they fit, the
/// status, and the action.
#[derive(Clone, Copy)]
pub(super) struct Label(u32);

impl Label {
    /// The highest g and h that fit.
    pub const MOST: Cost = (1 << Self::COST_BITS) - 1;
    const COST_BITS: u32 = 11;
    const STATUS: u32 = 2 * Self::COST_BITS;
    const ACTION: u32 = Self::STATUS + 2;

    #[inline(always)]
    pub fn new(g: Cost, h: Cost, action: Action) -> Self {
        Label(
            u32::from(action.0) << Self::ACTION
                | (g & Self::MOST) << Self::COST_BITS
                | h & Self::MOST,
        )
    }

    #[inline(always)]
    pub fn costs(self) -> (Cost, Cost) {
        (self.0 >> Self::COST_BITS & Self::MOST, self.0 & Self::MOST)
    }

    #[inline(always)]
    pub fn action(self) -> Action {
        Action((self.0 >> Self::ACTION) as u8)
    }

    #[inline(always)]
    pub fn status(self) -> Status {
        match self.0 >> Self::STATUS & 3 {
            0 => Status::Waiting,
            1 => Status::Expanded,
            _ => Status::Replaced,
        }
    }

    #[must_use]
    #[inline(always)]
    pub fn with(self, status: Status) -> Self {
        Label(self.0 & !(3 << Self::STATUS) | (status as u32) << Self::STATUS)
    }
}
