//! What is in a subtree at a moment: how many nodes, how many of them open, and the least f of these.

use super::Subtrees;
use crate::index::Siblings;
use crate::{Moment, NodeId, Status, Trace};

/// What is in a subtree at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    /// Nodes that exist, the root of the subtree included.
    pub generated: NodeId,
    /// Nodes on the frontier.
    pub frontier: NodeId,
    /// The least f on the frontier, in thousandths; `None` if nothing is, or if the algorithm has no f.
    pub least_f: Option<u64>,
    /// The depth of the deepest node that exists.
    pub max_depth: u32,
}

/// Counts the nodes of a subtree in steps. A small subtree is followed from parent to child; a large
/// one is found in one pass over the nodes that are younger than its root.
#[derive(Debug)]
pub struct Counter {
    node: NodeId,
    t: Moment,
    factors: Option<(u32, u32)>,
    summary: Summary,
    search: Search,
}

#[derive(Debug)]
enum Search {
    /// Siblings that are to be counted.
    Links(Vec<Siblings>),
    /// A bit for each node from the subtree's root on: whether it is in the subtree.
    Pass { next: NodeId, members: Vec<u64> },
}

/// Following a link takes as long as passing over this many nodes.
const NODES_PER_LINK: u64 = 16;

impl Counter {
    /// Counts what is below `node` at `t`, itself included. `factors` are those of g and h in f, in
    /// thousandths.
    pub fn new(
        trace: &Trace,
        subtrees: &Subtrees,
        node: NodeId,
        t: Moment,
        factors: Option<(u32, u32)>,
    ) -> Self {
        let younger = u64::from(trace.n_generated(t).saturating_sub(node));
        let is_small = u64::from(subtrees.size(node)) * NODES_PER_LINK < younger;
        Counter {
            node,
            t,
            factors,
            summary: Summary::default(),
            search: match is_small {
                true => Search::Links(vec![Siblings::only(node)]),
                false => Search::Pass {
                    next: node,
                    members: Vec::new(),
                },
            },
        }
    }

    /// Looks at about `n` nodes more; returns whether all is done.
    pub fn step(&mut self, trace: &Trace, n: usize) -> bool {
        let end = trace.n_generated(self.t);
        match &mut self.search {
            Search::Links(due) => {
                let mut left = n;
                while left > 0
                    && let Some(siblings) = due.last_mut()
                {
                    left -= 1;
                    match siblings.next(trace).filter(|&node| node < end) {
                        Some(node) => {
                            (self.summary).add(trace, node, self.t, self.factors);
                            due.push(Siblings::below(trace, node));
                        }
                        None => drop(due.pop()),
                    }
                }
                due.is_empty()
            }
            Search::Pass { next, members } => {
                let until = end.min(next.saturating_add(n.min(1 << 30) as NodeId));
                for node in *next..until {
                    let parent = trace.parent(node);
                    let place = |node: NodeId| {
                        let i = (node - self.node) as usize;
                        (i / 64, i % 64)
                    };
                    let is_member = node == self.node
                        || parent.is_some_and(|parent| {
                            parent >= self.node && {
                                let (word, bit) = place(parent);
                                members[word] >> bit & 1 == 1
                            }
                        });
                    let (word, bit) = place(node);
                    if bit == 0 {
                        members.push(0);
                    }
                    if is_member {
                        members[word] |= 1 << bit;
                        (self.summary).add(trace, node, self.t, self.factors);
                    }
                }
                *next = until.max(*next);
                *next >= end
            }
        }
    }

    /// What is counted so far.
    pub fn summary(&self) -> Summary {
        self.summary
    }
}

impl Summary {
    fn add(&mut self, trace: &Trace, node: NodeId, t: Moment, factors: Option<(u32, u32)>) {
        self.generated += 1;
        self.max_depth = self.max_depth.max(trace.depth(node));
        if trace.status(node, t) != Status::Frontier {
            return;
        }
        self.frontier += 1;
        if let Some((of_g, of_h)) = factors {
            let (g, h) = (u64::from(trace.g(node)), u64::from(trace.h(node)));
            let f = u64::from(of_g) * g + u64::from(of_h) * h;
            self.least_f = Some(self.least_f.map_or(f, |least| least.min(f)));
        }
    }
}
