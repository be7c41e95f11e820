//! What becomes of the number of an order when one of its tiles passes some others.

use super::ranking::MOST_TILES;

/// For each place that a tile leaves and each that it takes: what that adds to the number of an
/// order.
///
/// The digits of a Lehmer code tell, of each place, how many of the tiles behind it are less than
/// the one there. A tile that passes some others changes the digits of the places between alone,
/// and what they become depends on these digits only. So there is a table for each such window of
/// digits: 16 KiB in all for eight tiles, which stays in the first cache, where one of all orders
/// would have 5 MB.
#[derive(Debug)]
pub struct Turns {
    spans: [Span; MOST_TILES * MOST_TILES],
    /// To be added to the number, which wraps around.
    more: Vec<u16>,
}

/// The digits that a tile changes: what part of the number they are, and where their table is.
#[derive(Clone, Copy, Default, Debug)]
struct Span {
    /// What divides by the value of the last of the digits, and by that of all together.
    by_last: Reciprocal,
    by_all: Reciprocal,
    /// How many values the digits have.
    n: u32,
    /// Where the first of them is in the table.
    first: u32,
}

impl Turns {
    pub fn new(n_tiles: usize) -> Self {
        let mut turns = Turns {
            spans: [Span::default(); MOST_TILES * MOST_TILES],
            more: Vec::new(),
        };
        for leaves in 0..n_tiles {
            for takes in 0..n_tiles {
                let (before, last) = (leaves.min(takes), leaves.max(takes));
                let unit: usize = (1..n_tiles - last).product();
                let n: usize = (n_tiles - last..=n_tiles - before).product();
                // Where nothing is passed, no digit changes.
                let n = if before == last { 1 } else { n };
                turns.spans[leaves * MOST_TILES + takes] = Span {
                    by_last: Reciprocal::of(unit),
                    by_all: Reciprocal::of(unit * n),
                    n: n as u32,
                    first: turns.more.len() as u32,
                };
                let more = (0..n).map(|digits| {
                    let order = digits * unit;
                    (turn(n_tiles, order, leaves, takes) as u16).wrapping_sub(order as u16)
                });
                turns.more.extend(more);
            }
        }
        turns
    }

    /// The number that an order has when the tile in place `leaves` has gone to where it is in
    /// place `takes`.
    #[inline(always)]
    pub fn turn(&self, order: u16, leaves: usize, takes: usize) -> u16 {
        let span = &self.spans[(leaves * MOST_TILES + takes) % (MOST_TILES * MOST_TILES)];
        let digits = span.by_last.divide(order) - span.by_all.divide(order) * span.n;
        order.wrapping_add(self.more[(span.first + digits) as usize])
    }
}

/// Divides a number of 16 bits by a constant up to 8!: by a multiplication, with the quotient
/// rounded up at the last of 31 bits (Granlund & Montgomery 1994).
#[derive(Clone, Copy, Default, Debug)]
struct Reciprocal(u32);

impl Reciprocal {
    fn of(number: usize) -> Self {
        Reciprocal((1_u32 << 31).div_ceil(number as u32))
    }

    #[inline(always)]
    fn divide(self, number: u16) -> u32 {
        ((u64::from(number) * u64::from(self.0)) >> 31) as u32
    }
}

/// The number of the order that becomes of order `number` when a tile goes from place `leaves` to
/// place `takes`: one swap of neighbours after the other.
pub fn turn(n_tiles: usize, number: usize, leaves: usize, takes: usize) -> usize {
    if leaves < takes {
        (leaves..takes).fold(number, |number, place| swap(n_tiles, number, place))
    } else {
        (takes..leaves)
            .rev()
            .fold(number, |number, place| swap(n_tiles, number, place))
    }
}

/// The number of the order that becomes of order `number` when what lies in `place` and in the
/// next one is swapped.
fn swap(n_tiles: usize, number: usize, place: usize) -> usize {
    // Digit i of a Lehmer code counts the tiles behind place i that are less than the one there;
    // a swap changes no other two digits.
    let n_behind = n_tiles - 1 - place;
    let unit: usize = (1..n_behind).product();
    let (second, first) = (
        number / unit % n_behind,
        number / unit / n_behind % (n_behind + 1),
    );
    let others = number - (first * n_behind + second) * unit;
    let (first, second) = if first <= second {
        (second + 1, first)
    } else {
        (second, first - 1)
    };
    others + (first * n_behind + second) * unit
}
