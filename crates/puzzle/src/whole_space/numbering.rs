//! The numbering of states: the bit of each state in a table.
//!
//! A board without its blank, read row by row, is an order of its tiles. A move along a row keeps
//! it; a move between rows makes a tile pass all but one of a row's cells. Boards are read along
//! their shorter lines. The order is written in the factorial number system: each digit counts the
//! later tiles that come earlier in the goal. The digits of all positions but the last five form
//! the number of a 64-bit *word*; those of the last five form its *bit*, one of 60, since parity,
//! which depends on the blank's row, determines the order of the last two. The word of the states
//! with the blank in cell `blank` is at `word × cells + blank`.

use crate::{Board, Cells, Size};

/// The numbering of the states of one size and one goal cell of the blank.
#[derive(Clone, Debug)]
pub struct Numbering {
    size: Size,
    /// The number of cells in the shorter lines.
    pub width: usize,
    pub n_cells: usize,
    /// The number of tiles.
    pub n_tiles: usize,
    /// The position of the first tile whose digit is in the bit.
    pub split: usize,
    /// For each cell, row by row: its position when the board is read along shorter lines.
    place: [u8; MAX_CELLS],
    /// The position of the goal's blank.
    goal_blank: usize,
}

const MAX_CELLS: usize = super::WholeSpace::MAX_CELLS;

/// The number of tiles ordered by the bit: 5!/2 = 60 orders of one parity.
const IN_A_WORD: usize = 5;

/// For each tile: its number in the order of the goal. The second table has the first two numbers
/// swapped, for boards that reach the goal with these tiles swapped.
pub type Labels = [[u8; MAX_CELLS]; 2];

impl Numbering {
    /// # Panics
    /// If the board has too many cells.
    pub fn new(goal: &Board) -> Self {
        let size = goal.size();
        let n_cells = size.n_cells();
        assert!(n_cells <= MAX_CELLS, "{n_cells} cells");
        let (rows, columns) = (size.rows(), size.columns());
        let mut place = [0; MAX_CELLS];
        for (cell, place) in place.iter_mut().enumerate().take(n_cells) {
            *place = if columns <= rows {
                cell as u8
            } else {
                (cell % columns * rows + cell / columns) as u8
            };
        }
        let n_tiles = n_cells - 1;
        Numbering {
            size,
            width: columns.min(rows),
            n_cells,
            n_tiles,
            split: n_tiles.saturating_sub(IN_A_WORD),
            place,
            goal_blank: place[goal.blank()].into(),
        }
    }

    /// The position of a cell.
    pub fn place(&self, cell: usize) -> usize {
        self.place[cell].into()
    }

    pub fn goal_blank(&self) -> usize {
        self.goal_blank
    }

    /// The number of words for each cell of the blank.
    pub fn n_words(&self) -> usize {
        (self.n_tiles - self.split + 1..=self.n_tiles).product()
    }

    /// The number of bits of a word that are states.
    pub fn n_bits(&self) -> usize {
        (3..=self.n_tiles - self.split).product()
    }

    /// Whether the order of the tiles is an odd permutation when the blank is at `blank`.
    pub fn is_odd(&self, blank: usize) -> bool {
        // A move between lines is a cycle whose length is that of a line.
        let n_lines = (blank / self.width).abs_diff(self.goal_blank / self.width);
        n_lines * (self.width - 1) % 2 == 1
    }

    /// Whether the distance of states with the blank at `blank` is odd.
    pub fn is_distance_odd(&self, blank: usize) -> bool {
        let (width, goal) = (self.width, self.goal_blank);
        let n_lines = (blank / width).abs_diff(goal / width);
        let n_columns = (blank % width).abs_diff(goal % width);
        (n_lines + n_columns) % 2 == 1
    }

    /// The tiles' numbers in the order of `goal`.
    ///
    /// # Panics
    /// If its size or the cell of its blank is different.
    pub fn labels(&self, goal: &Board) -> Labels {
        assert_eq!(goal.size(), self.size, "a space has boards of one size");
        assert_eq!(
            self.place(goal.blank()),
            self.goal_blank,
            "the blank's cell"
        );
        let mut labels = [[0; MAX_CELLS]; 2];
        for (cell, &tile) in goal.tiles().iter().enumerate().filter(|(_, t)| **t != 0) {
            let place = self.place(cell);
            let label = place - usize::from(place > self.goal_blank);
            labels[0][usize::from(tile)] = label as u8;
            labels[1][usize::from(tile)] = [1, 0].get(label).map_or(label as u8, |&other| other);
        }
        labels
    }

    /// The index of a state's word in the table, and the number of its bit.
    pub fn locate<C: Cells>(&self, labels: &Labels, cells: C, blank: usize) -> (usize, u32) {
        let blank = self.place(blank);
        let order = |labels: &[u8; MAX_CELLS]| {
            let mut order = [0; MAX_CELLS];
            for cell in 0..self.n_cells {
                let place = self.place(cell);
                if place != blank {
                    let tile = cells.get(cell);
                    order[place - usize::from(place > blank)] = labels[usize::from(tile)];
                }
            }
            order
        };
        let mut digits = self.digits(&order(&labels[0]));
        let sum: u8 = digits[..self.n_tiles].iter().sum();
        if (sum % 2 == 1) != self.is_odd(blank) {
            digits = self.digits(&order(&labels[1]));
        }
        let word = mixed_radix(&digits[..self.split], self.n_tiles);
        let last = &digits[self.split..self.n_tiles - 2];
        let bit = mixed_radix(last, self.n_tiles - self.split);
        (word * self.n_cells + blank, bit as u32)
    }

    /// The place of the state that a move of the blank between two cells leads to from the one at
    /// `place`, if they are in one line: the move keeps the order.
    pub fn along_a_line(
        &self,
        (word, bit): (usize, u32),
        from: usize,
        to: usize,
    ) -> Option<(usize, u32)> {
        let is_one_line = self.are_in_a_line(from, to);
        is_one_line.then(|| (word - self.place(from) + self.place(to), bit))
    }

    /// Whether two cells are in one of the lines along which boards are read.
    pub fn are_in_a_line(&self, a: usize, b: usize) -> bool {
        self.place(a) / self.width == self.place(b) / self.width
    }

    /// For each tile, the number of later tiles with lower numbers.
    fn digits(&self, order: &[u8; MAX_CELLS]) -> [u8; MAX_CELLS] {
        // The numbers seen so far, as bits.
        let mut passed = 0_u32;
        let mut digits = [0; MAX_CELLS];
        for (digit, &label) in digits.iter_mut().zip(order).take(self.n_tiles) {
            let n_lower_passed = (passed & ((1 << label) - 1)).count_ones();
            *digit = label - n_lower_passed as u8;
            passed |= 1 << label;
        }
        digits
    }

    /// The board of a state, with the tiles of `goal`.
    pub fn board(&self, goal: &Board, word: usize, bit: u32, blank: usize) -> Board {
        let mut digits = [0; MAX_CELLS];
        let (front, back) = digits[..self.n_tiles].split_at_mut(self.split);
        let n_back = back.len();
        from_mixed_radix(word, front, self.n_tiles);
        from_mixed_radix(bit as usize, &mut back[..n_back - 2], n_back);
        let sum: u8 = digits.iter().sum();
        digits[self.n_tiles - 2] = (sum % 2) ^ u8::from(self.is_odd(blank));
        let mut left: Vec<u8> = (0..self.n_tiles as u8).collect();
        let order = digits[..self.n_tiles].iter();
        let order: Vec<u8> = order.map(|&digit| left.remove(digit.into())).collect();

        let labels = self.labels(goal);
        let tile_of = |label: u8| {
            let is_it = |tile: &u64| labels[0][*tile as usize] == label;
            (1..self.n_cells as u64)
                .find(is_it)
                .expect("each number is a tile's")
        };
        let tiles: Vec<u64> = (0..self.n_cells)
            .map(|cell| match self.place(cell) {
                place if place == blank => 0,
                place => tile_of(order[place - usize::from(place > blank)]),
            })
            .collect();
        Board::new(self.size, &tiles).expect("each tile is there once")
    }
}

/// The number with these digits, the first of radix `radix`, each later one of a radix one less.
pub fn mixed_radix(digits: &[u8], radix: usize) -> usize {
    let push = |number, (i, &digit): (usize, &u8)| number * (radix - i) + usize::from(digit);
    digits.iter().enumerate().fold(0, push)
}

/// The inverse of [`mixed_radix`].
pub fn from_mixed_radix(mut number: usize, digits: &mut [u8], radix: usize) {
    for (i, digit) in digits.iter_mut().enumerate().rev() {
        *digit = (number % (radix - i)) as u8;
        number /= radix - i;
    }
}
