//! The graph of all boards of a size: every board a node, every move an edge.

use super::{Board, Direction, Size};

/// All boards of a size, numbered in lexicographic order of their tiles (the blank is 0), and the
/// moves between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateGraph {
    size: Size,
}

/// A size with too many boards to number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the graph of the {0} boards is too large: the limit is {max} cells, such as 3×3 or 2×5",
    max = StateGraph::MAX_CELLS
)]
pub struct TooManyBoards(pub Size);

impl StateGraph {
    /// The largest supported board, in cells: 10! is 3,628,800 nodes.
    pub const MAX_CELLS: usize = 10;

    /// # Errors
    /// If the boards have more than [`Self::MAX_CELLS`] cells.
    pub fn new(size: Size) -> Result<Self, TooManyBoards> {
        if size.n_cells() > Self::MAX_CELLS {
            return Err(TooManyBoards(size));
        }
        Ok(StateGraph { size })
    }

    pub fn size(self) -> Size {
        self.size
    }

    /// The number of boards, reachable from each other or not.
    pub fn n_nodes(self) -> u32 {
        factorial(self.size.n_cells())
    }

    /// The total number of moves over all boards. A move and its inverse are two.
    pub fn n_edges(self) -> u32 {
        // The blank is in each cell equally often.
        let neighbours = (0..self.size.n_cells()).map(|cell| self.n_moves(cell) as u32);
        neighbours.sum::<u32>() * factorial(self.size.n_cells() - 1)
    }

    /// The number of moves with the blank in `cell`.
    pub fn n_moves(self, cell: usize) -> usize {
        let has_neighbour = |&direction: &Direction| self.size.neighbour(cell, direction).is_some();
        Direction::ALL.iter().filter(|d| has_neighbour(d)).count()
    }

    /// The board with this number.
    ///
    /// # Panics
    /// If the number is out of range.
    pub fn board(self, number: u32) -> Board {
        assert!(number < self.n_nodes(), "no board has the number {number}");
        let n_cells = self.size.n_cells();
        let mut left: Vec<u64> = (0..n_cells as u64).collect();
        let mut rest = number;
        let tiles: Vec<u64> = (0..n_cells)
            .map(|cell| {
                let weight = factorial(n_cells - 1 - cell);
                let digit = rest / weight;
                rest %= weight;
                left.remove(digit as usize)
            })
            .collect();
        Board::new(self.size, &tiles).expect("each tile is taken once")
    }

    /// The number of `board`.
    ///
    /// # Panics
    /// If it is of another size.
    pub fn number(self, board: &Board) -> u32 {
        assert_eq!(board.size(), self.size, "a graph has boards of one size");
        let tiles = board.tiles();
        let digits = tiles.iter().enumerate().map(|(cell, tile)| {
            let n_less = tiles[cell + 1..].iter().filter(|&other| other < tile);
            n_less.count() as u32 * factorial(tiles.len() - 1 - cell)
        });
        digits.sum()
    }

    /// The applicable moves from `board`, in the order Up, Left, Right, Down, each with the
    /// resulting board.
    pub fn moves(self, board: &Board) -> impl Iterator<Item = (Direction, Board)> {
        Direction::ALL.into_iter().filter_map(|direction| {
            let mut next = board.clone();
            next.slide(direction).then_some((direction, next))
        })
    }
}

fn factorial(n: usize) -> u32 {
    (1..=n as u32).product()
}
