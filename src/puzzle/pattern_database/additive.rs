//! Sums of databases: a partition of the tiles, its mirror images, and the greatest sum.

use super::{Database, Lookup, Pattern, Symmetry};
use crate::puzzle::{Board, Cells, State};
use crate::search::Cost;
use std::sync::Arc;

/// A partition of the tiles into patterns.
pub type Partition = Vec<Vec<u8>>;

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
                .map(|tiles| Lookup::new(goal, tiles, &mut database))
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

    /// The least number of moves from `cells`.
    pub fn of<C: Cells>(&self, cells: C) -> Cost {
        let distance = |cell| self.distance(cells.get(cell), cell);
        let distances: Cost = (0..self.n_cells).map(distance).sum();
        let sum = |lookups: &Vec<Lookup>| -> Cost {
            let half = |lookup: &Lookup| Cost::from(lookup.half_excess(lookup.placement(cells)));
            lookups.iter().map(half).sum()
        };
        distances + 2 * self.sums.iter().map(sum).max().unwrap_or(0)
    }

    /// [`Self::of`] for `child`, one move from `parent`, of which it is `h`.
    pub fn step<C: Cells>(&self, h: Cost, parent: &State<C>, child: &State<C>) -> Cost {
        let [sum] = &self.sums[..] else {
            // Which of them was the greatest is not known any more.
            return self.of(child.cells);
        };
        // The tile goes where the blank was.
        let (from, to) = (child.blank, parent.blank);
        let tile = parent.cells.get(from.into());
        let Some(lookup) = sum.iter().find(|lookup| lookup.has(tile)) else {
            return h;
        };
        let before = lookup.placement(parent.cells);
        let after = lookup.slide(before, from, to);
        let of = |cell, placement| {
            self.distance(tile, cell) + 2 * Cost::from(lookup.half_excess(placement))
        };
        h - of(from.into(), before) + of(to.into(), after)
    }
}

/// What becomes of a partition when the board is turned or mirrored so that the goal's blank
/// stays: other partitions, whose databases are the same.
pub fn images(goal: &Board, partition: &[Vec<u8>]) -> Vec<Partition> {
    let sorted = |partition: Partition| {
        let mut partition = partition;
        partition.iter_mut().for_each(|tiles| tiles.sort_unstable());
        partition.sort_unstable();
        partition
    };
    let mut known = vec![sorted(partition.to_vec())];
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
