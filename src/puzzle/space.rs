//! Sliding tiles as a state space, in three packings.

use super::{Board, Costs, Direction, Order, Size, TileCosts};
use crate::search::{Action, Actions, Cost, Space};
use std::fmt::Debug;
use std::hash::Hash;

/// The space of a puzzle: its goal, its costs, and an order of the actions.
///
/// Costs that are too large for the board ([`Costs::check`]) count as the greatest there is.
#[derive(Clone, Debug)]
pub struct SlidingTiles<C> {
    size: Size,
    goal: C,
    costs: [Cost; 4],
    /// For each tile what it costs; empty where all cost 1.
    tile_costs: Vec<Cost>,
    least_cost: Cost,
    /// For each cell of the blank: its actions in the run's order.
    actions: Vec<Actions>,
    /// For each cell of the blank: the actions that brought it there, in the run's order.
    actions_to: Vec<Actions>,
    /// For each direction, by its number: what it adds to the cell of the blank, modulo 256.
    offsets: [u8; 4],
}

/// A board as a search works on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<C> {
    pub cells: C,
    pub blank: u8,
}

impl<C: Cells> SlidingTiles<C> {
    /// # Panics
    /// If the board has more cells than the packing holds.
    pub fn new(goal: &Board, costs: Costs, order: Order) -> Self {
        let size = goal.size();
        let list = |is_among: &dyn Fn(Direction) -> bool| {
            let directions = order.directions().into_iter();
            let actions = directions.filter(|&direction| is_among(direction));
            Actions::new(&actions.map(Action::from).collect::<Vec<_>>())
        };
        let has_neighbour = |blank, direction| size.neighbour(blank, direction).is_some();
        let cells = 0..size.n_cells();
        let columns = size.columns() as u8;
        SlidingTiles {
            size,
            goal: pack(goal),
            costs: Direction::ALL.map(|direction| costs.of(direction)),
            tile_costs: match costs.tiles() {
                TileCosts::One => Vec::new(),
                TileCosts::Number | TileCosts::Inverse => (0..size.n_cells() as u8)
                    .map(|tile| costs.of_tile(tile, size))
                    .collect(),
            },
            least_cost: costs.least(size),
            actions: (cells.clone())
                .map(|blank| list(&|direction| has_neighbour(blank, direction)))
                .collect(),
            actions_to: cells
                .map(|blank| list(&|direction| has_neighbour(blank, direction.opposite())))
                .collect(),
            offsets: Direction::ALL.map(|direction| match direction {
                Direction::Up => columns.wrapping_neg(),
                Direction::Left => 1_u8.wrapping_neg(),
                Direction::Right => 1,
                Direction::Down => columns,
            }),
        }
    }

    /// The packed form of `board`.
    ///
    /// # Panics
    /// If the board is not of the goal's size.
    pub fn state(&self, board: &Board) -> State<C> {
        assert_eq!(board.size(), self.size, "a puzzle has one size");
        State {
            cells: pack(board),
            blank: board.blank() as u8,
        }
    }

    /// The board that [`Self::state`] packed.
    pub fn board(&self, state: &State<C>) -> Board {
        let tiles: Vec<u64> = (0..self.size.n_cells())
            .map(|cell| state.cells.get(cell).into())
            .collect();
        Board::new(self.size, &tiles).expect("a state has each tile once")
    }
}

fn pack<C: Cells>(board: &Board) -> C {
    let n_cells = board.size().n_cells();
    assert!(
        n_cells <= C::MOST,
        "{n_cells} cells in a packing of {}",
        C::MOST
    );
    C::pack(board.tiles())
}

impl<C: Cells> Space for SlidingTiles<C> {
    type State = State<C>;
    type Key = C;

    #[inline(always)]
    fn key(&self, state: &State<C>) -> C {
        state.cells
    }

    #[inline]
    fn unpack(&self, key: C) -> State<C> {
        State {
            cells: key,
            blank: key.blank() as u8,
        }
    }

    #[inline(always)]
    fn is_goal(&self, state: &State<C>) -> bool {
        state.cells == self.goal
    }

    #[inline(always)]
    fn actions(&self, state: &State<C>) -> Actions {
        self.actions[usize::from(state.blank)]
    }

    #[inline(always)]
    fn apply(&self, state: &State<C>, action: Action) -> State<C> {
        debug_assert!(self.actions(state).any(|applicable| applicable == action));
        // The mask spares the check of the index.
        let blank = (state.blank).wrapping_add(self.offsets[usize::from(action.0 & 3)]);
        State {
            cells: (state.cells).slide(usize::from(state.blank), usize::from(blank)),
            blank,
        }
    }

    #[inline(always)]
    fn cost(&self, state: &State<C>, action: Action) -> Cost {
        let cost = self.costs[usize::from(action.0 & 3)];
        if self.tile_costs.is_empty() {
            return cost;
        }
        let from = (state.blank).wrapping_add(self.offsets[usize::from(action.0 & 3)]);
        let tile = state.cells.get(usize::from(from));
        cost.saturating_mul(self.tile_costs[usize::from(tile)])
    }

    #[inline(always)]
    fn inverse(&self, action: Action) -> Option<Action> {
        Some(opposite(action))
    }

    fn goal(&self) -> State<C> {
        self.unpack(self.goal)
    }

    fn actions_to(&self, state: &State<C>) -> Actions {
        self.actions_to[usize::from(state.blank)]
    }

    #[inline]
    fn before(&self, state: &State<C>, action: Action) -> State<C> {
        self.apply(state, opposite(action))
    }

    fn least_cost(&self) -> Cost {
        self.least_cost
    }
}

/// As [`Direction::opposite`].
#[inline(always)]
fn opposite(action: Action) -> Action {
    Action(3 - action.0)
}

/// A packing of a board's cells, the first one lowest. Cells beyond the board's are 0.
pub trait Cells: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The most cells that it holds.
    const MOST: usize;

    /// Packs the tiles of a board of at most [`Self::MOST`] cells, row by row.
    fn pack(tiles: &[u8]) -> Self;
    /// The tile in `cell`.
    fn get(self, cell: usize) -> u8;
    /// Moves the tile in `from` to `blank`, and the blank to `from`.
    fn slide(self, blank: usize, from: usize) -> Self;
    /// The cell of the blank: the first that is 0.
    fn blank(self) -> usize;
}

/// Up to 16 cells of 4 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Nibbles(u64);

/// Up to 25 cells of 5 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FiveBits(u128);

/// Up to 100 cells of a byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bytes([u8; 100]);

/// Packs cells of `$bits` bits into a `$word`.
macro_rules! packed_in_a_word {
    ($packing:ident($word:ty), $bits:literal bits, $most:literal cells) => {
        impl Cells for $packing {
            const MOST: usize = $most;

            fn pack(tiles: &[u8]) -> Self {
                let push = |word, &tile| word << $bits | <$word>::from(tile);
                $packing(tiles.iter().rev().fold(0, push))
            }

            #[inline(always)]
            fn get(self, cell: usize) -> u8 {
                (self.0 >> ($bits * cell)) as u8 & ((1 << $bits) - 1)
            }

            #[inline(always)]
            fn slide(self, blank: usize, from: usize) -> Self {
                // The blank is 0: the same bits take the tile from one cell and put it in
                // the other.
                let tile = <$word>::from(self.get(from));
                $packing(self.0 ^ (tile << ($bits * from) | tile << ($bits * blank)))
            }

            #[inline]
            fn blank(self) -> usize {
                // Subtracting 1 from each cell borrows into the highest bit of the first
                // cell that is 0, and of none before (Knuth, TAOCP 4A, section 7.1.3).
                const ONES: $word = {
                    let (mut ones, mut cell) = (0, 0);
                    while cell < $most {
                        ones |= 1 << ($bits * cell);
                        cell += 1;
                    }
                    ones
                };
                const HIGHEST: $word = ONES << ($bits - 1);
                let zeros = self.0.wrapping_sub(ONES) & !self.0 & HIGHEST;
                zeros.trailing_zeros() as usize / $bits
            }
        }
    };
}

packed_in_a_word!(Nibbles(u64), 4 bits, 16 cells);
packed_in_a_word!(FiveBits(u128), 5 bits, 25 cells);

impl Cells for Bytes {
    const MOST: usize = 100;

    fn pack(tiles: &[u8]) -> Self {
        let mut cells = [0; Self::MOST];
        cells[..tiles.len()].copy_from_slice(tiles);
        Bytes(cells)
    }

    #[inline(always)]
    fn get(self, cell: usize) -> u8 {
        self.0[cell]
    }

    #[inline(always)]
    fn slide(mut self, blank: usize, from: usize) -> Self {
        self.0[blank] = self.0[from];
        self.0[from] = 0;
        self
    }

    #[inline]
    fn blank(self) -> usize {
        (self.0.iter().position(|&tile| tile == 0)).expect("a board has a blank")
    }
}
