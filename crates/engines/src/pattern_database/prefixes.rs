//! The top of a search tree, split into subtrees for several threads.

use super::lookups::Lookups;
use super::node::{BATCH, DfsNode, Expander, ExpansionBuffer};
use tilescope_search::{Action, EngineObserver, Progress, StopReason};

/// Subtrees from left to right.
pub struct Prefixes<const CELLS: usize, const SUMS: usize, const PARTS: usize> {
    subtrees: Vec<(DfsNode<CELLS, SUMS, PARTS>, Trail)>,
    /// The actions that lead to the roots, each linked to the one before.
    trails: Vec<(Trail, Action)>,
    /// Expansions above the subtrees.
    pub n_expanded: u64,
}

/// The last of the actions that lead to a node: its index plus one, or 0 for none.
type Trail = usize;

impl<const CELLS: usize, const SUMS: usize, const PARTS: usize> Prefixes<CELLS, SUMS, PARTS> {
    /// At least `n_wanted` subtrees of the tree below `start` within its slack, unless no depth
    /// has that many. A goal is the root of a subtree of its own.
    ///
    /// # Errors
    /// If `observer` stops the search.
    pub fn new(
        expander: &Expander<impl Lookups<SUMS, PARTS>, CELLS, SUMS, PARTS>,
        start: DfsNode<CELLS, SUMS, PARTS>,
        n_wanted: usize,
        observer: &mut impl EngineObserver,
    ) -> Result<Self, StopReason> {
        let mut trails = Vec::new();
        let mut n_expanded = 0;
        let mut progress = Progress::default();
        // Expansions until the next report.
        let mut budget = observer.expansion_budget();
        let mut buffer = ExpansionBuffer::default();
        let mut level = vec![(start, 0)];
        while level.len() < n_wanted && level.iter().any(|(node, _)| !node.is_goal()) {
            let mut next = Vec::new();
            let no_memory = |_| StopReason::Memory;
            next.try_reserve(2 * level.len()).map_err(no_memory)?;
            for batch in level.chunks(BATCH) {
                // No node has more successors than 4.
                next.try_reserve(4 * BATCH).map_err(no_memory)?;
                trails.try_reserve(4 * BATCH).map_err(no_memory)?;
                let (mut nodes, mut batch_trails) = ([&start; BATCH], [0; BATCH]);
                let mut n_nodes = 0;
                for (node, trail) in batch {
                    if node.is_goal() {
                        next.push((*node, *trail));
                    } else {
                        (nodes[n_nodes], batch_trails[n_nodes]) = (node, *trail);
                        n_nodes += 1;
                    }
                }
                let mut from = 0;
                while from < n_nodes {
                    if progress.expanded >= budget {
                        n_expanded += progress.expanded;
                        observer.progress(std::mem::take(&mut progress))?;
                        budget = observer.expansion_budget().max(1);
                    }
                    let n_allowed = (budget - progress.expanded).min((n_nodes - from) as u64);
                    let allowed = &nodes[from..from + n_allowed as usize];
                    for child in expander.expand(allowed, &mut buffer, &mut progress) {
                        let parent = (from + usize::from(child.node)) % BATCH;
                        trails.push((batch_trails[parent], child.action));
                        next.push((*nodes[parent], trails.len()));
                        if let Some((node, _)) = next.last_mut() {
                            expander.make_child(node, child);
                        }
                    }
                    from += allowed.len();
                }
            }
            level = next;
        }
        level.reverse();
        n_expanded += progress.expanded;
        observer.progress(progress)?;
        Ok(Prefixes {
            subtrees: level,
            trails,
            n_expanded,
        })
    }

    pub fn len(&self) -> usize {
        self.subtrees.len()
    }

    /// The root of the subtree with this number.
    pub fn root(&self, number: usize) -> Option<&DfsNode<CELLS, SUMS, PARTS>> {
        self.subtrees.get(number).map(|(root, _)| root)
    }

    /// The actions that lead to the root of the subtree with this number.
    pub fn actions(&self, number: usize) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut trail = self.subtrees[number].1;
        while let Some(&(rest, action)) = trail.checked_sub(1).and_then(|at| self.trails.get(at)) {
            actions.push(action);
            trail = rest;
        }
        actions.reverse();
        actions
    }
}
