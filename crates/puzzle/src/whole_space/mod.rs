//! The whole state space of a goal: the distance of every board that can reach it.
//!
//! Breadth-first search from the goal, level by level, with one bit per state and level:
//! `numbering` maps states to bits, `level_search` makes each level from the one before. Of each
//! distance only the second lowest bit is stored. The lowest is the parity of the blank's distance
//! to its goal cell. Since a move changes the distance by one, the two bits tell whether a
//! neighbour of a board is nearer or farther, so any distance is found by walking to the goal.
//! (Korf & Schultze 2005 store distances modulo 3; here a move changes the parity, so one bit
//! suffices.)

mod level;
mod level_search;
mod numbering;
mod shifts;
mod supervised;

pub use level::Level;
pub use level_search::{ChunkJob, ChunkResult, LevelSearch, ScratchBuffer};

use super::{Board, Cells, Direction, Size, State};
use numbering::{Labels, Numbering};
use std::sync::Arc;
use tilescope_search::{Cost, EngineObserver, Progress, StopReason};

/// The distances, in moves, of all boards that can reach a goal.
#[derive(Debug)]
pub struct WholeSpace {
    numbering: Numbering,
    /// The second lowest bit of each state's distance, at `word × cells + cell of the blank`, see
    /// [`Numbering`].
    second_bits: Vec<u64>,
    /// The number of boards at each distance.
    levels: Vec<u64>,
    /// The boards at the maximum distance, as nonzero words with their indices.
    farthest: Vec<(u32, u64)>,
}

/// A size whose space is too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the space of the {0} boards is too large: the limit is {max} cells, such as 3×4 or 2×6",
    max = WholeSpace::MAX_CELLS
)]
pub struct SpaceTooLarge(pub Size);

impl WholeSpace {
    /// The largest supported board, in cells: 12!/2 is 239,500,800 states.
    pub const MAX_CELLS: usize = 12;

    /// The number of boards of `size` that can reach a given goal: half of all.
    pub fn n_states_for(size: Size) -> u64 {
        (3..=size.n_cells() as u64).product()
    }

    /// The approximate peak memory of a search, in bytes. A third of it remains allocated.
    pub fn peak_bytes(size: Size) -> u64 {
        // Three tables with 64 bits for 60 states.
        Self::n_states_for(size).div_ceil(60) * 8 * 3
    }

    /// Searches the whole space of `goal` on this thread, chunk by chunk.
    ///
    /// # Errors
    /// If the observer stopped it.
    ///
    /// # Panics
    /// If the board has more cells than [`Self::MAX_CELLS`].
    pub fn search<O: EngineObserver>(
        goal: &Board,
        observer: &mut O,
    ) -> Result<WholeSpace, StopReason> {
        let mut search = LevelSearch::new(goal, observer)?;
        let mut scratch = search.scratch();
        let mut found = Vec::new();
        while !search.is_done() {
            found.clear();
            for job in search.jobs() {
                let chunk = job.run(&mut scratch);
                observer.progress(Progress {
                    expanded: chunk.n_expanded.into(),
                    generated: chunk.n_new.into(),
                    ..Progress::default()
                })?;
                found.push(chunk);
            }
            search.advance(&found);
        }
        Ok(search.finish())
    }

    /// The number of boards at each distance from 0.
    pub fn levels(&self) -> &[u64] {
        &self.levels
    }

    /// The number of boards that can reach the goal.
    pub fn n_states(&self) -> u64 {
        self.levels.iter().sum()
    }

    /// The maximum distance: the diameter as seen from the goal.
    pub fn diameter(&self) -> Cost {
        self.levels.len() as Cost - 1
    }

    /// The size of the table, in bytes.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.second_bits[..]) as u64
    }

    /// Boards at the maximum distance from `goal`, at most `limit` of them. The blank of `goal`
    /// must be in the same cell as in the goal that was searched from.
    pub fn farthest(&self, goal: &Board, limit: usize) -> Vec<Board> {
        let n_cells = goal.size().n_cells();
        let states = self.farthest.iter().flat_map(|&(at, bits)| {
            let (word, blank) = (at as usize / n_cells, at as usize % n_cells);
            let bits = (0..u64::BITS).filter(move |bit| bits >> bit & 1 == 1);
            bits.map(move |bit| self.numbering.board(goal, word, bit, blank))
        });
        states.take(limit).collect()
    }

    /// The distances to `goal`.
    ///
    /// # Panics
    /// If its size or the cell of its blank differs from those of the goal that was searched from:
    /// its space is a different one.
    pub fn distances_to(self: &Arc<Self>, goal: &Board) -> Distances {
        let moves = moves(goal.size());
        let mut quickest_first = moves.clone();
        for (from, neighbours) in quickest_first.iter_mut().enumerate() {
            neighbours.sort_by_key(|&to| !self.numbering.are_in_a_line(from, to.into()));
        }
        Distances {
            labels: self.numbering.labels(goal),
            moves,
            quickest_first,
            space: Arc::clone(self),
        }
    }

    fn second_bit(&self, (at, bit): (usize, u32)) -> bool {
        self.second_bits[at] >> bit & 1 == 1
    }
}

/// The distances to one goal, in a space shared by all goals with the blank in the same cell.
///
/// For a board that can't reach the goal it gives the distance to the goal with two tiles swapped,
/// which that board can reach.
#[derive(Clone, Debug)]
pub struct Distances {
    space: Arc<WholeSpace>,
    labels: Labels,
    /// The neighbours of each cell.
    moves: Vec<Vec<u8>>,
    /// The same, those in its line first: a move to one of these keeps the order of the tiles.
    quickest_first: Vec<Vec<u8>>,
}

impl Distances {
    /// The distance to the goal, found by walking there.
    pub fn distance<C: Cells>(&self, state: &State<C>) -> Cost {
        let mut distance = 0;
        self.walk_by(&self.quickest_first, state, |_| distance += 1);
        distance
    }

    /// Walks to the goal on a shortest path. `step` gets the cell of the blank after each move.
    pub fn walk<C: Cells>(&self, state: &State<C>, step: impl FnMut(u8)) {
        self.walk_by(&self.moves, state, step);
    }

    /// The same; of several moves that lead nearer to the goal, the first of its cell in `moves`.
    fn walk_by<C: Cells>(&self, moves: &[Vec<u8>], state: &State<C>, mut step: impl FnMut(u8)) {
        let (numbering, space) = (&self.space.numbering, &self.space);
        let modulo_four = |state: &State<C>, place: (usize, u32)| {
            let low = numbering.is_distance_odd(numbering.place(state.blank.into()));
            u8::from(space.second_bit(place)) << 1 | u8::from(low)
        };
        let goal = (numbering.goal_blank(), 0);
        let mut state = *state;
        let mut place = self.locate(&state);
        // The cell that the blank comes from, where the board is farther.
        let mut before = None;
        while place != goal {
            let nearer = modulo_four(&state, place).wrapping_sub(1) % 4;
            let from = usize::from(state.blank);
            let last = before.replace(state.blank);
            let ahead = moves[from].iter().filter(|&&to| Some(to) != last);
            let mut neighbours = ahead.map(|&to| {
                let slide = C::slide_between(from, to.into());
                let cells = state.cells.slide(to.into(), slide);
                let next = State { cells, blank: to };
                let there = match numbering.along_a_line(place, from, to.into()) {
                    Some(there) => there,
                    None => self.locate(&next),
                };
                (next, there)
            });
            (state, place) = neighbours
                .find(|(next, place)| modulo_four(next, *place) == nearer)
                .expect("a board that is not the goal has a neighbour that is nearer");
            step(state.blank);
        }
    }

    /// The distance of `state`, a neighbour of a board at `distance`.
    pub fn neighbour_distance<C: Cells>(&self, distance: Cost, state: &State<C>) -> Cost {
        let is_second = self.space.second_bit(self.locate(state));
        if ((distance + 1) & 2 != 0) == is_second {
            distance + 1
        } else {
            distance - 1
        }
    }

    fn locate<C: Cells>(&self, state: &State<C>) -> (usize, u32) {
        let numbering = &self.space.numbering;
        numbering.locate(&self.labels, state.cells, state.blank.into())
    }
}

fn moves(size: Size) -> Vec<Vec<u8>> {
    let neighbours = |cell| {
        let to = |direction| size.neighbour(cell, direction).map(|to| to as u8);
        Direction::ALL.into_iter().filter_map(to).collect()
    };
    (0..size.n_cells()).map(neighbours).collect()
}
