//! A database indexed directly by the cells of its tiles, without ranking.
//!
//! Four index bits per tile, the first tile's lowest, and half a byte per entry. A move is one
//! addition: with 6-6-3 a search takes two thirds of the time. Only indices whose cells differ are
//! used, a third of them for six tiles.

use super::Pattern;
use super::database::Database;
use super::page_buffer::PageBuffer;
use super::view::half_excess_at;

/// The largest board in cells, and the largest pattern in tiles: 8 MiB.
const MAX_CELLS: usize = 16;
const MAX_TILES: usize = 6;

/// The size of the table of a pattern, in bytes; `None` if it has none. With the blank kept, the
/// table would be sixteen times as large and exceed every cache.
pub fn n_bytes(pattern: &Pattern) -> Option<usize> {
    let (n_cells, n_tiles) = (pattern.size().n_cells(), pattern.homes().len());
    let fits = n_cells <= MAX_CELLS && (1..=MAX_TILES).contains(&n_tiles);
    (fits && !pattern.keeps_blank()).then(|| 1 << (4 * n_tiles - 1))
}

/// The table of `database`; `None` if the pattern has none or memory is exhausted.
pub(super) fn table(database: &Database) -> Option<PageBuffer> {
    let (pattern, ranking) = (database.pattern(), database.ranking());
    let n_tiles = ranking.n_tiles();
    let mut table = PageBuffer::zeros(n_bytes(pattern)?)?;
    let cells = |set: u32| {
        let mut cells = [0; MAX_TILES];
        let there = (0..MAX_CELLS).filter(|cell| set >> cell & 1 == 1);
        cells
            .iter_mut()
            .zip(there)
            .for_each(|(to, cell)| *to = cell);
        cells
    };
    let sets: Vec<[usize; MAX_TILES]> = ranking.sets().map(cells).collect();
    let n_in_row = ranking.n_sets().next_multiple_of(2);
    for_each_order(n_tiles, |order| {
        let row = usize::from(ranking.order_number(order)) * n_in_row;
        for (number, cells) in sets.iter().enumerate() {
            let shares = cells.iter().zip(order);
            let place: usize = shares.map(|(cell, tile)| cell << (4 * tile)).sum();
            table[place / 2] |= half_excess_at(database.bytes(), row + number) << (place % 2 * 4);
        }
    });
    Some(table)
}

/// Calls `each` with every order of `n_tiles` tiles.
fn for_each_order(n_tiles: usize, mut each: impl FnMut(&[u8])) {
    let mut order: Vec<u8> = (0..n_tiles as u8).collect();
    // Heap's algorithm, iterative: the number of swaps at each position.
    let mut n_swaps = vec![0; n_tiles];
    each(&order);
    let mut place = 1;
    while place < n_tiles {
        if n_swaps[place] == place {
            n_swaps[place] = 0;
            place += 1;
            continue;
        }
        let other = if place % 2 == 0 { 0 } else { n_swaps[place] };
        order.swap(place, other);
        each(&order);
        n_swaps[place] += 1;
        place = 1;
    }
}
