//! A node of an arena, and how it is packed in memory.

use super::{Action, Cost};

/// A node's index in its arena: the order in which it was added. The root is 0.
pub type NodeIndex = u32;

/// The root's parent.
pub(super) const NO_PARENT: NodeIndex = NodeIndex::MAX;

/// A node of an arena. `K` is a packed state, `N` the observer's handle.
#[derive(Clone, Copy, Debug)]
pub struct ArenaNode<K, N> {
    pub key: K,
    pub g: Cost,
    pub h: Cost,
    pub parent: NodeIndex,
    pub action: Action,
    pub handle: N,
}

/// A node that was taken off the frontier to be expanded.
#[derive(Clone, Copy, Debug)]
pub struct OpenNode<State, N> {
    pub index: NodeIndex,
    pub state: State,
    pub g: Cost,
    pub h: Cost,
    pub handle: N,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Open,
    Expanded,
    /// A later node has the same state and a cheaper path.
    Replaced,
}

/// A node in memory: 16 bytes, with a key of 8 and no handle.
#[derive(Clone, Copy)]
#[repr(Rust, packed(4))]
pub(super) struct PackedNode<K, N> {
    pub key: K,
    pub parent: NodeIndex,
    pub label: Label,
    pub handle: N,
}

/// The rest of a node, in one word. From the lowest bit: h and g if they fit, the status, and the
/// action.
#[derive(Clone, Copy)]
pub(super) struct Label(u32);

impl Label {
    /// The greatest g and h that fit.
    pub const MAX_COST: Cost = (1 << Self::COST_BITS) - 1;
    const COST_BITS: u32 = 11;
    const STATUS: u32 = 2 * Self::COST_BITS;
    const ACTION: u32 = Self::STATUS + 2;

    #[inline(always)]
    pub fn new(g: Cost, h: Cost, action: Action) -> Self {
        Label(
            u32::from(action.0) << Self::ACTION
                | (g & Self::MAX_COST) << Self::COST_BITS
                | h & Self::MAX_COST,
        )
    }

    #[inline(always)]
    pub fn costs(self) -> (Cost, Cost) {
        (
            self.0 >> Self::COST_BITS & Self::MAX_COST,
            self.0 & Self::MAX_COST,
        )
    }

    #[inline(always)]
    pub fn action(self) -> Action {
        Action((self.0 >> Self::ACTION) as u8)
    }

    #[inline(always)]
    pub fn status(self) -> Status {
        match self.0 >> Self::STATUS & 3 {
            0 => Status::Open,
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
