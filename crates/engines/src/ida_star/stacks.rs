//! The search of boards of four columns on vectors of nodes.
//!
//! A node is one word: the packed board, and in the blank's cell, which holds nothing, how
//! many more moves may lead away. Nodes wait in stacks, one for each depth, cell of the blank
//! and action that led there, so that all nodes of a stack have the same children, and a
//! move of a vector of them is a few instructions on constants. Children that are within the
//! bound go on their stacks without gaps. The deepest level that can fill its vectors goes
//! first, so the stacks stay short, as in a depth-first search.

use super::super::leave::ReportFn;
use super::code::{Code, Stacked};
use super::grid::{Goal, Grid, N_ACTIONS, Position, Word as _, neighbour, undo};
use super::lanes::{Lanes, Step, number, place};
use super::words::Word;
use std::marker::PhantomData;
use tilescope_search::{Progress, StopReason};

/// The stacks of a search, to be used again.
pub struct Stacks<G, L> {
    levels: Vec<Level>,
    compiled_for: PhantomData<(G, L)>,
}

/// The nodes at one depth: a stack for each class, which is the cell of the blank four times
/// plus the action that led there.
pub struct Level {
    /// One stack behind the other, each with room for [`CAPACITY`] nodes. Most of it is never
    /// touched, so the system gives no memory for it.
    nodes: Box<[u64]>,
    /// How many are on each stack.
    heights: [usize; N_CLASSES],
    /// How many are on all.
    n_nodes: usize,
}

/// How many classes there are, those that cannot occur counted too.
const N_CLASSES: usize = 16 * N_ACTIONS;

/// The longest vector.
const MOST_LANES: usize = 8;

/// At most so many nodes of a class are unfolded before the next class has its turn: twice as
/// many save a hundredth of the time, half as many cost seven.
const MOST_AT_ONCE: usize = 1024;

/// A level with so many nodes fills its vectors well: 128 a class, on an average. Two such
/// levels still fit the cache that is nearest to a core.
const FULL: usize = 3072;

/// The longest that a stack can grow: a level that is full gets no more, and up to three
/// classes have the same child. A vector is stored whole, though less of it may count.
const CAPACITY: usize = FULL + 3 * MOST_AT_ONCE + MOST_LANES;

/// It takes so many roots at a time.
pub const MOST_ROOTS: usize = FULL;
/// It takes roots with so much slack.
pub const MOST_SLACK: u32 = 15;

/// Stacks for searches of up to so many moves; `None` if the processor cannot run `code`, or
/// if that has no stacks.
pub fn new<G: Grid<Word = u64>>(code: Code, n_moves: usize) -> Option<Box<dyn Stacked<G>>> {
    match code {
        Code::Recursion => None,
        Code::Words => Stacks::<G, Word>::boxed(n_moves),
        #[cfg(target_arch = "x86_64")]
        Code::Avx2 => Stacks::<G, super::avx2::Avx2>::boxed(n_moves),
        #[cfg(target_arch = "x86_64")]
        Code::Avx512 => Stacks::<G, super::avx512::Avx512>::boxed(n_moves),
        #[cfg(not(target_arch = "x86_64"))]
        Code::Avx2 | Code::Avx512 => None,
    }
}

/// The memory that [`new`] takes, in bytes.
pub fn bytes<G: Grid>(n_moves: usize) -> usize {
    let classes = (0..N_CLASSES).map(|class| (class / N_ACTIONS, class % N_ACTIONS));
    let n_stacks = classes.filter(|&(blank, came)| occurs::<G>(blank, came, 0));
    n_levels(n_moves) * n_stacks.count() * CAPACITY * size_of::<u64>()
}

impl<G: Grid<Word = u64>, L: Lanes> Stacked<G> for Stacks<G, L> {
    fn find_goal(
        &mut self,
        roots: &mut dyn Iterator<Item = Position<G>>,
        goal: Goal<u64>,
        tell: &mut ReportFn,
    ) -> Result<bool, StopReason> {
        self.clear();
        for root in roots {
            self.put(&root);
        }
        let cells = packed::<G>(goal.cells);
        self.search(Goal { cells, ..goal }, tell)
    }
}

impl<G: Grid<Word = u64>, L: Lanes> Stacks<G, L> {
    /// So who has stacks may search.
    fn boxed(n_moves: usize) -> Option<Box<dyn Stacked<G>>> {
        if !L::are_there() {
            return None;
        }
        let levels = (0..n_levels(n_moves)).map(|_| Level::new());
        Some(Box::new(Stacks::<G, L> {
            levels: levels.collect(),
            compiled_for: PhantomData,
        }))
    }

    fn clear(&mut self) {
        for level in self.levels.iter_mut().filter(|level| level.n_nodes > 0) {
            level.n_nodes = 0;
            level.heights = [0; N_CLASSES];
        }
    }

    fn put(&mut self, root: &Position<G>) {
        let level = &mut self.levels[colour::<G>(root.blank)];
        let class = class(root.blank, root.came);
        let height = &mut level.heights[class];
        level.nodes[class * CAPACITY..][..CAPACITY][*height] =
            packed::<G>(root.cells) | u64::from(root.slack) << place::<G>(root.blank);
        *height += 1;
        level.n_nodes += 1;
    }

    /// Unfolds all there is, until a goal is found.
    fn search(&mut self, goal: Goal<u64>, tell: &mut ReportFn) -> Result<bool, StopReason> {
        let mut done = Done {
            leave: tell(Progress::default())?,
            ..Done::default()
        };
        // No level above `top` holds anything.
        let (mut top, mut at) = (0, 0);
        loop {
            // The deepest level that fills its vectors …
            while at > top && self.levels[at].n_nodes < FULL {
                at -= 1;
            }
            let mut multiples_of = L::WIDTH;
            if self.levels[at].n_nodes < FULL {
                // … or if there is none, the topmost that holds anything.
                while self.levels[top].n_nodes == 0 {
                    top += 1;
                    if top == self.levels.len() {
                        return tell(done.tally).map(|_| false);
                    }
                }
                at = top;
                multiples_of = 1;
            }
            let [level, below] = &mut self.levels[at..at + 2] else {
                unreachable!("nodes of the last level but one are goals, and have no children");
            };
            let pair = Pair {
                level,
                below,
                mask: !(multiples_of - 1),
                goal,
                done: &mut done,
            };
            #[allow(
                unsafe_code,
                reason = "Korf's first three that take long (80, 1, 3) on a Zen 5: 1.95 s by the recursion, \
                          1.03 s by words, 0.32 s with AVX2, 0.19 s with AVX-512"
            )]
            // SAFETY: the processor has the instructions, or there would be no stacks.
            unsafe {
                if at % 2 == 0 {
                    L::unfold::<G, 0>(pair);
                } else {
                    L::unfold::<G, 1>(pair);
                }
            }
            at += 1;
            if done.is_found || done.leave == 0 {
                done.leave = tell(std::mem::take(&mut done.tally))?;
            }
            if done.is_found {
                return Ok(true);
            }
        }
    }
}

/// Level 0 is for cells of the colour of the first one, level 1 for the others, and so on; one
/// more is for what the last nodes do not have: children.
fn n_levels(n_moves: usize) -> usize {
    n_moves + 3
}

impl Level {
    fn new() -> Self {
        Level {
            nodes: vec![0; N_CLASSES * CAPACITY].into(),
            heights: [0; N_CLASSES],
            n_nodes: 0,
        }
    }
}

const fn class(blank: usize, came: usize) -> usize {
    blank * N_ACTIONS + came
}

/// Whether a node with this blank, to which this action led, can be at this level: its blank
/// came from somewhere, and stands on a cell of the level's colour.
const fn occurs<G: Grid>(blank: usize, came: usize, level: usize) -> bool {
    neighbour::<G>(blank, undo(came)).is_some() && colour::<G>(blank) == level % 2
}

/// The colour of a cell on a chequered board: each move changes it.
const fn colour<G: Grid>(cell: usize) -> usize {
    (cell / G::COLUMNS + cell % G::COLUMNS) % 2
}

/// What was done since the last tally.
#[derive(Default)]
pub struct Done {
    tally: Progress,
    /// So many nodes may be expanded before the next one.
    leave: u64,
    is_found: bool,
}

/// A level that is unfolded, and the one that its nodes' children go to.
pub struct Pair<'a> {
    level: &'a mut Level,
    below: &'a mut Level,
    /// The bits of how many nodes of a class are taken: classes that have fewer wait.
    mask: usize,
    goal: Goal<u64>,
    done: &'a mut Done,
}

impl Pair<'_> {
    /// Unfolds the nodes of one class, if there are enough.
    ///
    /// # Safety
    /// The processor has the instructions of `L`.
    #[allow(
        unsafe_code,
        reason = "a tenth of the time is saved where room is not asked for at every vector, and another \
                  where each vector is read once for all its children"
    )]
    #[inline(always)]
    unsafe fn unfold_class<G: Grid<Word = u64>, L: Lanes, const BLANK: usize, const CAME: usize>(
        &mut self,
    ) {
        let class = const { class(BLANK, CAME) };
        let height = self.level.heights[class];
        let n_taken = (height & self.mask).min(MOST_AT_ONCE);
        let n_taken = n_taken.min(self.done.leave as usize);
        if n_taken == 0 {
            return;
        }
        self.level.heights[class] -= n_taken;
        self.level.n_nodes -= n_taken;
        self.done.leave -= n_taken as u64;
        self.done.tally.expanded += n_taken as u64;
        self.done.tally.generated += const { n_children::<G>(BLANK, CAME) } * n_taken as u64;
        // What is left of the stack's room is longer than a vector.
        let nodes = &mut self.level.nodes[class * CAPACITY..][height - n_taken..CAPACITY];
        if BLANK == self.goal.blank {
            self.done.is_found |= holds::<G>(&nodes[..n_taken], self.goal);
        }
        // The last vector is filled up with nodes that have no children within the bound.
        nodes[n_taken..][..L::WIDTH].fill(const { childless::<G>(BLANK) });
        let below = &mut self.below.nodes[..N_CLASSES * CAPACITY];
        let heights = &mut self.below.heights;
        let firsts: [usize; N_ACTIONS] =
            std::array::from_fn(|action| match child::<G>(BLANK, CAME, action) {
                Some(class) => {
                    assert!(heights[class] + n_taken + L::WIDTH <= CAPACITY);
                    class * CAPACITY + heights[class]
                }
                None => 0,
            });
        // SAFETY: what is read are the vectors of `nodes` that begin before `n_taken`; the last
        // one ends less than `WIDTH` behind it, where the slice was filled. What is written
        // begins where a stack ends: there is room for `n_taken` nodes and a vector more, as was
        // asserted, and each vector that is read adds at most its length, so that the last
        // vector that is written begins at most `n_taken` nodes further on.
        let tops = unsafe {
            let [mut up, mut left, mut right, mut down] =
                firsts.map(|first| below.as_mut_ptr().add(first));
            let mut node = nodes.as_ptr();
            let end = node.add(n_taken);
            while node < end {
                let vector = L::load(node, const { 1 << place::<G>(BLANK) });
                step::<G, L, BLANK, CAME, 0>(vector, &mut up);
                step::<G, L, BLANK, CAME, 1>(vector, &mut left);
                step::<G, L, BLANK, CAME, 2>(vector, &mut right);
                step::<G, L, BLANK, CAME, 3>(vector, &mut down);
                node = node.add(L::WIDTH);
            }
            [up, left, right, down].map(|top| top.offset_from_unsigned(below.as_ptr()))
        };
        for action in 0..N_ACTIONS {
            if let Some(class) = child::<G>(BLANK, CAME, action) {
                let n_more = tops[action] - firsts[action];
                heights[class] += n_more;
                self.below.n_nodes += n_more;
            }
        }
    }

    /// Unfolds the nodes of one cell of the blank.
    ///
    /// # Safety
    /// The processor has the instructions of `L`.
    #[allow(unsafe_code, reason = "see its caller")]
    #[inline(always)]
    unsafe fn unfold_blank<
        G: Grid<Word = u64>,
        L: Lanes,
        const COLOUR: usize,
        const BLANK: usize,
    >(
        &mut self,
    ) {
        // SAFETY: the caller sees to it.
        unsafe {
            if const { occurs::<G>(BLANK, 0, COLOUR) } {
                self.unfold_class::<G, L, BLANK, 0>();
            }
            if const { occurs::<G>(BLANK, 1, COLOUR) } {
                self.unfold_class::<G, L, BLANK, 1>();
            }
            if const { occurs::<G>(BLANK, 2, COLOUR) } {
                self.unfold_class::<G, L, BLANK, 2>();
            }
            if const { occurs::<G>(BLANK, 3, COLOUR) } {
                self.unfold_class::<G, L, BLANK, 3>();
            }
        }
    }
}

/// Puts the children by `ACTION` on top of their stack, if there are any.
///
/// # Safety
/// The processor has the instructions of `L`, and there is room for a vector.
#[allow(unsafe_code, reason = "see its caller")]
#[inline(always)]
unsafe fn step<
    G: Grid<Word = u64>,
    L: Lanes,
    const BLANK: usize,
    const CAME: usize,
    const ACTION: usize,
>(
    nodes: L,
    top: &mut *mut u64,
) {
    if const { child::<G>(BLANK, CAME, ACTION).is_some() } {
        // SAFETY: the caller sees to it; so many words of the room were written.
        unsafe {
            let n_more = nodes.step(const { &Step::new::<G>(BLANK, ACTION) }, *top);
            *top = top.add(n_more);
        }
    }
}

/// The class of the child by `action`, unless that undoes the action that led here.
const fn child<G: Grid>(blank: usize, came: usize, action: usize) -> Option<usize> {
    match neighbour::<G>(blank, action) {
        Some(next) if action != undo(came) => Some(class(next, action)),
        _ => None,
    }
}

const fn n_children<G: Grid>(blank: usize, came: usize) -> u64 {
    let (mut n, mut action) = (0, 0);
    while action < N_ACTIONS {
        if child::<G>(blank, came, action).is_some() {
            n += 1;
        }
        action += 1;
    }
    n
}

/// A node without slack whose tiles are all at home: any move leads away.
const fn childless<G: Grid>(blank: usize) -> u64 {
    let (mut cells, mut cell) = (0, 0);
    while cell < G::N_CELLS {
        if cell != blank {
            cells |= number::<G>(cell) << place::<G>(cell);
        }
        cell += 1;
    }
    cells
}

/// Whether `goal` is among `nodes`, whose blank is where the goal's is.
#[inline(never)]
fn holds<G: Grid>(nodes: &[u64], goal: Goal<u64>) -> bool {
    let cells = !(15 << place::<G>(goal.blank));
    // All of them, for that is done in vectors too.
    (nodes.iter()).fold(false, |found, node| found | (node & cells == goal.cells))
}

/// The board in a node's word, without slack.
fn packed<G: Grid<Word = u64>>(cells: u64) -> u64 {
    (0..G::N_CELLS).fold(0, |word, cell| {
        word | number::<G>(cells.get(cell) as usize) << place::<G>(cell)
    })
}

/// Gives [`Pair::unfold`] for each cell of the blank.
macro_rules! by_blank {
    ($($blank:literal)+) => {
        impl Pair<'_> {
            /// Unfolds nodes of each class that has enough of them.
            ///
            /// # Safety
            /// The processor has the instructions of `L`.
            #[allow(unsafe_code, reason = "see its caller")]
            #[inline(always)]
            pub unsafe fn unfold<G: Grid<Word = u64>, L: Lanes, const COLOUR: usize>(mut self) {
                // SAFETY: the caller sees to it.
                unsafe {
                    $(self.unfold_blank::<G, L, COLOUR, $blank>();)+
                }
            }
        }
    };
}
by_blank!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
