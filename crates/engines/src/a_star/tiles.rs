//! Boards of up to sixteen cells packed with the action that led to them, and their moves.

use tilescope_puzzle::{Board, Direction};
use tilescope_search::Cost;

/// A board and the action that led to it.
///
/// Four bits a cell, the first one lowest, each tile under the number of its goal cell, the
/// blank too. The last of sixteen cells follows from the others, for together they hold every
/// number once; its four bits hold the action instead, and one that is always set, so that
/// no word is 0.
pub type Word = u64;

/// The most cells of a board.
pub const N_CELLS: usize = 16;

pub const N_ACTIONS: usize = Direction::ALL.len();

/// Stands for the action that led to the start.
const NO_ACTION: usize = N_ACTIONS;

/// So many bits of a word are the board's.
const STATE_BITS: usize = 4 * (N_CELLS - 1);

const SET: Word = 1 << 63;

/// What two words have in common if and only if their boards are the same.
#[inline(always)]
pub fn state(word: Word) -> u64 {
    word << (u64::BITS as usize - STATE_BITS)
}

/// The action that led to the state; [`NO_ACTION`] for the start.
fn action_of(word: Word) -> usize {
    (word >> STATE_BITS) as usize & 7
}

/// The moves on boards with one goal.
pub struct Tiles {
    goal: Board,
    /// What the blank is called.
    blank_name: u64,
    /// All cells of any board together, by exclusive or.
    all: u64,
    /// By the cell of the blank and the action.
    steps: [[Step; N_ACTIONS]; N_CELLS],
    /// The actions that there are and do not undo the last one, as a set of bits, by the cell of
    /// the blank and the last action.
    actions: [[u8; N_ACTIONS + 1]; N_CELLS],
}

/// A move of the blank; where there is none, it stays.
#[derive(Clone, Copy)]
struct Step {
    /// So many bits are below the cell that it goes to.
    shift: u8,
    /// The tiles that come nearer to their goal by it, as a set of bits.
    nearer: u16,
}

/// Up to `N` words that were made, in the order of their birth.
pub struct Words<const N: usize> {
    words: [Word; N],
    n: usize,
}

impl Tiles {
    pub fn new(goal: &Board) -> Self {
        let size = goal.size();
        let far = |a: usize, b: usize| {
            let columns = size.columns();
            (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns)
        };
        let next = |blank: usize, direction| {
            (blank < size.n_cells()).then(|| size.neighbour(blank, direction))?
        };
        let step = |blank: usize, direction| {
            let next = next(blank, direction).unwrap_or(blank);
            let is_nearer = |&home: &usize| far(home, blank) < far(home, next);
            let nearer = (0..size.n_cells()).filter(is_nearer);
            Step {
                shift: 4 * next as u8,
                nearer: nearer.fold(0, |tiles, home| tiles | 1 << home),
            }
        };
        let actions = |blank: usize, last: usize| {
            let directions = Direction::ALL.into_iter().enumerate();
            let there = directions.filter(|&(action, direction)| {
                action + last != N_ACTIONS - 1 && next(blank, direction).is_some()
            });
            there.fold(0, |set, (action, _)| set | 1 << action)
        };
        Tiles {
            blank_name: goal.blank() as u64,
            all: (0..size.n_cells() as u64).fold(0, |all, name| all ^ name),
            steps: std::array::from_fn(|blank| {
                Direction::ALL.map(|direction| step(blank, direction))
            }),
            actions: std::array::from_fn(|blank| std::array::from_fn(|last| actions(blank, last))),
            goal: goal.clone(),
        }
    }

    /// `board` as a start.
    pub fn pack(&self, board: &Board) -> Word {
        let names = board.tiles().iter().map(|&tile| self.goal.cell_of(tile));
        let cells = names.rev().fold(0, |cells, name| cells << 4 | name as u64);
        word(cells, NO_ACTION)
    }

    /// Makes the successors of `parent` but the one that undoes the last action: `near` gets
    /// those whose estimate is 1 less, `far` those whose estimate is 1 more. How many they are.
    ///
    /// Each of the four actions is tried, written to both, and counted in one at most; the next
    /// writes over it in the other. There is no branch: which actions there are, and which lead
    /// nearer, a processor can't guess.
    #[inline(always)]
    pub fn expand<const N: usize>(
        &self,
        parent: Word,
        near: &mut Words<N>,
        far: &mut Words<N>,
    ) -> u32 {
        let cells = self.cells(parent);
        let blank = self.blank(cells);
        let actions = self.actions[blank][action_of(parent) % (N_ACTIONS + 1)];
        for (action, step) in self.steps[blank].iter().enumerate() {
            let tile = cells >> step.shift & 15;
            let both = tile ^ self.blank_name;
            let child = word(cells ^ both << step.shift ^ both << (4 * blank), action);
            let is_there = usize::from(actions >> action & 1);
            let is_near = usize::from(step.nearer >> tile & 1);
            near.add(child, is_there & is_near);
            far.add(child, is_there & (is_near ^ 1));
        }
        actions.count_ones()
    }

    /// The action that led to the state of `child`, and its parent, for all that is known of it
    /// as a start; `None` for the start.
    pub fn step_back(&self, child: Word) -> Option<(usize, Word)> {
        let action = action_of(child);
        let cells = self.cells(child);
        let blank = self.blank(cells);
        let step = self.steps[blank].get((N_ACTIONS - 1).checked_sub(action)?)?;
        let both = (cells >> step.shift & 15) ^ self.blank_name;
        let before = cells ^ both << step.shift ^ both << (4 * blank);
        Some((action, word(before, NO_ACTION)))
    }

    /// All cells.
    #[inline(always)]
    fn cells(&self, word: Word) -> u64 {
        let state = word & !(!0 << STATE_BITS);
        let mut last = state ^ state >> 32;
        last ^= last >> 16;
        last ^= last >> 8;
        last ^= last >> 4;
        state | (last ^ self.all) << STATE_BITS
    }

    /// The cell of the blank: the first that holds its name.
    #[inline(always)]
    fn blank(&self, cells: u64) -> usize {
        // Subtracting 1 from each cell borrows into the highest bit of the first cell that
        // is 0, and of none before (Knuth, TAOCP 4A, section 7.1.3).
        const ONES: u64 = u64::MAX / 15;
        let differs = cells ^ (ONES * self.blank_name);
        let zeros = differs.wrapping_sub(ONES) & !differs & ONES << 3;
        zeros.trailing_zeros() as usize / 4 % N_CELLS
    }

    pub fn manhattan(&self, word: Word) -> Cost {
        let size = self.goal.size();
        let cells = self.cells(word);
        let (columns, blank) = (size.columns(), self.blank(cells));
        let tiles = (0..size.n_cells()).filter(|&cell| cell != blank);
        let far = |cell: usize| {
            let home = (cells >> (4 * cell) & 15) as usize;
            (home / columns).abs_diff(cell / columns) + (home % columns).abs_diff(cell % columns)
        };
        tiles.map(far).sum::<usize>() as Cost
    }
}

#[inline(always)]
fn word(cells: u64, action: usize) -> Word {
    cells & !(!0 << STATE_BITS) | (action as u64) << STATE_BITS | SET
}

impl<const N: usize> Default for Words<N> {
    fn default() -> Self {
        Words {
            words: [0; N],
            n: 0,
        }
    }
}

impl<const N: usize> Words<N> {
    /// Adds `n` words, 0 or 1.
    ///
    /// # Panics
    /// If there are `N` already, even for none.
    #[inline(always)]
    pub fn add(&mut self, word: Word, n: usize) {
        self.words[self.n] = word;
        self.n += n;
    }

    /// Gives up all there are.
    pub fn drain(&mut self) -> &[Word] {
        let n = std::mem::take(&mut self.n);
        &self.words[..n]
    }
}
