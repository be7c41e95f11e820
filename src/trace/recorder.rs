//! The observer that writes a search down, in batches.

use super::NodeId;
use crate::search::{Action, Cost, Fate, Halt, Observer};

/// A piece of a trace, to be appended to the pieces before it.
///
/// One entry a node in `parent`, `action`, `fate`, `g`, `h`; one an expansion in `expanded`
/// and `born`; the rest are rare.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub parent: Vec<NodeId>,
    pub action: Vec<u8>,
    pub fate: Vec<Fate>,
    pub g: Vec<Cost>,
    pub h: Vec<Cost>,
    /// The node of each expansion.
    pub expanded: Vec<NodeId>,
    /// How many nodes had been born, in the whole run, when each expansion began.
    pub born: Vec<NodeId>,
    /// Nodes that left the frontier unexpanded: after how many expansions, which, why.
    pub discarded: Vec<(u32, NodeId, Fate)>,
    /// Iterations: after how many expansions, after how many births, with which bound.
    pub iterations: Vec<(u32, NodeId, Cost)>,
}

/// Writes a search down and hands it out in batches.
///
/// Stops recording, but not the search, when it has written down `most` nodes.
pub struct Recorder<F> {
    batch: Batch,
    sink: F,
    n_nodes: NodeId,
    n_expanded: u32,
    most: NodeId,
}

impl<F: FnMut(Batch)> Recorder<F> {
    /// How many nodes a batch holds before it is handed out.
    pub const BATCH: usize = 1 << 14;

    /// A recorder of at most `most` nodes that hands its batches to `sink`.
    pub fn new(most: NodeId, sink: F) -> Self {
        Recorder {
            batch: Batch::default(),
            sink,
            n_nodes: 0,
            n_expanded: 0,
            most,
        }
    }

    /// Hands out what is written and not yet handed out, if anything.
    pub fn flush(&mut self) {
        todo!()
    }
}

impl<F: FnMut(Batch)> Observer for Recorder<F> {
    type Node = NodeId;

    fn root(&mut self, _: Cost) -> NodeId {
        todo!()
    }
    fn generated(&mut self, _: NodeId, _: Action, _: Cost, _: Cost, _: Fate) -> NodeId {
        todo!()
    }
    fn expand(&mut self, _: NodeId) -> Result<(), Halt> {
        todo!()
    }
    fn discard(&mut self, _: NodeId, _: Fate) {
        todo!()
    }
    fn iteration(&mut self, _: Cost) {
        todo!()
    }
    fn grow(&mut self, _: usize) -> Result<(), Halt> {
        Ok(())
    }
}
