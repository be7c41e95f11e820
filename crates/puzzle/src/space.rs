//! Sliding tiles as a state space, in three packings.

use super::moves::{self, MAX_MOVES, Move, Moves};
use super::{Board, Costs, Direction, MoveOrder, Size};
use std::fmt::Debug;
use std::hash::Hash;
use tilescope_search::{Action, Actions, Cost, MovesVisitor, Space, Successor};

/// The state space of a puzzle: its goal, its costs, and an order of the actions.
///
/// Costs out of range for the board ([`Costs::check`]) saturate at [`Costs::MAX_MOVE_COST`].
#[derive(Clone, Debug)]
pub struct SlidingTiles<C: Cells> {
    size: Size,
    goal: C,
    /// Indexed by direction, then by tile.
    costs: [[Cost; MAX_BOARD_CELLS]; 4],
    least_cost: Cost,
    /// By the cell of the blank. The fixed size makes a masked index need no bounds check.
    blank_cells: [BlankCell; MAX_BOARD_CELLS],
    /// By the number of a [`Move`].
    moves: [MoveEntry<C>; MAX_MOVES],
}

/// More cells than any board has, a power of two.
const MAX_BOARD_CELLS: usize = MAX_MOVES / 4;

/// The moves of the blank in a cell, in the order of generation.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct BlankCell {
    moves: Moves,
    /// The actions that lead there.
    actions_to: Actions,
}

/// The tables of a move.
#[derive(Clone, Copy, Debug)]
struct MoveEntry<C: Cells> {
    slide: C::Slide,
    /// The moves after it, except its inverse.
    after: Moves,
}

/// The state that a search works on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<C> {
    pub cells: C,
    pub blank: u8,
}

impl<C: Cells> SlidingTiles<C> {
    /// # Panics
    /// If the board has more cells than the packing holds.
    pub fn new(goal: &Board, costs: Costs, order: MoveOrder) -> Self {
        let size = goal.size();
        let directions = order.directions();
        let actions = |is_among: &dyn Fn(Direction) -> bool| {
            let among = directions
                .into_iter()
                .filter(|&direction| is_among(direction));
            Actions::new(&among.map(Action::from).collect::<Vec<_>>())
        };
        let blank_cell = |blank: usize| {
            let goes = |direction| size.neighbour(blank, direction).is_some();
            BlankCell {
                moves: Moves::new(size, blank, directions, None),
                actions_to: actions(&|direction: Direction| goes(direction.opposite())),
            }
        };
        // Numbers beyond the board's cells are never used, so any valid cell will do.
        let move_entry = |number: usize| {
            let (to, last_action) = (number / 4 % size.n_cells(), Direction::ALL[number % 4]);
            let from = size.neighbour(to, last_action.opposite()).unwrap_or(to);
            MoveEntry {
                slide: C::slide_between(from, to),
                after: Moves::new(size, to, directions, Some(last_action.opposite())),
            }
        };
        let tile_costs: [Cost; MAX_BOARD_CELLS] =
            std::array::from_fn(|tile| costs.tile_cost((tile % size.n_cells()) as u8, size));
        SlidingTiles {
            size,
            goal: pack(goal),
            costs: Direction::ALL.map(|direction| {
                let cost = |cost| costs.direction_cost(direction).saturating_mul(cost);
                tile_costs.map(|tile_cost| cost(tile_cost).min(Costs::MAX_MOVE_COST))
            }),
            least_cost: costs.min_move_cost(size).min(Costs::MAX_MOVE_COST),
            blank_cells: std::array::from_fn(|cell| blank_cell(cell % size.n_cells())),
            moves: std::array::from_fn(move_entry),
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

impl<C: Cells> SlidingTiles<C> {
    #[inline(always)]
    fn blank_cell(&self, state: &State<C>) -> &BlankCell {
        &self.blank_cells[usize::from(state.blank) % MAX_BOARD_CELLS]
    }
}

fn pack<C: Cells>(board: &Board) -> C {
    let n_cells = board.size().n_cells();
    assert!(
        n_cells <= C::MAX_CELLS,
        "{n_cells} cells in a packing of {}",
        C::MAX_CELLS
    );
    C::pack(board.tiles())
}

impl<C: Cells> Space for SlidingTiles<C> {
    type State = State<C>;
    type Key = C;
    type Move = Move;
    type Moves = Moves;

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
    fn word(&self, state: &State<C>) -> u64 {
        state.cells.word()
    }

    fn part(&self, state: &State<C>, cell: usize) -> usize {
        state.cells.get(cell).into()
    }

    #[inline(always)]
    fn is_goal(&self, state: &State<C>) -> bool {
        state.cells == self.goal
    }

    #[inline(always)]
    fn moves(&self, state: &State<C>, last_action: Option<Action>) -> Moves {
        match last_action {
            // The last move led to this cell by that action.
            Some(last_action) => {
                let number = usize::from(state.blank) << 2 | usize::from(last_action.0);
                self.moves[number % MAX_MOVES].after
            }
            None => self.blank_cell(state).moves,
        }
    }

    #[inline(always)]
    fn visit_moves<V: MovesVisitor<Moves>>(
        &self,
        last_move: Move,
        moves: Moves,
        visitor: V,
    ) -> V::Output {
        moves::visit::<C, V>(last_move, moves, visitor)
    }

    #[inline(always)]
    fn successor(&self, state: &State<C>, chosen: Move) -> Successor<State<C>> {
        let (blank, action) = (chosen.to(), chosen.action());
        let entry = &self.moves[chosen.number()];
        let tile = usize::from(state.cells.get(blank.into())) % MAX_BOARD_CELLS;
        Successor {
            action,
            state: State {
                cells: state.cells.slide(blank.into(), entry.slide),
                blank,
            },
            cost: self.costs[usize::from(action.0 & 3)][tile],
        }
    }

    #[inline(always)]
    fn inverse(&self, action: Action) -> Option<Action> {
        Some(opposite(action))
    }

    fn goal(&self) -> State<C> {
        self.unpack(self.goal)
    }

    fn actions_to(&self, state: &State<C>) -> Actions {
        self.blank_cell(state).actions_to
    }

    #[inline]
    fn predecessor(&self, state: &State<C>, action: Action) -> State<C> {
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

/// A packed board, the first cell lowest. Cells beyond the board's are 0.
pub trait Cells: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// The capacity in cells.
    const MAX_CELLS: usize;
    /// The bits of a cell in a [word](Self::word).
    const CELL_BITS: usize;
    /// What [`Self::slide`] needs to know about two cells.
    type Slide: Copy + Default + Debug + Send + Sync;

    /// Packs the tiles of a board of at most [`Self::MAX_CELLS`] cells, row by row.
    fn pack(tiles: &[u8]) -> Self;
    /// The tile in `cell`.
    fn get(self, cell: usize) -> u8;
    /// The data for sliding the tile in `from` to the cell of the blank.
    fn slide_between(blank: usize, from: usize) -> Self::Slide;
    /// Moves the tile in `from` to the cell of the blank, and the blank to `from`. `slide` comes
    /// from [`Self::slide_between`] for these two cells.
    fn slide(self, from: usize, slide: Self::Slide) -> Self;
    /// The cell of the blank: the first that is 0.
    fn blank(self) -> usize;
    /// The first cells, as many as fit into a word, from the lowest bits on.
    fn word(self) -> u64;
}

/// Up to 16 cells of 4 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nibbles(u64);

/// Up to 25 cells of 5 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FiveBits(u128);

/// Up to 100 cells of a byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bytes([u8; 100]);

/// Packs cells of `$bits` bits into a `$word`.
macro_rules! packed_in_a_word {
    ($packing:ident($word:ty), $bits:literal bits, $most:literal cells) => {
        impl Cells for $packing {
            const MAX_CELLS: usize = $most;
            const CELL_BITS: usize = $bits;
            /// A one in both cells.
            type Slide = $word;

            fn pack(tiles: &[u8]) -> Self {
                let push = |word, &tile| word << $bits | <$word>::from(tile);
                $packing(tiles.iter().rev().fold(0, push))
            }

            #[inline(always)]
            fn get(self, cell: usize) -> u8 {
                (self.0 >> ($bits * cell)) as u8 & ((1 << $bits) - 1)
            }

            fn slide_between(blank: usize, from: usize) -> $word {
                1 << ($bits * blank) | 1 << ($bits * from)
            }

            #[inline(always)]
            fn slide(self, from: usize, both: $word) -> Self {
                // The blank is 0, so XOR with the same bits clears one cell and fills the other.
                $packing(self.0 ^ <$word>::from(self.get(from)) * both)
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

            #[inline(always)]
            fn word(self) -> u64 {
                self.0 as u64
            }
        }
    };
}

packed_in_a_word!(Nibbles(u64), 4 bits, 16 cells);

impl Nibbles {
    /// The cells whose [word](Cells::word) this is.
    pub fn from_word(word: u64) -> Self {
        Nibbles(word)
    }
}

packed_in_a_word!(FiveBits(u128), 5 bits, 25 cells);

impl Cells for Bytes {
    const MAX_CELLS: usize = 100;
    const CELL_BITS: usize = 8;
    /// The cell of the blank.
    type Slide = u8;

    fn pack(tiles: &[u8]) -> Self {
        let mut cells = [0; Self::MAX_CELLS];
        cells[..tiles.len()].copy_from_slice(tiles);
        Bytes(cells)
    }

    #[inline(always)]
    fn get(self, cell: usize) -> u8 {
        self.0[cell]
    }

    fn slide_between(blank: usize, _: usize) -> u8 {
        blank as u8
    }

    #[inline(always)]
    fn slide(mut self, from: usize, blank: u8) -> Self {
        self.0[usize::from(blank)] = self.0[from];
        self.0[from] = 0;
        self
    }

    #[inline]
    fn blank(self) -> usize {
        (self.0.iter().position(|&tile| tile == 0)).expect("a board has a blank")
    }

    #[inline(always)]
    fn word(self) -> u64 {
        self.0[..8]
            .iter()
            .rev()
            .fold(0, |word, &tile| word << 8 | u64::from(tile))
    }
}
