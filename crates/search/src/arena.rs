//! The nodes of a search in memory: a column of them, a table that finds the node of a state,
//! and a look ahead at what will be needed of both.

use super::memory::{ChunkedVec, ReserveWith, prefetch};
use super::node::{Label, NO_PARENT, PackedNode, Status};
use super::reached::{Slot, Table};
use super::{
    Action, Cost, Duplicates, Heuristic, NodeOutcome, Observer, Solution, Space, StopReason,
    Successor,
};
use std::hash::Hash;

pub use super::node::{Node, NodeIndex};

/// What [`Arena::judge`] says of a node that is about to be born.
#[derive(Clone, Copy, Debug)]
pub struct Insertion<N> {
    pub fate: NodeOutcome,
    /// The node that now leaves the frontier because this one has a better path.
    pub replaces: Option<N>,
    /// The latest node of its state, which is in this slot of the table; where there is nobody,
    /// there is room.
    earlier: NodeIndex,
    slot: Slot,
}

/// All nodes that a search keeps, and what it does about duplicates.
///
/// Invariant: if duplicates are looked for by a table, then each state that was added is in
/// it once, with its latest node; its other nodes are `Replaced`.
#[derive(Debug)]
pub struct Arena<K, N> {
    nodes: ChunkedVec<PackedNode<K, N>>,
    /// Each node's g and h, from when there first was one whose label couldn't hold them.
    costs: ChunkedVec<(Cost, Cost)>,
    /// A g or h from this one on is kept there.
    least_apart: Cost,
    table: Table,
    /// From the node that was taken last to the state of its parent, if whoever comes there
    /// again is a duplicate.
    ///
    /// Most duplicates come by such a step, and are known without a look at the table: the
    /// parent was expanded, and no path from a state back to it is a better one.
    way_back: Step,
    /// So many nodes may be kept before there is to be asked for more room.
    room: usize,
    duplicates: Duplicates,
}

impl<K: Copy + Eq + Hash, N: Copy> Arena<K, N> {
    pub fn new(duplicates: Duplicates) -> Self {
        Arena {
            nodes: ChunkedVec::default(),
            costs: ChunkedVec::default(),
            least_apart: Label::MOST + 1,
            table: Table::default(),
            way_back: Step::NONE,
            room: 0,
            duplicates,
        }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Makes the start state the first node.
    ///
    /// # Errors
    /// As [`reserve`](Self::reserve).
    pub fn add_root<O: Observer<Node = N>>(
        &mut self,
        key: K,
        h: Cost,
        observer: &mut O,
    ) -> Result<NodeIndex, StopReason> {
        self.reserve_with(1, observer)?;
        let birth = self.judge(NO_PARENT, Action(0), &key, |_| false);
        let root = Node::new(key, 0, h, NO_PARENT, Action(0), observer.root(h));
        self.add(&birth, root, observer)
    }

    /// Makes room for `n` more nodes, so that as many [`add`](Self::add)s allocate nothing but
    /// room for high costs.
    ///
    /// # Errors
    /// If the observer, or the machine, has no memory for it.
    #[inline(always)]
    pub fn reserve_with<O: Observer>(
        &mut self,
        n: usize,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        if self.nodes.len() + n <= self.room {
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
        let mut room = self.nodes.room();
        if self.has_table() {
            let rows = (0..).zip(self.nodes.iter());
            let latest = rows.filter(|(_, node)| node.label.status() != Status::Replaced);
            let latest = latest.map(|(row, node)| (node.key, row));
            self.table
                .reserve_with(n, self.nodes.len(), latest, observer)?;
            room = room.min(self.nodes.len() + self.table.room(self.nodes.len()));
        }
        self.room = room.min(NO_PARENT as usize - 1);
        Ok(())
    }

    /// Decides what becomes of a successor that `action` made of `parent`, with the state
    /// `key`, where `is_better` says whether its path is better than that of an earlier node of
    /// the same state. There must be room for it.
    #[inline(always)]
    pub fn judge(
        &self,
        parent: NodeIndex,
        action: Action,
        key: &K,
        is_better: impl Fn(&Node<K, N>) -> bool,
    ) -> Insertion<N> {
        let mut birth = Insertion {
            fate: NodeOutcome::Frontier,
            replaces: None,
            earlier: NO_PARENT,
            slot: Slot::default(),
        };
        if self.duplicates == Duplicates::Path && self.is_on_path(parent, key) {
            birth.fate = NodeOutcome::Cycle;
        }
        if !self.has_table() {
            return birth;
        }
        if self.way_back == Step::new(parent, action) {
            birth.fate = NodeOutcome::Duplicate;
            return birth;
        }
        let (slot, earlier) = self.table.find(key, |row| self.nodes[row as usize].key);
        birth.slot = slot;
        if let Some(earlier) = earlier {
            birth.earlier = earlier;
            let waits = self.is_waiting(earlier);
            let earlier = self.node(earlier);
            birth.fate = match self.duplicates {
                Duplicates::Frontier if !waits => NodeOutcome::Frontier,
                Duplicates::Graph if is_better(&earlier) => NodeOutcome::Reopened,
                Duplicates::GraphWithoutReopening if waits && is_better(&earlier) => {
                    NodeOutcome::Reopened
                }
                _ => NodeOutcome::Duplicate,
            };
            if waits && birth.fate == NodeOutcome::Reopened {
                birth.replaces = Some(earlier.handle);
            }
        }
        birth
    }

    /// Adds a node, just as it was judged. Room for it must have been made.
    ///
    /// # Errors
    /// If there are high costs, and the observer, or the machine, has no memory for them.
    #[inline(always)]
    pub fn add<O: Observer>(
        &mut self,
        birth: &Insertion<N>,
        node: Node<K, N>,
        observer: &mut O,
    ) -> Result<NodeIndex, StopReason> {
        let Node {
            key,
            g,
            h,
            parent,
            action,
            handle,
        } = node;
        // The most that fits is all ones.
        if (g | h) >= self.least_apart {
            self.add_costs((g, h), observer)?;
        }
        let index = self.nodes.len() as NodeIndex;
        self.nodes.push(PackedNode {
            key,
            parent,
            label: Label::new(g, h, action),
            handle,
        });
        if self.has_table() {
            self.table.put(birth.slot, index);
            if let Some(earlier) = self.nodes.get_mut(birth.earlier as usize) {
                earlier.label = earlier.label.with(Status::Replaced);
            }
        }
        Ok(index)
    }

    /// Keeps the costs of the node that is about to be added; if it is the first, then those of
    /// all before it too.
    #[cold]
    fn add_costs<O: Observer>(
        &mut self,
        costs: (Cost, Cost),
        observer: &mut O,
    ) -> Result<(), StopReason> {
        if self.costs.is_empty() {
            self.costs.reserve_with(self.nodes.len() + 1, observer)?;
            for node in self.nodes.iter() {
                self.costs.push(node.label.costs());
            }
            self.least_apart = 0;
        }
        self.costs.reserve_with(1, observer)?;
        self.costs.push(costs);
        Ok(())
    }

    /// Forgets all nodes but `index`, which becomes the root; keeps the memory for others.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn start_over<O: Observer>(
        &mut self,
        index: NodeIndex,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let root = Node {
            parent: NO_PARENT,
            ..self.node(index)
        };
        self.nodes.clear();
        self.costs.clear();
        self.least_apart = Label::MOST + 1;
        self.table.clear();
        self.way_back = Step::NONE;
        let birth = self.judge(NO_PARENT, Action(0), &root.key, |_| false);
        self.add(&birth, root, observer)?;
        Ok(())
    }

    #[inline(always)]
    pub fn node(&self, index: NodeIndex) -> Node<K, N> {
        self.unfold(index, self.nodes[index as usize])
    }

    #[inline(always)]
    fn unfold(&self, index: NodeIndex, node: PackedNode<K, N>) -> Node<K, N> {
        let (g, h) = match self.costs.is_empty() {
            true => node.label.costs(),
            false => self.costs[index as usize],
        };
        Node {
            key: node.key,
            g,
            h,
            parent: node.parent,
            action: node.label.action(),
            handle: node.handle,
        }
    }

    /// Whether a node is on the frontier: neither expanded nor replaced by a better one.
    #[inline(always)]
    pub fn is_waiting(&self, index: NodeIndex) -> bool {
        self.nodes[index as usize].label.status() == Status::Waiting
    }

    /// The latest node with the state `key`, where duplicates are looked for by a table.
    #[inline(always)]
    pub fn find(&self, key: &K) -> Option<NodeIndex> {
        (self.table.find(key, |row| self.nodes[row as usize].key)).1
    }

    /// Sends for the memory that the next expansions need, where `coming` says which node is
    /// expanded after so many others. If it is wrong, only time is lost.
    ///
    /// A large search spends most of its time waiting for nodes and slots from all over its
    /// memory, unless they are sent for before they are needed.
    #[inline(always)]
    pub fn look_ahead<S: Space<Key = K>>(
        &self,
        space: &S,
        coming: impl Fn(u32) -> Option<NodeIndex>,
    ) {
        if !self.is_large() {
            return;
        }
        let soon = |n| self.nodes.get(coming(n)? as usize);
        if let Some(node) = soon(8) {
            prefetch(node);
        }
        // By now it is near enough to be looked at.
        if let Some(node) = soon(4) {
            self.expect(space, &space.unpack(node.key), node.label.action());
        }
    }

    /// Sends for the memory that is needed right after the expansion of `node`: by those of its
    /// successors of which `comes_next` says, by g and h, that they are expanded next.
    ///
    /// All of it is sent for before the first of them is judged, which takes a wait: so A* on
    /// Korf 1 takes a twentieth less time than if it was sent for as each is made.
    #[inline(always)]
    pub fn look_beyond<S: Space<Key = K>, H: Heuristic<S>>(
        &self,
        space: &S,
        heuristic: &H,
        node: &Node<K, N>,
        state: &S::State,
        comes_next: impl Fn(Cost, Cost) -> bool,
    ) {
        if !self.is_large() {
            return;
        }
        for chosen in space.moves_after(Some(node.action), state) {
            let Successor {
                action,
                state: child,
                cost,
            } = space.successor(state, chosen);
            let h = heuristic.update(node.h, state, action, &child);
            if comes_next(node.g.saturating_add(cost), h) {
                self.expect(space, &child, action);
            }
        }
    }

    /// Sends for what is needed to judge the successors of `state`, to which `last_action` led.
    #[inline(always)]
    pub fn expect<S: Space<Key = K>>(&self, space: &S, state: &S::State, last_action: Action) {
        if self.is_large() && self.has_table() {
            for chosen in space.moves_after(Some(last_action), state) {
                let successor = space.successor(state, chosen);
                self.table.prefetch(&space.key(&successor.state));
            }
        }
    }

    /// Whether it has outgrown the processor's caches. Before, there is nothing to send for.
    #[inline(always)]
    fn is_large(&self) -> bool {
        const MANY: usize = 1 << 18;
        self.nodes.len() >= MANY
    }

    /// Takes a node off the frontier, to be expanded; `None` if a better one of the same
    /// state has replaced it.
    #[inline(always)]
    pub fn take<S: Space<Key = K>>(&mut self, space: &S, index: NodeIndex) -> Option<Node<K, N>> {
        let node = self.nodes.get_mut(index as usize)?;
        if node.label.status() == Status::Replaced {
            return None;
        }
        node.label = node.label.with(Status::Expanded);
        let node = *node;
        let node = self.unfold(index, node);
        self.way_back = match space.inverse(node.action) {
            Some(undo) if self.forbids_return() && node.parent != NO_PARENT => {
                Step::new(index, undo)
            }
            _ => Step::NONE,
        };
        Some(node)
    }

    /// The solution that ends with the node `index`.
    pub fn solution(&self, index: NodeIndex) -> Solution<N> {
        let Node { g, handle, .. } = self.node(index);
        Solution {
            actions: self.path(index),
            cost: g,
            node: handle,
        }
    }

    /// The actions from the root to the node `index`, first first.
    pub fn path(&self, mut index: NodeIndex) -> Vec<Action> {
        let mut actions = Vec::new();
        while let Node { parent, action, .. } = self.node(index)
            && parent != NO_PARENT
        {
            actions.push(action);
            index = parent;
        }
        actions.reverse();
        actions
    }

    fn is_on_path(&self, mut index: NodeIndex, key: &K) -> bool {
        while let Some(&node) = self.nodes.get(index as usize) {
            if { node.key } == *key {
                return true;
            }
            index = node.parent;
        }
        false
    }

    /// Whether a state that was expanded stays so, but for a better path.
    fn forbids_return(&self) -> bool {
        match self.duplicates {
            Duplicates::Graph | Duplicates::GraphWithoutReopening => true,
            Duplicates::Frontier | Duplicates::None | Duplicates::Parent | Duplicates::Path => {
                false
            }
        }
    }

    fn has_table(&self) -> bool {
        match self.duplicates {
            Duplicates::Frontier | Duplicates::Graph | Duplicates::GraphWithoutReopening => true,
            Duplicates::None | Duplicates::Parent | Duplicates::Path => false,
        }
    }
}

/// An action on a node, in one word: they are compared for every node that is generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step(u64);

impl Step {
    const NONE: Step = Step(u64::MAX);

    #[inline(always)]
    fn new(parent: NodeIndex, action: Action) -> Self {
        Step(u64::from(parent) << 8 | u64::from(action.0))
    }
}
