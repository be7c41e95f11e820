//! Backed-up f: the value by which a memory-bounded search orders a node, found by replaying the
//! record.
//!
//! When the successors of a node are forgotten, the node stores the least f known below each. Its
//! own value is then the least of these; its successors inherit it when they are generated again.

use std::cmp::Reverse;
use std::collections::HashMap;
use tilescope_search::{Cost, NodeOutcome, Pruning};
use tilescope_trace::{Moment, NodeId, Trace};

/// The backed-up values at a moment.
///
/// A node that is put back on the frontier has a new number in the record. It is the same node: its
/// *identity* is the number that it had first.
pub struct BackedUp<'a> {
    trace: &'a Trace,
    pruning: Pruning,
    node_budget: usize,
    /// By number.
    identity: Vec<NodeId>,
    /// The last identity of each successor, by the identity of the parent and the action.
    successor: HashMap<(NodeId, u8), NodeId>,
    /// By number, its value before its first expansion.
    initial: Vec<Cost>,
    /// By identity, for nodes that were expanded: the values of forgotten successors, by action.
    forgotten: HashMap<NodeId, Vec<(u8, Cost)>>,
}

/// The value of a dead end.
pub const INFINITY: Cost = Cost::MAX;

impl<'a> BackedUp<'a> {
    /// The values after step `t`. Takes time proportional to the record until then.
    pub fn at(trace: &'a Trace, t: Moment, pruning: Pruning, node_budget: usize) -> Self {
        let mut replay = BackedUp {
            trace,
            pruning,
            node_budget,
            identity: Vec::new(),
            successor: HashMap::new(),
            initial: Vec::new(),
            forgotten: HashMap::new(),
        };
        // Deeper nodes are forgotten before their parents.
        let mut discards: Vec<(Moment, Reverse<u32>, NodeId)> = (0..trace.n_generated(t))
            .filter(|&node| trace.outcome(node).is_on_frontier())
            .filter_map(|node| {
                let (at, _) = trace.discarded_at(node)?;
                (at <= t).then(|| (at, Reverse(trace.depth(node)), node))
            })
            .collect();
        discards.sort_unstable();
        let mut discards = discards.into_iter().peekable();
        replay.add(0, 0);
        for at in 1..=t {
            replay.expand(at);
            while let Some((.., node)) = discards.next_if(|&(when, ..)| when == at) {
                replay.forget(node);
            }
        }
        replay
    }

    /// The value of `node`; [`INFINITY`] for a dead end, or if all its successors are in memory.
    pub fn value(&self, node: NodeId) -> Cost {
        self.value_of(self.identity[node as usize])
    }

    /// The value that the parent of `node` stored when `node` was forgotten.
    pub fn stored(&self, node: NodeId) -> Option<Cost> {
        let parent = self.identity[self.trace.parent(node)? as usize];
        let action = self.trace.action(node)?.0;
        let stored = self.forgotten.get(&parent)?;
        let entry = stored.iter().find(|&&(other, _)| other == action);
        entry.map(|&(_, value)| value)
    }

    fn value_of(&self, identity: NodeId) -> Cost {
        match self.forgotten.get(&identity) {
            Some(values) => values
                .iter()
                .map(|&(_, value)| value)
                .min()
                .unwrap_or(INFINITY),
            None => self.initial[identity as usize],
        }
    }

    /// Step `at`: a node is expanded, and its successors are generated.
    fn expand(&mut self, at: Moment) {
        let Some(node) = self.trace.expanded_node(at) else {
            return;
        };
        let identity = self.identity[node as usize];
        let value = self.value_of(identity);
        let values = self.forgotten.entry(identity).or_default();
        match self.pruning {
            // Successors with a higher value stay forgotten.
            Pruning::NodeBudget => values.retain(|&(_, other)| other != value),
            _ => values.clear(),
        }
        let own = f(self.trace, node);
        let inherited = match self.pruning {
            Pruning::NodeBudget => value,
            // Only a node that was expanded before has a value above its own f.
            _ if value > own => value,
            _ => 0,
        };
        for child in self.trace.generated_in(at) {
            self.add(child, inherited);
        }
    }

    /// Adds a node that was generated, with a value of at least `inherited`.
    fn add(&mut self, node: NodeId, inherited: Cost) {
        let trace = self.trace;
        self.initial.push(f(trace, node).max(inherited));
        let (Some(parent), Some(action)) = (trace.parent(node), trace.action(node)) else {
            self.identity.push(node);
            return;
        };
        let key = (self.identity[parent as usize], action.0);
        let identity = match trace.outcome(node) {
            NodeOutcome::Reopened => self.successor.get(&key).copied().unwrap_or(node),
            _ => node,
        };
        self.identity.push(identity);
        match trace.outcome(node) {
            NodeOutcome::Cycle => {}
            // There was no room for it.
            NodeOutcome::Cut => self.store(key, self.initial[node as usize]),
            _ => {
                self.successor.insert(key, identity);
            }
        }
    }

    fn forget(&mut self, node: NodeId) {
        let (Some(parent), Some(action)) = (self.trace.parent(node), self.trace.action(node))
        else {
            return;
        };
        let value = match self.fills_memory(node) {
            true => INFINITY,
            false => self.value(node),
        };
        self.store((self.identity[parent as usize], action.0), value);
    }

    fn store(&mut self, (parent, action): (NodeId, u8), value: Cost) {
        let values = self.forgotten.entry(parent).or_default();
        values.retain(|&(other, _)| other != action);
        values.push((action, value));
    }

    /// Whether the path to a node and the successors of the root, which are never forgotten, leave
    /// no memory for a successor.
    pub fn fills_memory(&self, node: NodeId) -> bool {
        let trace = self.trace;
        let is_kept = |&child: &NodeId| trace.outcome(child) == NodeOutcome::Frontier;
        self.pruning == Pruning::NodeBudget
            && trace.depth(node) as usize + trace.children(0).filter(is_kept).count()
                >= self.node_budget
    }
}

fn f(trace: &Trace, node: NodeId) -> Cost {
    trace.g(node).saturating_add(trace.h(node))
}
