//! Depth-first search of boards of up to four columns, on vectors of nodes.
//!
//! A node is one word: the packed board, with the slack in the blank's cell. Open nodes are on
//! stacks, one for each depth, cell of the blank and last action. So all nodes of a stack have the
//! same legal actions, and a move of a vector of them is a few instructions on constants. Children
//! within the bound are pushed without gaps. The deepest level that can fill its vectors is
//! expanded first, so the stacks stay short, as in a depth-first search.

use super::super::budget::BudgetFn;
use super::grid::{Goal, Grid, N_ACTIONS, Position, Word as _, neighbour, undo};
use super::kernel::{Kernel, StackSearch};
use super::lanes::{Lanes, Step, bit_offset, cell_code};
use super::words::Word;
use bytemuck::allocation::try_zeroed_slice_box;
use std::marker::PhantomData;
use tilescope_search::{Progress, StopReason};

/// The stacks of a search, reused from one search to the next.
pub struct Stacks<G, L> {
    levels: Vec<Level>,
    compiled_for: PhantomData<(G, L)>,
}

/// The nodes at one depth: a stack for each class, which is four times the cell of the blank plus
/// the last action.
pub struct Level {
    /// The stacks one after the other, each of [`CAPACITY`] nodes. Most of it is never touched,
    /// so the system allocates no pages for it.
    nodes: Box<[u64]>,
    /// Nodes on each stack.
    heights: [usize; N_CLASSES],
    /// Nodes on all stacks.
    n_nodes: usize,
}

/// The number of classes, impossible ones included.
const N_CLASSES: usize = 16 * N_ACTIONS;

/// The longest vector.
const MAX_LANES: usize = 8;

/// The most nodes of a class that are expanded before the next class. Twice as many save 1 % of the
/// time; half as many cost 7 %.
const MAX_AT_ONCE: usize = 1024;

/// A level with this many nodes fills its vectors well: 128 per class on average. Two such levels
/// still fit into the first-level cache.
const FULL: usize = 3072;

/// The largest size of a stack: a full level receives no more nodes, and up to three classes have
/// children of the same class. A vector is always stored whole.
const CAPACITY: usize = FULL + 3 * MAX_AT_ONCE + MAX_LANES;

/// The most roots of one search.
pub const MAX_ROOTS: usize = FULL;
/// The most slack of a root.
pub const MAX_SLACK: u32 = 15;

/// Stacks for searches of up to `n_moves` moves; `None` if the processor can't run `kernel`, or if
/// that has no stacks.
pub fn new<G: Grid<Word = u64>>(kernel: Kernel, n_moves: usize) -> Option<Box<dyn StackSearch<G>>> {
    match kernel {
        Kernel::Recursion => None,
        Kernel::Words => Stacks::<G, Word>::boxed(n_moves),
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2 => Stacks::<G, super::avx2::Avx2>::boxed(n_moves),
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 => Stacks::<G, super::avx512::Avx512>::boxed(n_moves),
        #[cfg(not(target_arch = "x86_64"))]
        Kernel::Avx2 | Kernel::Avx512 => None,
    }
}

/// The memory that [`new`] allocates, in bytes.
pub fn bytes<G: Grid>(n_moves: usize) -> usize {
    let classes = (0..N_CLASSES).map(|class| (class / N_ACTIONS, class % N_ACTIONS));
    let n_stacks = classes.filter(|&(blank, last_action)| occurs::<G>(blank, last_action, 0));
    n_levels(n_moves) * n_stacks.count() * CAPACITY * size_of::<u64>()
}

impl<G: Grid<Word = u64>, L: Lanes> StackSearch<G> for Stacks<G, L> {
    fn find_goal(
        &mut self,
        roots: &mut dyn Iterator<Item = Position<G>>,
        goal: Goal<u64>,
        report: &mut BudgetFn,
    ) -> Result<bool, StopReason> {
        self.clear();
        for root in roots {
            self.push(&root);
        }
        let cells = packed::<G>(goal.cells);
        self.search(Goal { cells, ..goal }, report)
    }
}

impl<G: Grid<Word = u64>, L: Lanes> Stacks<G, L> {
    /// `None` if the processor lacks the instructions, so stacks that exist can be searched; or if
    /// the machine has no memory for them.
    fn boxed(n_moves: usize) -> Option<Box<dyn StackSearch<G>>> {
        if !L::is_supported() {
            return None;
        }
        let levels = (0..n_levels(n_moves)).map(|_| Level::new());
        Some(Box::new(Stacks::<G, L> {
            levels: levels.collect::<Option<_>>()?,
            compiled_for: PhantomData,
        }))
    }

    fn clear(&mut self) {
        for level in self.levels.iter_mut().filter(|level| level.n_nodes > 0) {
            level.n_nodes = 0;
            level.heights = [0; N_CLASSES];
        }
    }

    fn push(&mut self, root: &Position<G>) {
        let level = &mut self.levels[colour::<G>(root.blank)];
        let class = class(root.blank, root.last_action);
        let height = &mut level.heights[class];
        level.nodes[class * CAPACITY..][..CAPACITY][*height] =
            packed::<G>(root.cells) | u64::from(root.slack) << bit_offset::<G>(root.blank);
        *height += 1;
        level.n_nodes += 1;
    }

    /// Expands nodes until a goal is found or none is left.
    fn search(&mut self, goal: Goal<u64>, report: &mut BudgetFn) -> Result<bool, StopReason> {
        let mut status = SearchStatus {
            budget: report(Progress::default())?,
            ..SearchStatus::default()
        };
        // All levels above `top` are empty.
        let (mut top, mut at) = (0, 0);
        loop {
            // The deepest level that fills its vectors …
            while at > top && self.levels[at].n_nodes < FULL {
                at -= 1;
            }
            let mut multiples_of = L::WIDTH;
            if self.levels[at].n_nodes < FULL {
                // … or if there is none, the topmost that is not empty.
                while self.levels[top].n_nodes == 0 {
                    top += 1;
                    if top == self.levels.len() {
                        return report(status.progress).map(|_| false);
                    }
                }
                at = top;
                multiples_of = 1;
            }
            let [level, below] = &mut self.levels[at..at + 2] else {
                unreachable!("only goals reach the last level but one");
            };
            let pair = LevelPair {
                level,
                below,
                mask: !(multiples_of - 1),
                goal,
                status: &mut status,
            };
            #[allow(
                unsafe_code,
                reason = "Korf's 80, 1 and 3 on a Zen 5: 1.95 s by the recursion, 1.03 s by words, \
                          0.32 s with AVX2, 0.19 s with AVX-512"
            )]
            // SAFETY: stacks exist only if the processor has the instructions.
            unsafe {
                if at % 2 == 0 {
                    L::expand::<G, 0>(pair);
                } else {
                    L::expand::<G, 1>(pair);
                }
            }
            at += 1;
            if status.is_found || status.budget == 0 {
                status.budget = report(std::mem::take(&mut status.progress))?;
            }
            if status.is_found {
                return Ok(true);
            }
        }
    }
}

/// Even levels have the blank on a cell of the first cell's colour, odd levels on the others. One
/// more level, always empty, is for the children of the last.
fn n_levels(n_moves: usize) -> usize {
    n_moves + 3
}

impl Level {
    /// `None` if the machine has no memory for it.
    fn new() -> Option<Self> {
        Some(Level {
            // Zero pages of the system, which stay untouched until they are used.
            nodes: try_zeroed_slice_box(N_CLASSES * CAPACITY).ok()?,
            heights: [0; N_CLASSES],
            n_nodes: 0,
        })
    }
}

const fn class(blank: usize, last_action: usize) -> usize {
    blank * N_ACTIONS + last_action
}

/// Whether a node with this blank and last action can occur at this level: the action is possible,
/// and the blank is on a cell of the level's colour.
const fn occurs<G: Grid>(blank: usize, last_action: usize, level: usize) -> bool {
    neighbour::<G>(blank, undo(last_action)).is_some() && colour::<G>(blank) == level % 2
}

/// The colour of a cell on a chessboard: each move changes that of the blank's cell.
const fn colour<G: Grid>(cell: usize) -> usize {
    (cell / G::COLUMNS + cell % G::COLUMNS) % 2
}

/// The progress since the last report, and whether the search may go on.
#[derive(Default)]
pub struct SearchStatus {
    progress: Progress,
    /// How many nodes may be expanded before the next report.
    budget: u64,
    is_found: bool,
}

/// A level to expand, and the next one, which receives the children.
pub struct LevelPair<'a> {
    level: &'a mut Level,
    below: &'a mut Level,
    /// Masks the number of nodes popped, down to a multiple of the vector's width.
    mask: usize,
    goal: Goal<u64>,
    status: &'a mut SearchStatus,
}

impl LevelPair<'_> {
    /// Expands the nodes of one class, if they fill a vector.
    ///
    /// # Safety
    /// The processor has the instructions of `L`.
    #[allow(
        unsafe_code,
        reason = "checking the capacity once and not for every vector saves a tenth of the time, and \
                  reading each vector once for all its children another tenth"
    )]
    #[inline(always)]
    unsafe fn expand_class<G: Grid<Word = u64>, L: Lanes, const BLANK: usize, const LAST: usize>(
        &mut self,
    ) {
        let class = const { class(BLANK, LAST) };
        let height = self.level.heights[class];
        let n_popped = (height & self.mask).min(MAX_AT_ONCE);
        let n_popped = n_popped.min(self.status.budget as usize);
        if n_popped == 0 {
            return;
        }
        self.level.heights[class] -= n_popped;
        self.level.n_nodes -= n_popped;
        self.status.budget -= n_popped as u64;
        self.status.progress.expanded += n_popped as u64;
        self.status.progress.generated += const { n_children::<G>(BLANK, LAST) } * n_popped as u64;
        // The rest of the stack's capacity is longer than a vector.
        let nodes = &mut self.level.nodes[class * CAPACITY..][height - n_popped..CAPACITY];
        if BLANK == self.goal.blank {
            self.status.is_found |= contains::<G>(&nodes[..n_popped], self.goal);
        }
        // The last vector is padded with nodes that have no children within the bound.
        nodes[n_popped..][..L::WIDTH].fill(const { padding_node::<G>(BLANK) });
        let below = &mut self.below.nodes[..N_CLASSES * CAPACITY];
        let heights = &mut self.below.heights;
        let starts: [usize; N_ACTIONS] =
            std::array::from_fn(|action| match child::<G>(BLANK, LAST, action) {
                Some(class) => {
                    assert!(heights[class] + n_popped + L::WIDTH <= CAPACITY);
                    class * CAPACITY + heights[class]
                }
                None => 0,
            });
        // SAFETY: reads are of the vectors of `nodes` that begin before `n_popped`; the last one
        // ends less than `WIDTH` behind it, within the padding. Writes begin at the top of a stack,
        // which has space for `n_popped` nodes and one more vector, as asserted above. Each vector
        // read adds at most its length, so the last vector written begins at most `n_popped` nodes
        // further on.
        let ends = unsafe {
            let [mut up, mut left, mut right, mut down] =
                starts.map(|start| below.as_mut_ptr().add(start));
            let mut node = nodes.as_ptr();
            let end = node.add(n_popped);
            while node < end {
                let vector = L::load(node, const { 1 << bit_offset::<G>(BLANK) });
                step::<G, L, BLANK, LAST, 0>(vector, &mut up);
                step::<G, L, BLANK, LAST, 1>(vector, &mut left);
                step::<G, L, BLANK, LAST, 2>(vector, &mut right);
                step::<G, L, BLANK, LAST, 3>(vector, &mut down);
                node = node.add(L::WIDTH);
            }
            [up, left, right, down].map(|top| top.offset_from_unsigned(below.as_ptr()))
        };
        for action in 0..N_ACTIONS {
            if let Some(class) = child::<G>(BLANK, LAST, action) {
                let n_more = ends[action] - starts[action];
                heights[class] += n_more;
                self.below.n_nodes += n_more;
            }
        }
    }

    /// Expands the nodes with the blank in one cell.
    ///
    /// # Safety
    /// The processor has the instructions of `L`.
    #[allow(unsafe_code, reason = "see its caller")]
    #[inline(always)]
    unsafe fn expand_blank<
        G: Grid<Word = u64>,
        L: Lanes,
        const COLOUR: usize,
        const BLANK: usize,
    >(
        &mut self,
    ) {
        // SAFETY: guaranteed by the caller.
        unsafe {
            if const { occurs::<G>(BLANK, 0, COLOUR) } {
                self.expand_class::<G, L, BLANK, 0>();
            }
            if const { occurs::<G>(BLANK, 1, COLOUR) } {
                self.expand_class::<G, L, BLANK, 1>();
            }
            if const { occurs::<G>(BLANK, 2, COLOUR) } {
                self.expand_class::<G, L, BLANK, 2>();
            }
            if const { occurs::<G>(BLANK, 3, COLOUR) } {
                self.expand_class::<G, L, BLANK, 3>();
            }
        }
    }
}

/// Pushes the children by `ACTION`, if it is legal.
///
/// # Safety
/// The processor has the instructions of `L`, and `top` has space for a vector.
#[allow(unsafe_code, reason = "see its caller")]
#[inline(always)]
unsafe fn step<
    G: Grid<Word = u64>,
    L: Lanes,
    const BLANK: usize,
    const LAST: usize,
    const ACTION: usize,
>(
    nodes: L,
    top: &mut *mut u64,
) {
    if const { child::<G>(BLANK, LAST, ACTION).is_some() } {
        // SAFETY: guaranteed by the caller; `step` wrote `n_more` nodes.
        unsafe {
            let n_more = nodes.step(const { &Step::new::<G>(BLANK, ACTION) }, *top);
            *top = top.add(n_more);
        }
    }
}

/// The class of the child by `action`; `None` if that is illegal or undoes the last action.
const fn child<G: Grid>(blank: usize, last_action: usize, action: usize) -> Option<usize> {
    match neighbour::<G>(blank, action) {
        Some(next) if action != undo(last_action) => Some(class(next, action)),
        _ => None,
    }
}

const fn n_children<G: Grid>(blank: usize, last_action: usize) -> u64 {
    let (mut n, mut action) = (0, 0);
    while action < N_ACTIONS {
        if child::<G>(blank, last_action, action).is_some() {
            n += 1;
        }
        action += 1;
    }
    n
}

/// A node without slack whose tiles are all in place: every move exceeds the bound.
const fn padding_node<G: Grid>(blank: usize) -> u64 {
    let (mut cells, mut cell) = (0, 0);
    while cell < G::N_CELLS {
        if cell != blank {
            cells |= cell_code::<G>(cell) << bit_offset::<G>(cell);
        }
        cell += 1;
    }
    cells
}

/// Whether `goal` is among `nodes`, whose blank is where the goal's is.
#[inline(never)]
fn contains<G: Grid>(nodes: &[u64], goal: Goal<u64>) -> bool {
    let cells = !(15 << bit_offset::<G>(goal.blank));
    // No early exit, so that the loop is vectorised.
    (nodes.iter()).fold(false, |found, node| found | (node & cells == goal.cells))
}

/// The board in a node's word, without slack.
fn packed<G: Grid<Word = u64>>(cells: u64) -> u64 {
    (0..G::N_CELLS).fold(0, |word, cell| {
        word | cell_code::<G>(cells.get(cell) as usize) << bit_offset::<G>(cell)
    })
}

/// Defines [`LevelPair::expand`] for each cell of the blank.
macro_rules! by_blank {
    ($($blank:literal)+) => {
        impl LevelPair<'_> {
            /// Expands nodes of each class that can fill a vector.
            ///
            /// # Safety
            /// The processor has the instructions of `L`.
            #[allow(unsafe_code, reason = "see its caller")]
            #[inline(always)]
            pub unsafe fn expand<G: Grid<Word = u64>, L: Lanes, const COLOUR: usize>(mut self) {
                // SAFETY: guaranteed by the caller.
                unsafe {
                    $(self.expand_blank::<G, L, COLOUR, $blank>();)+
                }
            }
        }
    };
}
by_blank!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
