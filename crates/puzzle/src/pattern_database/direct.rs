//! A database by the cells of its tiles as they are, without ranks.
//!
//! Half a byte for each choice of cells, four bits each, the first tile's lowest. A move is one
//! addition, and there is nothing to be counted: with 6-6-3 a search takes two thirds of the time.
//! Of 16 times 16 times … places only those are used whose cells differ: a third for six tiles.

use super::Pattern;
use super::database::Database;
use super::room::PageBuffer;
use super::view::half_at;

/// The most cells of a board, and the most tiles: 8 MiB.
const MOST_CELLS: usize = 16;
const MOST_TILES: usize = 6;

/// How many bytes the table of a pattern has; `None` if there is none. With the blank kept it
/// would be sixteen times as large, and not stay in any cache.
pub fn n_bytes(pattern: &Pattern) -> Option<usize> {
    let (n_cells, n_tiles) = (pattern.size().n_cells(), pattern.homes().len());
    let fits = n_cells <= MOST_CELLS && (1..=MOST_TILES).contains(&n_tiles);
    (fits && !pattern.keeps_blank()).then(|| 1 << (4 * n_tiles - 1))
}

/// The table of `database`, if there is one and there is memory for it.
pub(super) fn table(database: &Database) -> Option<PageBuffer> {
    let (pattern, ranking) = (database.pattern(), database.ranking());
    let n_tiles = ranking.n_tiles();
    let mut table = PageBuffer::zeros(n_bytes(pattern)?)?;
    let cells = |set: u32| {
        let mut cells = [0; MOST_TILES];
        let there = (0..MOST_CELLS).filter(|cell| set >> cell & 1 == 1);
        cells
            .iter_mut()
            .zip(there)
            .for_each(|(to, cell)| *to = cell);
        cells
    };
    let sets: Vec<[usize; MOST_TILES]> = ranking.sets().map(cells).collect();
    let n_in_row = ranking.n_sets().next_multiple_of(2);
    for_each_order(n_tiles, |order| {
        let row = usize::from(ranking.order_number(order)) * n_in_row;
        for (number, cells) in sets.iter().enumerate() {
            let shares = cells.iter().zip(order);
            let place: usize = shares.map(|(cell, tile)| cell << (4 * tile)).sum();
            table[place / 2] |= half_at(database.bytes(), row + number) << (place % 2 * 4);
        }
    });
    Some(table)
}

/// Calls `each` with every order of so many tiles.
fn for_each_order(n_tiles: usize, mut each: impl FnMut(&[u8])) {
    let mut order: Vec<u8> = (0..n_tiles as u8).collect();
    // Heap's algorithm, without recursion: how often each place has been swapped.
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
