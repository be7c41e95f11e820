//! The number of moves needed to undo all inversions, in rows and in columns.

use super::{HeuristicAbout, Preparation, TileHeuristic, Unsupported};
use crate::{Board, Cells, Costs, Direction, Size, SlidingTiles, State};
use tilescope_search::{Cost, Heuristic};

/// The minimum number of vertical moves that undo the inversions in row order, plus the minimum
/// number of horizontal moves that undo those in column order.
///
/// Read row by row without the blank, a board is a sequence of tiles. A horizontal move does not
/// change it. A vertical move lets a tile pass n − 1 others in rows of n cells, so it undoes at
/// most n − 1 inversions. Read column by column, it is the other way round.
pub struct InversionDistance {
    size: Size,
    /// For each tile, its position in the goal read row by row.
    rank_by_rows: Vec<u8>,
    /// For each tile, its position in the goal read column by column.
    rank_by_columns: Vec<u8>,
    /// The cost of the cheapest vertical move.
    vertical: Cost,
    /// The cost of the cheapest horizontal move.
    horizontal: Cost,
}

impl TileHeuristic for InversionDistance {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "inversion-distance",
        name: "Inversion distance",
        other_names: &[],
        summary: "Counts the moves needed to undo all inversions, in row order and in column \
                  order.",
        relaxes: "Only the order counts: any tile may pass as many others as in a move.",
        admissible: true,
        consistent: true,
        preparation: Preparation::Immediate,
        parameter: None,
        text: "Two tiles are inverted if they are in the wrong order when the board is read row by \
               row. Horizontal moves do not change this order. On a 4×4 board a vertical move lets \
               a tile pass three others, so it undoes at most three inversions, and never two. \
               That gives a minimum number of vertical moves. Reading column by column gives a \
               minimum number of horizontal moves, and the sum counts no move twice. Described by \
               Takahashi on his web page on how to write a solver for the 15-puzzle. It sees the \
               order of all tiles at once, where Manhattan distance sees each tile alone; neither \
               dominates the other. Where moves have different costs, the cheaper of the two \
               vertical moves and the cheaper of the two horizontal moves count, with the cheapest \
               tile.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported> {
        let size = goal.size();
        let cheaper =
            |a, b| costs.direction_cost(a).min(costs.direction_cost(b)) * costs.min_tile_cost(size);
        Ok(InversionDistance {
            size,
            rank_by_rows: ranks(goal, by_rows(size)),
            rank_by_columns: ranks(goal, by_columns(size)),
            vertical: cheaper(Direction::Up, Direction::Down),
            horizontal: cheaper(Direction::Left, Direction::Right),
        })
    }
}

// The sum does not determine its two parts, and recomputing one takes as long as computing both:
// there is no incremental `update`.
impl<C: Cells> Heuristic<SlidingTiles<C>> for InversionDistance {
    fn estimate(&self, state: &State<C>) -> Cost {
        let n_inversions = |cells: &mut dyn Iterator<Item = usize>, rank: &[u8]| {
            let tiles = cells.map(|cell| state.cells.get(cell));
            n_inversions(tiles.filter(|&tile| tile != 0), rank)
        };
        let in_rows = n_inversions(&mut by_rows(self.size), &self.rank_by_rows);
        let in_columns = n_inversions(&mut by_columns(self.size), &self.rank_by_columns);
        self.vertical * n_moves(in_rows, self.size.columns())
            + self.horizontal * n_moves(in_columns, self.size.rows())
    }
}

/// The minimum number of moves that undo `n_inversions`, if each lets a tile pass all but one of a
/// line of `length` cells.
fn n_moves(n_inversions: u32, length: usize) -> u32 {
    let n_passed = length as u32 - 1;
    let n_moves = n_inversions.div_ceil(n_passed);
    // If a move passes an odd number of tiles, it changes the number of inversions by an odd
    // number.
    let is_odd_one_out = n_passed % 2 == 1 && n_moves % 2 != n_inversions % 2;
    n_moves + u32::from(is_odd_one_out)
}

/// The number of pairs of tiles that are in the wrong order.
fn n_inversions(tiles: impl Iterator<Item = u8>, rank: &[u8]) -> u32 {
    let mut seen: u128 = 0;
    tiles
        .map(|tile| {
            let rank = rank[usize::from(tile)];
            let n_greater_before = (seen >> rank).count_ones();
            seen |= 1 << rank;
            n_greater_before
        })
        .sum()
}

/// For each tile, its position among the cells of the goal.
fn ranks(goal: &Board, cells: impl Iterator<Item = usize>) -> Vec<u8> {
    let mut ranks = vec![0; goal.size().n_cells()];
    for (rank, cell) in cells.enumerate() {
        ranks[usize::from(goal.tiles()[cell])] = rank as u8;
    }
    ranks
}

fn by_rows(size: Size) -> impl Iterator<Item = usize> {
    0..size.n_cells()
}

fn by_columns(size: Size) -> impl Iterator<Item = usize> {
    let columns = size.columns();
    (0..columns).flat_map(move |column| (0..size.rows()).map(move |row| row * columns + column))
}
