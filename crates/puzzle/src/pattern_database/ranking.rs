//! A perfect ranking of placements: the set of cells that the tiles occupy, and their order in it.

use super::rotations::Rotations;

/// The largest board, in cells, whose placements are ranked: a set of cells is a 32-bit word.
pub const MAX_CELLS: usize = 32;

/// The largest pattern, in tiles: orders of 8 tiles have 16-bit ranks.
pub const MAX_TILES: usize = 8;

/// Ranks the placements of `n_tiles` tiles on the cells of a board.
///
/// A placement is a set of cells, as bits, and an order: the tile in the first of these cells, in
/// the second, and so on. Sets are ranked by the value of their bits, which is colexicographic
/// order; orders lexicographically, by their Lehmer codes (Knuth, TAOCP 4A, sections 7.2.1.3 and
/// 7.2.1.2). The effect of a sliding tile on the order depends on how many others it passes, not
/// on the cells: see [`Rotations`].
#[derive(Debug)]
pub struct Ranking {
    n_tiles: usize,
    n_sets: usize,
    n_orders: usize,
    /// The number of lower cells, ranked by `low`.
    n_low: usize,
    /// For each set of lower cells: its share of the rank, and the offset in `high` for its number
    /// of tiles.
    low: Vec<(u32, u32)>,
    /// For each number of tiles in the lower cells and each set of higher cells: its share of the
    /// rank.
    high: Vec<u32>,
    /// The change of an order when a tile passes those in the cells between.
    rotations: Rotations,
}

impl Ranking {
    /// # Panics
    /// If there are more than [`MAX_CELLS`] cells, more than [`MAX_TILES`] tiles, no tiles, or
    /// more tiles than cells.
    pub fn new(n_cells: usize, n_tiles: usize) -> Self {
        assert!(n_cells <= MAX_CELLS && (1..=MAX_TILES.min(n_cells)).contains(&n_tiles));
        let n_low = n_cells.div_ceil(2);
        let n_high = n_cells - n_low;
        // The rank of a set is the sum of `cell` choose `i`, where `cell` is its i-th cell.
        let share = |set: usize, n_before: usize, first: usize| -> u32 {
            let cells = (0..MAX_CELLS).filter(|cell| set >> cell & 1 == 1);
            let choose = |(cell, i)| choose(first + cell, i) as u32;
            cells.zip(n_before + 1..=n_tiles).map(choose).sum()
        };
        let high = (0..=n_tiles).flat_map(|n| (0..1 << n_high).map(move |set| (set, n)));
        let low = |set: usize| (share(set, 0, 0), set.count_ones() << n_high);
        let n_orders = (1..=n_tiles).product();
        Ranking {
            n_tiles,
            n_sets: choose(n_cells, n_tiles) as usize,
            n_orders,
            n_low,
            low: (0..1 << n_low).map(low).collect(),
            high: high.map(|(set, n)| share(set, n, n_low)).collect(),
            rotations: Rotations::new(n_tiles),
        }
    }

    /// The number of tiles.
    #[inline(always)]
    pub fn n_tiles(&self) -> usize {
        self.n_tiles
    }

    /// The number of sets of cells.
    #[inline(always)]
    pub fn n_sets(&self) -> usize {
        self.n_sets
    }

    /// The number of orders of the tiles.
    #[inline(always)]
    pub fn n_orders(&self) -> usize {
        self.n_orders
    }

    /// The number of 64-bit words that hold a bit for each order.
    #[inline(always)]
    pub fn n_words(&self) -> usize {
        self.n_orders.div_ceil(64)
    }

    /// All sets of cells, as bits, by rank.
    pub fn sets(&self) -> impl Iterator<Item = u32> {
        sets(self.n_sets, self.n_tiles)
    }

    /// The number of a set of cells.
    #[inline(always)]
    pub fn set_number(&self, set: u32) -> usize {
        self.set_numbers().number(set)
    }

    /// The tables in which the numbers of sets are looked up.
    #[inline(always)]
    pub fn set_numbers(&self) -> SetNumbers<'_> {
        SetNumbers {
            n_low: self.n_low as u32,
            low: &self.low,
            high: &self.high,
        }
    }

    /// The rank of an order: the tile in each position.
    #[inline(always)]
    pub fn order_number(&self, order: &[u8]) -> u16 {
        let mut left = u32::MAX;
        let (mut number, mut n_left) = (0, self.n_tiles as u32);
        for &tile in order {
            number = number * n_left + (left & ((1 << tile) - 1)).count_ones();
            left &= !(1 << tile);
            n_left -= 1;
        }
        number as u16
    }

    /// The change of an order when a tile passes others.
    #[inline(always)]
    pub fn rotations(&self) -> &Rotations {
        &self.rotations
    }
}

/// The first `n_sets` sets of `n_tiles` cells, as bits, by rank.
pub(super) fn sets(n_sets: usize, n_tiles: usize) -> impl Iterator<Item = u32> {
    let first = (1_u64 << n_tiles) - 1;
    // The next number with the same number of bits (Knuth, TAOCP 4A, section 7.1.3).
    let next = |&set: &u64| {
        let lowest = set & set.wrapping_neg();
        let ripple = set + lowest;
        Some(ripple | ((set ^ ripple) / lowest) >> 2)
    };
    std::iter::successors(Some(first), next)
        .map(|set| set as u32)
        .take(n_sets)
}

/// The tables in which the numbers of sets are looked up.
#[derive(Clone, Copy)]
pub struct SetNumbers<'a> {
    n_low: u32,
    low: &'a [(u32, u32)],
    high: &'a [u32],
}

impl SetNumbers<'_> {
    /// The number of a set of cells.
    #[inline(always)]
    pub fn number(&self, set: u32) -> usize {
        let (share, first) = self.low[(set & ((1 << self.n_low) - 1)) as usize];
        let high = (set >> self.n_low) + first;
        (share + self.high[high as usize]) as usize
    }
}

/// The number of placements of `n_tiles` tiles on `n_cells` cells.
pub fn n_placements(n_cells: usize, n_tiles: usize) -> u64 {
    let factors = (n_cells as u64).saturating_sub(n_tiles as u64) + 1..=n_cells as u64;
    factors.fold(1, u64::saturating_mul)
}

/// The binomial coefficient: the number of k-subsets of an n-set.
fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    (0..k as u64).fold(1, |product, i| product * (n as u64 - i) / (i + 1))
}
