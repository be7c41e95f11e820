//! Sums of databases: a partition of the tiles, its mirror images, and the greatest sum.

use super::{Database, Lookup, Partition, Pattern, Symmetry};
use crate::{Board, Cells, State};
use std::sync::Arc;
use tilescope_search::Cost;

/// The greatest of several sums, one for each partition: the least number of moves that they
/// prove.
pub struct Additive {
    /// For each tile and each cell, at `tile × cells + cell`: how many moves it is from home.
    distances: Vec<u8>,
    n_cells: usize,
    /// For each partition, the lookups of its patterns.
    sums: Vec<Vec<Lookup>>,
}

impl Additive {
    /// The sums of `partitions`, which take their databases from `database`.
    ///
    /// # Errors
    /// What `database` says.
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

    /// How many moves `tile` in `cell` is from home; 0 for the blank.
    #[inline(always)]
    pub fn distance(&self, tile: u8, cell: usize) -> Cost {
        self.distances[usize::from(tile) * self.n_cells + cell].into()
    }

    /// The least number of moves from `state`.
    pub fn of<C: Cells>(&self, state: &State<C>) -> Cost {
        let State { cells, blank, .. } = *state;
        let distance = |cell| self.distance(cells.get(cell), cell);
        let distances: Cost = (0..self.n_cells).map(distance).sum();
        let sum = |lookups: &Vec<Lookup>| -> Cost {
            let half = |lookup: &Lookup| lookup.half_excess(lookup.placement(cells), blank);
            lookups.iter().map(half).map(Cost::from).sum()
        };
        distances + 2 * self.sums.iter().map(sum).max().unwrap_or(0)
    }

    /// [`Self::of`] for `child`, one move from `parent`, of which it is `h`.
    pub fn step<C: Cells>(&self, h: Cost, parent: &State<C>, child: &State<C>) -> Cost {
        let [sum] = &self.sums[..] else {
            // Which of them was the greatest is not known any more.
            return self.of(child);
        };
        // The tile goes where the blank was. The databases that it is not in have the blank where
        // it was, as far as they tell.
        let (from, to) = (child.blank, parent.blank);
        let tile = parent.cells.get(from.into());
        let Some(lookup) = sum.iter().find(|lookup| lookup.has(tile)) else {
            return h;
        };
        let before = lookup.placement(parent.cells);
        let after = lookup.slide(before, from, to);
        let of = |cell: u8, placement, blank| {
            let half = lookup.half_excess(placement, blank);
            self.distance(tile, cell.into()) + 2 * Cost::from(half)
        };
        h - of(from, before, to) + of(to, after, from)
    }
}

/// What becomes of a partition when the board is turned or mirrored so that the goal's blank
/// stays: other partitions, whose databases are the same.
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
