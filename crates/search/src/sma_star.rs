//! Simplified memory-bounded A*: A* that keeps no more nodes than it is given, and forgets the
//! worst for the best.

use super::about::Kind;
use super::memory::{ReserveWith, check_machine};
use super::open_list::Evaluation;
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::successors::{Child, check_path_cost};
use super::{
    About, Action, Algorithm, Applies, Completeness, Cost, Directionality, Duplicates, Heuristic,
    NodeEvent, NodeOutcome, NodeView, Observer, Optimality, Options, Outcome, Solution, Space,
    StopReason,
};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Simplified memory-bounded A*.
#[derive(Clone, Copy, Debug)]
pub struct SmaStar {
    max_nodes: usize,
    duplicates: Duplicates,
}

impl Algorithm for SmaStar {
    const ABOUT: About = About {
        key: "sma-star",
        name: "SMA*",
        other_names: &["simplified memory-bounded A*"],
        summary: "Searches like A*, and forgets the worst leaf when memory is full.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Sum,
        selection: Selection::LowestBackedUpF,
        pruning: Pruning::NodeBudget,
        directionality: Directionality::Unidirectional,
        complete: Completeness::WithinNodeBudget,
        optimal: Optimality::Admissible,
        uses_heuristic: true,
        options: &[
            Applies::NodeBudget,
            Applies::Duplicates(&[Duplicates::Parent, Duplicates::Path, Duplicates::None]),
        ],
        description: "It expands the leaf with the lowest f = g + h, the deepest and newest of equals. \
               When memory is full, it forgets the leaf with the highest f, the shallowest and \
               oldest of equals. The f is stored with the parent, so that the search can return \
               when nothing else is better. A path that fills the memory is cut. So it finds a \
               solution if one fits into memory. The first is a cheapest one if h never \
               overestimates and all actions cost the same; otherwise a cheaper, longer one may \
               not have fitted. With little memory it generates the same nodes again and again.\n\n\
               Russell, “Efficient memory-bounded search methods”, 1992; here \
               the first expansion of a node generates all successors, as in Russell & Norvig.",
    };

    fn with(options: &Options) -> Self {
        SmaStar {
            max_nodes: options.node_budget.max(Self::MIN_NODES),
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
    /// The least useful number of nodes: the root and its successors are never forgotten.
    pub const MIN_NODES: usize = 16;

    /// Invariant: every node that is not in memory is below a node in memory. There, the entry of
    /// `forgotten_f` for the successor that leads to it is a lower bound on its f.
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
        memory.add(TreeNode {
            state: start,
            g: 0,
            h,
            depth: 0,
            forgotten_f: [h.into(); 8],
            n_children: 0,
            origin: None,
            age: 0,
            handle: observer.root(h),
        });
        let event = NodeEvent::Generated(NodeOutcome::Frontier);
        memory.examine(ROOT, event, space, observer);

        while let Some(&(_, index)) = memory.open.last() {
            let node = memory.nodes[index];
            if space.is_goal(&node.state) {
                let mut actions: Vec<Action> = memory
                    .path(index)
                    .filter_map(|node| node.action())
                    .collect();
                actions.reverse();
                return Ok(Outcome::Solved(Solution {
                    actions,
                    cost: node.g,
                    node: node.handle,
                }));
            }
            // The path and the successors of the root are never forgotten.
            let n_kept = node.depth as usize + usize::from(memory.nodes[ROOT].n_children);
            if node.depth > 0 && n_kept >= self.max_nodes {
                observer.discard(node.handle, NodeOutcome::Cut);
                memory.examine(
                    index,
                    NodeEvent::Discarded(NodeOutcome::Cut),
                    space,
                    observer,
                );
                is_cut = true;
                memory.withdraw(index);
                memory.nodes[index].forgotten_f = [INFINITY; 8];
                memory.forget(index, None, observer);
                continue;
            }

            check_path_cost(node.g)?;
            if node.n_children > 0 {
                memory.requeue(index, observer);
            }
            memory.reserve_with(observer)?;
            observer.expand(memory.nodes[index].handle)?;
            memory.examine(index, NodeEvent::Expanded, space, observer);
            memory.withdraw(index);
            let f = node.f();
            for stored in &mut memory.nodes[index].forgotten_f {
                if *stored == f {
                    *stored = INFINITY;
                }
            }
            let undo = match self.duplicates {
                Duplicates::Parent => node.action().and_then(|action| space.inverse(action)),
                _ => None,
            };
            for (place, chosen) in space.moves(&node.state, None).enumerate() {
                if node.forgotten_f[place] != f || undo == Some(chosen.into()) {
                    continue;
                }
                let parent = (&node.state, node.g, node.h);
                let Child {
                    action,
                    state,
                    g,
                    h,
                } = Child::new(space, heuristic, parent, chosen);
                let mut child = TreeNode {
                    state,
                    g,
                    h,
                    depth: node.depth + 1,
                    // It inherits the f that was stored for it.
                    forgotten_f: [f.max(Evaluation::from(g) + Evaluation::from(h)); 8],
                    n_children: 0,
                    origin: Some((action, place, index)),
                    age: memory.n_generated,
                    handle: node.handle,
                };
                let outcome = if self.closes_a_cycle(space, &memory, index, &state) {
                    NodeOutcome::Cycle
                } else if memory.make_room_for(&child, index, self.max_nodes, space, observer) {
                    NodeOutcome::Frontier
                } else {
                    NodeOutcome::Cut
                };
                let parent = memory.nodes[index].handle;
                child.handle = observer.generated(parent, action, g, h, outcome);
                let event = NodeEvent::Generated(outcome);
                observer.examine(event, child.handle, child.view(space));
                match outcome {
                    NodeOutcome::Frontier => memory.add(child),
                    NodeOutcome::Cut => memory.nodes[index].forgotten_f[place] = child.f(),
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
            memory
                .path(parent)
                .any(|node| space.key(&node.state) == key)
        }
    }
}

/// The index of the root, which is never forgotten.
const ROOT: usize = 0;

/// A node in memory.
#[derive(Clone, Copy)]
struct TreeNode<State, N> {
    state: State,
    g: Cost,
    h: Cost,
    depth: u32,
    /// For each action, in their order, the least f known below its successor; [`INFINITY`] if the
    /// successor is in memory or a dead end.
    forgotten_f: [Evaluation; 8],
    /// The number of its successors in memory.
    n_children: u8,
    /// The action that led to it, the position of that action among those of the parent, and the
    /// index of the parent; `None` for the root.
    origin: Option<(Action, usize, usize)>,
    /// The number of nodes generated before it.
    age: u64,
    handle: N,
}

/// The f of a dead end. No sum of costs is as great.
const INFINITY: Evaluation = Evaluation::MAX;

impl<State, N> TreeNode<State, N> {
    fn view<'a, S: Space<State = State>>(&'a self, space: &'a S) -> NodeView<'a, S> {
        NodeView {
            space,
            state: &self.state,
            g: self.g,
            h: self.h,
        }
    }

    fn action(&self) -> Option<Action> {
        self.origin.map(|(action, ..)| action)
    }

    /// Its f: the least of the successors that are not in memory.
    fn f(&self) -> Evaluation {
        self.forgotten_f.into_iter().min().unwrap_or(INFINITY)
    }

    /// The order of expansion, the best last: lowest f, then deepest, then newest.
    fn rank(&self) -> Rank {
        (Reverse(self.f()), self.depth, self.age)
    }
}

type Rank = (Reverse<Evaluation>, u32, u64);

/// The nodes in memory, ordered by rank.
struct Memory<State, N> {
    nodes: Vec<TreeNode<State, N>>,
    /// Free indices in `nodes`.
    free: Vec<usize>,
    /// Nodes with a successor to generate, to be expanded for the first time or again.
    open: BTreeSet<(Rank, usize)>,
    /// Nodes without a successor in memory, except the root and its successors, which are never
    /// forgotten.
    leaves: BTreeSet<(Rank, usize)>,
    n_generated: u64,
}

impl<State: Copy, N: Copy> Memory<State, N> {
    fn new() -> Self {
        Memory {
            nodes: Vec::new(),
            free: Vec::new(),
            open: BTreeSet::new(),
            leaves: BTreeSet::new(),
            n_generated: 0,
        }
    }

    /// Reserves memory for the successors of a node.
    fn reserve_with<O: Observer>(&mut self, observer: &mut O) -> Result<(), StopReason> {
        let before = self.nodes.capacity();
        self.nodes.reserve_with(8, observer)?;
        let more = self.nodes.capacity() - before;
        if more > 0 {
            let n_free = self.free.len();
            self.free
                .reserve_with(self.nodes.capacity() - n_free, observer)?;
            // Two trees, whose blocks are at least half full. They can't refuse an allocation.
            let bytes = 2 * 2 * more * size_of::<(Rank, usize)>();
            observer.reserve(bytes)?;
            check_machine(bytes)?;
        }
        Ok(())
    }

    /// Removes a node from the order, before its rank changes.
    fn withdraw(&mut self, index: usize) {
        let entry = (self.nodes[index].rank(), index);
        self.open.remove(&entry);
        self.leaves.remove(&entry);
    }

    /// Inserts a node into the order, by its rank.
    fn order(&mut self, index: usize) {
        let node = &self.nodes[index];
        let entry = (node.rank(), index);
        if node.f() < INFINITY {
            self.open.insert(entry);
        }
        if node.n_children == 0 && node.depth > 1 {
            self.leaves.insert(entry);
        }
    }

    /// The nodes from `index` up to the root.
    fn path(&self, index: usize) -> impl Iterator<Item = &TreeNode<State, N>> {
        let node = &self.nodes[index];
        std::iter::successors(Some(node), |node| {
            node.origin.map(|(.., parent)| &self.nodes[parent])
        })
    }

    /// Adds a node that was generated.
    fn add(&mut self, node: TreeNode<State, N>) {
        self.n_generated += 1;
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
        self.order(index);
    }

    /// Whether there is room for `child` of `parent` among `max_nodes`. If memory is full, forgets
    /// the worst leaf if that is worse than the child.
    fn make_room_for<S: Space<State = State>, O: Observer<Node = N>>(
        &mut self,
        child: &TreeNode<State, N>,
        parent: usize,
        max_nodes: usize,
        space: &S,
        observer: &mut O,
    ) -> bool {
        if self.nodes.len() - self.free.len() < max_nodes {
            return true;
        }
        match self.leaves.first() {
            Some(&(rank, worst)) if rank < child.rank() => {
                observer.discard(self.nodes[worst].handle, NodeOutcome::Cut);
                self.examine(
                    worst,
                    NodeEvent::Discarded(NodeOutcome::Cut),
                    space,
                    observer,
                );
                self.forget(worst, Some(parent), observer);
                true
            }
            _ => false,
        }
    }

    fn examine<S: Space<State = State>, O: Observer<Node = N>>(
        &self,
        index: usize,
        event: NodeEvent,
        space: &S,
        observer: &mut O,
    ) {
        let node = &self.nodes[index];
        observer.examine(event, node.handle, node.view(space));
    }

    /// Forgets a leaf. Its parent stores its f, and is settled too unless it is
    /// `being_expanded`.
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
        self.nodes[parent].forgotten_f[place] = self.nodes[leaf].f();
        self.nodes[parent].n_children -= 1;
        if Some(parent) != being_expanded {
            self.settle(parent, observer);
        }
    }

    /// Orders a node that was expanded or has lost a successor. If it is a leaf it goes back on
    /// the frontier, or is forgotten if it is a dead end.
    fn settle<O: Observer<Node = N>>(&mut self, index: usize, observer: &mut O) {
        let node = &self.nodes[index];
        if node.n_children == 0 {
            if node.f() == INFINITY {
                return self.forget(index, None, observer);
            }
            self.requeue(index, observer);
        }
        self.order(index);
    }

    /// Tells the observer that an expanded node is back on the frontier.
    fn requeue<O: Observer<Node = N>>(&mut self, index: usize, observer: &mut O) {
        let node = self.nodes[index];
        if let Some((action, _, parent)) = node.origin {
            let parent = self.nodes[parent].handle;
            self.nodes[index].handle = observer.requeued(parent, action, node.g, node.h);
        }
    }
}
