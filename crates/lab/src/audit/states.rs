//! The states of a goal, numbered without gaps, and the moves between them.
//!
//! A state's number is `cell of the blank × orders + order`. The order of the tiles is that in which
//! they are read row by row, without the blank, in the factorial number system. Parity determines
//! the last two tiles, so there are (cells − 1)!/2 orders. A move along a row keeps the order.

use std::mem::size_of;
use tilescope_puzzle::whole_space::SpaceTooLarge;
use tilescope_puzzle::{Board, Cells, Costs, Direction, Nibbles, Size, State, WholeSpace};
use tilescope_search::Cost;

const MAX_CELLS: usize = WholeSpace::MAX_CELLS;

/// The successors of a state by direction, [`NONE`] at an edge of the board.
type Successors = [u32; 4];
const NONE: u32 = u32::MAX;

/// The largest board, in cells, whose successors are kept in a table: 10!/2 is 1,814,400 states.
pub const MAX_KEPT_CELLS: usize = 10;

/// The states that can reach a goal.
pub struct States {
    goal: Board,
    n_orders: usize,
    /// For each tile, its position in the order of the goal.
    label_of: [u8; MAX_CELLS],
    /// The inverse.
    tile_of: [u8; MAX_CELLS],
    /// For each direction and tile.
    costs: [[Cost; MAX_CELLS]; 4],
    are_costs_uniform: bool,
    /// Empty if the board is too large.
    successors: Vec<Successors>,
}

/// A state taken apart.
#[derive(Clone, Copy)]
struct Order {
    /// The labels of the tiles, row by row.
    labels: [u8; MAX_CELLS],
    blank: usize,
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
        let (mut label_of, mut tile_of) = ([0; MAX_CELLS], [0; MAX_CELLS]);
        let tiles = goal.tiles().iter().filter(|&&tile| tile != 0);
        for (label, &tile) in tiles.enumerate() {
            label_of[usize::from(tile)] = label as u8;
            tile_of[label] = tile;
        }
        let cost = |direction| {
            std::array::from_fn(|tile| match tile {
                1.. if tile < n_cells => costs.move_cost(direction, tile as u8, size),
                _ => 0,
            })
        };
        let mut states = States {
            goal: goal.clone(),
            n_orders: (3..n_cells).product(),
            label_of,
            tile_of,
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
        self.n_orders * self.n_cells()
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
        state as usize / self.n_orders
    }

    /// The number of a state that can reach the goal.
    pub fn number(&self, board: &Board) -> u32 {
        let mut labels = [0; MAX_CELLS];
        let tiles = board.tiles().iter().filter(|&&tile| tile != 0);
        for (label, &tile) in labels.iter_mut().zip(tiles) {
            *label = self.label_of[usize::from(tile)];
        }
        let blank = board.blank();
        self.rank(&Order { labels, blank })
    }

    /// The state as searches and heuristics take it.
    pub fn state(&self, number: u32) -> State<Nibbles> {
        let order = self.order(number);
        State {
            cells: Nibbles::pack(&self.tiles(&order)[..self.n_cells()]),
            blank: order.blank as u8,
        }
    }

    /// The state as a board.
    pub fn board(&self, number: u32) -> Board {
        let tiles = self.tiles(&self.order(number)).map(u64::from);
        Board::new(self.goal.size(), &tiles[..self.n_cells()]).expect("each tile is there once")
    }

    /// The number of the state with the content of each cell in `to_cell[cell]`, and each tile
    /// replaced by `to_tile[tile]`. It must be able to reach the goal.
    pub fn mapped(&self, number: u32, to_cell: &[usize], to_tile: &[u8]) -> u32 {
        let order = self.order(number);
        let tiles = self.tiles(&order);
        let mut mapped = [0; MAX_CELLS];
        for (cell, &to) in to_cell.iter().enumerate() {
            mapped[to] = to_tile[usize::from(tiles[cell])];
        }
        let mut labels = [0; MAX_CELLS];
        let tiles = mapped[..self.n_cells()].iter().filter(|&&tile| tile != 0);
        for (label, &tile) in labels.iter_mut().zip(tiles) {
            *label = self.label_of[usize::from(tile)];
        }
        let blank = to_cell[order.blank];
        self.rank(&Order { labels, blank })
    }

    /// The successors of a state, each with the move and its cost.
    pub fn moves(&self, number: u32) -> impl Iterator<Item = (Direction, u32, Cost)> {
        let to = match self.successors.get(number as usize) {
            Some(successors) => *successors,
            None => self.find_successors(number),
        };
        let tiles = match self.are_costs_uniform {
            // One tile stands for all.
            true => [1; MAX_CELLS],
            false => self.tiles(&self.order(number)),
        };
        let moves = Direction::ALL.into_iter().zip(to);
        let moves = moves.filter(|&(_, to)| to != NONE);
        moves.map(move |(direction, to)| {
            let tile = tiles[self.blank(to)];
            let cost = self.costs[direction as usize][usize::from(tile)];
            (direction, to, cost)
        })
    }

    /// The state after a move of the blank; `None` at an edge of the board.
    pub fn successor(&self, number: u32, direction: Direction) -> Option<u32> {
        let to = match self.successors.get(number as usize) {
            Some(successors) => successors[direction as usize],
            None => self.find_successor(number, &self.order(number), direction),
        };
        Some(to).filter(|&to| to != NONE)
    }

    /// The cost of the move from `from` back to `state`, where `direction` leads from `state` to
    /// `from`.
    pub fn cost_of_return(&self, state: u32, from: u32, direction: Direction) -> Cost {
        let tile = match self.are_costs_uniform {
            true => 1,
            // The tile that moves is in the blank's other cell before and after.
            false => self.tiles(&self.order(state))[self.blank(from)],
        };
        self.costs[direction.opposite() as usize][usize::from(tile)]
    }

    fn n_cells(&self) -> usize {
        self.goal.size().n_cells()
    }

    fn find_successors(&self, number: u32) -> Successors {
        let order = self.order(number);
        Direction::ALL.map(|direction| self.find_successor(number, &order, direction))
    }

    /// The successor of the state with this number, which is `order`.
    fn find_successor(&self, number: u32, order: &Order, direction: Direction) -> u32 {
        let size = self.goal.size();
        let columns = size.columns();
        let Some(to) = size.neighbour(order.blank, direction) else {
            return NONE;
        };
        let (mut labels, blank) = (order.labels, order.blank);
        match direction {
            Direction::Left => return number - self.n_orders as u32,
            Direction::Right => return number + self.n_orders as u32,
            // The tile passes the others of a row.
            Direction::Up => labels[to..blank].rotate_left(1),
            Direction::Down => labels[blank..blank + columns].rotate_right(1),
        }
        self.rank(&Order { labels, blank: to })
    }

    fn tiles(&self, order: &Order) -> [u8; MAX_CELLS] {
        let mut tiles = [0; MAX_CELLS];
        for (i, &label) in order.labels[..self.n_cells() - 1].iter().enumerate() {
            tiles[i + usize::from(i >= order.blank)] = self.tile_of[usize::from(label)];
        }
        tiles
    }

    fn rank(&self, order: &Order) -> u32 {
        let n_tiles = self.n_cells() - 1;
        // The labels passed so far, as bits.
        let mut passed = 0_u32;
        let mut rank = 0;
        for (i, &label) in order.labels[..n_tiles - 2].iter().enumerate() {
            let n_lower = (passed & ((1 << label) - 1)).count_ones();
            rank = rank * (n_tiles - i) as u32 + u32::from(label) - n_lower;
            passed |= 1 << label;
        }
        order.blank as u32 * self.n_orders as u32 + rank
    }

    fn order(&self, number: u32) -> Order {
        let n_tiles = self.n_cells() - 1;
        let (blank, mut rest) = (self.blank(number), number as usize % self.n_orders);
        let mut digits = [0; MAX_CELLS];
        for i in (0..n_tiles - 2).rev() {
            digits[i] = rest % (n_tiles - i);
            rest /= n_tiles - i;
        }
        // A move between rows makes a tile pass the others of a row.
        let columns = self.goal.size().columns();
        let n_rows = (blank / columns).abs_diff(self.goal.blank() / columns);
        let parity = n_rows * (columns - 1) % 2;
        digits[n_tiles - 2] = (digits.iter().sum::<usize>() + parity) % 2;
        // The labels left, four bits each.
        let mut left = 0xBA98_7654_3210_u64;
        let mut labels = [0; MAX_CELLS];
        for (label, &digit) in labels.iter_mut().zip(&digits).take(n_tiles) {
            *label = (left >> (4 * digit)) as u8 & 15;
            let below = (1 << (4 * digit)) - 1;
            left = left & below | left >> 4 & !below;
        }
        Order { labels, blank }
    }
}
