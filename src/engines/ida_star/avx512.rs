//! The search of 15-puzzles on vectors of eight nodes, for processors with AVX-512.
//!
//! A node is one word: the packed board, and in the blank's cell, which holds nothing, how
//! many more moves may lead away. Nodes wait in stacks, one for each depth, cell of the blank
//! and action that led there, so that all nodes of a stack have the same children, and a
//! move of eight of them is a few instructions on constants. Children that are within the
//! bound go on their stacks without gaps. The deepest level that can fill its vectors goes
//! first, so the stacks stay short, as in a depth-first search.

use super::Vectors;
use super::grid::{FourByFour, Goal, N_ACTIONS, Position, neighbour, undo};
use crate::engines::team::Tell;
use crate::search::{Halt, Tally};
use std::arch::x86_64::{
    __m512i, __mmask8, _mm512_and_si512, _mm512_cmpge_epu64_mask, _mm512_cmplt_epu64_mask,
    _mm512_loadu_si512, _mm512_mask_sub_epi64, _mm512_maskz_compress_epi64, _mm512_set1_epi64,
    _mm512_slli_epi64, _mm512_srli_epi64, _mm512_storeu_si512, _mm512_test_epi64_mask,
    _mm512_xor_si512,
};

/// The stacks of a search, to be used again.
pub struct Stacks {
    levels: Vec<Level>,
}

/// The nodes at one depth: a stack for each class, which is the cell of the blank four times
/// plus the action that led there.
struct Level {
    /// One stack behind the other, each with room for [`CAPACITY`] nodes. Most of it is never
    /// touched, so the system gives no memory for it.
    nodes: Box<[u64]>,
    /// How many are on each stack.
    heights: [usize; N_CLASSES],
    /// How many are on all.
    n_nodes: usize,
}

/// How many classes there are, those that cannot occur counted too.
const N_CLASSES: usize = N_CELLS * N_ACTIONS;
const N_CELLS: usize = 16;

/// How many nodes are worked on at once.
const WIDTH: usize = 8;

/// At most so many nodes of a class are unfolded before the next class has its turn.
const MOST_AT_ONCE: usize = 64 * WIDTH;

/// A level with so many nodes fills its vectors well: 64 a class, on an average.
const FULL: usize = 1536;

/// The longest that a stack can grow: a level that is full gets no more, and up to three
/// classes have the same child. A vector is stored whole, though less of it may count.
const CAPACITY: usize = FULL + 3 * MOST_AT_ONCE + WIDTH;

/// So many nodes are expanded between two tallies: about a millisecond's work.
const STRETCH: u64 = 1 << 20;

impl Vectors<FourByFour> for Stacks {
    const NAME: &str = "AVX-512";
    const MOST_ROOTS: usize = FULL;
    const MOST_SLACK: u32 = 15;

    fn are_there() -> bool {
        is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("popcnt")
    }

    /// So who has stacks may search.
    fn new(n_moves: usize) -> Option<Self> {
        let levels = (0..n_levels(n_moves)).map(|_| Level::new());
        Self::are_there().then(|| Stacks {
            levels: levels.collect(),
        })
    }

    fn bytes(n_moves: usize) -> usize {
        let n_stacks = (0..N_CLASSES).filter(|&class| occurs(class, 0)).count();
        n_levels(n_moves) * n_stacks * CAPACITY * size_of::<u64>()
    }

    fn find_goal(
        &mut self,
        roots: impl Iterator<Item = Position<FourByFour>>,
        goal: Goal<u64>,
        tell: &mut Tell,
    ) -> Result<bool, Halt> {
        self.clear();
        for root in roots {
            self.put(&root);
        }
        let mut search = Search {
            levels: &mut self.levels,
            goal,
            tally: Tally::default(),
            is_found: false,
        };
        #[allow(
            unsafe_code,
            reason = "four times as fast as the portable search: Korf's first in 0.2 s, not 0.83 s"
        )]
        // SAFETY: the processor has the features, or there would be no stacks.
        let ending = unsafe { search.run(tell) };
        ending.map(|()| search.is_found)
    }
}

impl Stacks {
    fn clear(&mut self) {
        for level in self.levels.iter_mut().filter(|level| level.n_nodes > 0) {
            level.n_nodes = 0;
            level.heights = [0; N_CLASSES];
        }
    }

    fn put(&mut self, root: &Position<FourByFour>) {
        let level = &mut self.levels[colour(root.blank)];
        let (stack, height) = level.stack(class(root.blank, root.came));
        stack[*height] = root.cells | u64::from(root.slack) << (4 * root.blank);
        *height += 1;
        level.n_nodes += 1;
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

    /// Takes nodes off a stack: none if there are fewer than `n_least`, else some times as many.
    fn take(&mut self, class: usize, n_least: usize) -> &[u64] {
        let height = self.heights[class];
        let n_taken = (height - height % n_least).min(MOST_AT_ONCE);
        self.heights[class] -= n_taken;
        self.n_nodes -= n_taken;
        &self.nodes[class * CAPACITY..][height - n_taken..height]
    }

    /// The room of a stack, and its height.
    fn stack(&mut self, class: usize) -> (&mut [u64], &mut usize) {
        let room = &mut self.nodes[class * CAPACITY..][..CAPACITY];
        (room, &mut self.heights[class])
    }
}

fn class(blank: usize, came: usize) -> usize {
    blank * N_ACTIONS + came
}

/// Whether a node of this class can be at this level: its blank came from somewhere, and
/// stands on a cell of the level's colour.
fn occurs(class: usize, level: usize) -> bool {
    let (blank, came) = (class / N_ACTIONS, class % N_ACTIONS);
    neighbour::<FourByFour>(blank, undo(came)).is_some() && colour(blank) == level % 2
}

/// The colour of a cell on a chequered board: each move changes it.
fn colour(cell: usize) -> usize {
    (cell / 4 + cell) % 2
}

/// A search below some roots.
struct Search<'a> {
    levels: &'a mut [Level],
    goal: Goal<u64>,
    /// What was not handed in yet.
    tally: Tally,
    is_found: bool,
}

impl Search<'_> {
    /// Unfolds all there is, until a goal is found.
    #[target_feature(enable = "avx512f,popcnt")]
    fn run(&mut self, tell: &mut Tell) -> Result<(), Halt> {
        // No level above `top` holds anything.
        let (mut top, mut at) = (0, 0);
        loop {
            // The deepest level that fills its vectors …
            while at > top && self.levels[at].n_nodes < FULL {
                at -= 1;
            }
            if self.levels[at].n_nodes >= FULL {
                self.unfold_level(at, WIDTH);
            } else {
                // … or if there is none, the topmost that holds anything.
                while self.levels[top].n_nodes == 0 {
                    top += 1;
                    if top == self.levels.len() {
                        return tell(std::mem::take(&mut self.tally));
                    }
                }
                at = top;
                self.unfold_level(at, 1);
            }
            at += 1;
            if self.is_found || self.tally.expanded >= STRETCH {
                tell(std::mem::take(&mut self.tally))?;
            }
            if self.is_found {
                return Ok(());
            }
        }
    }

    /// Unfolds nodes of each class that has at least so many.
    #[target_feature(enable = "avx512f,popcnt")]
    fn unfold_level(&mut self, number: usize, n_least: usize) {
        let [level, below] = &mut self.levels[number..number + 2] else {
            unreachable!("nodes of the last level but one are goals, and have no children");
        };
        for class in 0..N_CLASSES {
            let nodes = level.take(class, n_least);
            if nodes.is_empty() {
                continue;
            }
            let (blank, came) = (class / N_ACTIONS, class % N_ACTIONS);
            let n_taken = nodes.len();
            self.tally.expanded += n_taken as u64;
            if blank == self.goal.blank {
                self.is_found |= holds(nodes, self.goal);
            }
            for action in (0..N_ACTIONS).filter(|&action| action != undo(came)) {
                let Some(next) = neighbour::<FourByFour>(blank, action) else {
                    continue;
                };
                let (children, height) = below.stack(self::class(next, action));
                let before = *height;
                unfold(blank, action, nodes, children, height);
                below.n_nodes += *height - before;
                self.tally.generated += n_taken as u64;
            }
        }
    }
}

/// Whether `goal` is among `nodes`, whose blank is where the goal's is.
#[target_feature(enable = "avx512f")]
fn holds(nodes: &[u64], goal: Goal<u64>) -> bool {
    let cells = !(15 << (4 * goal.blank));
    // All of them, for that is done in vectors too.
    (nodes.iter()).fold(false, |found, node| found | (node & cells == goal.cells))
}

/// Puts the children that `ACTION` makes of `nodes`, whose blank is in `BLANK`, on the stack
/// `children`, if they are within the bound.
#[target_feature(enable = "avx512f,popcnt")]
fn unfold_by<const BLANK: usize, const ACTION: usize>(
    nodes: &[u64],
    children: &mut [u64],
    height: &mut usize,
) {
    let (vectors, rest) = nodes.as_chunks::<WIDTH>();
    let mut n_children = *height;
    for vector in vectors {
        let room = children[n_children..].first_chunk_mut();
        let room = room.expect("a stack has room for all that three classes can bring");
        n_children += unfold_vector::<BLANK, ACTION>(load(vector), !0, room);
    }
    if !rest.is_empty() {
        let mut vector = [0; WIDTH];
        vector[..rest.len()].copy_from_slice(rest);
        let live = (1 << rest.len()) - 1;
        let room = children[n_children..].first_chunk_mut();
        let room = room.expect("a stack has room for all that three classes can bring");
        n_children += unfold_vector::<BLANK, ACTION>(load(&vector), live, room);
    }
    *height = n_children;
}

/// Puts the children of those of `nodes` that are `live` into `children`, without gaps; how
/// many they are.
#[inline]
#[target_feature(enable = "avx512f,popcnt")]
fn unfold_vector<const BLANK: usize, const ACTION: usize>(
    nodes: __m512i,
    live: __mmask8,
    children: &mut [u64; WIDTH],
) -> usize {
    let to = const { next(BLANK, ACTION) };
    let (low, apart) = if to < BLANK {
        (to, BLANK - to)
    } else {
        (BLANK, to - BLANK)
    };
    // The tile's cell and the blank's, with the slack in it, change places.
    let shift = 4 * apart as u32;
    let differs = _mm512_and_si512(
        _mm512_xor_si512(nodes, shifted_right(nodes, shift)),
        splat(15 << (4 * low)),
    );
    let swapped = _mm512_xor_si512(
        nodes,
        _mm512_xor_si512(differs, shifted_left(differs, shift)),
    );
    // A tile that does not come nearer to its goal takes one of the slack, if there is any.
    let is_nearer = const { Nearer::new(next(BLANK, ACTION), BLANK) }.test(nodes);
    let has_slack = _mm512_test_epi64_mask(nodes, splat(15 << (4 * BLANK)));
    let made = _mm512_mask_sub_epi64(swapped, !is_nearer, swapped, splat(1 << (4 * to)));
    let is_within = (is_nearer | has_slack) & live;
    store(_mm512_maskz_compress_epi64(is_within, made), children);
    is_within.count_ones() as usize
}

/// Where the blank goes; nowhere if it cannot.
const fn next(blank: usize, action: usize) -> usize {
    match neighbour::<FourByFour>(blank, action) {
        Some(next) => next,
        None => blank,
    }
}

/// Tells whether the tile in a cell comes nearer to its goal by a move: whether its goal's
/// column, or row, lies beyond the tile's. These are two bits each of the goal cell.
struct Nearer {
    /// The bits of the column or row.
    bits: u64,
    /// It comes nearer if they are at least so much, or if they are less.
    border: u64,
    is_upwards: bool,
}

impl Nearer {
    const fn new(from: usize, to: usize) -> Self {
        let unit = if from / 4 == to / 4 { 1 } else { 4 };
        let line = (from / unit % 4) as u64;
        let is_upwards = to > from;
        let border = if is_upwards { line + 1 } else { line };
        Nearer {
            bits: (3 * unit as u64) << (4 * from),
            border: (border * unit as u64) << (4 * from),
            is_upwards,
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn test(self, nodes: __m512i) -> __mmask8 {
        let line = _mm512_and_si512(nodes, splat(self.bits));
        if self.is_upwards {
            _mm512_cmpge_epu64_mask(line, splat(self.border))
        } else {
            _mm512_cmplt_epu64_mask(line, splat(self.border))
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn splat(word: u64) -> __m512i {
    _mm512_set1_epi64(word.cast_signed())
}

/// By the two shifts that there are: to the neighbour in a row and in a column.
#[inline]
#[target_feature(enable = "avx512f")]
fn shifted_right(words: __m512i, shift: u32) -> __m512i {
    if shift == 4 {
        _mm512_srli_epi64::<4>(words)
    } else {
        _mm512_srli_epi64::<16>(words)
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn shifted_left(words: __m512i, shift: u32) -> __m512i {
    if shift == 4 {
        _mm512_slli_epi64::<4>(words)
    } else {
        _mm512_slli_epi64::<16>(words)
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
#[allow(
    unsafe_code,
    reason = "there is no other way from an array to a vector"
)]
fn load(words: &[u64; WIDTH]) -> __m512i {
    // SAFETY: it reads 64 bytes, which are there, from an address that need not be aligned.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
#[allow(
    unsafe_code,
    reason = "there is no other way from a vector to an array"
)]
fn store(vector: __m512i, words: &mut [u64; WIDTH]) {
    // SAFETY: it writes 64 bytes, which are there, to an address that need not be aligned.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), vector) }
}

/// Gives [`unfold_by`] for each cell of the blank.
macro_rules! by_blank {
    ($($blank:literal)+) => {
        /// As [`unfold_by`].
        #[target_feature(enable = "avx512f,popcnt")]
        fn unfold(
            blank: usize,
            action: usize,
            nodes: &[u64],
            children: &mut [u64],
            height: &mut usize,
        ) {
            match (blank, action) {
                $(
                    ($blank, 0) => unfold_by::<$blank, 0>(nodes, children, height),
                    ($blank, 1) => unfold_by::<$blank, 1>(nodes, children, height),
                    ($blank, 2) => unfold_by::<$blank, 2>(nodes, children, height),
                    ($blank, _) => unfold_by::<$blank, 3>(nodes, children, height),
                )+
                _ => unreachable!("the board has 16 cells"),
            }
        }
    };
}
by_blank!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
