//! The 8-puzzle as a whole: small enough to look at every board.

use super::context::{ExperimentContext, Interrupted, board};
use std::collections::HashSet;
use tilescope_puzzle::{Cells, Costs, MoveOrder, Nibbles, SlidingTiles, State};
use tilescope_search::Space;

/// How many boards there are: 9!.
pub const N_BOARDS: usize = 362_880;

/// The space of the boards that are to become `goal`, every move at cost 1.
pub fn space(goal: &str, order: MoveOrder) -> SlidingTiles<Nibbles> {
    SlidingTiles::new(&board(goal), Costs::UNIT, order)
}

/// Every board that can be reached from `from`, by its distance from there.
///
/// # Errors
/// If the experiment was interrupted.
pub fn levels(
    space: &SlidingTiles<Nibbles>,
    from: State<Nibbles>,
    context: &ExperimentContext,
) -> Result<Vec<Vec<Nibbles>>, Interrupted> {
    let mut reached = HashSet::with_capacity(N_BOARDS / 2);
    reached.insert(from.cells);
    let mut levels = vec![vec![from.cells]];
    while let Some(last) = levels.last() {
        context.check()?;
        let mut next = Vec::new();
        for &cells in last {
            let state = space.unpack(cells);
            for action in space.actions(&state) {
                let child = space.apply(&state, action).cells;
                if reached.insert(child) {
                    next.push(child);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        levels.push(next);
    }
    Ok(levels)
}

/// Every board once, whether it can be reached or not.
pub fn all_boards() -> impl Iterator<Item = Nibbles> {
    let first = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    std::iter::successors(Some(first), next_permutation).map(|tiles| Nibbles::pack(&tiles))
}

/// The next permutation in the order of a dictionary; `None` after the last one.
fn next_permutation(tiles: &[u8; 9]) -> Option<[u8; 9]> {
    // What follows the last rise falls: it is the last of its permutations.
    let rise = tiles.windows(2).rposition(|pair| pair[0] < pair[1])?;
    let mut next = *tiles;
    let least_above = next.iter().rposition(|&tile| tile > tiles[rise])?;
    next.swap(rise, least_above);
    next[rise + 1..].reverse();
    Some(next)
}
