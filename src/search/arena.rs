//! The nodes of a search in memory: one column of packed nodes, and a table that finds the
//! node of a state.

use super::hashing::Mixer;
use super::{Action, Cost, Duplicates, Fate, Halt, Observer, Solution};
use std::hash::{Hash, Hasher};

/// A node's place in its arena: the order in which it was added, the root being 0.
pub type NodeIndex = u32;

/// No node: the root's parent, and an empty slot of the table.
const NOBODY: NodeIndex = NodeIndex::MAX;

/// A node as it is kept. `K` is a packed state, `N` the observer's handle.
#[derive(Clone, Copy, Debug)]
pub struct Node<K, N> {
    pub key: K,
    pub g: Cost,
    pub h: Cost,
    pub parent: NodeIndex,
    pub action: Action,
    pub handle: N,
    status: Status,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Waiting,
    Expanded,
    /// A later node has the same state, by a better path.
    Replaced,
}

impl<K, N> Node<K, N> {
    /// The node that `action` on `parent` made.
    pub fn child(key: K, g: Cost, h: Cost, parent: NodeIndex, action: Action, handle: N) -> Self {
        let status = Status::Waiting;
        Node {
            key,
            g,
            h,
            parent,
            action,
            handle,
            status,
        }
    }
}

/// What [`Arena::judge`] says of a node that is about to be born.
#[derive(Clone, Copy, Debug)]
pub struct Birth<N> {
    pub fate: Fate,
    /// The node that now leaves the frontier because this one has a better path.
    pub replaces: Option<N>,
    slot: usize,
}

/// All nodes that a search keeps, and what it does about duplicates.
///
/// The table holds places in the column, 4 bytes each, by open addressing with linear
/// probing. Invariant: each state that was added is in it once, with its latest node, and
/// at least half of its slots are empty. A search that looks for no duplicates has none.
#[derive(Debug)]
pub struct Arena<K, N> {
    nodes: Vec<Node<K, N>>,
    table: Vec<NodeIndex>,
    n_states: usize,
    duplicates: Duplicates,
}

impl<K: Copy + Eq + Hash, N: Copy> Arena<K, N> {
    pub fn new(duplicates: Duplicates) -> Self {
        Arena {
            nodes: Vec::new(),
            table: Vec::new(),
            n_states: 0,
            duplicates,
        }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Makes room for `n` more nodes, so that as many [`add`](Self::add)s cannot fail.
    ///
    /// # Errors
    /// If the observer, or the machine, has no memory for it.
    pub fn make_room<O: Observer>(&mut self, n: usize, observer: &mut O) -> Result<(), Halt> {
        let len = self.nodes.len() + n;
        if len > self.nodes.capacity() {
            if len >= NOBODY as usize {
                return Err(Halt::Memory);
            }
            let more = (self.nodes.capacity() / 2).max(1024).max(n);
            observer.grow(more * size_of::<Node<K, N>>())?;
            self.nodes
                .try_reserve_exact(self.nodes.capacity() + more - self.nodes.len())
                .map_err(|_| Halt::Memory)?;
        }
        if self.has_table() && 2 * (self.n_states + n) > self.table.len() {
            self.grow_table(observer)?;
        }
        Ok(())
    }

    /// Decides what becomes of a successor of `parent` with the state `key`, where
    /// `is_better` compares its path with that of an earlier node of the same state.
    #[inline(always)]
    pub fn judge(
        &self,
        parent: NodeIndex,
        key: &K,
        is_better: impl Fn(&Node<K, N>) -> bool,
    ) -> Birth<N> {
        let fresh = Birth {
            fate: Fate::Frontier,
            replaces: None,
            slot: 0,
        };
        match self.duplicates {
            Duplicates::None => fresh,
            Duplicates::Path if self.is_on_path(parent, key) => Birth {
                fate: Fate::Cycle,
                ..fresh
            },
            Duplicates::Path => fresh,
            Duplicates::Frontier | Duplicates::Graph => {
                let slot = self.slot_of(key);
                let Some(earlier) = self.nodes.get(self.table[slot] as usize) else {
                    return Birth { slot, ..fresh };
                };
                let is_waiting = earlier.status == Status::Waiting;
                let fate = match self.duplicates {
                    Duplicates::Frontier if !is_waiting => Fate::Frontier,
                    Duplicates::Graph if is_better(earlier) => Fate::Reopened,
                    _ => Fate::Duplicate,
                };
                let leaves = is_waiting && fate == Fate::Reopened;
                Birth {
                    fate,
                    replaces: leaves.then_some(earlier.handle),
                    slot,
                }
            }
        }
    }

    /// Adds a node for which there is room, just as it was judged.
    #[inline(always)]
    pub fn add(&mut self, birth: &Birth<N>, node: Node<K, N>) -> NodeIndex {
        let index = self.nodes.len() as NodeIndex;
        self.nodes.push(node);
        if self.has_table() {
            let earlier = std::mem::replace(&mut self.table[birth.slot], index);
            match self.nodes.get_mut(earlier as usize) {
                Some(earlier) => earlier.status = Status::Replaced,
                None => self.n_states += 1,
            }
        }
        index
    }

    /// Makes the start state the first node.
    ///
    /// # Errors
    /// As [`make_room`](Self::make_room).
    pub fn add_root<O: Observer<Node = N>>(
        &mut self,
        key: K,
        h: Cost,
        observer: &mut O,
    ) -> Result<NodeIndex, Halt> {
        self.make_room(1, observer)?;
        let birth = self.judge(NOBODY, &key, |_| false);
        let handle = observer.root(h);
        Ok(self.add(&birth, Node::child(key, 0, h, NOBODY, Action(0), handle)))
    }

    /// Takes a node off the frontier, to be expanded; `None` if a better one of the same
    /// state has replaced it.
    #[inline(always)]
    pub fn take(&mut self, index: NodeIndex) -> Option<Node<K, N>> {
        let node = &mut self.nodes[index as usize];
        if node.status == Status::Replaced {
            return None;
        }
        node.status = Status::Expanded;
        Some(*node)
    }

    /// The solution that ends with the node `index`.
    pub fn solution(&self, index: NodeIndex) -> Solution<N> {
        let Node { g, handle, .. } = self.nodes[index as usize];
        Solution {
            actions: self.path(index),
            cost: g,
            node: handle,
        }
    }

    /// The actions from the root to the node `index`, first first.
    pub fn path(&self, mut index: NodeIndex) -> Vec<Action> {
        let mut actions = Vec::new();
        while let Node { parent, action, .. } = self.nodes[index as usize]
            && parent != NOBODY
        {
            actions.push(action);
            index = parent;
        }
        actions.reverse();
        actions
    }

    fn is_on_path(&self, mut index: NodeIndex, key: &K) -> bool {
        while let Some(node) = self.nodes.get(index as usize) {
            if node.key == *key {
                return true;
            }
            index = node.parent;
        }
        false
    }

    fn has_table(&self) -> bool {
        matches!(self.duplicates, Duplicates::Frontier | Duplicates::Graph)
    }

    /// The slot of the table that holds the latest node with the state `key`, or the empty
    /// one where it would go.
    #[inline(always)]
    fn slot_of(&self, key: &K) -> usize {
        let mask = self.table.len() - 1;
        let mut hasher = Mixer::default();
        key.hash(&mut hasher);
        let mut slot = hasher.finish() as usize & mask;
        while let Some(node) = self.nodes.get(self.table[slot] as usize)
            && node.key != *key
        {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Doubles the table and fills it anew from the column.
    fn grow_table<O: Observer>(&mut self, observer: &mut O) -> Result<(), Halt> {
        let n_slots = (2 * self.table.len()).max(4096);
        observer.grow((n_slots - self.table.len()) * size_of::<NodeIndex>())?;
        self.table = Vec::new();
        self.table
            .try_reserve_exact(n_slots)
            .map_err(|_| Halt::Memory)?;
        self.table.resize(n_slots, NOBODY);
        for index in 0..self.nodes.len() {
            let Node { key, status, .. } = self.nodes[index];
            if status != Status::Replaced {
                let slot = self.slot_of(&key);
                self.table[slot] = index as NodeIndex;
            }
        }
        Ok(())
    }
}
