//! An index of the earlier nodes that duplicates and better paths have the state of.
//!
//! It keeps 4 bytes for each duplicate and each better path, except for the many duplicates whose
//! action undoes the one before, and 1/64 byte for each node. While it is built it has a hash of
//! the state of each node, and a table of the nodes by it.

use super::original::{have_same_state, is_second, undone};
use crate::walk::Walk;
use crate::{Job, State};
use tilescope_search::{Duplicates, NodeOutcome, Selection, hashing};
use tilescope_trace::{Moment, NO_NODE, NodeId, Trace};

/// The earlier node of each duplicate and each better path.
#[derive(Debug, Default)]
pub struct Originals {
    n_nodes: NodeId,
    /// The last moment whose nodes it covers.
    last: Moment,
    /// The entries of `found` before each block of nodes.
    before: Vec<u32>,
    /// [`NO_NODE`] if there is none.
    found: Vec<NodeId>,
}

/// The nodes in a block.
const BLOCK: NodeId = 256;

impl Originals {
    /// Whether it knows the earlier node of `node`.
    pub fn covers(&self, node: NodeId) -> bool {
        node < self.n_nodes
    }

    /// The last moment whose nodes it covers.
    pub fn last(&self) -> Moment {
        self.last
    }

    pub fn bytes(&self) -> usize {
        size_of::<u32>() * self.before.capacity() + size_of::<NodeId>() * self.found.capacity()
    }

    /// The earlier node of `node`, if it has an entry.
    pub fn get(&self, job: &Job, trace: &Trace, node: NodeId) -> Option<NodeId> {
        let block = node / BLOCK;
        let others = (block * BLOCK..node).filter(|&other| has_entry(job, trace, other));
        let place = *self.before.get(block as usize)? as usize + others.count();
        let found = has_entry(job, trace, node).then(|| self.found.get(place));
        found.flatten().copied().filter(|&node| node != NO_NODE)
    }
}

fn has_entry(job: &Job, trace: &Trace, node: NodeId) -> bool {
    match trace.outcome(node) {
        NodeOutcome::Duplicate => undone(job, trace, node).is_none(),
        _ if is_second(job, trace, node) => true,
        outcome => super::better_path_word(job.settings.algorithm, outcome).is_some(),
    }
}

/// Builds [`Originals`] in steps.
#[derive(Debug)]
pub struct OriginalsBuilder {
    job: Job,
    index: Originals,
    /// Where the states are hashed.
    walk: Option<Walk>,
    n_walked: NodeId,
    hashes: Vec<u32>,
    /// By the hash, the newest node of each state.
    table: Vec<NodeId>,
    /// Whether a state that was reached before may become a new node that is no better path.
    recurs: bool,
    /// The first node that is not looked up yet.
    next: NodeId,
}

impl OriginalsBuilder {
    /// A builder for the trace, as far as it has arrived.
    pub fn new(job: &Job, trace: &Trace) -> Self {
        let n_nodes = trace.n_nodes();
        let is_list = is_list(job);
        let has_entries = has_entries(job, trace);
        let is_graph = matches!(
            job.settings.options.duplicates,
            Duplicates::Graph | Duplicates::GraphWithoutReopening
        );
        OriginalsBuilder {
            recurs: is_list || !is_graph || trace.n_iterations() > 1,
            job: job.clone(),
            index: Originals {
                n_nodes,
                last: trace.n_expanded(),
                ..Originals::default()
            },
            walk: has_entries
                .then(|| Walk::new(&job.problem, trace))
                .flatten(),
            n_walked: 0,
            hashes: vec![0; if has_entries { n_nodes as usize } else { 0 }],
            table: Vec::new(),
            next: if has_entries { 0 } else { n_nodes },
        }
    }

    /// The bytes that building takes at most: 4 for the hash of a node, 16/3 for its place in the
    /// table, 4 for its entry; none if no node has an entry.
    pub fn max_bytes(job: &Job, trace: &Trace) -> u64 {
        match has_entries(job, trace) {
            true => 14 * u64::from(trace.n_nodes()) + (1 << 16),
            false => 0,
        }
    }

    /// Does about `n` nodes' worth of work; returns whether all is done. The trace may have grown.
    pub fn step(&mut self, trace: &Trace, n: u32) -> bool {
        for _ in 0..n {
            if self.walk.is_some() {
                self.hash_one(trace);
            } else if self.next < self.index.n_nodes {
                self.find_one(trace);
            } else {
                return true;
            }
        }
        false
    }

    /// How much is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        let n_done = u64::from(self.n_walked) + u64::from(self.next);
        (n_done as f64 / (2.0 * f64::from(self.index.n_nodes.max(1)))).min(1.0)
    }

    pub fn finish(self) -> Originals {
        self.index
    }

    fn hash_one(&mut self, trace: &Trace) {
        let Some(walk) = &mut self.walk else { return };
        let hash = match &walk.state {
            State::Board(board) => hashing::hash(&board.tiles()),
            State::City(city) => hashing::hash(&(city.index() as u64)),
        };
        // A node that came later is none of these.
        if let Some(entry) = self.hashes.get_mut(walk.node as usize) {
            *entry = hash as u32;
            self.n_walked += 1;
        }
        if !walk.advance(trace, &self.job.problem) {
            self.walk = None;
            let nodes = 0..self.index.n_nodes;
            let n_states = nodes.filter(|&node| is_in_table(&self.job, trace, node));
            let n_states = n_states.count();
            self.table = vec![NO_NODE; n_states + n_states / 3 + 1];
        }
    }

    fn find_one(&mut self, trace: &Trace) {
        let node = self.next;
        self.next += 1;
        if node.is_multiple_of(BLOCK) {
            self.index.before.push(self.index.found.len() as u32);
        }
        let is_new = is_in_table(&self.job, trace, node);
        let is_known = has_entry(&self.job, trace, node);
        let slot = match is_known || is_new && self.recurs {
            true => self.slot_of_same_state(trace, node, is_known),
            false => None,
        };
        if is_known {
            let found = slot.map_or(NO_NODE, |slot| self.table[slot]);
            self.index.found.push(found);
        }
        if is_new {
            let empty = || self.slots(node).find(|&slot| self.table[slot] == NO_NODE);
            if let Some(slot) = slot.or_else(empty) {
                self.table[slot] = node;
            }
        }
    }

    /// The slots at which a node may be, in order.
    fn slots(&self, node: NodeId) -> impl Iterator<Item = usize> + use<> {
        let n = self.table.len();
        let hash = u64::from(self.hashes[node as usize]);
        let first = ((hash * n as u64) >> 32) as usize;
        (first..n).chain(0..first)
    }

    /// The slot of the newest node with the state of `node`. There is one if the state `is_known`.
    fn slot_of_same_state(&self, trace: &Trace, node: NodeId, is_known: bool) -> Option<usize> {
        let hash = self.hashes[node as usize];
        let mut alike: Vec<(NodeId, usize)> = self
            .slots(node)
            .map(|slot| (self.table[slot], slot))
            .take_while(|&(other, _)| other != NO_NODE)
            .filter(|&(other, _)| self.hashes[other as usize] == hash)
            .collect();
        alike.sort_unstable();
        let is_same = |other| have_same_state(&self.job.problem, trace, node, other);
        match alike[..] {
            // Nothing need be compared.
            [(_, slot)] if is_known => Some(slot),
            _ => {
                let mut alike = alike.into_iter().rev();
                alike.find(|&(other, _)| is_same(other)).map(|it| it.1)
            }
        }
    }
}

/// Whether any node may have an entry: an algorithm that keeps a path alone drops none as a duplicate.
fn has_entries(job: &Job, trace: &Trace) -> bool {
    let outcomes = [
        NodeOutcome::Duplicate,
        NodeOutcome::Improved,
        NodeOutcome::Reopened,
    ];
    is_list(job) || outcomes.into_iter().any(|it| trace.has_outcome(it))
}

fn is_list(job: &Job) -> bool {
    job.settings.strategy().selection == Selection::MergedList
}

fn is_in_table(job: &Job, trace: &Trace, node: NodeId) -> bool {
    let outcome = trace.outcome(node);
    (outcome.is_on_frontier() || outcome == NodeOutcome::Goal) && !is_second(job, trace, node)
}
