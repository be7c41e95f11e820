//! The walks of the blank that never turn back.

use tilescope_puzzle::{Direction, Size};

/// The number of walks by length and first cell.
pub struct Walks(Vec<Vec<f64>>);

impl Walks {
    /// Counts the walks of up to `longest` moves on boards of `size`.
    pub fn count(size: Size, longest: usize) -> Self {
        // A walk of i moves from a cell that must not begin with a direction.
        let mut without = vec![[1.0; 4]; size.n_cells()];
        let mut walks = vec![vec![1.0; size.n_cells()]];
        for _ in 0..longest {
            walks.push(all_moves(size, &without));
            without = one_longer(size, &without);
        }
        Walks(walks)
    }

    /// The number of walks of `length` moves from a cell.
    pub fn starting_at(&self, cell: usize, length: usize) -> f64 {
        self.0[length][cell]
    }
}

/// For each cell, the walks that may begin with any move, one move longer than those of `without`.
fn all_moves(size: Size, without: &[[f64; 4]]) -> Vec<f64> {
    let of_cell = |cell| {
        Direction::ALL
            .map(|first| through(size, without, cell, first))
            .iter()
            .sum::<f64>()
    };
    (0..size.n_cells()).map(of_cell).collect()
}

/// For each cell and each direction, the walks that do not begin with it, one move longer than those
/// of `without`.
fn one_longer(size: Size, without: &[[f64; 4]]) -> Vec<[f64; 4]> {
    let of_cell = |cell| {
        let through = Direction::ALL.map(|first| through(size, without, cell, first));
        let all: f64 = through.iter().sum();
        through.map(|of_first| all - of_first)
    };
    (0..size.n_cells()).map(of_cell).collect()
}

/// The walks whose first move is `first`; the next is not its opposite.
fn through(size: Size, without: &[[f64; 4]], cell: usize, first: Direction) -> f64 {
    match size.neighbour(cell, first) {
        Some(to) => without[to][first.opposite() as usize],
        None => 0.0,
    }
}

/// The asymptotic branching factor of boards of `size`: the factor by which the number of walks
/// grows with each move (Edelkamp & Korf 1998).
pub fn branching_factor(size: Size) -> f64 {
    /// Enough for ten digits on the largest boards.
    const N_PAIRS: usize = 20_000;
    let mut without = vec![[1.0; 4]; size.n_cells()];
    let mut growth = 1.0;
    let sum = |without: &[[f64; 4]]| without.iter().flatten().sum::<f64>();
    // The growth alternates between two factors where the colours of a chessboard do.
    for _ in 0..N_PAIRS {
        let before = sum(&without);
        let longer = one_longer(size, &one_longer(size, &without));
        growth = sum(&longer) / before;
        without = longer;
        // Kept in range.
        without.iter_mut().flatten().for_each(|n| *n /= growth);
    }
    growth.sqrt()
}
