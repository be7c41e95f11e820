//! The nodes of a search in memory, and the table that finds the node of a state.
//!
//! A best-first search needs three methods: [`pop`](Arena::pop), [`expand`](Arena::expand) and
//! [`insert`](Arena::insert). They hide what keeps it fast: nodes of 16 bytes, memory that is
//! reserved once per expansion, and prefetching.

mod duplicates;
mod paths;
mod prefetching;
mod telling;

use super::memory::{ChunkedVec, ReserveWith};
use super::node::{Label, NO_PARENT, PackedNode, Status};
use super::open_list::OpenList;
use super::reached::Table;
use super::successors::{Child, Successors};
use super::{
    Action, Cost, Duplicates, Heuristic, NodeEvent, NodeOutcome, Observer, Space, StopReason,
};
use duplicates::{Classified, Step};

pub use super::node::{ArenaNode, NodeIndex, OpenNode};

/// Which path to a state is kept when the state is reached again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// The cheapest.
    Cheapest,
    /// The first.
    First,
}

/// What became of a successor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Insertion<N> {
    /// It was added, and goes on the frontier.
    Open(NodeIndex),
    /// It is a goal, with this handle. It was not added.
    Goal(N),
    /// It is a duplicate, or was cut.
    Dropped,
}

/// The nodes that a search keeps, and its treatment of duplicates.
///
/// Invariant: if duplicates are found by the table, every state that was added is in the table
/// once, with its latest node. Earlier nodes of the state are `Replaced`.
pub struct Arena<'a, S: Space, H, N> {
    space: &'a S,
    heuristic: &'a H,
    nodes: ChunkedVec<PackedNode<S::Key, N>>,
    /// The g and h of every node, once there is a node whose label can't hold them.
    costs: ChunkedVec<(Cost, Cost)>,
    /// The least g or h that is kept there.
    min_apart: Cost,
    table: Table,
    duplicates: Duplicates,
    keep: Keep,
    /// Whether duplicates are found by the table.
    has_table: bool,
    /// Whether an expanded state is not opened again unless by a cheaper path.
    keeps_closed: bool,
    /// The action that undoes the last one, on the node that is being expanded: its child is
    /// always a duplicate.
    ///
    /// Most duplicates come from such an action, and are recognised without a look-up. The parent
    /// was expanded, and no path through its child leads back to it at a lower cost.
    undo: Step,
    /// Reserved capacity, in nodes.
    capacity: usize,
    /// The first node that [`Self::pop_oldest`] has not returned.
    oldest: NodeIndex,
    /// Whether to prefetch for each child as it is inserted.
    prefetches_on_insert: bool,
}

impl<'a, S: Space, H: Heuristic<S>, N: Copy> Arena<'a, S, H, N> {
    pub fn new(space: &'a S, heuristic: &'a H, duplicates: Duplicates, keep: Keep) -> Self {
        Arena {
            space,
            heuristic,
            nodes: ChunkedVec::default(),
            costs: ChunkedVec::default(),
            min_apart: Label::MAX_COST + 1,
            table: Table::default(),
            duplicates,
            keep,
            has_table: duplicates::needs_table(duplicates),
            keeps_closed: duplicates::keeps_closed(duplicates),
            undo: Step::NONE,
            capacity: 0,
            oldest: 0,
            prefetches_on_insert: false,
        }
    }

    /// Adds the root: `state`, with estimate `h`.
    ///
    /// # Errors
    /// If the observer refuses the memory.
    pub fn insert_root<O: Observer<Node = N>>(
        &mut self,
        state: &S::State,
        h: Cost,
        observer: &mut O,
    ) -> Result<NodeIndex, StopReason> {
        self.reserve_with(1, observer)?;
        let root = ArenaNode {
            key: self.space.key(state),
            g: 0,
            h,
            parent: NO_PARENT,
            action: Action(0),
            handle: observer.root(h),
        };
        let event = NodeEvent::Generated(NodeOutcome::Frontier);
        self.examine_stored(event, &root, state, observer);
        self.add(root, observer)
    }

    /// Takes the next node off `frontier`, to be expanded. Skips nodes that were replaced.
    #[inline(always)]
    pub fn pop(&mut self, frontier: &mut OpenList) -> Option<OpenNode<S::State, N>> {
        loop {
            let index = frontier.pop()?;
            self.prefetch_upcoming(|n| frontier.peek_nth(n));
            if let Some(node) = self.close(index) {
                return Some(node);
            }
        }
    }

    /// Takes the oldest open node, to be expanded: the arena itself is a FIFO queue.
    #[inline(always)]
    pub fn pop_oldest(&mut self) -> Option<OpenNode<S::State, N>> {
        let index = self.oldest;
        self.prefetch_upcoming(|n| Some(index + 1 + n));
        match self.close(index) {
            Some(node) => {
                self.oldest = index + 1;
                Some(node)
            }
            None => self.pop_oldest_open(),
        }
    }

    /// Skips nodes that were replaced; `None` if there is no other.
    #[cold]
    fn pop_oldest_open(&mut self) -> Option<OpenNode<S::State, N>> {
        let rest = self.oldest..self.nodes.len() as NodeIndex;
        rest.into_iter().find_map(|index| {
            self.oldest = index + 1;
            self.close(index)
        })
    }

    /// Marks the node `index` as expanded; `None` if a node with a cheaper path has replaced it.
    #[inline(always)]
    pub fn close(&mut self, index: NodeIndex) -> Option<OpenNode<S::State, N>> {
        let node = self.nodes.get_mut(index as usize)?;
        if node.label.status() == Status::Replaced {
            return None;
        }
        node.label = node.label.with(Status::Expanded);
        let node = *node;
        let ArenaNode {
            key,
            g,
            h,
            parent,
            action,
            handle,
        } = self.unpack(index, node);
        self.undo = match self.space.inverse(action) {
            Some(undo) if self.keeps_closed && parent != NO_PARENT => Step::new(index, undo),
            _ => Step::NONE,
        };
        Some(OpenNode {
            index,
            state: self.space.unpack(key),
            g,
            h,
            handle,
        })
    }

    /// Expands `node`: tells the observer, and returns the successors.
    ///
    /// # Errors
    /// If the observer stops the search, or refuses the memory, or the path costs too much.
    #[inline(always)]
    pub fn expand<O: Observer<Node = N>>(
        &mut self,
        node: &OpenNode<S::State, N>,
        observer: &mut O,
    ) -> Result<Successors<'a, S, H>, StopReason> {
        let moves = self.space.moves(&node.state, None);
        let parent = (&node.state, node.g, node.h);
        let successors = Successors::new(self.space, self.heuristic, parent, moves)?;
        self.reserve_with(moves.len(), observer)?;
        observer.expand(node.handle)?;
        self.examine(NodeEvent::Expanded, node, observer);
        if self.is_large() {
            if self.heuristic.is_quick() {
                self.prefetch_grandchildren(node);
            } else {
                self.prefetches_on_insert = true;
            }
        }
        Ok(successors)
    }

    /// Inserts `child`, a successor of `parent`, unless it is a duplicate. If it is not,
    /// `revise` may still cut it or declare it a goal.
    ///
    /// # Errors
    /// If the observer refuses the memory. Only high costs need any: [`Self::expand`] has
    /// reserved the rest.
    #[inline(always)]
    pub fn insert<O: Observer<Node = N>>(
        &mut self,
        parent: &OpenNode<S::State, N>,
        child: &Child<S::State>,
        revise: impl FnOnce(NodeOutcome) -> NodeOutcome,
        observer: &mut O,
    ) -> Result<Insertion<N>, StopReason> {
        let (node, classified) = self.generate(parent, child, revise, observer);
        if classified.outcome.is_on_frontier() {
            if classified.outcome == NodeOutcome::Improved {
                self.discard(classified.earlier, NodeOutcome::Duplicate, observer);
            }
            self.put_costs(&node, observer)?;
            return Ok(Insertion::Open(self.put(&classified, node)));
        }
        Ok(match classified.outcome {
            NodeOutcome::Goal => Insertion::Goal(node.handle),
            _ => Insertion::Dropped,
        })
    }

    /// Classifies `child` as [`Self::insert`] does, and tells the observer, but does not add it.
    #[inline(always)]
    pub fn generate_only<O: Observer<Node = N>>(
        &mut self,
        parent: &OpenNode<S::State, N>,
        child: &Child<S::State>,
        revise: impl FnOnce(NodeOutcome) -> NodeOutcome,
        observer: &mut O,
    ) -> (NodeOutcome, ArenaNode<S::Key, N>) {
        let (node, classified) = self.generate(parent, child, revise, observer);
        (classified.outcome, node)
    }

    #[inline(always)]
    fn generate<O: Observer<Node = N>>(
        &mut self,
        parent: &OpenNode<S::State, N>,
        child: &Child<S::State>,
        revise: impl FnOnce(NodeOutcome) -> NodeOutcome,
        observer: &mut O,
    ) -> (ArenaNode<S::Key, N>, Classified) {
        let &Child {
            action,
            ref state,
            g,
            h,
        } = child;
        let key = self.space.key(state);
        // A child that is nearer to the goal is probably expanded next.
        if !self.heuristic.is_quick() && self.prefetches_on_insert && h < parent.h {
            self.prefetch_children(state, action);
        }
        let mut classified = self.classify(parent.index, action, &key, g);
        if classified.outcome.is_on_frontier() {
            classified.outcome = revise(classified.outcome);
        }
        let handle = observer.generated(parent.handle, action, g, h, classified.outcome);
        let node = ArenaNode {
            key,
            g,
            h,
            parent: parent.index,
            action,
            handle,
        };
        let event = NodeEvent::Generated(classified.outcome);
        self.examine_stored(event, &node, state, observer);
        (node, classified)
    }

    /// Adds a node that is no duplicate. Memory for it must have been reserved.
    ///
    /// # Errors
    /// If the observer refuses the memory for high costs.
    pub fn add<O: Observer>(
        &mut self,
        node: ArenaNode<S::Key, N>,
        observer: &mut O,
    ) -> Result<NodeIndex, StopReason> {
        let classified = self.classify(node.parent, node.action, &node.key, node.g);
        self.put_costs(&node, observer)?;
        Ok(self.put(&classified, node))
    }

    /// Reserves memory for `n` more nodes.
    ///
    /// # Errors
    /// If the observer refuses it, or the machine has none.
    #[inline(always)]
    pub fn reserve_with<O: Observer>(
        &mut self,
        n: usize,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        if self.nodes.len() + n <= self.capacity {
            return Ok(());
        }
        self.grow(n, observer)
    }

    #[cold]
    fn grow<O: Observer>(&mut self, n: usize, observer: &mut O) -> Result<(), StopReason> {
        if self.nodes.len() + n >= NO_PARENT as usize {
            return Err(StopReason::Memory);
        }
        self.nodes.reserve_with(n, observer)?;
        let mut capacity = self.nodes.capacity();
        if self.has_table {
            let rows = (0..).zip(self.nodes.iter());
            let latest = rows.filter(|(_, node)| node.label.status() != Status::Replaced);
            let latest = latest.map(|(row, node)| (node.key, row));
            self.table
                .reserve_with(n, self.nodes.len(), latest, observer)?;
            capacity = capacity.min(self.nodes.len() + self.table.room(self.nodes.len()));
        }
        self.capacity = capacity.min(NO_PARENT as usize - 1);
        Ok(())
    }

    #[inline(always)]
    fn put(&mut self, classified: &Classified, node: ArenaNode<S::Key, N>) -> NodeIndex {
        let ArenaNode {
            key,
            g,
            h,
            parent,
            action,
            handle,
        } = node;
        let index = self.nodes.len() as NodeIndex;
        self.nodes.push(PackedNode {
            key,
            parent,
            label: Label::new(g, h, action),
            handle,
        });
        if self.has_table {
            self.table.put(classified.slot, index);
            if let Some(earlier) = self.nodes.get_mut(classified.earlier as usize) {
                earlier.label = earlier.label.with(Status::Replaced);
            }
        }
        index
    }

    /// Keeps the costs of `node`, which comes next, apart if they don't fit into its label.
    #[inline(always)]
    fn put_costs<O: Observer>(
        &mut self,
        node: &ArenaNode<S::Key, N>,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        // The greatest cost that fits is all ones.
        if (node.g | node.h) >= self.min_apart {
            return self.put_costs_apart((node.g, node.h), observer);
        }
        Ok(())
    }

    /// Keeps the costs of the next node apart, and those of all nodes before it.
    #[cold]
    fn put_costs_apart<O: Observer>(
        &mut self,
        costs: (Cost, Cost),
        observer: &mut O,
    ) -> Result<(), StopReason> {
        if self.costs.is_empty() {
            self.costs.reserve_with(self.nodes.len() + 1, observer)?;
            for node in self.nodes.iter() {
                self.costs.push(node.label.costs());
            }
            self.min_apart = 0;
        }
        self.costs.reserve_with(1, observer)?;
        self.costs.push(costs);
        Ok(())
    }

    /// Forgets all nodes but `index`, which becomes the root. Keeps the memory.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn restart_from<O: Observer>(
        &mut self,
        index: NodeIndex,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let root = ArenaNode {
            parent: NO_PARENT,
            ..self.node(index)
        };
        self.nodes.clear();
        self.costs.clear();
        self.min_apart = Label::MAX_COST + 1;
        self.table.clear();
        self.undo = Step::NONE;
        self.oldest = 0;
        self.add(root, observer)?;
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    #[inline(always)]
    pub fn node(&self, index: NodeIndex) -> ArenaNode<S::Key, N> {
        self.unpack(index, self.nodes[index as usize])
    }

    #[inline(always)]
    fn unpack(&self, index: NodeIndex, node: PackedNode<S::Key, N>) -> ArenaNode<S::Key, N> {
        let (g, h) = match self.costs.is_empty() {
            true => node.label.costs(),
            false => self.costs[index as usize],
        };
        ArenaNode {
            key: node.key,
            g,
            h,
            parent: node.parent,
            action: node.label.action(),
            handle: node.handle,
        }
    }

    /// Whether a node is on the frontier: neither expanded nor replaced.
    #[inline(always)]
    pub fn is_open(&self, index: NodeIndex) -> bool {
        self.nodes[index as usize].label.status() == Status::Open
    }

    /// The latest node with the state `key`, if duplicates are found by the table.
    #[inline(always)]
    pub fn find(&self, key: &S::Key) -> Option<NodeIndex> {
        (self.table.find(key, |row| self.nodes[row as usize].key)).1
    }
}
