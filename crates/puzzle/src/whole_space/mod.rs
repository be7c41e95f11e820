//! The whole state space of a goal: the distance of every board that can reach it.
//!
//! Breadth-first search from the goal, level by level, on one bit a state and level: see
//! `numbering` for which bit a state is, and `level_search` for how a level is made from the one
//! before. Of a distance one bit is kept, the second lowest. Since a move changes the distance
//! by one, this bit tells for a board of known distance whether its neighbour is nearer or
//! farther; and the lowest bit is known anyway, from how far the blank is from its goal cell.
//! So any distance is found by walking to the goal (the idea of keeping distances modulo 3,
//! Korf & Schultze 2005, for a space in which a move changes the parity).

mod level_search;
mod numbering;
mod shifts;
mod supervised;

pub use level_search::{ChunkJob, ChunkResult, LevelSearch, ScratchBuffer};

use super::{Board, Cells, Direction, Size, State};
use numbering::{Labels, Numbering};
use std::sync::Arc;
use tilescope_search::{Cost, EngineObserver, Progress, StopReason};

/// The distances, in moves, of all boards that can reach a goal.
#[derive(Debug)]
pub struct WholeSpace {
    numbering: Numbering,
    /// For each state: the second lowest bit of its distance. At
    /// `word × cells + cell of the blank`, as [`Numbering`] says.
    second_bits: Vec<u64>,
    /// How many boards there are at each distance.
    levels: Vec<u64>,
    /// The boards at the greatest distance, as words, where one has any: at, and which.
    farthest: Vec<(u32, u64)>,
}

/// A board whose space is too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the space of the {0} boards is too large: it can be had for boards of at most {max} cells, \
     such as 3×4 or 2×6",
    max = WholeSpace::MAX_CELLS
)]
pub struct SpaceTooLarge(pub Size);

impl WholeSpace {
    /// The most cells of a board: 12!/2 is 239,500,800 states.
    pub const MAX_CELLS: usize = 12;

    /// How many boards of `size` can become the same goal: half of all.
    pub fn n_states_for(size: Size) -> u64 {
        (3..=size.n_cells() as u64).product()
    }

    /// How many bytes a search for boards of `size` takes at its peak, about; a third of it
    /// stays.
    pub fn peak_bytes(size: Size) -> u64 {
        // Three times 64 bits for 60 states.
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

    /// How many boards there are at each distance from 0.
    pub fn levels(&self) -> &[u64] {
        &self.levels
    }

    /// How many boards can reach the goal.
    pub fn n_states(&self) -> u64 {
        self.levels.iter().sum()
    }

    /// The greatest distance.
    pub fn diameter(&self) -> Cost {
        self.levels.len() as Cost - 1
    }

    /// How many bytes the table takes.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.second_bits[..]) as u64
    }

    /// Boards at the greatest distance from `goal`, at most `limit` of them. The goal has to have
    /// its blank where the goal has it that the space was searched for.
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
    /// If it has another size than the goal for which the space was searched, or has its blank
    /// elsewhere: then its space is another one.
    pub fn distances_to(self: &Arc<Self>, goal: &Board) -> Distances {
        Distances {
            labels: self.numbering.labels(goal),
            moves: moves(goal.size()),
            space: Arc::clone(self),
        }
    }

    fn second_bit(&self, (at, bit): (usize, u32)) -> bool {
        self.second_bits[at] >> bit & 1 == 1
    }
}

/// The distances to one goal, out of a space that serves all goals with the blank in one cell.
///
/// Of a board that cannot reach the goal it has the distance to the goal with two of its tiles
/// exchanged, which such a board can reach.
#[derive(Clone, Debug)]
pub struct Distances {
    space: Arc<WholeSpace>,
    labels: Labels,
    /// For each cell of the blank: those beside it.
    moves: Vec<Vec<u8>>,
}

impl Distances {
    /// How many moves it is to the goal, found by walking there.
    pub fn distance<C: Cells>(&self, state: &State<C>) -> Cost {
        let (numbering, space) = (&self.space.numbering, &self.space);
        let modulo_four = |state: &State<C>, place: (usize, u32)| {
            let low = numbering.is_distance_odd(numbering.place(state.blank.into()));
            u8::from(space.second_bit(place)) << 1 | u8::from(low)
        };
        let goal = (numbering.goal_blank(), 0);
        let mut state = *state;
        let mut place = self.locate(&state);
        let mut distance = 0;
        while place != goal {
            let nearer = modulo_four(&state, place).wrapping_sub(1) % 4;
            let from = usize::from(state.blank);
            let mut neighbours = self.moves[from].iter().map(|&to| {
                let slide = C::slide_between(from, to.into());
                let cells = state.cells.slide(to.into(), slide);
                let next = State { cells, blank: to };
                (next, self.locate(&next))
            });
            (state, place) = neighbours
                .find(|(next, place)| modulo_four(next, *place) == nearer)
                .expect("a board that is not the goal has a neighbour that is nearer");
            distance += 1;
        }
        distance
    }

    /// How many moves it is from a board that is a move from one at `distance`.
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
