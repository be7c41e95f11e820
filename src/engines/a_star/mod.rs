//! Compact A*: A* with Manhattan distance in a word a state.

mod closed;
mod open;

use super::{Engine, Misfit, want_unit_costs};
use crate::puzzle::{Board, Direction, Puzzle};
use crate::search::{
    About, Action, Completeness, Cost, Ending, Ends, Halt, Observer, Optimality, Options, Solution,
    Tally,
};
use closed::{Closed, STATE_BITS};
use open::{Pool, Stack};

/// A* with Manhattan distance for boards of up to 16 cells.
#[derive(Clone, Debug)]
pub struct CompactAStar {
    puzzle: Puzzle,
}

impl Engine for CompactAStar {
    const ABOUT: About = About {
        key: "compact-a-star",
        name: "Compact A*",
        summary: "A* with Manhattan distance, in eight bytes a node on the frontier or expanded.",
        complete: Completeness::Always,
        optimal: Optimality::Always,
        uses_heuristic: false,
        ends: Ends::Start,
        options: &[],
        text: "Searches as A* does with Manhattan distance, the highest g first among equals. \
               What a node is, is mostly where it stands: the frontier has a stack for each \
               f, g and last action, so a node on it is its packed board and no more. Whether a \
               state was reached before is asked when it is taken off, not when it is made, \
               and for 256 states at a time, so that the memory answers for several at once; \
               as the estimate is consistent, the first path by which a state is taken is a \
               cheapest one. The last of sixteen cells follows from the others, and its four \
               bits hold the action that led to the state, from which the path is rebuilt. \
               Every move must cost 1.\n\n\
               After Burns, Hatem, Leighton & Ruml, “Implementing fast heuristic search code”, \
               2012.",
    };

    fn new(puzzle: &Puzzle, _: &Options) -> Result<Self, Misfit> {
        want_unit_costs(&Self::ABOUT, puzzle)?;
        if puzzle.size().n_cells() > N_CELLS {
            let reason = "it packs boards of up to 16 cells";
            return Err(Misfit::new(&Self::ABOUT, puzzle, reason));
        }
        Ok(CompactAStar {
            puzzle: puzzle.clone(),
        })
    }

    fn search<O: Observer>(&self, observer: &mut O) -> Ending<O::Node> {
        let tiles = Tiles::new(&self.puzzle.goal);
        let start = tiles.pack(&self.puzzle.start);
        let h = tiles.manhattan(start);
        let node = observer.root(h);
        let mut search = Search {
            goal: tiles.pack(&self.puzzle.goal),
            tiles,
            open: Open::default(),
            closed: Closed::default(),
            tally: Tally::default(),
        };
        match search.run(start, h, observer) {
            Ok(actions) => {
                let cost = actions.len() as Cost;
                Ending::Solved(Solution {
                    actions,
                    cost,
                    node,
                })
            }
            Err(halt) => Ending::Stopped(halt),
        }
    }
}

/// The most cells of a board.
const N_CELLS: usize = 16;
const N_ACTIONS: usize = Direction::ALL.len();

/// Stands for the action that led to the start.
const NO_ACTION: usize = N_ACTIONS;

/// So many states are taken off the frontier at once: more than the memory can answer for at a
/// time. Half as many are a tenth slower, an eighth as many a quarter.
const BATCH: usize = 256;

/// So many nodes are expanded between two tallies: some milliseconds.
const STRETCH: u64 = 1 << 15;

/// The frontier: stacks by g and last action, for the f that is searched and for the next,
/// which is 2 more.
#[derive(Default)]
struct Open {
    now: Vec<[Stack; N_ACTIONS + 1]>,
    later: Vec<[Stack; N_ACTIONS + 1]>,
    pool: Pool,
    n_nodes: u64,
}

struct Search {
    tiles: Tiles,
    goal: u64,
    open: Open,
    closed: Closed,
    /// What was not handed in yet.
    tally: Tally,
}

impl Search {
    /// The actions of a shortest solution, of which there is one.
    ///
    /// Invariant: a state is closed by a cheapest path to it, for the estimate never falls
    /// by more than a move costs; so no state is ever opened again.
    fn run<O: Observer>(
        &mut self,
        start: u64,
        h: Cost,
        observer: &mut O,
    ) -> Result<Vec<Action>, Halt> {
        let (mut f, mut g) = (h as usize, 0);
        self.open.push(false, 0, NO_ACTION, start, observer)?;
        let (mut states, mut homes) = ([0; BATCH], [0; BATCH]);
        loop {
            let Some((came, n)) = self.open.pop_into(&mut states, &mut g) else {
                std::mem::swap(&mut self.open.now, &mut self.open.later);
                f += 2;
                g = self.open.now.len();
                continue;
            };
            self.closed.make_room(n, observer)?;
            for (home, &state) in homes.iter_mut().zip(&states[..n]) {
                *home = self.closed.home(state);
            }
            // The reads wait for the memory side by side.
            let near = homes[..n].iter().map(|&home| self.closed.touch(home));
            std::hint::black_box(near.fold(0, |all, slot| all | slot));
            for (&state, &home) in states[..n].iter().zip(&homes) {
                if state == self.goal {
                    self.closed.insert(state, home, came);
                    self.tally.frontier = Some(self.open.n_nodes);
                    observer.tally(std::mem::take(&mut self.tally))?;
                    return Ok(self.path(start));
                }
                if self.closed.insert(state, home, came) {
                    self.expand(state, g, came, observer)?;
                }
            }
            g += 1;
            if self.tally.expanded >= STRETCH {
                self.tally.frontier = Some(self.open.n_nodes);
                observer.tally(std::mem::take(&mut self.tally))?;
            }
            debug_assert!(g <= f + 1, "no estimate is below 0");
        }
    }

    #[inline(always)]
    fn expand<O: Observer>(
        &mut self,
        state: u64,
        g: usize,
        came: usize,
        observer: &mut O,
    ) -> Result<(), Halt> {
        self.tally.expanded += 1;
        let blank = self.tiles.blank(state);
        for (action, step) in self.tiles.steps[blank].iter().enumerate() {
            let Some(step) = step else {
                continue;
            };
            if action + came == N_ACTIONS - 1 {
                // It would undo the last one.
                continue;
            }
            self.tally.generated += 1;
            let tile = state >> (4 * step.next) & 15;
            let both = tile ^ self.tiles.blank_name;
            let child = state ^ both << (4 * step.next) ^ both << (4 * blank);
            let is_later = step.nearer >> tile & 1 == 0;
            self.open.push(is_later, g + 1, action, child, observer)?;
        }
        Ok(())
    }

    /// The actions from `start` to the goal, which are both closed.
    fn path(&self, start: u64) -> Vec<Action> {
        let (mut actions, mut state) = (Vec::new(), self.goal);
        while state != start {
            let came = self.closed.came(state).expect("what leads to it is closed");
            actions.push(Action(came as u8));
            let blank = self.tiles.blank(state);
            let back = self.tiles.steps[blank][N_ACTIONS - 1 - came];
            let before = back.expect("the blank goes back where it came from").next;
            let both = (state >> (4 * before) & 15) ^ self.tiles.blank_name;
            state ^= both << (4 * before) ^ both << (4 * blank);
        }
        actions.reverse();
        actions
    }
}

impl Open {
    fn push<O: Observer>(
        &mut self,
        is_later: bool,
        g: usize,
        came: usize,
        state: u64,
        observer: &mut O,
    ) -> Result<(), Halt> {
        let levels = if is_later {
            &mut self.later
        } else {
            &mut self.now
        };
        if levels.len() <= g {
            levels.resize_with(g + 1, Default::default);
        }
        self.n_nodes += 1;
        levels[g][came].push(state, &mut self.pool, observer)
    }

    /// Takes states off the stack of the highest g, which is at most `g` and becomes `g`;
    /// the action that led to all of them, and how many they are.
    fn pop_into(&mut self, states: &mut [u64], g: &mut usize) -> Option<(usize, usize)> {
        *g = (*g).min(self.now.len().checked_sub(1)?);
        loop {
            let stacks = self.now[*g].iter_mut().enumerate();
            if let Some((came, stack)) = stacks.rev().find(|(_, stack)| !stack.is_empty()) {
                let n = stack.pop_into(states, &mut self.pool);
                self.n_nodes -= n as u64;
                return Some((came, n));
            }
            *g = g.checked_sub(1)?;
        }
    }
}

/// How boards are packed: four bits a cell, the first one lowest, each tile under the number
/// of its goal cell, the blank too.
struct Tiles {
    goal: Board,
    /// What the blank is called.
    blank_name: u64,
    /// By the cell of the blank and the action.
    steps: [[Option<Step>; N_ACTIONS]; N_CELLS],
}

/// A move of the blank.
#[derive(Clone, Copy)]
struct Step {
    /// The cell that it goes to.
    next: usize,
    /// The tiles that come nearer to their goal by it, as a set of bits.
    nearer: u32,
}

impl Tiles {
    fn new(goal: &Board) -> Self {
        let size = goal.size();
        let far = |a: usize, b: usize| {
            let columns = size.columns();
            (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns)
        };
        let step = |blank: usize, direction| {
            let next = (blank < size.n_cells()).then(|| size.neighbour(blank, direction))??;
            let is_nearer = |&home: &usize| far(home, blank) < far(home, next);
            let nearer = (0..size.n_cells()).filter(is_nearer);
            Some(Step {
                next,
                nearer: nearer.fold(0, |tiles, home| tiles | 1 << home),
            })
        };
        Tiles {
            blank_name: goal.blank() as u64,
            steps: std::array::from_fn(|blank| {
                Direction::ALL.map(|direction| step(blank, direction))
            }),
            goal: goal.clone(),
        }
    }

    fn pack(&self, board: &Board) -> u64 {
        let names = board.tiles().iter().map(|&tile| self.goal.cell_of(tile));
        names
            .rev()
            .fold(0, |packed, name| packed << 4 | name as u64)
    }

    /// The cell of the blank: the first that holds its name.
    #[inline(always)]
    fn blank(&self, state: u64) -> usize {
        // Subtracting 1 from each cell borrows into the highest bit of the first cell that
        // is 0, and of none before (Knuth, TAOCP 4A, section 7.1.3).
        const ONES: u64 = u64::MAX / 15;
        let differs = state ^ (ONES * self.blank_name);
        let zeros = differs.wrapping_sub(ONES) & !differs & ONES << 3;
        zeros.trailing_zeros() as usize / 4
    }

    fn manhattan(&self, state: u64) -> Cost {
        let size = self.goal.size();
        let (columns, blank) = (size.columns(), self.blank(state));
        let tiles = (0..size.n_cells()).filter(|&cell| cell != blank);
        let far = |cell: usize| {
            let home = (state >> (4 * cell) & 15) as usize;
            (home / columns).abs_diff(cell / columns) + (home % columns).abs_diff(cell % columns)
        };
        tiles.map(far).sum::<usize>() as Cost
    }
}

/// Fifteen cells tell the sixteenth.
const _: () = assert!(STATE_BITS as usize == 4 * (N_CELLS - 1));
