//! The whole space of a goal as a map: every board in a row by its distance from the goal.
//!
//! Within a row the boards stand in the order of their optimal successors in the rows before, so
//! that boards with a common way to the goal are near each other. A space that is too large for
//! that has a sample of its boards in the map.

mod order;
mod reached;
mod sample;
mod values;

pub use reached::{Reached, RowCount};
pub use values::Values;

use crate::Interrupt;
use crate::audit::AuditError;
use crate::audit::distances::Distances;
use crate::audit::states::{MAX_KEPT_CELLS, States};
use crate::audit::symmetry::Symmetry;
use crate::audit::team::Watch;
use order::Ordered;
use std::ops::Range;
use std::time::Duration;
use tilescope_puzzle::whole_space::SpaceTooLarge;
use tilescope_puzzle::{Board, Costs, Size, WholeSpace};
use tilescope_search::Cost;

/// A map of all boards that can reach a goal. A point is a board, or all boards that a symmetry of
/// the goal makes of one; points are numbered from 0, row by row.
pub struct SpaceMap {
    states: States,
    costs: Costs,
    points: Points,
    /// The state of each point; the one with the least number, if it has several.
    state_of: Vec<u32>,
    /// h\* of each point.
    distances: Vec<Cost>,
    /// The number of shortest paths from each point to the goal; empty in a sample.
    n_paths: Vec<u64>,
    max_paths: u64,
    rows: Vec<Row>,
}

/// The point of each state.
enum Points {
    All(Vec<u32>),
    /// The states of a sample in ascending order, and the point of each.
    Sample(Vec<(u32, u32)>),
}

/// The points at a distance, or within a band of distances, from the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The least and the greatest distance, in units of cost.
    pub distances: (Cost, Cost),
    /// None may be there in a sample.
    pub points: Range<u32>,
    /// The number of boards of which these are a sample; else that of the points.
    pub n_boards: u64,
}

/// Whether boards that are reflections or rotations of each other are one point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Symmetric {
    #[default]
    Apart,
    Joined,
}

impl SpaceMap {
    /// The largest board, in cells, whose boards are all in the map: 1,814,400 points.
    pub const MAX_CELLS: usize = MAX_KEPT_CELLS;
    /// The largest board, in cells, if all moves cost the same: larger ones are sampled.
    pub const MAX_SAMPLED_CELLS: usize = WholeSpace::MAX_CELLS;
    /// A sample has one board in this many.
    pub const SAMPLED: u64 = 1_200;
    /// Where there are more different distances, rows are bands of them.
    pub const MAX_ROWS: usize = 64;

    /// The symmetries under which boards are as far from `goal` as before: their names.
    pub fn symmetries(goal: &Board, costs: Costs) -> Vec<&'static str> {
        let mut names: Vec<_> = Symmetry::of(goal, costs).map(Symmetry::name).collect();
        names.dedup();
        names
    }

    /// The approximate memory of a map and of making it, in bytes.
    pub fn bytes(size: Size) -> u64 {
        // The numbers of each state, its place in the order, and its successors.
        const OF_STATE: u64 = 4 + 4 + 4 + 8 + 8 + 12;
        let n_states = WholeSpace::n_states_for(size);
        if size.n_cells() > Self::MAX_CELLS {
            return WholeSpace::peak_bytes(size) + n_states / Self::SAMPLED * sample::OF_POINT;
        }
        n_states * OF_STATE + States::bytes(size)
    }

    /// About how long making a map takes.
    pub fn time(size: Size) -> Duration {
        /// On the machine whose figures are in `docs/speed.md`.
        const STATES_PER_SECOND: f64 = 80e6;
        Duration::from_secs_f64(WholeSpace::n_states_for(size) as f64 / STATES_PER_SECOND)
    }

    /// Finds the distances of all boards, counts their shortest paths and puts them in order.
    /// `on_progress` receives the fraction done, from 0 to 1.
    ///
    /// # Errors
    /// If the board has more than [`MAX_SAMPLED_CELLS`](Self::MAX_SAMPLED_CELLS), or more than
    /// [`MAX_CELLS`](Self::MAX_CELLS) and costs that differ, there is not enough memory, or it was
    /// interrupted. Symmetric boards of a sample stay apart.
    pub fn find(
        goal: &Board,
        costs: Costs,
        symmetric: Symmetric,
        interrupt: &Interrupt,
        on_progress: &mut (dyn FnMut(f64) + Send),
    ) -> Result<Self, AuditError> {
        let size = goal.size();
        let is_sampled = size.n_cells() > Self::MAX_CELLS;
        if size.n_cells() > Self::MAX_SAMPLED_CELLS || is_sampled && !costs.are_uniform() {
            return Err(SpaceTooLarge(size).into());
        }
        costs.check(size)?;
        let needed = usize::try_from(Self::bytes(size)).unwrap_or(usize::MAX);
        tilescope_search::memory::check_machine(needed).map_err(|_| AuditError::NoMemory)?;
        if is_sampled {
            return sample::find(goal, costs, interrupt, on_progress);
        }
        let watch = Watch::new(3, None, interrupt, on_progress);
        let states = States::new(goal, costs)?;
        let distances = Distances::find(&states, &watch)?;
        let first = match symmetric {
            Symmetric::Apart => None,
            Symmetric::Joined => Some(order::first_of_orbits(&states, costs, &watch)?),
        };
        let Ordered {
            points,
            state_of,
            n_paths,
            rows,
        } = order::order(&states, &distances, first.as_deref(), &watch)?;
        let distance = |&state: &u32| distances.get(state as usize);
        Ok(SpaceMap {
            distances: state_of.iter().map(distance).collect(),
            states,
            costs,
            points: Points::All(points),
            state_of,
            max_paths: n_paths.iter().copied().max().unwrap_or(1),
            n_paths,
            rows,
        })
    }

    pub fn goal(&self) -> &Board {
        self.states.goal()
    }

    pub fn n_points(&self) -> usize {
        self.state_of.len()
    }

    /// The number of boards that can reach the goal.
    pub fn n_states(&self) -> usize {
        self.states.n_states()
    }

    /// Whether the points are a sample of the boards.
    pub fn is_sample(&self) -> bool {
        matches!(self.points, Points::Sample(_))
    }

    /// The rows, from the goal's on. In a sample some may be empty.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The index of the row of a point.
    pub fn row_of(&self, point: u32) -> usize {
        let row = self.rows.partition_point(|row| row.points.end <= point);
        row.min(self.rows.len().saturating_sub(1))
    }

    /// The cost of every move, if all cost the same: then a distance is a multiple of it.
    pub fn uniform_cost(&self) -> Option<Cost> {
        self.states.uniform_cost()
    }

    /// h\* of a point, in units of cost.
    pub fn distance(&self, point: u32) -> Cost {
        self.distances[point as usize]
    }

    /// The number of shortest paths from a point to the goal; `None` in a sample.
    pub fn n_paths(&self, point: u32) -> Option<u64> {
        self.n_paths.get(point as usize).copied()
    }

    /// The greatest number of shortest paths.
    pub fn max_paths(&self) -> u64 {
        self.max_paths
    }

    /// The board of a point: one of them, if symmetric boards are joined.
    pub fn board(&self, point: u32) -> Board {
        self.states.board(self.state_of[point as usize])
    }

    /// The point of a board; `None` if it has another size, cannot reach the goal, or is not in the
    /// sample.
    pub fn point(&self, board: &Board) -> Option<u32> {
        self.number(board).and_then(|state| self.point_of(state))
    }

    /// The points of a point's successors, each with whether the move begins a shortest path. Those
    /// that are not in the sample are left out.
    pub fn neighbours(&self, point: u32) -> impl Iterator<Item = (u32, bool)> {
        let own = self.distance(point);
        let moves = self.states.moves(self.state_of[point as usize]);
        moves.filter_map(move |(_, to, cost)| {
            let to = self.point_of(to)?;
            Some((to, self.distance(to).saturating_add(cost) == own))
        })
    }

    fn point_of(&self, state: u32) -> Option<u32> {
        match &self.points {
            Points::All(points) => points.get(state as usize).copied(),
            Points::Sample(points) => {
                let found = points.binary_search_by_key(&state, |(state, _)| *state);
                found.ok().map(|i| points[i].1)
            }
        }
    }

    /// The number of a board's state; `None` if it is none of the map's.
    fn number(&self, board: &Board) -> Option<u32> {
        let goal = self.goal();
        let reaches = board.size() == goal.size()
            && tilescope_puzzle::Puzzle::new("", board.clone(), goal.clone())
                .is_ok_and(|puzzle| puzzle.solvability().is_solvable());
        reaches.then(|| self.states.number(board))
    }
}

impl std::fmt::Debug for SpaceMap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SpaceMap({} points)", self.n_points())
    }
}
