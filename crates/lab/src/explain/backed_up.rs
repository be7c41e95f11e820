//! Backed-up f: the value by which a memory-bounded search orders a node, found by replaying the
//! record.
//!
//! When the successors of a node are forgotten, the node stores the least f known below each. Its
//! own value is then the least of these; its successors inherit it when they are generated again.

use crate::Job;
use std::cmp::Reverse;
use std::collections::HashMap;
use tilescope_search::{Cost, NodeOutcome, Pruning};
use tilescope_trace::{Moment, NodeId, Status, Trace};

/// The backed-up values at a moment, which can go on to later ones.
///
/// A node that is put back on the frontier has a new number in the record. It is the same node: its
/// *identity* is the number that it had first.
#[derive(Debug)]
pub struct BackedUp {
    t: Moment,
    pruning: Pruning,
    node_budget: usize,
    /// By number.
    identity: Vec<NodeId>,
    /// The last identity of each successor, by the identity of the parent and the action.
    successor: HashMap<(NodeId, u8), NodeId>,
    /// The last number of each successor, by the same.
    newest: HashMap<(NodeId, u8), NodeId>,
    /// By number, its value before its first expansion.
    initial: Vec<Cost>,
    /// By identity, for nodes that were expanded: the values of forgotten successors, by action.
    forgotten: HashMap<NodeId, Vec<(u8, Cost)>>,
    /// The nodes that are discarded, and when: those of the same moment from the deepest up.
    discards: Vec<(Moment, Reverse<u32>, NodeId)>,
    n_discarded: usize,
}

/// The value of a dead end.
pub const INFINITY: Cost = Cost::MAX;

impl BackedUp {
    /// The values at moment 0. The trace must not grow from now on.
    pub fn new(job: &Job, trace: &Trace) -> Self {
        // Deeper nodes are forgotten before their parents.
        let mut discards: Vec<(Moment, Reverse<u32>, NodeId)> = (0..trace.n_nodes())
            .filter(|&node| trace.outcome(node).is_on_frontier())
            .filter_map(|node| {
                let (at, _) = trace.discarded_at(node)?;
                Some((at, Reverse(trace.depth(node)), node))
            })
            .collect();
        discards.sort_unstable();
        let settings = &job.settings;
        let mut replay = BackedUp {
            t: 0,
            pruning: settings.strategy().pruning,
            node_budget: settings.options.node_budget,
            identity: Vec::new(),
            successor: HashMap::new(),
            newest: HashMap::new(),
            initial: Vec::new(),
            forgotten: HashMap::new(),
            discards,
            n_discarded: 0,
        };
        replay.add(trace, 0, 0);
        replay
    }

    /// Goes on towards step `t`, by `n` steps at most; returns whether it is there.
    pub fn advance(&mut self, trace: &Trace, t: Moment, n: Moment) -> bool {
        let end = t.min(self.t.saturating_add(n));
        while self.t < end {
            self.t += 1;
            self.expand(trace);
            while let Some(&(at, _, node)) = self.discards.get(self.n_discarded)
                && at == self.t
            {
                self.forget(trace, node);
                self.n_discarded += 1;
            }
        }
        self.t == t
    }

    pub fn t(&self) -> Moment {
        self.t
    }

    /// The nodes that the search may take next, in its order, with their values: those on the
    /// frontier, and those of which some successors are forgotten.
    pub fn order(&self, trace: &Trace) -> Vec<(NodeId, Cost)> {
        let mut order: Vec<(Cost, Reverse<u32>, i64, NodeId)> = Vec::new();
        for (node, &identity) in (0..).zip(&self.identity) {
            let is_taken = match trace.status(node, self.t) {
                Status::Frontier => true,
                // What was expanded again has a newer number.
                Status::Expanded => {
                    let key = trace.parent(node).zip(trace.action(node));
                    let key =
                        key.map(|(parent, action)| (self.identity[parent as usize], action.0));
                    let is_newest = key.is_none_or(|key| self.newest.get(&key) == Some(&node));
                    is_newest
                        && self
                            .forgotten
                            .get(&identity)
                            .is_some_and(|it| !it.is_empty())
                }
                _ => false,
            };
            let value = self.value_of(identity);
            if is_taken && value < INFINITY {
                // Recursive best-first search takes the first of equals, SMA* the newest.
                let age = match self.pruning {
                    Pruning::NodeBudget => -i64::from(identity),
                    _ => identity.into(),
                };
                order.push((value, Reverse(trace.depth(node)), age, node));
            }
        }
        order.sort_unstable();
        order.into_iter().map(|it| (it.3, it.0)).collect()
    }

    /// The value of `node`; infinite for a dead end, or if all its successors are in memory.
    pub fn value(&self, node: NodeId) -> Cost {
        self.value_of(self.identity[node as usize])
    }

    /// Whether two numbers are of the same node.
    pub fn are_same(&self, a: NodeId, b: NodeId) -> bool {
        let identity = |node| self.identity.get(node as usize);
        a == b || identity(a).is_some() && identity(a) == identity(b)
    }

    /// The value that the parent of `node` stored when `node` was forgotten.
    pub fn stored(&self, trace: &Trace, node: NodeId) -> Option<Cost> {
        let parent = self.identity[trace.parent(node)? as usize];
        let action = trace.action(node)?.0;
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

    /// The step to `t`: a node is expanded, and its successors are generated.
    fn expand(&mut self, trace: &Trace) {
        let Some(node) = trace.expanded_node(self.t) else {
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
        let own = f(trace, node);
        let inherited = match self.pruning {
            Pruning::NodeBudget => value,
            // Only a node that was expanded before has a value above its own f.
            _ if value > own => value,
            _ => 0,
        };
        for child in trace.generated_in(self.t) {
            self.add(trace, child, inherited);
        }
    }

    /// Adds a node that was generated, with a value of at least `inherited`.
    fn add(&mut self, trace: &Trace, node: NodeId, inherited: Cost) {
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
                self.newest.insert(key, node);
            }
        }
    }

    fn forget(&mut self, trace: &Trace, node: NodeId) {
        let (Some(parent), Some(action)) = (trace.parent(node), trace.action(node)) else {
            return;
        };
        let value = match self.fills_memory(trace, node) {
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
    pub fn fills_memory(&self, trace: &Trace, node: NodeId) -> bool {
        let is_kept = |&child: &NodeId| trace.outcome(child) == NodeOutcome::Frontier;
        self.pruning == Pruning::NodeBudget
            && trace.depth(node) as usize + trace.children(0).filter(is_kept).count()
                >= self.node_budget
    }
}

fn f(trace: &Trace, node: NodeId) -> Cost {
    trace.g(node).saturating_add(trace.h(node))
}
