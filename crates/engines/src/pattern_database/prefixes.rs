//! The top of a search tree, cut into subtrees for several to share.

use super::atlas::Lookups;
use super::node::{AT_A_TIME, DfsNode, Ground, Mailbox};
use tilescope_search::{Action, EngineObserver, Progress, StopReason};

/// Subtrees from the left to the right.
pub struct Prefixes<const CELLS: usize, const SUMS: usize, const PARTS: usize> {
    subtrees: Vec<(DfsNode<CELLS, SUMS, PARTS>, Trail)>,
    /// The actions that lead to the roots: each with the one before it.
    trails: Vec<(Trail, Action)>,
    /// How many nodes were expanded above the subtrees.
    pub n_expanded: u64,
}

/// Where the last of the actions is that lead to a node: one more than its place; 0 for none.
type Trail = usize;

impl<const CELLS: usize, const SUMS: usize, const PARTS: usize> Prefixes<CELLS, SUMS, PARTS> {
    /// At least `n_wanted` subtrees of the tree below `start` within its slack, if there are so
    /// many at one depth. A goal is the root of a subtree of its own.
    ///
    /// # Errors
    /// If `observer` stops it.
    pub fn new(
        ground: &Ground<impl Lookups<SUMS, PARTS>, CELLS, SUMS, PARTS>,
        start: DfsNode<CELLS, SUMS, PARTS>,
        n_wanted: usize,
        observer: &mut impl EngineObserver,
    ) -> Result<Self, StopReason> {
        let mut trails = Vec::new();
        let mut n_expanded = 0;
        let mut done = Progress::default();
        // So many may be expanded before it is told of.
        let mut leave = observer.expansion_budget();
        let mut desk = Mailbox::default();
        let mut level = vec![(start, 0)];
        while level.len() < n_wanted && level.iter().any(|(node, _)| !node.is_goal()) {
            let mut next = Vec::with_capacity(2 * level.len());
            for several in level.chunks(AT_A_TIME) {
                let (mut nodes, mut ways) = ([&start; AT_A_TIME], [0; AT_A_TIME]);
                let mut n_nodes = 0;
                for (node, way) in several {
                    if node.is_goal() {
                        next.push((*node, *way));
                    } else {
                        (nodes[n_nodes], ways[n_nodes]) = (node, *way);
                        n_nodes += 1;
                    }
                }
                let mut from = 0;
                while from < n_nodes {
                    if done.expanded >= leave {
                        n_expanded += done.expanded;
                        observer.progress(std::mem::take(&mut done))?;
                        leave = observer.expansion_budget().max(1);
                    }
                    let may = (leave - done.expanded).min((n_nodes - from) as u64);
                    let now = &nodes[from..from + may as usize];
                    for child in ground.expand(now, &mut desk, &mut done) {
                        let parent = (from + usize::from(child.node)) % AT_A_TIME;
                        trails.push((ways[parent], child.action));
                        next.push((*nodes[parent], trails.len()));
                        if let Some((node, _)) = next.last_mut() {
                            ground.go(node, child);
                        }
                    }
                    from += now.len();
                }
            }
            level = next;
        }
        level.reverse();
        n_expanded += done.expanded;
        observer.progress(done)?;
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
        while let Some(&(before, action)) = trail.checked_sub(1).and_then(|at| self.trails.get(at))
        {
            actions.push(action);
            trail = before;
        }
        actions.reverse();
        actions
    }
}
