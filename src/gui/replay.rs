//! The boards of recorded nodes, found by replaying the actions that lead to them.
//!
//! A trace keeps no states. A board is replayed from the nearest ancestor whose board is
//! still known; what is found on the way is kept at every few steps, so that a tree that is
//! looked at from node to node is replayed once. In the tree from the goal an action leads from
//! a node to its parent, so on the way down it is taken back.

use super::runs::{Entry, RunId};
use crate::puzzle::{Board, Direction};
use crate::search::End;
use crate::trace::{NodeId, Trace};
use std::collections::HashMap;

/// Boards that were asked for, and some on the way to them.
#[derive(Default)]
pub struct Replay {
    run: Option<RunId>,
    boards: HashMap<NodeId, Board>,
}

impl Replay {
    /// So many boards are kept; then all are forgotten.
    const MOST: usize = 8192;
    /// On the way to a node, the board after every so many actions is kept.
    const STRIDE: usize = 32;

    /// The board of `node` in the run `entry`; `None` if the node is not recorded. Time in
    /// proportion to the way from the nearest known ancestor.
    pub fn board(&mut self, entry: &Entry, node: NodeId) -> Option<&Board> {
        let trace = entry.run.trace();
        if node >= trace.n_nodes() {
            return None;
        }
        if self.run != Some(entry.id) {
            self.run = Some(entry.id);
            self.boards.clear();
        }
        if !self.boards.contains_key(&node) {
            if self.boards.len() >= Self::MOST {
                self.boards.clear();
            }
            let puzzle = &entry.run.job().puzzle;
            let root = match trace.end(node) {
                End::Start => &puzzle.start,
                End::Goal => &puzzle.goal,
            };
            self.replay(trace, root, node);
        }
        self.boards.get(&node)
    }

    fn replay(&mut self, trace: &Trace, root: &Board, node: NodeId) {
        let mut way = Vec::new();
        let mut known = node;
        let mut board = loop {
            if let Some(board) = self.boards.get(&known) {
                break board.clone();
            }
            let (Some(parent), Some(action)) = (trace.parent(known), trace.action(known)) else {
                break root.clone();
            };
            way.push((known, action));
            known = parent;
        };
        for (i, &(below, action)) in way.iter().rev().enumerate() {
            let direction = Direction::from(action);
            board.slide(match trace.end(node) {
                End::Start => direction,
                End::Goal => direction.opposite(),
            });
            if (i + 1).is_multiple_of(Self::STRIDE) && self.boards.len() < Self::MOST {
                self.boards.insert(below, board.clone());
            }
        }
        self.boards.insert(node, board);
    }
}
