//! Additive pattern databases: the sum over a partition of the tiles, and the maximum of such
//! sums.

use super::{Database, Lookup, Partition, Pattern, Symmetry};
use crate::{Board, Bytes, Cells, State};
use std::sync::Arc;
use tilescope_search::Cost;

/// The maximum of several sums, one for each partition: a lower bound on the number of moves.
pub struct Additive {
    /// At `tile × cells + cell`: the Manhattan distance of the tile from its goal cell.
    distances: Vec<u8>,
    n_cells: usize,
    /// For each partition, the lookups of its patterns.
    sums: Vec<Vec<Lookup>>,
}

impl Additive {
    /// The sums of `partitions`; `database` provides the databases.
    ///
    /// # Errors
    /// The errors of `database`.
    pub fn new<E>(
        goal: &Board,
        partitions: &[Partition],
        mut database: impl FnMut(&Pattern) -> Result<Arc<Database>, E>,
    ) -> Result<Self, E> {
        let size = goal.size();
        let (n_cells, columns) = (size.n_cells(), size.columns());
        let mut distances = vec![0; n_cells * n_cells];
        for (home, &tile) in goal
            .tiles()
            .iter()
            .enumerate()
            .filter(|(_, tile)| **tile != 0)
        {
            for cell in 0..n_cells {
                let across = (cell % columns).abs_diff(home % columns);
                let down = (cell / columns).abs_diff(home / columns);
                distances[usize::from(tile) * n_cells + cell] = (across + down) as u8;
            }
        }
        let mut sum = |partition: &Partition| -> Result<Vec<Lookup>, E> {
            let patterns = partition.iter().filter(|tiles| !tiles.is_empty());
            patterns
                .map(|tiles| Lookup::new(goal, tiles, partition.blank, &mut database))
                .collect()
        };
        Ok(Additive {
            distances,
            n_cells,
            sums: partitions.iter().map(&mut sum).collect::<Result<_, E>>()?,
        })
    }

    /// The lookups of each partition.
    pub fn sums(&self) -> &[Vec<Lookup>] {
        &self.sums
    }

    /// The Manhattan distance of `tile` in `cell`; 0 for the blank.
    #[inline(always)]
    pub fn distance(&self, tile: u8, cell: usize) -> Cost {
        self.distances[usize::from(tile) * self.n_cells + cell].into()
    }

    /// A lower bound on the number of moves from `state`.
    pub fn estimate<C: Cells>(&self, state: &State<C>) -> Cost {
        let State { cells, blank, .. } = *state;
        let distance = |cell| self.distance(cells.get(cell), cell);
        let distances: Cost = (0..self.n_cells).map(distance).sum();
        let sum = |lookups: &Vec<Lookup>| -> Cost {
            let half = |lookup: &Lookup| lookup.half_excess(lookup.placement(cells), blank);
            lookups.iter().map(half).map(Cost::from).sum()
        };
        distances + 2 * self.sums.iter().map(sum).max().unwrap_or(0)
    }

    /// The patterns of the greatest sum, and the number of moves that each adds to it.
    pub fn pattern_values(&self, board: &Board) -> Vec<(Vec<u8>, Cost)> {
        let cells = Bytes::pack(board.tiles());
        let (blank, tiles) = (board.blank() as u8, board.tiles());
        let value = |lookup: &Lookup| {
            let own = tiles
                .iter()
                .enumerate()
                .filter(|(_, tile)| lookup.has(**tile));
            let distance = own.clone().map(|(cell, &tile)| self.distance(tile, cell));
            let half = lookup.half_excess(lookup.placement(cells), blank);
            let mut own: Vec<u8> = own.map(|(_, tile)| *tile).collect();
            own.sort_unstable();
            (own, distance.sum::<Cost>() + 2 * Cost::from(half))
        };
        let sums = self.sums.iter().map(|sum| sum.iter().map(value).collect());
        // Of equal sums, the partition as it was chosen.
        let total = |values: &Vec<(Vec<u8>, Cost)>| values.iter().map(|(_, it)| it).sum::<Cost>();
        sums.rev().max_by_key(total).unwrap_or_default()
    }

    /// [`Self::estimate`] of `child`, a successor of `parent` whose estimate is `h`.
    pub fn update<C: Cells>(&self, h: Cost, parent: &State<C>, child: &State<C>) -> Cost {
        let [sum] = &self.sums[..] else {
            // The sum that was the maximum is not known.
            return self.estimate(child);
        };
        // The tile moves to the blank's former cell. A database of other tiles sees no change: the
        // blank stays in its component.
        let (from, to) = (child.blank, parent.blank);
        let tile = parent.cells.get(from.into());
        let Some(lookup) = sum.iter().find(|lookup| lookup.has(tile)) else {
            return h;
        };
        let before = lookup.placement(parent.cells);
        let after = lookup.slide(before, from, to);
        let cost = |cell: u8, placement, blank| {
            let half = lookup.half_excess(placement, blank);
            self.distance(tile, cell.into()) + 2 * Cost::from(half)
        };
        h - cost(from, before, to) + cost(to, after, from)
    }
}

/// The other partitions that result when the board is rotated or mirrored so that the goal's blank
/// stays in place. They use the same databases.
pub fn images(goal: &Board, partition: &Partition) -> Vec<Partition> {
    let sorted = |mut patterns: Vec<Vec<u8>>| {
        patterns.iter_mut().for_each(|tiles| tiles.sort_unstable());
        patterns.sort_unstable();
        Partition::from(patterns).with(partition.blank)
    };
    let mut known = vec![sorted(partition.patterns.clone())];
    for symmetry in Symmetry::all(goal.size()) {
        let stays = usize::from(symmetry.cells[goal.blank()]) == goal.blank();
        if symmetry.to != goal.size() || !stays {
            continue;
        }
        let image = |&tile: &u8| goal.tiles()[usize::from(symmetry.cells[goal.cell_of(tile)])];
        let images = partition
            .iter()
            .map(|tiles| tiles.iter().map(image).collect());
        let image = sorted(images.collect());
        if !known.contains(&image) {
            known.push(image);
        }
    }
    known.remove(0);
    known
}
