//! The depth-first search as a recursion that is compiled for each cell of the blank and
//! each action that led there.
//!
//! A node generated takes 21 instructions (callgrind, Korf 79).

use super::grid::{
    Goal, Grid, MOST_CELLS, N_ACTIONS, NO_ACTION, Position, Word, nearer, neighbour, undo,
};
use crate::engines::team::Tell;
use crate::search::{Action, Halt, Tally};

/// A depth-first search within a bound, and what it has done.
pub struct Walk<'a, 'b, G: Grid> {
    goal: Goal<G::Word>,
    tell: &'a mut Tell<'b>,
    /// How many nodes are still to be expanded before the next tally.
    left: u32,
    generated: u64,
    /// Nodes that were counted elsewhere.
    more: Tally,
    /// What leads from the root to the goal, last action first.
    path: Vec<Action>,
    halted: Option<Halt>,
}

/// So many nodes are expanded between two tallies: about a millisecond's work.
const STRETCH: u32 = 1 << 18;

/// So many nodes generated are kept back from a tally, for all children of a node are counted
/// when it is expanded: more than a path to the goal has on its right.
const KEPT_BACK: u64 = 1 << 12;

impl<'a, 'b, G: Grid> Walk<'a, 'b, G> {
    /// A search for `goal` that hands in its tallies by `tell`.
    pub fn new(goal: Goal<G::Word>, tell: &'a mut Tell<'b>) -> Self {
        Walk {
            goal,
            tell,
            left: STRETCH,
            generated: 0,
            more: Tally::default(),
            path: Vec::new(),
            halted: None,
        }
    }

    /// Searches the tree below `root` within its slack; the actions to the first goal.
    ///
    /// # Errors
    /// If it was told to stop.
    pub fn search(&mut self, root: &Position<G>) -> Result<Option<Vec<Action>>, Halt> {
        self.path.clear();
        let below = below::<G>(root.blank, root.came);
        let is_over = below(self, root.cells, root.slack);
        match self.halted {
            Some(halt) => Err(halt),
            None => Ok(is_over.then(|| self.path.iter().rev().copied().collect())),
        }
    }

    /// Counts nodes that were made elsewhere.
    pub fn count(&mut self, tally: Tally) {
        self.more.expanded += tally.expanded;
        self.more.generated += tally.generated;
    }

    /// Hands in what is left to be handed in.
    ///
    /// # Errors
    /// If it is told to stop.
    pub fn finish(&mut self) -> Result<(), Halt> {
        self.hand_in(0)
    }

    /// Hands in what was done since the last tally, but for so many nodes generated.
    fn hand_in(&mut self, kept_back: u64) -> Result<(), Halt> {
        let generated = self.generated.saturating_sub(kept_back);
        self.generated -= generated;
        let expanded = u64::from(STRETCH - self.left);
        self.left = STRETCH;
        let more = std::mem::take(&mut self.more);
        (self.tell)(Tally {
            expanded: expanded + more.expanded,
            generated: generated + more.generated,
            frontier: None,
        })
    }

    /// Whether the search is to stop, at the end of a stretch.
    #[cold]
    fn is_halted(&mut self) -> bool {
        self.halted = self.hand_in(KEPT_BACK).err();
        self.halted.is_some()
    }

    /// The search ends: what has led to the goal is put down on the way back, and children
    /// that are not made any more are not counted.
    #[cold]
    fn is_found(&mut self, action: usize, n_unmade: u64) -> bool {
        self.path.push(Action(action as u8));
        self.generated -= n_unmade;
        true
    }
}

/// Searches below a node that is within the bound; whether the search is over, be it that
/// there is a goal or that it was told to stop.
///
/// The node is `cells` with the blank in `BLANK`, to which the action `CAME` led; `slack` more
/// moves may lead away from the goal.
type Below<G> = fn(&mut Walk<G>, <G as Grid>::Word, u32) -> bool;

fn search_below<G: Grid, const BLANK: usize, const CAME: usize>(
    walk: &mut Walk<G>,
    cells: G::Word,
    slack: u32,
) -> bool {
    if const { BLANK >= G::N_CELLS } {
        return false;
    }
    if cells == walk.goal.cells && BLANK == walk.goal.blank {
        return true;
    }
    walk.left -= 1;
    if walk.left == 0 && walk.is_halted() {
        return true;
    }
    walk.generated += const { n_children::<G>(BLANK, CAME, 0) };
    try_action::<G, BLANK, CAME, 0>(walk, cells, slack)
        || try_action::<G, BLANK, CAME, 1>(walk, cells, slack)
        || try_action::<G, BLANK, CAME, 2>(walk, cells, slack)
        || try_action::<G, BLANK, CAME, 3>(walk, cells, slack)
}

/// Searches below the child that `ACTION` leads to, if there is one within the bound.
///
/// A move brings its tile one nearer to its goal cell or one away, so f stays or rises by 2.
#[inline(always)]
fn try_action<G: Grid, const BLANK: usize, const CAME: usize, const ACTION: usize>(
    walk: &mut Walk<G>,
    cells: G::Word,
    slack: u32,
) -> bool {
    let Some(next) = (const { child::<G>(BLANK, CAME, ACTION) }) else {
        return false;
    };
    let tile = cells.get(next);
    let is_nearer = const { nearer_by::<G>(BLANK, ACTION) } >> tile & 1;
    let Some(slack) = (slack + is_nearer).checked_sub(1) else {
        return false;
    };
    let cells = cells.slide(tile, next, BLANK);
    let below = const { below_child::<G>(BLANK, ACTION) };
    below(walk, cells, slack)
        && walk.is_found(ACTION, const { n_children::<G>(BLANK, CAME, ACTION + 1) })
}

/// Where the blank goes by `action`, unless that undoes the action that led to it.
const fn child<G: Grid>(blank: usize, came: usize, action: usize) -> Option<usize> {
    if action == undo(came) {
        return None;
    }
    neighbour::<G>(blank, action)
}

/// How many children there are by the actions from `first` on.
const fn n_children<G: Grid>(blank: usize, came: usize, first: usize) -> u64 {
    let (mut n, mut action) = (0, first);
    while action < N_ACTIONS {
        if child::<G>(blank, came, action).is_some() {
            n += 1;
        }
        action += 1;
    }
    n
}

/// The tiles that come nearer to their goal when the blank goes by `action`.
const fn nearer_by<G: Grid>(blank: usize, action: usize) -> u32 {
    match neighbour::<G>(blank, action) {
        Some(next) => nearer::<G>(next, blank),
        None => 0,
    }
}

/// The search below the child that `action` leads to.
const fn below_child<G: Grid>(blank: usize, action: usize) -> Below<G> {
    match neighbour::<G>(blank, action) {
        Some(next) => below::<G>(next, action),
        None => |_, _, _| false,
    }
}

/// Gives [`search_below`] for each cell of the blank.
macro_rules! by_blank {
    ($($blank:literal)+) => {
        /// The search below a node with the blank in `blank`, to which `came` has led.
        const fn below<G: Grid>(blank: usize, came: usize) -> Below<G> {
            match (blank, came) {
                $(
                    ($blank, 0) => search_below::<G, $blank, 0>,
                    ($blank, 1) => search_below::<G, $blank, 1>,
                    ($blank, 2) => search_below::<G, $blank, 2>,
                    ($blank, 3) => search_below::<G, $blank, 3>,
                    ($blank, _) => search_below::<G, $blank, NO_ACTION>,
                )+
                _ => panic!("no board has so many cells"),
            }
        }
    };
}
by_blank!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24);
const _: () = assert!(MOST_CELLS == 25);
