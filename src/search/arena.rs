//! The nodes of a search in memory: a column of them, and a table that finds the node of a
//! state.

use super::memory::MakeRoom;
use super::reached::{Slot, Table};
use super::{Action, Cost, Duplicates, Fate, Halt, Observer, Solution};
use std::hash::Hash;

/// A node's place in its arena: the order in which it was added, the root being 0.
pub type NodeIndex = u32;

/// No node: the root's parent.
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
    pub fn new(key: K, g: Cost, h: Cost, parent: NodeIndex, action: Action, handle: N) -> Self {
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

    /// Whether it is on the frontier: neither expanded nor replaced by a better one.
    pub fn is_waiting(&self) -> bool {
        self.status == Status::Waiting
    }
}

/// What [`Arena::judge`] says of a node that is about to be born.
#[derive(Clone, Copy, Debug)]
pub struct Birth<N> {
    pub fate: Fate,
    /// The node that now leaves the frontier because this one has a better path.
    pub replaces: Option<N>,
    /// Where the table has its state, or has room for it.
    place: Option<(Slot, Option<NodeIndex>)>,
}

/// All nodes that a search keeps, and what it does about duplicates.
///
/// Invariant: if duplicates are looked for by a table, then each state that was added is in
/// it once, with its latest node; its other nodes are `Replaced`.
#[derive(Debug)]
pub struct Arena<K, N> {
    nodes: Vec<Node<K, N>>,
    table: Table,
    duplicates: Duplicates,
}

impl<K: Copy + Eq + Hash, N: Copy> Arena<K, N> {
    pub fn new(duplicates: Duplicates) -> Self {
        Arena {
            nodes: Vec::new(),
            table: Table::default(),
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
        Ok(self.add(&birth, Node::new(key, 0, h, NOBODY, Action(0), handle)))
    }

    /// Makes room for `n` more nodes, so that as many [`add`](Self::add)s allocate nothing.
    ///
    /// # Errors
    /// If the observer, or the machine, has no memory for it.
    #[inline(always)]
    pub fn make_room<O: Observer>(&mut self, n: usize, observer: &mut O) -> Result<(), Halt> {
        if self.nodes.len() + n >= NOBODY as usize {
            return Err(Halt::Memory);
        }
        self.nodes.make_room(n, observer)?;
        if self.has_table() {
            let rows = (0..).zip(&self.nodes);
            let latest = rows.filter(|(_, node)| node.status != Status::Replaced);
            self.table
                .make_room(n, latest.map(|(row, node)| (node.key, row)), observer)?;
        }
        Ok(())
    }

    /// Decides what becomes of a successor of `parent` with the state `key`, where
    /// `is_better` says whether its path is better than that of an earlier node of the same
    /// state. There must be room for it.
    #[inline(always)]
    pub fn judge(
        &self,
        parent: NodeIndex,
        key: &K,
        is_better: impl Fn(&Node<K, N>) -> bool,
    ) -> Birth<N> {
        let mut birth = Birth {
            fate: Fate::Frontier,
            replaces: None,
            place: None,
        };
        if self.duplicates == Duplicates::Path && self.is_on_path(parent, key) {
            birth.fate = Fate::Cycle;
        }
        if self.has_table() {
            let (slot, earlier) = self.table.find(key, |row| self.nodes[row as usize].key);
            birth.place = Some((slot, earlier));
            if let Some(earlier) = earlier.map(|row| &self.nodes[row as usize]) {
                let waits = earlier.status == Status::Waiting;
                birth.fate = match self.duplicates {
                    Duplicates::Frontier if !waits => Fate::Frontier,
                    Duplicates::Graph if is_better(earlier) => Fate::Reopened,
                    Duplicates::GraphWithoutReopening if waits && is_better(earlier) => {
                        Fate::Reopened
                    }
                    _ => Fate::Duplicate,
                };
                if waits && birth.fate == Fate::Reopened {
                    birth.replaces = Some(earlier.handle);
                }
            }
        }
        birth
    }

    /// Adds a node, just as it was judged.
    #[inline(always)]
    pub fn add(&mut self, birth: &Birth<N>, node: Node<K, N>) -> NodeIndex {
        let index = self.nodes.len() as NodeIndex;
        self.nodes.push(node);
        if let Some((slot, earlier)) = birth.place {
            self.table.put(slot, index);
            if let Some(earlier) = earlier {
                self.nodes[earlier as usize].status = Status::Replaced;
            }
        }
        index
    }

    /// Forgets all nodes but `index`, which becomes the root; keeps the memory for others.
    pub fn start_over(&mut self, index: NodeIndex) {
        let root = Node {
            parent: NOBODY,
            status: Status::Waiting,
            ..self.nodes[index as usize]
        };
        self.nodes.clear();
        self.table.clear();
        let birth = self.judge(NOBODY, &root.key, |_| false);
        self.add(&birth, root);
    }

    pub fn node(&self, index: NodeIndex) -> &Node<K, N> {
        &self.nodes[index as usize]
    }

    /// The latest node with the state `key`, where duplicates are looked for by a table.
    #[inline(always)]
    pub fn find(&self, key: &K) -> Option<NodeIndex> {
        (self.table.find(key, |row| self.nodes[row as usize].key)).1
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
        match self.duplicates {
            Duplicates::Frontier | Duplicates::Graph | Duplicates::GraphWithoutReopening => true,
            Duplicates::None | Duplicates::Parent | Duplicates::Path => false,
        }
    }
}
