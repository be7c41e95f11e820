//! Finds the nodes of a record for which a condition holds, a part at a time.

use super::expr::{BLOCK, Block, Condition};
use super::matches::Matches;
use crate::{Problem, State};
use tilescope_search::SearchDirection;
use tilescope_trace::{NodeId, Trace};

/// A search for all nodes of a record that meet a condition.
///
/// If the condition names a state, it first walks through the trees, depth first so that each
/// state takes one move from the one before. Then it tests blocks of nodes in order of generation.
#[derive(Debug)]
pub struct Finder {
    condition: Condition,
    problem: Problem,
    n_nodes: NodeId,
    walk: Option<Walk>,
    n_walked: NodeId,
    /// A bit a node for each pattern.
    states: Vec<Vec<u64>>,
    /// The nodes of the solution path, in order of generation.
    solution: Vec<NodeId>,
    /// The first node that is not tested yet.
    next: NodeId,
    matches: Matches,
}

impl Finder {
    /// Searches the nodes that are in the trace now.
    pub fn new(condition: Condition, problem: &Problem, trace: &Trace) -> Self {
        let n_nodes = trace.n_nodes();
        let n_words = (n_nodes as usize).div_ceil(64);
        let mut solution = trace.solution();
        solution.sort_unstable();
        let walk = match condition.patterns.is_empty() {
            true => None,
            false => Walk::new(problem, trace, SearchDirection::Forward),
        };
        Finder {
            walk,
            n_walked: 0,
            states: vec![vec![0; n_words]; condition.patterns.len()],
            condition,
            problem: problem.clone(),
            n_nodes,
            solution,
            next: 0,
            matches: Matches::default(),
        }
    }

    /// Works on, through about `n` nodes; whether all is done. `trace` may have grown.
    pub fn step(&mut self, trace: &Trace, n: u32) -> bool {
        let mut left = n;
        while left > 0 && self.walk.is_some() {
            self.walk_one(trace);
            left -= 1;
        }
        while left > 0 && self.next < self.n_nodes {
            self.test_block(trace);
            left = left.saturating_sub(BLOCK as u32);
        }
        self.walk.is_none() && self.next >= self.n_nodes
    }

    /// The part that is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        if self.n_nodes == 0 {
            return 1.0;
        }
        let n_passes = match self.condition.patterns.is_empty() {
            true => 1.0,
            false => 2.0,
        };
        let done = f64::from(self.n_walked) + f64::from(self.next);
        (done / (n_passes * f64::from(self.n_nodes))).min(1.0)
    }

    /// What was found so far.
    pub fn finish(self) -> Matches {
        self.matches
    }

    /// Notes which patterns the state of the walk's node matches, and goes to the next node.
    fn walk_one(&mut self, trace: &Trace) {
        let Some(walk) = &mut self.walk else { return };
        let node = walk.node as usize;
        for (pattern, bits) in self.condition.patterns.iter().zip(&mut self.states) {
            if let Some(word) = bits.get_mut(node / 64)
                && pattern.matches(&walk.state)
            {
                *word |= 1 << (node % 64);
            }
        }
        self.n_walked += 1;
        if !walk.advance(trace, &self.problem) {
            let is_forward = walk.direction == SearchDirection::Forward;
            let backward = || Walk::new(&self.problem, trace, SearchDirection::Backward);
            self.walk = is_forward.then(backward).flatten();
        }
    }

    fn test_block(&mut self, trace: &Trace) {
        let n = (self.n_nodes - self.next).min(BLOCK as u32);
        let block = Block {
            trace,
            costs: self.condition.costs,
            first: self.next,
            n: n as usize,
            solution: &self.solution,
            states: &self.states,
        };
        for (i, word) in block.test(&self.condition.expr).into_iter().enumerate() {
            // The bits of the nodes that there are.
            let n_here = n.saturating_sub(i as u32 * 64);
            let mask = match n_here {
                64.. => u64::MAX,
                n_here => (1_u64 << n_here) - 1,
            };
            self.matches.push(word & mask);
        }
        self.next += n;
    }
}

/// A walk through one tree, depth first, with the state of the node where it is.
#[derive(Debug)]
struct Walk {
    direction: SearchDirection,
    node: NodeId,
    state: State,
}

impl Walk {
    /// At the root of a tree; `None` if there is no such tree.
    fn new(problem: &Problem, trace: &Trace, direction: SearchDirection) -> Option<Self> {
        let state = match direction {
            SearchDirection::Forward => problem.start(),
            SearchDirection::Backward => problem.goal(),
        };
        let node = trace.root(direction)?;
        Some(Walk {
            direction,
            node,
            state,
        })
    }

    /// Goes to the next node; whether there is one.
    fn advance(&mut self, trace: &Trace, problem: &Problem) -> bool {
        let mut next = trace.first_child(self.node);
        while next.is_none() {
            let Some(parent) = trace.parent(self.node) else {
                return false;
            };
            let sibling = trace.next_sibling(self.node);
            self.take(trace, problem, self.node, Way::Up);
            self.node = parent;
            next = sibling;
        }
        if let Some(next) = next {
            self.take(trace, problem, next, Way::Down);
            self.node = next;
        }
        true
    }

    /// Takes the action between `node` and its parent.
    fn take(&mut self, trace: &Trace, problem: &Problem, node: NodeId, way: Way) {
        let Some(action) = trace.action(node) else {
            return;
        };
        // In the backward tree an action leads from a node to its parent.
        let action = match (self.direction, way) {
            (SearchDirection::Forward, Way::Down) | (SearchDirection::Backward, Way::Up) => action,
            _ => problem.inverse(action),
        };
        problem.apply(&mut self.state, action);
    }
}

/// From a node to its child, or to its parent.
#[derive(Clone, Copy)]
enum Way {
    Down,
    Up,
}
