//! Sliding tiles as a state space, in three packings.

use super::{Board, Costs, Order};
use crate::search::{Action, Actions, Cost, Space};
use std::fmt::Debug;
use std::hash::Hash;

/// A packing of a board's cells.
pub trait Cells: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The most cells that it holds.
    const MOST: usize;

    fn pack(tiles: &[u8]) -> Self;
    /// The tile in `cell`.
    fn get(self, cell: usize) -> u8;
    /// Moves the tile in `from` to `blank`, and the blank to `from`.
    fn slide(self, blank: usize, from: usize) -> Self;
    /// The cell of the blank on a board of `n_cells`.
    fn blank(self, n_cells: usize) -> usize;
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

/// A board as a search works on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<C> {
    pub cells: C,
    pub blank: u8,
}

/// The space of a puzzle: its goal, its costs, and an order of the actions.
#[derive(Clone, Debug)]
pub struct SlidingTiles<C> {
    goal: C,
    costs: [Cost; 4],
    n_cells: usize,
    /// For each cell of the blank: its actions in the run's order.
    actions: Vec<Actions>,
    /// For each cell of the blank and each direction: the cell that the blank goes to.
    targets: Vec<[u8; 4]>,
}

impl<C: Cells> SlidingTiles<C> {
    /// # Panics
    /// If the board has more cells than the packing holds.
    pub fn new(goal: &Board, costs: Costs, order: Order) -> Self {
        let _ = (goal, costs, order);
        todo!()
    }

    /// The packed form of `board`.
    pub fn state(&self, board: &Board) -> State<C> {
        let _ = board;
        todo!()
    }
}

impl<C: Cells> Space for SlidingTiles<C> {
    type State = State<C>;
    type Key = C;

    fn key(&self, _: &State<C>) -> C {
        todo!()
    }
    fn unpack(&self, _: C) -> State<C> {
        todo!()
    }
    fn is_goal(&self, _: &State<C>) -> bool {
        todo!()
    }
    fn actions(&self, _: &State<C>) -> Actions {
        todo!()
    }
    fn apply(&self, _: &State<C>, _: Action) -> State<C> {
        todo!()
    }
    fn cost(&self, _: &State<C>, _: Action) -> Cost {
        todo!()
    }
    fn inverse(&self, _: Action) -> Option<Action> {
        todo!()
    }
}
