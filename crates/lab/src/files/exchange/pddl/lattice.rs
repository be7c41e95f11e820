//! Positions that are neighbours of each other: whether they are the cells of a board, and which.

use std::collections::VecDeque;
use tilescope_puzzle::Size;

/// The cells of a board in one of the eight ways in which it can lie.
#[derive(Clone, Debug)]
pub struct Lattice {
    pub size: Size,
    /// The cell of each vertex.
    pub cells: Vec<usize>,
}

impl Lattice {
    /// The row and the column of a vertex.
    pub fn place(&self, vertex: usize) -> (usize, usize) {
        let cell = self.cells[vertex];
        (cell / self.size.columns(), cell % self.size.columns())
    }
}

/// All ways in which the vertices 0 to n − 1 are the cells of a board whose neighbours are those of
/// `edges`, each of which is there once. There are none if they are no grid.
///
/// In a grid, the sum and the difference of a cell's row and column are known by its distances from
/// two corners at the ends of a side. Each such pair of corners gives a way.
pub fn lattices(n: usize, edges: &[(usize, usize)]) -> Vec<Lattice> {
    let mut neighbours = vec![Vec::new(); n];
    for &(a, b) in edges {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let corners: Vec<usize> = (0..n).filter(|&it| neighbours[it].len() == 2).collect();
    if corners.len() != 4 || !(4..=100).contains(&n) {
        return Vec::new();
    }
    let distances: Vec<Vec<usize>> = corners
        .iter()
        .map(|&from| distances(&neighbours, from))
        .collect();
    let mut found = Vec::new();
    for first in 0..4 {
        for second in (0..4).filter(|second| *second != first) {
            let width = distances[first][corners[second]].saturating_add(1);
            if width > n || !n.is_multiple_of(width) {
                continue;
            }
            let Ok(size) = Size::new(n / width, width) else {
                continue;
            };
            let cells = cells(size, &distances[first], &distances[second]);
            found.extend(
                cells
                    .filter(|cells| has_edges(size, cells, edges))
                    .map(|cells| Lattice { size, cells }),
            );
        }
    }
    found
}

/// The number of steps from a vertex to each; `usize::MAX` where there is no way.
fn distances(neighbours: &[Vec<usize>], from: usize) -> Vec<usize> {
    let mut distances = vec![usize::MAX; neighbours.len()];
    distances[from] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(vertex) = queue.pop_front() {
        for &next in &neighbours[vertex] {
            if distances[next] == usize::MAX {
                distances[next] = distances[vertex] + 1;
                queue.push_back(next);
            }
        }
    }
    distances
}

/// The cell of each vertex by its distances from the first and the last cell of the first row.
fn cells(size: Size, first: &[usize], last: &[usize]) -> Option<Vec<usize>> {
    let mut is_taken = vec![false; size.n_cells()];
    let cell = |(&a, &b): (&usize, &usize)| {
        let twice_row = a.checked_add(b)?.checked_sub(size.columns() - 1)?;
        let row = twice_row / 2;
        let column = a.checked_sub(row)?;
        let is_inside = twice_row % 2 == 0 && row < size.rows() && column < size.columns();
        let cell = is_inside.then(|| row * size.columns() + column)?;
        (!std::mem::replace(&mut is_taken[cell], true)).then_some(cell)
    };
    first.iter().zip(last).map(cell).collect()
}

/// Returns true if the edges are those between the neighbours of a board.
fn has_edges(size: Size, cells: &[usize], edges: &[(usize, usize)]) -> bool {
    let (rows, columns) = (size.rows(), size.columns());
    let are_neighbours = |&(a, b): &(usize, usize)| {
        let (a, b) = (cells[a].min(cells[b]), cells[a].max(cells[b]));
        b == a + columns || (b == a + 1 && b % columns != 0)
    };
    edges.len() == rows * (columns - 1) + columns * (rows - 1) && edges.iter().all(are_neighbours)
}
