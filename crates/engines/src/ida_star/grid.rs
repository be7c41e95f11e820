//! Boards as the searches work on them: each tile under the number of its goal cell.

use super::code::{Code, Stacked};
use super::stacks;
use tilescope_puzzle::{Board, Direction, Puzzle};

/// A size of board that the searches are compiled for.
pub trait Grid: Copy + Send + Sync + 'static {
    /// What holds its cells.
    type Word: Word;
    const ROWS: usize;
    const COLUMNS: usize;
    const N_CELLS: usize = Self::ROWS * Self::COLUMNS;
    /// What makes stacks, if there are any for such boards.
    const STACKS: Option<MakeStacks<Self>>;
}

/// Makes stacks for paths of up to so many moves; `None` if the processor cannot run the code.
pub type MakeStacks<G> = fn(Code, usize) -> Option<Box<dyn Stacked<G>>>;

/// A packing of cells, the first one lowest.
///
/// In each cell stands the goal cell of the tile that lies there. The blank's cell holds 0,
/// as does that of a tile whose goal is the first cell; where the blank is, is known beside.
pub trait Word: Copy + Eq + Default + Send + Sync {
    /// The number in `cell`.
    fn get(self, cell: usize) -> u32;
    /// The same with `number` in `cell`, which holds 0.
    #[must_use]
    fn put(self, number: u32, cell: usize) -> Self;
    /// Moves the tile `number` from one cell to another, which holds 0; leaves 0 behind.
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
            fn put(self, number: u32, cell: usize) -> Self {
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
pub const MOST_CELLS: usize = 25;

/// How many actions there are: those of [`Direction`], by their numbers.
pub const N_ACTIONS: usize = Direction::ALL.len();

/// Stands for the action that led to a node where none did.
pub const NO_ACTION: usize = N_ACTIONS;

/// The action that undoes `action`; none undoes [`NO_ACTION`].
pub const fn undo(action: usize) -> usize {
    (N_ACTIONS - 1).wrapping_sub(action)
}

/// The cell that the blank in `blank` goes to by `action`; `None` at the edge or beyond it.
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

/// The tiles that a step from one cell to a neighbouring one brings nearer to their goal
/// cells, as a set of bits; the step leads all others away.
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

/// Where a search begins: a board, what led to it, and what the bound leaves.
#[derive(Clone, Copy, Debug)]
pub struct Position<G: Grid> {
    pub cells: G::Word,
    pub blank: usize,
    /// The action that led to it, or [`NO_ACTION`].
    pub came: usize,
    /// How many more moves may lead away.
    pub slack: u32,
    pub goal: Goal<G::Word>,
}

/// The goal.
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
            came: NO_ACTION,
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
        let far = |cell| distance::<G>(cell, self.cells.get(cell) as usize) as u32;
        tiles.map(far).sum()
    }

    pub fn is_goal(&self) -> bool {
        self.cells == self.goal.cells && self.blank == self.goal.blank
    }

    /// The successor by `action`: `None` if there is none or it would undo the last action,
    /// `Some(None)` if it is beyond the bound.
    pub fn child(&self, action: usize) -> Option<Option<Self>> {
        let blank = neighbour::<G>(self.blank, action)?;
        if action == undo(self.came) {
            return None;
        }
        let tile = self.cells.get(blank);
        let is_nearer = nearer::<G>(blank, self.blank) >> tile & 1;
        let slack = self.slack.checked_sub(1 - is_nearer);
        Some(slack.map(|slack| Position {
            cells: self.cells.slide(tile, blank, self.blank),
            blank,
            came: action,
            slack,
            ..*self
        }))
    }
}

/// Packs `board`, each tile under the number of its cell in `goal`.
fn pack<G: Grid>(board: &Board, goal: &Board) -> G::Word {
    let tiles = board.tiles().iter().enumerate();
    tiles.fold(G::Word::default(), |cells, (cell, &tile)| {
        let home = if tile == 0 { 0 } else { goal.cell_of(tile) };
        cells.put(home as u32, cell)
    })
}
