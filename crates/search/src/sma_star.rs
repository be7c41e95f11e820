//! Simplified memory-bounded A*: A* that keeps no more nodes than it is given, and forgets the
//! worst for the best.

use super::about::Kind;
use super::memory::ReserveWith;
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::{
    About, Action, Algorithm, Applies, Completeness, Cost, Directionality, Duplicates, Heuristic,
    NodeOutcome, Observer, Optimality, Options, Outcome, Solution, Space, StopReason,
};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Simplified memory-bounded A*.
#[derive(Clone, Copy, Debug)]
pub struct SmaStar {
    most_nodes: usize,
    duplicates: Duplicates,
}

impl Algorithm for SmaStar {
    const ABOUT: About = About {
        key: "sma-star",
        name: "SMA*",
        summary: "Searches like A* in so many nodes, and forgets the worst leaf for a new one.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Sum,
        selection: Selection::LowestBackedUpF,
        pruning: Pruning::NodeBudget,
        ends: Directionality::Unidirectional,
        complete: Completeness::WithinNodeBudget,
        optimal: Optimality::Admissible,
        uses_heuristic: true,
        options: &[
            Applies::NodeBudget,
            Applies::Duplicates(&[Duplicates::Parent, Duplicates::Path, Duplicates::None]),
        ],
        text: "It expands the leaf with the lowest f = g + h, the deepest and newest of equals. \
               When as many nodes are kept as it may keep, the leaf with the highest f, the \
               shallowest and oldest of equals, is forgotten; its f is stored with its parent, so \
               that the search comes back when nothing else is better. A path that fills \
               the memory alone goes no farther. So it finds a solution if one fits into its \
               memory, and the first is a cheapest one if h never overestimates and the costs \
               are equal; else a cheaper, longer one may not have fitted. With little \
               memory it generates the same nodes again and again.\n\n\
               Russell, “Efficient memory-bounded search methods”, 1992; here a node gets all \
               its successors at once at first, as in Russell & Norvig.",
    };

    fn with(options: &Options) -> Self {
        SmaStar {
            most_nodes: options.node_budget.max(Self::LEAST_NODES),
            duplicates: options.duplicates,
        }
    }

    fn search<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Outcome<O::Node> {
        self.run(space, heuristic, start, observer)
            .unwrap_or_else(Outcome::Stopped)
    }
}

impl SmaStar {
    /// The fewest nodes to be useful: the root and its successors are never forgotten.
    pub const LEAST_NODES: usize = 16;

    /// Invariant: whatever is not in memory lies below a node in memory whose `missing` says,
    /// by the place of the successor that leads there, at least how much it costs.
    fn run<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Result<Outcome<O::Node>, StopReason> {
        let mut memory = Memory::new();
        let mut is_cut = false;
        memory.reserve_with(observer)?;
        let h = heuristic.estimate(&start);
        memory.add(Node {
            state: start,
            g: 0,
            h,
            depth: 0,
            missing: [h; 8],
            n_children: 0,
            origin: None,
            age: 0,
            handle: observer.root(h),
        });

        while let Some(&(_, index)) = memory.open.last() {
            let node = memory.nodes[index];
            if space.is_goal(&node.state) {
                let mut actions: Vec<Action> =
                    memory.path(index).filter_map(|on| on.action()).collect();
                actions.reverse();
                return Ok(Outcome::Solved(Solution {
                    actions,
                    cost: node.g,
                    node: node.handle,
                }));
            }
            // The path, and the successors of the root, cannot make room.
            let n_kept = node.depth as usize + usize::from(memory.nodes[ROOT].n_children);
            if node.depth > 0 && n_kept >= self.most_nodes {
                observer.discard(node.handle, NodeOutcome::Cut);
                is_cut = true;
                memory.withdraw(index);
                memory.nodes[index].missing = [NEVER; 8];
                memory.forget(index, None, observer);
                continue;
            }

            if node.n_children > 0 {
                memory.put_back(index, observer);
            }
            memory.reserve_with(observer)?;
            observer.expand(memory.nodes[index].handle)?;
            memory.withdraw(index);
            let f = node.f();
            for missing in &mut memory.nodes[index].missing {
                if *missing == f {
                    *missing = NEVER;
                }
            }
            let undo = match self.duplicates {
                Duplicates::Parent => node.action().and_then(|action| space.inverse(action)),
                _ => None,
            };
            for (place, action) in space.actions(&node.state).enumerate() {
                if node.missing[place] != f || undo == Some(action) {
                    continue;
                }
                let state = space.apply(&node.state, action);
                let g = node.g.saturating_add(space.cost(&node.state, action));
                let h = heuristic.update(node.h, &node.state, action, &state);
                let mut child = Node {
                    state,
                    g,
                    h,
                    depth: node.depth + 1,
                    // It costs as much as was known of it before.
                    missing: [f.max(g.saturating_add(h)); 8],
                    n_children: 0,
                    origin: Some((action, place, index)),
                    age: memory.n_born,
                    handle: node.handle,
                };
                let fate = if self.closes_a_cycle(space, &memory, index, &state) {
                    NodeOutcome::Cycle
                } else if memory.has_room_for(&child, index, self.most_nodes, observer) {
                    NodeOutcome::Frontier
                } else {
                    NodeOutcome::Cut
                };
                let parent = memory.nodes[index].handle;
                child.handle = observer.generated(parent, action, g, h, fate);
                match fate {
                    NodeOutcome::Frontier => memory.add(child),
                    NodeOutcome::Cut => memory.nodes[index].missing[place] = child.f(),
                    _ => {}
                }
            }
            memory.settle(index, observer);
        }
        Ok(if is_cut {
            Outcome::CutOff
        } else {
            Outcome::Exhausted
        })
    }

    fn closes_a_cycle<S: Space, N: Copy>(
        &self,
        space: &S,
        memory: &Memory<S::State, N>,
        parent: usize,
        state: &S::State,
    ) -> bool {
        self.duplicates == Duplicates::Path && {
            let key = space.key(state);
            memory.path(parent).any(|on| space.key(&on.state) == key)
        }
    }
}

/// The root's place in memory, which it never leaves.
const ROOT: usize = 0;

/// A node in memory.
#[derive(Clone, Copy)]
struct Node<S, N> {
    state: S,
    g: Cost,
    h: Cost,
    depth: u32,
    /// For each action, in their order, the least f known under the successor that it makes:
    /// [`NEVER`] if that is in memory, or holds no solution.
    missing: [Cost; 8],
    /// How many of its successors are in memory.
    n_children: u8,
    /// What led to it, its place among the actions of the parent, and the parent; nothing
    /// leads to the root.
    origin: Option<(Action, usize, usize)>,
    /// How many nodes were born before it.
    age: u64,
    handle: N,
}

/// The evaluation of what holds no solution.
const NEVER: Cost = Cost::MAX;

impl<S, N> Node<S, N> {
    fn action(&self) -> Option<Action> {
        self.origin.map(|(action, ..)| action)
    }

    /// The least f of what is to be generated here.
    fn f(&self) -> Cost {
        self.missing.into_iter().min().unwrap_or(NEVER)
    }

    /// The best last: lowest f, deepest, newest.
    fn rank(&self) -> Rank {
        (Reverse(self.f()), self.depth, self.age)
    }
}

type Rank = (Reverse<Cost>, u32, u64);

/// The nodes in memory, in the order of their ranks.
struct Memory<S, N> {
    nodes: Vec<Node<S, N>>,
    /// Places in `nodes` that are to be had.
    free: Vec<usize>,
    /// Nodes with something missing: to be expanded, or expanded again.
    open: BTreeSet<(Rank, usize)>,
    /// Nodes without a successor in memory, but for the root and its successors, which are
    /// never forgotten.
    leaves: BTreeSet<(Rank, usize)>,
    n_born: u64,
}

impl<S: Copy, N: Copy> Memory<S, N> {
    fn new() -> Self {
        Memory {
            nodes: Vec::new(),
            free: Vec::new(),
            open: BTreeSet::new(),
            leaves: BTreeSet::new(),
            n_born: 0,
        }
    }

    /// Makes room for the successors of a node.
    fn reserve_with<O: Observer>(&mut self, observer: &mut O) -> Result<(), StopReason> {
        let before = self.nodes.capacity();
        self.nodes.reserve_with(8, observer)?;
        let more = self.nodes.capacity() - before;
        if more > 0 {
            let n_free = self.free.len();
            self.free
                .reserve_with(self.nodes.capacity() - n_free, observer)?;
            // Two trees, whose blocks are half full at least.
            observer.reserve(2 * 2 * more * size_of::<(Rank, usize)>())?;
        }
        Ok(())
    }

    /// Takes a node out of the order before it is changed.
    fn withdraw(&mut self, index: usize) {
        let entry = (self.nodes[index].rank(), index);
        self.open.remove(&entry);
        self.leaves.remove(&entry);
    }

    /// Puts a node where its rank is.
    fn file(&mut self, index: usize) {
        let node = &self.nodes[index];
        let entry = (node.rank(), index);
        if node.f() < NEVER {
            self.open.insert(entry);
        }
        if node.n_children == 0 && node.depth > 1 {
            self.leaves.insert(entry);
        }
    }

    /// The nodes from `index` up to the root.
    fn path(&self, index: usize) -> impl Iterator<Item = &Node<S, N>> {
        let node = &self.nodes[index];
        std::iter::successors(Some(node), |node| {
            node.origin.map(|(.., parent)| &self.nodes[parent])
        })
    }

    /// Puts a newborn node into memory.
    fn add(&mut self, node: Node<S, N>) {
        self.n_born += 1;
        if let Some((.., parent)) = node.origin {
            self.nodes[parent].n_children += 1;
        }
        let index = match self.free.pop() {
            Some(index) => {
                self.nodes[index] = node;
                index
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        };
        self.file(index);
    }

    /// Whether there is room for `child` of `parent` among `most` nodes, now or when a leaf
    /// that is worse was forgotten.
    fn has_room_for<O: Observer<Node = N>>(
        &mut self,
        child: &Node<S, N>,
        parent: usize,
        most: usize,
        observer: &mut O,
    ) -> bool {
        if self.nodes.len() - self.free.len() < most {
            return true;
        }
        match self.leaves.first() {
            Some(&(rank, worst)) if rank < child.rank() => {
                observer.discard(self.nodes[worst].handle, NodeOutcome::Cut);
                self.forget(worst, Some(parent), observer);
                true
            }
            _ => false,
        }
    }

    /// Forgets a node without successors in memory; its parent stores its f, and is settled
    /// in its turn unless it is the one that is `being_expanded`.
    fn forget<O: Observer<Node = N>>(
        &mut self,
        leaf: usize,
        being_expanded: Option<usize>,
        observer: &mut O,
    ) {
        let Some((_, place, parent)) = self.nodes[leaf].origin else {
            return;
        };
        self.withdraw(leaf);
        self.free.push(leaf);
        self.withdraw(parent);
        self.nodes[parent].missing[place] = self.nodes[leaf].f();
        self.nodes[parent].n_children -= 1;
        if Some(parent) != being_expanded {
            self.settle(parent, observer);
        }
    }

    /// Files a node that was expanded, or has lost a successor. If none is left in memory it
    /// waits on the frontier again, or is forgotten if nothing is missing there either.
    fn settle<O: Observer<Node = N>>(&mut self, index: usize, observer: &mut O) {
        let node = &self.nodes[index];
        if node.n_children == 0 {
            if node.f() == NEVER {
                return self.forget(index, None, observer);
            }
            self.put_back(index, observer);
        }
        self.file(index);
    }

    /// Tells that a node that was expanded waits again.
    fn put_back<O: Observer<Node = N>>(&mut self, index: usize, observer: &mut O) {
        let node = self.nodes[index];
        if let Some((action, _, parent)) = node.origin {
            let parent = self.nodes[parent].handle;
            self.nodes[index].handle = observer.requeued(parent, action, node.g, node.h);
        }
    }
}
