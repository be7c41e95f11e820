//! How many boards have each value of a sum over the tiles, such as the Manhattan distance, counted
//! without looking at them.
//!
//! The cells are filled one after the other. All ways to fill the first ones with the same set of
//! tiles are counted together, by the sum of their values. Every way counts twice: once as it is,
//! and once with the sign of its permutation, so that the half with the right parity is known.

use super::ByBlank;
use crate::Interrupt;
use crate::audit::AuditError;
use tilescope_puzzle::Board;
use tilescope_search::Cost;

/// The largest board, in cells: 2¹⁵ sets of tiles for each cell of the blank.
pub const MAX_CELLS: usize = 16;

/// Counts the boards that can reach `goal` by the cell of the blank and the sum of `values`, which are
/// those of each tile in each cell. `on_progress` receives the fraction done.
///
/// # Errors
/// If it was interrupted.
pub fn count(
    goal: &Board,
    values: &[Vec<Cost>],
    interrupt: &Interrupt,
    on_progress: &mut (dyn FnMut(f64) + Send),
) -> Result<ByBlank, AuditError> {
    let n_cells = goal.size().n_cells();
    let mut by_blank = Vec::new();
    for blank in 0..n_cells {
        if interrupt.is_stopped() {
            return Err(AuditError::Interrupted);
        }
        by_blank.push(with_blank_at(goal, values, blank));
        on_progress((blank + 1) as f64 / n_cells as f64);
    }
    Ok(ByBlank(by_blank))
}

/// The number of boards with the blank in this cell, by their sum from 0.
fn with_blank_at(goal: &Board, values: &[Vec<Cost>], blank: usize) -> Vec<f64> {
    let size = goal.size();
    let (n_cells, columns) = (size.n_cells(), size.columns());
    // In the order of the goal.
    let tiles: Vec<u8> = goal
        .tiles()
        .iter()
        .copied()
        .filter(|&tile| tile != 0)
        .collect();
    let cells: Vec<usize> = (0..n_cells).filter(|&cell| cell != blank).collect();
    let value = |tile: u8, cell: usize| values[usize::from(tile)][cell] as usize;
    let greatest = |&tile: &u8| (0..n_cells).map(|cell| value(tile, cell)).max();
    let width = tiles.iter().filter_map(greatest).sum::<usize>() + 1;
    // For each set of tiles, by the sum of their values: the ways, and the even ways less the odd.
    let n_sets = 1_usize << tiles.len();
    let (mut ways, mut signed) = (vec![0_i64; n_sets * width], vec![0_i64; n_sets * width]);
    (ways[0], signed[0]) = (1, 1);
    for set in 0..n_sets - 1 {
        // The sets that it leads to come later.
        let (_, from_ways) = ways.split_at_mut(set * width);
        let (_, from_signed) = signed.split_at_mut(set * width);
        let (own_ways, later_ways) = from_ways.split_at_mut(width);
        let (own_signed, later_signed) = from_signed.split_at_mut(width);
        let cell = cells[set.count_ones() as usize];
        for (label, &tile) in tiles.iter().enumerate() {
            if set >> label & 1 == 1 {
                continue;
            }
            let n_inversions = (set >> label).count_ones();
            let value = value(tile, cell);
            let to = ((1 << label) - 1) * width + value;
            let kept = width - value;
            add(&mut later_ways[to..], &own_ways[..kept], 1);
            let sign = if n_inversions.is_multiple_of(2) {
                1
            } else {
                -1
            };
            add(&mut later_signed[to..], &own_signed[..kept], sign);
        }
    }
    // A move between rows makes a tile pass the others of a row.
    let n_rows = (blank / columns).abs_diff(goal.blank() / columns);
    let sign = if (n_rows * (columns - 1)).is_multiple_of(2) {
        1
    } else {
        -1
    };
    let last = (n_sets - 1) * width..;
    let of_parity = ways[last.clone()].iter().zip(&signed[last]);
    let mut counts: Vec<f64> = of_parity
        .map(|(ways, signed)| ((ways + sign * signed) / 2) as f64)
        .collect();
    while counts.last() == Some(&0.0) {
        counts.pop();
    }
    counts
}

fn add(to: &mut [i64], from: &[i64], sign: i64) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += sign * from;
    }
}

/// The mean of the sum over all boards, exactly: each tile is in each cell equally often.
pub fn mean(goal: &Board, values: &[Vec<Cost>]) -> f64 {
    let tiles = goal.tiles().iter().filter(|tile| **tile != 0);
    let sums = tiles.map(|tile| {
        values[usize::from(*tile)]
            .iter()
            .map(|h| u64::from(*h))
            .sum::<u64>()
    });
    sums.sum::<u64>() as f64 / goal.size().n_cells() as f64
}
