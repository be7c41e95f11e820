//! Where the nodes of a path are in a part of a tree, exactly: a picture that is sampled may miss them.

use super::{Extent, Subtrees};
use crate::index::Siblings;
use crate::{NodeId, Trace};
use std::ops::Range;

/// The place of a node in an [`Extent`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub node: NodeId,
    pub depth: u32,
    /// Its subtree.
    pub positions: Range<NodeId>,
}

/// Finds the places of the nodes on the path to a node, in steps.
#[derive(Debug)]
pub struct Locator {
    /// Those still to come, the last first.
    path: Vec<NodeId>,
    stage: Stage,
    places: Vec<Place>,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The path is followed up from this node.
    Up(NodeId),
    /// The path is followed down from the last place.
    Down,
    /// Its children before the next one on the path are passed over, to this position.
    Along {
        siblings: Siblings,
        next: NodeId,
        position: NodeId,
    },
    Done,
}

impl Locator {
    /// Finds `node` and those above it.
    pub fn new(node: NodeId) -> Self {
        Locator {
            path: Vec::new(),
            stage: Stage::Up(node),
            places: Vec::new(),
        }
    }

    /// Follows about `n` links; returns whether all is done.
    pub fn step(&mut self, trace: &Trace, subtrees: &Subtrees, extent: &Extent, n: usize) -> bool {
        let mut left = n;
        while left > 0 {
            match self.stage {
                Stage::Up(node) => {
                    left -= 1;
                    self.up(trace, subtrees, extent, node);
                }
                Stage::Down => {
                    let (Some(above), Some(next)) = (self.places.last(), self.path.pop()) else {
                        self.stage = Stage::Done;
                        continue;
                    };
                    self.stage = Stage::Along {
                        siblings: Siblings::below(trace, above.node),
                        next,
                        position: above.positions.start + 1,
                    };
                }
                Stage::Along {
                    mut siblings,
                    next,
                    position,
                } => {
                    left -= 1;
                    let child = siblings.next(trace).filter(|&child| child != next);
                    match child {
                        Some(child) => {
                            self.stage = Stage::Along {
                                siblings,
                                next,
                                position: position + subtrees.size(child),
                            };
                        }
                        None => {
                            self.add(trace, subtrees, next, position);
                            self.stage = Stage::Down;
                        }
                    }
                }
                Stage::Done => return true,
            }
        }
        matches!(self.stage, Stage::Done)
    }

    fn up(&mut self, trace: &Trace, subtrees: &Subtrees, extent: &Extent, node: NodeId) {
        if node >= subtrees.n_nodes() || trace.depth(node) < extent.first_depth() {
            self.path.clear();
            self.stage = Stage::Done;
            return;
        }
        let mut position = 0;
        for &top in extent.tops() {
            if top == node {
                self.add(trace, subtrees, node, position);
                self.stage = Stage::Down;
                return;
            }
            position += subtrees.size(top);
        }
        self.path.push(node);
        self.stage = trace.parent(node).map_or(Stage::Done, Stage::Up);
    }

    fn add(&mut self, trace: &Trace, subtrees: &Subtrees, node: NodeId, position: NodeId) {
        self.places.push(Place {
            node,
            depth: trace.depth(node),
            positions: position..position + subtrees.size(node),
        });
    }

    /// The places that are found so far, from the top down: none if the node is elsewhere.
    pub fn places(&self) -> &[Place] {
        &self.places
    }
}
