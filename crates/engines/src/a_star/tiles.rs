//! Boards of up to sixteen cells packed with the last action, and their moves.

use tilescope_puzzle::{Board, Direction};
use tilescope_search::Cost;

/// A board and the action that led to it.
///
/// Four bits per cell, the first cell lowest. A tile, or the blank, is labelled with the number of
/// its goal cell. The last of sixteen cells follows from the others, because each label occurs
/// once; its four bits hold the action instead, and a bit that is always set, so that no word is 0.
pub type Word = u64;

/// The most cells of a board.
pub const N_CELLS: usize = 16;

pub const N_ACTIONS: usize = Direction::ALL.len();

/// The last action of the start, which has none.
const NO_ACTION: usize = N_ACTIONS;

/// The bits of a word that hold the board.
const STATE_BITS: usize = 4 * (N_CELLS - 1);

const MARK: Word = 1 << 63;

/// A value that is equal for two words if and only if their boards are equal.
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
    /// The label of the blank.
    blank_label: u64,
    /// The exclusive or of all cells, which is the same for every board.
    all: u64,
    /// By the cell of the blank and the action.
    steps: [[Step; N_ACTIONS]; N_CELLS],
    /// The legal actions that do not undo the last one, as a bit set, by the cell of the blank
    /// and the last action.
    actions: [[u8; N_ACTIONS + 1]; N_CELLS],
}

/// A move of the blank; an illegal one leaves it in place.
#[derive(Clone, Copy)]
struct Step {
    /// The lowest bit of the cell that it moves to.
    shift: u8,
    /// The tiles that it brings nearer to their goal cells, as a bit set.
    nearer: u16,
}

/// A list of up to `N` words.
pub struct WordList<const N: usize> {
    words: [Word; N],
    n: usize,
}

impl Tiles {
    pub fn new(goal: &Board) -> Self {
        let size = goal.size();
        let distance = |a: usize, b: usize| {
            let columns = size.columns();
            (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns)
        };
        let next = |blank: usize, direction| {
            (blank < size.n_cells()).then(|| size.neighbour(blank, direction))?
        };
        let step = |blank: usize, direction| {
            let next = next(blank, direction).unwrap_or(blank);
            let is_nearer = |&home: &usize| distance(home, blank) < distance(home, next);
            let nearer = (0..size.n_cells()).filter(is_nearer);
            Step {
                shift: 4 * next as u8,
                nearer: nearer.fold(0, |tiles, home| tiles | 1 << home),
            }
        };
        let actions = |blank: usize, last: usize| {
            let directions = Direction::ALL.into_iter().enumerate();
            let possible = directions.filter(|&(action, direction)| {
                action + last != N_ACTIONS - 1 && next(blank, direction).is_some()
            });
            possible.fold(0, |set, (action, _)| set | 1 << action)
        };
        Tiles {
            blank_label: goal.blank() as u64,
            all: (0..size.n_cells() as u64).fold(0, |all, label| all ^ label),
            steps: std::array::from_fn(|blank| {
                Direction::ALL.map(|direction| step(blank, direction))
            }),
            actions: std::array::from_fn(|blank| std::array::from_fn(|last| actions(blank, last))),
            goal: goal.clone(),
        }
    }

    /// Packs `board` as a start.
    pub fn pack(&self, board: &Board) -> Word {
        let labels = board.tiles().iter().map(|&tile| self.goal.cell_of(tile));
        let cells = labels
            .rev()
            .fold(0, |cells, label| cells << 4 | label as u64);
        word(cells, NO_ACTION)
    }

    /// Generates the successors of `parent` except the one that undoes the last action.
    /// `same_f` gets those whose h is 1 lower, `higher_f` those whose h is 1 higher. Returns
    /// their number.
    ///
    /// Each of the four children is written to both lists and counted in at most one of them;
    /// the next overwrites it in the other. There is no branch, because neither the legal actions
    /// nor those that lower h are predictable.
    #[inline(always)]
    pub fn expand<const N: usize>(
        &self,
        parent: Word,
        same_f: &mut WordList<N>,
        higher_f: &mut WordList<N>,
    ) -> u32 {
        let cells = self.cells(parent);
        let blank = self.blank(cells);
        let actions = self.actions[blank][action_of(parent) % (N_ACTIONS + 1)];
        for (action, step) in self.steps[blank].iter().enumerate() {
            let tile = cells >> step.shift & 15;
            let swap = tile ^ self.blank_label;
            let child = word(cells ^ swap << step.shift ^ swap << (4 * blank), action);
            let is_legal = usize::from(actions >> action & 1);
            let is_closer = usize::from(step.nearer >> tile & 1);
            same_f.add(child, is_legal & is_closer);
            higher_f.add(child, is_legal & (is_closer ^ 1));
        }
        actions.count_ones()
    }

    /// The last action of `child` and its parent, packed as a start; `None` for the start.
    pub fn predecessor(&self, child: Word) -> Option<(usize, Word)> {
        let action = action_of(child);
        let cells = self.cells(child);
        let blank = self.blank(cells);
        let step = self.steps[blank].get((N_ACTIONS - 1).checked_sub(action)?)?;
        let swap = (cells >> step.shift & 15) ^ self.blank_label;
        let parent = cells ^ swap << step.shift ^ swap << (4 * blank);
        Some((action, word(parent, NO_ACTION)))
    }

    /// All cells, the last one included.
    #[inline(always)]
    fn cells(&self, word: Word) -> u64 {
        let state = word & !(!0 << STATE_BITS);
        let mut last = state ^ state >> 32;
        last ^= last >> 16;
        last ^= last >> 8;
        last ^= last >> 4;
        state | (last ^ self.all) << STATE_BITS
    }

    /// The cell of the blank.
    #[inline(always)]
    fn blank(&self, cells: u64) -> usize {
        // Subtracting 1 from each cell borrows into the highest bit of the first cell that
        // is 0, and of none before (Knuth, TAOCP 4A, section 7.1.3).
        const ONES: u64 = u64::MAX / 15;
        let differs = cells ^ (ONES * self.blank_label);
        let zeros = differs.wrapping_sub(ONES) & !differs & ONES << 3;
        zeros.trailing_zeros() as usize / 4 % N_CELLS
    }

    pub fn manhattan(&self, word: Word) -> Cost {
        let size = self.goal.size();
        let cells = self.cells(word);
        let (columns, blank) = (size.columns(), self.blank(cells));
        let tiles = (0..size.n_cells()).filter(|&cell| cell != blank);
        let distance = |cell: usize| {
            let home = (cells >> (4 * cell) & 15) as usize;
            (home / columns).abs_diff(cell / columns) + (home % columns).abs_diff(cell % columns)
        };
        tiles.map(distance).sum::<usize>() as Cost
    }
}

#[inline(always)]
fn word(cells: u64, action: usize) -> Word {
    cells & !(!0 << STATE_BITS) | (action as u64) << STATE_BITS | MARK
}

impl<const N: usize> Default for WordList<N> {
    fn default() -> Self {
        WordList {
            words: [0; N],
            n: 0,
        }
    }
}

impl<const N: usize> WordList<N> {
    /// Adds `n` words, 0 or 1.
    ///
    /// # Panics
    /// If the list is full, even if `n` is 0.
    #[inline(always)]
    pub fn add(&mut self, word: Word, n: usize) {
        self.words[self.n] = word;
        self.n += n;
    }

    /// Removes all words and returns them.
    pub fn drain(&mut self) -> &[Word] {
        let n = std::mem::take(&mut self.n);
        &self.words[..n]
    }
}
