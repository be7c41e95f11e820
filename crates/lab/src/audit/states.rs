//! The states of a goal, numbered without gaps, and the moves between them.
//!
//! A state's number is `cell of the blank × orders + rank of the order`, see `Orders`. A move along a
//! row keeps the order.

use super::orders::{Divisor, Orders};
use std::mem::size_of;
use tilescope_puzzle::whole_space::SpaceTooLarge;
use tilescope_puzzle::{Board, Cells, Costs, Direction, Nibbles, Size, State, WholeSpace};
use tilescope_search::Cost;

pub(super) const MAX_CELLS: usize = WholeSpace::MAX_CELLS;

/// The successors of a state by direction, [`NONE`] at an edge of the board.
type Successors = [u32; 4];
const NONE: u32 = u32::MAX;

/// The largest board, in cells, whose successors are kept in a table: 10!/2 is 1,814,400 states.
pub const MAX_KEPT_CELLS: usize = 10;

/// The states that can reach a goal.
pub struct States {
    goal: Board,
    orders: Orders,
    /// The states with the blank in one cell.
    of_blank: Divisor,
    /// For each cell and direction, whether there is a neighbour.
    has_neighbour: [[bool; 4]; MAX_CELLS],
    /// For each direction and tile.
    costs: [[Cost; MAX_CELLS]; 4],
    are_costs_uniform: bool,
    /// Empty if the board is too large.
    successors: Vec<Successors>,
}

impl States {
    /// The states that can reach `goal`.
    ///
    /// # Errors
    /// If the board has more than 12 cells.
    pub fn new(goal: &Board, costs: Costs) -> Result<Self, SpaceTooLarge> {
        let size = goal.size();
        let n_cells = size.n_cells();
        if n_cells > MAX_CELLS {
            return Err(SpaceTooLarge(size));
        }
        let cost = |direction| {
            std::array::from_fn(|tile| match tile {
                1.. if tile < n_cells => costs.move_cost(direction, tile as u8, size),
                _ => 0,
            })
        };
        let orders = Orders::new(goal);
        let has_neighbour = std::array::from_fn(|cell| {
            let is_there = |to| cell < n_cells && size.neighbour(cell, to).is_some();
            Direction::ALL.map(is_there)
        });
        let mut states = States {
            goal: goal.clone(),
            of_blank: Divisor::new(orders.n_orders() as u32),
            orders,
            has_neighbour,
            costs: Direction::ALL.map(cost),
            are_costs_uniform: costs.are_uniform(),
            successors: Vec::new(),
        };
        if n_cells <= MAX_KEPT_CELLS {
            let all = 0..states.n_states() as u32;
            states.successors = all.map(|state| states.find_successors(state)).collect();
        }
        Ok(states)
    }

    /// The memory of the table of successors for boards of `size`, in bytes.
    pub fn bytes(size: Size) -> u64 {
        match size.n_cells() <= MAX_KEPT_CELLS {
            true => WholeSpace::n_states_for(size) * size_of::<Successors>() as u64,
            false => 0,
        }
    }

    /// The number of states.
    pub fn n_states(&self) -> usize {
        self.orders.n_orders() * self.n_cells()
    }

    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The cost of every move, if it is the same for all.
    pub fn uniform_cost(&self) -> Option<Cost> {
        self.are_costs_uniform.then_some(self.costs[0][1])
    }

    /// The cell of the blank.
    pub fn blank(&self, state: u32) -> usize {
        self.of_blank.div(state) as usize
    }

    /// The number of a state that can reach the goal.
    pub fn number(&self, board: &Board) -> u32 {
        let tiles = board.tiles().iter().copied().filter(|&tile| tile != 0);
        self.with_blank(board.blank(), self.orders.rank(tiles))
    }

    /// The state as searches and heuristics take it.
    pub fn state(&self, number: u32) -> State<Nibbles> {
        let (blank, rank) = self.of_blank.div_rem(number);
        let tiles = self.orders.tiles(rank, blank as usize);
        let before = tiles & ((1 << (4 * blank)) - 1);
        State {
            cells: Nibbles::from_word(before | (tiles ^ before) << 4),
            blank: blank as u8,
        }
    }

    /// The state as a board.
    pub fn board(&self, number: u32) -> Board {
        let cells = self.state(number).cells;
        let tiles: Vec<u64> = (0..self.n_cells())
            .map(|cell| cells.get(cell).into())
            .collect();
        Board::new(self.goal.size(), &tiles).expect("each tile is there once")
    }

    /// The number of the state with the content of each cell in `to_cell[cell]`, and each tile
    /// replaced by `to_tile[tile]`. It must be able to reach the goal.
    pub fn mapped(&self, number: u32, to_cell: &[usize], to_tile: &[u8]) -> u32 {
        let State { cells, blank } = self.state(number);
        let mut mapped = [0; MAX_CELLS];
        for (cell, &to) in to_cell.iter().enumerate() {
            mapped[to] = to_tile[usize::from(cells.get(cell))];
        }
        let tiles = mapped[..self.n_cells()].iter().copied();
        let rank = self.orders.rank(tiles.filter(|&tile| tile != 0));
        self.with_blank(to_cell[usize::from(blank)], rank)
    }

    /// The states that one move leads to, and that lead back by one.
    #[inline]
    pub fn neighbours(&self, number: u32) -> impl Iterator<Item = u32> {
        self.successors(number).into_iter().filter(|&to| to != NONE)
    }

    /// The successors of a state, each with the move and its cost.
    pub fn moves(&self, number: u32) -> impl Iterator<Item = (Direction, u32, Cost)> {
        let to = self.successors(number);
        // If the costs are uniform, one tile stands for all.
        let cells = (!self.are_costs_uniform).then(|| self.state(number).cells);
        let moves = Direction::ALL.into_iter().zip(to);
        let moves = moves.filter(|&(_, to)| to != NONE);
        moves.map(move |(direction, to)| {
            let tile = cells.map_or(1, |cells| cells.get(self.blank(to)));
            let cost = self.costs[direction as usize][usize::from(tile)];
            (direction, to, cost)
        })
    }

    /// The state after a move of the blank; `None` at an edge of the board.
    pub fn successor(&self, number: u32, direction: Direction) -> Option<u32> {
        let to = match self.successors.get(number as usize) {
            Some(successors) => successors[direction as usize],
            None => self.find_successor(self.of_blank.div_rem(number), direction),
        };
        Some(to).filter(|&to| to != NONE)
    }

    /// The cost of the move from `from` back to `state`, where `direction` leads from `state` to
    /// `from`.
    pub fn cost_of_return(&self, state: u32, from: u32, direction: Direction) -> Cost {
        let tile = match self.are_costs_uniform {
            true => 1,
            // The tile that moves is in the blank's other cell before and after.
            false => self.state(state).cells.get(self.blank(from)),
        };
        self.costs[direction.opposite() as usize][usize::from(tile)]
    }

    fn n_cells(&self) -> usize {
        self.goal.size().n_cells()
    }

    /// The state with the blank in this cell, and the order of this rank.
    fn with_blank(&self, blank: usize, rank: u32) -> u32 {
        (blank * self.orders.n_orders()) as u32 + rank
    }

    #[inline]
    fn successors(&self, number: u32) -> Successors {
        match self.successors.get(number as usize) {
            Some(successors) => *successors,
            None => self.find_successors(number),
        }
    }

    #[inline]
    fn find_successors(&self, number: u32) -> Successors {
        let parts = self.of_blank.div_rem(number);
        Direction::ALL.map(|direction| self.find_successor(parts, direction))
    }

    /// The successor of the state with the blank in this cell, and the order of this rank.
    #[inline]
    fn find_successor(&self, (blank, rank): (u32, u32), direction: Direction) -> u32 {
        let blank = blank as usize;
        if !self.has_neighbour[blank][direction as usize] {
            return NONE;
        }
        let columns = self.goal.size().columns();
        match direction {
            Direction::Left => self.with_blank(blank - 1, rank),
            Direction::Right => self.with_blank(blank + 1, rank),
            Direction::Up => {
                let to = blank - columns;
                self.with_blank(to, self.orders.after_first_to_last(rank, blank, to))
            }
            Direction::Down => {
                let rank = self.orders.after_last_to_first(rank, blank, blank);
                self.with_blank(blank + columns, rank)
            }
        }
    }
}
