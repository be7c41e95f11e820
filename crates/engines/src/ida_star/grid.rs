//! Boards as the kernels search them: each tile is labelled with the number of its goal cell.

use super::kernel::{Kernel, StackSearch};
use super::stacks;
use tilescope_puzzle::{Board, Direction, Puzzle};

/// A board size that the search is compiled for.
pub trait Grid: Copy + Send + Sync + 'static {
    /// The packed cells.
    type Word: Word;
    const ROWS: usize;
    const COLUMNS: usize;
    const N_CELLS: usize = Self::ROWS * Self::COLUMNS;
    /// The constructor of the stack search; `None` if it does not support this size.
    const STACKS: Option<MakeStacks<Self>>;
}

/// Makes a stack search for paths of up to the given length; `None` if the processor can't run the
/// kernel.
pub type MakeStacks<G> = fn(Kernel, usize) -> Option<Box<dyn StackSearch<G>>>;

/// A packing of cells, the first one lowest.
///
/// Each cell holds the number of its tile's goal cell. The blank's cell holds 0, and so does that
/// of the tile whose goal is the first cell; the position of the blank is kept separately.
pub trait Word: Copy + Eq + Default + Send + Sync {
    /// The number in `cell`.
    fn get(self, cell: usize) -> u32;
    /// Writes `number` into `cell`, which must hold 0.
    #[must_use]
    fn set(self, number: u32, cell: usize) -> Self;
    /// Moves the tile `number` between two cells; `to` must hold 0, and `from` will.
    #[must_use]
    fn slide(self, number: u32, from: usize, to: usize) -> Self;
}

macro_rules! word {
    ($word:ty, $bits:literal bits) => {
        impl Word for $word {
            #[inline(always)]
            fn get(self, cell: usize) -> u32 {
                (self >> ($bits * cell)) as u32 & ((1 << $bits) - 1)
            }

            #[inline(always)]
            fn set(self, number: u32, cell: usize) -> Self {
                self | <$word>::from(number) << ($bits * cell)
            }

            #[inline(always)]
            fn slide(self, number: u32, from: usize, to: usize) -> Self {
                let number = <$word>::from(number);
                self ^ (number << ($bits * from) | number << ($bits * to))
            }
        }
    };
}
word!(u64, 4 bits);
word!(u128, 5 bits);

macro_rules! grid {
    ($grid:ident: $rows:literal by $columns:literal in $word:ty, $stacks:expr) => {
        #[derive(Clone, Copy, Debug)]
        pub struct $grid;

        impl Grid for $grid {
            type Word = $word;
            const ROWS: usize = $rows;
            const COLUMNS: usize = $columns;
            const STACKS: Option<MakeStacks<Self>> = $stacks;
        }
    };
}
grid!(ThreeByThree: 3 by 3 in u64, Some(stacks::new));
grid!(ThreeByFour: 3 by 4 in u64, Some(stacks::new));
grid!(FourByThree: 4 by 3 in u64, Some(stacks::new));
grid!(FourByFour: 4 by 4 in u64, Some(stacks::new));
grid!(FiveByFive: 5 by 5 in u128, None);

/// The most cells of a [`Grid`].
pub const MAX_CELLS: usize = 25;

/// The number of actions: those of [`Direction`], in its order.
pub const N_ACTIONS: usize = Direction::ALL.len();

/// The last action of the root, which has none.
pub const NO_ACTION: usize = N_ACTIONS;

/// The action that undoes `action`; none undoes [`NO_ACTION`].
pub const fn undo(action: usize) -> usize {
    (N_ACTIONS - 1).wrapping_sub(action)
}

/// The cell that the blank in `blank` moves to by `action`; `None` over the edge.
pub const fn neighbour<G: Grid>(blank: usize, action: usize) -> Option<usize> {
    let (row, column) = (blank / G::COLUMNS, blank % G::COLUMNS);
    if blank >= G::N_CELLS {
        return None;
    }
    match action {
        0 if row > 0 => Some(blank - G::COLUMNS),
        1 if column > 0 => Some(blank - 1),
        2 if column + 1 < G::COLUMNS => Some(blank + 1),
        3 if row + 1 < G::ROWS => Some(blank + G::COLUMNS),
        _ => None,
    }
}

/// The tiles that a move between two adjacent cells brings nearer to their goal cells, as a bit
/// set; it takes all others farther away.
pub const fn nearer<G: Grid>(from: usize, to: usize) -> u32 {
    let (mut tiles, mut home) = (0, 0);
    while home < G::N_CELLS {
        if distance::<G>(home, to) < distance::<G>(home, from) {
            tiles |= 1 << home;
        }
        home += 1;
    }
    tiles
}

const fn distance<G: Grid>(a: usize, b: usize) -> usize {
    (a / G::COLUMNS).abs_diff(b / G::COLUMNS) + (a % G::COLUMNS).abs_diff(b % G::COLUMNS)
}

/// The root of a search: a board, its last action, and its slack.
#[derive(Clone, Copy, Debug)]
pub struct Position<G: Grid> {
    pub cells: G::Word,
    pub blank: usize,
    /// The last action, or [`NO_ACTION`].
    pub last_action: usize,
    /// How many more moves may increase h: half of the bound minus f.
    pub slack: u32,
    pub goal: Goal<G::Word>,
}

/// The goal state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal<W> {
    pub cells: W,
    pub blank: usize,
}

impl<G: Grid> Position<G> {
    /// The start of `puzzle`, without slack.
    pub fn new(puzzle: &Puzzle) -> Self {
        let goal = &puzzle.goal;
        Position {
            cells: pack::<G>(&puzzle.start, goal),
            blank: puzzle.start.blank(),
            last_action: NO_ACTION,
            slack: 0,
            goal: Goal {
                cells: pack::<G>(goal, goal),
                blank: goal.blank(),
            },
        }
    }

    /// The sum of the tiles' distances from their goal cells.
    pub fn manhattan(&self) -> u32 {
        let tiles = (0..G::N_CELLS).filter(|&cell| cell != self.blank);
        let distance_of = |cell| distance::<G>(cell, self.cells.get(cell) as usize) as u32;
        tiles.map(distance_of).sum()
    }

    pub fn is_goal(&self) -> bool {
        self.cells == self.goal.cells && self.blank == self.goal.blank
    }

    /// The successor by `action`: `None` if `action` is illegal or undoes the last one,
    /// `Some(None)` if the successor is beyond the bound.
    pub fn child(&self, action: usize) -> Option<Option<Self>> {
        let blank = neighbour::<G>(self.blank, action)?;
        if action == undo(self.last_action) {
            return None;
        }
        let tile = self.cells.get(blank);
        let is_nearer = nearer::<G>(blank, self.blank) >> tile & 1;
        let slack = self.slack.checked_sub(1 - is_nearer);
        Some(slack.map(|slack| Position {
            cells: self.cells.slide(tile, blank, self.blank),
            blank,
            last_action: action,
            slack,
            ..*self
        }))
    }
}

/// Packs `board`, each tile labelled with the number of its cell in `goal`.
fn pack<G: Grid>(board: &Board, goal: &Board) -> G::Word {
    let tiles = board.tiles().iter().enumerate();
    tiles.fold(G::Word::default(), |cells, (cell, &tile)| {
        let home = if tile == 0 { 0 } else { goal.cell_of(tile) };
        cells.set(home as u32, cell)
    })
}
