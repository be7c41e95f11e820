//! The top of a search tree, cut into subtrees from the left to the right.

use super::grid::{Grid, N_ACTIONS, Position};
use crate::search::{Action, Tally};

/// The subtrees below the first moves, for several threads to share.
pub struct Prefixes<G: Grid>(Vec<Prefix<G>>);

/// The root of a subtree.
#[derive(Clone)]
pub struct Prefix<G: Grid> {
    /// `None` stands for the end of the tree: there is no subtree any more.
    pub root: Option<Position<G>>,
    /// What leads to it.
    pub actions: Vec<Action>,
    /// The nodes above the subtrees that a depth-first search makes before this root and
    /// after the subtree to the left.
    pub before: Tally,
}

impl<G: Grid> Prefixes<G> {
    /// So many moves of the start are made at most.
    const MOST_MOVES: usize = 24;

    /// At least `n_wanted` subtrees of the tree below `start` within its bound, if it has so
    /// many near its root. A goal is the root of a subtree of its own.
    pub fn new(start: Position<G>, n_wanted: usize) -> Self {
        let whole = Prefix {
            root: Some(start),
            actions: Vec::new(),
            before: Tally::default(),
        };
        let end = Prefix {
            root: None,
            ..whole.clone()
        };
        let mut prefixes = vec![whole, end];
        for _ in 0..Self::MOST_MOVES {
            // None but the end is left if all was cut off.
            if prefixes.len() > n_wanted || prefixes.len() == 1 {
                break;
            }
            prefixes = unfold(&prefixes);
        }
        Prefixes(prefixes)
    }

    /// The subtree with this number, counted from the left.
    pub fn get(&self, number: usize) -> Option<&Prefix<G>> {
        self.0.get(number)
    }
}

/// Puts the children of each root in its place.
fn unfold<G: Grid>(prefixes: &[Prefix<G>]) -> Vec<Prefix<G>> {
    let mut unfolded = Vec::new();
    // What was made since the last subtree.
    let mut made = Tally::default();
    for prefix in prefixes {
        made.expanded += prefix.before.expanded;
        made.generated += prefix.before.generated;
        let mut put = |root, actions, made: &mut Tally| {
            unfolded.push(Prefix {
                root,
                actions,
                before: std::mem::take(made),
            });
        };
        let Some(root) = prefix.root.filter(|root| !root.is_goal()) else {
            put(prefix.root, prefix.actions.clone(), &mut made);
            continue;
        };
        made.expanded += 1;
        for action in 0..N_ACTIONS {
            let Some(child) = root.child(action) else {
                continue;
            };
            made.generated += 1;
            if child.is_some() {
                let last = Action(action as u8);
                let actions = prefix.actions.iter().copied().chain([last]).collect();
                put(child, actions, &mut made);
            }
        }
    }
    unfolded
}
