//! How the rank of an order changes when one of its tiles passes others.

use super::ranking::MAX_TILES;

/// For each position that a tile leaves and each that it enters: the change of the order's rank.
///
/// Digit i of a Lehmer code counts the later tiles that are less than the tile in position i. A
/// tile that passes others changes the digits of the positions in between only, and the new digits
/// depend on the old ones only. So each such window of digits has a table. For eight tiles the
/// tables take 16 KiB, which fits into the L1 cache; a table over all orders would take 5 MB.
#[derive(Debug)]
pub struct Rotations {
    windows: [DigitWindow; MAX_TILES * MAX_TILES],
    /// To be added to the rank, wrapping around.
    deltas: Vec<u16>,
}

/// A window of digits, and its table.
#[derive(Clone, Copy, Default, Debug)]
struct DigitWindow {
    /// Reciprocals of the place value of the window's last digit, and of the whole window's.
    by_last: Reciprocal,
    by_all: Reciprocal,
    /// The number of values that the window takes.
    n: u32,
    /// The offset of its table in `deltas`.
    first: u32,
}

impl Rotations {
    pub fn new(n_tiles: usize) -> Self {
        let mut rotations = Rotations {
            windows: [DigitWindow::default(); MAX_TILES * MAX_TILES],
            deltas: Vec::new(),
        };
        for from_position in 0..n_tiles {
            for to_position in 0..n_tiles {
                let (before, last) = (
                    from_position.min(to_position),
                    from_position.max(to_position),
                );
                let unit: usize = (1..n_tiles - last).product();
                let n: usize = (n_tiles - last..=n_tiles - before).product();
                // If the tile passes none, no digit changes.
                let n = if before == last { 1 } else { n };
                rotations.windows[from_position * MAX_TILES + to_position] = DigitWindow {
                    by_last: Reciprocal::new(unit),
                    by_all: Reciprocal::new(unit * n),
                    n: n as u32,
                    first: rotations.deltas.len() as u32,
                };
                let deltas = (0..n).map(|digits| {
                    let order = digits * unit;
                    (rotate(n_tiles, order, from_position, to_position) as u16)
                        .wrapping_sub(order as u16)
                });
                rotations.deltas.extend(deltas);
            }
        }
        rotations
    }

    /// The rank of `order` after the tile in `from_position` has moved to `to_position`.
    #[inline(always)]
    pub fn rotate(&self, order: u16, from_position: usize, to_position: usize) -> u16 {
        let window =
            &self.windows[(from_position * MAX_TILES + to_position) % (MAX_TILES * MAX_TILES)];
        let digits = window.by_last.divide(order) - window.by_all.divide(order) * window.n;
        order.wrapping_add(self.deltas[(window.first + digits) as usize])
    }
}

/// Divides a 16-bit number by a constant up to 8!, by multiplication with the reciprocal in 31-bit
/// fixed point, rounded up (Granlund & Montgomery 1994).
#[derive(Clone, Copy, Default, Debug)]
struct Reciprocal(u32);

impl Reciprocal {
    fn new(divisor: usize) -> Self {
        Reciprocal((1_u32 << 31).div_ceil(divisor as u32))
    }

    #[inline(always)]
    fn divide(self, number: u16) -> u32 {
        ((u64::from(number) * u64::from(self.0)) >> 31) as u32
    }
}

/// The rank of the order after the tile in `from_position` has moved to `to_position`, computed by
/// adjacent swaps.
pub fn rotate(n_tiles: usize, rank: usize, from_position: usize, to_position: usize) -> usize {
    if from_position < to_position {
        (from_position..to_position).fold(rank, |rank, place| swap(n_tiles, rank, place))
    } else {
        (to_position..from_position)
            .rev()
            .fold(rank, |rank, place| swap(n_tiles, rank, place))
    }
}

/// The rank of the order after the tiles in `place` and the next position are swapped.
fn swap(n_tiles: usize, rank: usize, place: usize) -> usize {
    // Digit i of a Lehmer code counts the later tiles that are less than tile i, so a swap changes
    // these two digits only.
    let n_behind = n_tiles - 1 - place;
    let unit: usize = (1..n_behind).product();
    let (second, first) = (
        rank / unit % n_behind,
        rank / unit / n_behind % (n_behind + 1),
    );
    let others = rank - (first * n_behind + second) * unit;
    let (first, second) = if first <= second {
        (second + 1, first)
    } else {
        (second, first - 1)
    };
    others + (first * n_behind + second) * unit
}
