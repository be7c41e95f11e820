//! Placements numbered without a gap: which cells the tiles of a pattern are in, and in which
//! order they lie there.

use super::turns::Turns;

/// The most cells of a board whose placements are ranked: sets of cells are bits of a word.
pub const MOST_CELLS: usize = 32;

/// The most tiles of a pattern: the orders of so many have numbers of 16 bits.
pub const MOST_TILES: usize = 8;

/// Numbers the placements of some tiles on the cells of a board.
///
/// A placement is a set of cells, as bits, and an order: which of the tiles lies in the first
/// of these cells, which in the second, and so on. Sets are numbered as their bits rise, which
/// is colexicographic order; orders lexicographically, by their Lehmer codes (Knuth, TAOCP 4A,
/// sections 7.2.1.3 and 7.2.1.2). What a sliding tile does to the order depends on how many of
/// the others it passes, and not on the cells: see [`Turns`].
#[derive(Debug)]
pub struct Ranking {
    n_tiles: usize,
    n_sets: usize,
    n_orders: usize,
    /// How many of the lower cells are numbered by `low`.
    n_low: usize,
    /// For each set of the lower cells, its share in the number, and where the shares of the
    /// higher cells begin behind so many tiles.
    low: Vec<(u32, u32)>,
    /// For each set of the higher cells, behind each number of tiles in lower ones, likewise.
    high: Vec<u32>,
    /// What a tile does to an order that passes others, which are those in cells between.
    turns: Turns,
}

impl Ranking {
    /// # Panics
    /// If there are more than [`MOST_CELLS`], more than [`MOST_TILES`] or no tiles, or more tiles
    /// than cells.
    pub fn new(n_cells: usize, n_tiles: usize) -> Self {
        assert!(n_cells <= MOST_CELLS && (1..=MOST_TILES.min(n_cells)).contains(&n_tiles));
        let n_low = n_cells.div_ceil(2);
        let n_high = n_cells - n_low;
        // A set's number is the sum of `cell` choose `i` over its cells, the i-th at `cell`.
        let share = |set: usize, n_before: usize, first: usize| -> u32 {
            let cells = (0..MOST_CELLS).filter(|cell| set >> cell & 1 == 1);
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
            turns: Turns::new(n_tiles),
        }
    }

    /// How many tiles are placed.
    #[inline(always)]
    pub fn n_tiles(&self) -> usize {
        self.n_tiles
    }

    /// How many sets of cells there are.
    #[inline(always)]
    pub fn n_sets(&self) -> usize {
        self.n_sets
    }

    /// How many orders the tiles have in a set of cells.
    #[inline(always)]
    pub fn n_orders(&self) -> usize {
        self.n_orders
    }

    /// How many words of 64 bits it takes to have a bit for each order.
    #[inline(always)]
    pub fn n_words(&self) -> usize {
        self.n_orders.div_ceil(64)
    }

    /// Every set of cells, as bits, in the order of its number.
    pub fn sets(&self) -> impl Iterator<Item = u32> {
        sets(self.n_sets, self.n_tiles)
    }

    /// The number of a set of cells.
    #[inline(always)]
    pub fn set_number(&self, set: u32) -> usize {
        self.set_numbers().of(set)
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

    /// The number of an order: for each place, the tile that lies there.
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

    /// What becomes of an order when one of its tiles passes others.
    #[inline(always)]
    pub fn turns(&self) -> &Turns {
        &self.turns
    }
}

/// The first `n_sets` sets of `n_tiles` cells, as bits, in the order of their numbers.
pub(super) fn sets(n_sets: usize, n_tiles: usize) -> impl Iterator<Item = u32> {
    let first = (1_u64 << n_tiles) - 1;
    // The next number with as many bits (Knuth, TAOCP 4A, section 7.1.3).
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
    pub fn of(&self, set: u32) -> usize {
        let (share, first) = self.low[(set & ((1 << self.n_low) - 1)) as usize];
        let high = (set >> self.n_low) + first;
        (share + self.high[high as usize]) as usize
    }
}

/// How many placements so many tiles have on so many cells.
pub fn n_placements(n_cells: usize, n_tiles: usize) -> u64 {
    let factors = (n_cells as u64).saturating_sub(n_tiles as u64) + 1..=n_cells as u64;
    factors.fold(1, u64::saturating_mul)
}

/// How many sets of `k` there are among `n`.
fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    (0..k as u64).fold(1, |product, i| product * (n as u64 - i) / (i + 1))
}
