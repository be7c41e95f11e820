//! The depth-first search as a recursion, compiled for each cell of the blank and each last
//! action.
//!
//! 23 instructions per node generated (perf stat, Korf 79, 12, 42, 55 and 97).

use super::super::budget::BudgetFn;
use super::grid::{
    Goal, Grid, MAX_CELLS, N_ACTIONS, NO_ACTION, Position, Word, nearer, neighbour, undo,
};
use tilescope_search::{Action, Progress, StopReason};

/// Searches the tree below `root` within its slack. Returns the actions to the first goal.
///
/// # Errors
/// If the search must stop.
pub fn search<G: Grid>(
    root: &Position<G>,
    goal: Goal<G::Word>,
    report: &mut BudgetFn,
) -> Result<Option<Vec<Action>>, StopReason> {
    let mut dfs = BoundedDfs::<G> {
        goal,
        report,
        granted: 0,
        remaining: 0,
        generated: 0,
        path: Vec::new(),
        stop_reason: None,
    };
    let is_over = search_fn::<G>(root.blank, root.last_action)(&mut dfs, root.cells, root.slack);
    let reported = dfs.report_progress(0);
    if let Some(reason) = dfs.stop_reason {
        return Err(reason);
    }
    reported?;
    Ok(is_over.then(|| dfs.path.iter().rev().copied().collect()))
}

/// A depth-first search within a bound, and its progress.
struct BoundedDfs<'a, 'b, G: Grid> {
    goal: Goal<G::Word>,
    report: &'a mut BudgetFn<'b>,
    /// The expansions granted until the next report, and how many of them remain.
    granted: u32,
    remaining: u32,
    generated: u64,
    /// The actions from the root to the goal, last action first.
    path: Vec<Action>,
    stop_reason: Option<StopReason>,
}

/// The most expansions between two reports: about a millisecond's work.
const REPORT_INTERVAL: u32 = 1 << 18;

/// Generated nodes withheld from a report. All children of a node are counted when it is expanded,
/// and those to the right of the solution path are subtracted in the end: fewer than these.
const WITHHELD: u64 = 1 << 12;

impl<G: Grid> BoundedDfs<'_, '_, G> {
    /// Reports the progress since the last call, except for `withheld` generated nodes. Returns
    /// how many nodes may be expanded before the next call.
    fn report_progress(&mut self, withheld: u64) -> Result<u64, StopReason> {
        let generated = self.generated.saturating_sub(withheld);
        self.generated -= generated;
        let expanded = u64::from(self.granted - self.remaining);
        self.granted = self.remaining;
        (self.report)(Progress {
            expanded,
            generated,
            ..Progress::default()
        })
    }

    /// Reports, and returns whether the search must stop. If not, at least one node may be
    /// expanded.
    #[cold]
    fn must_stop(&mut self) -> bool {
        match self.report_progress(WITHHELD) {
            Ok(budget) => {
                self.granted = budget.min(REPORT_INTERVAL.into()) as u32;
                self.remaining = self.granted;
            }
            Err(reason) => self.stop_reason = Some(reason),
        }
        self.stop_reason.is_some()
    }

    /// Records the solution path as the recursion returns, and subtracts the children that are
    /// not generated any more. Returns true: the search is over.
    #[cold]
    fn record(&mut self, action: usize, n_ungenerated: u64) -> bool {
        self.path.push(Action(action as u8));
        self.generated -= n_ungenerated;
        true
    }
}

/// Searches below a node within the bound. Returns whether the search is over, because a goal was
/// found or because it must stop.
///
/// The node is `cells` with the blank in `BLANK`, reached by the action `LAST`; `slack` more moves
/// may increase h.
type SearchFn<G> = fn(&mut BoundedDfs<G>, <G as Grid>::Word, u32) -> bool;

fn search_below<G: Grid, const BLANK: usize, const LAST: usize>(
    dfs: &mut BoundedDfs<G>,
    cells: G::Word,
    slack: u32,
) -> bool {
    if const { BLANK >= G::N_CELLS } {
        return false;
    }
    if cells == dfs.goal.cells && BLANK == dfs.goal.blank {
        return true;
    }
    if dfs.remaining == 0 && dfs.must_stop() {
        return true;
    }
    dfs.remaining -= 1;
    dfs.generated += const { n_children::<G>(BLANK, LAST, 0) };
    try_action::<G, BLANK, LAST, 0>(dfs, cells, slack)
        || try_action::<G, BLANK, LAST, 1>(dfs, cells, slack)
        || try_action::<G, BLANK, LAST, 2>(dfs, cells, slack)
        || try_action::<G, BLANK, LAST, 3>(dfs, cells, slack)
}

/// Searches below the child by `ACTION`, if there is one within the bound.
///
/// A move changes h by 1, so f stays the same or rises by 2.
#[inline(always)]
fn try_action<G: Grid, const BLANK: usize, const LAST: usize, const ACTION: usize>(
    dfs: &mut BoundedDfs<G>,
    cells: G::Word,
    slack: u32,
) -> bool {
    let Some(next) = (const { child::<G>(BLANK, LAST, ACTION) }) else {
        return false;
    };
    let tile = cells.get(next);
    let is_nearer = const { nearer_by::<G>(BLANK, ACTION) } >> tile & 1;
    let Some(slack) = (slack + is_nearer).checked_sub(1) else {
        return false;
    };
    let cells = cells.slide(tile, next, BLANK);
    let search = const { search_fn_of_child::<G>(BLANK, ACTION) };
    search(dfs, cells, slack)
        && dfs.record(ACTION, const { n_children::<G>(BLANK, LAST, ACTION + 1) })
}

/// Where the blank moves by `action`; `None` if that is illegal or undoes the last action.
const fn child<G: Grid>(blank: usize, last_action: usize, action: usize) -> Option<usize> {
    if action == undo(last_action) {
        return None;
    }
    neighbour::<G>(blank, action)
}

/// The number of children by the actions from `first` on.
const fn n_children<G: Grid>(blank: usize, last_action: usize, first: usize) -> u64 {
    let (mut n, mut action) = (0, first);
    while action < N_ACTIONS {
        if child::<G>(blank, last_action, action).is_some() {
            n += 1;
        }
        action += 1;
    }
    n
}

/// The tiles that get nearer to their goal when the blank moves by `action`.
const fn nearer_by<G: Grid>(blank: usize, action: usize) -> u32 {
    match neighbour::<G>(blank, action) {
        Some(next) => nearer::<G>(next, blank),
        None => 0,
    }
}

/// The search below the child by `action`.
const fn search_fn_of_child<G: Grid>(blank: usize, action: usize) -> SearchFn<G> {
    match neighbour::<G>(blank, action) {
        Some(next) => search_fn::<G>(next, action),
        None => |_, _, _| false,
    }
}

/// Selects [`search_below`] by the cell of the blank.
macro_rules! by_blank {
    ($($blank:literal)+) => {
        /// The search below a node with this blank and last action.
        const fn search_fn<G: Grid>(blank: usize, last_action: usize) -> SearchFn<G> {
            match (blank, last_action) {
                $(
                    ($blank, 0) => search_below::<G, $blank, 0>,
                    ($blank, 1) => search_below::<G, $blank, 1>,
                    ($blank, 2) => search_below::<G, $blank, 2>,
                    ($blank, 3) => search_below::<G, $blank, 3>,
                    ($blank, _) => search_below::<G, $blank, NO_ACTION>,
                )+
                _ => panic!("the blank is outside the board"),
            }
        }
    };
}
by_blank!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24);
const _: () = assert!(MAX_CELLS == 25);
