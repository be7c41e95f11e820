//! Finds the nodes of a record whose states match patterns, by a walk through its trees.
//!
//! Each state takes one move from its parent's. A few nodes are under way at once, so that the memory
//! of one's children is fetched while others are visited. The trees are cut into subtrees, which threads
//! take one after the other.

use super::find::Team;
use super::pattern::Pattern;
use crate::{Problem, State};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use tilescope_puzzle::routes::City;
use tilescope_puzzle::{Bytes, Cells, Direction, Nibbles, Puzzle};
use tilescope_search::{Action, SearchDirection};
use tilescope_trace::{NodeId, Trace};

/// The number of subtrees that the trees are cut into, if they have that many.
const N_SUBTREES: usize = 1 << 10;
/// The nodes that are looked at for that.
const MAX_DIVIDED: usize = 1 << 13;

/// The nodes that a thread visits between two looks at the interrupt.
const VISITS: usize = 1 << 14;
/// The nodes whose children are fetched at once.
const UNDER_WAY: usize = 16;

/// For each pattern a bit a node: whether the state of the node matches.
pub(super) fn matching_states(
    patterns: &[Pattern],
    problem: &Problem,
    trace: &Trace,
    team: &Team,
) -> Vec<Vec<u64>> {
    match problem.puzzle().map(|puzzle| puzzle.size().n_cells()) {
        Some(n_cells) if n_cells <= Nibbles::MAX_CELLS => {
            matching::<Word>(patterns, problem, trace, team)
        }
        _ => matching::<AnyState>(patterns, problem, trace, team),
    }
}

fn matching<S: Walked>(
    patterns: &[Pattern],
    problem: &Problem,
    trace: &Trace,
    team: &Team,
) -> Vec<Vec<u64>> {
    let n_words = (trace.n_nodes() as usize).div_ceil(64);
    let bits: Vec<Vec<AtomicU64>> = (patterns.iter())
        .map(|_| (0..n_words).map(|_| AtomicU64::new(0)).collect())
        .collect();
    let walker = Walker::<S> {
        trace,
        patterns: patterns.iter().map(|it| S::pattern(it, problem)).collect(),
        bits: &bits,
        steps: Steps {
            problem,
            slides: slides(problem),
        },
    };
    let roots = SearchDirection::BOTH.map(|direction| trace.root(direction));
    let mut subtrees: VecDeque<(NodeId, S)> = (roots.into_iter().flatten())
        .zip([problem.start(), problem.goal()].map(|it| S::of(&it)))
        .collect();
    subtrees
        .iter()
        .for_each(|(root, state)| walker.visit(*root, state));
    let mut n_visited = subtrees.len();
    for _ in 0..MAX_DIVIDED {
        if subtrees.len() >= N_SUBTREES {
            break;
        }
        let Some((node, state)) = subtrees.pop_front() else {
            break;
        };
        n_visited += walker.visit_children(node, &state, |child| subtrees.push_back(child));
    }
    team.goes_on(n_visited);
    let subtrees = Mutex::new(subtrees);
    team.run(&|| {
        let next = || {
            subtrees
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop_front()
        };
        let mut n_visited = 0;
        while let Some(subtree) = next() {
            if !walker.walk(subtree, &mut n_visited, team) {
                break;
            }
        }
        team.goes_on(n_visited);
    });
    bits.into_iter()
        .map(|bits| bits.into_iter().map(AtomicU64::into_inner).collect())
        .collect()
}

/// What a walk needs.
struct Walker<'a, S: Walked> {
    trace: &'a Trace,
    patterns: Vec<S::Pattern>,
    bits: &'a [Vec<AtomicU64>],
    steps: Steps<'a>,
}

impl<S: Walked> Walker<'_, S> {
    /// Visits all nodes below a node with its state; `false` if it was interrupted.
    fn walk(&self, root: (NodeId, S), n_visited: &mut usize, team: &Team) -> bool {
        let mut waiting = vec![root];
        let mut under_way = VecDeque::with_capacity(UNDER_WAY);
        loop {
            while under_way.len() < UNDER_WAY
                && let Some(next) = waiting.pop()
            {
                self.trace.prefetch_children(next.0);
                under_way.push_back(next);
            }
            let Some((node, state)) = under_way.pop_front() else {
                return true;
            };
            *n_visited += self.visit_children(node, &state, |child| waiting.push(child));
            if *n_visited >= VISITS && !team.goes_on(std::mem::take(n_visited)) {
                return false;
            }
        }
    }

    /// Visits the children of a node, and passes on those that have children; returns how many it
    /// visited.
    #[inline]
    fn visit_children(
        &self,
        node: NodeId,
        state: &S,
        mut pass_on: impl FnMut((NodeId, S)),
    ) -> usize {
        let trace = self.trace;
        // In the backward tree an action leads from a node to its parent.
        let direction = trace.direction(node);
        let mut n_visited = 0;
        for child in trace.children(node) {
            let Some(action) = trace.action(child) else {
                continue;
            };
            let state = state.child(action, direction, &self.steps);
            self.visit(child, &state);
            n_visited += 1;
            if trace.last_child(child).is_some() {
                pass_on((child, state));
            }
        }
        n_visited
    }

    /// Notes which patterns the state of a node matches.
    #[inline]
    fn visit(&self, node: NodeId, state: &S) {
        for (pattern, bits) in self.patterns.iter().zip(self.bits) {
            if state.matches(pattern) {
                bits[node as usize / 64].fetch_or(1 << (node % 64), Relaxed);
            }
        }
    }
}

/// Where actions lead.
struct Steps<'a> {
    problem: &'a Problem,
    slides: Slides,
}

/// For each direction of the search, cell of the blank and action, the cell that the blank moves to in
/// a child: the cell itself at the edge.
type Slides = [Vec<[usize; 4]>; 2];

fn slides(problem: &Problem) -> Slides {
    let Some(size) = problem.puzzle().map(Puzzle::size) else {
        return Slides::default();
    };
    SearchDirection::BOTH.map(|direction| {
        let slide = |cell| {
            Direction::ALL.map(|it| {
                let moved = match direction {
                    SearchDirection::Forward => it,
                    SearchDirection::Backward => it.opposite(),
                };
                size.neighbour(cell, moved).unwrap_or(cell)
            })
        };
        (0..size.n_cells()).map(slide).collect()
    })
}

impl Steps<'_> {
    #[inline]
    fn slide(&self, blank: usize, action: Action, direction: SearchDirection) -> usize {
        self.slides[direction as usize][blank][usize::from(action.0) % Direction::ALL.len()]
    }
}

/// The state of a node on a walk.
trait Walked: Copy + Send + Sync {
    /// A pattern, as such a state is compared with it.
    type Pattern: Send + Sync;

    fn of(state: &State) -> Self;
    fn pattern(pattern: &Pattern, problem: &Problem) -> Self::Pattern;
    /// The state of a child in the tree of this direction.
    fn child(&self, action: Action, direction: SearchDirection, steps: &Steps) -> Self;
    fn matches(&self, pattern: &Self::Pattern) -> bool;
}

/// A board that is a word, and the cell of the blank.
#[derive(Clone, Copy)]
struct Word {
    tiles: Nibbles,
    blank: usize,
}

impl Walked for Word {
    /// The bits that matter, and what they are.
    type Pattern = (u64, u64);

    fn of(state: &State) -> Self {
        let (tiles, blank) = match state {
            State::Board(board) => (board.tiles(), board.blank()),
            State::City(_) => (&[][..], 0),
        };
        let tiles = Nibbles::pack(tiles);
        Word { tiles, blank }
    }

    fn pattern(pattern: &Pattern, problem: &Problem) -> (u64, u64) {
        pattern.word(problem)
    }

    #[inline]
    fn child(&self, action: Action, direction: SearchDirection, steps: &Steps) -> Self {
        let to = steps.slide(self.blank, action, direction);
        let slide = Nibbles::slide_between(self.blank, to);
        Word {
            tiles: self.tiles.slide(to, slide),
            blank: to,
        }
    }

    #[inline]
    fn matches(&self, &(mask, word): &(u64, u64)) -> bool {
        self.tiles.word() & mask == word
    }
}

/// A larger board with the cell of its blank, or a city.
#[derive(Clone, Copy)]
enum AnyState {
    Board { tiles: Bytes, blank: usize },
    City(City),
}

impl Walked for AnyState {
    type Pattern = Pattern;

    fn of(state: &State) -> Self {
        match state {
            State::Board(board) => AnyState::Board {
                tiles: Bytes::pack(board.tiles()),
                blank: board.blank(),
            },
            State::City(city) => AnyState::City(*city),
        }
    }

    fn pattern(pattern: &Pattern, _: &Problem) -> Pattern {
        pattern.clone()
    }

    fn child(&self, action: Action, direction: SearchDirection, steps: &Steps) -> Self {
        match *self {
            AnyState::Board { tiles, blank } => {
                let to = steps.slide(blank, action, direction);
                AnyState::Board {
                    tiles: tiles.slide(to, Bytes::slide_between(blank, to)),
                    blank: to,
                }
            }
            AnyState::City(city) => {
                let action = match direction {
                    SearchDirection::Forward => action,
                    SearchDirection::Backward => steps.problem.inverse(action),
                };
                let mut state = State::City(city);
                steps.problem.apply(&mut state, action);
                AnyState::of(&state)
            }
        }
    }

    fn matches(&self, pattern: &Pattern) -> bool {
        match self {
            AnyState::Board { tiles, .. } => pattern.matches_tiles(|cell| tiles.get(cell)),
            AnyState::City(city) => pattern.matches_city(*city),
        }
    }
}
