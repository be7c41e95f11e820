//! Moves of the blank, and the moves available after each.

use super::{Cells, Direction, Size};
use tilescope_search::{Action, MovesVisitor};

/// A move of the blank: its target cell and its direction.
///
/// Everything about a move, including the moves after it, is in tables indexed by its number, so
/// going from a node's moves to a successor's is one lookup. An [`Action`] alone does not
/// determine the cell of the blank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(u16);

/// The number of moves: four for each cell that the blank may move to, where the number of cells
/// is rounded up to a power of two.
pub const MAX_MOVES: usize = 4 * 128;

impl Move {
    /// Marks moves whose successors are known at compile time: [`MovesAfter`].
    const PRECOMPILED: u16 = 1 << 14;

    #[inline(always)]
    pub fn to(self) -> u8 {
        (self.0 >> 2) as u8
    }

    #[inline(always)]
    pub fn action(self) -> Action {
        Action(self.0 as u8 & 3)
    }

    /// An index below `MAX_MOVES`: the target cell times 4, plus the action.
    #[inline(always)]
    pub fn number(self) -> usize {
        usize::from(self.0) % MAX_MOVES
    }
}

/// An iterator over up to four moves in the order of generation.
///
/// Each move takes 16 bits, the next one lowest, with the highest bit set, so 0 marks the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moves(u64);

impl Moves {
    /// The moves from `blank` in this order, except `left_out`.
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

/// Whether the moves are known at compile time: those on 4×4, in Korf's order.
const fn is_precompiled(size: Size, order: [Direction; 4]) -> bool {
    use Direction::{Down, Left, Right, Up};
    matches!((size.rows(), size.columns()), (4, 4)) && matches!(order, [Up, Left, Right, Down])
}

/// The moves after the move with the number `LAST`, as a type.
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

/// Calls `visitor` with the `moves` after `last_action`; if they are known at compile time, as the
/// type that stands for them.
///
/// Thus IDA* is compiled for each cell of the blank and each direction in which it was entered,
/// with shifts, table rows and the code for each successor as constants. It takes 0.7 of the time:
/// 26 instructions per generated node instead of 53.
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
    // Nothing is compiled for packings of other boards.
    if const { C::MAX_CELLS != Size::FIFTEEN_PUZZLE.n_cells() }
        || last_action.0 & Move::PRECOMPILED == 0
    {
        return visitor.visit(moves);
    }
    // For each cell the moves that enter it from within the board: Up, Left, Right, Down.
    by_number! {
        0 1       4 5 6       8 9 10      12 14
        16 17 19  20 21 22 23 24 25 26 27 28 30 31
        32 33 35  36 37 38 39 40 41 42 43 44 46 47
        49 51     53 54 55    57 58 59    62 63
    }
}
