//! Placements of tiles, for the tests of databases.

use tilescope_puzzle::{Board, Bytes, Cells, GoalPreset, Size, scramble};
use tilescope_search::Cost;

pub fn size(rows: usize, columns: usize) -> Size {
    Size::new(rows, columns).unwrap()
}

/// The presets, and an arbitrary goal.
pub fn goals(size: Size) -> Vec<Board> {
    let mut goals = GoalPreset::ALL.map(|preset| preset.board(size)).to_vec();
    let mut rng = fastrand::Rng::with_seed(31);
    goals.push(scramble::solvable(&goals[0], &mut rng));
    goals
}

/// A packed board with `tiles`, which may include the blank, in `cells`, and the others anywhere.
pub fn cells_with(size: Size, tiles: &[u8], cells: &[usize]) -> Bytes {
    let mut others = (0..size.n_cells() as u8).filter(|tile| !tiles.contains(tile));
    let tile_in = |cell| match cells.iter().position(|&there| there == cell) {
        Some(i) => tiles[i],
        None => others.next().unwrap(),
    };
    Bytes::pack(&(0..size.n_cells()).map(tile_in).collect::<Vec<_>>())
}

/// Manhattan distance of `tiles` in `cells`.
pub fn distance(goal: &Board, tiles: &[u8], cells: &[usize]) -> Cost {
    let of_one = |(&tile, &cell): (&u8, &usize)| {
        let (home, columns) = (goal.cell_of(tile), goal.size().columns());
        let (row, column) = (cell / columns, cell % columns);
        (row.abs_diff(home / columns) + column.abs_diff(home % columns)) as Cost
    };
    tiles.iter().zip(cells).map(of_one).sum()
}
