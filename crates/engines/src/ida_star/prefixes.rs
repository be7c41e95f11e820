//! The top of a search tree, cut into subtrees from the left to the right.

use super::grid::{Grid, N_ACTIONS, Position};
use tilescope_search::{Action, Progress};

/// The subtrees below the first moves, for several threads to share.
pub struct Prefixes<G: Grid>(Vec<Prefix<G>>);

/// So many moves of the start are made at most.
const MOST_MOVES: usize = 24;

/// The root of a subtree.
#[derive(Clone, Copy)]
pub struct Prefix<G: Grid> {
    /// `None` stands for the end of the tree: there is no subtree any more.
    pub root: Option<Position<G>>,
    /// What leads to it: so many actions.
    actions: [Action; MOST_MOVES],
    n_actions: usize,
    /// The nodes above the subtrees that a depth-first search makes before this root and
    /// after the subtree to the left.
    pub before: Progress,
}

impl<G: Grid> Prefixes<G> {
    /// At least `n_wanted` subtrees of the tree below `start` within its bound, if it has so
    /// many near its root. A goal is the root of a subtree of its own.
    pub fn new(start: Position<G>, n_wanted: usize) -> Self {
        let whole = Prefix {
            root: Some(start),
            actions: [Action(0); MOST_MOVES],
            n_actions: 0,
            before: Progress::default(),
        };
        let end = Prefix {
            root: None,
            ..whole
        };
        let mut prefixes = vec![whole, end];
        for _ in 0..MOST_MOVES {
            // None but the end is left if all was cut off.
            if prefixes.len() > n_wanted || prefixes.len() == 1 {
                break;
            }
            prefixes = unfold(&prefixes);
        }
        Prefixes(prefixes)
    }

    /// The subtrees as so many shares, or fewer; each goes from one to another of them.
    pub fn shares(&self, n_shares: usize) -> Vec<&[Prefix<G>]> {
        self.0.chunks(self.0.len().div_ceil(n_shares)).collect()
    }
}

impl<G: Grid> Prefix<G> {
    /// What leads to it.
    pub fn actions(&self) -> &[Action] {
        &self.actions[..self.n_actions]
    }
}

/// Puts the children of each root in its place.
fn unfold<G: Grid>(prefixes: &[Prefix<G>]) -> Vec<Prefix<G>> {
    let mut unfolded = Vec::with_capacity(2 * prefixes.len());
    // What was made since the last subtree.
    let mut made = Progress::default();
    for prefix in prefixes {
        made.expanded += prefix.before.expanded;
        made.generated += prefix.before.generated;
        let Some(root) = prefix.root.filter(|root| !root.is_goal()) else {
            let before = std::mem::take(&mut made);
            unfolded.push(Prefix { before, ..*prefix });
            continue;
        };
        made.expanded += 1;
        for action in 0..N_ACTIONS {
            let Some(child) = root.child(action) else {
                continue;
            };
            made.generated += 1;
            if child.is_some() {
                let mut below = Prefix {
                    root: child,
                    n_actions: prefix.n_actions + 1,
                    before: std::mem::take(&mut made),
                    ..*prefix
                };
                below.actions[prefix.n_actions] = Action(action as u8);
                unfolded.push(below);
            }
        }
    }
    unfolded
}
