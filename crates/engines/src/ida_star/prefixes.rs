//! The top of a search tree, split into subtrees from left to right.

use super::grid::{Grid, N_ACTIONS, Position};
use tilescope_search::{Action, Progress};

/// The subtrees below the first moves, for several threads to share.
pub struct Prefixes<G: Grid>(Vec<Prefix<G>>);

/// The deepest level of the subtrees' roots.
const MAX_MOVES: usize = 24;

/// The root of a subtree.
#[derive(Clone, Copy)]
pub struct Prefix<G: Grid> {
    /// `None` marks the end of the tree: no subtree follows.
    pub root: Option<Position<G>>,
    /// The first `n_actions` of these lead to the root.
    actions: [Action; MAX_MOVES],
    n_actions: usize,
    /// The nodes above the subtrees that a depth-first search visits between the subtree to the
    /// left and this root.
    pub before: Progress,
}

impl<G: Grid> Prefixes<G> {
    /// At least `n_wanted` subtrees of the tree below `start` within its bound, unless it has
    /// fewer near its root. A goal is the root of a subtree of its own.
    pub fn new(start: Position<G>, n_wanted: usize) -> Self {
        let whole = Prefix {
            root: Some(start),
            actions: [Action(0); MAX_MOVES],
            n_actions: 0,
            before: Progress::default(),
        };
        let end = Prefix {
            root: None,
            ..whole
        };
        let mut prefixes = vec![whole, end];
        for _ in 0..MAX_MOVES {
            // Only the end mark is left if all nodes are cut.
            if prefixes.len() > n_wanted || prefixes.len() == 1 {
                break;
            }
            prefixes = expand(&prefixes);
        }
        Prefixes(prefixes)
    }

    /// The subtrees in up to `n_shares` consecutive shares.
    pub fn shares(&self, n_shares: usize) -> Vec<&[Prefix<G>]> {
        self.0.chunks(self.0.len().div_ceil(n_shares)).collect()
    }
}

impl<G: Grid> Prefix<G> {
    /// The actions from the start to the root.
    pub fn actions(&self) -> &[Action] {
        &self.actions[..self.n_actions]
    }
}

/// Replaces each root by its children.
fn expand<G: Grid>(prefixes: &[Prefix<G>]) -> Vec<Prefix<G>> {
    let mut expanded = Vec::with_capacity(2 * prefixes.len());
    // The nodes visited since the last subtree.
    let mut pending = Progress::default();
    for prefix in prefixes {
        pending.expanded += prefix.before.expanded;
        pending.generated += prefix.before.generated;
        let Some(root) = prefix.root.filter(|root| !root.is_goal()) else {
            let before = std::mem::take(&mut pending);
            expanded.push(Prefix { before, ..*prefix });
            continue;
        };
        pending.expanded += 1;
        for action in 0..N_ACTIONS {
            let Some(child) = root.child(action) else {
                continue;
            };
            pending.generated += 1;
            if child.is_some() {
                let mut below = Prefix {
                    root: child,
                    n_actions: prefix.n_actions + 1,
                    before: std::mem::take(&mut pending),
                    ..*prefix
                };
                below.actions[prefix.n_actions] = Action(action as u8);
                expanded.push(below);
            }
        }
    }
    expanded
}
