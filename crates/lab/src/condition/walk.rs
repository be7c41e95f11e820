//! Finds the nodes of a record whose states match patterns, by a walk through its trees.
//!
//! The walk is depth first, so that each state takes one move from the one before. It is cut into
//! subtrees, which threads take one after the other.

use super::find::Team;
use super::pattern::Pattern;
use crate::{Problem, State};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use tilescope_puzzle::routes::City;
use tilescope_puzzle::{Direction, Puzzle};
use tilescope_search::SearchDirection;
use tilescope_trace::{NodeId, Trace};

/// The number of subtrees that the trees are cut into, if they have that many.
const N_SUBTREES: usize = 1 << 10;
/// The nodes that are looked at for that.
const MAX_DIVIDED: usize = 1 << 13;

/// The nodes that a thread visits between two looks at the interrupt.
const VISITS: usize = 1 << 14;

/// For each pattern a bit a node: whether the state of the node matches.
pub(super) fn matching_states(
    patterns: &[Pattern],
    problem: &Problem,
    trace: &Trace,
    team: &Team,
) -> Vec<Vec<u64>> {
    let n_words = (trace.n_nodes() as usize).div_ceil(64);
    let bits: Vec<Vec<AtomicU64>> = (patterns.iter())
        .map(|_| (0..n_words).map(|_| AtomicU64::new(0)).collect())
        .collect();
    let walker = Walker {
        trace,
        problem,
        patterns,
        bits: &bits,
        slides: slides(problem),
    };
    let roots = SearchDirection::BOTH.map(|direction| trace.root(direction));
    let mut subtrees: VecDeque<(NodeId, Walked)> = (roots.into_iter().flatten())
        .zip([problem.start(), problem.goal()].map(Walked::from))
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
        for child in trace.children(node) {
            let mut state = state.clone();
            walker.take(&mut state, child, Way::Down);
            walker.visit(child, &state);
            n_visited += 1;
            if trace.last_child(child).is_some() {
                subtrees.push_back((child, state));
            }
        }
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
        while let Some((root, state)) = next() {
            if !walker.walk(root, state, &mut n_visited, team) {
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
struct Walker<'a> {
    trace: &'a Trace,
    problem: &'a Problem,
    patterns: &'a [Pattern],
    bits: &'a [Vec<AtomicU64>],
    slides: Vec<[usize; 4]>,
}

/// From a node to its child, or to its parent.
#[derive(Clone, Copy)]
enum Way {
    Down,
    Up,
}

impl Walker<'_> {
    /// Visits all nodes below `root`, whose state is `state`; `false` if it was interrupted.
    fn walk(&self, root: NodeId, mut state: Walked, n_visited: &mut usize, team: &Team) -> bool {
        let trace = self.trace;
        let mut path = vec![(root, trace.children(root))];
        while let Some((node, children)) = path.last_mut() {
            let Some(child) = children.next() else {
                let node = *node;
                path.pop();
                if node != root {
                    self.take(&mut state, node, Way::Up);
                }
                continue;
            };
            self.take(&mut state, child, Way::Down);
            self.visit(child, &state);
            *n_visited += 1;
            if *n_visited >= VISITS && !team.goes_on(std::mem::take(n_visited)) {
                return false;
            }
            if trace.last_child(child).is_some() {
                (trace.children(child)).for_each(|below| trace.prefetch_children(below));
                path.push((child, trace.children(child)));
            } else {
                self.take(&mut state, child, Way::Up);
            }
        }
        true
    }

    /// Notes which patterns the state of a node matches.
    fn visit(&self, node: NodeId, state: &Walked) {
        for (pattern, bits) in self.patterns.iter().zip(self.bits) {
            if state.matches(pattern) {
                bits[node as usize / 64].fetch_or(1 << (node % 64), Relaxed);
            }
        }
    }

    /// Takes the action between `node` and its parent.
    fn take(&self, state: &mut Walked, node: NodeId, way: Way) {
        let Some(action) = self.trace.action(node) else {
            return;
        };
        // In the backward tree an action leads from a node to its parent.
        let action = match (self.trace.direction(node), way) {
            (SearchDirection::Forward, Way::Down) | (SearchDirection::Backward, Way::Up) => action,
            _ => self.problem.inverse(action),
        };
        match state {
            Walked::Board { cells, blank } => {
                let to = self.slides[*blank][usize::from(action.0) % Direction::ALL.len()];
                cells.swap(*blank, to);
                *blank = to;
            }
            Walked::City(city) => {
                let mut state = State::City(*city);
                self.problem.apply(&mut state, action);
                if let State::City(to) = state {
                    *city = to;
                }
            }
        }
    }
}

/// The state of the node where a walk is, with the blank's cell at hand.
#[derive(Clone)]
enum Walked {
    Board { cells: Vec<u8>, blank: usize },
    City(City),
}

impl From<State> for Walked {
    fn from(state: State) -> Self {
        match state {
            State::Board(board) => Walked::Board {
                cells: board.tiles().to_vec(),
                blank: board.blank(),
            },
            State::City(city) => Walked::City(city),
        }
    }
}

impl Walked {
    fn matches(&self, pattern: &Pattern) -> bool {
        match self {
            Walked::Board { cells, .. } => pattern.matches_tiles(|cell| cells[cell]),
            Walked::City(city) => pattern.matches_city(*city),
        }
    }
}

/// For each cell and direction the cell that the blank moves to; the cell itself at the edge.
fn slides(problem: &Problem) -> Vec<[usize; 4]> {
    let Some(size) = problem.puzzle().map(Puzzle::size) else {
        return Vec::new();
    };
    let slide = |cell| Direction::ALL.map(|it| size.neighbour(cell, it).unwrap_or(cell));
    (0..size.n_cells()).map(slide).collect()
}
