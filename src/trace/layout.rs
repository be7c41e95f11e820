//! Where the nodes of a search tree are drawn: a tidy tree, one row a depth.

use super::{NodeId, Trace};
use std::collections::HashMap;
use std::ops::Range;

/// Which part of a tree is laid out.
#[derive(Clone, PartialEq, Debug)]
pub struct Fold {
    /// The nodes, besides the root, that belong to the tree: all, or one iteration's.
    pub nodes: Range<NodeId>,
    /// At most about so many nodes are laid out; deeper subtrees are folded into a glyph.
    pub budget: usize,
    /// What a person folded (`true`) or unfolded (`false`), against the rule.
    pub by_hand: HashMap<NodeId, bool>,
    /// Nodes whose paths are always unfolded: the goal, the selection.
    pub keep: Vec<NodeId>,
}

/// A node's place. Neighbours in a row are at least 1 apart; rows are the depths.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placed {
    pub node: NodeId,
    pub x: f32,
    /// Index in [`Layout::rows`]`[depth - 1]` of its parent's place (0 for the root).
    pub parent: u32,
    /// How many nodes below it are folded into it; 0 if none.
    pub folded: NodeId,
}

/// A tidy tree (Reingold & Tilford 1981; linear time after Buchheim, Jünger & Leipert 2002).
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// For each depth, its nodes from left to right.
    rows: Vec<Vec<Placed>>,
}

impl Layout {
    /// Lays out the part of `trace` that `fold` leaves. Time in proportion to what is laid
    /// out, plus one pass over the nodes for the counts of what is folded.
    pub fn new(trace: &Trace, fold: &Fold) -> Layout {
        let _ = (trace, fold);
        todo!()
    }

    pub fn rows(&self) -> &[Vec<Placed>] {
        &self.rows
    }

    /// The least and the greatest x.
    pub fn extent(&self) -> (f32, f32) {
        todo!()
    }

    /// The part of row `depth` with x in `from..=to`, widened by one on each side.
    pub fn visible(&self, depth: usize, from: f32, to: f32) -> &[Placed] {
        let _ = (depth, from, to);
        todo!()
    }

    /// Where `node` is (depth, place), or the folded ancestor that hides it.
    pub fn find(&self, trace: &Trace, node: NodeId) -> Option<(usize, Placed)> {
        let _ = (trace, node);
        todo!()
    }
}
