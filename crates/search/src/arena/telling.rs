//! What an arena tells the observer of its nodes.

use super::{Arena, ArenaNode, NodeIndex, OpenNode};
use crate::{Heuristic, NodeEvent, NodeOutcome, NodeView, Observer, Space};

impl<S: Space, H: Heuristic<S>, N: Copy> Arena<'_, S, H, N> {
    /// Tells the observer that the open node `index` leaves the frontier.
    pub fn discard<O: Observer<Node = N>>(
        &self,
        index: NodeIndex,
        outcome: NodeOutcome,
        observer: &mut O,
    ) {
        self.discard_node(&self.node(index), outcome, observer);
    }

    /// The same of a node that need not be stored.
    pub fn discard_node<O: Observer<Node = N>>(
        &self,
        node: &ArenaNode<S::Key, N>,
        outcome: NodeOutcome,
        observer: &mut O,
    ) {
        observer.discard(node.handle, outcome);
        let state = self.space.unpack(node.key);
        let event = NodeEvent::Discarded(outcome);
        self.examine_stored(event, node, &state, observer);
    }

    /// Lets the observer examine a node that has left the frontier.
    #[inline(always)]
    pub fn examine<O: Observer<Node = N>>(
        &self,
        event: NodeEvent,
        node: &OpenNode<S::State, N>,
        observer: &mut O,
    ) {
        let view = NodeView {
            space: self.space,
            state: &node.state,
            g: node.g,
            h: node.h,
        };
        observer.examine(event, node.handle, view);
    }

    /// Lets the observer examine a node with this state.
    #[inline(always)]
    pub(super) fn examine_stored<O: Observer<Node = N>>(
        &self,
        event: NodeEvent,
        node: &ArenaNode<S::Key, N>,
        state: &S::State,
        observer: &mut O,
    ) {
        let view = NodeView {
            space: self.space,
            state,
            g: node.g,
            h: node.h,
        };
        observer.examine(event, node.handle, view);
    }
}
