//! Moves of the blank, and which there are where it has come by another.

use super::{Cells, Direction, Size};
use tilescope_search::{Action, MovesVisitor};

/// A move of the blank: where it leads to, and in which direction.
///
/// All that there is to know of a move, and the moves after it, stand in tables under its
/// number, so that from the list of a node's moves to the list of a successor's it is one
/// look-up; an [`Action`] would have to be told the cell of the blank first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(u16);

/// So many numbers of moves there are: four for each cell that the blank may go to, of a power
/// of two of cells, more than any board has.
pub const MAX_MOVES: usize = 4 * 128;

impl Move {
    /// Marks moves after which the moves are known: [`MovesAfter`].
    const PRECOMPILED: u16 = 1 << 14;

    #[inline(always)]
    pub fn to(self) -> u8 {
        (self.0 >> 2) as u8
    }

    #[inline(always)]
    pub fn action(self) -> Action {
        Action(self.0 as u8 & 3)
    }

    /// Less than `MAX_MOVES`: the cell that it leads to four times, and the action.
    #[inline(always)]
    pub fn number(self) -> usize {
        usize::from(self.0) % MAX_MOVES
    }
}

/// Up to four moves in the order in which they are to be tried; an iterator.
///
/// One move in 16 bits, the next one lowest, each with the highest bit set, so that zero is
/// the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moves(u64);

impl Moves {
    /// The moves from `blank`, in an order, but for one that is left out.
    pub const fn new(
        size: Size,
        blank: usize,
        order: [Direction; 4],
        left_out: Option<Direction>,
    ) -> Moves {
        let mark = if is_precompiled(size, order) {
            Move::PRECOMPILED
        } else {
            0
        };
        let (mut moves, mut i) = (0, order.len());
        while i > 0 {
            i -= 1;
            let number = order[i] as u16;
            let is_left_out = matches!(left_out, Some(direction) if direction as u16 == number);
            if let (Some(to), false) = (size.neighbour(blank, order[i]), is_left_out) {
                let to = (to as u16) << 2;
                moves = moves << 16 | (1 << 15 | mark | to | number) as u64;
            }
        }
        Moves(moves)
    }
}

impl From<Move> for Action {
    #[inline(always)]
    fn from(chosen: Move) -> Action {
        chosen.action()
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        let low = self.0 as u16;
        self.0 >>= 16;
        (low != 0).then_some(Move(low))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = 4 - self.0.leading_zeros() as usize / 16;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Moves {}

/// Whether the moves on such boards are known when this is compiled: those of 4×4, in Korf's
/// order.
const fn is_precompiled(size: Size, order: [Direction; 4]) -> bool {
    use Direction::{Down, Left, Right, Up};
    matches!((size.rows(), size.columns()), (4, 4)) && matches!(order, [Up, Left, Right, Down])
}

/// The moves after the one with the number `LAST`, where they are known.
#[derive(Clone, Copy)]
struct MovesAfter<const LAST: usize>;

impl<const LAST: usize> From<MovesAfter<LAST>> for Moves {
    #[inline(always)]
    fn from(_: MovesAfter<LAST>) -> Moves {
        const {
            let undo = Direction::ALL[3 - LAST % 4];
            Moves::new(Size::FIFTEEN_PUZZLE, LAST / 4, Direction::ALL, Some(undo))
        }
    }
}

/// Hands `visitor` the `moves` that there are after `last_action`: where they are known, as the type
/// that stands for them.
///
/// So IDA* is compiled for each cell of the blank and each direction in which it came there,
/// with shifts, rows of tables and the code for each successor as constants. It takes seven
/// tenths of the time: a node generated takes 26 instructions, not 53.
#[inline(always)]
pub fn visit<C: Cells, V: MovesVisitor<Moves>>(
    last_action: Move,
    moves: Moves,
    visitor: V,
) -> V::Output {
    macro_rules! by_number {
        ($($number:literal)*) => {
            match last_action.number() {
                $($number => visitor.visit(MovesAfter::<$number>),)*
                _ => visitor.visit(moves),
            }
        };
    }
    // Nothing is to be compiled for packings that are for other boards.
    if const { C::MAX_CELLS != Size::FIFTEEN_PUZZLE.n_cells() }
        || last_action.0 & Move::PRECOMPILED == 0
    {
        return visitor.visit(moves);
    }
    // Each cell has those that come from within the board: by Up, Left, Right, Down.
    by_number! {
        0 1       4 5 6       8 9 10      12 14
        16 17 19  20 21 22 23 24 25 26 27 28 30 31
        32 33 35  36 37 38 39 40 41 42 43 44 46 47
        49 51     53 54 55    57 58 59    62 63
    }
}
