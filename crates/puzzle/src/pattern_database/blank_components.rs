//! Connected components of the cells that a pattern leaves free.

use super::ranking::{self, n_placements};
use crate::{Direction, Size};
use std::sync::{Mutex, PoisonError};

/// For each set of cells occupied by the tiles of a pattern: the connected components of the free
/// cells. Within a component the blank moves at no cost, so the cost of a pattern depends on the
/// component of the blank, not on its cell.
///
/// Five tiles on 16 cells leave 1.7 components on average, eight leave 2.7. The components of all
/// sets are numbered consecutively, set by set.
#[derive(Debug)]
pub struct BlankComponents {
    /// For each set, by its number: its first component and the cells of that component, which
    /// answers most lookups. One more entry at the end holds the number of components.
    firsts: Vec<(u32, u32)>,
    /// The cells of each component, as bits.
    components: Vec<u32>,
}

impl BlankComponents {
    /// The components of the cells that each of `sets` leaves free.
    pub fn new(size: Size, sets: impl Iterator<Item = u32>) -> Self {
        let grid = Grid::new(size);
        let (mut firsts, mut components) = (Vec::new(), Vec::new());
        for set in sets {
            let first = components.len();
            components.extend(grid.components(set));
            // The blank is usually in the largest one.
            components[first..].sort_by_key(|cells| std::cmp::Reverse(cells.count_ones()));
            firsts.push((first as u32, components.get(first).copied().unwrap_or(0)));
        }
        firsts.push((components.len() as u32, 0));
        BlankComponents { firsts, components }
    }

    /// The number of components.
    pub fn n_components(&self) -> usize {
        self.components.len()
    }

    /// The numbers of the components of a set, given the set's number.
    #[inline(always)]
    pub fn of_set(&self, set: usize) -> std::ops::Range<usize> {
        self.firsts[set].0 as usize..self.firsts[set + 1].0 as usize
    }

    /// The cells of a component, as bits.
    #[inline(always)]
    pub fn cells(&self, component: usize) -> u32 {
        self.components[component]
    }

    /// The number of the component that contains `cell`, a free cell of the set with this number.
    #[inline(always)]
    pub fn number(&self, set: usize, cell: u32) -> usize {
        let (first, cells) = self.firsts[set];
        let first = first as usize;
        if cells >> cell & 1 == 1 {
            return first;
        }
        let others = self.components[first + 1..].iter();
        let steps = others.take_while(|cells| *cells >> cell & 1 == 0).count();
        first + 1 + steps
    }

    /// The total number of components over all sets of `n_tiles` cells. Cached: a million sets
    /// take 20 ms, and this is called wherever the size of a table matters.
    pub fn count(size: Size, n_tiles: usize) -> u64 {
        static KNOWN: Mutex<Vec<((Size, usize), u64)>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let cached = known.iter().find(|(key, _)| *key == (size, n_tiles));
        if let Some((_, n)) = cached {
            return *n;
        }
        let grid = Grid::new(size);
        let n_orders: u64 = (1..=n_tiles as u64).product();
        let n_sets = n_placements(size.n_cells(), n_tiles) / n_orders;
        let sets = ranking::sets(n_sets as usize, n_tiles);
        let n = sets.map(|set| grid.components(set).count() as u64).sum();
        known.push(((size, n_tiles), n));
        n
    }
}

/// The cells of a board as bit sets, to step all cells of a set at once.
pub(super) struct Grid {
    columns: usize,
    all: u32,
    /// All cells but those of the first column, and all but those of the last.
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

    /// The connected components of the cells outside `set`, each as bits.
    pub fn components(&self, set: u32) -> impl Iterator<Item = u32> {
        let mut rest = self.all & !set;
        std::iter::from_fn(move || {
            let component = (rest != 0).then(|| self.component(rest))?;
            rest &= !component;
            Some(component)
        })
    }

    /// The cells of `free` connected to its lowest one.
    fn component(&self, free: u32) -> u32 {
        let mut component = free & free.wrapping_neg();
        loop {
            let adjacent = (component & self.not_last) << 1
                | (component & self.not_first) >> 1
                | component << self.columns
                | component >> self.columns;
            let grown = component | adjacent & free;
            if grown == component {
                return component;
            }
            component = grown;
        }
    }

    /// The neighbours of a cell, as bits.
    pub fn neighbours(size: Size, cell: usize) -> u32 {
        let directions = Direction::ALL.into_iter();
        let neighbours = directions.filter_map(|direction| size.neighbour(cell, direction));
        neighbours.fold(0, |cells, neighbours| cells | 1 << neighbours)
    }
}
