//! Where the blank may go without moving a tile of the pattern.

use super::ranking::{self, n_placements};
use crate::{Direction, Size};
use std::sync::{Mutex, PoisonError};

/// For each set of cells that the tiles of a pattern lie in: the connected parts of the cells
/// that they leave free. Within a part the blank goes wherever it wants to for free, so what a
/// pattern takes to solve depends on the part and not on the cell.
///
/// Five tiles on 16 cells leave 1.7 parts in the mean, eight 2.7. The parts of all sets are
/// numbered, those of a set one after the other.
#[derive(Debug)]
pub struct BlankComponents {
    /// For each set, in the order of its number, its first part and the cells of that, so that
    /// most lookups end here; and behind the last set, how many parts there are.
    firsts: Vec<(u32, u32)>,
    /// For each part its cells, as bits.
    parts: Vec<u32>,
}

impl BlankComponents {
    /// The parts that these sets leave of a board.
    pub fn new(size: Size, sets: impl Iterator<Item = u32>) -> Self {
        let grid = Grid::new(size);
        let (mut firsts, mut parts) = (Vec::new(), Vec::new());
        for set in sets {
            let first = parts.len();
            parts.extend(grid.parts(set));
            // The blank is in the largest most of the time.
            parts[first..].sort_by_key(|cells| std::cmp::Reverse(cells.count_ones()));
            firsts.push((first as u32, parts.get(first).copied().unwrap_or(0)));
        }
        firsts.push((parts.len() as u32, 0));
        BlankComponents { firsts, parts }
    }

    /// How many parts there are.
    pub fn n_parts(&self) -> usize {
        self.parts.len()
    }

    /// The numbers of the parts of the set with this number.
    #[inline(always)]
    pub fn of(&self, set: usize) -> std::ops::Range<usize> {
        self.firsts[set].0 as usize..self.firsts[set + 1].0 as usize
    }

    /// The cells of a part, as bits.
    #[inline(always)]
    pub fn cells(&self, part: usize) -> u32 {
        self.parts[part]
    }

    /// The number of the part that has this cell, which the set with this number leaves free.
    #[inline(always)]
    pub fn number(&self, set: usize, cell: u32) -> usize {
        let (first, cells) = self.firsts[set];
        let first = first as usize;
        if cells >> cell & 1 == 1 {
            return first;
        }
        let others = self.parts[first + 1..].iter();
        let steps = others.take_while(|cells| *cells >> cell & 1 == 0).count();
        first + 1 + steps
    }

    /// How many parts all sets of so many cells have. Counted once: a million sets take a
    /// fiftieth of a second, and it is asked wherever the size of a table matters.
    pub fn count(size: Size, n_tiles: usize) -> u64 {
        static KNOWN: Mutex<Vec<((Size, usize), u64)>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let there = known.iter().find(|(of, _)| *of == (size, n_tiles));
        if let Some((_, n)) = there {
            return *n;
        }
        let grid = Grid::new(size);
        let n_orders: u64 = (1..=n_tiles as u64).product();
        let n_sets = n_placements(size.n_cells(), n_tiles) / n_orders;
        let sets = ranking::sets(n_sets as usize, n_tiles);
        let n = sets.map(|set| grid.parts(set).count() as u64).sum();
        known.push(((size, n_tiles), n));
        n
    }
}

/// The cells of a board as bits, for steps of all of a set at a time.
pub(super) struct Grid {
    columns: usize,
    all: u32,
    /// The cells that are not in the first and not in the last column.
    not_first: u32,
    not_last: u32,
}

impl Grid {
    pub fn new(size: Size) -> Self {
        let n = size.n_cells();
        let all = ((1_u64 << n) - 1) as u32;
        let is_first = |cell: &usize| cell.is_multiple_of(size.columns());
        let first = (0..n).filter(is_first).fold(0, |set, cell| set | 1 << cell);
        Grid {
            columns: size.columns(),
            all,
            not_first: all & !first,
            not_last: all & !(first << (size.columns() - 1)),
        }
    }

    /// The connected parts of the cells that `set` leaves free, each as bits.
    pub fn parts(&self, set: u32) -> impl Iterator<Item = u32> {
        let mut rest = self.all & !set;
        std::iter::from_fn(move || {
            let part = (rest != 0).then(|| self.part(rest))?;
            rest &= !part;
            Some(part)
        })
    }

    /// The cells of `free` that are connected with the first of them.
    fn part(&self, free: u32) -> u32 {
        let mut part = free & free.wrapping_neg();
        loop {
            let beside = (part & self.not_last) << 1
                | (part & self.not_first) >> 1
                | part << self.columns
                | part >> self.columns;
            let grown = part | beside & free;
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// The cells beside a cell, as bits.
    pub fn beside(size: Size, cell: usize) -> u32 {
        let beside = Direction::ALL.into_iter();
        let beside = beside.filter_map(|direction| size.neighbour(cell, direction));
        beside.fold(0, |cells, beside| cells | 1 << beside)
    }
}
