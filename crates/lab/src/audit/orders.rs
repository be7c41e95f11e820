//! The orders of the tiles of a board, numbered without gaps, and how the blank's moves change them.
//!
//! The order of the tiles is that in which they are read row by row, without the blank. Its rank is
//! written in the factorial number system: each digit counts the later tiles that come earlier in the
//! goal. Parity determines the last two tiles, so their digits are left out.
//!
//! Both ways are looked up. The tiles of an order are those of its leading digits, and a permutation
//! of the others that its last digits give. A move between rows makes a tile pass the others of a row,
//! which changes the digits of these alone, so it changes the rank by a number that depends on them.

use super::states::MAX_CELLS;
use tilescope_puzzle::Board;

/// The tiles of an order, four bits each, the first one lowest.
pub type Tiles = u64;

/// The number of tiles at the end of an order whose permutations have a table: 6!/2 = 360 ranks follow
/// each other with the same leading tiles.
const N_LAST: usize = 6;

/// The orders of a goal's tiles.
pub struct Orders {
    n_tiles: usize,
    /// (cells − 1)!/2.
    n_orders: usize,
    /// For each tile, its position in the order of the goal.
    label_of: [u8; MAX_CELLS],
    /// For each cell of the blank, whether the order is an odd permutation.
    is_odd: [bool; MAX_CELLS],
    /// Ranks with the same leading tiles.
    of_leading: Divisor,
    n_leading: usize,
    /// For each value of the leading digits, their tiles, and then the others in the order of the goal.
    leading: Vec<Tiles>,
    /// For an even and an odd permutation of the last tiles, by rank: the shift that selects each of
    /// them, a byte each.
    last: [Vec<u64>; 2],
    /// For each position of the first of a row of tiles.
    passes: Vec<Pass>,
}

/// The leading digits of an odd sum are marked.
const ODD: u64 = 1 << 63;

/// A tile passing the others of a row, from the first position to the last and back.
struct Pass {
    /// How many ranks follow each other with the same digits of the row.
    run: Divisor,
    /// The number of values of the row's digits.
    n_values: Divisor,
    /// Whether one of the row's digits is given by parity: the lowest bit of its value.
    has_parity: bool,
    /// By how much the rank changes, by the value of the digits: if the first tile passes the others,
    /// and if the last one does.
    first_to_last: Vec<i32>,
    last_to_first: Vec<i32>,
}

impl Orders {
    /// The orders of the tiles of `goal`, which has at most [`MAX_CELLS`] cells.
    pub fn new(goal: &Board) -> Self {
        let (n_cells, columns) = (goal.size().n_cells(), goal.size().columns());
        let n_tiles = n_cells - 1;
        let tiles = goal.tiles().iter().filter(|&&tile| tile != 0);
        let tiles: Vec<u8> = tiles.copied().collect();
        let mut label_of = [0; MAX_CELLS];
        for (label, &tile) in tiles.iter().enumerate() {
            label_of[usize::from(tile)] = label as u8;
        }
        let mut is_odd = [false; MAX_CELLS];
        for (blank, is_odd) in is_odd.iter_mut().enumerate().take(n_cells) {
            let n_rows = (blank / columns).abs_diff(goal.blank() / columns);
            *is_odd = n_rows * (columns - 1) % 2 == 1;
        }
        let n_last = n_tiles.min(N_LAST);
        let n_leading = n_tiles - n_last;
        let passes = 0..=n_tiles - columns;
        Orders {
            n_tiles,
            n_orders: (3..=n_tiles).product(),
            label_of,
            is_odd,
            of_leading: Divisor::new((3..=n_last as u32).product()),
            n_leading,
            leading: leading(&tiles, n_leading),
            last: [0, 1].map(|parity| last(n_last, parity)),
            passes: passes.map(|at| Pass::new(n_tiles, at, columns)).collect(),
        }
    }

    /// The number of orders that the blank in any one cell allows.
    pub fn n_orders(&self) -> usize {
        self.n_orders
    }

    /// The tiles of the order with this rank, and the blank in this cell.
    #[inline]
    pub fn tiles(&self, rank: u32, blank: usize) -> Tiles {
        let (leading, last) = self.of_leading.div_rem(rank);
        let leading = self.leading[leading as usize];
        let is_odd = (leading & ODD != 0) != self.is_odd[blank];
        let shifts = self.last[usize::from(is_odd)][last as usize];
        let n_bits = 4 * self.n_leading;
        let others = (leading & !ODD) >> n_bits;
        let mut tiles = leading & ((1 << n_bits) - 1);
        for i in 0..N_LAST {
            tiles |= (others >> (shifts >> (8 * i) & 0xFF) & 15) << (n_bits + 4 * i);
        }
        tiles
    }

    /// The rank of an order.
    pub fn rank(&self, tiles: impl Iterator<Item = u8>) -> u32 {
        // The labels passed so far, as bits.
        let mut passed = 0_u32;
        let mut rank = 0;
        for (i, tile) in tiles.take(self.n_tiles - 2).enumerate() {
            let label = self.label_of[usize::from(tile)];
            let n_lower = (passed & ((1 << label) - 1)).count_ones();
            rank = rank * (self.n_tiles - i) as u32 + u32::from(label) - n_lower;
            passed |= 1 << label;
        }
        rank
    }

    /// The rank after the tile at position `at` has passed the others of its row.
    #[inline]
    pub fn after_first_to_last(&self, rank: u32, blank: usize, at: usize) -> u32 {
        let pass = &self.passes[at];
        rank.wrapping_add_signed(pass.first_to_last[self.value(pass, rank, blank)])
    }

    /// The rank after the last of the row of tiles that begins at position `at` has passed the others.
    #[inline]
    pub fn after_last_to_first(&self, rank: u32, blank: usize, at: usize) -> u32 {
        let pass = &self.passes[at];
        rank.wrapping_add_signed(pass.last_to_first[self.value(pass, rank, blank)])
    }

    /// The value of the digits of a row.
    #[inline]
    fn value(&self, pass: &Pass, rank: u32, blank: usize) -> usize {
        let (_, value) = pass.n_values.div_rem(pass.run.div(rank));
        match pass.has_parity {
            false => value as usize,
            true => 2 * value as usize + usize::from(self.last_digit_of_parity(rank, blank)),
        }
    }

    /// The last digit but one, which is left out.
    #[inline]
    fn last_digit_of_parity(&self, rank: u32, blank: usize) -> bool {
        let (leading, last) = self.of_leading.div_rem(rank);
        let is_odd = (self.leading[leading as usize] & ODD != 0) != self.is_odd[blank];
        self.last[usize::from(is_odd)][last as usize] & ODD != 0
    }
}

/// The tiles of each value of the first `n_leading` digits.
fn leading(tiles: &[u8], n_leading: usize) -> Vec<Tiles> {
    let n_tiles = tiles.len();
    let n_values: usize = (n_tiles - n_leading + 1..=n_tiles).product();
    let of_value = |value| {
        let digits = digits(value, n_leading, n_tiles);
        let mut left = tiles.to_vec();
        let mut order: Vec<u8> = digits.iter().map(|&digit| left.remove(digit)).collect();
        order.append(&mut left);
        let packed = order.iter().rev();
        let packed = packed.fold(0, |tiles, &tile| tiles << 4 | Tiles::from(tile));
        match digits.iter().sum::<usize>() % 2 {
            0 => packed,
            _ => packed | ODD,
        }
    };
    (0..n_values).map(of_value).collect()
}

/// For each rank of the permutations of `n_last` tiles of one parity, the shifts that select them.
/// [`ODD`] is the last digit but one.
fn last(n_last: usize, parity: usize) -> Vec<u64> {
    let of_rank = |rank| {
        let mut digits = digits(rank, n_last - 2, n_last);
        let last_but_one = (digits.iter().sum::<usize>() + parity) % 2;
        digits.extend([last_but_one, 0]);
        let mut left: Vec<u64> = (0..n_last as u64).collect();
        let order: Vec<u64> = digits.iter().map(|&digit| left.remove(digit)).collect();
        // What isn't there is shifted out.
        const NONE: u64 = 15;
        let position = |i| order.get(i).copied().unwrap_or(NONE);
        let shifts = (0..N_LAST).fold(0, |shifts, i| shifts | (4 * position(i)) << (8 * i));
        shifts | if last_but_one == 1 { ODD } else { 0 }
    };
    (0..(3..=n_last).product()).map(of_rank).collect()
}

impl Pass {
    /// The row of `n` tiles that begins at position `at`.
    fn new(n_tiles: usize, at: usize, n: usize) -> Self {
        let n_ranked = n_tiles - 2;
        let end = n_ranked.min(at + n).max(at);
        let n_values: usize = (at..end).map(|i| n_tiles - i).product();
        let run: usize = (end..n_ranked).map(|i| n_tiles - i).product();
        let has_parity = at + n > n_ranked;
        let changes = |turn: fn(&mut [usize])| {
            let change = |value: usize| {
                let (value, last_but_one) = match has_parity {
                    true => (value / 2, value % 2),
                    false => (value, 0),
                };
                let mut digits = digits(value, end - at, n_tiles - at);
                digits.extend([last_but_one, 0]);
                turn_tiles(&mut digits[..n], turn);
                let after = digits[..end - at].iter().enumerate();
                let after = after.fold(0, |value, (i, digit)| value * (n_tiles - at - i) + digit);
                (after as i32 - value as i32) * run as i32
            };
            let n_kinds = if has_parity { 2 } else { 1 };
            (0..n_values * n_kinds).map(change).collect()
        };
        Pass {
            run: Divisor::new(run as u32),
            n_values: Divisor::new(n_values as u32),
            has_parity,
            first_to_last: changes(|tiles| tiles.rotate_left(1)),
            last_to_first: changes(|tiles| tiles.rotate_right(1)),
        }
    }
}

/// The first `n` digits of a number, the first of radix `radix`, each later one of a radix one less.
fn digits(mut number: usize, n: usize, radix: usize) -> Vec<usize> {
    let mut digits = vec![0; n];
    for (i, digit) in digits.iter_mut().enumerate().rev() {
        *digit = number % (radix - i);
        number /= radix - i;
    }
    digits
}

/// The digits of consecutive tiles after these have changed places.
fn turn_tiles(digits: &mut [usize], turn: impl Fn(&mut [usize])) {
    // The rank of each tile among these and the later ones. Each digit counts the lower ones after it.
    let mut ranks = digits.to_vec();
    for i in (0..ranks.len()).rev() {
        let own = ranks[i];
        for later in &mut ranks[i + 1..] {
            *later += usize::from(*later >= own);
        }
    }
    turn(&mut ranks);
    for (i, digit) in digits.iter_mut().enumerate() {
        let n_lower = ranks[..i].iter().filter(|other| **other < ranks[i]);
        *digit = ranks[i] - n_lower.count();
    }
}

/// A divisor of numbers below 2²⁸, in place of which one multiplies (Granlund & Montgomery 1994).
#[derive(Clone, Copy)]
pub struct Divisor {
    divisor: u32,
    factor: u64,
    shift: u32,
}

impl Divisor {
    const DIVIDEND_BITS: u32 = 28;

    pub fn new(divisor: u32) -> Self {
        let shift = Self::DIVIDEND_BITS + divisor.next_power_of_two().trailing_zeros();
        Divisor {
            divisor,
            factor: (1_u64 << shift).div_ceil(divisor.into()),
            shift,
        }
    }

    #[inline]
    pub fn div(self, number: u32) -> u32 {
        debug_assert!(number < 1 << Self::DIVIDEND_BITS, "{number}");
        ((u64::from(number) * self.factor) >> self.shift) as u32
    }

    #[inline]
    pub fn div_rem(self, number: u32) -> (u32, u32) {
        let quotient = self.div(number);
        (quotient, number - quotient * self.divisor)
    }
}
