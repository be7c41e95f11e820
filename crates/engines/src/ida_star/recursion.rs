//! The depth-first search as a recursion that is compiled for each cell of the blank and
//! each action that led there.
//!
//! A node generated takes 23 instructions (perf stat, Korf 79, 12, 42, 55 and 97).

use super::super::leave::ReportFn;
use super::grid::{
    Goal, Grid, MOST_CELLS, N_ACTIONS, NO_ACTION, Position, Word, nearer, neighbour, undo,
};
use tilescope_search::{Action, Progress, StopReason};

/// Searches the tree below `root` within its slack; the actions to the first goal.
///
/// # Errors
/// If it was told to stop.
pub fn search<G: Grid>(
    root: &Position<G>,
    goal: Goal<G::Word>,
    tell: &mut ReportFn,
) -> Result<Option<Vec<Action>>, StopReason> {
    let mut walk = Walk::<G> {
        goal,
        tell,
        given: 0,
        left: 0,
        generated: 0,
        path: Vec::new(),
        halted: None,
    };
    let is_over = below::<G>(root.blank, root.came)(&mut walk, root.cells, root.slack);
    let told = walk.hand_in(0);
    if let Some(halt) = walk.halted {
        return Err(halt);
    }
    told?;
    Ok(is_over.then(|| walk.path.iter().rev().copied().collect()))
}

/// A depth-first search within a bound, and what it has done.
struct Walk<'a, 'b, G: Grid> {
    goal: Goal<G::Word>,
    tell: &'a mut ReportFn<'b>,
    /// How many nodes may be expanded before the next tally: what was given, and what of it is
    /// left.
    given: u32,
    left: u32,
    generated: u64,
    /// What leads from the root to the goal, last action first.
    path: Vec<Action>,
    halted: Option<StopReason>,
}

/// At most so many nodes are expanded between two tallies: about a millisecond's work.
const STRETCH: u32 = 1 << 18;

/// So many nodes generated are kept back from a tally, for all children of a node are counted
/// when it is expanded: more than a path to the goal has on its right.
const KEPT_BACK: u64 = 1 << 12;

impl<G: Grid> Walk<'_, '_, G> {
    /// Hands in what was done since the last tally, but for so many nodes generated; how many
    /// may be expanded before the next.
    fn hand_in(&mut self, kept_back: u64) -> Result<u64, StopReason> {
        let generated = self.generated.saturating_sub(kept_back);
        self.generated -= generated;
        let expanded = u64::from(self.given - self.left);
        self.given = self.left;
        (self.tell)(Progress {
            expanded,
            generated,
            ..Progress::default()
        })
    }

    /// Whether the search is to stop, at the end of a stretch. If not, there is a node left
    /// that may be expanded.
    #[cold]
    fn is_halted(&mut self) -> bool {
        match self.hand_in(KEPT_BACK) {
            Ok(leave) => {
                self.given = leave.min(STRETCH.into()) as u32;
                self.left = self.given;
            }
            Err(halt) => self.halted = Some(halt),
        }
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
    if walk.left == 0 && walk.is_halted() {
        return true;
    }
    walk.left -= 1;
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
